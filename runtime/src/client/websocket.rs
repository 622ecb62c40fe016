//! Settings of the websockets of a client.

use crate::{Retry, json::escape_hidden, schema::Service};
use std::{sync::Arc, time::Duration};

/// Settings of the websockets of a client; see [`Builder::websocket`](crate::Builder::websocket).
#[derive(Clone)]
#[must_use]
pub struct Websocket {
    pub(crate) ping: Duration,
    pub(crate) pong: Duration,
    pub(crate) reconnect: Retry,
    pub(crate) observer: Option<Observer>,
    retry_observer: Option<RetryObserver>,
}

/// Function that is called for each unknown frame.
pub(crate) type Observer = Arc<dyn Fn(&UnknownFrame) + Send + Sync>;
/// Function that is called each time that a websocket is opened again.
type RetryObserver = Arc<dyn Fn(&WebsocketRetry) + Send + Sync>;

impl Default for Websocket {
    fn default() -> Self {
        let (ping, pong) = (Duration::from_secs(30), Duration::from_secs(15));
        Self { ping, pong, reconnect: Retry::default().attempts(u32::MAX), observer: None, retry_observer: None }
    }
}

impl Websocket {
    crate::setters! {
        /// Sets the interval of pings; the default is 30 seconds.
        pub const fn ping_interval(self, interval: Duration) { self.ping = interval; }

        /// Sets how long the client waits after a ping until the server sends anything; the default is 15 seconds.
        /// Then the connection counts as lost.
        pub const fn pong_timeout(self, timeout: Duration) { self.pong = timeout; }

        /// Sets how a lost connection is opened again: the waits, and the most connections in a row
        /// that may fail, the lost one included. By default it is tried without end, with waits below
        /// 0.5 to 20 seconds. With [`Retry::none`] a lost connection stays lost, and its subscriptions
        /// end with an error.
        pub fn reconnect(self, retry: Retry) { self.reconnect = retry; }

        /// Calls a function for each frame that belongs to no call and no subscription, in addition to
        /// a warning of the feature `tracing`. The function must not block.
        pub fn on_unknown_frame(self, observer: impl Fn(&UnknownFrame) + Send + Sync + 'static) {
            self.observer = Some(Arc::new(observer));
        }

        /// Calls a function each time that a websocket is opened again: after a lost connection, and after a handshake
        /// that failed. The function must not block.
        pub fn on_retry(self, observer: impl Fn(&WebsocketRetry) + Send + Sync + 'static) {
            self.retry_observer = Some(Arc::new(observer));
        }
    }

    /// Reports a retry. `reason` is called for an observer only.
    pub(crate) fn retries(
        &self,
        service: &'static Service,
        attempt: u32,
        wait: Duration,
        reason: impl FnOnce() -> String,
    ) {
        if let Some(observer) = &self.retry_observer {
            observer(&WebsocketRetry {
                service: service.name,
                attempt,
                wait,
                reason: escape_hidden(reason().into()).into_owned(),
            });
        }
    }
}

crate::debug_fields!(Websocket, self, ping_interval: self.ping, pong_timeout: self.pong, reconnect: self.reconnect);

/// A websocket that is opened again after a wait.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WebsocketRetry {
    /// The name of the service.
    pub service: &'static str,
    /// Number of failed connections in a row, including this one.
    pub attempt: u32,
    /// The wait before the next connection.
    pub wait: Duration,
    /// Reason why the connection failed, on one line without secrets.
    pub reason: String,
}

/// A frame that belongs to no call and no subscription. It is dropped, and the connection goes on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnknownFrame {
    /// Mistake in the frame, such as that it is not JSON. The text holds nothing of the frame.
    pub reason: &'static str,
    /// The size of the frame in bytes.
    pub bytes: usize,
    /// Number of such frames of the connection, including this one.
    pub count: u64,
}
