//! What a caller may choose about the output.

/// What a caller may choose about the output.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the runtime crate, as generated code names it.
    pub runtime: String,
    /// The command that writes the files; it stands in their first line.
    pub command: String,
    /// The packages whose types and services a spec may use.
    pub packages: Vec<Package>,
    /// Whether types implement serde's traits, whatever feature the spec names for that.
    pub serde: bool,
    /// What the output is the content of.
    pub layout: Layout,
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

/// What the output is the content of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A crate: files.
    Crate,
    /// One module, with a module for each file of the spec.
    Folder,
    /// One module, which is the only file of the spec, or the one whose name is the folder of all others.
    File,
}

/// The spec of another crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name: `use: { name/folder/file: [Type] }`.
    pub name: String,
    /// The path of the crate that is generated from it.
    pub crate_path: String,
    /// Path and text of its files: `folder/file.yaml`.
    pub files: Vec<(&'static str, &'static str)>,
}
