//! Options of the output, which the caller of the generator sets.
//!
//! Data only: the stages that read an option decide its effect.

/// Options of the output.
#[derive(Clone, Debug)]
pub struct Options {
    /// Path of the runtime crate in generated code.
    pub runtime: String,
    /// Command that writes the files, as named in their first line.
    pub command: String,
    /// Packages whose types and services a spec may use.
    pub packages: Vec<Package>,
    /// Whether types always implement serde's traits, regardless of the feature that the spec
    /// names.
    pub serde: bool,
    /// Layout of the output.
    pub layout: Layout,
}

impl Options {
    /// Returns the path of the runtime module that only generated code uses: `{runtime}::__private`.
    #[must_use]
    pub fn private(runtime: &str) -> String {
        format!("{runtime}::__private")
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            runtime: "::chainloom_runtime".to_owned(),
            command: "cargo xtask codegen".to_owned(),
            packages: Vec::new(),
            serde: false,
            layout: Layout::Crate,
        }
    }
}

/// Layout of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A crate: files.
    Crate,
    /// Single module, with a module per file of the spec.
    Folder,
    /// Single module for the only file of the spec, or for the file whose folder contains all others.
    File,
}

/// Spec of another crate, whose types and services a spec may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// Name of the package: `use: { name/folder/file: [Type] }`.
    pub name: String,
    /// Path of the crate that is generated from it.
    pub crate_path: String,
    /// Path and text of its files: `folder/file.yaml`.
    pub files: Vec<(&'static str, &'static str)>,
}

impl Package {
    /// Describes the spec of a crate with the same name, to which code refers as `::name`.
    #[must_use]
    pub fn of_crate(name: &str, files: Vec<(&'static str, &'static str)>) -> Self {
        Self { name: name.to_owned(), crate_path: format!("::{name}"), files }
    }
}
