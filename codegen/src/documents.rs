//! What writes documents: the standard descriptions that other tools read.
//!
//! Input: a [`crate::model::Model`]. Output: JSON texts. Nothing here knows Rust.

pub mod extensions;
pub mod json_schema;
pub mod openapi;
pub mod openrpc;
pub mod spec_schema;
pub mod standard;
