//! JSON-RPC 2.0 over HTTP and websockets: single calls, and batches where the spec has them.
//!
//! Input: the services at a path, and a body or a frame. Output: JSON, or a text where the spec
//! describes one, such as nothing for a notification. The dialect decides the format of a response.

use chainloom_interpret::{Dialect, Operation as ApiOperation, Situation};
use chainloom_runtime::schema::{Operation, Place, Service, Value as Source};
use serde_json::{Map, Value};

use super::Server;
use crate::refusals::failures;
use crate::refusals::unknown_method;
use crate::refusals::{Occurrence, Reply};
use crate::requests::fits::is_json;
use crate::requests::rpc_parameters;
use crate::responses::prepared::PreparedResponse;
use crate::subscriptions::hub::Session;

/// JSON-RPC services at a path, with the dialect in which they reply.
#[derive(Clone, Copy)]
pub(crate) struct RpcServices<'s> {
    pub(crate) services: &'s [&'static Service],
    pub(crate) dialect: &'s Dialect,
}

/// Facts about the calls in a body, which are recorded while they are handled.
#[derive(Debug, Default)]
pub(crate) struct CallRecord<'s> {
    /// IDs of the called operations.
    pub(crate) operations: Vec<&'static str>,
    /// Websocket connection of the body; `None` over HTTP.
    pub(crate) session: Option<&'s mut Session>,
    /// Prepared response to a call with its own status, headers or bytes.
    pub(crate) whole: Option<PreparedResponse>,
    /// Whether the websocket ends after the reply.
    pub(crate) ends: bool,
}

/// Returns the reply to a body of a JSON-RPC service, and records its calls in `called`.
pub(crate) fn reply(server: &Server, at: RpcServices<'_>, body: &[u8], called: &mut CallRecord<'_>) -> Reply {
    let batches = at.services.iter().any(|service| service.rpc.is_some_and(|rpc| rpc.batch));
    let whole = |situation: Situation| at.refused(&Occurrence::new(situation), None);
    match serde_json::from_slice::<Value>(body) {
        Err(error) => {
            let situation = no_json(called.session.is_some(), body);
            called.ends = situation == Situation::BrokenMessage && at.dialect.refusals.of(situation).is_some();
            at.refused(&Occurrence::new(situation).fact("reason", error), None)
        }
        Ok(Value::Array(_)) if !batches => whole(Situation::Batch),
        Ok(Value::Array(items)) if items.is_empty() => whole(Situation::EmptyBatch),
        Ok(Value::Array(items)) => reply_to_batch(server, at, &items, called),
        Ok(request) => reply_to_call(server, at, &request, called),
    }
}

/// Returns the situation of a body, or of a message over a websocket, that is not JSON.
fn no_json(is_message: bool, body: &[u8]) -> Situation {
    match (is_message, body.trim_ascii().is_empty()) {
        (true, _) => Situation::BrokenMessage,
        (false, true) => Situation::EmptyBody,
        (false, false) => Situation::NotJson,
    }
}

/// Returns the method names of the calls in a body; empty if the body is not JSON.
pub(crate) fn methods(body: &[u8]) -> Vec<String> {
    let method = |call: &Value| call.get("method").and_then(Value::as_str).map(str::to_owned);
    match serde_json::from_slice(body) {
        Ok(Value::Array(calls)) => calls.iter().filter_map(method).collect(),
        Ok(call) => method(&call).into_iter().collect(),
        Err(_) => Vec::new(),
    }
}

/// Returns the reply to a batch, with the replies to its calls in their order.
fn reply_to_batch(server: &Server, at: RpcServices<'_>, items: &[Value], called: &mut CallRecord<'_>) -> Reply {
    let most = at.services.iter().filter_map(|service| server.batch_max(service)).min();
    if let Some(most) = most.filter(|most| items.len() > *most) {
        // One error is the reply to the whole batch, for the first call that has an ID.
        let first = items.iter().find(|item| item.get("id").is_some());
        let refused = at.refused(&Occurrence::new(Situation::LargeBatch).fact("max", most), first);
        return refused.map(|error| Value::Array(vec![error]));
    }
    let replies = items.iter().map(|item| reply_to_call(server, at, item, called));
    let replies: Vec<Value> = replies.filter_map(Reply::json).collect();
    if replies.is_empty() {
        at.refused(&Occurrence::new(Situation::Notification), None)
    } else {
        Reply::ok(Value::Array(replies))
    }
}

