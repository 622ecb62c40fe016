//! Analysis of a spec: resolves typed documents into the model from which every output is made.
//!
//! Input: [`crate::spec::document::Documents`]. Output: a [`crate::model::Model`], or all mistakes
//! at once, and warnings.

pub(crate) mod check;
pub(crate) mod lint;
pub(crate) mod names;
