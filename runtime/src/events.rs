//! Events of a service: parsing of messages, and the buffers in which events wait for their reader.
//!
//! Input: messages of a websocket, or a body of server-sent events or of JSON lines. Output: the
//! JSON of each event or line, and gaps where events are missing. Connections and the types of
//! events do not belong here.

mod buffer;
mod event;
pub(crate) mod frame;
mod gap;
mod json;
mod lines;
mod server_sent;

pub use self::{
    buffer::Overflow,
    event::Event,
    gap::{Gap, GapReason, Incoming},
};
pub(crate) use self::{
    buffer::{Bounds, Item, Subscriber},
    event::{event_json, whole_json},
    json::EventJson,
    lines::{BYTE_ORDER_MARK, LineParser, LineResult},
    server_sent::{EventResult, PIECE, Parser, TooLarge, UNFINISHED, until_end},
};
