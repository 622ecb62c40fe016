//! Operations as data, beside the functions that know their types, for tools and tests.
//!
//! A generated crate lists its operations as [`Entry`]s: the description of each, reading and writing through its real types,
//! and calls whose types only the entry knows. An operation whose types nobody here knows is called with
//! [`Client::execute`](crate::Client::execute): [`Arguments`] hold its parameters by name, and a [`Target`] says where it goes.

use crate::{
    Body, BoxFuture, Call, Client, Error, Operation, Read, Write, encode, from_slice, http, operation::described,
    schema, schema::Type, to_vec,
};

pub use crate::{
    batch::{RawBatch, RawReplies},
    encode::Arguments,
    request::Request,
    target::Target,
};

/// Entry of a catalog: an operation of a generated crate.
#[derive(Clone, Copy)]
pub struct Entry {
    operation: fn() -> &'static schema::Operation,
    recode_input: fn(&[u8]) -> Result<Vec<u8>, Error>,
    recode_output: fn(&[u8]) -> Result<Vec<u8>, Error>,
    #[cfg(feature = "serde")]
    recode_by_serde: fn(&[u8]) -> Result<Vec<u8>, serde_json::Error>,
    members: fn(&[u8]) -> Result<encode::Members, Error>,
    call: fn(Target, &[u8]) -> Answer,
}

/// The response of a typed call, written as JSON.
type Answer = BoxFuture<'static, Result<Vec<u8>, Error>>;

impl Entry {
    /// Creates the entry of an operation.
    #[doc(hidden)]
    pub const fn of<O>() -> Self
    where
        O: Operation,
        O::Output: Write,
    {
        Self {
            operation: described::<O>,
            recode_input: recode_input::<O>,
            recode_output: recode_output::<O>,
            #[cfg(feature = "serde")]
            recode_by_serde: recode_by_serde::<O>,
            members: members::<O>,
            call: call::<O>,
        }
    }

    /// Returns the description of the operation.
    pub fn operation(&self) -> &'static schema::Operation {
        (self.operation)()
    }

    /// Reads parameters from a JSON object as their type, and writes them back as JSON.
    pub fn recode_input(&self, json: &[u8]) -> Result<Vec<u8>, Error> {
        (self.recode_input)(json)
    }

    /// Reads a response as its type, and writes it back as JSON. A response without a type is written as `null`.
    pub fn recode_output(&self, json: &[u8]) -> Result<Vec<u8>, Error> {
        (self.recode_output)(json)
    }

    /// Reads a response and writes it back like [`Entry::recode_output`], but through `serde_json`.
    #[cfg(feature = "serde")]
    pub fn recode_output_by_serde(&self, json: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
        (self.recode_by_serde)(json)
    }

    /// Builds the HTTP request of the typed call, without sending it. The parameters are a JSON object.
    pub fn request(&self, client: &Client, target: &Target, input_json: &[u8]) -> Result<http::Request<Body>, Error> {
        let members = (self.members)(input_json)?;
        Ok(client.prepare(self.operation(), &members, target)?.http().clone())
    }

    /// Sends the typed call with these parameters, a JSON object, and writes the typed answer as JSON. An answer
    /// without a type is written as null.
    pub fn call(&self, target: Target, input_json: &[u8]) -> BoxFuture<'static, Result<Vec<u8>, Error>> {
        (self.call)(target, input_json)
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Entry").field(&self.operation().id).finish()
    }
}

fn recode_input<O: Operation>(json: &[u8]) -> Result<Vec<u8>, Error> {
    written(described::<O>(), Type::Record(described::<O>().input), &input::<O>(json)?)
}

fn recode_output<O>(json: &[u8]) -> Result<Vec<u8>, Error>
where
    O: Operation,
    O::Output: Write,
{
    let operation = described::<O>();
    match operation.output {
        Some(ty) => written(operation, ty, &read::<O::Output>(operation, ty, json)?),
        None => Ok(b"null".to_vec()),
    }
}

#[cfg(feature = "serde")]
fn recode_by_serde<O>(json: &[u8]) -> Result<Vec<u8>, serde_json::Error>
where
    O: Operation,
    O::Output: Write,
{
    let Some(ty) = described::<O>().output else { return Ok(b"null".to_vec()) };
    let mut reader = serde_json::Deserializer::from_slice(json);
    let value: O::Output = crate::serde_bridge::deserialize(ty, &mut reader)?;
    reader.end()?;
    let mut out = Vec::new();
    crate::serde_bridge::serialize(&value, ty, &mut serde_json::Serializer::new(&mut out))?;
    Ok(out)
}

fn members<O: Operation>(json: &[u8]) -> Result<encode::Members, Error> {
    encode::members(&input::<O>(json)?).map_err(|error| error.with_operation(described::<O>().id))
}

fn call<O>(target: Target, json: &[u8]) -> Answer
where
    O: Operation,
    O::Output: Write,
{
    let input = input::<O>(json);
    Box::pin(async move {
        let output = Call::new(target, input?).send().await?;
        match described::<O>().output {
            Some(ty) => written(described::<O>(), ty, &output),
            None => Ok(b"null".to_vec()),
        }
    })
}

fn input<O: Operation>(json: &[u8]) -> Result<O, Error> {
    let operation = described::<O>();
    from_slice(Type::Record(operation.input), json)
        .map_err(|error| Error::invalid_request(operation.id, vec![error.to_string()]))
}

fn read<T: Read>(operation: &schema::Operation, ty: Type, json: &[u8]) -> Result<T, Error> {
    from_slice(ty, json).map_err(|error| Error::decode(operation.id, error))
}

fn written<T: Write>(operation: &schema::Operation, ty: Type, value: &T) -> Result<Vec<u8>, Error> {
    to_vec(value, ty).map_err(|error| Error::invalid_request(operation.id, vec![error.to_string()]))
}
