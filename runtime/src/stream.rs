//! Streams: server-sent events and JSON lines of a response, and subscriptions over a websocket.
//!
//! Input: a call whose response is events or lines, or a subscription. Output: implementations of
//! the `futures` trait `Stream` with the error of calls. A lost connection is reopened where that
//! is harmless. Dropping a stream ends the exchange or the subscription.

mod backfill;
mod feed;
mod lines;
mod subscribe;
mod subscription;
mod untyped;

pub(crate) use self::subscription::Source;
pub use self::{
    lines::LineStream,
    subscribe::{Subscribe, Subscribes},
    subscription::Subscription,
    untyped::UntypedSubscribe,
};
