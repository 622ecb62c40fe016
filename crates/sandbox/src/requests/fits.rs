//! Fit of values: whether a value that was sent has its type.
//!
//! Input: a type and JSON. Output: what is wrong, each with its place. Bounds and rules are the
//! runtime's.

use chainloom_forms::whole;
use chainloom_runtime::schema::{ArmBody, Direction, Discriminator, Field, Type, Union};
use serde_json::{Map, Value};

/// Mistakes in a value; empty if it fits.
pub(crate) fn problems(ty: Type, value: &Value, place: &str) -> Vec<String> {
    let mut found = Vec::new();
    walk(ty, value, place, &mut found);
    found
}

/// Whether a value equals a JSON text.
pub(crate) fn is_json(value: &Value, json: &str) -> bool {
    serde_json::from_str::<Value>(json).is_ok_and(|expected| expected == *value)
}

fn walk(ty: Type, value: &Value, place: &str, found: &mut Vec<String>) {
    match (ty.known(), value) {
        (Type::Json | Type::Bytes | Type::File, _) | (Type::Nullable(_), Value::Null) => {}
        (Type::Nullable(inner), value) => walk(*inner, value, place, found),
        (Type::Bounded(bounded), value) => walk(bounded.ty, value, place, found),
        (Type::List(list), Value::Array(items)) => {
            let places = items.iter().enumerate();
            places.for_each(|(at, item)| walk(list.item, item, &format!("{place}[{at}]"), found));
        }
        (Type::Tuple(types), Value::Array(items)) if types.len() == items.len() => {
            let places = types.iter().zip(items).enumerate();
            places.for_each(|(at, (ty, item))| walk(*ty, item, &format!("{place}[{at}]"), found));
        }
        (Type::Map(map), Value::Object(members)) => {
            members.iter().for_each(|(name, value)| walk(map.value, value, &format!("{place}.{name}"), found));
        }
        (Type::Record(record), Value::Object(members)) => fields(record.fields, members, place, found),
        (Type::Union(union), value) => of_union(union, value, place, found),
        (plain, value) if is_plain(plain, value) => {}
        (_, value) => found.push(format!("`{place}` does not have its type: {value}")),
    }
}

fn is_plain(ty: Type, value: &Value) -> bool {
    match (ty, value) {
        (Type::Boolean, Value::Bool(_)) | (Type::Text, Value::String(_)) | (Type::Number, Value::Number(_)) => true,
        (Type::Integer(integer), Value::Number(number)) => whole::fits(&number.to_string(), integer),
        (Type::Scalar(scalar), Value::String(text)) => scalar.form.is_sent(text),
        (Type::Scalar(scalar), Value::Number(number)) => scalar.form.takes_number(&number.to_string()),
        (Type::Enum(listed), Value::String(text)) => listed.values.contains(&text.as_str()),
        (Type::IntegerEnum(listed), Value::Number(number)) => {
            number.as_i64().is_some_and(|number| listed.values.contains(&number))
        }
        _ => false,
    }
}

fn fields(fields: &[Field], members: &Map<String, Value>, place: &str, found: &mut Vec<String>) {
    for field in fields.iter().filter(|field| field.constant.is_none() && !field.rest) {
        match members.get(field.name) {
            None if field.direction == Direction::Response => {}
            Some(_) if field.direction == Direction::Response => {
                found.push(format!("`{place}.{}` is set by the service, and cannot be sent", field.name));
            }
            Some(Value::Null) if !field.required && !field.needed => {}
            Some(value) => walk(field.ty, value, &format!("{place}.{}", field.name), found),
            None if field.required || field.needed => found.push(format!("`{place}.{}` is missing", field.name)),
            None => {}
        }
    }
}

fn of_union(union: &Union, value: &Value, place: &str, found: &mut Vec<String>) {
    let fits = union.arms.iter().any(|arm| match (arm.body, value) {
        (ArmBody::Const(json), value) => is_json(value, json),
        (ArmBody::Value(ty), value) => problems(ty, value, place).is_empty(),
        (ArmBody::Fields { record, has }, Value::Object(members)) => {
            let is_told = match union.discriminator {
                Discriminator::Tag(_) | Discriminator::NestedTag(_) => {
                    let tag = union.discriminator.find_tag(|name| members.get(name), |value, name| value.get(name));
                    tag.and_then(Value::as_str).is_some_and(|tag| arm.has_tag(tag))
                }
                Discriminator::IntegerTag(tag) | Discriminator::BooleanTag(tag) => {
                    let values = std::iter::once(arm.name).chain(arm.also.iter().copied());
                    members.get(tag).is_some_and(|value| values.into_iter().any(|name| is_json(value, name)))
                }
                _ => has.is_none_or(|has| members.contains_key(has)),
            };
            let mut wrong = Vec::new();
            fields(union.common, members, place, &mut wrong);
            fields(record.fields, members, place, &mut wrong);
            is_told && wrong.is_empty()
        }
        _ => false,
    });
    if !fits {
        found.push(format!("`{place}` is none of the variants of {}", union.name));
    }
}
