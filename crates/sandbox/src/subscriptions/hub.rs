//! Hub: open websocket connections, and the events that are pushed to them.
//!
//! Input: subscriptions that begin and end, and events. Output: texts in the queue of each
//! connection, in the order for its client. A queue is bounded: a connection whose client does not
//! read is cut.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot};

use crate::requests::rest_parameters::Input;

/// Maximum number of texts that wait for one client.
const MAX_QUEUE_LENGTH: usize = 10_000;

/// Open websocket connections of a server, with their subscriptions.
#[derive(Debug, Default)]
pub(crate) struct Hub(Mutex<State>);

/// Connections and counters of a hub.
#[derive(Debug, Default)]
struct State {
    connections: BTreeMap<u64, Connection>,
    /// Number of connections that were opened so far.
    opened: u64,
    /// Number of events of each kind that were sent so far.
    events: HashMap<usize, u64>,
    is_closed: bool,
}

/// Open connection, with its queue and its subscriptions.
#[derive(Debug)]
struct Connection {
    queue: mpsc::Sender<String>,
    open: Vec<OpenSubscription>,
    /// Sender whose drop ends the connection.
    _alive: oneshot::Sender<()>,
}

/// Open subscription of a connection.
#[derive(Debug)]
pub(crate) struct OpenSubscription {
    pub(crate) id: String,
    /// Index of the subscription in the spec.
    pub(crate) kind: usize,
    pub(crate) input: Input,
}

/// Connection, as the task that runs it sees it.
pub(crate) struct OpenConnection {
    pub(crate) number: u64,
    pub(crate) queue: mpsc::Receiver<String>,
    /// Completes when the connection is cut.
    pub(crate) cut: oneshot::Receiver<()>,
}

/// Connection, as the calls over it see it.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) connection: u64,
    /// Number of subscriptions that the connection has begun so far.
    pub(crate) begun: u64,
    /// Subscriptions that begin once the reply is queued, so that no event precedes the reply.
    pub(crate) new: Vec<OpenSubscription>,
}

impl Session {
    pub(crate) fn new(connection: u64) -> Self {
        Self { connection, begun: 0, new: Vec::new() }
    }
}

impl Hub {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection; `None` once the server stops.
    pub(crate) fn connect(&self) -> Option<OpenConnection> {
        let mut state = self.state();
        if state.is_closed {
            return None;
        }
        let (sender, queue) = mpsc::channel(MAX_QUEUE_LENGTH);
        let (alive, cut) = oneshot::channel();
        let number = state.opened;
        state.opened += 1;
        state.connections.insert(number, Connection { queue: sender, open: Vec::new(), _alive: alive });
        Some(OpenConnection { number, queue, cut })
    }

    /// Removes a connection that has ended.
    pub(crate) fn disconnect(&self, number: u64) {
        self.state().connections.remove(&number);
    }

    /// Ends all connections without a closing handshake.
    pub(crate) fn cut(&self) {
        self.state().connections.clear();
    }

    /// Ends all connections, and refuses new ones.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.connections.clear();
    }

    /// Returns the number of open connections, and of the subscriptions over them.
    pub(crate) fn open(&self) -> (usize, usize) {
        let state = self.state();
        (state.connections.len(), state.connections.values().map(|connection| connection.open.len()).sum())
    }

    /// Returns whether a subscription of this kind is open.
    pub(crate) fn has_open(&self, kind: usize) -> bool {
        self.state().connections.values().any(|connection| connection.open.iter().any(|open| open.kind == kind))
    }

    /// Queues the replies to a message. The subscriptions that the replies report begin after the replies. A connection
    /// with a full queue is cut.
    pub(crate) fn reply(&self, connection: u64, texts: Vec<String>, begun: Vec<OpenSubscription>) {
        let mut state = self.state();
        let Some(known) = state.connections.get_mut(&connection) else { return };
        let is_full = texts.into_iter().any(|text| known.queue.try_send(text).is_err());
        known.open.extend(begun);
        if is_full {
            state.connections.remove(&connection);
        }
    }

    /// Ends the subscription with this ID if it is of one of the kinds; returns whether it was
    /// open.
    pub(crate) fn end(&self, session: &mut Session, id: &str, is_kind: impl Fn(usize) -> bool) -> bool {
        let is_meant = |open: &OpenSubscription| open.id == id && is_kind(open.kind);
        let mut state = self.state();
        let begun = state.connections.get_mut(&session.connection).map(|connection| &mut connection.open);
        [Some(&mut session.new), begun].into_iter().flatten().any(|all| {
            let found = all.iter().position(is_meant);
            found.map(|place| all.remove(place)).is_some()
        })
    }

    /// Sends the next event of a kind to all its open subscriptions, and returns their number. Cuts
    /// connections with a full queue.
    ///
    /// `event` formats the event for a subscription; its second argument is the number of the event.
    pub(crate) fn publish(&self, kind: usize, event: impl Fn(&OpenSubscription, u64) -> String) -> usize {
        let mut state = self.state();
        let count = state.events.entry(kind).or_default();
        let number = *count;
        *count += 1;
        let mut sent = 0;
        state.connections.retain(|_, connection| {
            connection.open.iter().filter(|open| open.kind == kind).all(|open| {
                let queued = connection.queue.try_send(event(open, number));
                sent += usize::from(queued.is_ok());
                queued.is_ok()
            })
        });
        sent
    }
}
