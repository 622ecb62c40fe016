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

/// A websocket to a real server.
pub(super) struct Link(WebSocketStream<Upgraded>);

impl Backend {
    /// Backend for a handshake, or the response that refuses it.
    pub(super) async fn new(server: &Server, head: &Request<Bytes>) -> Result<Self, Response<Bytes>> {
        if let Some(upstream) = server.upstream() {
            let socket = upstream.websocket(head).await?;
            return Ok(Self::Relayed(Box::new(Link(socket))));
        }
        let Some(played) = server.played(head) else { return Ok(Self::Spec) };
        let missing = || text(StatusCode::NOT_IMPLEMENTED, &format!("no recorded websocket at {}", head.uri()));
        played.map(Self::Playback).ok_or_else(missing)
    }

    /// The texts that come before any message of the client.
    pub(super) fn first(&mut self) -> Vec<String> {
        if let Self::Playback(played) = self { played.freed() } else { Vec::new() }
    }

    /// Sends a message to a real server; `None` if it cannot be sent.
    pub(super) async fn send(&mut self, message: &Message) -> Option<()> {
        let Self::Relayed(link) = self else { return Some(()) };
        let message = match message {
            Message::Text(text) => tungstenite::Message::text(text.as_str()),
            other => tungstenite::Message::binary(other.clone().into_data()),
        };
        link.0.send(message).await.ok()
    }

    /// Next message of a real server; `None` if its connection has ended. Without one, it never
    /// ends.
    pub(super) async fn next(&mut self) -> Option<Message> {
        let Self::Relayed(link) = self else { return pending().await };
        loop {
            // Replies to its pings go first, as for a client.
            link.0.flush().await.ok()?;
            match link.0.next().await?.ok()? {
                tungstenite::Message::Text(text) => return Some(Message::Text(text.as_str().into())),
                tungstenite::Message::Binary(bytes) => return Some(Message::Binary(bytes)),
                _ => {}
            }
        }
    }
}
