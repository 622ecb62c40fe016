//! Macros that generate a typed API client at compile time.
//!
//! [`macro@include_api`] reads a spec in YAML, and [`macro@api`] a spec in Rust. Both run the same
//! stages as the command `chainloom codegen`. Use them through the crate `chainloom` with its
//! feature `macros`.
//!
//! This crate passes specs to the generator and turns its diagnostics into compile errors.

mod declare;
mod include;
mod report;
mod site;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

use proc_macro::TokenStream;

/// Generates a client from a spec in YAML, a file or a folder of files.
///
/// The path is relative to the folder of the crate's `Cargo.toml`. A file becomes a public module of its name,
/// including the folder of that name next to it. A folder becomes a module with one module per file.
///
/// A change of a file builds the crate again. A new file in a folder is noticed when another file
/// of the crate changes.
///
/// ```ignore
/// chainloom::include_api!("my_vm.yaml");
///
/// let client = my_vm::Client::new("http://127.0.0.1:9650")?;
/// ```
///
/// # Errors
///
/// Mistakes in the spec are compile errors with file, line and column of the YAML.
#[proc_macro]
pub fn include_api(input: TokenStream) -> TokenStream {
    include::expand(input.into()).into()
}

/// Generates a client from a spec in Rust, a module of structs, enums and traits.
///
/// A trait describes the operations of a service, a struct describes a record, and an enum
/// describes an enumeration or a union. `#[api(…)]` on an item adds keys of the spec language:
/// `key = value`, `key(key = value)`, `[a, b]`, `{ key: value }`, `0..=10`. The generated client
/// replaces the module.
///
/// - `Option<…>` as a field or parameter: an optional member or parameter.
/// - `#[api(rename = "…")]`, `#[api(rename_all = "…")]`: names on the wire. By default they are
///   `camelCase` for fields and parameters, and unchanged for values of an enum.
/// - `#[api(path)]`, `query`, `header`, `cookie`, `body` on a parameter: place of the parameter. By default it
///   is the path if named there, else the query for methods without a body, else the body.
/// - `#[api(union = "form")]` on an enum: a union.
/// - `#[api(scalar(…))]` on a struct without fields: a scalar.
/// - `#[api(endpoint = "…", rpc(…))]` on a trait: a JSON-RPC service. By default the methods are
///   REST calls of the client itself.
/// - An external type, through `use` or by its path: a type that implements `Read` and `Write` of
///   `chainloom::runtime::codec`, or `Json<…>` around a type with serde's traits.
///
/// ```ignore
/// #[chainloom::api]
/// mod counters {
///     /// A counter.
///     struct Counter {
///         /// Current value of the counter.
///         value: u64,
///     }
///     #[api(
///         endpoint = "/ext/bc/{chain}/rpc", vars(chain), rpc(params = "named"),
///         instance = "chain", effect = "read"
///     )]
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
/// Mistakes are compile errors at the wrong tokens.
#[proc_macro_attribute]
pub fn api(args: TokenStream, item: TokenStream) -> TokenStream {
    declare::expand(args.into(), item.into()).into()
}
