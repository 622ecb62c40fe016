//! Pagination errors: pages that do not continue, and refused page tokens.
//!
//! Input: the reference of a page to the next one, or a failed call with a page token. Output: the
//! kind and the text of the error, and a hint at the lifetime of tokens.

use crate::{
    error::{
        Error, ErrorKind, Failure,
        display::{SHOWN, shorten},
    },
    schema::{Operation, PageBy},
};
use std::fmt;

/// Reason why the pages of a list do not continue.
#[derive(Debug)]
pub(crate) enum PageFault {
    /// The next page was requested before.
    Repeated,
    /// Another page was requested, but the items are those of the previous page, or two pages alternate.
    Same,
    /// The next page is on another origin.
    Elsewhere {
        /// The origin of the client.
        here: String,
        /// The other origin.
        there: String,
    },
    /// The text that states the next page cannot be used: a line of the header `Link`, an address that is no URL of the
    /// web, or a token that no request can have.
    Unreadable(String),
    /// The response has no next page, and does not mark the end.
    Missing,
}

impl PageFault {
    pub(crate) const fn kind(&self) -> ErrorKind {
        match self {
            Self::Repeated | Self::Same => ErrorKind::RepeatedPage,
            Self::Elsewhere { .. } => ErrorKind::PageOrigin,
            Self::Missing | Self::Unreadable(_) => ErrorKind::NoNextPage,
        }
    }

    /// Takes secrets out of the texts of the service.
    pub(crate) fn redact(&mut self, redact: impl Fn(String) -> String) {
        if let Self::Elsewhere { there: text, .. } | Self::Unreadable(text) = self {
            *text = redact(std::mem::take(text));
        }
    }
}

impl fmt::Display for PageFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeated => out
                .write_str("the page leads to a page that was requested before, so the pages would repeat without end"),
            Self::Same => out.write_str(
                "the page has the same items as the one before it, or two pages alternate, so they would repeat without \
                 end: the service may ignore the parameter that selects the page",
            ),
            Self::Elsewhere { here, there } => write!(
                out,
                "the next page is at {there}, which is not requested: the secrets of the client go to {here} only; if \
                 {there} is the same service, set `anyOrigin: true` under `paginate` in the spec"
            ),
            Self::Unreadable(text) => {
                write!(out, "the page states a next page that cannot be requested: `{}`", shorten(text, SHOWN))
            }
            Self::Missing => {
                out.write_str("the page does not lead to the next one, and it meets none of the conditions for the last page")
            }
        }
    }
}

impl Error {
    /// Returns whether the service refused a page token that may have expired.
    ///
    /// A token may have expired if the call sent one, the spec states a lifetime of tokens, and the status is
    /// 400, 404, 410 or 422, or the response is a JSON-RPC error that a retry does not help. The
    /// message states the lifetime. Begin the list anew then.
    pub fn is_expired_token(&self) -> bool {
        self.0.is_expired_token
    }

    /// Adds a hint at the lifetime of page tokens if the call sent a token that was refused. `is_link` states whether
    /// the call requested the address of a page.
    pub(crate) fn of_token(mut self, operation: &Operation, members: &[Option<Vec<u8>>], is_link: bool) -> Self {
        let Some((paging, life)) = operation.paginate.and_then(|paging| Some((paging, paging.life?))) else {
            return self;
        };
        let has_token = match paging.by {
            PageBy::Token { into, .. } => members.get(into).is_some_and(Option::is_some),
            PageBy::Link { .. } | PageBy::Url { .. } => is_link,
            _ => false,
        };
        if has_token && self.is_refused_token() {
            self.0.is_expired_token = true;
            let hint = format!("The page token may have expired: its lifetime is {}", time(life));
            self.0.hints.push(hint);
        }
        self
    }

    /// Returns whether the error may be due to the page token, and not to the caller or the server.
    fn is_refused_token(&self) -> bool {
        let is_in_body = matches!(self.0.failure, Failure::Rpc(_) | Failure::InBody);
        let is_about_caller = self.is_unauthorized() || self.is_rate_limited() || self.is_retryable();
        (is_in_body || self.is_refused_with(&[400, 404, 410, 422])) && !is_about_caller
    }
}

/// Formats a time in its largest whole unit.
fn time(seconds: u64) -> String {
    let units = [(3_600, "hour"), (60, "minute"), (1, "second")];
    let (size, unit) = units.into_iter().find(|(size, _)| seconds % size == 0).unwrap_or((1, "second"));
    match seconds / size {
        1 => format!("1 {unit}"),
        count => format!("{count} {unit}s"),
    }
}
