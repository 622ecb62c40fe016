//! Secret parameters of a request, also where the request sends them in another form than the spec
//! describes: a real server may accept that form.
//!
//! Input: an operation, and JSON of a request. Output: the secrets in it.

use chainloom_runtime::catalog::Redactor;
use chainloom_runtime::schema::Operation;
use serde_json::{Map, Value};

use crate::requests::rest_parameters::bound;
use crate::requests::rpc_parameters::bindings;

/// Adds the secret parameters in `params` of a JSON-RPC call: by position and by name.
pub(super) fn add_rpc_parameters(secrets: &mut Redactor, operation: &'static Operation, params: &Value) {
    for (at, binding) in bindings(operation).filter(|_| operation.may_hold_secrets) {
        let (_, Some(name)) = bound(operation, binding) else { continue };
        let found = by_position(params, at).chain(named(params, name)).chain(named(params, binding.name));
        found.for_each(|value| add_parameter(secrets, operation, name, value));
    }
}

/// Adds the secret parameters in the JSON body of a REST call: by name.
pub(super) fn add_body_parameters(secrets: &mut Redactor, operation: &'static Operation, body: &Value) {
    for binding in operation.bindings.iter().filter(|_| operation.may_hold_secrets) {
        let (_, Some(name)) = bound(operation, binding) else { continue };
        named(body, binding.name).for_each(|value| add_parameter(secrets, operation, name, value));
    }
}

/// Adds the secrets in the value of the parameter `name`. All texts and numbers in the value of a
/// secret parameter are secrets.
pub(super) fn add_parameter(secrets: &mut Redactor, operation: &Operation, name: &str, value: &Value) {
    secrets.add_parameters(operation, &Map::from_iter([(name.to_owned(), value.clone())]));
    if operation.input.fields.iter().any(|field| field.name == name && field.secret) {
        add_leaves(secrets, value);
    }
}

/// Adds each text and number in a value.
fn add_leaves(secrets: &mut Redactor, value: &Value) {
    match value {
        Value::String(text) => secrets.add(text),
        Value::Number(number) => secrets.add(&number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| add_leaves(secrets, item)),
        Value::Object(members) => members.values().for_each(|member| add_leaves(secrets, member)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Iterates over the values in `params` that may be the parameter at a position: the item there, also
/// of a list in a list, and a text or number in place of `params`.
fn by_position(params: &Value, at: usize) -> impl Iterator<Item = &Value> {
    let mut list = params;
    while let Some([inner @ Value::Array(_)]) = list.as_array().map(Vec::as_slice) {
        list = inner;
    }
    let whole = Some(params).filter(|params| !params.is_object() && !params.is_array());
    [params.get(at), list.get(at), whole].into_iter().flatten()
}

/// Iterates over the members `name` of a value, at any depth.
fn named<'v>(value: &'v Value, name: &'v str) -> Box<dyn Iterator<Item = &'v Value> + 'v> {
    match value {
        Value::Array(items) => Box::new(items.iter().flat_map(move |item| named(item, name))),
        Value::Object(members) => {
            let inner = members.values().flat_map(move |member| named(member, name));
            Box::new(members.get(name).into_iter().chain(inner))
        }
        _ => Box::new(std::iter::empty()),
    }
}
