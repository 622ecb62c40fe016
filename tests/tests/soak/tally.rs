//! Counts of one kind of traffic, at the client.
//!
//! Input: operations as the program sees them, calls and attempts as the observer is told of them,
//! and requests as the transport sends them. Output: the three counts, to be compared.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chainloom::runtime::{CallEvent, CallStep, Error, ErrorKind};

use crate::watch::{Running, Watch};

/// What is wrong is told so often of a kind.
const MOST: usize = 10;

/// What a kind of traffic does, as far as counts can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An operation is one call over HTTP.
    Calls,
    /// An operation may be several calls over HTTP.
    Several,
    /// Requests are handshakes, and calls are messages.
    Websocket,
}

/// The counts of a kind of traffic.
pub(crate) struct Tally {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    watch: Arc<Watch>,
    /// Operations of the program.
    pub(crate) done: Ends,
    /// Calls, by the observer.
    pub(crate) calls: Ends,
    pub(crate) attempts: AtomicU64,
    pub(crate) attempts_ok: AtomicU64,
    /// Attempts whose request may not have arrived: without a connection, or too late.
    pub(crate) attempts_late: AtomicU64,
    /// Attempts whose connection broke.
    pub(crate) attempts_cut: AtomicU64,
    /// Requests, by the transport.
    pub(crate) sent: AtomicU64,
    pub(crate) answered: AtomicU64,
    /// Writes that ended well, also in batches.
    pub(crate) writes_ok: AtomicU64,
    open: AtomicU64,
    pub(crate) most_open: AtomicU64,
    pub(crate) slowest: Mutex<Duration>,
    /// The failed operations by their class, and what else is worth a number.
    pub(crate) classes: Mutex<BTreeMap<String, u64>>,
    pub(crate) wrong: Mutex<Vec<String>>,
}

/// How many began, and how they ended.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    pub(crate) begun: AtomicU64,
    pub(crate) ok: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) cancelled: AtomicU64,
}

impl Ends {
    /// Begun, ended well, failed, cancelled.
    pub(crate) fn all(&self) -> [u64; 4] {
        [&self.begun, &self.ok, &self.failed, &self.cancelled].map(|count| count.load(SeqCst))
    }
}

pub(crate) fn add(count: &AtomicU64) -> u64 {
    count.fetch_add(1, SeqCst)
}

/// A request that waits for its response.
pub(crate) struct Open<'t>(&'t Tally);

impl Open<'_> {
    pub(crate) fn answered<T, E>(self, result: Result<T, E>) -> Result<T, E> {
        if result.is_ok() {
            add(&self.0.answered);
        }
        result
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, SeqCst);
    }
}

/// An operation that was begun. One that is dropped without an end was cancelled.
struct Operation<'t> {
    tally: &'t Tally,
    begun: Instant,
    has_ended: bool,
    _running: Running,
}

impl Operation<'_> {
    fn end<T>(mut self, result: Result<T, Error>) -> Option<T> {
        self.has_ended = true;
        match result {
            Ok(value) => {
                add(&self.tally.done.ok);
                Some(value)
            }
            Err(error) => {
                add(&self.tally.done.failed);
                self.tally.count(&format!("{:?}", error.kind()));
                None
            }
        }
    }
}

impl Drop for Operation<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            add(&self.tally.done.cancelled);
        }
        let mut slowest = self.tally.slowest.lock().unwrap();
        *slowest = slowest.max(self.begun.elapsed());
    }
}

impl Tally {
    pub(crate) fn new(name: &'static str, shape: Shape, watch: Arc<Watch>) -> Self {
        Self {
            name,
            shape,
            watch,
            done: Ends::default(),
            calls: Ends::default(),
            attempts: AtomicU64::default(),
            attempts_ok: AtomicU64::default(),
            attempts_late: AtomicU64::default(),
            attempts_cut: AtomicU64::default(),
            sent: AtomicU64::default(),
            answered: AtomicU64::default(),
            writes_ok: AtomicU64::default(),
            open: AtomicU64::default(),
            most_open: AtomicU64::default(),
            slowest: Mutex::default(),
            classes: Mutex::default(),
            wrong: Mutex::default(),
        }
    }

    fn begin(&self, limit: Duration) -> Operation<'_> {
        add(&self.done.begun);
        Operation { tally: self, begun: Instant::now(), has_ended: false, _running: self.watch.begin(self.name, limit) }
    }

    /// Does something that may take so long, and counts how it ends.
    pub(crate) async fn run<T>(&self, limit: Duration, work: impl Future<Output = Result<T, Error>>) -> Option<T> {
        let operation = self.begin(limit);
        operation.end(work.await)
    }

    /// The same on a thread that waits.
    pub(crate) fn wait<T>(&self, limit: Duration, work: impl FnOnce() -> Result<T, Error>) -> Option<T> {
        let operation = self.begin(limit);
        operation.end(work())
    }

    /// The next request goes out; returns its number.
    pub(crate) fn sent(&self) -> u64 {
        add(&self.sent)
    }

    pub(crate) fn open(&self) -> Open<'_> {
        self.most_open.fetch_max(add(&self.open) + 1, SeqCst);
        Open(self)
    }

    pub(crate) fn count(&self, class: &str) {
        let mut classes = self.classes.lock().unwrap();
        match classes.get_mut(class) {
            Some(count) => *count += 1,
            None => drop(classes.insert(class.to_owned(), 1)),
        }
    }

    pub(crate) fn wrong(&self, what: String) {
        let mut wrong = self.wrong.lock().unwrap();
        if wrong.len() < MOST {
            wrong.push(what);
        }
    }

    pub(crate) fn observe(&self, event: &CallEvent<'_>) {
        match event.step {
            CallStep::Begins => add(&self.calls.begun),
            CallStep::AttemptBegins { .. } => add(&self.attempts),
            CallStep::AttemptEnds { error: None, .. } => add(&self.attempts_ok),
            CallStep::AttemptEnds { error: Some(ErrorKind::Timeout | ErrorKind::Connect), .. } => {
                add(&self.attempts_late)
            }
            CallStep::AttemptEnds { error: Some(ErrorKind::Transport), .. } => add(&self.attempts_cut),
            CallStep::Ends { error: None, .. } => add(&self.calls.ok),
            CallStep::Ends { .. } => add(&self.calls.failed),
            CallStep::Dropped { .. } => add(&self.calls.cancelled),
            _ => 0,
        };
    }
}
