//! Receiver: from a request to a verified event.
//!
//! Input: headers and a body. Output: a [`Delivery`], or an [`Error`] that names the failed check.
//! A body is read as an event only after its signature was verified.

use http::{HeaderMap, HeaderName};
use std::fmt;
use std::marker::PhantomData;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::error::{Error, ErrorKind};
use super::key::{Key, decode};
use super::scheme::{Body, Scheme, Signed};
use crate::client::Redactor;
use crate::json::value_at;
use crate::schema::{self, WebhookId};
use crate::{Read, Text, from_slice};

/// Default maximum size of a body, in bytes.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Maximum number of parts of the signature header that are checked.
const MAX_PARTS: usize = 32;

/// A receiver of webhooks, which verifies requests and reads their events. Created once, by
/// [`Webhooks::receiver`], and shared.
///
/// [`Webhooks::receiver`]: super::Webhooks::receiver
#[derive(Clone)]
pub struct Receiver<E> {
    scheme: Scheme,
    keys: Vec<Key>,
    /// Masks the secrets in what errors quote of a body.
    redactor: Redactor,
    max_bytes: usize,
    tolerance: Option<Duration>,
    event: PhantomData<fn() -> E>,
}

/// A verified event with its ID and time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Delivery<E> {
    /// The event.
    pub event: E,
    /// ID that repeated deliveries of the event share; `None` if the spec names no ID, or the
    /// request has no ID.
    pub id: Option<Text>,
    /// Signed time of the delivery; `None` if the spec has no timestamp.
    pub timestamp: Option<SystemTime>,
}

/// Facts of a request with a valid signature.
struct VerifiedRequest {
    id: Option<Text>,
    timestamp: Option<SystemTime>,
}

impl<E> Receiver<E> {
    pub(super) fn new(scheme: Scheme, keys: Vec<Key>, redactor: Redactor) -> Self {
        let tolerance = scheme.signature.tolerance.map(Duration::from_millis);
        Self { scheme, keys, redactor, max_bytes: MAX_BYTES, tolerance, event: PhantomData }
    }

    /// Sets the maximum size of a body, in bytes. The default is 2 MiB.
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Returns the maximum size of a body, in bytes; a server need not read further.
    #[must_use]
    pub const fn largest_body(&self) -> usize {
        self.max_bytes
    }

    /// Sets the maximum difference between a signed timestamp and the clock, instead of the difference in the
    /// spec. [`Duration::MAX`] accepts any timestamp, such as of stored requests.
    #[must_use]
    pub const fn tolerance(mut self, tolerance: Duration) -> Self {
        self.tolerance = Some(tolerance);
        self
    }

    /// Returns the name of the signature header.
    #[must_use]
    pub const fn signature_header(&self) -> &HeaderName {
        &self.scheme.header
    }

