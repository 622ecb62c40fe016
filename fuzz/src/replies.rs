//! Responses of a server: any bytes, and replies with any IDs in any order.
//!
//! Input: bytes, which choose calls and responses. Output: what is wrong. A failure is one line
//! that names its operation. A call of a batch has the result of the one reply that has its id, or
//! none.

mod batch;
mod transport;

use chainloom::operations;
use chainloom::runtime as rt;
use chainloom::runtime::catalog::Entry;
use chainloom::runtime::schema::{Bounds, Protocol};
use chainloom_values::Draw;
use serde_json::Value;

use crate::Outcome;
use crate::input::Input;
use transport::{FixedResponse, target, wait};

/// Statuses of responses; most succeed.
const STATUSES: [u16; 8] = [200, 200, 200, 201, 400, 404, 429, 503];

/// Calls an operation, or a batch of some, and compares the results of the client with what was
/// sent.
///
/// # Errors
///
/// A failure that says too little, or a result that is not that of its call.
pub fn check(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    match input.below(3) {
        0 => single(input),
        1 => batch::any(input),
        _ => batch::replies(input),
    }
}

/// A call with a response of its type, with bytes put in anywhere.
fn single(mut input: Input<'_>) -> Outcome {
    let entry = input.operation();
    let operation = entry.operation();
    let status = input.one_of(&STATUSES).unwrap_or(200);
    let drawn = operation.output.map_or(Value::Null, |ty| input.draw().value(ty, &Bounds::NONE));
    let text = match operation.protocol {
        Protocol::Rest { .. } => drawn.to_string(),
        Protocol::Rpc { .. } => format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{drawn}}}"),
    };
    let body = input.spliced(&text);
    let target = target(operation.service, FixedResponse { status, body: body.clone() })?;
    match wait(entry.call(target, &parameters(entry, 1)))? {
        Ok(_) => Ok(()),
        Err(error) => {
            told(&error, Some(operation.id)).map_err(|why| format!("{why}\n{}", String::from_utf8_lossy(&body)))
        }
    }
}

/// Parameters that keep to bounds and rules.
fn parameters(entry: &Entry, seed: u64) -> Vec<u8> {
    Value::Object(Draw::new(seed).wild().input(entry.operation())).to_string().into_bytes()
}

/// Checks that a failure names its operation in one line.
fn told(error: &rt::Error, operation: Option<&str>) -> Outcome {
    let text = error.to_string();
    if text.is_empty() || text.contains('\n') || format!("{error:?}").is_empty() {
        return Err(format!("the failure is not one line: {text:?}"));
    }
    if error.is_building() || error.is_invalid_request() {
        return Err(format!("nothing was sent: {text}"));
    }
    match operation {
        Some(id) if error.operation() != Some(id) => Err(format!("the failure is not of `{id}`: {text}")),
        _ => Ok(()),
    }
}
