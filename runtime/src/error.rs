//! Error of all calls.
//!
//! Input: failures of every stage of a call. Output: predicates and accessors for programs, and one human-readable
//! line. The value has the size of a pointer. Printed text holds no secrets of the client, even if a server has echoed
//! them. The response's body is kept unchanged, up to a limit, and is not printed.

mod batch;
mod display;
mod pages;
mod redirects;
mod response;
mod rpc;
mod waiting;

pub(crate) use self::{
    display::{SHOWN, shorten, status_line},
    pages::PageFault,
    redirects::{RedirectFault, RedirectReason},
    response::ErrorResponse,
    rpc::{Code, RpcFailure},
    waiting::{WaitEnd, WaitFault},
};

use crate::{
    RawJson, Read, ReadError, from_slice,
    schema::{self, Effect, RpcRetry},
    transport::{Reason, TransportError},
};
use http::{HeaderMap, StatusCode};
use std::{borrow::Cow, time::Duration};

/// The error of a call, or of building a client.
///
/// `Display` prints one line: the operation, what happened and, if known, what to do.
///
/// Neither `Display` nor `Debug` shows secrets and headers of the client, even if a server copied
/// them into its response. The raw data of the server may contain them: [`Error::body`],
/// [`Error::body_as`], [`Error::headers`] and [`Error::rpc_data`]. Secrets in an error of your own
/// transport are not recognized.
pub struct Error(Box<Inner>);

