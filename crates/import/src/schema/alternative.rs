//! Alternatives of a union, before they become its arms.
//!
//! Input: none. Output: [`Alternative`], [`Form`].

use oas3::spec::Schema;

/// Kind of JSON value of an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Text,
    Number,
    Flag,
    List,
    Object,
}

/// An alternative: its schema, and the record that it refers to.
#[derive(Clone)]
pub(super) struct Alternative {
    pub(super) schema: Schema,
    pub(super) at: String,
    /// The pointer of what it refers to.
    pub(super) target: Option<String>,
    pub(super) forms: Vec<Form>,
    /// Whether it is one of a union within the union, for which a mapping does not speak.
    pub(super) is_nested: bool,
}
