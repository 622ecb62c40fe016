//! Faults of redirects: why the client does not follow one.
//!
//! Input: a status, and what a server sent. Output: the text for people, in which only what a server sent may hold a
//! secret.

use http::{Method, StatusCode};
use std::fmt;

/// Redirect that is not followed.
#[derive(Clone)]
pub(crate) struct RedirectFault {
    /// Status of the response; `None` if the fault is not one of a single response.
    pub(crate) status: Option<StatusCode>,
    pub(crate) reason: RedirectReason,
}

/// Reason why a redirect is not followed.
#[derive(Clone)]
pub(crate) enum RedirectReason {
    /// The place is no URL.
    NoUrl,
    /// The URL has another scheme than HTTP.
    Scheme(String),
    /// The URL has another origin.
    Origin { here: String, there: String, why: &'static str },
    /// The URL has another origin and a part of a path that may be a key.
    KeyInPath,
    /// A repeat of this method is a new call.
    Method(Method),
    /// The request is the handshake of a websocket.
    Handshake,
    /// There are more than this number of redirects in a row.
    TooMany(usize),
    /// The request cannot be built again.
    Unbuilt(String),
}

impl From<RedirectReason> for RedirectFault {
    fn from(reason: RedirectReason) -> Self {
        Self { status: None, reason }
    }
}

impl RedirectFault {
    /// Redacts secrets in the parts that a server sent. The words around them are no secrets, whatever they are.
    pub(crate) fn redact(&mut self, redact: impl Fn(String) -> String) {
        let parts = match &mut self.reason {
            RedirectReason::Scheme(text) | RedirectReason::Unbuilt(text) => [Some(text), None],
            RedirectReason::Origin { here, there, .. } => [Some(here), Some(there)],
            _ => [None, None],
        };
        parts.into_iter().flatten().for_each(|text| *text = redact(std::mem::take(text)));
    }
}

impl fmt::Display for RedirectFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(status) = self.status {
            write!(out, "{status}: ")?;
        }
        match &self.reason {
            RedirectReason::NoUrl => out.write_str("the server redirects to a place that is no URL"),
            RedirectReason::Scheme(scheme) => {
                write!(
                    out,
                    "the server redirects to a `{scheme}` URL, which is not followed: a client follows http and https"
                )
            }
            RedirectReason::Origin { here, there, why } => {
                write!(out, "the server redirects from {here} to {there}, which is not followed: {why}")
            }
            RedirectReason::KeyInPath => out.write_str(
                "the server redirects to another origin with a part of the path that may be a key, which is not \
                 followed: a key goes to the origin of its URL only",
            ),
            RedirectReason::Method(method) => {
                write!(out, "the server redirects a {method} request, which is not followed: set the base URL")
            }
            RedirectReason::Handshake => out.write_str(
                "the server redirects the handshake of a websocket, which is not followed: set the base URL",
            ),
            RedirectReason::TooMany(most) => write!(out, "the server redirects more than {most} times in a row"),
            RedirectReason::Unbuilt(text) => out.write_str(text),
        }
    }
}
