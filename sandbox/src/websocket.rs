//! JSON-RPC over a websocket.
//!
//! Input: the upgrade of a request to the websocket of a service, then texts. Output: a reply to each text, by the same code as
//! over HTTP, and the events of subscriptions. A connection ends when its client goes, or when it is cut.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request as Upgrade};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chainloom_runtime::schema::Service;
use http::request::Parts;
use http::{Request, StatusCode, header};
use tokio::sync::mpsc::Receiver;

use crate::faults::Chosen;
use crate::hub::{Line, Session};
use crate::log::Seen;
use crate::routes::Found;
use crate::rpc::{self, Called};
use crate::server::Server;

/// Begins a websocket whose messages have at most so many bytes; returns a request that is for none.
pub(crate) async fn upgrade(server: &Arc<Server>, request: Upgrade, largest: usize) -> Result<Response, Upgrade> {
    let services = server.sockets.at(request.uri().path());
    if services.is_empty() || !is_meant(server, &request) {
        return Err(request);
    }
    let (mut parts, _) = request.into_parts();
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade.max_message_size(largest),
        Err(refused) => return Ok(refused.into_response()),
    };
    parts.extensions.clear();
    let head = Request::from_parts(parts.clone(), Bytes::new());
    if let Some(refused) = server.refused_for_keys(&Found::Rpc(services.clone()), &head) {
        return Ok(refused.map(Body::from));
    }
    let left = server.cut_of_websocket(&parts, &services);
    let Some(line) = server.subscriptions.hub.connect() else {
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    };
    let talk = Talk { server: Arc::clone(server), session: Session::new(line.number), services, head: parts, left };
    Ok(upgrade.on_upgrade(move |socket| talk.run(line, socket)))
}

/// Whether a request to the path of a websocket is meant for it: one that asks for it, or one that nothing else takes.
fn is_meant(server: &Server, request: &Upgrade) -> bool {
    let asks = request.headers().contains_key(header::UPGRADE);
    asks || matches!(server.routes().find(request.method(), request.uri().path()), Found::Nothing)
}

/// A connection.
struct Talk {
    server: Arc<Server>,
    session: Session,
    services: Vec<&'static Service>,
    /// The request that began it.
    head: Parts,
    /// How many messages are still sent before it is cut, where a fault says so.
    left: Option<usize>,
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.server.subscriptions.hub.disconnect(self.session.connection);
    }
}

impl Talk {
    /// Carries it out until its client goes or it is cut.
    async fn run(mut self, line: Line, mut socket: WebSocket) {
        let Line { mut queue, cut, .. } = line;
        tokio::select! {
            _ = cut => {}
            () = self.converse(&mut queue, &mut socket) => {}
        }
    }

    async fn converse(&mut self, queue: &mut Receiver<String>, socket: &mut WebSocket) {
        loop {
            tokio::select! {
                // What waits goes first, so that a client that asks without reading fills no queue.
                biased;
                text = queue.recv() => {
                    let Some(text) = text else { return };
                    match self.left.as_mut() {
                        Some(0) => return,
                        Some(left) => *left -= 1,
                        None => {}
                    }
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        return;
                    }
                }
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => self.take(Bytes::from(text)),
                    Some(Ok(Message::Binary(bytes))) => self.take(bytes),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return,
                },
            }
        }
    }

    /// Takes a message, and queues what it is answered with.
    fn take(&mut self, body: Bytes) {
        let mut called = Called { session: Some(&mut self.session), ..Called::default() };
        let reply = rpc::reply(&self.server, self.server.at(&self.services), &body, &mut called);
        let operations = called.operations;
        self.log(body, operations);
        self.server.subscriptions.hub.reply(&mut self.session, reply.json().map(|reply| reply.to_string()));
    }

    fn log(&self, body: Bytes, operations: Vec<&'static str>) {
        let request = Request::from_parts(self.head.clone(), body);
        self.server.log.add(Seen::new(&request, operations, Some(StatusCode::SWITCHING_PROTOCOLS), Chosen::default()));
    }
}
