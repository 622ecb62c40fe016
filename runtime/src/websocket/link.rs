//! Link: one websocket connection, with texts in both directions and keep-alive.
//!
//! Input: a connection after its handshake. Output: messages, or a text that says why the
//! connection broke. Only this module knows which library implements the protocol. Without the
//! feature `ws` there is none, and no link can be created.

#[cfg(feature = "ws")]
mod open;
#[cfg(not(feature = "ws"))]
#[path = "link/without.rs"]
mod open;

pub(crate) use self::open::{Link, Utf8Bytes, accepts, bytes_of, new_key};

/// What comes from the other side.
#[derive(Debug)]
#[cfg_attr(not(feature = "ws"), allow(dead_code, reason = "nothing comes without it"))]
pub(crate) enum Message {
    /// A text, also in a binary frame.
    Text(Utf8Bytes),
    /// Bytes that are no text, of this size.
    Binary(usize),
    /// A sign of life, and nothing else.
    Alive,
}
