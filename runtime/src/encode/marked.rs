//! Secrets in parameters and results that are given as JSON.
//!
//! Input: the members of a call, or a value with its type. Output: the same with marks in place of the secrets, for
//! display; or the texts of the secrets. Typed calls write the marks in place of their secret values.

use crate::{
    encode::{Members, rules::is_raw},
    json::{Plain, items, members, text_json},
    schema::{ArmBody, Field, Operation, Type},
};
use std::cell::RefCell;

/// Maximum depth of the search for secrets. A value at a greater depth is a secret as a whole.
const DEPTH: usize = 64;

/// Function from the JSON of a secret to the JSON that replaces it.
type Replace<'r> = &'r dyn Fn(&str) -> String;

/// Replaces the secrets in the members of a call by marks: `mark` with the index of the member.
pub(crate) fn marked_json(operation: &Operation, given: &Members, mark: &str) -> Members {
    let fields = operation.input.fields.iter().zip(given).enumerate();
    let marked = |(index, (field, json)): (usize, (&Field, &Option<Vec<u8>>))| {
        let (json, mark) = (json.as_ref()?, format!("{mark}{index}-"));
        Some(match is_raw(field.ty) {
            true if field.secret => mark.into_bytes(),
            true => json.clone(),
            false => of_field(field, &String::from_utf8_lossy(json), &|_| text_json(&mark), DEPTH).into_bytes(),
        })
    };
    fields.map(marked).collect()
}

/// Returns JSON of a type with `mark` in place of each secret.
pub(crate) fn without_secrets(ty: Type, json: &str, mark: &str) -> String {
    of_value(ty, json, &|_| text_json(mark), DEPTH)
}

/// Returns the texts of all secrets in the parameters of a call.
pub(crate) fn secret_texts(operation: &Operation, given: &[Option<Vec<u8>>]) -> Vec<String> {
    if !operation.may_hold_secrets {
        return Vec::new();
    }
    let found = RefCell::new(Vec::new());
    let take = |json: &str| {
        let text = match Plain::parse(json.as_bytes()) {
            Ok(Plain::Text(text)) => text.to_string(),
            _ => json.to_owned(),
        };
        found.borrow_mut().push(text);
        String::new()
    };
    for (field, json) in operation.input.fields.iter().zip(given) {
        if let Some(json) = json.as_deref().filter(|_| field.secret || !is_raw(field.ty)) {
            of_field(field, &String::from_utf8_lossy(json), &take, DEPTH);
        }
    }
    found.into_inner()
}

/// Replaces the secrets in a member.
fn of_field(field: &Field, json: &str, secret: Replace<'_>, depth: usize) -> String {
    if field.secret && json != "null" { secret(json) } else { of_value(field.ty, json, secret, depth) }
}

/// Replaces the secrets in a value. A value at depth 0 is replaced as a whole.
fn of_value(ty: Type, json: &str, secret: Replace<'_>, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else { return secret(json) };
    match (ty.plain(), json.bytes().next()) {
        (Type::Nullable(inner), _) => of_value(*inner, json, secret, depth),
        (Type::List(list), Some(b'[')) => of_items(json, &|_| list.item, secret, depth),
        (Type::Tuple(types), Some(b'[')) => {
            of_items(json, &|index| types.get(index).copied().unwrap_or(Type::Json), secret, depth)
        }
        (Type::Map(map), Some(b'{')) => of_members(json, &|_, value| of_value(map.value, value, secret, depth)),
        (Type::Record(record), Some(b'{')) => {
            let field = |name: &str| record.fields.iter().find(|field| field.name == name);
            of_members(json, &|name, value| {
                field(name).map_or_else(|| value.to_owned(), |field| of_field(field, value, secret, depth))
            })
        }
        // The arm need not be known: a member is hidden if any arm describes its name as a secret.
        (Type::Union(union), Some(b'{' | b'[')) => {
            let values = union.arms.iter().filter_map(|arm| match arm.body {
                ArmBody::Value(Type::Record(_)) => None,
                ArmBody::Value(ty) => Some(ty),
                _ => None,
            });
            let json = values.fold(json.to_owned(), |json, ty| of_value(ty, &json, secret, depth));
            if !json.starts_with('{') {
                return json;
            }
            let of_arms = union.arms.iter().flat_map(|arm| match arm.body {
                ArmBody::Fields { record, .. } => record.fields,
                ArmBody::Value(Type::Record(record)) => record.fields,
                _ => &[],
            });
            let fields: Vec<&Field> = union.common.iter().chain(of_arms).collect();
            of_members(&json, &|name, value| {
                let named = || fields.iter().filter(|field| field.name == name);
                match named().any(|field| field.secret) {
                    true if value != "null" => secret(value),
                    _ => named().fold(value.to_owned(), |value, field| of_value(field.ty, &value, secret, depth)),
                }
            })
        }
        _ => json.to_owned(),
    }
}

/// Replaces the secrets in an array; `ty` returns the type of the item at an index.
fn of_items(json: &str, ty: &dyn Fn(usize) -> Type, secret: Replace<'_>, depth: usize) -> String {
    let all = items(json.as_bytes()).unwrap_or_default();
    let all: Vec<String> = all.iter().enumerate().map(|(at, item)| of_value(ty(at), item, secret, depth)).collect();
    format!("[{}]", all.join(","))
}

/// Replaces each value of an object by the result of `value`, which takes the name and the JSON of a member.
fn of_members(json: &str, value: &dyn Fn(&str, &str) -> String) -> String {
    let all = members(json.as_bytes()).unwrap_or_default();
    let all: Vec<String> =
        all.iter().map(|(name, json)| format!("{}:{}", text_json(name), value(name.as_str(), json))).collect();
    format!("{{{}}}", all.join(","))
}
