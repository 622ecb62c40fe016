//! Results of calls that are right.
//!
//! Input: an operation and its parameters. Output: the response of an example with these
//! parameters, or a synthetic value. Equal calls have equal results. A member of a result with the
//! name and type of a parameter has the value of the parameter, so that what is requested by an ID
//! has that ID.

use chainloom_interpret::Operation;
use chainloom_runtime::schema::{self, ArmBody, Bounds, Field, ResponseBody, Type};
use chainloom_values::Draw;
use serde_json::{Map, Value};

use super::{alike, reached};
use crate::requests::rest_parameters::Input;
use crate::requests::text::inner;
use crate::synthesis::Style;

/// A synthetic result.
pub(crate) fn drawn(operation: &Operation, ty: Type, input: &Input, style: Style) -> Value {
    let schema = operation.schema;
    let asked = Value::Object(input.clone()).to_string();
    let mut draw = style.draw(&[schema.id, &asked]);
    let mut value = draw.value(ty, &Bounds::NONE);
    if let Some(usual) = usual(schema.response, &value, input, &mut draw) {
        value = usual;
    }
    if let Some(wait) = schema.wait {
        reached::settle(ty, &mut value, wait, &mut draw);
    }
    echo(ty, &mut value, schema, input);
    value
}

/// Whether a request asks for a response only if it differs from what the caller knows.
fn is_conditional(input: &Input) -> bool {
    input.keys().any(|name| name.get(..3).is_some_and(|begin| begin.eq_ignore_ascii_case("if-")))
}

/// A response of success in place of one that nothing in the request asks for: 304 is for
/// conditional requests, and failures are for examples and prepared responses.
fn usual(response: &schema::Response, drawn: &Value, input: &Input, draw: &mut Draw) -> Option<Value> {
    let ResponseBody::ByStatus(union) = response.body else { return None };
    let status = drawn.as_object()?.keys().next()?.as_str();
    if status.starts_with('2') || status == "304" && is_conditional(input) {
        return None;
    }
    let arm = union.arms.iter().find(|arm| arm.name.starts_with('2'))?;
    let body = if let ArmBody::Value(ty) = arm.body { draw.value(ty, &Bounds::NONE) } else { Value::Null };
    Some(Value::Object(Map::from_iter([(arm.name.to_owned(), body)])))
}

/// Response of the example with exactly these parameters.
pub(crate) fn example(operation: &Operation, input: &Input) -> Option<Value> {
    let parameters = operation.schema.input.fields;
    let found = operation.examples.iter().find(|example| {
        serde_json::from_str::<Map<String, Value>>(&example.request)
            .is_ok_and(|request| alike::members(&[parameters], &request, input))
    })?;
    serde_json::from_str(found.response.as_ref()?).ok()
}

/// Sets members to the values of parameters with their name and type.
pub(crate) fn echo(ty: Type, value: &mut Value, operation: &'static schema::Operation, input: &Input) {
    match (ty.known(), value) {
        (Type::Nullable(inner), value) => echo(*inner, value, operation, input),
        (Type::Bounded(bounded), value) => echo(bounded.ty, value, operation, input),
        (Type::List(list), Value::Array(items)) => {
            items.iter_mut().for_each(|item| echo(list.item, item, operation, input));
        }
        (Type::Record(record), Value::Object(members)) => echo_members(record.fields, members, operation, input),
        (Type::Union(union), Value::Object(members)) => {
            echo_members(union.common, members, operation, input);
            let arms = union.arms.iter();
            let records =
                arms.filter_map(|arm| if let ArmBody::Fields { record, .. } = arm.body { Some(record) } else { None });
            records.for_each(|record| echo_members(record.fields, members, operation, input));
        }
        _ => {}
    }
}

fn echo_members(
    fields: &[Field],
    members: &mut Map<String, Value>,
    operation: &'static schema::Operation,
    input: &Input,
) {
    for field in fields {
        let Some(value) = members.get_mut(field.name) else { continue };
        let parameter = operation.input.fields.iter().find(|parameter| is_meant(operation, parameter, field));
        match parameter.and_then(|parameter| input.get(parameter.name)) {
            Some(given) if !given.is_null() => *value = given.clone(),
            _ => echo(field.ty, value, operation, input),
        }
    }
}

/// Whether a member of a result is the parameter: by its name, or by the name with the noun of the
/// operation before it, as `bookId` of `getBook` by `id`.
fn is_meant(operation: &schema::Operation, parameter: &Field, field: &Field) -> bool {
    let is_named = || {
        let Some((first, rest)) = parameter.name.split_at_checked(1) else { return false };
        let Some(what) = field.name.strip_suffix(&format!("{}{rest}", first.to_ascii_uppercase())) else {
            return false;
        };
        let name = operation.id.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        operation.paginate.is_none() && !what.is_empty() && name.contains(&what.to_ascii_lowercase())
    };
    (field.name == parameter.name || is_named()) && is_same(parameter.ty, field.ty)
}

/// Whether two types are one: the same scalar or enumeration, or the same plain type.
pub(crate) fn is_same(left: Type, right: Type) -> bool {
    match (inner(left), inner(right)) {
        (Type::Scalar(left), Type::Scalar(right)) => std::ptr::eq(left, right),
        (Type::Enum(left), Type::Enum(right)) => std::ptr::eq(left, right),
        (Type::Text, Type::Text) | (Type::Boolean, Type::Boolean) => true,
        (Type::Integer(left), Type::Integer(right)) => left == right,
        _ => false,
    }
}
