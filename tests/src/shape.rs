//! A value of the wire held against its description.
//!
//! Input: JSON and its type. Output: the value in the documents' own form, where services were seen
//! to send another (`also` in the spec), and the members that the spec does not describe.

use chainloom::runtime::schema::{Also, Arm, ArmBody, Discriminator, Field, Type, Union};
use serde_json::{Map, Value};

/// Brings a value into the form of the documents, and lists the paths of undescribed members.
pub fn canonical(value: &Value, ty: Type) -> (Value, Vec<String>) {
    let mut undescribed = Vec::new();
    let value = walk(value, ty, "$", &mut undescribed);
    (value, undescribed)
}

fn walk(value: &Value, ty: Type, path: &str, undescribed: &mut Vec<String>) -> Value {
    match (ty, value) {
        (Type::Bounded(bounded), value) => walk(value, bounded.ty, path, undescribed),
        (Type::Nullable(_), Value::Null) => Value::Null,
        (Type::Nullable(inner), value) => walk(value, *inner, path, undescribed),
        (Type::List(list), value) => {
            let items = unwrap(value, list.also, path, undescribed);
            let Value::Array(items) = &items else { return items };
            let walked = items.iter().enumerate();
            walked.map(|(index, item)| walk(item, list.item, &format!("{path}[{index}]"), undescribed)).collect()
        }
        (Type::Map(map), Value::Object(members)) => {
            let walked = members.iter();
            let walked = walked
                .map(|(name, value)| (name.clone(), walk(value, map.value, &format!("{path}.{name}"), undescribed)));
            Value::Object(walked.collect())
        }
        (Type::Record(record), Value::Object(members)) => {
            walk_members(members, &[record.fields], None, path, undescribed)
        }
        (Type::Union(union), value) => walk_union(value, union, path, undescribed),
        (_, value) => value.clone(),
    }
}

/// A list without what was seen around it. What else is there is not described.
fn unwrap(value: &Value, also: Also, path: &str, undescribed: &mut Vec<String>) -> Value {
    match (also, value) {
        (Also::At(member), Value::Object(members)) => {
            let others = members.keys().filter(|name| *name != member);
            undescribed.extend(others.map(|name| format!("{path}.{name}")));
            members.get(member).cloned().unwrap_or(Value::Null)
        }
        (Also::Single, value) if !value.is_array() && !value.is_null() => Value::Array(vec![value.clone()]),
        (_, value) => value.clone(),
    }
}

fn walk_members(
    members: &Map<String, Value>,
    tables: &[&'static [Field]],
    tag: Option<&str>,
    path: &str,
    undescribed: &mut Vec<String>,
) -> Value {
    let mut out = Map::new();
    let rest = tables.iter().flat_map(|table| table.iter()).find_map(|field| match field.ty {
        Type::Map(map) if field.rest => Some(map.value),
        _ => None,
    });
    for (name, value) in members {
        let path = format!("{path}.{name}");
        let field = tables.iter().flat_map(|table| table.iter()).find(|field| is_named(field, name));
        match field {
            Some(field) if field.empty_is_absent && value == "" => {}
            Some(field) => {
                out.insert(field.name.to_owned(), walk(value, field.ty, &path, undescribed));
            }
            None if rest.is_some() && tag != Some(name) => {
                out.insert(name.clone(), walk(value, rest.unwrap_or(Type::Json), &path, undescribed));
            }
            None => {
                if tag != Some(name) {
                    undescribed.push(path);
                }
                out.insert(name.clone(), value.clone());
            }
        }
    }
    Value::Object(out)
}

fn is_named(field: &Field, name: &str) -> bool {
    !field.rest && (field.name == name || field.aliases.contains(&name))
}

fn walk_union(value: &Value, union: &'static Union, path: &str, undescribed: &mut Vec<String>) -> Value {
    match (union.discriminator, value) {
        (Discriminator::Form, value) => match form_arm(value, union) {
            Some(ty) => walk(value, ty, path, undescribed),
            None => value.clone(),
        },
        (discriminator, Value::Object(members)) => {
            let tag = if let Discriminator::Tag(tag) = discriminator { Some(tag) } else { None };
            let mut tables = vec![union.common];
            if let Some(Arm { body: ArmBody::Fields { record, .. }, .. }) = object_arm(members, union) {
                tables.push(record.fields);
            }
            walk_members(members, &tables, tag, path, undescribed)
        }
        (_, value) => value.clone(),
    }
}

/// Objects and lists have one arm each; texts and numbers need no walk.
fn form_arm(value: &Value, union: &'static Union) -> Option<Type> {
    union.arms.iter().find_map(|arm| match (arm.body, value) {
        (ArmBody::Value(ty @ (Type::Record(_) | Type::Map(_) | Type::Union(_))), Value::Object(_)) => Some(ty),
        (ArmBody::Value(ty @ Type::List(_)), Value::Array(_)) => Some(ty),
        _ => None,
    })
}

fn object_arm<'u>(members: &Map<String, Value>, union: &'u Union) -> Option<&'u Arm> {
    let told = |arm: &&Arm| match (union.discriminator, arm.body) {
        (Discriminator::Tag(_) | Discriminator::NestedTag(_), _) => {
            let tag = union.discriminator.find_tag(|name| members.get(name), |value, name| value.get(name));
            tag.and_then(Value::as_str).is_some_and(|tag| arm.has_tag(tag))
        }
        (_, ArmBody::Fields { has: Some(has), .. }) => members.get(has).is_some_and(|value| !value.is_null()),
        _ => false,
    };
    let otherwise = |arm: &&Arm| {
        union.discriminator == Discriminator::Members && matches!(arm.body, ArmBody::Fields { has: None, .. })
    };
    union.arms.iter().find(told).or_else(|| union.arms.iter().find(otherwise))
}
