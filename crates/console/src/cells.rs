//! Text of a JSON value in a cell or on a line.
//!
//! Input: a value. Output: one human-readable line, without characters that control the terminal.

use std::borrow::Cow;

use chainloom_forms::printable;
use serde_json::Value;

/// Formats a value on one line: texts without quotation marks, null as empty text, nested values as
/// JSON.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        // A list of nested values stays JSON.
        Value::Array(items) if items.iter().all(|item| !item.is_array() && !item.is_object()) => {
            items.iter().map(cell).collect::<Vec<_>>().join(", ")
        }
        Value::String(text) => name(text).into_owned(),
        other => printable::json(&other.to_string()).into_owned(),
    }
}

/// Escapes a name or a text of a service for one line.
pub(crate) fn name(text: &str) -> Cow<'_, str> {
    printable::line(text)
}

/// Shortens a text to `room` characters: a sentence at its end, another text in the middle, because
/// hashes differ at both ends.
pub(crate) fn shortened(text: &str, room: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= room {
        return text.to_owned();
    }
    if text.contains(' ') {
        let head: String = letters.iter().take(room.saturating_sub(1)).collect();
        return format!("{}…", head.trim_end());
    }
    let (head, tail) = (room.saturating_sub(1).div_ceil(2), room.saturating_sub(1) / 2);
    let head: String = letters.iter().take(head).collect();
    let tail: String = letters.iter().skip(letters.len() - tail).collect();
    format!("{head}…{tail}")
}
