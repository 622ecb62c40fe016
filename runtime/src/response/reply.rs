//! Response of a successful call, for the user.
//!
//! Input: status, headers and body. Output: the typed body, the raw bytes, and the rate limits in
//! the headers.

use crate::{
    Body, Error, Read, ReadError, Reader, Write, Writer,
    client::Masking,
    from_slice,
    json::lone_surrogates,
    response::headers,
    schema::{Operation, Type},
    transport::{RateLimit, rate_limit, request_id},
};
use http::{HeaderMap, StatusCode};
use std::ops::Range;

/// The response of a call, before its body is read as a type.
#[derive(Clone, Debug)]
pub struct RawReply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) raw: Body,
    /// Range of the JSON of the result in `raw`.
    pub(crate) result: Range<usize>,
    pub(crate) operation: &'static Operation,
    /// Index of the endpoint of the client that sent the response.
    pub(crate) endpoint: usize,
    /// Removes secrets from errors.
    pub(crate) masking: Masking,
    /// JSON of the result, if it is not a part of the body.
    pub(crate) written: Option<Body>,
}

impl RawReply {
    /// Returns the JSON of the result: the body of a REST response, `result` of a JSON-RPC
    /// response. It is `null` if the operation has no output, or bytes. A response that depends on
    /// its status is in an object with the status, `{"200": …}`. Events are a list of objects with
    /// their names, and lines a list.
    pub fn result(&self) -> &[u8] {
        match self.written.as_ref().unwrap_or(&self.raw).get(self.result.clone()) {
            Some(json) if !json.is_empty() => json,
            _ => b"null",
        }
    }

    /// Returns the HTTP status.
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the headers.
    pub const fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the raw body.
    pub const fn raw(&self) -> &Body {
        &self.raw
    }

    /// Returns how many escapes of the result are half of a surrogate pair, which is not a character. Texts have U+FFFD
    /// in their place; [`RawReply::result`] and [`RawReply::raw`] keep what came.
    pub fn lone_surrogates(&self) -> usize {
        lone_surrogates(self.result())
    }

    /// Returns the ID that the server gave the request: from the header that the spec names, or
    /// from one of the usual headers, such as `x-request-id`. Operators find a request by it.
    pub fn request_id(&self) -> Option<&str> {
        request_id(&self.headers, self.operation.service.client)
    }

    /// Returns the rate limit that the headers state.
    pub fn rate_limit(&self) -> RateLimit<'_> {
        rate_limit(&self.headers, &self.operation.service.client.rate_limit)
    }

    /// Returns the origin of the endpoint that sent the response: scheme, host and port. Redirects
    /// do not change it.
    pub fn origin(&self) -> &str {
        self.masking.origin()
    }

    /// Reads the headers as the type that the operation describes for them.
    ///
    /// # Errors
    ///
    /// The operation describes no headers, a required header is missing, or a header does not fit
    /// its type.
    pub fn headers_as<H: Read>(&self) -> Result<H, Error> {
        let Some(table) = self.operation.response.headers else {
            return Err(Error::building("the operation describes no headers").with_operation(self.operation.id));
        };
        let json = headers::json(&self.headers, table);
        let mask = |part: &mut [u8]| self.masking.mask(part);
        let misfit = |error: ReadError| error.in_member("headers").masked(&json, &mask);
        from_slice(Type::Record(table), &json).map_err(|error| Error::decode(self.operation.id, misfit(error)))
    }
}

/// The response of a call: the typed body, with status, headers and raw bytes.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    body: T,
    reply: RawReply,
}

impl<T> Reply<T> {
    pub(crate) const fn new(body: T, reply: RawReply) -> Self {
        Self { body, reply }
    }

    /// Returns the body.
    pub const fn body(&self) -> &T {
        &self.body
    }

    /// Converts the reply into the body.
    pub fn into_body(self) -> T {
        self.body
    }

    /// Returns the HTTP status.
    pub const fn status(&self) -> StatusCode {
        self.reply.status
    }

    /// Returns the headers.
    pub const fn headers(&self) -> &HeaderMap {
        &self.reply.headers
    }

    /// Reads the headers as the type that the operation describes for them.
    ///
    /// # Errors
    ///
    /// The operation describes no headers, a required header is missing, or a header does not fit
    /// its type.
    pub fn headers_as<H: Read>(&self) -> Result<H, Error> {
        self.reply.headers_as()
    }

    /// Returns the origin of the endpoint that sent the response: scheme, host and port. Redirects
    /// do not change it.
    pub fn origin(&self) -> &str {
        self.reply.origin()
    }

    /// Returns the raw body, including members that the client does not describe.
    pub const fn raw(&self) -> &Body {
        &self.reply.raw
    }

    /// Returns how many escapes of the body are half of a surrogate pair, see
    /// [`RawReply::lone_surrogates`].
    pub fn lone_surrogates(&self) -> usize {
        lone_surrogates(&self.reply.raw)
    }

    /// Returns the ID that the server gave the request, see [`RawReply::request_id`].
    pub fn request_id(&self) -> Option<&str> {
        self.reply.request_id()
    }

    /// Returns the rate limit that the headers state.
    pub fn rate_limit(&self) -> RateLimit<'_> {
        self.reply.rate_limit()
    }
}

/// The output of an operation whose response body is ignored.
impl Read for () {
    fn blank() -> Self {}

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.skip()
    }
}

impl Write for () {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.raw("null");
    }
}
