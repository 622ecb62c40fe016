//! Websockets: calls and subscriptions over one connection.
//!
//! Input: JSON-RPC requests of calls, and descriptions of subscriptions. Output: their responses, and streams of events in
//! which everything that is lost is counted. One task owns a connection (`driver`). What a frame means is decided without
//! I/O (`frame`, `routes`), and what waits for its reader is bounded (`buffer`). Only `link` needs the feature `ws`.

mod driver;
mod handshake;
mod link;
mod open;
mod routes;
mod shapes;

pub(crate) use self::open::{exchange, shared};
