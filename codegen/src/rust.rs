//! Rust output: from the checked model and its names to the files of a crate, or to the content of
//! one module.
//!
//! Input: a [`crate::model::Model`] and [`crate::analysis::names::Names`]. Output: texts or tokens.
//! Nothing here reports a mistake of the spec.

pub(crate) mod emit;
pub(crate) mod inline;
pub(crate) mod inventory;
pub mod lower;
pub(crate) mod paths;
pub(crate) mod render;
pub(crate) mod skeleton;
pub(crate) mod surface;