/// Content of an error.
pub(crate) struct Inner {
    pub(crate) operation: Option<&'static str>,
    /// The service and the number of calls, where a whole batch failed.
    pub(crate) batch: Option<(&'static str, usize)>,
    pub(crate) failure: Failure,
    /// Method and path of the request without secrets, if there was a response.
    pub(crate) asked: Option<String>,
    /// The response, if there was one.
    pub(crate) response: Option<ErrorResponse>,
    /// Text that replaces the failure of a transport that repeats a secret.
    pub(crate) masked: Option<String>,
    /// Hints at the cause or the remedy.
    pub(crate) hints: Vec<String>,
    /// Number of attempts that were made.
    pub(crate) attempts: u32,
    /// The origin of the endpoint that the last attempt went to.
    pub(crate) origin: Option<Box<str>>,
    /// Whether a redirect was followed before the failure, so that the service received the request in any
    /// case.
    pub(crate) was_redirected: bool,
    /// Whether the service refused a page token that may have expired.
    pub(crate) is_expired_token: bool,
}

/// What has failed, with the facts of the failure.
pub(crate) enum Failure {
    Building(String),
    InvalidRequest(Vec<String>),
    Transport(TransportError),
    Timeout(Duration),
    /// A response in parts was silent for this long.
    Silence(Duration),
    Redirect(RedirectFault),
    /// The limits of the client would delay the call beyond its deadline. `wait` is the delay,
    /// where it is known; `left` is the time that was left.
    Held {
        wait: Option<Duration>,
        left: Duration,
    },
    /// The provider of a secret failed.
    Secret {
        name: &'static str,
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The function that signs requests failed.
    Signer {
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    Status,
    /// The body of a success status reports a failure.
    InBody,
    Rpc(RpcFailure),
    Protocol(String),
    /// A frame of a websocket is neither a response nor an event, for this reason.
    Frame(&'static str),
    /// The body is compressed in this way, which the client did not ask for.
    Compressed(String),
    Decode(ReadError),
    /// The response has no body, where the operation describes this one.
    NoBody(String),
    /// The pages of a list do not go on.
    Page(PageFault),
    /// A result that was waited for was not reached.
    Waiting(Box<WaitFault>),
    /// The batch of the call ended before the turn of the call, for this reason.
    NotSent(String),
}

/// Kind of failure of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The client cannot be built, because a setting is wrong or missing.
    Building,
    /// A call was made without something that it needs, such as a secret, a variable or a tokio
    /// runtime; nothing was sent.
    Setup,
    /// A parameter breaks a bound or a rule; nothing was sent.
    InvalidRequest,
    /// There was no connection; nothing was sent.
    Connect,
    /// The exchange broke off, or a redirect leads to where there is no connection; the server may
    /// have received the request.
    Transport,
    /// The timeout has passed.
    Timeout,
    /// The response is larger than the size limit.
    TooLarge,
    /// The server redirected to a URL that the client does not follow.
    Redirect,
    /// The limits of the client would delay the call beyond its deadline; nothing was sent.
    Limited,
    /// The provider of a secret or the signer of requests failed, or gave no usable value; nothing
    /// was sent.
    Secret,
    /// The HTTP status is not a success.
    Status,
    /// The HTTP status is a success that the operation does not describe.
    UndescribedStatus,
    /// The HTTP status is a success, but the body reports a failure, in the way that the spec
    /// describes.
    InBody,
    /// The response is a JSON-RPC error.
    Rpc,
    /// The response is not a JSON-RPC response to this call.
    Protocol,
    /// The response is compressed, which the client did not ask for.
    Compressed,
    /// The response does not fit its type.
    Decode,
    /// A page of a list leads to a page that was requested before, or has the items of the page before it.
    RepeatedPage,
    /// A page of a list leads to an address on another origin.
    PageOrigin,
    /// A page of a list is not the last one, but does not lead to the next.
    NoNextPage,
    /// The result that was waited for cannot be reached any more. See [`Error::last_response`].
    WaitFailed,
    /// The result that was waited for was not reached before the deadline. See
    /// [`Error::last_response`].
    WaitTimeout,
    /// Another item replaced the awaited one, such as a transaction with the same number.
    /// See [`Error::last_response`].
    WaitReplaced,
    /// The call is in a later part of a batch that failed, or was late, before; nothing was sent.
    NotSent,
}

impl Error {
    pub(crate) fn new(operation: Option<&'static str>, failure: Failure) -> Self {
        let (batch, asked, response, masked, hints, origin) = (None, None, None, None, Vec::new(), None);
        let (attempts, was_redirected, is_expired_token) = (1, false, false);
        Self(Box::new(Inner {
            operation,
            batch,
            failure,
            asked,
            response,
            masked,
            hints,
            attempts,
            origin,
            was_redirected,
            is_expired_token,
        }))
    }

    pub(crate) fn building(text: impl Into<String>) -> Self {
        Self::new(None, Failure::Building(text.into()))
    }

    pub(crate) fn invalid_request(operation: &'static str, texts: Vec<String>) -> Self {
        Self::new(Some(operation), Failure::InvalidRequest(texts))
    }

    pub(crate) fn decode(operation: &'static str, error: ReadError) -> Self {
        Self::new(Some(operation), Failure::Decode(error))
    }

    crate::setters! {
        pub(crate) fn with_operation(self, operation: &'static str) { self.0.operation = Some(operation); }

        pub(crate) fn with_response(self, response: ErrorResponse) { self.0.response = Some(response); }

        /// Sets the method and the path of the request.
        pub(crate) fn with_asked(self, asked: String) { self.0.asked = Some(asked); }
    }

    /// Removes secrets from the failure of a transport, which may repeat them.
    pub(crate) fn redacted(mut self, redact: impl Fn(String) -> String) -> Self {
        match &mut self.0.failure {
            Failure::Redirect(fault) => fault.redact(&redact),
            Failure::Page(fault) => fault.redact(&redact),
            _ => {}
        }
        let text = match &self.0.failure {
            Failure::Transport(error) => error.to_string(),
            Failure::Secret { source, .. } | Failure::Signer { source } => source.to_string(),
            _ => return self,
        };
        self.0.masked = Some(redact(text.clone())).filter(|masked| *masked != text);
        self
    }

    crate::setters! {
        pub(crate) fn with_attempts(self, attempts: u32) { self.0.attempts = attempts; }

        /// Sets whether the request had been redirected before it failed.
        pub(crate) fn with_redirect(self, was_redirected: bool) { self.0.was_redirected = was_redirected; }

        pub(crate) fn with_origin(self, origin: &str) { self.0.origin = Some(origin.into()); }
    }

    /// Returns the reason of a setup error without its prefix, for an error that adds its own
    /// context.
    pub(crate) fn reason(&self) -> String {
        match &self.0.failure {
            Failure::Building(text) => text.clone(),
            _ => self.to_string(),
        }
    }

    /// Returns the text of the failure, without the operation and hints.
    pub(crate) fn failure_text(&self) -> String {
        self.0.failure_text()
    }

    pub(crate) fn with_hints(mut self, hints: Vec<String>) -> Self {
        self.0.hints.extend(hints);
        self
    }

    /// Returns the kind of failure.
    pub fn kind(&self) -> ErrorKind {
        match &self.0.failure {
            Failure::Building(_) if self.0.operation.or(self.0.batch.map(|(service, _)| service)).is_some() => {
                ErrorKind::Setup
            }
            Failure::Building(_) => ErrorKind::Building,
            Failure::InvalidRequest(_) => ErrorKind::InvalidRequest,
            Failure::Transport(error) => match error.reason {
                Reason::Connect if !self.0.was_redirected => ErrorKind::Connect,
                Reason::Connect => ErrorKind::Transport,
                Reason::Other => ErrorKind::Transport,
                Reason::Timeout => ErrorKind::Timeout,
                Reason::TooLarge(_) => ErrorKind::TooLarge,
            },
            Failure::Timeout(_) | Failure::Silence(_) => ErrorKind::Timeout,
            Failure::Redirect(_) => ErrorKind::Redirect,
            Failure::Held { .. } => ErrorKind::Limited,
            Failure::Secret { .. } | Failure::Signer { .. } => ErrorKind::Secret,
            Failure::Status if self.status().is_some_and(|status| status.is_success()) => ErrorKind::UndescribedStatus,
            Failure::Status => ErrorKind::Status,
            Failure::InBody => ErrorKind::InBody,
            Failure::Rpc(_) => ErrorKind::Rpc,
            Failure::Protocol(_) | Failure::Frame(_) => ErrorKind::Protocol,
            Failure::Compressed(_) => ErrorKind::Compressed,
            Failure::Decode(_) | Failure::NoBody(_) => ErrorKind::Decode,
            Failure::Page(fault) => fault.kind(),
            Failure::Waiting(fault) => fault.kind(),
            Failure::NotSent(_) => ErrorKind::NotSent,
        }
    }

    /// Returns whether a setting of the client is wrong or missing, or a call was made without something that it needs,
    /// such as a secret or a tokio runtime.
    pub fn is_building(&self) -> bool {
        matches!(self.kind(), ErrorKind::Building | ErrorKind::Setup)
    }

    /// Returns whether a parameter breaks a bound or a rule; nothing was sent. See [`Error::broken_rules`].
    pub fn is_invalid_request(&self) -> bool {
        self.kind() == ErrorKind::InvalidRequest
    }

    /// Returns whether the exchange itself failed: no connection, a broken connection, a redirect that is not followed,
    /// or a response above the size limit.
    pub fn is_transport(&self) -> bool {
        let kind = self.kind();
        matches!(kind, ErrorKind::Connect | ErrorKind::Transport | ErrorKind::TooLarge | ErrorKind::Redirect)
    }

    /// Returns whether the connection failed, so that no byte of the request was sent.
    pub fn is_connect(&self) -> bool {
        self.kind() == ErrorKind::Connect
    }

    /// Returns whether the exchange took too long for the client, or for the server, which then answers with the status
    /// 408, 504, 522 or 524; or whether a result was not reached in time.
    pub fn is_timeout(&self) -> bool {
        matches!(self.kind(), ErrorKind::Timeout | ErrorKind::WaitTimeout)
            || self.is_refused_with(&[408, 504, 522, 524])
    }

    /// Returns whether the service refuses further calls for now: with the status 429, or with an error whose
    /// code the spec marks as a limit. A message alone proves nothing. See [`Error::retry_after`].
    pub fn is_rate_limited(&self) -> bool {
        self.is_refused_with(&[429]) || self.is_limited_by_spec()
    }

    /// Returns whether the spec states that the service refuses calls for now with this error.
    fn is_limited_by_spec(&self) -> bool {
        match &self.0.failure {
            Failure::Rpc(failure) => failure.is_limited(),
            Failure::InBody => self.0.response.as_ref().is_some_and(ErrorResponse::is_limited_by_code),
            _ => false,
        }
    }

    /// Returns whether the server does not serve yet or for now, such as a node that is starting or still loads its
    /// data: the status 503 or 529, or an error that the spec lists under `unavailable`. The same call may succeed
    /// later. Where the base URL is wrong, some servers answer likewise.
    pub fn is_unavailable(&self) -> bool {
        self.is_refused_with(&[503, 529]) || self.is_unavailable_by_spec()
    }

    /// Returns whether the requested item does not exist: the status 404 or 410, or a JSON-RPC error with the name
    /// `NotFound` or `ResourceNotFound` in the spec. A wrong base URL causes the status 404, too. Never true together
    /// with [`Error::is_unavailable`].
    pub fn is_not_found(&self) -> bool {
        let is_missing = self.is_refused_with(&[404, 410]) || self.is_named(&["NotFound", "ResourceNotFound"]);
        is_missing && !self.is_unavailable()
    }

    /// Returns whether the error matches a sign that the spec lists under `unavailable`.
    fn is_unavailable_by_spec(&self) -> bool {
        let is_response = matches!(self.0.failure, Failure::Status | Failure::InBody | Failure::Rpc(_));
        let response = self.0.response.as_ref().filter(|_| is_response);
        response.is_some_and(|response| {
            response.client.unavailable.iter().any(|sign| self.has_message(sign.message, sign.code))
        })
    }

    /// Returns whether the message of the server contains a text, and the error has this code: the JSON-RPC code, or
    /// the HTTP status.
    pub(crate) fn has_message(&self, text: &str, code: Option<i64>) -> bool {
        let found = self.rpc_code().or_else(|| self.status().map(|status| status.as_u16().into()));
        // Where the spec does not describe error bodies, the whole body is the message.
        let body = || String::from_utf8_lossy(self.body().unwrap_or_default());
        let said = self.server_message().map_or_else(body, Cow::Borrowed);
        said.contains(text) && code.is_none_or(|code| found == Some(code))
    }

    /// Returns whether the service requires a key or refuses the key that was sent: the status 401 or 403, or a
    /// JSON-RPC error with the name `Unauthorized` or `Forbidden` in the spec.
    pub fn is_unauthorized(&self) -> bool {
        self.is_refused_with(&[401, 403]) || self.is_named(&["Unauthorized", "Forbidden"])
    }

    /// Returns whether the response has one of these statuses, and is an error by its status or as JSON-RPC.
    fn is_refused_with(&self, statuses: &[u16]) -> bool {
        let is_response = matches!(self.0.failure, Failure::Status | Failure::Rpc(_));
        is_response && self.status().is_some_and(|status| statuses.contains(&status.as_u16()))
    }

    /// Returns whether the code of the JSON-RPC error has one of these names in the spec.
    fn is_named(&self, names: &[&str]) -> bool {
        self.rpc_name().is_some_and(|name| names.contains(&name))
    }

    /// Returns whether the HTTP status is not a success, or a success that the operation does not describe, or a
    /// success whose body reports a failure.
    pub fn is_status(&self) -> bool {
        matches!(self.kind(), ErrorKind::Status | ErrorKind::UndescribedStatus | ErrorKind::InBody)
    }

    /// Returns whether the response is a JSON-RPC error.
    pub fn is_rpc(&self) -> bool {
        self.kind() == ErrorKind::Rpc
    }

    /// Returns whether the response could not be read: it does not fit its type, is compressed, or is not a JSON-RPC
    /// response to this call.
    pub fn is_decode(&self) -> bool {
        matches!(self.kind(), ErrorKind::Decode | ErrorKind::Protocol | ErrorKind::Compressed)
    }

    /// Returns whether the same call may succeed later: after a failed or broken connection, a timeout or a rate limit,
    /// or when the limits of the client let it go. It may after the statuses 408, 425, 429, 500, 502 to 504, 520 to 524
    /// and 529. A server that does not serve yet, by the criteria of the spec, always counts. Where the spec states for
    /// another error code or status whether a retry may help, that decides. A JSON-RPC error with the status 500 is
    /// about the call, not about the server, so it does not count otherwise.
    ///
    /// A repetition of the call may do harm all the same; see [`Error::may_repeat`].
    pub fn is_retryable(&self) -> bool {
        self.is_unavailable_by_spec() || self.may_succeed_later()
    }

    /// Returns whether the same call may succeed later, apart from errors that the spec lists under
    /// `unavailable`.
    fn may_succeed_later(&self) -> bool {
        let status = self.status().map_or(0, |status| status.as_u16());
        match self.kind() {
            ErrorKind::Connect | ErrorKind::Transport | ErrorKind::Timeout => true,
            ErrorKind::Limited | ErrorKind::NotSent | ErrorKind::WaitTimeout => true,
            ErrorKind::Status => status == 500 || is_transient_status(status) || self.is_retried_by_spec(status),
            ErrorKind::InBody => {
                self.is_limited_by_spec() || self.0.response.as_ref().is_some_and(ErrorResponse::is_retried_by_code)
            }
            ErrorKind::Rpc if self.is_limited_by_rule() => true,
            ErrorKind::Rpc if self.is_of_large_batch() => false,
            ErrorKind::Rpc => match self.rpc_retry() {
                Some(retry) => matches!(retry, RpcRetry::Later | RpcRetry::Undone),
                None => is_transient_status(status) || self.is_rate_limited(),
            },
            _ => false,
        }
    }

    /// Returns whether the spec lists the status as one after which the same call may succeed later.
    fn is_retried_by_spec(&self, status: u16) -> bool {
        self.0.response.as_ref().is_some_and(|response| response.retry.contains(&status))
    }

    /// Returns whether the call may be repeated without harm, given its effect.
    ///
    /// A call that changes something may be repeated only if nothing was done: there was no connection, or the service
    /// refused the call for now. The status 429 proves that, and so does a status, a code or an unavailable server for
    /// which the spec states it. Any other message does not.
    pub fn may_repeat(&self, effect: Effect) -> bool {
        let is_unavailable = self.is_unavailable_by_spec();
        let is_undone = || !self.0.was_redirected && (is_unavailable || self.is_undone());
        (is_unavailable || self.may_succeed_later()) && (effect.is_harmless() || is_undone())
    }

    /// Returns whether it is certain that the service did nothing, apart from redirects and errors that the
    /// spec lists under `unavailable`.
    fn is_undone(&self) -> bool {
        let status = self.status().map_or(0, |status| status.as_u16());
        match self.kind() {
            ErrorKind::Connect | ErrorKind::Limited | ErrorKind::NotSent => true,
            // A server that fails may have begun; one that refuses has not.
            ErrorKind::Status => status == 429 || status < 500 && self.is_retried_by_spec(status),
            ErrorKind::Rpc => status == 429 || self.rpc_retry() == Some(RpcRetry::Undone) || self.is_limited_by_spec(),
            ErrorKind::InBody => self.is_limited_by_spec(),
            _ => false,
        }
    }

    /// Returns whether a redirect was followed before the failure.
    pub(crate) const fn was_redirected(&self) -> bool {
        self.0.was_redirected
    }

    /// Returns whether the call may succeed in a smaller batch.
    pub(crate) fn is_of_large_batch(&self) -> bool {
        matches!(&self.0.failure, Failure::Rpc(failure) if failure.is_of_large_batch())
    }

    /// Returns whether the rule `limited` of the spec matches the error. Only for other errors, `retry` of the
    /// spec counts.
    fn is_limited_by_rule(&self) -> bool {
        matches!(&self.0.failure, Failure::Rpc(failure) if failure.limit().is_some())
    }

    fn rpc_retry(&self) -> Option<RpcRetry> {
        self.rpc_error()?.retry
    }

    /// Returns the time after which the server asks for a retry, if its headers state one, or the
    /// member of the error that the spec names; or how long the limits of the client would have held
    /// the call.
    pub fn retry_after(&self) -> Option<Duration> {
        let by_headers = || self.0.response.as_ref()?.retry_after();
        match &self.0.failure {
            Failure::Held { wait, .. } => *wait,
            Failure::Rpc(failure) => failure.wait().or_else(by_headers),
            _ => by_headers(),
        }
    }

    /// Returns the origin of the endpoint that the last attempt went to: scheme, host and port.
    /// `None` if nothing went out.
    pub fn origin(&self) -> Option<&str> {
        self.0.origin.as_deref()
    }

    /// Returns how many attempts of the call were made; this is the error of the last attempt.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// Returns the ID of the operation in the spec; `None` for an error of building a client, and for the error of a
    /// whole batch.
    pub fn operation(&self) -> Option<&'static str> {
        self.0.operation
    }

    /// Returns the HTTP status, if there was a response.
    pub fn status(&self) -> Option<StatusCode> {
        Some(self.0.response.as_ref()?.status)
    }

    /// Returns the headers of the response.
    pub fn headers(&self) -> Option<&HeaderMap> {
        Some(&self.0.response.as_ref()?.headers)
    }

    /// Returns the ID that the server gave the request: from the header that the spec names, or
    /// from one of the usual headers, such as `x-request-id`.
    pub fn request_id(&self) -> Option<&str> {
        self.0.response.as_ref()?.request_id()
    }

    /// Returns the body of the response, up to 256 KiB. A server may have copied a key of the
    /// request into it.
    pub fn body(&self) -> Option<&[u8]> {
        Some(&self.0.response.as_ref()?.body)
    }

    /// Returns the body of the response as the error type of the service.
    ///
    /// `None` without a response, or if the errors of the service have no type.
    pub fn body_as<T: Read>(&self) -> Option<Result<T, ReadError>> {
        let response = self.0.response.as_ref()?;
        let ty: schema::Type = response.errors?.body;
        Some(from_slice(ty, &response.body))
    }

    /// Returns the error message of the server, from the body of its response or from the JSON-RPC
    /// error.
    pub fn server_message(&self) -> Option<&str> {
        match &self.0.failure {
            Failure::Rpc(failure) => Some(&failure.message),
            _ => self.0.response.as_ref()?.message.as_deref(),
        }
    }

    /// Returns the code of the server's error, from the body of its response: a text, or the digits of a number. `None`
    /// unless `inBody` of the spec names the member that holds the code. A JSON-RPC error has its code in
    /// [`Error::rpc_code`].
    pub fn server_code(&self) -> Option<&str> {
        self.0.response.as_ref()?.code.as_deref()
    }

    /// Returns the code of the JSON-RPC error, where it is an integer.
    pub fn rpc_code(&self) -> Option<i64> {
        match &self.0.failure {
            Failure::Rpc(failure) => failure.number(),
            _ => None,
        }
    }

    /// Returns the description of the JSON-RPC error code, if the spec has one.
    pub fn rpc_error(&self) -> Option<&'static schema::RpcError> {
        match &self.0.failure {
            Failure::Rpc(failure) => failure.known,
            _ => None,
        }
    }

    /// Returns the name of the JSON-RPC error code in the spec.
    pub fn rpc_name(&self) -> Option<&'static str> {
        self.rpc_error().map(|known| known.name)
    }

