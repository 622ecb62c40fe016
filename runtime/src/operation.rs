//! What an operation is to the client.
//!
//! Input: none; generated code implements the trait. Output: the link from the typed parameters of a call
//! to its description and to the type of its answer.

use crate::{Read, Record, schema};

/// An operation with its parameters: a plain struct whose members are the parameters.
pub trait Operation: Record + Send + Sync + 'static {
    /// What the operation answers.
    type Output: Read + Send + 'static;

    /// The description of the operation.
    fn schema() -> &'static schema::Operation;
}

/// The description of an operation.
pub(crate) fn described<O: Operation>() -> &'static schema::Operation {
    O::schema()
}
