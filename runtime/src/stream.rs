//! Answers that come in parts: bytes, and events.
//!
//! Input: the body of an answer on its way, and the call that it answers. Output: streams of the `futures` kind whose
//! errors are those of calls. A stream that is silent for too long ends with an error; dropping one cancels the exchange.

mod bytes;
mod events;
mod server_sent;
mod silence;

pub use self::bytes::ByteStream;
pub use self::events::{Event, EventStream};
pub(crate) use self::events::{Source, SourceItem, event_json};
pub(crate) use self::server_sent::{Events, Parser};
pub(crate) use self::silence::Awaited;
