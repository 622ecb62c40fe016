//! Presence of a part of a text, such as a prefix: never, optional or required.

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
