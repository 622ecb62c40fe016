//! Descriptions without the sentences that the generator adds.
//!
//! Input: texts of a document. Output: texts of the spec.

use chainloom_codegen::sentences::added;
use oas3::spec::{ObjectOrReference, ObjectSchema, Schema};
use serde_json::Value as Json;

use crate::tree::{Kind, Node};

/// The description of an operation: what stands before the sentence on its effect.
pub(crate) fn doc_of_operation(text: &str) -> Option<String> {
    let paragraphs = text.split("\n\n").take_while(|paragraph| !added::is_effect(paragraph));
    let own: Vec<&str> = paragraphs.filter(|paragraph| !added::is_deprecation(paragraph)).collect();
    some(own.join("\n\n"))
}

/// The description of a whole document.
pub(crate) fn doc_of_info(text: &str) -> Option<String> {
    some(before_added(text))
}

/// The description of a parameter, whose schema stands apart from it.
pub(crate) fn doc_of_field(text: &str, schema: Option<&Json>) -> Option<String> {
    let schema = schema.and_then(|schema| serde_json::from_value::<ObjectSchema>(schema.clone()).ok());
    doc_of_schema(text, Some(&schema.unwrap_or_default()))
}

/// The description of a schema.
pub(crate) fn doc_of_schema(text: &str, schema: Option<&ObjectSchema>) -> Option<String> {
    let Some(schema) = schema else { return some(text.to_owned()) };
    let mut paragraphs: Vec<&str> = text.split("\n\n").collect();
    let notes = texts_of_notes(schema.extensions.get("notes"));
    let is_form = schema.extensions.contains_key("form");
    while let Some(last) = paragraphs.last() {
        let is_note = !notes.is_empty() && last.starts_with(&notes);
        let is_added = added::is_added(last) && !is_own(last, schema);
        if !(is_added || is_note) {
            break;
        }
        paragraphs.pop();
    }
    if is_form {
        paragraphs.pop();
    }
    some(paragraphs.join("\n\n"))
}

/// Whether an absent member differs from a null one.
pub(crate) fn has_three_states(schema: &Schema) -> bool {
    let Schema::Object(object) = schema else { return false };
    let ObjectOrReference::Object(object) = object.as_ref() else { return false };
    object.description.as_deref().is_some_and(|text| text.contains(added::THREE_STATES))
}

/// Whether a paragraph only begins like an added one: the extension it describes is absent.
fn is_own(paragraph: &str, schema: &ObjectSchema) -> bool {
    let begins = |with: &str| paragraph.starts_with(with);
    let lacks = |extension: &str| !schema.extensions.contains_key(extension);
    let is_of_condition = added::CONDITIONS.into_iter().any(begins);
    begins(added::SINCE) && lacks("since")
        || begins(added::UNTIL) && lacks("until")
        || is_of_condition && lacks("available")
}

fn texts_of_notes(notes: Option<&Json>) -> String {
    let first = notes.and_then(|notes| notes.get(0)?.get("text")?.as_str());
    first.unwrap_or_default().to_owned()
}

fn before_added(text: &str) -> String {
    let own = text.split("\n\n").take_while(|paragraph| !added::is_added(paragraph));
    own.collect::<Vec<_>>().join("\n\n")
}

pub(super) fn some(text: String) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Section of the documentation that a value names.
pub(crate) fn source(value: Option<&Json>) -> Option<Node> {
    value.and_then(Json::as_str).map(Node::text)
}

pub(super) fn flag() -> Node {
    Node::new(Kind::Flag(true))
}
