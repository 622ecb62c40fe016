//! Websockets: calls and subscriptions over one connection.
//!
//! Input: JSON-RPC requests of calls, and descriptions of subscriptions. Output: their answers, and streams of events in
//! which everything that is lost is counted. One task owns a connection (`driver`). What a frame means is decided without
//! I/O (`frame`, `routes`), and what waits for its reader is bounded (`buffer`). Only `link` needs the feature `ws`.

mod backfill;
mod buffer;
mod command;
mod driver;
mod frame;
mod handshake;
mod link;
mod options;
mod routes;
mod shapes;
mod socket;
mod subscribe;

pub(crate) use self::{
    buffer::Subscriber,
    frame::item_of,
    socket::{Shared, Socket, Via},
};
pub use self::{
    options::{Overflow, UnknownFrame, Websocket},
    subscribe::{Subscribe, Subscribes},
};
