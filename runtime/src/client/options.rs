//! Options of one call.
//!
//! Input: values that the user sets for one call. Output: overrides of the client's settings for
//! its exchange. The setters of all types of calls are implemented here once.

use crate::{client::retry::Retry, encode::RawRequest};
use http::{HeaderMap, HeaderValue};
use std::{
    ops::{Deref, DerefMut},
    sync::LazyLock,
    time::Duration,
};

/// Implements the setters of the options of a call for the public types of calls: names, doc comments and
/// bodies.
/// Inherent methods need no import, so the setters are not methods of a trait.
macro_rules! option_setters {
    ($($options:ident).+, $attempt:literal, $whole:literal, $repeated:literal) => {
        #[doc = concat!("Sets the timeout of an attempt of ", $attempt, ", in place of the client's.")]
        pub fn timeout(mut self, timeout: std::time::Duration) -> Self {
            self.$($options).+.timeout = Some(timeout);
            self
        }

        #[doc = concat!("Sets how long ", $whole, " may take, in place of the client's deadline.")]
        pub fn deadline(mut self, deadline: std::time::Duration) -> Self {
            self.$($options).+.deadline = Some(deadline);
            self
        }

        #[doc = concat!("Sets when and how often ", $repeated, " tried again, in place of the client's policy.")]
        pub fn retry(mut self, retry: $crate::Retry) -> Self {
            self.$($options).+.retry = Some(retry);
            self
        }

        #[doc = concat!("Adds a header to ", $attempt, ". It replaces a header of the client, but no secret.")]
        ///
        /// The value is never printed and is not sent to another origin, such as the origin of a further endpoint. An
        /// invalid header is an error when the call is sent.
        pub fn header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
            self.$($options).+.header(name.as_ref(), value.as_ref());
            self
        }
    };
}
pub(crate) use option_setters;

/// The options of one call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Maximum duration of an attempt.
    pub(crate) timeout: Option<Duration>,
    /// Maximum duration of all attempts.
    pub(crate) deadline: Option<Duration>,
    pub(crate) retry: Option<Retry>,
    /// Content of a raw call, which replaces the described parameters.
    pub(crate) raw: Option<RawRequest>,
    /// The address of a page, which is requested in place of the path and the query.
    pub(crate) page: Option<Box<str>>,
    /// The event after which the response continues.
    pub(crate) resume: Option<Resume>,
    /// Headers in addition to the headers of the client, which they replace.
    headers: HeaderMap,
    /// Mistakes in headers.
    wrong: Vec<String>,
    /// Mistakes in the texts of parameters.
    wrong_arguments: Vec<String>,
}

/// Options that are boxed: most calls have none, and are moved often.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallOptions(Option<Box<Options>>);

impl CallOptions {
    pub(crate) fn into_options(self) -> Options {
        self.0.map_or_else(Options::default, |options| *options)
    }

    /// Keeps the errors in the texts of parameters, which are reported when the call is sent.
    pub(crate) fn refuse(&mut self, wrong: Vec<String>) {
        if !wrong.is_empty() {
            Options::refuse(self, wrong);
        }
    }
}

impl Deref for CallOptions {
    type Target = Options;

    fn deref(&self) -> &Options {
        static NONE: LazyLock<Options> = LazyLock::new(Options::default);
        self.0.as_deref().unwrap_or_else(|| &NONE)
    }
}

impl DerefMut for CallOptions {
    fn deref_mut(&mut self) -> &mut Options {
        self.0.get_or_insert_default()
    }
}

/// The last event of a response that broke off.
#[derive(Clone, Debug)]
pub(crate) struct Resume {
    id: HeaderValue,
    /// The endpoint that sent the event. At another one, the ID may mean something else.
    endpoint: usize,
}

impl Resume {
    /// Creates the value; `None` if the ID cannot be the value of a header.
    pub(crate) fn new(id: &str, endpoint: usize) -> Option<Self> {
        /// Servers refuse headers that are much longer.
        const MAX_HEADER_BYTES: usize = 4096;
        let is_value = id.len() <= MAX_HEADER_BYTES && id == id.trim();
        let id = HeaderValue::from_bytes(id.as_bytes()).ok().filter(|_| is_value)?;
        Some(Self { id, endpoint })
    }

    /// Adds the ID of the event to the headers of a request, if it goes to the endpoint that sent the event.
    pub(crate) fn put(&self, headers: &mut HeaderMap, endpoint: usize) {
        if endpoint == self.endpoint {
            headers.insert("last-event-id", self.id.clone());
        }
    }
}

impl Options {
    /// Creates the options of a raw call.
    pub(crate) fn of_raw(raw: RawRequest) -> Self {
        Self { raw: Some(raw), ..Self::default() }
    }

    /// Returns the same options with a deadline.
    pub(crate) fn with_deadline(&self, deadline: Duration) -> Self {
        Self { deadline: Some(deadline), ..self.clone() }
    }

    /// Adds a header. An invalid one is reported when the call is sent.
    pub(crate) fn header(&mut self, name: &str, value: &str) {
        match crate::client::header::own_header(name, value) {
            Ok((name, value)) => drop(self.headers.insert(name, value)),
            Err(wrong) => self.wrong.push(wrong),
        }
    }

    /// Returns the names of the setters that were called.
    pub(crate) fn set_names(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            ("timeout", self.timeout.is_some()),
            ("deadline", self.deadline.is_some()),
            ("retry", self.retry.is_some()),
            ("header", !self.headers.is_empty() || !self.wrong.is_empty()),
        ];
        all.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name)
    }

    /// Returns the headers, marked as sensitive, or the mistakes in them.
    pub(crate) fn headers(&self) -> Result<&HeaderMap, Vec<String>> {
        if self.wrong.is_empty() { Ok(&self.headers) } else { Err(self.wrong.clone()) }
    }

    /// Returns the names of the headers.
    pub(crate) fn header_names(&self) -> impl Iterator<Item = &str> {
        self.headers.keys().map(http::HeaderName::as_str)
    }

    /// Returns the errors that are reported when the call is sent.
    pub(crate) fn errors(&self) -> impl Iterator<Item = &str> {
        self.wrong.iter().chain(&self.wrong_arguments).map(String::as_str)
    }

    /// Keeps the errors in the texts of parameters, which are reported when the call is sent.
    pub(crate) fn refuse(&mut self, wrong: Vec<String>) {
        self.wrong_arguments.extend(wrong);
    }

    /// Returns the mistakes in the texts of parameters, if there are any.
    pub(crate) fn arguments(&self) -> Result<(), Vec<String>> {
        if self.wrong_arguments.is_empty() { Ok(()) } else { Err(self.wrong_arguments.clone()) }
    }
}
