//! The reader of JSON beside serde_json.
//!
//! Input: bytes, as JSON. Output: how the two differ. Both take the same texts and read the same
//! values from them, but for these differences, which are meant:
//!
//! - serde_json refuses values of more than 127 levels where it makes a tree. The reader's limit is
//!   `max_response_depth`, and what it keeps as text may have any depth.
//! - Half of a surrogate pair in a text: the reader has U+FFFD in its place. serde_json refuses it
//!   where the text is read, and takes it where it is skipped.
//! - A text is read from a number, as its digits, and a number from a text: services write both.
//!   `null` is an empty list or map.
//! - A whole number may have a point or an exponent: `5.0` is 5.
//! - Numbers are compared with the parsers of the standard library. serde_json takes `-0` for a
//!   float, and may be off by one unit in the last place of one. Both refuse what is infinite.

use std::collections::BTreeMap;

use chainloom::runtime::{RawJson, Text};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Outcome;
use crate::input::Input;

const PIECES: [&str; 48] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "null",
    "true",
    "false",
    "nul",
    "-",
    "0",
    "1",
    "-0",
    "-0.0",
    "01",
    "1.",
    ".5",
    "1e5",
    "1E+05",
    "1e-400",
    "1e400",
    "2.5e-324",
    "9007199254740993",
    "18446744073709551616",
    "-9223372036854775809",
    "1.7976931348623159e308",
    "0.1000000000000000055511151231257827021181583404541015625",
    "\"a\"",
    "\"a\":",
    "\"\\u0061\":",
    "\"\"",
    "\"\\u00e9\u{e9}\"",
    "\"\\ud83e\\udd80\"",
    "\"\\ud800\"",
    "\"\\ud800\\ud800\"",
    "\"\\udc00\"",
    "\"\\x\"",
    "\"\\u12\"",
    "\"\n\"",
    "\"\u{7f}\"",
    " ",
    "\n\t\r",
    "\u{feff}",
    "\u{a0}",
    "[[[[[[[[",
];

/// Reads the bytes, or a text of pieces that they choose, by both.
///
/// # Errors
///
/// How they differ.
pub fn check(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let mut text = Vec::new();
    while !input.is_empty() && text.len() < 4096 {
        match input.below(64) {
            choice @ 0..48 => text.extend_from_slice(PIECES[choice].as_bytes()),
            48..52 => text.extend(PIECES[input.below(2) * 2].repeat(input.below(256)).into_bytes()),
            52..56 => text.extend(input.bytes(16)),
            _ => text.extend_from_slice(std::mem::replace(&mut input, Input::new(&[])).rest()),
        }
    }
    let Ok(text) = String::from_utf8(text) else { return Ok(()) };
    crate::show("JSON", &text);
    same_text(&text).map_err(|why| format!("{why}\n{text}"))
}

/// Compares what is taken, and as which text.
fn same_text(text: &str) -> Outcome {
    let (ours, theirs) = (RawJson::parse(text), serde_json::from_str::<&RawValue>(text));
    let (raw, kept) = match (ours, theirs) {
        (Ok(raw), Ok(kept)) => (raw, kept),
        (Err(_), Err(_)) => return Ok(()),
        (Ok(_), Err(error)) => return Err(format!("serde_json refuses it: {error}")),
        (Err(error), Ok(_)) => return Err(format!("serde_json takes it, but {error}")),
    };
    if raw.as_str() != kept.get() {
        return Err(format!("kept as {}", raw.as_str()));
    }
    match serde_json::from_str::<Value>(text) {
        Ok(value) => same_value(&raw, &value),
        // The two may differ there, and do not panic.
        Err(_) => {
            let _ = (raw.to::<Text>(), raw.to::<Vec<RawJson>>(), raw.to::<BTreeMap<Text, RawJson>>());
            Ok(())
        }
    }
}

fn same_value(raw: &RawJson, value: &Value) -> Outcome {
    match value {
        Value::Null => same("null", raw.to::<Option<bool>>(), &None),
        Value::Bool(value) => same("truth", raw.to::<bool>(), value),
        Value::Number(number) => same_number(raw, &number.to_string()),
        Value::String(text) => same_string(raw, text),
        Value::Array(items) => {
            let ours = raw.to::<Vec<RawJson>>().map_err(|error| format!("a list: {error}"))?;
            same("items", Ok(ours.len()), &items.len())?;
            ours.iter().zip(items).try_for_each(|(raw, value)| same_value(raw, value))
        }
        Value::Object(members) => {
            let ours = raw.to::<BTreeMap<Text, RawJson>>().map_err(|error| format!("an object: {error}"))?;
            same("members", Ok(ours.len()), &members.len())?;
            members.iter().try_for_each(|(name, value)| match ours.get(name.as_str()) {
                Some(raw) => same_value(raw, value),
                None => Err(format!("the member {name:?} is missing")),
            })
        }
    }
}

fn same_string(raw: &RawJson, text: &str) -> Outcome {
    same("text", raw.to::<Text>().map(|ours| ours.to_string()), &text.to_owned())?;
    // A text written by the one is read by the other.
    let written = Value::from(text).to_string();
    same(
        "text written",
        RawJson::parse(&written).and_then(|raw| raw.to::<Text>()).map(|ours| ours.to_string()),
        &text.to_owned(),
    )
}

/// The digits are kept, and are the same number of each type.
fn same_number(raw: &RawJson, digits: &str) -> Outcome {
    same("digits", raw.to::<Text>().map(|ours| ours.to_string()), &raw.as_str().to_owned())?;
    if !raw.as_str().eq_ignore_ascii_case(digits)
        && raw.as_str().replace(['e', 'E', '+'], "") != digits.replace(['e', 'E', '+'], "")
    {
        return Err(format!("serde_json has the digits {digits}"));
    }
    let float = raw.as_str().parse::<f64>().ok().filter(|float| float.is_finite()).map(f64::to_bits);
    same("float", Ok(raw.to::<f64>().ok().map(f64::to_bits)), &float)?;
    if raw.as_str().contains(['.', 'e', 'E']) {
        // Read in any notation, as the standard library does not: the same number for each width.
        let (wide, narrow) = (raw.to::<u64>().ok(), raw.to::<u8>().ok());
        return same("u8", Ok(narrow), &wide.and_then(|wide| u8::try_from(wide).ok()));
    }
    same("u64", Ok(raw.to::<u64>().ok()), &raw.as_str().parse().ok())?;
    same("i64", Ok(raw.to::<i64>().ok()), &raw.as_str().parse().ok())?;
    same("u8", Ok(raw.to::<u8>().ok()), &raw.as_str().parse().ok())
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    ours: Result<T, chainloom::runtime::ReadError>,
    theirs: &T,
) -> Outcome {
    match ours {
        Ok(ours) if ours == *theirs => Ok(()),
        Ok(ours) => Err(format!("{what}: {ours:?}, and {theirs:?} is right")),
        Err(error) => Err(format!("{what}: {theirs:?} is right, but {error}")),
    }
}
