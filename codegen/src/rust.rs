//! What writes Rust: from the checked model to the files of a crate, or to the content of one module.
//!
//! Input: a [`crate::model::Model`]. Output: texts or tokens. Nothing here reports a mistake of the spec.

pub mod emit;
pub mod inline;
pub mod lower;
pub mod render;
pub mod skeleton;
