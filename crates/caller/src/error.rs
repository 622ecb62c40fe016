//! The error of a caller, and its class.
//!
//! Input: an error of the runtime, or mistakes in names, settings and arguments. Output: one error with a class on
//! which a program can act.

use std::borrow::Cow;
use std::fmt;

use chainloom_runtime::catalog::HAS_TLS;
use chainloom_runtime::schema::Operation;
use chainloom_runtime::{self as runtime, ErrorKind};

/// The class of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// A name is unknown, or something is asked of an operation that it does not have.
    Usage,
    /// A parameter is wrong; nothing was sent.
    Parameter,
    /// A setting is missing or wrong, such as a base URL, a variable or a secret; nothing was sent.
    Setup,
    /// There was no connection, or it broke off.
    Connection,
    /// A timeout or a deadline has passed.
    Timeout,
    /// The service needs a key, or refuses it.
    Unauthorized,
    /// The requested item does not exist.
    NotFound,
    /// The rate limit is reached.
    RateLimited,
    /// The service is not available, such as a server that is starting.
    Unavailable,
    /// The service refused the call for another reason.
    Refused,
    /// The response is not what the spec describes.
    Unreadable,
    /// A result that was waited for cannot be reached any more.
    Unreachable,
}

impl Class {
    /// Returns the class of an error of the runtime.
    #[must_use]
    pub fn of(error: &runtime::Error) -> Self {
        match error.kind() {
            ErrorKind::Building | ErrorKind::Setup | ErrorKind::Secret => Self::Setup,
            ErrorKind::InvalidRequest => Self::Parameter,
            ErrorKind::WaitFailed | ErrorKind::WaitReplaced => Self::Unreachable,
            ErrorKind::Limited => Self::RateLimited,
            _ if error.is_unauthorized() => Self::Unauthorized,
            _ if error.is_rate_limited() => Self::RateLimited,
            _ if error.is_unavailable() => Self::Unavailable,
            _ if error.is_not_found() => Self::NotFound,
            _ if error.is_timeout() => Self::Timeout,
            _ if error.is_transport() => Self::Connection,
            _ if error.is_decode() => Self::Unreadable,
            ErrorKind::UndescribedStatus | ErrorKind::RepeatedPage | ErrorKind::PageOrigin | ErrorKind::NoNextPage => {
                Self::Unreadable
            }
            _ => Self::Refused,
        }
    }

    /// Returns the name of the class, such as `rate-limited`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Parameter => "parameter",
            Self::Setup => "setup",
            Self::Connection => "connection",
            Self::Timeout => "timeout",
            Self::Unauthorized => "unauthorized",
            Self::NotFound => "not-found",
            Self::RateLimited => "rate-limited",
            Self::Unavailable => "unavailable",
            Self::Refused => "refused",
            Self::Unreadable => "unreadable",
            Self::Unreachable => "unreachable",
        }
    }
}

/// A setting without which no call can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// The base URL of a client.
    BaseUrl,
    /// A variable of a service.
    Variable,
    /// A secret.
    Secret,
    /// Whole URL of a service for calls, in addition to the URL of its websocket.
    HttpUrl,
    /// Whole URL of a service's websocket, in addition to the URL for calls.
    WebsocketUrl,
}

/// The error of a caller.
#[derive(Debug)]
pub struct Error {
    class: Class,
    missing: Option<Missing>,
    texts: Vec<String>,
    received: Option<String>,
    source: Option<Box<runtime::Error>>,
}

impl Error {
    pub(crate) fn new(class: Class, text: impl Into<String>) -> Self {
        Self::all(class, vec![text.into()])
    }

    /// Creates the error of several mistakes at once.
    pub(crate) const fn all(class: Class, texts: Vec<String>) -> Self {
        Self { class, missing: None, texts, received: None, source: None }
    }

    /// Creates the error of missing settings.
    pub(crate) const fn missing_settings(missing: Missing, texts: Vec<String>) -> Self {
        Self { class: Class::Setup, missing: Some(missing), texts, received: None, source: None }
    }

    /// Creates the error of a result that does not fit the type in the spec.
    pub(crate) fn unfit(texts: Vec<String>, received: String) -> Self {
        Self { received: Some(received), ..Self::all(Class::Unreadable, texts) }
    }

    /// Returns the class.
    #[must_use]
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Returns the setting that is missing, if the error is about one.
    #[must_use]
    pub const fn missing(&self) -> Option<Missing> {
        self.missing
    }

    /// Returns what is wrong: one text for each mistake. Secrets of the client are not in it.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Returns what was received, of a response that cannot be read or does not fit. Secrets of the
    /// client may be in it, and it may be long.
    #[must_use]
    pub fn received(&self) -> Option<Cow<'_, str>> {
        let of_runtime = self.source.as_deref().filter(|_| self.class == Class::Unreadable);
        let body = || of_runtime?.body().map(String::from_utf8_lossy);
        self.received.as_deref().map(Cow::Borrowed).or_else(body)
    }

    /// Returns the `data` of a JSON-RPC error as JSON, such as what a contract returns when it reverts.
    /// Secrets of the client may be in it, and it may be long.
    #[must_use]
    pub fn data(&self) -> Option<&str> {
        Some(self.source.as_deref()?.rpc_data()?.as_str())
    }

    /// Returns what to do about a failed call that changes something, if the service may have done it all the same: it
    /// had the request, and gave no answer that denies it.
    #[must_use]
    pub fn caution(&self, operation: &Operation) -> Option<&'static str> {
        let error = self.runtime()?;
        let is_open = matches!(self.class, Class::Connection | Class::Timeout | Class::Unavailable | Class::Unreadable)
            || error.status().is_some_and(|status| status.is_server_error());
        let may_be_done = is_open && !operation.effect.is_harmless() && !error.may_repeat(operation.effect);
        may_be_done.then_some("the service may have done it: find out before you repeat the call")
    }

    /// Returns the error of the runtime, if a call failed.
    #[must_use]
    pub fn runtime(&self) -> Option<&runtime::Error> {
        self.source.as_deref()
    }
}

/// Returns the origin of a call that failed for want of TLS. The runtime advises features of a crate, which those
/// who use a program cannot turn on.
fn url_without_tls(error: &runtime::Error) -> Option<&str> {
    error.origin().filter(|origin| error.is_connect() && !HAS_TLS && origin.starts_with("https:"))
}

impl From<runtime::Error> for Error {
    fn from(error: runtime::Error) -> Self {
        let texts = match (error.broken_rules(), url_without_tls(&error)) {
            ([], Some(url)) => vec![format!(
                "{}{url} could not be called: this program was compiled without TLS",
                error.operation().map(|id| format!("{id}: ")).unwrap_or_default()
            )],
            ([], None) => vec![error.to_string()],
            (broken, _) => broken.to_vec(),
        };
        let class = Class::of(&error);
        let source = Some(Box::new(error));
        Self { source, ..Self::all(class, texts) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts.join("\n"))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|error| error as _)
    }
}
