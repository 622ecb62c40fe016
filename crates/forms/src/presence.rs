//! Whether a part of a text, such as a prefix, is present.

/// Whether a part of a text is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Never.
    Never,
    /// Optionally.
    Optional,
    /// Always.
    Required,
}