    /// Verifies a request without reading its body as an event.
    ///
    /// # Errors
    /// The request fails a check; see [`ErrorKind`].
    pub fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), Error> {
        self.verify_signature(headers, body).map(drop)
    }

    /// Verifies size, signature and timestamp of a request.
    fn verify_signature(&self, headers: &HeaderMap, body: &[u8]) -> Result<VerifiedRequest, Error> {
        if body.len() > self.max_bytes {
            let text = format!("the body has {} bytes, more than the {} that are accepted", body.len(), self.max_bytes);
            return Err(Error::new(ErrorKind::TooLarge, text));
        }
        let header_id = self.header_id(headers)?;
        let (signatures, time) = self.signatures(headers)?;
        let signed = Signed { timestamp: time.as_deref(), id: header_id };
        if !self.matches(&signatures, &Body::new(body), signed) {
            let text = "the signature belongs to none of the secrets, or to another body";
            return Err(Error::new(ErrorKind::Mismatch, text));
        }
        let timestamp = time.map(|time| self.within_tolerance(&time)).transpose()?;
        let id = header_id.map(Text::from).or_else(|| id_in_body(self.scheme.table, body));
        Ok(VerifiedRequest { id, timestamp })
    }

    /// Returns the decoded signatures in the header, and the text of the timestamp.
    fn signatures(&self, headers: &HeaderMap) -> Result<(Vec<Vec<u8>>, Option<String>), Error> {
        let signature = &self.scheme.signature;
        let mut values = headers.get_all(&self.scheme.header).iter().peekable();
        if values.peek().is_none() {
            return Err(missing(&self.scheme.header));
        }
        let (mut found, mut time) = (Vec::new(), None);
        let parts = values.filter_map(|value| value.to_str().ok()).flat_map(|value| self.scheme.parts(value));
        for part in parts.take(MAX_PARTS) {
            let named = self.scheme.time_part().and_then(|name| part.strip_prefix(name)?.strip_prefix('='));
            if let (Some(text), None) = (named, &time) {
                time = Some(text.to_owned());
            } else if let Some(text) = part.strip_prefix(signature.prefix) {
                found.extend(decode(text, signature.encoding).filter(|bytes| !bytes.is_empty()));
            }
        }
        if found.is_empty() {
            let text = format!("the header `{}` holds no signature of the described form", self.scheme.header);
            return Err(Error::new(ErrorKind::Malformed, text));
        }
        if let (Some(name), None) = (self.scheme.time_part(), &time) {
            let text = format!("the header `{}` has no part `{name}`, the timestamp", self.scheme.header);
            return Err(Error::new(ErrorKind::Malformed, text));
        }
        let own = self.scheme.time_header.as_ref().map(|name| text_of(headers, name)).transpose()?;
        Ok((found, time.or_else(|| own.map(str::to_owned))))
    }

    /// Returns the ID header; fails if a signature covers the ID and the header is missing.
    fn header_id<'h>(&self, headers: &'h HeaderMap) -> Result<Option<&'h str>, Error> {
        let Some(name) = &self.scheme.id_header else { return Ok(None) };
        match text_of(headers, name) {
            Err(error) if self.scheme.covers_id() => Err(error),
            found => Ok(found.ok()),
        }
    }

    /// Returns whether any signature is valid for any key and any described content.
    fn matches(&self, signatures: &[Vec<u8>], body: &Body<'_>, signed: Signed<'_>) -> bool {
        let overs = self.scheme.signature.over.iter();
        overs.flat_map(|over| self.keys.iter().map(move |key| (over, key))).any(|(over, key)| {
            let signed = self.scheme.signed_by(key, over, body, signed);
            signed.is_some_and(|key| signatures.iter().any(|signature| key.verifies(signature)))
        })
    }

    /// Parses a timestamp in Unix seconds, and checks the tolerance.
    fn within_tolerance(&self, text: &str) -> Result<SystemTime, Error> {
        let time = text.parse().ok().and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
        let Some(time) = time else {
            return Err(Error::new(ErrorKind::Malformed, "the timestamp is no number of seconds"));
        };
        let now = SystemTime::now();
        let distance = now.duration_since(time).unwrap_or_else(|error| error.duration());
        if self.tolerance.is_some_and(|tolerance| distance > tolerance) {
            let side = if time < now { "ago" } else { "in the future" };
            let text = format!("the timestamp is {} seconds {side}, beyond the tolerance", distance.as_secs());
            return Err(Error::new(ErrorKind::OutsideTolerance, text));
        }
        Ok(time)
    }
}

impl<E: Read> Receiver<E> {
    /// Verifies a request and reads its event.
    ///
    /// # Errors
    /// The request fails a check, or the body does not fit; see [`ErrorKind`]. An event of an
    /// unknown kind is accepted if the type is an open union.
    pub fn receive(&self, headers: &HeaderMap, body: &[u8]) -> Result<Delivery<E>, Error> {
        let VerifiedRequest { id, timestamp } = self.verify_signature(headers, body)?;
        let event = from_slice(self.scheme.table.event, body).map_err(|source| {
            let source = source.masked(body, &|part| self.redactor.mask_secrets(part));
            let text = format!("the signature is valid, but the body is no event of the spec: {source}");
            Error { kind: ErrorKind::Unreadable, text, source: Some(source) }
        })?;
        Ok(Delivery { event, id, timestamp })
    }
}

/// Returns the ID of an event from its body, if the ID is a member of the event.
fn id_in_body(table: &schema::Webhooks, body: &[u8]) -> Option<Text> {
    let Some(WebhookId::Member(path)) = table.id else { return None };
    let json = value_at(std::str::from_utf8(body).ok()?, path)?;
    match json.bytes().next()? {
        b'"' => from_slice(schema::Type::Text, json.as_bytes()).ok(),
        b'0'..=b'9' | b'-' => Some(json.into()),
        _ => None,
    }
}

fn missing(name: &HeaderName) -> Error {
    Error::new(ErrorKind::MissingHeader, format!("the request has no header `{name}`"))
}

/// Returns the text of a header; a missing header is an error.
fn text_of<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<&'h str, Error> {
    let value = headers.get(name).ok_or_else(|| missing(name))?;
    value.to_str().map_err(|_| Error::new(ErrorKind::Malformed, format!("the header `{name}` is no text")))
}

impl<E> fmt::Debug for Receiver<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Receiver")
            .field("webhooks", &self.scheme.table.name)
            .field("header", &self.scheme.header)
            .field("secrets", &self.keys.len())
            .field("max_bytes", &self.max_bytes)
            .field("tolerance", &self.tolerance)
            .finish()
    }
}
