//! Alternatives of a union, before they become its arms.
//!
//! Input: none. Output: [`Alternative`], [`Form`].

use oas3::spec::Schema;

/// Kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Text,
    Number,
    Flag,
    List,
    Object,
}

/// Alternative of a union: its schema, with the schema to which it refers.
#[derive(Clone)]
pub(crate) struct Alternative {
    pub(crate) schema: Schema,
    pub(crate) at: String,
    /// Pointer of the schema to which the alternative refers; `None` for an inline schema.
    pub(crate) target: Option<String>,
    pub(crate) forms: Vec<Form>,
    /// Whether the alternative comes from a nested union, which the mapping of the outer discriminator omits.
    pub(crate) is_nested: bool,
}
