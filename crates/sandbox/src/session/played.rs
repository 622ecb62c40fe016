//! Playback of a recorded websocket connection.
//!
//! Input: the messages of a client. Output: the recorded replies to each, with the IDs of the
//! client; and the recorded events. The client may send its messages in another order than the
//! recorded one, and omit some.

use serde_json::{Value, json};

use super::conversation::Message;
use super::exchange::body_key;
use super::replay::{ids, with_ids};
use crate::refusals::error;

/// Code of the JSON-RPC error for a message that was not recorded.
const NOT_RECORDED: i64 = -32601;

/// Recorded connection that is replayed.
#[derive(Debug)]
pub(crate) struct Playback(Vec<RecordedMessage>);

/// Message of the recorded connection, with the facts that decide when it is replayed.
#[derive(Debug)]
struct RecordedMessage {
    message: Message,
    /// Key by which a message of the client is recognized as this one.
    key: String,
    /// IDs of the calls or replies in the message.
    ids: Vec<Value>,
    /// Whether the message was replayed.
    is_used: bool,
    /// ID of the subscription to which the message reports an event.
    subscription: Option<Value>,
    /// Result that the message reports, such as the ID of a new subscription.
    result: Option<Value>,
}

impl RecordedMessage {
    fn new(message: &Message) -> Self {
        let body = message.text.as_bytes();
        let json = serde_json::from_slice::<Value>(body).unwrap_or_default();
        Self {
            message: message.clone(),
            key: body_key(body),
            ids: ids(body),
            is_used: false,
            subscription: json.pointer("/params/subscription").cloned(),
            result: json.get("result").cloned(),
        }
    }

    /// Returns whether the message replies to a call in `asked`.
    fn replies_to(&self, asked: &Self) -> bool {
        !self.message.is_sent && self.ids.iter().any(|id| asked.ids.contains(id))
    }
}

impl Playback {
    pub(super) fn new(messages: &[Message]) -> Self {
        Self(messages.iter().map(RecordedMessage::new).collect())
    }

    /// Returns the texts that were recorded after a message. A message that is sent more often than
    /// it was recorded gets its last reply again. `masked` is the message without its secrets.
    pub(crate) fn replies(&mut self, body: &[u8], masked: &[u8]) -> Vec<String> {
        let keys = [body_key(masked), body_key(body)];
        let is_same = |line: &RecordedMessage| line.message.is_sent && keys.contains(&line.key);
        let next = self.0.iter().position(|line| !line.is_used && is_same(line));
        let found = next.or_else(|| self.0.iter().rposition(is_same));
        let Some((asked, behind)) = found.and_then(|at| self.0.get_mut(at..)?.split_first_mut()) else {
            return vec![unknown(body)];
        };
        asked.is_used = true;
        let reply = behind.iter_mut().find(|line| line.replies_to(asked)).map(|line| {
            line.is_used = true;
            let reply = with_ids(asked.message.text.as_bytes(), body, line.message.text.clone().into());
            String::from_utf8_lossy(&reply).into_owned()
        });
        reply.into_iter().chain(self.due_texts()).collect()
    }

    /// Returns the texts that wait for no further message: events of subscriptions that have begun,
    /// and other texts whose preceding messages were all sent.
    pub(crate) fn due_texts(&mut self) -> Vec<String> {
        let (mut is_all_sent, mut known, mut texts) = (true, Vec::new(), Vec::new());
        for line in &mut self.0 {
            if line.message.is_sent {
                is_all_sent &= line.is_used;
            } else if line.is_used {
                known.extend(&line.result);
            } else if line.subscription.as_ref().map_or(is_all_sent, |id| known.contains(&id)) {
                line.is_used = true;
                texts.push(line.message.text.clone());
            }
        }
        texts
    }
}

/// Returns the reply to a message that was not recorded.
fn unknown(body: &[u8]) -> String {
    let id = ids(body).into_iter().next().unwrap_or(Value::Null);
    let error = error(NOT_RECORDED, "this message was not recorded", None);
    json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()
}
