//! What judges a spec: from typed documents to the model that every output starts from.
//!
//! Input: [`crate::spec::document::Documents`]. Output: a [`crate::model::Model`], or all mistakes at once, and warnings.

pub(crate) mod check;
pub(crate) mod lint;
pub(crate) mod names;
