//! Marks in the place of the secrets in parameters that are given as JSON.
//!
//! Input: the members of an untyped call. Output: the same with marks, for people. Typed calls write
//! the marks in place of their values.

use crate::{
    encode::{Members, rules::is_raw},
    json::{items, members, text_json},
    schema::{ArmBody, Field, Operation, Type},
};

/// How deep secrets are looked for. What lies deeper is a mark whole.
const DEPTH: usize = 64;

/// Puts marks in the place of secrets, each of which holds the index of its member.
pub(crate) fn marked_json(operation: &Operation, given: &Members, mark: &str) -> Members {
    let fields = operation.input.fields.iter().zip(given).enumerate();
    let marked = |(index, (field, json)): (usize, (&Field, &Option<Vec<u8>>))| {
        let (json, mark) = (json.as_ref()?, format!("{mark}{index}-"));
        Some(match is_raw(field.ty) {
            true if field.secret => mark.into_bytes(),
            true => json.clone(),
            false => of_field(field, &String::from_utf8_lossy(json), &text_json(&mark), DEPTH).into_bytes(),
        })
    };
    fields.map(marked).collect()
}

fn of_field(field: &Field, json: &str, mark: &str, depth: usize) -> String {
    if field.secret && json != "null" { mark.to_owned() } else { of_value(field.ty, json, mark, depth) }
}

fn of_value(ty: Type, json: &str, mark: &str, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else { return mark.to_owned() };
    match (ty.plain(), json.bytes().next()) {
        (Type::Nullable(inner), _) => of_value(*inner, json, mark, depth),
        (Type::List(list), Some(b'[')) => of_items(json, &|_| list.item, mark, depth),
        (Type::Tuple(types), Some(b'[')) => {
            of_items(json, &|index| types.get(index).copied().unwrap_or(Type::Json), mark, depth)
        }
        (Type::Map(map), Some(b'{')) => of_members(json, &|_, value| of_value(map.value, value, mark, depth)),
        (Type::Record(record), Some(b'{')) => {
            let field = |name: &str| record.fields.iter().find(|field| field.name == name);
            of_members(json, &|name, value| {
                field(name).map_or_else(|| value.to_owned(), |field| of_field(field, value, mark, depth))
            })
        }
        // Which arm it is does not matter: a name that is a secret in one of them is hidden.
        (Type::Union(union), Some(b'{')) => {
            let of_arms = union.arms.iter().flat_map(|arm| match arm.body {
                ArmBody::Fields { record, .. } => record.fields,
                ArmBody::Value(Type::Record(record)) => record.fields,
                _ => &[],
            });
            let fields: Vec<&Field> = union.common.iter().chain(of_arms).collect();
            of_members(json, &|name, value| {
                let named = fields.iter().filter(|field| field.name == name);
                named.fold(value.to_owned(), |value, field| match value == mark {
                    true => value,
                    false => of_field(field, &value, mark, depth),
                })
            })
        }
        _ => json.to_owned(),
    }
}

fn of_items(json: &str, ty: &dyn Fn(usize) -> Type, mark: &str, depth: usize) -> String {
    let all = items(json.as_bytes()).unwrap_or_default();
    let all: Vec<String> = all.iter().enumerate().map(|(at, item)| of_value(ty(at), item, mark, depth)).collect();
    format!("[{}]", all.join(","))
}

fn of_members(json: &str, value: &dyn Fn(&str, &str) -> String) -> String {
    let all = members(json.as_bytes()).unwrap_or_default();
    let all: Vec<String> =
        all.iter().map(|(name, json)| format!("{}:{}", text_json(name), value(name.as_str(), json))).collect();
    format!("{{{}}}", all.join(","))
}
