//! Answers that come in parts: bytes, and events.
//!
//! Input: the body of an answer on its way, and the call that it answers; events of a websocket. Output: streams of the `futures`
//! kind whose errors are those of calls. An answer that is silent for too long counts as lost; dropping a stream cancels the
//! exchange.

mod bytes;
mod event_json;
mod events;
mod feed;
mod gap;
mod server_sent;
mod silence;
mod subscription;

pub use self::{
    bytes::ByteStream,
    events::Event,
    gap::{Gap, GapReason, Incoming},
    subscription::Subscription,
};
pub(crate) use self::{
    event_json::EventJson,
    events::event_json,
    feed::{Asked, Feed},
    server_sent::Parser,
    silence::Awaited,
    subscription::{Item, Source},
};
