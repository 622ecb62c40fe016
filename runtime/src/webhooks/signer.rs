//! Signer: from a body to the headers that a receiver accepts.
//!
//! Input: a body, an ID and a time. Output: headers. Made for tests and test servers.

use http::{HeaderMap, HeaderName, HeaderValue};
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use super::key::{Key, encode};
use super::scheme::{Body, Scheme, Signed};
use crate::Error;

/// A signer of webhooks, which signs bodies as the service does. Created by
/// [`Webhooks::signer`](super::Webhooks::signer).
#[derive(Clone)]
pub struct Signer {
    scheme: Scheme,
    key: Key,
}

impl Signer {
    pub(super) const fn new(scheme: Scheme, key: Key) -> Self {
        Self { scheme, key }
    }

    /// Returns the name of the signature header.
    #[must_use]
    pub const fn signature_header(&self) -> &HeaderName {
        &self.scheme.header
    }

    /// Returns the headers of a request with this body: the signature, and the timestamp and ID if
    /// the spec has headers for them.
    ///
    /// # Errors
    /// The signature covers canonical JSON and the body has none, or `id` is not a valid header
    /// value.
    pub fn sign(&self, body: &[u8], id: &str, time: SystemTime) -> Result<HeaderMap, Error> {
        let (scheme, signature) = (&self.scheme, &self.scheme.signature);
        let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs().to_string();
        let signed = Signed { timestamp: Some(&seconds), id: Some(id) };
        let over = signature.over.first().copied().unwrap_or_default();
        let key = scheme.signed_by(&self.key, over, &Body::new(body), signed);
        let key = key.ok_or_else(|| Error::building("the body has no canonical JSON that could be signed"))?;
        let own = format!("{}{}", signature.prefix, encode(&key.sign(), signature.encoding));
        let separator = signature.separator.unwrap_or_default();
        let value = match scheme.time_part() {
            Some(name) => format!("{name}={seconds}{separator}{own}"),
            None => own,
        };
        let mut headers = HeaderMap::new();
        put(&mut headers, Some(&scheme.header), &value)?;
        put(&mut headers, scheme.time_header.as_ref(), &seconds)?;
        put(&mut headers, scheme.id_header.as_ref(), id)?;
        Ok(headers)
    }
}

/// Adds a header, if the spec has it.
fn put(headers: &mut HeaderMap, name: Option<&HeaderName>, value: &str) -> Result<(), Error> {
    let Some(name) = name else { return Ok(()) };
    let value = HeaderValue::from_str(value)
        .map_err(|_| Error::building(format!("the header `{name}` cannot hold a text with control characters")))?;
    headers.insert(name, value);
    Ok(())
}

impl fmt::Debug for Signer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Signer")
            .field("webhooks", &self.scheme.table.name)
            .field("header", &self.scheme.header)
            .finish_non_exhaustive()
    }
}
