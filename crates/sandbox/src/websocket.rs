//! JSON-RPC over a websocket.
//!
//! Input: the upgrade of a request to the websocket of a service, then texts. Output: a reply to
//! each text, by the same code as over HTTP, and events. Replies and events may also come from
//! a recorded session or a real server. A connection ends when its client leaves, or when it is cut.

mod backend;
mod message;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request as Upgrade};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chainloom_runtime::schema::Service;
use futures_util::SinkExt as _;
use http::request::Parts;
use http::{Request, StatusCode, header};
use serde_json::Value;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinSet;

use self::backend::Backend;
use self::message::MessageReplies;
use crate::faults::{self, Delivery, Fault, FaultSet};
use crate::refusals::errors::text;
use crate::routing::routes::RouteMatch;
use crate::server::secrets::readable::mark;
use crate::server::secrets::{calls, calls_with_id};
use crate::server::sending::send_response;
use crate::server::wire::Wire;
use crate::server::{OutgoingResponse, Server};
use crate::session::{Conversation, mask_secrets};
use crate::subscriptions::hub::{OpenConnection, Session};

/// Maximum number of calls of a recorded connection that are remembered, to know the types of their
/// results.
const MAX_REMEMBERED_CALLS: usize = 1_000;

/// Begins a websocket whose messages have at most `largest` bytes. Returns the request as the error
/// if it is not for a websocket.
pub(crate) async fn upgrade(
    server: &Arc<Server>,
    request: Upgrade,
    wire: &Wire,
    largest: usize,
) -> Result<Response, Upgrade> {
    let services = server.sockets.at(request.uri().path());
    if services.is_empty() || !is_for_websocket(server, &request) {
        return Err(request);
    }
    let (mut parts, _) = request.into_parts();
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade.max_message_size(largest),
        Err(refused) => {
            let described = server.no_websocket(&Request::from_parts(parts, Bytes::new()), &services);
            return Ok(described.map_or_else(|| refused.into_response(), |response| response.map(Body::from)));
        }
    };
    parts.extensions.clear();
    let head = Request::from_parts(parts, Bytes::new());
    let (faults, opened) = match server.faults_of_handshake(&head, &services) {
        Ok(faults) => {
            let opened = open_connection(server, &head, &services, &faults).await;
            (faults, opened)
        }
        Err(wrong) => (FaultSet::default(), Err(text(StatusCode::BAD_REQUEST, &wrong))),
    };
    let delivery = Delivery::new(&faults);
    let status = opened.as_ref().map_or_else(|refused| refused.status(), |_| StatusCode::SWITCHING_PROTOCOLS);
    let left = faults.of_websocket();
    let status = Some(status).filter(|_| !delivery.is_cut_before_head());
    server.log.add(server.seen_request(&head, Vec::new(), status, faults));
    let (backend, line, record) = match opened {
        Ok(opened) => opened,
        Err(response) => return Ok(send_response(OutgoingResponse { response, delivery }, wire).await),
    };
    tokio::time::sleep(delivery.before_head).await;
    let session = Session::new(line.number);
    let (server, (head, _)) = (Arc::clone(server), head.into_parts());
    let connection = WebsocketConnection {
        server,
        session,
        services,
        head,
        left,
        record,
        asked: Vec::new(),
        has_unreadable: false,
        is_ending: false,
        late: JoinSet::new(),
    };
    Ok(upgrade.on_upgrade(move |socket| connection.run(line, backend, socket)))
}

/// Parts of a websocket that was opened: its backend, its queue, and the file in which it is
/// recorded.
type Connection = (Backend, OpenConnection, Option<Conversation>);

