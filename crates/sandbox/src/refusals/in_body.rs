//! Failures in the body of a success status.
//!
//! Input: the rule of a client, and a synthetic body. Output: a body that reports a failure by the
//! rule, or one that reports none.

use chainloom_runtime::schema::{
    ArmBody, BodyCondition, Bounds, Errors, InBody, Operation, Protocol, ResponseBody, Type,
};
use chainloom_values::Draw;
use serde_json::{Value, json};

/// Changes an error body so that it reports a failure: all conditions of the rule hold, and message
/// and code are set. The code is the first after which a client repeats the call, if the rule lists
/// one.
pub(crate) fn set_failure(errors: &Errors, rule: &InBody, body: &mut Value, message: &str, draw: &mut Draw) {
    for condition in rule.conditions {
        match *condition {
            BodyCondition::When { member, value } => set(errors.body, body, member, parse_json(value), draw),
            BodyCondition::Unless { member, value } => {
                let place = at_or_insert(errors.body, body, member, draw);
                place.into_iter().for_each(|(ty, place)| make_other(ty, place, &parse_json(value)));
            }
            BodyCondition::Has(member) => {
                at_or_insert(errors.body, body, member, draw);
            }
        }
    }
    if let Some((_, place)) =
        rule.message.or(errors.message).and_then(|path| at_or_insert(errors.body, body, path, draw))
    {
        *place = if place.is_array() { json!([message]) } else { json!(message) };
    }
    let code = rule.code.zip(rule.retry.first());
    if let Some((ty, place)) = code.and_then(|(path, _)| at_or_insert(errors.body, body, path, draw)) {
        let text = rule.retry.first().copied().unwrap_or_default();
        let number = matches!(ty.plain(), Type::Integer(_) | Type::Number | Type::IntegerEnum(_));
        *place = text.parse::<i64>().ok().filter(|_| number).map_or_else(|| json!(text), |number| json!(number));
    }
}

/// Changes a body of the type `ty` so that no condition of the rule holds and it reports no
/// failure.
pub(crate) fn remove_failure(rule: &InBody, ty: Type, body: &mut Value) {
    for condition in rule.conditions {
        match *condition {
            BodyCondition::When { member, value } => {
                let value = parse_json(value);
                let found = at(ty, body, member).filter(|(_, found)| **found == value);
                found.into_iter().for_each(|(ty, found)| make_other(ty, found, &value));
            }
            BodyCondition::Unless { member, value } => {
                at(ty, body, member).into_iter().for_each(|(_, found)| *found = parse_json(value));
            }
            BodyCondition::Has(member) => {
                let found = at(ty, body, member);
                found
                    .into_iter()
                    .for_each(|(_, found)| *found = if found.is_array() { json!([]) } else { Value::Null });
            }
        }
    }
}

fn parse_json(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// Sets the value at a path. Missing values along the path are drawn.
fn set(ty: Type, body: &mut Value, path: &[&str], value: Value, draw: &mut Draw) {
    if let Some((_, place)) = at_or_insert(ty, body, path, draw) {
        *place = value;
    }
}

/// Replaces `place` by a value other than `value`, as far as possible of the type `ty`. Does
/// nothing if it is another value already; null is replaced too.
fn make_other(ty: Type, place: &mut Value, value: &Value) {
    if place != value && !place.is_null() {
        return;
    }
    *place = match (value, ty.plain()) {
        (Value::Bool(value), _) => json!(!value),
        (Value::String(text), Type::Enum(listed)) => {
            json!(listed.values.iter().find(|other| **other != text.as_str()).unwrap_or(&"other"))
        }
        (Value::String(text), _) => json!(format!("{text} not")),
        (Value::Number(number), _) => json!(number.as_i64().unwrap_or_default() + 1),
        _ => Value::Null,
    };
}

/// Returns the value at a path with its type; `None` if it is absent.
fn at<'v>(ty: Type, body: &'v mut Value, path: &[&str]) -> Option<(Type, &'v mut Value)> {
    path.iter().try_fold((ty, body), |(ty, value), name| {
        let inner = inner(ty, name);
        let found = match value {
            Value::Array(items) => items.get_mut(name.parse::<usize>().ok()?)?,
            other => other.get_mut(*name)?,
        };
        Some((inner, found))
    })
}

/// Returns the value at a path with its type. Draws the values along the path that are absent or
/// null, the last one included.
fn at_or_insert<'v>(ty: Type, body: &'v mut Value, path: &[&str], draw: &mut Draw) -> Option<(Type, &'v mut Value)> {
    path.iter().try_fold((ty, body), |(ty, value), name| {
        let inner = inner(ty, name);
        let next = match value {
            Value::Array(items) => {
                let index = name.parse::<usize>().ok().filter(|index| *index <= items.len())?;
                if index == items.len() {
                    items.push(draw.value(inner, &Bounds::NONE));
                }
                items.get_mut(index)?
            }
            other => {
                if !other.is_object() {
                    *other = json!({});
                }
                other.as_object_mut()?.entry(*name).or_insert(Value::Null)
            }
        };
        make_something(inner, next, draw);
        Some((inner, next))
    })
}

/// Draws a value in place of null or of an empty list.
fn make_something(ty: Type, value: &mut Value, draw: &mut Draw) {
    let ty = plain(ty);
    if value.is_null() {
        *value = draw.value(ty, &Bounds::NONE);
    }
    if let (Type::List(list), true) = (ty, value.as_array().is_some_and(Vec::is_empty)) {
        *value = json!([draw.value(list.item, &Bounds::NONE)]);
    }
}

/// Returns the type of the member `name` of a value of type `ty`, or of its elements; `Type::Json` if it is unknown.
fn inner(ty: Type, name: &str) -> Type {
    match plain(ty) {
        Type::Record(record) => {
            record.fields.iter().find(|field| field.name == name).map_or(Type::Json, |field| field.ty)
        }
        Type::List(list) => list.item,
        Type::Map(map) => map.value,
        Type::Union(union) => union.common.iter().find(|field| field.name == name).map_or(Type::Json, |field| field.ty),
        _ => Type::Json,
    }
}

/// Returns the type without nullability and bounds.
fn plain(ty: Type) -> Type {
    match ty.plain() {
        Type::Nullable(inner) => inner.plain(),
        other => other,
    }
}

/// Changes the result of a REST call so that it reports no failure. A body for an error status may
/// report one.
pub(crate) fn remove_failures_of_result(operation: &Operation, result: &mut Value) {
    let rule = operation.service.client.errors.as_ref().and_then(|errors| errors.in_body.as_ref());
    let (Some(rule), Some(ty), Protocol::Rest { .. }) = (rule, operation.output, operation.protocol) else { return };
    match (operation.response.body, result) {
        (ResponseBody::Json, result) => remove_failure(rule, ty, result),
        (ResponseBody::ByStatus(union), Value::Object(by_status)) => {
            for (status, body) in by_status.iter_mut().filter(|(status, _)| status.starts_with('2')) {
                if let Some(ArmBody::Value(ty)) = union.arms.iter().find(|arm| arm.name == status).map(|arm| arm.body) {
                    remove_failure(rule, ty, body);
                }
            }
        }
        _ => {}
    }
}
