//! Websocket connections: calls and events over one connection.
//!
//! Input: commands of handles, and tables of services. Output: responses to calls, and events
//! in the buffers of subscriptions, in which every lost event is counted. One task owns a
//! connection (`driver`). `routes` interprets frames, without I/O. Only `link` depends on the
//! feature `ws`.

mod driver;
mod early;
mod handshake;
mod link;
mod open;
mod routes;
mod shapes;

pub(crate) use self::open::{exchange, shared_socket};
