//! Trait of operations, which links the parameter type of a call to its table and to its response
//! type.

use crate::{Read, Record, schema};

/// An operation with its parameters, which are the fields of a plain struct.
///
/// Generated code implements it for the structs of the modules `calls`; a function over any
/// operation takes it as a bound. It cannot be implemented by hand.
pub trait Operation: Record + Send + Sync + 'static {
    /// The type of the response.
    type Output: Read + Send + 'static;
    /// Whether a typed call has setters for its timeout and its deadline: [`OptionSetters`], or
    /// [`NoOptionSetters`] if a parameter of the operation has the name of one.
    type Options;

    /// Returns the description of the operation.
    fn schema() -> &'static schema::Operation;
}

/// Marks operations whose typed calls have the setters `timeout` and `deadline`.
#[derive(Clone, Copy, Debug)]
pub enum OptionSetters {}

/// Marks operations with a parameter named `timeout` or `deadline`: `configure` of the typed call sets the
/// option, and the setter of this name sets the parameter.
#[derive(Clone, Copy, Debug)]
pub enum NoOptionSetters {}

/// Returns the table of an operation.
pub(crate) fn table_of<O: Operation>() -> &'static schema::Operation {
    O::schema()
}
