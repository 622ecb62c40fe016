//! Operations as data, beside the functions that know their types.
//!
//! Input: the types of operations. Output: what tests and tools need to go over all operations of a crate:
//! the description, and reading and writing through the real types. Nothing is sent here.

use crate::{Error, Operation, Read, Write, from_slice, operation::described, schema, schema::Type, to_vec};

/// An operation of a generated crate.
#[derive(Clone, Copy)]
pub struct Entry {
    operation: fn() -> &'static schema::Operation,
    recode_input: fn(&[u8]) -> Result<Vec<u8>, Error>,
    recode_output: fn(&[u8]) -> Result<Vec<u8>, Error>,
}

impl Entry {
    /// The entry of an operation.
    pub const fn of<O>() -> Self
    where
        O: Operation,
        O::Output: Write,
    {
        Self { operation: described::<O>, recode_input: recode_input::<O>, recode_output: recode_output::<O> }
    }

    /// The description.
    pub fn operation(&self) -> &'static schema::Operation {
        (self.operation)()
    }

    /// Reads the parameters as their type, from a JSON object, and writes them again.
    pub fn recode_input(&self, json: &[u8]) -> Result<Vec<u8>, Error> {
        (self.recode_input)(json)
    }

    /// Reads an answer as its type, and writes it again. An answer without a type is written as null.
    pub fn recode_output(&self, json: &[u8]) -> Result<Vec<u8>, Error> {
        (self.recode_output)(json)
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Entry").field(&self.operation().id).finish()
    }
}

fn recode_input<O: Operation>(json: &[u8]) -> Result<Vec<u8>, Error> {
    recode::<O>(described::<O>(), Type::Record(described::<O>().input), json)
}

fn recode_output<O>(json: &[u8]) -> Result<Vec<u8>, Error>
where
    O: Operation,
    O::Output: Write,
{
    match described::<O>().output {
        Some(ty) => recode::<O::Output>(described::<O>(), ty, json),
        None => Ok(b"null".to_vec()),
    }
}

fn recode<T: Read + Write>(operation: &schema::Operation, ty: Type, json: &[u8]) -> Result<Vec<u8>, Error> {
    let value: T = from_slice(ty, json).map_err(|error| Error::decode(operation.id, error))?;
    to_vec(&value, ty).map_err(|error| Error::invalid_request(operation.id, vec![error.to_string()]))
}
