//! What arrived, for assertions and for people.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode, Uri};

/// The most requests that are kept; the oldest go first.
const MOST: usize = 10_000;

/// A request that arrived, and the status of its response.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Seen {
    /// The HTTP method.
    pub method: Method,
    /// The path with its query.
    pub uri: Uri,
    /// The headers, secrets included.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// The IDs of the operations that were called; empty where the request was for none.
    pub operations: Vec<&'static str>,
    /// The status of the response.
    pub status: StatusCode,
}

/// The requests that arrived, in their order.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<VecDeque<Seen>>);

impl Log {
    pub(crate) fn add(&self, seen: Seen) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.pop_front();
        }
        all.push_back(seen);
    }

    pub(crate) fn all(&self) -> Vec<Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
