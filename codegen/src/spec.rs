//! Reading of a spec: from texts to typed documents in which every word has a place.
//!
//! Input: [`crate::source::SourceFile`]s, or trees that another front end made. Output:
//! [`document::Documents`]. Names are not resolved here, and nothing here knows Rust.

pub(crate) mod closed;
pub(crate) mod document;
pub(crate) mod package;
pub(crate) mod parse;
pub(crate) mod read;
