//! Dry run: the request of a call, which is shown and not sent.
//!
//! Input: a target, members with marks in the place of secrets, and options. Output: the request,
//! in which a variable such as `$LIBRARY_API_KEY` replaces each secret. `curl` writes it as a
//! command.

mod curl;
mod masked;

pub use self::masked::secret_variable;

use crate::{
    Call, Error, Request, Target,
    call::{UntypedCall, members_json, table_of},
    client::{CallEndpoint, Options},
    dry_run::masked::{HiddenValues, MaskedBytes},
    encode::{self, Members},
    request::CallRef,
    schema::Operation,
};
use http::{HeaderName, Method};
use std::{collections::BTreeSet, fmt};

/// The request that a call would send, with its secrets masked.
///
/// [`Call::dry_run`](crate::Call::dry_run) makes it. All checks that a call makes before sending
/// have passed. A variable of a shell replaces each secret of the client, each header
/// that the user added, each parameter that the API calls a secret, and what may be a key in a base
/// URL of the user: `$DATA_API_KEY` for the secret `apiKey` of the client `data`.
///
/// `Display` prints the request like HTTP: method and URL, headers, an empty line and the body.
#[derive(Clone)]
pub struct DryRun {
    operation: &'static str,
    method: Method,
    url: MaskedBytes,
    headers: Vec<(HeaderName, MaskedBytes)>,
    body: MaskedBytes,
}

impl DryRun {
    /// Builds the request of a call without sending it. `mark` is the prefix of the marks in the members.
    pub(crate) fn new(
        target: &Target,
        operation: &'static Operation,
        members: &[Option<Vec<u8>>],
        options: &Options,
        mark: &str,
    ) -> Result<Self, Error> {
        let settings = target.client().settings();
        let endpoint = CallEndpoint::for_display(settings, operation, target.place(operation))?;
        let request = Request::for_display(settings, &endpoint, CallRef { operation, members, target, options })?;
        let hidden = HiddenValues::new(settings, &endpoint, operation, &request, mark);
        let http = request.http();
        let headers = http.headers().iter().map(|(name, value)| (name.clone(), hidden.header(name, value)));
        Ok(Self {
            operation: operation.id,
            method: http.method().clone(),
            url: hidden.mask(request.to.url().as_str().as_bytes()),
            headers: headers.collect(),
            body: hidden.mask(http.body()),
        })
    }

    /// Returns the ID of the operation in the spec.
    pub const fn operation(&self) -> &'static str {
        self.operation
    }

    /// Returns the HTTP method.
    pub const fn method(&self) -> &Method {
        &self.method
    }

    /// Returns the URL.
    pub fn url(&self) -> String {
        self.url.to_string()
    }

    /// Returns the names and values of the headers.
    pub fn headers(&self) -> impl Iterator<Item = (&str, String)> {
        self.headers.iter().map(|(name, value)| (name.as_str(), value.to_string()))
    }

    /// Returns the body; empty where there is none.
    pub fn body(&self) -> Vec<u8> {
        self.body.bytes()
    }

    /// Returns the names of the variables that replace secrets, without the dollar
    /// sign.
    pub fn variables(&self) -> Vec<&str> {
        let headers = self.headers.iter().map(|(_, value)| value);
        let all: BTreeSet<&str> = headers.chain([&self.url, &self.body]).flat_map(MaskedBytes::variables).collect();
        all.into_iter().collect()
    }
}

/// Generates the prefix of the marks in the place of secrets; no other text of a request contains it.
pub(crate) fn mark() -> String {
    format!("secret{:032x}-", fastrand::u128(..))
}

impl fmt::Display for DryRun {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} {}", self.method, self.url)?;
        for (name, value) in &self.headers {
            writeln!(out, "{name}: {value}")?;
        }
        if self.body.is_empty() { Ok(()) } else { write!(out, "\n{}", self.body) }
    }
}

impl fmt::Debug for DryRun {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("DryRun")
            .field("operation", &self.operation)
            .field("method", &self.method)
            .field("url", &self.url())
            .field("headers", &self.headers().collect::<Vec<_>>())
            .field("body", &self.body.to_string())
            .finish()
    }
}

/// Checks the request with its secrets, and builds it again with marks instead of the secrets. The marks
/// need not satisfy bounds, so they are not checked.
fn build_dry_run(call: CallRef<'_>, marked: &dyn Fn(&str) -> Result<Members, Error>) -> Result<DryRun, Error> {
    let (settings, mark) = (call.target.client().settings(), mark());
    Request::new(
        settings,
        &CallEndpoint::for_display(settings, call.operation, call.target.place(call.operation))?,
        call,
    )?;
    DryRun::new(call.target, call.operation, &marked(&mark)?, call.options, &mark)
}

impl UntypedCall {
    /// Builds and checks the request of the call without sending it, and returns it with its
    /// secrets masked; see [`Call::dry_run`].
    ///
    /// # Errors
    ///
    /// The errors of a call before it is sent.
    pub fn dry_run(&self) -> Result<DryRun, Error> {
        let Self { target, operation, members, options } = self;
        let call = CallRef { operation, members, target, options };
        build_dry_run(call, &|mark| Ok(encode::marked_json(operation, members, mark)))
    }

    /// Returns a `curl` command that sends the same request; see [`DryRun::to_curl`].
    ///
    /// # Errors
    ///
    /// The errors of [`UntypedCall::dry_run`].
    pub fn to_curl(&self) -> Result<String, Error> {
        self.dry_run().map(|request| request.to_curl())
    }
}

impl<O: crate::Operation> Call<O> {
    /// Builds and checks the request of the call without sending it, and returns it with its
    /// secrets masked.
    ///
    /// # Errors
    ///
    /// The errors of a call before it is sent: a parameter breaks a rule, or a secret or a variable
    /// is missing.
    pub fn dry_run(&self) -> Result<DryRun, Error> {
        let operation = table_of::<O>();
        let members = members_json(operation, &self.operation, self.options())?;
        let call = CallRef { operation, members: &members, target: &self.target, options: self.options() };
        build_dry_run(call, &|mark| encode::mark_secrets(&self.operation, mark))
    }

    /// Returns a `curl` command that sends the same request, for a POSIX shell.
    ///
    /// Variables replace the secrets. See [`DryRun::to_curl`].
    ///
    /// # Errors
    ///
    /// The errors of [`Call::dry_run`].
    pub fn to_curl(&self) -> Result<String, Error> {
        self.dry_run().map(|request| request.to_curl())
    }
}
