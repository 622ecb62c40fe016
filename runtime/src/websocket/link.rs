//! One websocket connection: texts in both directions, and signs of life.
//!
//! Input: a connection after its handshake. Output: messages, or a text that says why the
//! connection broke. Only this module knows which library speaks the protocol. Without the feature
//! `ws` there is none, and no link can be made.

#[cfg(feature = "ws")]
mod open;
#[cfg(not(feature = "ws"))]
#[path = "link/without.rs"]
mod open;

pub(crate) use self::open::{Link, Utf8Bytes, accepts, new_key};

/// What comes from the other side.
#[derive(Debug)]
#[cfg_attr(not(feature = "ws"), allow(dead_code, reason = "nothing comes without it"))]
pub(crate) enum Message {
    Text(Utf8Bytes),
    /// Of this size; JSON-RPC has none.
    Binary(usize),
    /// A sign of life, and nothing else.
    Alive,
}