    /// Returns the `data` of the JSON-RPC error as the type that the spec states for its code.
    ///
    /// `None` without data, or if the spec states no type.
    pub fn rpc_data_as<T: Read>(&self) -> Option<Result<T, ReadError>> {
        let ty = self.rpc_error()?.data?;
        Some(from_slice(ty, self.rpc_data()?.as_str().as_bytes()))
    }

    /// Returns the raw `data` of the JSON-RPC error, if it is present and not null.
    pub fn rpc_data(&self) -> Option<&RawJson> {
        match &self.0.failure {
            Failure::Rpc(failure) => failure.data.as_ref(),
            _ => None,
        }
    }

    /// Returns all bounds and rules that the parameters break.
    pub fn broken_rules(&self) -> &[String] {
        match &self.0.failure {
            Failure::InvalidRequest(texts) => texts,
            _ => &[],
        }
    }

    /// Returns why the response does not fit its type, with the JSON path and an excerpt.
    pub fn read_error(&self) -> Option<&ReadError> {
        match &self.0.failure {
            Failure::Decode(error) => Some(error),
            _ => None,
        }
    }
}

/// Returns whether a status means a failure that may pass, whatever the body contains: a failure of the call, or of a
/// proxy that does not reach the server or is overloaded.
const fn is_transient_status(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 502..=504 | 520..=524 | 529)
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.failure {
            // The failure would show a secret.
            _ if self.0.masked.is_some() => None,
            Failure::Decode(error) => Some(error),
            Failure::Transport(error) => Some(error),
            Failure::Secret { source, .. } | Failure::Signer { source } => Some(source.as_ref()),
            Failure::Waiting(fault) => fault.cause.as_ref().map(|cause| cause as _),
            _ => None,
        }
    }
}
