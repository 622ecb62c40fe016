//! Type-erased access to operations, for tools and tests.
//!
//! A generated crate returns its operations as [`Entry`]s, by the function `operations`: the table of each, reading and
//! writing through its real types, and calls whose types only the entry knows. An operation without generated types is
//! called with [`UntypedCall`]: [`Arguments`] hold its parameters by name, and a [`Target`] states its destination. Its
//! pages are [`UntypedPages`], its result is waited for with [`UntypedWaiting`], and [`UntypedSubscribe`] begins a
//! subscription.

#[cfg(feature = "serde")]
use crate::serde_bridge;
use crate::{
    Body, BoxFuture, Client, Error, Fill, Operation, Read, Record, Write, Writer,
    call::{call, table_of},
    client::{HIDDEN, Options},
    encode::{self, Members},
    http,
    json::{DEPTH, ReadLimits, blank, read_within},
    schema::{self, Type},
    to_vec,
};
use std::{borrow::Cow, fmt::Display};

pub use crate::{
    batch::{RawBatch, RawReplies},
    call::UntypedCall,
    client::{Redactor, Target},
    dry_run::secret_variable,
    encode::{Arguments, Violation},
    pages::{UntypedPage, UntypedPages},
    request::Request,
    stream::UntypedSubscribe,
    waiting::UntypedWaiting,
};

/// Default of the maximum nesting of arrays and objects in a response.
pub const MAX_DEPTH: usize = DEPTH;

/// Whether clients can call `https` URLs: the crate was compiled with some TLS.
pub const HAS_TLS: bool = crate::transport::HAS_TLS;

/// Returns the noun phrase that follows "must be" in messages about a text of a form.
#[must_use]
pub fn expected(form: schema::Form) -> Cow<'static, str> {
    encode::expected(form)
}

/// Returns JSON of a type with `[secret]` in place of each member that the spec marks as
/// secret.
#[must_use]
pub fn without_secrets(ty: Type, json: &str) -> String {
    encode::without_secrets(ty, json, HIDDEN)
}

/// Entry of a catalog: an operation of a generated crate.
#[derive(Clone, Copy)]
pub struct Entry {
    operation: fn() -> &'static schema::Operation,
    input: fn() -> Box<dyn Input>,
    output: fn() -> Box<dyn Output>,
}

/// The parameters of an operation, whose type is not known here.
trait Input: Send {
    /// Returns the value for reading into.
    fn value(&mut self) -> &mut dyn Fill;
    /// Returns the parameters as members.
    fn record(&self) -> &dyn Record;
}

impl<T: Record> Input for T {
    fn value(&mut self) -> &mut dyn Fill {
        self
    }

    fn record(&self) -> &dyn Record {
        self
    }
}

/// A response, whose type is not known here.
trait Output: Send {
    /// Returns the value for reading into.
    fn value(&mut self) -> &mut dyn Fill;
    fn as_write(&self) -> &dyn Write;
}

impl<T: Read + Write> Output for T {
    fn value(&mut self) -> &mut dyn Fill {
        self
    }

    fn as_write(&self) -> &dyn Write {
        self
    }
}

impl Entry {
    /// Creates the entry of an operation.
    #[doc(hidden)]
    pub const fn of<O>() -> Self
    where
        O: Operation,
        O::Output: Write,
    {
        Self { operation: table_of::<O>, input: || Box::new(blank::<O>()), output: || Box::new(blank::<O::Output>()) }
    }

    /// Returns the description of the operation.
    pub fn operation(&self) -> &'static schema::Operation {
        (self.operation)()
    }

    /// Reads parameters from a JSON object as their type, and writes them back as JSON.
    pub fn recode_input(&self, json: &[u8]) -> Result<Vec<u8>, Error> {
        let (input, mut writer) = (self.read_input(json)?, Writer::new());
        writer.record(input.record());
        self.of_operation(writer.finish())
    }

    /// Reads a response as its type, and writes it back as JSON. A response without a type is
    /// written as `null`.
    pub fn recode_output(&self, json: &[u8]) -> Result<Vec<u8>, Error> {
        let mut output = (self.output)();
        if let Some(ty) = self.operation().output {
            let read = read_within(ty, json, ReadLimits::default(), output.value());
            read.map_err(|error| Error::decode(self.operation().id, error))?;
        }
        self.result_json(&*output)
    }

    /// Reads a response and writes it back like [`Entry::recode_output`], but through `serde_json`.
    #[cfg(feature = "serde")]
    pub fn recode_output_by_serde(&self, json: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
        let Some(ty) = self.operation().output else { return Ok(b"null".to_vec()) };
        let (mut output, mut out) = ((self.output)(), Vec::new());
        let mut reader = serde_json::Deserializer::from_slice(json);
        serde_bridge::deserialize_into(output.value(), ty, &mut reader)?;
        reader.end()?;
        serde_bridge::serialize(output.as_write(), ty, &mut serde_json::Serializer::new(&mut out))?;
        Ok(out)
    }

    /// Builds the HTTP request of the typed call, without sending it. The parameters are a JSON
    /// object.
    pub fn request(&self, client: &Client, target: &Target, input_json: &[u8]) -> Result<http::Request<Body>, Error> {
        Ok(client.prepare(self.operation(), &self.members(input_json)?, target)?.http().clone())
    }

    /// Sends the typed call with these parameters, a JSON object, and writes the typed response as
    /// JSON. A response without a type is written as null.
    pub fn call(&self, target: Target, input_json: &[u8]) -> BoxFuture<'static, Result<Vec<u8>, Error>> {
        let (entry, members) = (*self, self.members(input_json));
        Box::pin(async move {
            let (mut output, options) = ((entry.output)(), Options::default());
            call(&target, entry.operation(), members, &options, output.value()).await?;
            entry.result_json(&*output)
        })
    }

    /// Reads parameters from a JSON object as their type, and returns them as members.
    fn members(&self, json: &[u8]) -> Result<Members, Error> {
        encode::members(self.read_input(json)?.record()).map_err(|error| error.with_operation(self.operation().id))
    }

    /// Reads parameters from a JSON object as their type.
    fn read_input(&self, json: &[u8]) -> Result<Box<dyn Input>, Error> {
        let mut input = (self.input)();
        let ty = Type::Record(self.operation().input);
        self.of_operation(read_within(ty, json, ReadLimits::default(), input.value()))?;
        Ok(input)
    }

    /// Writes a response as JSON; `null` for an operation without output.
    fn result_json(&self, output: &dyn Output) -> Result<Vec<u8>, Error> {
        match self.operation().output {
            Some(ty) => self.of_operation(to_vec(output.as_write(), ty)),
            None => Ok(b"null".to_vec()),
        }
    }

    /// Converts an error to an error of this operation.
    fn of_operation<T, E: Display>(&self, done: Result<T, E>) -> Result<T, Error> {
        done.map_err(|error| Error::invalid_request(self.operation().id, vec![error.to_string()]))
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Entry").field(&self.operation().id).finish()
    }
}
