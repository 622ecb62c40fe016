//! Documents: standard descriptions of the API that other tools read.
//!
//! Input: a [`crate::model::Model`]. Output: JSON texts. Nothing here knows Rust.

pub(crate) mod extensions;
pub(crate) mod json_schema;
pub(crate) mod nodes;
pub(crate) mod openapi;
pub(crate) mod openrpc;
mod refusals;
pub(crate) mod spec_schema;

use serde_json::{Map, Value as Json};

use crate::files::MARK;
use nodes::NODES;

/// Levels of the nodes of the spec that have a line for each member: files, their keys, and what they
/// declare.
const LEVELS: usize = 3;

/// Pretty JSON, two spaces a level, with a line feed at its end. Its first member is the mark of
/// the generator, and its last one the nodes of the spec.
fn text(document: Json, nodes: Option<Json>) -> String {
    let mut marked = Map::new();
    marked.insert("x-generated-by".to_owned(), MARK.into());
    if let Json::Object(members) = document {
        marked.extend(members);
    }
    let text = format!("{:#}\n", Json::Object(marked));
    match (nodes, text.strip_suffix("\n}\n")) {
        (Some(nodes), Some(start)) => {
            let mut out = format!("{start},\n  \"{NODES}\": ");
            write(&nodes, 2, LEVELS, &mut out);
            out + "\n}\n"
        }
        _ => text,
    }
}

/// Writes a value with a line for each member, down to a number of levels.
fn write(value: &Json, indent: usize, levels: usize, out: &mut String) {
    let Json::Object(members) = value else { return out.push_str(&value.to_string()) };
    if levels == 0 || members.is_empty() {
        return out.push_str(&value.to_string());
    }
    for (at, (name, value)) in members.iter().enumerate() {
        let before = if at == 0 { "{" } else { "," };
        out.push_str(&format!("{before}\n{}{}: ", " ".repeat(indent + 2), Json::from(name.as_str())));
        write(value, indent + 2, levels - 1, out);
    }
    out.push_str(&format!("\n{}}}", " ".repeat(indent)));
}
