//! Faults that the client asks the sandbox for, and the marks by which both sides count a request.
//!
//! Input: requests on their way to the transport. Output: the same requests with a number of their
//! own, and some with a fault, drawn from the seed.

use std::sync::{Arc, Mutex};

use chainloom::runtime::http::{HeaderValue, Request};
use chainloom::runtime::{Body, BoxFuture, Limits, StreamResult, Transport, TransportResult, UpgradeResult};
use fastrand::Rng;

use crate::tally::Tally;

/// The header with the kind of traffic.
pub(crate) const KIND: &str = "soak-kind";
/// The header with the number of a request among those of its kind.
pub(crate) const NUMBER: &str = "soak-number";
/// The header that asks for faults.
const FAULT: &str = "sandbox-fault";

/// Faults of any call over HTTP.
pub(crate) const OF_HTTP: &[&str] = &[
    "status 503", "status 500", "retry-after 0", "html", "empty", "slow-head 40", "slow-head 5, status 503",
    "slow-body 60", "cut-unread", "cut-read", "cut-body", "redirect http://127.0.0.1:9/", "oversized 1500000",
    "bomb 3000000",
];
/// Faults of JSON-RPC beside these.
pub(crate) const OF_RPC: &[&str] =
    &["wrong-id", "missing-reply", "doubled-reply", "alien-reply", "shuffled-batch", "batch-error"];
/// Faults of lists in pages beside these.
pub(crate) const OF_PAGES: &[&str] = &["clamp 3", "clamp 7", "expired-token"];
/// A list that turns back. With pages of equal sizes only: where they differ, no client can tell the
/// page before from another one.
pub(crate) const CYCLES: &[&str] = &["token-cycle"];
/// Faults of event streams, most of which break them off.
pub(crate) const OF_EVENTS: &[&str] = &["cut-body", "cut-body", "cut-body", "slow-body 60", "status 503", "cut-read"];
/// Faults of the handshake of a websocket; the last ones meet its messages.
pub(crate) const OF_WEBSOCKETS: &[&str] = &[
    "status 503", "retry-after 0", "slow-head 40", "cut-unread", "cut-websocket 1", "cut-websocket 20",
    "cut-websocket 200", "doubled-reply", "alien-reply", "shuffled-batch",
];
/// Late responses, for calls that are dropped or have short deadlines.
pub(crate) const LATE: &[&str] = &["slow-head 100", "slow-head 300", "slow-body 200", "slow-head 20"];

/// Faults of a kind of traffic.
#[derive(Clone)]
pub(crate) struct Menu {
    pub(crate) http: Vec<&'static str>,
    /// How many of 100 requests have one.
    pub(crate) percent: u32,
}

impl Menu {
    pub(crate) fn new(percent: u32, faults: &[&[&'static str]]) -> Self {
        Self { http: faults.concat(), percent }
    }
}

/// A transport around the usual one.
pub(crate) struct Faulty {
    inner: Arc<dyn Transport>,
    tally: Arc<Tally>,
    menu: Menu,
    draw: Arc<Mutex<Rng>>,
}

impl Faulty {
    pub(crate) fn new(inner: Arc<dyn Transport>, tally: Arc<Tally>, menu: Menu, draw: Arc<Mutex<Rng>>) -> Self {
        Self { inner, tally, menu, draw }
    }

    /// Marks a request, and asks for a fault of these.
    fn marked(&self, mut request: Request<Body>, menu: &[&'static str]) -> Request<Body> {
        let headers = request.headers_mut();
        headers.insert(KIND, HeaderValue::from_static(self.tally.name));
        headers.insert(NUMBER, HeaderValue::from(self.tally.sent()));
        let mut draw = self.draw.lock().unwrap();
        if draw.u32(..100) < self.menu.percent
            && let Some(fault) = draw.choice(menu)
        {
            headers.insert(FAULT, HeaderValue::from_static(fault));
        }
        request
    }
}

impl Transport for Faulty {
    fn send(&self, request: Request<Body>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        let request = self.marked(request, &self.menu.http);
        Box::pin(async move {
            let open = self.tally.open();
            open.answered(self.inner.send(request, limits).await)
        })
    }

    fn stream(&self, request: Request<Body>) -> BoxFuture<'_, StreamResult> {
        let request = self.marked(request, &self.menu.http);
        Box::pin(async move {
            let open = self.tally.open();
            open.answered(self.inner.stream(request).await)
        })
    }

    fn upgrade(&self, request: Request<Body>) -> BoxFuture<'_, UpgradeResult> {
        let request = self.marked(request, OF_WEBSOCKETS);
        Box::pin(async move {
            let open = self.tally.open();
            open.answered(self.inner.upgrade(request).await)
        })
    }
}