/// Returns the reply to one call.
fn reply_to_call(server: &Server, at: RpcServices<'_>, request: &Value, called: &mut CallRecord<'_>) -> Reply {
    let id = request.get("id").filter(|id| !(id.is_null() && at.dialect.null_id_is_none));
    // JSON-RPC knows no such IDs, but servers of some dialects repeat them.
    let has_other_id = matches!(id, Some(Value::Array(_) | Value::Object(_))) && at.dialect.name.is_empty();
    if has_other_id || !request.get("method").is_some_and(Value::is_string) {
        return at.refused(&Occurrence::new(Situation::NotRequest), Some(request).filter(|_| !has_other_id));
    }
    let outcome = call_result(server, at, request, called);
    match (id, outcome) {
        (None, _) => at.refused(&Occurrence::new(Situation::Notification), None),
        (Some(id), Ok(result)) => Reply::ok(at.enveloped("result", result, id)),
        (Some(_), Err(occurrence)) => at.refused(&occurrence, Some(request)),
    }
}

impl RpcServices<'_> {
    /// Returns the refusal of a call, with the ID of the call.
    pub(crate) fn refused(&self, occurrence: &Occurrence, request: Option<&Value>) -> Reply {
        let id = request.and_then(|request| request.get("id")).unwrap_or(&Value::Null);
        occurrence.refused(self.dialect, request).map(|error| self.enveloped("error", error, id))
    }

    /// Returns a result or an error in its envelope, with the members in the order of the dialect.
    fn enveloped(&self, name: &str, value: Value, id: &Value) -> Value {
        let mut members = vec![("jsonrpc", Value::from("2.0")), (name, value)];
        let place = if self.dialect.id_first { 1 } else { 2 };
        members.insert(place, ("id", id.clone()));
        Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
    }
}

/// Returns the result of one call, or the occurrence for which it is refused.
fn call_result(
    server: &Server,
    at: RpcServices<'_>,
    request: &Value,
    called: &mut CallRecord<'_>,
) -> Result<Value, Occurrence> {
    if request.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(Occurrence::new(Situation::OtherVersion));
    }
    let method = request.get("method").and_then(Value::as_str).unwrap_or_default();
    let given = request.get("params");
    if let Some(outcome) = server.subscriptions.call(called.session.as_deref_mut(), at.services, method, given) {
        return outcome.map_err(|occurrence| unknown_method::with_facts(occurrence, at.dialect, method));
    }
    let candidates = server.routes().methods(at.services, method);
    if candidates.is_empty() {
        return Err(unknown_method::unknown(at.dialect, method, server.routes().method_names(at.services)));
    }
    let operations = || candidates.iter().filter_map(|id| server.operation(*id));
    let read = |operation: &ApiOperation| {
        if let Some(failure) = failures::failure(operation, at.dialect, given) {
            return Err(failure);
        }
        let numbers = at.dialect.numbers_as_text;
        rpc_parameters::read(operation.schema, &operation.required, given, numbers)
    };
    let mut first = None;
    for operation in operations().filter(|operation| agrees(operation.schema, given)) {
        match read(operation) {
            Ok(input) => {
                called.operations.push(operation.schema.id);
                if let Some(prepared) = server.prepared.of_operation(operation.schema.id) {
                    let outcome = prepared.outcome().map_err(Occurrence::of_error);
                    called.whole = Some(prepared).filter(PreparedResponse::is_whole).map(PreparedResponse::of_call);
                    return outcome;
                }
                let page_result = server.value(operation, &input, None);
                let refused =
                    |reason| Occurrence::new(Situation::InvalidParams).fact("index", 0).fact("reason", reason);
                return page_result.map(|page| page.body).map_err(refused);
            }
            Err(wrong) => {
                first.get_or_insert((operation, wrong));
            }
        }
    }
    // If the constants of no operation agree, the mistake in the first one names the wrong value.
    let wrong = first.or_else(|| operations().find_map(|operation| Some((operation, read(operation).err()?))));
    let Some((operation, wrong)) = wrong else {
        let reason = "the parameters match no call of this method";
        return Err(Occurrence::new(Situation::InvalidParams).fact("index", 0).fact("reason", reason));
    };
    called.operations.push(operation.schema.id);
    Err(wrong)
}

/// Returns whether the constants of a typed call equal the values in the request. A missing
/// constant is reported later.
fn agrees(operation: &Operation, given: Option<&Value>) -> bool {
    let Some(rpc) = operation.service.rpc else { return true };
    let bindings = operation.bindings.iter().filter(|binding| binding.place == Place::Rpc).enumerate();
    bindings.into_iter().all(|(at, binding)| match binding.value {
        Source::Fixed(json) => rpc_parameters::parameter_value(rpc.params, given, at, binding.name)
            .is_none_or(|value| is_json(value, json)),
        Source::Member(_) => true,
    })
}
