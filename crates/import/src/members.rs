//! The members of an object as the document has them.
//!
//! Input: none, these are data. `schema` gathers them, also those of the objects that an object is made of.

use oas3::spec::Schema;

/// A member of an object as the document has it.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) schema: Schema,
    pub(crate) at: String,
    pub(crate) required: bool,
}

/// All members of an object, and the names of those that are required.
pub(crate) type Members = (Vec<Member>, Vec<String>);
