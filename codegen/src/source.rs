//! Source file of a spec: path and text, shared by the stages and the diagnostics.

/// File of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path as diagnostics show it: `spec/data/balances.yaml`.
    pub path: String,
    /// Path inside the spec folder, without the ending: `data/balances`.
    pub module: String,
    /// Text of the file.
    pub text: String,
}
