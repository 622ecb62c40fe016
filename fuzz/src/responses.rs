//! Reads responses of the generated operations by their types.
//!
//! Input: bytes, which choose an operation, draw a response and change it. Output: what is wrong. A
//! response may be refused. One that is read is written as a text that reads as the same value.

use chainloom::runtime::schema::{Bounds, Type};
use serde_json::Value;

use crate::input::Input;
use crate::{Outcome, edits, round_trip, shape, show};

/// Puts bytes anywhere into the text of a response, or in place of it.
///
/// # Errors
///
/// What is wrong, with the operation and the bytes.
pub fn bytes(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let entry = input.operation();
    let Some(ty) = entry.operation().output else { return Ok(()) };
    let drawn = input.draw().value(ty, &Bounds::NONE).to_string();
    let body = input.spliced(&drawn);
    let (id, text) = (entry.operation().id, String::from_utf8_lossy(&body));
    show(id, &text);
    round_trip::recode(entry, &body).map(drop).map_err(|why| format!("{id}: {why}\n{text}"))
}

/// Changes values of a response. Nothing that is then read may be lost.
///
/// # Errors
///
/// What is wrong, with the operation and the value.
pub fn values(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let entry = input.operation();
    let Some(ty) = entry.operation().output else { return Ok(()) };
    let mut value = input.draw().value(ty, &Bounds::NONE);
    while !input.is_empty() {
        edits::edit(&mut value, &mut input);
    }
    let (id, text) = (entry.operation().id, value.to_string());
    show(id, &text);
    let outcome = round_trip::recode(entry, text.as_bytes()).and_then(|written| match written {
        Some(written) => kept(&value, &written, ty),
        None => Ok(()),
    });
    outcome.map_err(|why| format!("{id}: {why}\n{text}"))
}

/// Checks that the number of items and plain values is unchanged. Services write a value in several
/// forms, so the values themselves are not compared.
fn kept(value: &Value, written: &[u8], ty: Type) -> Outcome {
    let written: Value = serde_json::from_slice(written).map_err(|error| error.to_string())?;
    let (left, right) = (shape::canonical(value, ty).0, shape::canonical(&written, ty).0);
    let (left, right) = (size(&left), size(&right));
    if left == right { Ok(()) } else { Err(format!("{left} items and values, but {right} in {written}")) }
}

/// How many items and plain values are anywhere in a value. Absent equals null and empty.
fn size(value: &Value) -> usize {
    match value {
        Value::Null => 0,
        Value::Array(items) => items.iter().map(|item| 1 + size(item)).sum(),
        Value::Object(members) => members.values().map(size).sum(),
        _ => 1,
    }
}
