//! Changes of a JSON value, as a service might make them and as it should not.
//!
//! Input: a value, and bytes that choose a place and a change. Output: the value with the change.

use serde_json::{Map, Value, json};

use crate::input::Input;

/// Texts at the edges of what forms of values are.
const TEXTS: [&str; 20] = [
    "",
    " ",
    "0",
    "-0",
    "-1",
    "0x",
    "0x0",
    "0X1F",
    "0xg",
    "1e400",
    "NaN",
    "null",
    "true",
    "\u{0}",
    "\u{e9}\u{1f980}",
    "1.50",
    "2024-02-30",
    "2024-02-29T24:00:00Z",
    "18446744073709551616",
    "0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc",
];

/// Numbers at the edges of types.
const NUMBERS: [&str; 12] = [
    "0",
    "-0",
    "1",
    "-1",
    "0.1",
    "1e-3",
    "1e400",
    "9007199254740993",
    "-9223372036854775809",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "115792089237316195423570985008687907853269984665640564039457584007913129639936",
];

/// Makes one change at one place.
pub(crate) fn edit(value: &mut Value, input: &mut Input<'_>) {
    let place = place(value, input);
    match input.below(10) {
        0 => *place = Value::Null,
        1 => *place = Value::Bool(input.below(2) == 1),
        2 => *place = number(input.one_of(&NUMBERS).unwrap_or("0")),
        3 => *place = input.one_of(&TEXTS).unwrap_or_default().into(),
        4 => *place = json!([place.take()]),
        5 => *place = json!({ "value": place.take() }),
        6 => remove(place, input),
        7 => double(place, input),
        8 => *place = other_form(place.take()),
        _ => change_letter(place, input),
    }
}

/// A number of any size: a text that is one is always read.
fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// Walks down to any place.
fn place<'v>(value: &'v mut Value, input: &mut Input<'_>) -> &'v mut Value {
    let count = match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    let chosen = if count == 0 { 0 } else { input.below((count + 1).min(256)) };
    if chosen == count {
        return value;
    }
    // Each value has as many parts as were counted.
    match value {
        Value::Array(items) => place(&mut items[chosen], input),
        Value::Object(members) => match members.values_mut().nth(chosen) {
            Some(member) => place(member, input),
            None => unreachable!("members were counted"),
        },
        other => other,
    }
}

fn remove(value: &mut Value, input: &mut Input<'_>) {
    match value {
        Value::Array(items) if !items.is_empty() => drop(items.remove(input.below(items.len().min(256)))),
        Value::Object(members) => {
            if let Some(name) = members.keys().nth(input.below(members.len().min(256))).cloned() {
                members.shift_remove(&name);
            }
        }
        other => *other = Value::Object(Map::new()),
    }
}

/// Adds an item, or a member under another name, like one that is there.
fn double(value: &mut Value, input: &mut Input<'_>) {
    match value {
        Value::Array(items) => {
            let item = items.get(input.below(items.len().min(256))).cloned();
            items.push(item.unwrap_or_default());
        }
        Value::Object(members) => {
            let member = members.iter().nth(input.below(members.len().min(256)));
            let (name, member) = member.map(|(name, member)| (name.clone(), member.clone())).unwrap_or_default();
            members.insert(format!("{name}{}", ["", "_", "\"\n"][input.below(3)]), member);
        }
        other => *other = Value::Array(Vec::new()),
    }
}

/// A number as text, and a text as the number that it may be.
fn other_form(value: Value) -> Value {
    match value {
        Value::Number(number) => number.to_string().into(),
        Value::String(text) => match serde_json::from_str(&text) {
            Ok(number @ Value::Number(_)) => number,
            _ => text.to_uppercase().into(),
        },
        other => other,
    }
}

fn change_letter(value: &mut Value, input: &mut Input<'_>) {
    if let Value::String(text) = value {
        let at = input.below(text.chars().count().min(256));
        let letter = char::from_u32(input.below(256) as u32).unwrap_or_default();
        *text = text.chars().enumerate().map(|(index, old)| if index == at { letter } else { old }).collect();
    }
}
