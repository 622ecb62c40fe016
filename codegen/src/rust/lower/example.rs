//! Example in the documentation of a call: a program that makes the call, and the response.
//!
//! Input: the first example of the call in the spec. Output: blocks of lines. The program is Rust
//! if the crate has a name, so that it compiles like a user's program. Without a name, as in a
//! macro, and if Rust cannot express the parameters, the parameters are shown as JSON.

mod programs;
mod records;
mod values;

use serde_json::Value as Json;

use super::docs::DocComment;
use super::types::Lowering;
use crate::json_lines::write;
use crate::model::{CallView, Example, to_json};

pub(super) use programs::{of_call, of_client, of_service, of_subscription};

/// Maximum number of lines of a JSON text; the lists of a longer text are cut.
const MAX_LINES: usize = 30;
/// Maximum width of a line, in characters.
const WIDEST: usize = 100;

/// Adds the section with the first example of a call; nothing for a call without examples.
pub(super) fn add_example(doc: &mut DocComment, lowering: &Lowering<'_>, call: CallView<'_>) {
    let Some(example) = call.own.examples.first() else { return };
    let program = programs::of_call(lowering, call, example);
    let request = request_json(example).filter(|_| program.is_none());
    let response = example.response.as_ref().map(to_json).as_ref().and_then(fitting_json);
    if program.is_none() && request.is_none() && response.is_none() {
        return;
    }
    doc.add("# Examples");
    doc.add(&example.doc);
    if let Some(program) = program {
        doc.add_block("no_run", &program);
    }
    for (what, block) in [("Parameters", request), ("Response", response)] {
        let Some((text, is_short)) = block else { continue };
        doc.add(&format!("{what}{}:", if is_short { ", with one item of each list" } else { "" }));
        doc.add_block("json", &text);
    }
}

/// Adds the section with an example program; nothing without one.
pub(super) fn add_program(doc: &mut DocComment, program: Option<String>) {
    if let Some(program) = program {
        doc.add("# Examples");
        doc.add_block("no_run", &program);
    }
}

/// Returns the parameters of an example as JSON text, and whether its lists were cut; `None` if
/// there are no parameters or the text is too long.
fn request_json(example: &Example) -> Option<(String, bool)> {
    let request: serde_json::Map<String, Json> =
        example.request.iter().map(|(name, value)| (name.clone(), to_json(value))).collect();
    Some(Json::Object(request)).filter(|_| !example.request.is_empty()).as_ref().and_then(fitting_json)
}

/// Returns the JSON text of a value, and whether its lists were cut to one item each; `None` if the
/// text is too long even then.
fn fitting_json(value: &Json) -> Option<(String, bool)> {
    let whole = json_text(value);
    if has_few_lines(&whole) {
        return Some((whole, false));
    }
    Some((json_text(&with_first_items(value)), true)).filter(|(text, _)| has_few_lines(text))
}

/// Returns whether a text is short enough for the documentation.
fn has_few_lines(text: &str) -> bool {
    text.lines().count() <= MAX_LINES
}

/// Writes a value as text; each part that fits on a line is on one line.
fn json_text(value: &Json) -> String {
    let mut text = String::new();
    let on_line = |value: &Json, column| Some(on_a_line(value)).filter(|line| column + line.chars().count() <= WIDEST);
    write(value, 0, &mut text, &on_line);
    text
}

/// Writes a value on one line.
fn on_a_line(value: &Json) -> String {
    match value {
        Json::Array(items) => format!("[{}]", items.iter().map(on_a_line).collect::<Vec<_>>().join(", ")),
        Json::Object(members) if !members.is_empty() => {
            let members =
                members.iter().map(|(name, value)| format!("{}: {}", Json::from(name.as_str()), on_a_line(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns the value with only the first item of each list.
fn with_first_items(value: &Json) -> Json {
    match value {
        Json::Array(items) => Json::Array(items.iter().take(1).map(with_first_items).collect()),
        Json::Object(members) => {
            Json::Object(members.iter().map(|(name, value)| (name.clone(), with_first_items(value))).collect())
        }
        other => other.clone(),
    }
}
