//! Recorded sessions: requests with their responses, in a folder.
//!
//! Input: exchanges and websockets while they happen, or a folder of them. Output: a file for each,
//! or the recorded response to a request or a message. No file holds a secret that a request
//! carried, and the files are for their owner alone.

mod conversation;
mod exchange;
mod played;
mod record;
mod replay;
mod secrets;

pub(crate) use conversation::Conversation;
pub(crate) use exchange::Exchange;
pub(crate) use played::Playback;
pub(crate) use record::Recorder;
pub(crate) use replay::Replay;
pub(crate) use secrets::{SessionSecrets, mask_secrets};
