//! Progress of calls: a line for each retry, and a bar that counts.
//!
//! Input: the events of calls. Output: lines on stderr, and a bar on a terminal.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chainloom_caller::Caller;
use chainloom_console::Bar;
use chainloom_runtime::{CallEvent, CallStep, ErrorKind, WebsocketRetry};

use crate::failure::note;

/// The calls of a caller.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// The HTTP statuses of the last attempts, by the numbers of their calls.
    statuses: HashMap<u64, u16>,
    begun: u64,
    /// The operations of which a call has ended.
    ended: HashSet<&'static str>,
    shown: Option<(Bar, Shown)>,
}

/// Quantity that a bar counts.
#[derive(Clone, Copy, Debug)]
enum Shown {
    /// The number of calls until a result is reached.
    Waiting,
    /// The operations that were called.
    Operations,
}

impl Calls {
    /// Registers the progress as observer of a caller.
    pub(crate) fn watch(&self, caller: Caller) -> Caller {
        let (calls, sockets) = (self.clone(), self.clone());
        caller.observed(move |event: &CallEvent<'_>| calls.see(event)).on_websocket_retry(move |retry| {
            let WebsocketRetry { service, attempt, wait, reason, .. } = retry;
            sockets.state().tell_retry(*attempt, format_args!("the websocket of `{service}`"), reason, *wait);
        })
    }

    /// Shows how often a result was asked for, until the end of this.
    pub(crate) fn show_waiting(&self) {
        self.state().shown = Some((Bar::spinner("waits for the result"), Shown::Waiting));
    }

    /// Shows how many operations were called, until the end of this.
    pub(crate) fn show_operations(&self, total: usize) {
        let total = u64::try_from(total).unwrap_or(u64::MAX);
        self.state().shown = Some((Bar::of(total, "operations"), Shown::Operations));
    }

    /// Removes what is shown.
    pub(crate) fn end(&self) {
        self.state().shown = None;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Updates the progress by an event of a call.
    fn see(&self, event: &CallEvent<'_>) {
        let mut state = self.state();
        match event.step {
            CallStep::Begins => state.begun += 1,
            CallStep::AttemptEnds { status: Some(status), .. } => {
                state.statuses.insert(event.call, status.as_u16());
            }
            CallStep::AttemptEnds { .. } | CallStep::Dropped { .. } => {
                state.statuses.remove(&event.call);
            }
            CallStep::Ends { .. } => {
                state.statuses.remove(&event.call);
                state.ended.insert(event.operation.id);
            }
            CallStep::Retries { wait, error, .. } => {
                let (id, why) = (event.operation.id, state.reason(event.call, error));
                state.tell_retry(event.attempt, format_args!("`{id}`"), &why, wait);
            }
            _ => return,
        }
        match &state.shown {
            Some((bar, Shown::Waiting)) => bar.message(format!("waits for the result, call {}", state.begun)),
            Some((bar, Shown::Operations)) => bar.position(state.ended.len().try_into().unwrap_or(u64::MAX)),
            None => {}
        }
    }
}

impl State {
    fn tell_retry(&self, attempt: u32, what: impl fmt::Display, why: &str, wait: Duration) {
        let wait = humantime::format_duration(Duration::from_millis(wait.as_millis().try_into().unwrap_or(u64::MAX)));
        let text = format!("attempt {attempt} of {what} failed: {why}; the next one is in {wait}");
        match &self.shown {
            Some((bar, _)) => bar.suspend(|| note(text)),
            None => note(text),
        }
    }

    /// Returns the reason why an attempt failed.
    fn reason(&self, call: u64, error: ErrorKind) -> String {
        match (error, self.statuses.get(&call)) {
            (_, Some(status)) if *status >= 400 => format!("status {status}"),
            (ErrorKind::Connect, _) => "no connection".to_owned(),
            (ErrorKind::Transport, _) => "the connection broke off".to_owned(),
            (ErrorKind::Timeout, _) => "no response in time".to_owned(),
            (ErrorKind::Rpc | ErrorKind::InBody, _) => "the service reports an error that may pass".to_owned(),
            (ErrorKind::Protocol | ErrorKind::Decode | ErrorKind::Compressed, _) => {
                "the response cannot be read".to_owned()
            }
            _ => "the service refused it for now".to_owned(),
        }
    }
}
