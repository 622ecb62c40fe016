//! Replies to a message over a websocket.
//!
//! Input: a message, and its faults. Output: the reply, changed by the faults, and the messages
//! that followed it in a recorded session.

use chainloom_runtime::schema::Service;
use serde_json::Value;

use super::backend::Backend;
use crate::faults::{self, Delivery, Fault, FaultSet};
use crate::server::Server;
use crate::server::rpc::{self, CallRecord};
use crate::subscriptions::hub::Session;

/// Maximum size of a padded text, in bytes.
const MAX_TEXT_BYTES: usize = 64 * 1024 * 1024;

/// Replies to a message, and the effects of the message on the connection.
#[derive(Debug, Default)]
pub(super) struct MessageReplies {
    pub(super) texts: Vec<String>,
    /// The IDs of the operations that the message called.
    pub(super) operations: Vec<&'static str>,
    /// Whether the connection ends after the replies.
    pub(super) ends: bool,
}

impl MessageReplies {
    /// Returns the replies of the spec or of a recorded session to a message. `body` is the
    /// message, and `masked` the message without its secrets. A real server sends its replies
    /// later.
    pub(super) fn new(
        server: &Server,
        services: &[&'static Service],
        session: &mut Session,
        (backend, [body, masked], faults): (&mut Backend, [&[u8]; 2], &FaultSet),
    ) -> Self {
        let replies = match backend {
            Backend::Spec => spec_replies(server, services, session, (body, faults)),
            Backend::Playback(played) => Self {
                texts: played.replies(body, masked),
                operations: server.operations_of(services, body),
                ends: false,
            },
            // The reply is sent when the real server sends it.
            Backend::Relayed(_) => {
                Self { texts: Vec::new(), operations: server.operations_of(services, body), ends: false }
            }
        };
        Self { texts: apply_faults(replies.texts, faults), ..replies }
    }
}

/// Returns the reply by the spec, or the replies of a fault that limits calls.
fn spec_replies(
    server: &Server,
    services: &[&'static Service],
    session: &mut Session,
    (body, faults): (&[u8], &FaultSet),
) -> MessageReplies {
    if let Some(replies) = faults::rate_limit_replies(body, faults) {
        return MessageReplies { texts: vec![replies], operations: Vec::new(), ends: false };
    }
    let server = server.with_pages(faults);
    let mut called = CallRecord { session: Some(session), ..CallRecord::default() };
    let reply = rpc::reply(&server, server.at(services), body, &mut called);
    let texts = reply.json().map(|reply| reply.to_string()).into_iter().collect();
    MessageReplies { texts, operations: called.operations, ends: called.ends }
}

/// Applies faults to the first of the texts, which is the reply.
fn apply_faults(mut texts: Vec<String>, faults: &FaultSet) -> Vec<String> {
    if faults.0.is_empty() || texts.is_empty() {
        return texts;
    }
    let reply = texts.remove(0);
    let changed = match faults::apply_reply_faults(reply.as_bytes(), faults) {
        Some(changed) => separate_replies(&reply, &changed),
        None => vec![reply],
    };
    let size = Delivery::new(faults).size().min(MAX_TEXT_BYTES);
    let of_faults = |text: String| match () {
        () if faults.has(&Fault::Empty) => String::new(),
        () if faults.has(&Fault::Html) => faults::PAGE.to_owned(),
        () => text.clone() + &" ".repeat(size.saturating_sub(text.len())),
    };
    changed.into_iter().map(of_faults).chain(texts).collect()
}

/// Returns the messages of a changed reply. If one reply became several, each is a separate message.
fn separate_replies(reply: &str, changed: &[u8]) -> Vec<String> {
    match serde_json::from_slice(changed) {
        Ok(Value::Array(replies)) if !reply.starts_with('[') => replies.iter().map(Value::to_string).collect(),
        Ok(one) => vec![Value::to_string(&one)],
        Err(_) => Vec::new(),
    }
}
