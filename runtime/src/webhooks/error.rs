//! Reason for refusing a request.
//!
//! Input: the findings of a receiver. Output: one human-readable line, and a kind for programs. Neither contains a
//! secret or a valid signature. Of a body that is no event, some bytes are quoted.

use http::StatusCode;
use std::fmt;

use crate::ReadError;

/// Reason for refusing a request.
///
/// Neither `Display` nor `Debug` shows a secret or the expected signature.
#[derive(Debug)]
pub struct Error {
    pub(super) kind: ErrorKind,
    pub(super) text: String,
    pub(super) source: Option<ReadError>,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The body is larger than the receiver accepts; nothing was verified.
    TooLarge,
    /// A header is missing: of the signature, the timestamp or the ID.
    MissingHeader,
    /// A header or the timestamp does not have the described form.
    Malformed,
    /// The signature was made with another secret, or for another body.
    Mismatch,
    /// The signature is valid, but the signed timestamp is too old, or too far in the future.
    OutsideTolerance,
    /// The signature is valid, but the body does not fit the type of an event.
    Unreadable,
}

impl Error {
    pub(super) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), source: None }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns whether the kind proves that the signature is valid, so that the service has sent
    /// the request.
    #[must_use]
    pub const fn is_authentic(&self) -> bool {
        matches!(self.kind, ErrorKind::Unreadable | ErrorKind::OutsideTolerance)
    }

    /// Returns an HTTP status for the response: 413 for a body that is too large, 422 for an
    /// authentic but unreadable body, else 401.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        match self.kind {
            ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorKind::Unreadable => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::UNAUTHORIZED,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}
