//! Backend of a websocket, which replies to its messages.
//!
//! Input: the handshake. Output: the spec, a recorded session, or a connection to a real server.

use std::future::pending;

use axum::extract::ws::Message;
use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use http::{Request, Response, StatusCode};
use reqwest::Upgraded;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite;

use crate::refusals::errors::text;
use crate::server::Server;
use crate::session::Playback;

/// Backend that replies to the messages of a connection.
pub(super) enum Backend {
    /// The spec.
    Spec,
    /// A recorded session.
    Playback(Playback),
    /// A real server.
    Relayed(Box<Link>),
}

/// Websocket to a real server.
pub(super) struct Link(WebSocketStream<Upgraded>);

impl Backend {
    /// Opens the backend for a handshake. The error is the response that refuses the handshake.
    pub(super) async fn new(server: &Server, head: &Request<Bytes>) -> Result<Self, Response<Bytes>> {
        if let Some(upstream) = server.upstream() {
            let socket = upstream.websocket(head).await?;
            return Ok(Self::Relayed(Box::new(Link(socket))));
        }
        let Some(played) = server.recorded_websocket(head) else { return Ok(Self::Spec) };
        let missing = || text(StatusCode::NOT_IMPLEMENTED, &format!("no recorded websocket at {}", head.uri()));
        played.map(Self::Playback).ok_or_else(missing)
    }

    /// Returns the texts that precede any message of the client.
    pub(super) fn first(&mut self) -> Vec<String> {
        if let Self::Playback(played) = self { played.due_texts() } else { Vec::new() }
    }

    /// Forwards a message to a real server; `None` if it cannot be sent. Does nothing for another
    /// backend.
    pub(super) async fn send(&mut self, message: &Message) -> Option<()> {
        let Self::Relayed(link) = self else { return Some(()) };
        let message = match message {
            Message::Text(text) => tungstenite::Message::text(text.as_str()),
            other => tungstenite::Message::binary(other.clone().into_data()),
        };
        link.0.send(message).await.ok()
    }

    /// Returns the next message of a real server; `None` once its connection has ended. Another
    /// backend never has one, and the future never completes.
    pub(super) async fn next(&mut self) -> Option<Message> {
        let Self::Relayed(link) = self else { return pending().await };
        loop {
            // Replies to pings of the server are sent first, as for a client.
            link.0.flush().await.ok()?;
            match link.0.next().await?.ok()? {
                tungstenite::Message::Text(text) => return Some(Message::Text(text.as_str().into())),
                tungstenite::Message::Binary(bytes) => return Some(Message::Binary(bytes)),
                _ => {}
            }
        }
    }
}
