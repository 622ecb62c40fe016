//! Log: the received requests, for assertions and for display.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, Uri};

use crate::faults::{Fault, FaultSet};

/// Maximum number of requests that are kept; the oldest are removed first.
const MAX_REQUESTS: usize = 10_000;
/// Maximum number of bytes of the kept bodies together.
const MAX_BYTES: usize = 256 * 1024 * 1024;

/// Request that arrived, with the status of its response.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SeenRequest {
    /// The HTTP method.
    pub method: Method,
    /// The path with its query.
    pub uri: Uri,
    /// The headers, secrets included.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// The IDs of the operations that were called; empty if the request called none.
    pub operations: Vec<&'static str>,
    /// The status of the response; `None` if the connection was cut before it.
    pub status: Option<StatusCode>,
    /// The faults of the response.
    pub faults: Vec<Fault>,
    /// Whether a recorded session has `[unreadable]` in place of a body: one that may hold a secret,
    /// but cannot be searched for it.
    pub unreadable: bool,
    /// The path with its query, without secrets.
    shown: Option<String>,
}

impl SeenRequest {
    pub(crate) fn new(
        request: &Request<Bytes>,
        operations: Vec<&'static str>,
        status: Option<StatusCode>,
        faults: FaultSet,
        shown: Option<String>,
    ) -> Self {
        Self {
            method: request.method().clone(),
            uri: request.uri().clone(),
            headers: request.headers().clone(),
            body: request.body().clone(),
            operations,
            status,
            faults: faults.0,
            unreadable: false,
            shown,
        }
    }

    /// Sets whether a recorded session lacks a body.
    pub(crate) fn with_unreadable(self, unreadable: bool) -> Self {
        Self { unreadable, ..self }
    }

    /// Returns the path with its query for display, without the secrets that the request carries. If
    /// [`Builder::on_request`](crate::Builder::on_request) is not used, the query is left out.
    #[must_use]
    pub fn target(&self) -> &str {
        self.shown.as_deref().unwrap_or(self.uri.path())
    }
}

/// Function that is called after each request.
pub(crate) struct Watch(pub(crate) Box<dyn Fn(&SeenRequest) + Send + Sync>);

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// Kept requests, and the number of bytes of their bodies.
#[derive(Debug, Default)]
struct Kept {
    all: VecDeque<SeenRequest>,
    bytes: usize,
}

/// Requests that arrived, in their order.
#[derive(Debug)]
pub(crate) struct Log {
    kept: Mutex<Kept>,
    watch: Option<Watch>,
}

impl Log {
    pub(crate) fn new(watch: Option<Watch>) -> Self {
        Self { kept: Mutex::default(), watch }
    }

    /// Returns whether a function is called after each request.
    pub(crate) const fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    pub(crate) fn add(&self, seen: SeenRequest) {
        if let Some(Watch(watch)) = &self.watch {
            watch(&seen);
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bytes += seen.body.len();
        kept.all.push_back(seen);
        while kept.all.len() > MAX_REQUESTS || (kept.bytes > MAX_BYTES && kept.all.len() > 1) {
            let left = kept.all.pop_front().map_or(0, |oldest| oldest.body.len());
            kept.bytes -= left;
        }
    }

    pub(crate) fn all(&self) -> Vec<SeenRequest> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).all.iter().cloned().collect()
    }
}
