//! Link: one websocket connection, with texts in both directions and keep-alive.
//!
//! Input: a connection after its handshake. Output: messages, or the cause of a broken connection
//! as text. Only this module knows the library that implements the protocol. Without the feature
//! `ws`, no link can be created.

#[cfg(feature = "ws")]
mod open;
#[cfg(not(feature = "ws"))]
#[path = "link/without.rs"]
mod open;

pub(crate) use self::open::{Link, Utf8Bytes, accepts, bytes_of, new_key};

/// A message of the server.
#[derive(Debug)]
#[cfg_attr(not(feature = "ws"), allow(dead_code, reason = "nothing comes without it"))]
pub(crate) enum Message {
    /// A text, in a text frame or a binary frame.
    Text(Utf8Bytes),
    /// Binary data that is not UTF-8, with its size in bytes.
    Binary(usize),
    /// A control frame, such as a pong.
    Alive,
}
