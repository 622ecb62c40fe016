//! Recorded sessions: requests with their responses, in a folder.
//!
//! Input: exchanges while they happen, or a folder of them. Output: a file for each exchange, or the recorded response to a
//! request. What a request carries as secrets is not recorded: no header of it but the media type, and no secret of its query.

mod exchange;
mod record;
mod replay;

pub(crate) use exchange::Exchange;
pub(crate) use record::Recorder;
pub(crate) use replay::Replay;
