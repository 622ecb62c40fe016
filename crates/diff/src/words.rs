//! Words for changes: what a thing is called, and what differs, in one sentence.
//!
//! Input: things and topics. Output: texts.

use serde_json::Value as Json;

use crate::compare::shown;
use crate::node::{Kind, Node};

/// Texts longer than this are not shown in a sentence.
const LONGEST: usize = 60;

/// What a thing is called, with the thing that it is in.
pub(crate) fn subject(node: &Node, lineage: &[&Node]) -> String {
    let name = &node.name;
    let owner = lineage.last().filter(|above| above.kind != Kind::Spec).map(|above| above.name.as_str());
    match (node.kind, owner) {
        (Kind::Rule, Some(owner)) => format!("rule `{name}` of `{owner}`"),
        (kind, Some(owner)) => format!("{kind} `{name}` of `{owner}`"),
        (kind, None) => format!("{kind} `{name}`"),
    }
}

/// A thing that came or went.
pub(crate) fn alone(subject: &str, node: &Node, is_new: bool) -> String {
    let is_choice = [Kind::Parameter, Kind::Member].contains(&node.kind);
    let word = match (is_choice, node.demanded) {
        (true, true) => "required ",
        (true, false) => "optional ",
        _ => "",
    };
    let verb = if is_new { "new" } else { "gone" };
    let address = node.fact("address").as_str().map_or(String::new(), |address| format!(" (`{address}`)"));
    let ty = node.fact("type").get("text").and_then(Json::as_str).map_or(String::new(), |ty| format!(" (`{ty}`)"));
    if is_new { format!("{verb} {word}{subject}{address}{ty}") } else { format!("{word}{subject}{address} is {verb}") }
}

/// A fact that differs.
pub(crate) fn fact(subject: &str, topic: &str, old: &Node, new: &Node) -> String {
    let (before, after) = (old.fact(topic), new.fact(topic));
    match (topic, before.is_null(), after.is_null()) {
        ("required", false, _) => return format!("{subject} becomes optional"),
        ("required", true, _) => return format!("{subject} becomes required"),
        ("optional", true, _) => return format!("{subject} becomes optional"),
        ("optional", _, true) => return format!("{subject} becomes required"),
        ("deprecated", true, _) => return format!("{subject} is deprecated"),
        ("deprecated", _, true) => return format!("{subject} is not deprecated any more"),
        ("order of parameters", ..) => return format!("{subject} has its parameters in another order"),
        ("shared by both directions", ..) => {
            return format!("{subject}: requests and responses share its type, or do not any more");
        }
        _ => {}
    }
    let short = |value: &Json| match shown(value) {
        None => Some(String::new()),
        Some(text) if text.chars().count() <= LONGEST && !is_raw(value, &text) => Some(format!("`{text}`")),
        Some(_) => None,
    };
    let topic = topic_words(topic);
    let shown = (short(before), short(after));
    match shown {
        _ if is_prose(topic) || shown.0.is_none() || shown.1.is_none() => {}
        (_, Some(after)) if before.is_null() => return format!("{subject}: {topic} is now {after}"),
        (Some(before), _) if after.is_null() => {
            return format!("{subject}: {topic} was {before}, and there is none now");
        }
        (Some(before), Some(after)) => return format!("{subject}: {topic} changes from {before} to {after}"),
        _ => {}
    }
    match (before.is_null(), after.is_null()) {
        (true, _) => format!("{subject}: {topic} is new"),
        (_, true) => format!("{subject}: {topic} is gone"),
        _ => format!("{subject}: {topic} changes"),
    }
}

/// Topics whose text is for people, and would make a sentence long.
fn is_prose(topic: &str) -> bool {
    ["description", "description of the call", "notes", "examples"].contains(&topic)
        || topic.starts_with("description of")
}

fn topic_words(topic: &str) -> &str {
    match topic {
        "doc" => "description",
        "doc of the call" => "description of the call",
        "rust" => "name in Rust",
        "inner bounds" => "bounds of what is inside",
        "source" => "section of the source",
        "words of limits" => "description of the limits",
        "words of the cost" => "description of the cost",
        "words of available" | "words of available, of the call" => "description of the availability",
        other => other,
    }
}

/// Whether a value is data of the generator's own, which nobody reads.
fn is_raw(value: &Json, text: &str) -> bool {
    let is_data = value.is_array() && text.contains(['{', '[']) && text.contains("[[");
    let is_debug = value.is_string() && (text.contains(" {") || text.contains("MemberPath") || text.contains("Some("));
    is_data
        || is_debug
        || value.as_object().is_some_and(|members| !members.contains_key("text") && !members.contains_key("value"))
}
