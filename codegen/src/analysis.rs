//! Analysis of a spec: makes the model that every output starts from out of typed documents.
//!
//! Input: [`crate::spec::document::Documents`]. Output: a [`crate::model::Model`], or all mistakes
//! at once, and warnings.

pub(crate) mod check;
pub(crate) mod lint;
pub(crate) mod names;
