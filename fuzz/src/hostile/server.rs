//! A server in memory: one response after the other.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chainloom::runtime as rt;
use futures_util::{StreamExt as _, stream};
use rt::http::{HeaderName, HeaderValue, Request};
use rt::{Body, BodyStream, TransportError};

use super::{HERE, SECRETS};
use crate::Outcome;

/// How a body ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Whole,
    /// The connection breaks.
    Broken,
    /// Nothing comes any more.
    Silent,
}

/// A response of the script.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(Vec<u8>, Vec<u8>)>,
    /// The body, in the parts in which it arrives.
    pub(crate) parts: Vec<Vec<u8>>,
    pub(crate) end: End,
}

/// A server that gives the responses of a script, and then the last one for ever.
pub(crate) struct Server {
    script: Mutex<VecDeque<Response>>,
    sent: Mutex<Vec<Sent>>,
}

/// A request, and the status of its response.
#[derive(Clone)]
pub(crate) struct Sent {
    pub(crate) request: Request<Body>,
    pub(crate) status: u16,
}

impl Response {
    pub(crate) fn new(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![(b"content-type".to_vec(), kind.as_bytes().to_vec())];
        Self { status, headers, parts: vec![body.into()], end: End::Whole }
    }

    #[must_use]
    pub(crate) fn header(mut self, name: &str, value: impl Into<Vec<u8>>) -> Self {
        self.headers.push((name.as_bytes().to_vec(), value.into()));
        self
    }

    /// The response as HTTP has it: what no header can be is left out.
    fn built<B>(&self, body: B) -> Result<rt::http::Response<B>, TransportError> {
        let mut response = rt::http::Response::builder().status(self.status).body(body);
        if let Ok(response) = &mut response {
            for (name, value) in &self.headers {
                let header = HeaderName::from_bytes(name).ok().zip(HeaderValue::from_bytes(value).ok());
                header.map(|(name, value)| response.headers_mut().append(name, value));
            }
        }
        response.map_err(TransportError::other)
    }
}

impl Server {
    pub(crate) fn new(script: impl IntoIterator<Item = Response>) -> Arc<Self> {
        Arc::new(Self { script: Mutex::new(script.into_iter().collect()), sent: Mutex::default() })
    }

    pub(crate) fn sent(&self) -> Vec<Sent> {
        locked(&self.sent).clone()
    }

    fn next(&self, request: Request<Body>) -> Result<Response, TransportError> {
        let mut script = locked(&self.script);
        let next = if script.len() > 1 { script.pop_front() } else { script.front().cloned() };
        let response = next.ok_or_else(|| TransportError::connect("the server has no response"))?;
        locked(&self.sent).push(Sent { request, status: response.status });
        Ok(response)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl rt::Transport for Server {
    fn send(&self, request: Request<Body>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let response = self.next(request);
        Box::pin(async move {
            let response = response?;
            match response.end {
                End::Whole => response.built(response.parts.concat().into()),
                End::Broken => Err(TransportError::other("the connection broke")),
                End::Silent => std::future::pending().await,
            }
        })
    }

    fn stream(&self, request: Request<Body>) -> rt::BoxFuture<'_, rt::StreamResult> {
        let response = self.next(request);
        Box::pin(async move {
            let response = response?;
            let parts: Vec<_> = response.parts.iter().map(|part| Ok(Body::from(part.clone()))).collect();
            let end = match response.end {
                End::Whole => stream::empty().left_stream(),
                End::Broken => stream::iter([Err(TransportError::other("the connection broke"))]).right_stream(),
                End::Silent => return response.built(BodyStream::new(stream::iter(parts).chain(stream::pending()))),
            };
            response.built(BodyStream::new(stream::iter(parts).chain(end)))
        })
    }
}

impl Sent {
    /// Checks that secrets went to the origin of the server only, and other requests only where
    /// `may_leave` says that the call may. What a server puts into the path of an address, it tells
    /// itself.
    pub(crate) fn check(&self, may_leave: bool) -> Outcome {
        let (here, there) = (origin(&HERE.parse().unwrap_or_default()), origin(self.request.uri()));
        if here == there {
            return Ok(());
        }
        if !may_leave {
            return Err(format!("a request goes to {}", self.request.uri()));
        }
        let [_, _, key] = SECRETS;
        let pair = format!("key={key}");
        let shows_key = self.request.uri().query().is_some_and(|query| query.split('&').any(|one| one == pair));
        let headers = self.request.headers().values().map(|value| String::from_utf8_lossy(value.as_bytes()));
        let headers: String = headers.collect();
        match shows_key || SECRETS.iter().any(|secret| headers.contains(secret)) {
            true => Err(format!("a secret goes to {}, in its query or {headers}", self.request.uri())),
            false => Ok(()),
        }
    }
}

/// Scheme, host and port.
fn origin(uri: &rt::http::Uri) -> (String, String, u16) {
    let scheme = uri.scheme_str().unwrap_or_default().to_owned();
    let usual = if scheme == "https" { 443 } else { 80 };
    (scheme, uri.host().unwrap_or_default().to_lowercase(), uri.port_u16().unwrap_or(usual))
}
