//! Layout of JSON: a value that fits is written on one line; any other value has a line for each
//! member or item.
//!
//! Input: a value, and a function that prints a value on one line if it fits. Output: text.

use serde_json::{Map, Value as Json};

/// Appends a value to `out`. `on_line` gets a value and the number of columns before it, and prints
/// the value on one line if it fits.
pub(crate) fn write(value: &Json, indent: usize, out: &mut String, on_line: &impl Fn(&Json, usize) -> Option<String>) {
    let column = out.len() - out.rfind('\n').map_or(0, |at| at + 1);
    match (on_line(value, column), value) {
        (Some(line), _) => out.push_str(&line),
        (None, Json::Object(members)) if !members.is_empty() => {
            write_members(members, indent, out, |value, indent, out| write(value, indent, out, on_line));
        }
        (None, Json::Array(items)) if !items.is_empty() => {
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "[\n" } else { ",\n" });
                out.push_str(&" ".repeat(indent + 2));
                write(item, indent + 2, out, on_line);
            }
            out.push_str(&format!("\n{}]", " ".repeat(indent)));
        }
        (None, value) => out.push_str(&value.to_string()),
    }
}

/// Writes an object with a line for each member.
pub(crate) fn write_members(
    members: &Map<String, Json>,
    indent: usize,
    out: &mut String,
    write: impl Fn(&Json, usize, &mut String),
) {
    for (at, (name, value)) in members.iter().enumerate() {
        out.push_str(if at == 0 { "{\n" } else { ",\n" });
        out.push_str(&format!("{}{}: ", " ".repeat(indent + 2), Json::from(name.as_str())));
        write(value, indent + 2, out);
    }
    out.push_str(&format!("\n{}}}", " ".repeat(indent)));
}