/// Opens the backend and the connection of a websocket. The error is the response that refuses the
/// handshake.
async fn open_connection(
    server: &Server,
    head: &Request<Bytes>,
    services: &[&'static Service],
    faults: &FaultSet,
) -> Result<Connection, http::Response<Bytes>> {
    let client = services.first().map(|service| service.client);
    // The response of a handshake that is cut is not sent.
    let cut = || faults.has(&Fault::CutUnread).then(|| text(StatusCode::SERVICE_UNAVAILABLE, "cut"));
    if let Some(refused) = faults::replacement_response(faults, client, server.style()).or_else(cut) {
        return Err(refused);
    }
    if let Some(refused) = server.refused_handshake(head, services) {
        return Err(refused);
    }
    let backend = Backend::new(server, head).await?;
    let unrecorded =
        |error| text(StatusCode::INTERNAL_SERVER_ERROR, &format!("the session cannot be recorded: {error}"));
    let record = server.conversation(head).transpose().map_err(unrecorded)?;
    let line = server.subscriptions.hub.connect();
    let line = line.ok_or_else(|| text(StatusCode::SERVICE_UNAVAILABLE, "the server stops"))?;
    Ok((backend, line, record))
}

/// Returns the next message of a client; `None` at the end. While a reply to a ping waits to be
/// read, no message is read, so that pings take no memory.
async fn next_message(socket: &mut WebSocket) -> Option<Message> {
    socket.flush().await.ok()?;
    socket.recv().await?.ok()
}

/// Returns whether a request to the path of a websocket is meant for the websocket: it asks for an
/// upgrade, or no route has its path.
fn is_for_websocket(server: &Server, request: &Upgrade) -> bool {
    let asks = request.headers().contains_key(header::UPGRADE);
    asks || matches!(server.routes().find(request.method(), request.uri().path(), |_, _| true), RouteMatch::Nothing)
}

/// Open connection of a websocket.
struct WebsocketConnection {
    server: Arc<Server>,
    session: Session,
    services: Vec<&'static Service>,
    /// Request that began the connection.
    head: Parts,
    /// Number of messages after which the connection is cut; `None` if no fault cuts it.
    left: Option<usize>,
    record: Option<Conversation>,
    /// Latest calls of the client, if they are recorded.
    asked: Vec<Value>,
    /// Whether the client sent a message that is left out of the record, so that a reply may repeat
    /// a secret of it.
    has_unreadable: bool,
    /// Whether the connection ends once all waiting texts are sent.
    is_ending: bool,
    /// Tasks that queue replies after their pause.
    late: JoinSet<()>,
}

impl Drop for WebsocketConnection {
    fn drop(&mut self) {
        self.server.subscriptions.hub.disconnect(self.session.connection);
    }
}

impl WebsocketConnection {
    /// Runs the connection until the client leaves or the connection is cut.
    async fn run(mut self, line: OpenConnection, mut backend: Backend, mut socket: WebSocket) {
        let OpenConnection { mut queue, cut, .. } = line;
        self.server.subscriptions.hub.reply(self.session.connection, backend.first(), Vec::new());
        tokio::select! {
            _ = cut => {}
            _ = self.converse(&mut queue, &mut backend, &mut socket) => {}
        }
    }

    /// Sends and receives messages until the connection ends, and then returns `None`.
    async fn converse(
        &mut self,
        queue: &mut Receiver<String>,
        backend: &mut Backend,
        socket: &mut WebSocket,
    ) -> Option<()> {
        while !(self.is_ending && queue.is_empty()) {
            tokio::select! {
                // Waiting texts are sent first, so that a client that sends without reading fills no queue.
                biased;
                text = queue.recv() => self.send(Message::Text(text?.into()), socket).await?,
                message = backend.next() => self.send(message?, socket).await?,
                message = next_message(socket) => self.handle_message(message?, backend).await?,
            }
        }
        None
    }

    /// Sends a message to the client and records it; `None` if the connection ends before it.
    async fn send(&mut self, message: Message, socket: &mut WebSocket) -> Option<()> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1)?;
        }
        if self.record.is_some() {
            let text = self.mask_reply(&message.clone().into_data());
            self.record.as_mut()?.add_received(&text).ok()?;
        }
        socket.send(message).await.ok()
    }

    /// Handles a message of the client and queues the replies; `None` if the connection ends.
    async fn handle_message(&mut self, message: Message, backend: &mut Backend) -> Option<()> {
        if !matches!(message, Message::Text(_) | Message::Binary(_)) {
            return Some(());
        }
        let body = message.clone().into_data();
        let faults = self.server.faults_of_message(&self.head, &self.services, &body);
        let unreadable = self.record.is_some() && !self.server.is_message_searched(&self.services, &body);
        self.has_unreadable |= unreadable;
        let masked = if unreadable { mark(&body) } else { self.mask_and_remember(&body) };
        if let Some(record) = &mut self.record {
            record.add_sent(&masked).ok()?;
        }
        if faults.has(&Fault::CutUnread) {
            self.log(body, Vec::new(), faults, unreadable);
            return None;
        }
        backend.send(&message).await?;
        let input = (backend, [body.as_ref(), masked.as_ref()], &faults);
        let MessageReplies { texts, operations, ends } =
            MessageReplies::new(&self.server, &self.services, &mut self.session, input);
        let (is_cut, pause) = (faults.has(&Fault::CutRead), Delivery::new(&faults).pause());
        self.log(body, operations, faults, unreadable);
        if is_cut {
            return None;
        }
        // A text that ends the connection is sent at once, so that no other follows it.
        self.is_ending |= ends;
        self.reply(texts, if ends { Duration::ZERO } else { pause });
        Some(())
    }

    /// Masks the secrets in a message of the client, if a session is recorded or replayed, and
    /// remembers its calls.
    fn mask_and_remember(&mut self, body: &Bytes) -> Bytes {
        if !self.server.has_session() {
            return body.clone();
        }
        if self.record.is_some() {
            self.asked.extend(calls(serde_json::from_slice(body).unwrap_or_default()));
            self.asked.drain(..self.asked.len().saturating_sub(MAX_REMEMBERED_CALLS));
        }
        mask_secrets(&self.server.secrets_with_message(&self.services, body), body)
    }

    /// Masks the secrets in a message to the client, for the record.
    fn mask_reply(&self, body: &Bytes) -> Bytes {
        if self.has_unreadable && !self.is_of_known_calls(body) {
            return mark(body);
        }
        let masked = self.server.replies_without_described_secrets(&self.services, &self.asked, body);
        let body = masked.unwrap_or_else(|| mark(body));
        mask_secrets(&self.server.secrets_with_message(&self.services, &[]), &body)
    }

    /// Returns whether a message to the client consists of events and replies to remembered calls.
    fn is_of_known_calls(&self, body: &[u8]) -> bool {
        let is_known =
            |reply: &Value| reply.get("method").is_some() || calls_with_id(&self.asked, reply).next().is_some();
        serde_json::from_slice(body).is_ok_and(|replies| calls(replies).iter().all(is_known))
    }

    /// Queues the replies to a message after `pause`, and begins the subscriptions that they
    /// report.
    fn reply(&mut self, texts: Vec<String>, pause: Duration) {
        let (server, connection) = (Arc::clone(&self.server), self.session.connection);
        let begun = std::mem::take(&mut self.session.new);
        let reply = move || server.subscriptions.hub.reply(connection, texts, begun);
        if pause.is_zero() {
            return reply();
        }
        while self.late.try_join_next().is_some() {}
        self.late.spawn(async move {
            tokio::time::sleep(pause).await;
            reply();
        });
    }

    /// Adds a message to the log, as a request with the head of the handshake.
    fn log(&self, body: Bytes, operations: Vec<&'static str>, faults: FaultSet, unreadable: bool) {
        let is_cut = Delivery::new(&faults).is_cut_before_head();
        let status = Some(StatusCode::SWITCHING_PROTOCOLS).filter(|_| !is_cut);
        let request = Request::from_parts(self.head.clone(), body);
        let seen = self.server.seen_request(&request, operations, status, faults);
        self.server.log.add(seen.with_unreadable(unreadable));
    }
}
