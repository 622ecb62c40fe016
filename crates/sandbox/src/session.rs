//! Recorded sessions: requests with their responses, in a folder.
//!
//! Input: exchanges and websockets while they happen, or a folder of them. Output: a file for each,
//! or the recorded response to a request or a message. Secrets of requests are not recorded: of
//! their headers only the media type, and no secret of the query.

mod conversation;
mod exchange;
mod played;
mod record;
mod replay;

pub(crate) use conversation::Conversation;
pub(crate) use exchange::Exchange;
pub(crate) use played::Playback;
pub(crate) use record::Recorder;
pub(crate) use replay::Replay;
