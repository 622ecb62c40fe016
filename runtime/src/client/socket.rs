//! Handle of a websocket.
//!
//! Input: the bodies of JSON-RPC requests. Output: the bodies of their responses. The handle passes
//! commands to the task in `crate::websocket`. The connection ends when the last handle and the
//! last subscription are dropped.

use crate::{
    client::command::{Call, Command},
    error::Failure,
    events::Subscriber,
    transport::TransportError,
};
use bytes::Bytes;
use http::Response;
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Weak},
};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// Maximum number of requests that wait to be sent. Further requests wait in their callers, and are dropped with them.
const MAX_WAITING_REQUESTS: usize = 1024;

/// Reason of the failure of a websocket whose task ended unexpectedly.
pub(crate) const NO_TASK: &str =
    "the tokio runtime in which the websocket was opened has ended: open one in a runtime that lasts";

/// A websocket that is open, or being opened again. Clones share it.
#[derive(Clone)]
pub(crate) struct Socket(Arc<Inner>);

/// State that the handles of a websocket share.
struct Inner {
    commands: mpsc::UnboundedSender<Command>,
    /// The places of requests that wait to be sent.
    room: Arc<Semaphore>,
    /// URL to which the websocket was opened.
    url: Arc<str>,
}

impl Socket {
    /// Creates the handle of a connection that takes commands, with the URL that it was opened for.
    pub(crate) fn new(commands: mpsc::UnboundedSender<Command>, url: String) -> Self {
        let room = Arc::new(Semaphore::new(MAX_WAITING_REQUESTS));
        Self(Arc::new(Inner { commands, room, url: url.into() }))
    }

    pub(crate) fn url(&self) -> &Arc<str> {
        &self.0.url
    }

    fn is_open(&self) -> bool {
        !self.0.commands.is_closed()
    }

    pub(crate) fn cancel(&self, subscriber: &Arc<Subscriber>) {
        // Without a connection there is nothing to end.
        let _ = self.0.commands.send(Command::Cancel(Arc::clone(subscriber)));
    }

    /// Sends a request whose calls have these IDs, and waits for its response.
    pub(crate) async fn exchange(
        &self,
        ids: Vec<String>,
        body: Bytes,
        subscriber: Option<Arc<Subscriber>>,
    ) -> Result<Response<Bytes>, Failure> {
        let gone = || Failure::Transport(TransportError::connect("the websocket is closed and is not opened again"));
        // A websocket that has ended closes the semaphore, so that no request waits forever.
        let permit = Arc::clone(&self.0.room).acquire_owned().await.map_err(|_| gone())?;
        let (reply, response) = oneshot::channel();
        let call = Call { ids, body, reply, subscriber, permit };
        self.0.commands.send(Command::Call(call)).map_err(|_| gone())?;
        let lost = |_| Failure::Transport(TransportError::other(NO_TASK));
        response.await.map_err(lost)?.map(Response::new)
    }
}

crate::debug_fields!(Socket, self, is_open: self.is_open());

/// The websockets that a client opened by itself, by their URLs.
#[derive(Default)]
pub(crate) struct SharedWebsockets(HashMap<String, Weak<Inner>>);

impl SharedWebsockets {
    /// Returns the websocket that was opened for a URL, unless it is closed.
    pub(crate) fn find(&mut self, url: &str) -> Option<Socket> {
        self.0.retain(|_, socket| socket.strong_count() > 0);
        self.0.get(url).and_then(Weak::upgrade).map(Socket).filter(Socket::is_open)
    }

    pub(crate) fn insert(&mut self, url: String, socket: &Socket) {
        self.0.insert(url, Arc::downgrade(&socket.0));
    }
}

/// The websocket that a call goes over in place of HTTP.
#[derive(Clone)]
pub(crate) struct Via {
    pub(crate) socket: Socket,
    /// The subscription that a call begins.
    pub(crate) subscriber: Option<Arc<Subscriber>>,
}

impl fmt::Debug for Via {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.socket.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    /// A server that reads nothing, and calls that end by their timeouts.
    #[test]
    fn few_requests_wait_to_be_sent_however_many_are_made() {
        let (commands, mut received) = mpsc::unbounded_channel();
        let socket = Socket::new(commands, String::new());
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..5 * MAX_WAITING_REQUESTS {
            let made = pin!(socket.exchange(vec!["1".to_owned()], Bytes::new(), None));
            assert!(made.poll(&mut context).is_pending());
        }
        let mut waiting = 0;
        while let Ok(command) = received.try_recv() {
            waiting += 1;
            drop(command);
        }
        assert_eq!(waiting, MAX_WAITING_REQUESTS);
        // There is room again, and none is waited for where the websocket has ended.
        let mut made = pin!(socket.exchange(vec!["1".to_owned()], Bytes::new(), None));
        assert!(made.as_mut().poll(&mut context).is_pending());
        drop(received);
        assert!(matches!(made.poll(&mut context), Poll::Ready(Err(_))));
    }
}
