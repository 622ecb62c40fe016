//! Link over tokio-tungstenite.

use crate::{transport::Io, websocket::link::Message};
use bytes::Bytes;
use futures_core::Stream;
use futures_sink::Sink;
use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        self,
        handshake::{client::generate_key, derive_accept_key},
        protocol::{Role, WebSocketConfig, frame::coding::CloseCode},
    },
};

pub(crate) use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Returns the bytes of a text without copying.
pub(crate) fn bytes_of(text: &Utf8Bytes) -> Bytes {
    text.clone().into()
}

/// Maximum number of pongs that wait to be sent. Beyond that, the server is not read until it
/// reads, since tungstenite keeps each pong until it is sent.
const PINGS: usize = 1024;

/// An open websocket.
pub(crate) struct Link {
    stream: WebSocketStream<Box<dyn Io>>,
    /// Number of pings since the last complete flush.
    pings: usize,
}

/// Returns a key for a handshake; `None` without the feature `ws`.
pub(crate) fn new_key() -> Option<String> {
    Some(generate_key())
}

/// Returns whether the response to a handshake was derived from its key.
pub(crate) fn accepts(key: &str, response: &str) -> bool {
    derive_accept_key(key.as_bytes()) == response
}

impl Link {
    /// Creates a link over an upgraded connection; `limit` is the maximum size of a message in
    /// bytes.
    pub(crate) async fn new(io: Box<dyn Io>, limit: usize) -> Option<Self> {
        let config = WebSocketConfig::default().max_message_size(Some(limit)).max_frame_size(Some(limit));
        Some(Self { stream: WebSocketStream::from_raw_socket(io, Role::Client, Some(config)).await, pings: 0 })
    }

    /// Waits until a message can be sent.
    pub(crate) fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), String>> {
        Pin::new(&mut self.stream).poll_ready(context).map_err(error_text)
    }

    pub(crate) fn send(&mut self, text: Bytes) -> Result<(), String> {
        let text = Utf8Bytes::try_from(text).map_err(|_| "a request is not UTF-8".to_owned())?;
        Pin::new(&mut self.stream).start_send(tungstenite::Message::Text(text)).map_err(error_text)
    }

    pub(crate) fn ping(&mut self) -> Result<(), String> {
        Pin::new(&mut self.stream).start_send(tungstenite::Message::Ping(Bytes::new())).map_err(error_text)
    }

    /// Closes the link, after sending all queued messages.
    pub(crate) async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }

    pub(crate) fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<Result<(), String>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context)).map_err(error_text)?;
        self.pings = 0;
        Poll::Ready(Ok(()))
    }

    /// Returns the next message, or the cause if the connection has ended.
    pub(crate) fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<Result<Message, String>> {
        if self.pings >= PINGS {
            ready!(self.poll_flush(context))?;
        }
        let message = ready!(Pin::new(&mut self.stream).poll_next(context));
        Poll::Ready(match message {
            Some(Ok(tungstenite::Message::Text(text))) => Ok(Message::Text(text)),
            Some(Ok(tungstenite::Message::Binary(bytes))) => {
                let size = bytes.len();
                Ok(Utf8Bytes::try_from(bytes).map_or(Message::Binary(size), Message::Text))
            }
            Some(Ok(tungstenite::Message::Close(frame))) => Err(match frame {
                // tungstenite gives this frame in place of one whose code RFC 6455 does not allow.
                Some(frame) if frame.code == CloseCode::Protocol && frame.reason == "Protocol violation" => {
                    "the server closed it (1002, or a code that is not allowed)".to_owned()
                }
                Some(frame) if !frame.reason.is_empty() => {
                    format!("the server closed it ({}: {})", u16::from(frame.code), frame.reason)
                }
                Some(frame) => format!("the server closed it ({})", u16::from(frame.code)),
                None => "the server closed it".to_owned(),
            }),
            Some(Ok(tungstenite::Message::Ping(_))) => {
                self.pings += 1;
                Ok(Message::Alive)
            }
            Some(Ok(_)) => Ok(Message::Alive),
            Some(Err(error)) => Err(error_text(error)),
            None => Err("it has ended".to_owned()),
        })
    }
}

fn error_text(error: tungstenite::Error) -> String {
    error.to_string()
}
