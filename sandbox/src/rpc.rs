//! JSON-RPC 2.0 over HTTP and websockets: single calls, and batches where the spec has them.
//!
//! Input: the services at a path, and a body. Output: the body of the response; empty where only notifications came.

use chainloom_runtime::schema::{Operation, Place, Service, Value as Source};
use serde_json::{Value, json};

use crate::failures::{INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, rpc_error};
use crate::fits::is_json;
use crate::hub::Session;
use crate::read;
use crate::server::Server;

/// The services at a path.
type Services<'s> = [&'s Service];

/// What a body called.
#[derive(Debug, Default)]
pub(crate) struct Called<'s> {
    /// The IDs of the operations.
    pub(crate) operations: Vec<&'static str>,
    /// The websocket connection over which it came; none over HTTP.
    pub(crate) session: Option<&'s mut Session>,
}

/// Replies to a body; the IDs of the operations that were called are added.
pub(crate) fn reply(
    server: &Server,
    services: &Services<'static>,
    body: &[u8],
    called: &mut Called<'_>,
) -> Option<Value> {
    let batches = services.iter().any(|service| service.rpc.is_some_and(|rpc| rpc.batch));
    match serde_json::from_slice::<Value>(body) {
        Err(error) => Some(enveloped(Err(rpc_error(PARSE_ERROR, &error.to_string())), Value::Null)),
        Ok(Value::Array(_)) if !batches => {
            Some(enveloped(Err(rpc_error(INVALID_REQUEST, "batches are not supported")), Value::Null))
        }
        Ok(Value::Array(items)) if items.is_empty() => {
            Some(enveloped(Err(rpc_error(INVALID_REQUEST, "empty batch")), Value::Null))
        }
        Ok(Value::Array(items)) => batch(server, services, &items, called),
        Ok(request) => one(server, services, &request, called),
    }
}

/// The methods of the calls in a body.
pub(crate) fn methods(body: &[u8]) -> Vec<String> {
    let method = |call: &Value| call.get("method").and_then(Value::as_str).map(str::to_owned);
    match serde_json::from_slice(body) {
        Ok(Value::Array(calls)) => calls.iter().filter_map(method).collect(),
        Ok(call) => method(&call).into_iter().collect(),
        Err(_) => Vec::new(),
    }
}

fn batch(server: &Server, services: &Services<'static>, items: &[Value], called: &mut Called<'_>) -> Option<Value> {
    if services.iter().filter_map(|service| server.batch_max(service)).any(|most| items.len() > most) {
        // One error answers the whole batch, for the first call that has an ID.
        let id = items.iter().find_map(|item| item.get("id")).cloned().unwrap_or_default();
        return Some(json!([enveloped(Err(rpc_error(INVALID_REQUEST, "batch too large")), id)]));
    }
    let replies: Vec<Value> = items.iter().filter_map(|item| one(server, services, item, called)).collect();
    (!replies.is_empty()).then_some(Value::Array(replies))
}

/// The reply to one call; none for a notification.
fn one(server: &Server, services: &Services<'static>, request: &Value, called: &mut Called<'_>) -> Option<Value> {
    let Some(id) = request.get("id") else {
        let is_call = request.get("method").is_some_and(Value::is_string);
        return (!is_call).then(|| enveloped(Err(rpc_error(INVALID_REQUEST, "invalid request")), Value::Null));
    };
    Some(enveloped(result(server, services, request, called), id.clone()))
}

fn enveloped(outcome: Result<Value, Value>, id: Value) -> Value {
    match outcome {
        Ok(result) => json!({ "jsonrpc": "2.0", "result": result, "id": id }),
        Err(error) => json!({ "jsonrpc": "2.0", "error": error, "id": id }),
    }
}

fn result(
    server: &Server,
    services: &Services<'static>,
    request: &Value,
    called: &mut Called<'_>,
) -> Result<Value, Value> {
    if request.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(rpc_error(INVALID_REQUEST, "jsonrpc must be 2.0"));
    }
    let Some(method) = request.get("method").and_then(Value::as_str) else {
        return Err(rpc_error(INVALID_REQUEST, "invalid request"));
    };
    if let Some(outcome) =
        server.subscriptions.call(called.session.as_deref_mut(), services, method, request.get("params"))
    {
        return outcome;
    }
    let candidates = server.routes().methods(services, method);
    if candidates.is_empty() {
        let message = format!("the method {method} does not exist/is not available");
        return Err(rpc_error(METHOD_NOT_FOUND, &message));
    }
    let params = request.get("params");
    let mut first = None;
    for id in candidates {
        let Some(operation) = server.operation(*id).filter(|operation| agrees(operation.schema, params)) else {
            continue;
        };
        match read::rpc(operation.schema, params) {
            Ok(input) => {
                called.operations.push(operation.schema.id);
                let answered = server.value(operation, &input, None);
                return answered.map(|page| page.answer).map_err(|refused| rpc_error(INVALID_PARAMS, &refused));
            }
            Err(wrong) => {
                first.get_or_insert((operation.schema.id, wrong));
            }
        }
    }
    let (id, wrong) = first.unwrap_or(("", vec!["the parameters fit no call of this method".to_owned()]));
    called.operations.extend(Some(id).filter(|id| !id.is_empty()));
    Err(rpc_error(INVALID_PARAMS, &wrong.join("; ")))
}

/// Whether the constants of a typed call are those of the request; one that is left out agrees.
fn agrees(operation: &Operation, params: Option<&Value>) -> bool {
    let Some(rpc) = operation.service.rpc else { return true };
    let bindings = operation.bindings.iter().filter(|binding| binding.place == Place::Rpc).enumerate();
    bindings.into_iter().all(|(at, binding)| match binding.value {
        Source::Fixed(json) => {
            read::stated(rpc.params, params, at, binding.name).is_none_or(|value| is_json(value, json))
        }
        Source::Member(_) => true,
    })
}
