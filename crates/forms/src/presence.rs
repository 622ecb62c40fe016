//! Presence of a part of a text, such as a prefix: never, optional or required.

/// Whether a part of a text is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Presence {
    /// Never.
    Never,
    /// Optionally.
    Optional,
    /// Always.
    Required,
}
