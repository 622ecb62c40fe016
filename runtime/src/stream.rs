//! Streams of events: server-sent events of a response, and subscriptions over a websocket; and of
//! JSON lines.
//!
//! Input: a call whose response is events or lines, or a subscription. Output: streams of the `futures` kind
//! whose errors are those of calls. A lost connection is opened again where that is harmless.
//! Dropping a stream ends the exchange or the subscription.

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
