//! Reading of a spec: from texts to typed documents with the span of every word.
//!
//! Input: [`crate::source::SourceFile`]s, or trees from another front end. Output:
//! [`document::Documents`]. Names are not resolved here, and nothing here knows Rust.

pub(crate) mod closed;
pub(crate) mod document;
pub(crate) mod package;
pub(crate) mod parse;
pub(crate) mod read;
