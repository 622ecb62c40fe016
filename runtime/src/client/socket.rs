//! The handle of a websocket.
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
use tokio::sync::{mpsc, oneshot};

/// A websocket that is open, or being opened again. Clones share it.
#[derive(Clone)]
pub(crate) struct Socket(Arc<Inner>);

struct Inner {
    commands: mpsc::UnboundedSender<Command>,
    /// The URL that it was opened for.
    url: String,
}

impl Socket {
    /// The handle of a connection that takes commands, and the URL that it was opened for.
    pub(crate) fn new(commands: mpsc::UnboundedSender<Command>, url: String) -> Self {
        Self(Arc::new(Inner { commands, url }))
    }

    pub(crate) fn url(&self) -> &str {
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
        let (reply, response) = oneshot::channel();
        let gone = || Failure::Transport(TransportError::connect("the websocket is closed and is not opened again"));
        let call = Call { ids, body, reply, subscriber };
        self.0.commands.send(Command::Call(call)).map_err(|_| gone())?;
        let lost = |_| Failure::Transport(TransportError::other("the task of the websocket has ended"));
        response.await.map_err(lost)?.map(Response::new)
    }
}

impl fmt::Debug for Socket {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Socket").field("is_open", &self.is_open()).finish_non_exhaustive()
    }
}

/// The websockets that a client opened by itself, by their URLs.
#[derive(Default)]
pub(crate) struct Shared(HashMap<String, Weak<Inner>>);

impl Shared {
    /// The websocket that was opened for a URL, unless it is closed.
    pub(crate) fn find(&mut self, url: &str) -> Option<Socket> {
        self.0.retain(|_, socket| socket.strong_count() > 0);
        self.0.get(url).and_then(Weak::upgrade).map(Socket).filter(Socket::is_open)
    }

    pub(crate) fn insert(&mut self, url: String, socket: &Socket) {
        self.0.insert(url, Arc::downgrade(&socket.0));
    }
}

/// A way over a websocket in place of HTTP.
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
