//! Tracing of calls: notifies the observer of the client, and opens one `tracing` span for each
//! attempt, with an event at its end.
//!
//! Input: the steps of a call. Output: events and spans. They hold no parameters, headers, bodies,
//! or URLs beyond their origin, since all of these may hold secrets.

use crate::{
    Error, ErrorKind,
    client::{CallEvent, CallStep, EndpointState, Observer},
    schema::Operation,
};
use http::{Response, StatusCode};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

/// Reports a call to the observer, up to its end. A report that is dropped before the end of the call reports a
/// cancelled call.
pub(crate) struct CallReport<'c> {
    observer: Option<&'c Arc<dyn Observer>>,
    call: u64,
    operation: &'static Operation,
    attempt: u32,
    began: Instant,
    is_over: bool,
}

impl<'c> CallReport<'c> {
    /// Begins the report of a call. `number` is called for an observer only.
    pub(crate) fn begin(
        observer: Option<&'c Arc<dyn Observer>>,
        operation: &'static Operation,
        number: impl FnOnce() -> u64,
    ) -> Self {
        let call = observer.map_or(0, |_| number());
        let report = Self { observer, call, operation, attempt: 1, began: Instant::now(), is_over: false };
        report.notify(|| CallStep::Begins);
        report
    }

    /// Continues the count of attempts after `attempt`, which an earlier report of the call has reported.
    pub(crate) const fn goes_on(&mut self, attempt: u32) {
        self.attempt = attempt;
    }

    /// Calls the observer, if there is one. `step` is called for an observer only.
    fn notify<'s>(&self, step: impl FnOnce() -> CallStep<'s>) {
        if let Some(observer) = self.observer {
            let (call, operation, attempt) = (self.call, self.operation, self.attempt);
            observer.on_event(&CallEvent { call, operation, attempt, step: step() });
        }
    }

    /// Reports that the call is tried again after a wait.
    pub(crate) fn retries(&mut self, wait: Duration, error: &Error) {
        let kind = error.kind();
        #[cfg(feature = "tracing")]
        tracing::warn!(
            target: "chainloom",
            operation = self.operation.id, attempt = self.attempt, error = ?kind, wait_ms = millis(wait), "retry"
        );
        self.notify(|| CallStep::Retries { wait, error: kind });
        self.attempt += 1;
    }

    /// Reports the end of the call; `error` is the kind of its error.
    pub(crate) fn end(&mut self, error: Option<ErrorKind>) {
        self.is_over = true;
        self.notify(|| CallStep::Ends { error, elapsed: self.began.elapsed() });
    }

    /// Begins the report of an attempt whose request goes out now.
    pub(crate) fn attempt(&self, endpoint: &EndpointState, waited: Duration) -> AttemptReport {
        if !waited.is_zero() {
            self.notify(|| CallStep::Waited { wait: waited });
        }
        self.notify(|| CallStep::AttemptBegins { endpoint: endpoint.origin() });
        AttemptReport::new(self.operation.id, self.attempt, endpoint.origin(), waited)
    }

    /// Reports the end of an attempt.
    pub(crate) fn end_attempt(&self, report: AttemptReport, endpoint: &EndpointState, error: Option<ErrorKind>) {
        let AttemptReport { status, bytes, began, .. } = report;
        report.close(error);
        let endpoint = endpoint.origin();
        self.notify(|| CallStep::AttemptEnds { endpoint, status, bytes, error, elapsed: began.elapsed() });
    }
}

impl Drop for CallReport<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.notify(|| CallStep::Dropped { elapsed: self.began.elapsed() });
        }
    }
}

/// The status, size and span of an attempt.
pub(crate) struct AttemptReport {
    status: Option<StatusCode>,
    bytes: Option<usize>,
    began: Instant,
    #[cfg(feature = "tracing")]
    span: tracing::Span,
}

#[cfg(feature = "tracing")]
impl AttemptReport {
    fn new(operation: &'static str, attempt: u32, endpoint: &str, waited: Duration) -> Self {
        use tracing::field::Empty;
        let span = tracing::debug_span!(
            target: "chainloom", "call",
            operation, attempt, endpoint, waited_ms = Empty, status = Empty, bytes = Empty, error = Empty
        );
        if !waited.is_zero() {
            span.record("waited_ms", millis(waited));
        }
        Self { status: None, bytes: None, began: Instant::now(), span }
    }

    /// Runs the exchange of the attempt in its span.
    pub(crate) fn in_span<F: Future>(report: Option<&Self>, exchange: F) -> impl Future<Output = F::Output> + use<F> {
        use tracing::Instrument as _;
        exchange.instrument(report.map_or_else(tracing::Span::none, |report| report.span.clone()))
    }

    /// Records the outcome of the attempt in its span.
    fn close(self, error: Option<ErrorKind>) {
        if let Some(status) = self.status {
            self.span.record("status", status.as_u16());
        }
        if let Some(bytes) = self.bytes {
            self.span.record("bytes", bytes);
        }
        if let Some(kind) = error {
            self.span.record("error", tracing::field::debug(kind));
        }
        // Subscribers show a span with its fields at an event within, and few show its end.
        let elapsed = || millis(self.began.elapsed());
        self.span.in_scope(|| match error {
            Some(_) => tracing::debug!(target: "chainloom", elapsed_ms = elapsed(), "attempt failed"),
            None => tracing::debug!(target: "chainloom", elapsed_ms = elapsed(), "attempt succeeded"),
        });
    }
}

/// Without the feature `tracing`, there are no spans.
#[cfg(not(feature = "tracing"))]
impl AttemptReport {
    fn new(_operation: &'static str, _attempt: u32, _endpoint: &str, _waited: Duration) -> Self {
        Self { status: None, bytes: None, began: Instant::now() }
    }

    pub(crate) fn in_span<F: Future>(_told: Option<&Self>, exchange: F) -> F {
        exchange
    }

    fn close(self, _error: Option<ErrorKind>) {}
}

impl AttemptReport {
    /// Records the status and the size of a response. `size` returns the size of its body, where it
    /// is known.
    pub(crate) fn record_response<B>(&mut self, response: &Response<B>, size: fn(&B) -> Option<usize>) {
        self.status = Some(response.status());
        self.bytes = size(response.body());
    }
}

#[cfg(feature = "tracing")]
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
