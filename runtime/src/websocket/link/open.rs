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
        protocol::{Role, WebSocketConfig},
    },
};

pub(crate) use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The bytes of a text, without a copy.
pub(crate) fn bytes_of(text: &Utf8Bytes) -> Bytes {
    text.clone().into()
}

/// How many pongs may wait to be sent. The server then has to read before it is read on, since
/// tungstenite keeps each pong until it is sent.
const PINGS: usize = 1024;

/// An open websocket.
pub(crate) struct Link {
    stream: WebSocketStream<Box<dyn Io>>,
    /// The pings since all that was to be sent went out.
    pings: usize,
}

/// A key for a handshake; none without the feature `ws`.
pub(crate) fn new_key() -> Option<String> {
    Some(generate_key())
}

/// Whether the response to a handshake was made for its key.
pub(crate) fn accepts(key: &str, response: &str) -> bool {
    derive_accept_key(key.as_bytes()) == response
}

impl Link {
    /// `limit` is the largest message that is read, in bytes.
    pub(crate) async fn new(io: Box<dyn Io>, limit: usize) -> Option<Self> {
        let config = WebSocketConfig::default().max_message_size(Some(limit)).max_frame_size(Some(limit));
        Some(Self { stream: WebSocketStream::from_raw_socket(io, Role::Client, Some(config)).await, pings: 0 })
    }

    /// Whether a message can be sent now.
    pub(crate) fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), String>> {
        Pin::new(&mut self.stream).poll_ready(context).map_err(told)
    }

    pub(crate) fn send(&mut self, text: Bytes) -> Result<(), String> {
        let text = Utf8Bytes::try_from(text).map_err(|_| "a request is not UTF-8".to_owned())?;
        Pin::new(&mut self.stream).start_send(tungstenite::Message::Text(text)).map_err(told)
    }

    pub(crate) fn ping(&mut self) -> Result<(), String> {
        Pin::new(&mut self.stream).start_send(tungstenite::Message::Ping(Bytes::new())).map_err(told)
    }

    /// Ends it; what was sent before still goes out.
    pub(crate) async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }

    pub(crate) fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<Result<(), String>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context)).map_err(told)?;
        self.pings = 0;
        Poll::Ready(Ok(()))
    }

    /// The next message; an error where the connection has ended.
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
            Some(Err(error)) => Err(told(error)),
            None => Err("it has ended".to_owned()),
        })
    }
}

fn told(error: tungstenite::Error) -> String {
    error.to_string()
}
