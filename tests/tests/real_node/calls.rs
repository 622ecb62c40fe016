//! Calls of every operation that the spec describes for the node.
//!
//! Input: the table `tests/node/calls.yaml`, and the first examples of the spec for all operations
//! that it leaves out. Output: what became of each call. An operation is called by its description;
//! its typed reader then reads the response, which must lose nothing.

use std::collections::{BTreeMap, BTreeSet};

use chainloom::node;
use chainloom::runtime as rt;
use chainloom_tests::{round_trip, shape, spec};
use rt::catalog::{Arguments, Entry, Target};
use rt::schema::Protocol;
use serde_json::{Map, Value, json};

use crate::{Result, told};

const TABLE: &str = include_str!("../../node/calls.yaml");
/// JSON-RPC code of a method that does not exist.
const NO_METHOD: i64 = -32601;

/// A call of the table. Its members are explained there.
#[derive(Default)]
pub(crate) struct Call {
    pub(crate) id: String,
    with: Option<Value>,
    keep: Map<String, Value>,
    on: Option<String>,
    at: Option<String>,
    refused: Option<String>,
    is_unserved: bool,
}

/// What became of a call.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The response was read and lost nothing; the members that the spec does not describe.
    Answered(BTreeSet<String>),
    /// The node's own error, by code and message.
    Refused(i64, String),
    /// The node does not have the method.
    Unserved(String),
    /// The response does not fit its type.
    Unreadable(String),
    /// No response.
    Failed(String),
}

/// A call and its outcome.
pub(crate) struct Called {
    pub(crate) call: Call,
    pub(crate) outcome: Outcome,
    /// Whether it is what the table says.
    pub(crate) is_expected: bool,
}

/// Values that later calls use.
pub(crate) type Kept = BTreeMap<String, Value>;

/// Makes all calls in their order.
pub(crate) async fn call_all(client: &node::Client, kept: &mut Kept) -> Result<Vec<Called>> {
    let mut calls = table()?;
    let named: BTreeSet<String> = calls.iter().map(|call| call.id.clone()).collect();
    let others = operations().map(|entry| entry.operation().id).filter(|id| !named.contains(*id));
    calls.extend(others.map(|id| Call { id: id.to_owned(), ..Call::default() }));
    let mut all = Vec::new();
    for call in calls {
        let outcome = match one(client, &call, kept).await {
            Ok(outcome) => outcome,
            Err(why) => Outcome::Failed(why),
        };
        let is_expected = match &outcome {
            Outcome::Answered(_) => call.refused.is_none() && !call.is_unserved,
            Outcome::Refused(_, message) => call.refused.as_ref().is_some_and(|part| message.contains(part.as_str())),
            Outcome::Unserved(_) => call.is_unserved,
            Outcome::Unreadable(_) | Outcome::Failed(_) => false,
        };
        all.push(Called { call, outcome, is_expected });
    }
    Ok(all)
}

/// The operations of the node.
pub(crate) fn operations() -> impl Iterator<Item = &'static Entry> {
    chainloom::operations().iter().filter(|entry| matches!(entry.operation().protocol, Protocol::Rpc { .. }))
}

fn table() -> Result<Vec<Call>> {
    let rows: Vec<Map<String, Value>> = serde_yaml::from_str(TABLE).map_err(told)?;
    rows.into_iter().map(row).collect()
}

fn row(row: Map<String, Value>) -> Result<Call> {
    let mut call = Call::default();
    for (name, value) in row {
        let text = || value.as_str().unwrap_or_default().to_owned();
        match name.as_str() {
            "call" => call.id = text(),
            "with" => call.with = Some(value),
            "keep" => call.keep = value.as_object().cloned().unwrap_or_default(),
            "on" => call.on = Some(text()),
            "at" => call.at = Some(text()),
            "refused" => call.refused = Some(text()),
            "unserved" => call.is_unserved = value == true,
            "why" => {}
            _ => return Err(format!("calls.yaml: `{name}` has no meaning")),
        }
    }
    Ok(call)
}

async fn one(client: &node::Client, call: &Call, kept: &mut Kept) -> Result<Outcome> {
    let entry = operations().find(|entry| entry.operation().id == call.id);
    let entry = entry.ok_or_else(|| format!("calls.yaml: `{}` is not described", call.id))?;
    let operation = entry.operation();
    let input = match &call.with {
        Some(with) => filled(with, kept)?,
        None => spec::typed_call(operation.id).map(spec::example_input).unwrap_or_else(|| json!({})),
    };
    let mut target = Target::new(client.inner().clone());
    if let Some(chain) = &call.on {
        let chain = filled(&Value::from(chain.as_str()), kept)?;
        target = target.var("chain", chain.as_str().unwrap_or_default());
    } else if operation.service.vars.iter().any(|var| var.name == "chain" && var.default.is_none()) {
        target = target.var("chain", "C");
    }
    if let Some(path) = &call.at {
        let place = operation.service.endpoints.iter().position(|endpoint| endpoint.path == path);
        target = target.endpoint(place.ok_or_else(|| format!("calls.yaml: `{path}` is no path of the service"))?);
    }
    let typed = entry.recode_input(input.to_string().as_bytes()).map_err(told)?;
    let members = Arguments::from_json(operation, &typed).map_err(told)?.into_members();
    match client.inner().execute(operation, &members, &target).await {
        Ok(reply) => read(entry, reply.result(), call, kept),
        Err(error) => Ok(refusal(&error)),
    }
}

/// Reads a response as its type.
fn read(entry: &Entry, result: &[u8], call: &Call, kept: &mut Kept) -> Result<Outcome> {
    let written = match entry.recode_output(result) {
        Ok(written) => written,
        Err(error) => return Ok(Outcome::Unreadable(error.to_string())),
    };
    let value: Value = serde_json::from_slice(result).map_err(told)?;
    let Some(ty) = entry.operation().output else { return Ok(Outcome::Answered(BTreeSet::new())) };
    if let Some(why) = round_trip::lost(&value, &written, ty).or_else(|| round_trip::lost_by_serde(entry, &written)) {
        return Ok(Outcome::Unreadable(why));
    }
    for (name, pointer) in &call.keep {
        let found = value.pointer(pointer.as_str().unwrap_or_default());
        let found = found.ok_or_else(|| format!("{}: the response has no {pointer}", call.id))?;
        kept.insert(name.clone(), found.clone());
    }
    Ok(Outcome::Answered(shape::canonical(&value, ty).1.iter().map(|path| without_places(path)).collect()))
}

fn refusal(error: &rt::Error) -> Outcome {
    let Some(code) = error.rpc_code() else { return Outcome::Failed(error.to_string()) };
    let message = error.server_message().unwrap_or_default().to_owned();
    match code == NO_METHOD || message.starts_with("rpc: can't find") {
        true => Outcome::Unserved(message),
        false => Outcome::Refused(code, message),
    }
}

/// Puts kept values in the place of their names.
fn filled(value: &Value, kept: &Kept) -> Result<Value> {
    Ok(match value {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) => kept.get(name).cloned().ok_or_else(|| format!("calls.yaml: nothing was kept as `{name}`"))?,
            None => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| filled(item, kept)).collect::<Result<Value>>()?,
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| Ok((name.clone(), filled(value, kept)?)));
            Value::Object(members.collect::<Result<Map<_, _>>>()?)
        }
        other => other.clone(),
    })
}

/// A path with `[]` for each place in a list.
fn without_places(path: &str) -> String {
    let mut parts = path.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "[" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}
