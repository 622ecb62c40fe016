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
pub(super) struct Alternative {
    pub(super) schema: Schema,
    pub(super) at: String,
    /// Pointer of the schema to which the alternative refers; `None` for an inline schema.
    pub(super) target: Option<String>,
    pub(super) forms: Vec<Form>,
    /// Whether the alternative comes from a nested union, which the mapping of the outer discriminator omits.
    pub(super) is_nested: bool,
}
