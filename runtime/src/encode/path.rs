//! Parameters in a path.
//!
//! Input: a value and the style of its parameter. Output: escaped text for the path, or why it
//! cannot be written: no value may lead to another path than the described one.

use crate::{
    encode::{
        expanded::{self, Escape},
        template,
    },
    json::Plain,
    schema::Binding,
};

/// Escapes of a part of a path: everything except separators is percent-encoded.
const IN_PATH: Escape = Escape { text: escape_segment, separator: template::separator_of_path };

/// Writes a value as a part of a path; the items of a list follow each other.
pub(super) fn part(value: &Plain, binding: &Binding) -> Result<String, String> {
    let part = expanded::text(value, binding, &IN_PATH)?;
    let part = part.ok_or_else(|| "is empty, and a part of a path must not be".to_owned())?;
    match part.as_str() {
        "." | ".." => Err("is `.` or `..`, which names another path".to_owned()),
        _ => Ok(part),
    }
}

/// Escapes a text as one segment, or as several if the parameter keeps slashes.
fn escape_segment(text: &str, binding: &Binding) -> Result<String, String> {
    if !binding.keeps_slashes {
        return Ok(template::segment(text)?.into_owned());
    }
    let segments: Result<Vec<_>, _> = text.split('/').map(template::segment).collect();
    Ok(segments?.join("/"))
}
