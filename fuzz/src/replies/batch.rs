//! Batches: for any response, each call has its own reply or a failure.

use chainloom::runtime::catalog::{Arguments, RawBatch, RawReplies};
use serde_json::{Value, json};

use super::*;

/// The calls of a batch.
const CALLS: usize = 3;

/// A correct response, with bytes put in anywhere.
pub(super) fn any(input: Input<'_>) -> Outcome {
    let right: Vec<Value> = (1..=CALLS).map(|id| json!({ "jsonrpc": "2.0", "id": id, "result": id })).collect();
    let body = input.spliced(&Value::from(right).to_string());
    let shown = String::from_utf8_lossy(&body).into_owned();
    let outcome = match sent(200, body)? {
        Ok(mut replies) => (0..CALLS).try_for_each(|place| match replies.take(place) {
            Ok(_) => Ok(()),
            Err(error) => told(&error, Some(entry()?.operation().id)),
        }),
        Err(error) => told(&error, None),
    };
    outcome.map_err(|why| format!("{why}\n{shown}"))
}

/// Replies of any ids, in any order, some of them failures; the result of each is its place among
/// them.
pub(super) fn replies(mut input: Input<'_>) -> Outcome {
    let mut all = Vec::new();
    while !input.is_empty() && all.len() < 3 * CALLS {
        let reply = reply(&mut input, all.len());
        all.push(reply);
    }
    let body = Value::from(all.clone()).to_string();
    let outcome = match sent(200, body.clone().into_bytes())? {
        Ok(mut replies) => (0..CALLS).try_for_each(|place| own(&mut replies, place, &all)),
        Err(error) => told(&error, None),
    };
    outcome.map_err(|why| format!("{why}\n{body}"))
}

fn reply(input: &mut Input<'_>, number: usize) -> Value {
    let ids = [json!(1), json!(2), json!(3), json!(4), json!(0), json!(-1), json!("1"), json!([1]), Value::Null];
    let mut reply = json!({ "jsonrpc": "2.0" });
    if let Some(id) = ids.get(input.below(ids.len() + 1)) {
        reply["id"] = id.clone();
    }
    let error = json!({ "code": -32600 - number as i64, "message": "no" });
    match input.below(8) {
        0 => reply["error"] = error,
        1 => (reply["result"], reply["error"]) = (number.into(), error),
        2 => {}
        3 => (reply["result"], reply["error"]) = (number.into(), Value::Null),
        _ => reply["result"] = number.into(),
    }
    reply
}

/// The reply that was taken is the only one with the id of the call. The only one that is good is
/// taken.
fn own(replies: &mut RawReplies, place: usize, all: &[Value]) -> Outcome {
    let theirs: Vec<&Value> = all.iter().filter(|reply| reply["id"] == json!(place + 1)).collect();
    let taken = replies.take(place);
    match (taken, theirs.as_slice()) {
        (Ok(taken), [one]) if one["result"].to_string().as_bytes() == taken.result() => Ok(()),
        (Ok(taken), _) => Err(format!("call {} has the result {}", place + 1, String::from_utf8_lossy(taken.result()))),
        (Err(error), [one]) if one.get("error").is_none() && one.get("result").is_some() => {
            Err(format!("call {} has a result, but fails: {error}", place + 1))
        }
        (Err(error), _) => told(&error, Some(entry()?.operation().id)),
    }
}

/// An operation of a service that takes batches.
fn entry() -> Result<&'static Entry, String> {
    let takes = |entry: &&Entry| entry.operation().service.rpc.is_some_and(|rpc| rpc.batch);
    operations().iter().find(takes).ok_or_else(|| "no service takes batches".to_owned())
}

/// Sends the calls, which are numbered from 1.
fn sent(status: u16, body: Vec<u8>) -> Result<Result<RawReplies, rt::Error>, String> {
    let entry = entry()?;
    let operation = entry.operation();
    let mut batch = RawBatch::new(target(operation.service, FixedResponse { status, body })?);
    for seed in 0..CALLS {
        let arguments = Arguments::from_json(operation, &parameters(entry, seed as u64));
        batch.push(operation, &arguments.map_err(|error| error.to_string())?.into_members());
    }
    wait(batch.send())
}
