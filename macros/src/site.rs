//! Call site of a macro: the folder of the using crate, and its name for `chainloom`.

use std::path::PathBuf;

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::{Content, Input, Layout, Options, Package, run};
use chainloom_spec::NAME;
use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::TokenStream;

/// Returns the path of the crate `chainloom` under the name in the using crate.
pub(crate) fn crate_path() -> String {
    match crate_name(NAME) {
        Ok(FoundCrate::Name(name)) => format!("::{name}"),
        // Tests, examples and documentation of the package itself name it as others do. Where it
        // cannot be found, the usual name gives the best error.
        Ok(FoundCrate::Itself) | Err(_) => format!("::{NAME}"),
    }
}

/// Returns the folder of the crate's `Cargo.toml`.
pub(crate) fn crate_folder() -> Option<PathBuf> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}

/// Returns the path of the runtime in the crate `chainloom`.
pub(crate) fn runtime_path() -> String {
    format!("{}::runtime", crate_path())
}

/// Returns the path of the runtime's module that generated code refers to.
pub(crate) fn private_path() -> String {
    Options::private(&runtime_path())
}

/// Returns the options of the generator. The runtime is the runtime of `chainloom`.
fn options(layout: Layout) -> Options {
    Options {
        runtime: runtime_path(),
        serde: cfg!(feature = "serde"),
        layout,
        packages: vec![Package { name: NAME.to_owned(), crate_path: crate_path(), files: chainloom_spec::files() }],
        ..Options::default()
    }
}

/// Generates the content of the module.
pub(crate) fn generate(input: Input<'_>, layout: Layout) -> Result<TokenStream, Diagnostics> {
    match run(input, &options(layout), &mut |_| {})?.content {
        Content::Module(tokens) => Ok(tokens),
        Content::Files(_) => Ok(TokenStream::new()),
    }
}

/// Finds the file of the package's spec that describes a type, from the names of a `use` path without the type's.
pub(crate) fn described_file(above: &[String], name: &str) -> Option<String> {
    let (first, path) = above.split_first()?;
    let root = crate_path();
    if root.trim_start_matches("::") != first {
        return None;
    }
    let file = format!("{}.yaml", path.join("/"));
    let (_, text) = chainloom_spec::files().into_iter().find(|(path, _)| *path == file)?;
    // A type or a scalar is a key at the second level; the check examines the rest.
    let declares = text.lines().any(|line| line.starts_with(&format!("  {name}:")));
    declares.then(|| format!("{NAME}/{}", path.join("/")))
}
