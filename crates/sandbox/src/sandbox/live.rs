//! Control of open connections: tests publish events, and count, cut and end connections.

use serde_json::Value;

use super::{Error, Sandbox};
use crate::routing::is_id;

impl Sandbox {
    /// Sends events to all subscribers of a subscription, or to all open streams of an operation
    /// with server-sent events. Returns how many were sent, over all clients.
    ///
    /// `name` is the ID of a subscription or an operation, the part of the ID after the dot, or a kind on the wire.
    /// Items are synthetic values of the described type. Items agree with the parameters of each subscriber that have
    /// the same names. Events are queued when this returns. A connection with 10,000 waiting texts is cut.
    ///
    /// # Errors
    ///
    /// The spec has no such subscription or operation.
    pub fn publish(&self, name: &str, count: usize) -> Result<usize, Error> {
        let to_streams = self.server.publish_events(|id| is_id(id, name), count);
        match (self.push(name, count, None), to_streams) {
            (Ok(sent), streams) => Ok(sent + streams.unwrap_or_default()),
            (Err(_), Some(streams)) => Ok(streams),
            (error, None) => error,
        }
    }

    /// Sends one event with `item` to all subscribers of a subscription, whatever their parameters
    /// are. Returns the number of sent events.
    ///
    /// # Errors
    ///
    /// The spec has no such subscription.
    pub fn publish_value(&self, name: &str, item: &Value) -> Result<usize, Error> {
        self.push(name, 1, Some(item))
    }

    /// Sends `count` events to the subscribers of a subscription, with `item` as their value or
    /// with drawn values.
    fn push(&self, name: &str, count: usize, item: Option<&Value>) -> Result<usize, Error> {
        let subscriptions = &self.server.subscriptions;
        subscriptions.publish(name, count, item).ok_or_else(|| {
            let known: Vec<&str> = subscriptions.ids().collect();
            Error(format!("there is no subscription `{name}`; there are: {}", known.join(", ")))
        })
    }

    /// Returns the number of open websocket connections.
    #[must_use]
    pub fn open_connections(&self) -> usize {
        self.server.subscriptions.hub.open().0
    }

    /// Returns the number of open subscriptions, over all connections.
    #[must_use]
    pub fn open_subscriptions(&self) -> usize {
        self.server.subscriptions.hub.open().1
    }

    /// Returns the number of open streams of server-sent events and JSON lines.
    #[must_use]
    pub fn open_streams(&self) -> usize {
        self.server.streams.open()
    }

    /// Ends all open streams of events and lines, each after the events that wait for its client.
    pub fn end_streams(&self) {
        self.server.streams.end();
    }

    /// Cuts all websocket connections without a closing handshake. New connections are accepted.
    pub fn cut_connections(&self) {
        self.server.subscriptions.hub.cut();
    }
}
