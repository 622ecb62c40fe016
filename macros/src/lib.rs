//! chainloom's pipeline at compile time: a description in, typed structs and client methods out.
//!
//! [`macro@include_api`] takes YAML, [`macro@api`] takes Rust. Both go through the same stages as the command `chainloom
//! codegen`; this crate only brings descriptions in and mistakes out. Use them through the crate `chainloom`, feature
//! `macros`.

mod declare;
mod include;
mod report;
mod site;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

use proc_macro::TokenStream;

/// Makes a client from a spec in YAML: a file, or a folder of files.
///
/// The path is relative to the folder of the crate's `Cargo.toml`. A file becomes a public module of its name, with what is
/// in the folder of that name beside it; a folder becomes one with a module for each file. An edit of a file builds the
/// crate anew; a new file in a folder is seen when anything else of the crate changes.
///
/// ```ignore
/// chainloom::include_api!("my_vm.yaml");
///
/// let client = my_vm::Client::new("http://127.0.0.1:9650")?;
/// ```
///
/// # Errors
///
/// Mistakes of the spec are compile errors with the file, line and column of the YAML.
#[proc_macro]
pub fn include_api(input: TokenStream) -> TokenStream {
    include::expand(input.into()).into()
}

/// Makes a client from a description in Rust: a module of structs, enums and traits.
///
/// A trait describes the operations of a service, a struct a record, an enum a set of texts or a union. `#[api(…)]` above them
/// says what Rust cannot, in the words of the spec language: `key = value`, `key(key = value)`, `[a, b]`, `{ key: value }`, `0..=10`.
/// In place of the module stands the client.
///
/// | in Rust | means |
/// |---|---|
/// | `Option<…>` as a field or parameter | it may be left out |
/// | `#[api(rename = "…")]`, `#[api(rename_all = "…")]` | the names on the wire; without it fields and parameters are `camelCase` there, and values of an enum as in Rust |
/// | `#[api(path)]`, `query`, `header`, `body` on a parameter | where it travels; without it what the path names is there, and the rest in the query of `get` and `delete`, else in the body |
/// | `#[api(union = "form")]` on an enum, `#[api(scalar(…))]` on a struct without fields | a union, a scalar |
/// | `#[api(endpoint = "…", rpc(…))]` on a trait | a JSON-RPC service; without it the methods are REST calls of the client itself |
/// | a type from outside, through `use` or by its path | one that implements `Read` and `Write` of the runtime, or `Json<…>` around one with serde's traits |
///
/// ```ignore
/// #[chainloom::api]
/// mod counters {
///     /// A counter.
///     struct Counter {
///         /// How far it has come.
///         value: u64,
///     }
///     #[api(endpoint = "/ext/bc/{chain}/rpc", vars(chain), rpc(params = "named"), instance = "chain", effect = "read")]
///     trait Counters {
///         /// Reads a counter.
///         #[api(method = "counter.get")]
///         fn get_counter(&self, name: String, depth: Option<u32>) -> Counter;
///     }
/// }
/// ```
///
/// # Errors
///
/// Mistakes are compile errors at the tokens that they speak of.
#[proc_macro_attribute]
pub fn api(args: TokenStream, item: TokenStream) -> TokenStream {
    declare::expand(args.into(), item.into()).into()
}
