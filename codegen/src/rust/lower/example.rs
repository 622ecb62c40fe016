//! The example of a call in its documentation: request and response as JSON.
//!
//! Input: the first example that the spec has of it. Output: blocks of lines. They are JSON and not
//! Rust: the spec's examples are JSON that is checked against the types, and a program for each
//! operation would have to be compiled.

use serde_json::Value as Json;

use super::docs::DocComment;
use crate::model::CallView;
use crate::model::json::to_json;

/// A longer text is shortened.
const MOST_LINES: usize = 30;

/// Adds the section; nothing for a call without examples.
pub(super) fn add(doc: &mut DocComment, call: CallView<'_>) {
    let Some(example) = call.own.examples.first() else { return };
    let request: serde_json::Map<String, Json> =
        example.request.iter().map(|(name, value)| (name.clone(), to_json(value))).collect();
    let request = Some(Json::Object(request)).filter(|_| !example.request.is_empty()).as_ref().and_then(shown);
    let response = example.response.as_ref().map(to_json).as_ref().and_then(shown);
    if request.is_none() && response.is_none() {
        return;
    }
    doc.add("# Examples");
    doc.add(&example.doc);
    for (what, block) in [("Parameters", request), ("Response", response)] {
        let Some((text, is_short)) = block else { continue };
        doc.add(&format!("{what}{}:", if is_short { ", with one item of each list" } else { "" }));
        doc.block("json", &text);
    }
}

/// The text of a value, and whether its lists were cut to one item; none for what is too long all
/// the same.
fn shown(value: &Json) -> Option<(String, bool)> {
    let whole = pretty(value);
    if fits(&whole) {
        return Some((whole, false));
    }
    Some((pretty(&shortened(value)), true)).filter(|(text, _)| fits(text))
}

fn fits(text: &str) -> bool {
    text.lines().count() <= MOST_LINES
}

/// A value that fits on a line stands on one.
fn pretty(value: &Json) -> String {
    let line = value.to_string();
    if line.chars().count() <= 80 { line } else { format!("{value:#}") }
}

/// Lists with their first item only.
fn shortened(value: &Json) -> Json {
    match value {
        Json::Array(items) => Json::Array(items.iter().take(1).map(shortened).collect()),
        Json::Object(members) => {
            Json::Object(members.iter().map(|(name, value)| (name.clone(), shortened(value))).collect())
        }
        other => other.clone(),
    }
}
