//! Faults of JSON-RPC replies.
//!
//! Input: the body of a response, and faults. Output: the changed body, or `None` if it holds no
//! replies. Replies to rate-limited calls are made from the body of their request.

use serde_json::{Value, json};

use super::{Fault, FaultSet};
use crate::refusals::{INVALID_REQUEST, error};

/// ID of a reply to no call.
const ALIEN: &str = "alien";

/// Applies the faults that concern JSON-RPC replies to a body. `None` without such faults, and for
/// a body that holds no replies.
pub(crate) fn apply_reply_faults(body: &[u8], faults: &FaultSet) -> Option<Vec<u8>> {
    let mut concerned = faults.0.iter().filter(|fault| is_of_replies(fault)).peekable();
    concerned.peek()?;
    let replies = serde_json::from_slice::<Value>(body).ok().filter(is_of_calls)?;
    let value = concerned.fold(replies, apply_reply_fault);
    Some(if value.is_null() { Vec::new() } else { value.to_string().into_bytes() })
}

fn is_of_replies(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::WrongId
            | Fault::MissingReply
            | Fault::DoubledReply
            | Fault::AlienReply
            | Fault::ShuffledBatch
            | Fault::BatchError
    )
}

/// Returns whether a body holds one or more JSON-RPC replies, and no other JSON.
fn is_of_calls(value: &Value) -> bool {
    match value {
        Value::Array(replies) => !replies.is_empty() && replies.iter().all(is_of_calls),
        one => one.get("jsonrpc").is_some(),
    }
}

/// Returns the errors with which a limiting fault replies to the calls of a request; none of the
/// calls is carried out. `None` without such a fault, and for a request without calls.
pub(crate) fn rate_limit_replies(request: &[u8], faults: &FaultSet) -> Option<String> {
    let code = faults.0.iter().find_map(|fault| match fault {
        Fault::RpcLimit(code) => Some(*code),
        _ => None,
    })?;
    let reply = |call: &Value| {
        let id = call.get("method").and(call.get("id"))?;
        Some(json!({ "jsonrpc": "2.0", "id": id, "error": error(code, "limit exceeded", None) }))
    };
    let replies = match serde_json::from_slice(request).ok()? {
        Value::Array(calls) => Value::Array(calls.iter().map(reply).collect::<Option<_>>()?),
        call => reply(&call)?,
    };
    Some(replies.to_string())
}

fn apply_reply_fault(value: Value, fault: &Fault) -> Value {
    let is_batch = value.is_array();
    let mut replies = match value {
        Value::Array(replies) => replies,
        one => vec![one],
    };
    match fault {
        Fault::WrongId => replies.iter_mut().for_each(|reply| reply["id"] = json!(ALIEN)),
        Fault::MissingReply => drop(replies.drain(..1)),
        Fault::DoubledReply => replies.extend(replies.first().cloned()),
        Fault::AlienReply => replies.insert(0, json!({ "jsonrpc": "2.0", "id": ALIEN, "result": null })),
        Fault::ShuffledBatch => replies.reverse(),
        Fault::BatchError => {
            let error = error(INVALID_REQUEST, "the batch was refused", None);
            return json!({ "jsonrpc": "2.0", "error": error, "id": null });
        }
        _ => {}
    }
    match (is_batch, replies.len()) {
        (false, 0) => Value::Null,
        (false, 1) => replies.swap_remove(0),
        _ => Value::Array(replies),
    }
}
