//! What writes documents: the standard descriptions that other tools read.
//!
//! Input: a [`crate::model::Model`]. Output: JSON texts. Nothing here knows Rust.

pub(crate) mod extensions;
pub(crate) mod json_schema;
pub(crate) mod openapi;
pub(crate) mod openrpc;
pub mod spec_schema;
