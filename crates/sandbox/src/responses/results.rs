//! Results of valid calls.
//!
//! Input: an operation and its parameters. Output: the response of an example with these
//! parameters, or a synthetic value. Equal calls have equal results.

use chainloom_interpret::Operation;
use chainloom_runtime::schema::{self, ArmBody, Bounds, ResponseBody, Type};
use chainloom_values::Draw;
use serde_json::{Map, Value};

use super::echo::{self, Asked};
use super::fetched::{fetched_object, fetched_type, result_of_object};
use super::{alike, reached};
use crate::requests::rest_parameters::Input;
use crate::synthesis::Style;

/// Draws the result of a call.
pub(crate) fn draw_result(operation: &Operation, ty: Type, input: &Input, style: Style) -> Value {
    let schema = operation.schema;
    let asked = Value::Object(input.clone()).to_string();
    let mut draw = style.draw(&[schema.id, &asked]);
    let mut value = draw.result(schema);
    if let Some(success) = success_instead(schema.response, &value, input, &mut draw) {
        value = success;
    }
    if let Some(ty) = fetched_type(schema).filter(|_| !is_not_modified(&value)) {
        // A list that names the object, or the caller, implies that it exists.
        if fetched_object(schema, &mut value).is_none() {
            value = result_of_object(schema, draw.value(ty, &Bounds::NONE));
        }
    }
    if let Some(wait) = schema.wait {
        reached::satisfy_wait(ty, &mut value, wait, &mut draw);
    }
    echo::identify(schema, &mut value, input);
    echo::repeat(ty, &mut value, Asked::call(schema, input), style);
    value
}

/// Returns whether a request asks for a response only if the resource differs from what the caller
/// has.
fn is_conditional(input: &Input) -> bool {
    input.keys().any(|name| name.get(..3).is_some_and(|begin| begin.eq_ignore_ascii_case("if-")))
}

/// Returns whether a drawn result states that the caller has the object already.
fn is_not_modified(result: &Value) -> bool {
    result.get("304").is_some()
}

/// Returns a response of success in place of a drawn response with another status; `None` if the
/// drawn response stays. Status 304 stays for conditional requests. Failures come from examples and
/// prepared responses only.
fn success_instead(response: &schema::Response, drawn: &Value, input: &Input, draw: &mut Draw) -> Option<Value> {
    let ResponseBody::ByStatus(union) = response.body else { return None };
    let status = drawn.as_object()?.keys().next()?.as_str();
    if status.starts_with('2') || status == "304" && is_conditional(input) {
        return None;
    }
    let arm = union.arms.iter().find(|arm| arm.name.starts_with('2'))?;
    let body = if let ArmBody::Value(ty) = arm.body { draw.value(ty, &Bounds::NONE) } else { Value::Null };
    Some(Value::Object(Map::from_iter([(arm.name.to_owned(), body)])))
}

/// Returns the response of the example with exactly these parameters; `None` if no example has
/// them.
pub(crate) fn example(operation: &Operation, input: &Input) -> Option<Value> {
    let parameters = operation.schema.input.fields;
    let found = operation.examples.iter().find(|example| {
        serde_json::from_str::<Map<String, Value>>(&example.request)
            .is_ok_and(|request| alike::have_alike_members(&[parameters], &request, input))
    })?;
    serde_json::from_str(found.response.as_ref()?).ok()
}
