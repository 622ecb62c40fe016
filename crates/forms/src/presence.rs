//! Whether a part of a text stands there, as several forms say it of a prefix.

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
