//! A file of a spec as text, which the stages and the diagnostics share.

/// One file of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path that people see: `spec/data/balances.yaml`.
    pub path: String,
    /// The path inside the spec's folder, without the ending: `data/balances`.
    pub module: String,
    /// The text.
    pub text: String,
}
