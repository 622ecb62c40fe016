//! The text of a JSON value in a cell or on a line.
//!
//! Input: a value. Output: one line for people.

use serde_json::Value;

/// A value on one line: texts without quotation marks, nothing for null, anything nested as JSON.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect(),
        other => other.to_string(),
    }
}

/// Cuts the middle out of a text that is too long, because hashes differ at both ends.
pub(crate) fn shortened(text: &str, room: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= room {
        return text.to_owned();
    }
    let (head, tail) = (room.saturating_sub(1).div_ceil(2), room.saturating_sub(1) / 2);
    let head: String = letters.iter().take(head).collect();
    let tail: String = letters.iter().skip(letters.len() - tail).collect();
    format!("{head}…{tail}")
}
