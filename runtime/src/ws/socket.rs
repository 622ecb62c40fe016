//! The handle of a websocket: sends requests over it, and gives their answers.
//!
//! Input: requests of calls. Output: answers that are read as those over HTTP. The connection ends when the last handle and
//! the last subscription are dropped.

use super::{
    Subscriber,
    command::{Call, Command},
    driver::Driver,
    handshake,
};
use crate::{Error, Request, Target, error::Failure, rpc, schema::Service, transport::TransportError};
use bytes::Bytes;
use http::Response;
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Weak},
};
use tokio::sync::{Mutex, mpsc, oneshot};

/// A websocket that is open, or being opened again. Clones share it.
#[derive(Clone)]
pub(crate) struct Socket(Arc<Inner>);

struct Inner {
    commands: mpsc::UnboundedSender<Command>,
    /// The URL that it was opened for.
    url: String,
}

impl Socket {
    /// Opens a websocket of a service.
    pub(crate) async fn open(service: &'static Service, target: &Target) -> Result<Self, Error> {
        let failed = |failure| Error::new(Some(service.name), failure);
        let url = handshake::url(service, target).map_err(failed)?.to_string();
        let link = handshake::open(service, target).await?;
        let (commands, received) = mpsc::unbounded_channel();
        tokio::spawn(Driver::new(service, target.without_socket(), received).run(link));
        Ok(Self(Arc::new(Inner { commands, url })))
    }

    /// Opens one unless the client has one for the service already.
    pub(crate) async fn shared(service: &'static Service, target: &Target) -> Result<Self, Error> {
        let failed = |failure| Error::new(Some(service.name), failure);
        let url = handshake::url(service, target).map_err(failed)?.to_string();
        let mut known = target.client().settings().sockets.0.lock().await;
        known.retain(|_, socket| socket.strong_count() > 0);
        let open = known.get(&url).and_then(Weak::upgrade).map(Self).filter(Self::is_open);
        if let Some(socket) = open {
            return Ok(socket);
        }
        let socket = Self::open(service, target).await?;
        known.insert(url, Arc::downgrade(&socket.0));
        Ok(socket)
    }

    fn is_open(&self) -> bool {
        !self.0.commands.is_closed()
    }

    pub(crate) fn cancel(&self, subscriber: &Arc<Subscriber>) {
        // Without a connection there is nothing to end.
        let _ = self.0.commands.send(Command::Cancel(Arc::clone(subscriber)));
    }

    /// Sends a request whose calls have these IDs, and waits for its answer.
    pub(crate) async fn exchange(
        &self,
        ids: Vec<String>,
        body: Bytes,
        subscriber: Option<Arc<Subscriber>>,
    ) -> Result<Response<Bytes>, Failure> {
        let (reply, answer) = oneshot::channel();
        let gone = || Failure::Transport(TransportError::connect("the websocket is closed and is not opened again"));
        let call = Call { ids, body, reply, subscriber };
        self.0.commands.send(Command::Call(call)).map_err(|_| gone())?;
        let lost = |_| Failure::Transport(TransportError::other("the task of the websocket has ended"));
        answer.await.map_err(lost)?.map(Response::new)
    }
}

impl fmt::Debug for Socket {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Socket").field("is_open", &self.is_open()).finish_non_exhaustive()
    }
}

/// The websockets that a client opened by itself, by their URLs.
#[derive(Default)]
pub(crate) struct Shared(Mutex<HashMap<String, Weak<Inner>>>);

/// A way over a websocket in place of HTTP.
#[derive(Clone)]
pub(crate) struct Via {
    pub(crate) socket: Socket,
    /// The subscription that a call begins.
    pub(crate) subscriber: Option<Arc<Subscriber>>,
}

impl Via {
    /// Sends a call or a batch, and waits for its answer.
    pub(crate) async fn exchange(
        &self,
        service: &'static Service,
        target: &Target,
        request: &Request,
        batch: Option<rpc::Ids>,
    ) -> Result<Response<Bytes>, Failure> {
        let ids: Vec<String> = match (batch, &request.rpc) {
            (Some(ids), _) => (0..ids.count).map(|place| ids.id(place).to_string()).collect(),
            (None, Some((id, _))) => vec![id.to_string()],
            (None, None) => {
                return Err(Failure::Building("only JSON-RPC calls are sent over a websocket".to_owned()));
            }
        };
        if handshake::url(service, target)?.as_str() != self.socket.0.url {
            let text = "the websocket was opened for another service or other variables: open one with these";
            return Err(Failure::Building(text.to_owned()));
        }
        let body = request.http.body().clone();
        self.socket.exchange(ids, body, self.subscriber.clone()).await
    }
}

impl fmt::Debug for Via {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.socket.fmt(out)
    }
}
