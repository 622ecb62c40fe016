//! Documents: the API in standard formats that other tools read: OpenAPI, OpenRPC, JSON Schema.
//!
//! Input: a [`crate::model::Model`]. Output: JSON texts. Nothing here knows Rust.

pub(crate) mod json_schema;
mod members;
pub(crate) mod nodes;
pub(crate) mod openapi;
pub(crate) mod openrpc;
pub(crate) mod spec_keys;
pub(crate) mod spec_schema;

use serde_json::{Map, Value as Json};

use crate::files::MARK;
use crate::json_lines::{write, write_members};
use nodes::NODES;

/// Maximum length of a line with several values.
const WIDTH: usize = 140;

/// Number of levels of the spec nodes that have a line for each member: files, their keys, and
/// their declarations.
const LEVELS: usize = 3;

/// Prints a document as JSON with a final line feed. Its first member is the mark of the generator,
/// and its last one the nodes of the spec.
fn print_document(document: Json, nodes: Option<Json>) -> String {
    let mut marked = Map::new();
    marked.insert("x-generated-by".to_owned(), MARK.into());
    if let Json::Object(members) = document {
        marked.extend(members);
    }
    let mut out = String::new();
    let on_line = |value: &Json, column| columns_left(value, WIDTH.saturating_sub(column)).map(|_| value.to_string());
    write_members(&marked, 0, &mut out, |value, indent, out| write(value, indent, out, &on_line));
    if let Some(nodes) = nodes {
        out.truncate(out.len() - "\n}".len());
        out.push_str(&format!(",\n  \"{NODES}\": "));
        write_levels(&nodes, LEVELS, 2, &mut out);
        out.push_str("\n}");
    }
    out + "\n"
}

/// Writes a value with one line per member, down to a number of levels; deeper values are on one
/// line.
fn write_levels(value: &Json, levels: usize, indent: usize, out: &mut String) {
    match value {
        Json::Object(members) if levels > 0 && !members.is_empty() => {
            write_members(members, indent, out, |value, indent, out| write_levels(value, levels - 1, indent, out));
        }
        _ => out.push_str(&value.to_string()),
    }
}

/// Returns the number of columns left on a line after a value; `None` if the value does not fit.
/// Counting stops there.
fn columns_left(value: &Json, line: usize) -> Option<usize> {
    match value {
        Json::Object(members) => {
            let member =
                |line: usize, (name, value): (&String, &Json)| columns_left(value, line.checked_sub(name.len() + 4)?);
            members.iter().try_fold(line.checked_sub(2)?, member)
        }
        Json::Array(items) => {
            items.iter().try_fold(line.checked_sub(2)?, |line, item| columns_left(item, line)?.checked_sub(1))
        }
        Json::String(text) => line.checked_sub(text.len() + 2),
        other => line.checked_sub(other.to_string().len()),
    }
}
