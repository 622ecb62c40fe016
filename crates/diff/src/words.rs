//! Words changes: the name of an item, and its difference, in one sentence.
//!
//! Input: items and topics. Output: texts.

use serde_json::Value as Json;

use crate::item::Kind;
use crate::node::Node;
use crate::ruling::FactChange;
use crate::topic::{self, Topic};

/// Maximum length of a value that is shown in a sentence, in characters.
const MAX_SHOWN_CHARS: usize = 60;

/// Member of a deprecation that names the replacement.
const REPLACEMENT: &str = "use_instead";

/// Returns the kind and name of an item, with the name of the item that contains it.
pub(crate) fn subject(node: &Node, lineage: &[&Node]) -> String {
    let name = &node.name;
    let name = if name.is_empty() { String::new() } else { format!(" `{name}`") };
    let owner = lineage.last().filter(|above| above.kind != Kind::Spec).map(|above| above.name.as_str());
    format!("{}{name}{}", node.kind, owner.map_or(String::new(), |owner| format!(" of `{owner}`")))
}

/// Words the addition or removal of an item.
pub(crate) fn presence(subject: &str, node: &Node, is_new: bool) -> String {
    let is_choice = [Kind::Parameter, Kind::Member].contains(&node.kind);
    let word = match (is_choice, node.demanded) {
        (true, true) => "required ",
        (true, false) => "optional ",
        _ => "",
    };
    let verb = if is_new { "new" } else { "gone" };
    let address = node.fact(topic::ADDRESS).as_str().map_or(String::new(), |address| format!(" (`{address}`)"));
    let ty = node.fact(topic::TYPE).get("text").and_then(Json::as_str).map_or(String::new(), |ty| format!(" (`{ty}`)"));
    if is_new { format!("{verb} {word}{subject}{address}{ty}") } else { format!("{word}{subject}{address} is {verb}") }
}

/// Words the difference of a fact.
pub(crate) fn fact(subject: &str, topic: Topic, change: &FactChange<'_>) -> String {
    let FactChange { before, after, .. } = change;
    if let Some(sentence) = topic.sentence(change) {
        let advice = after.get(REPLACEMENT).and_then(Json::as_str).filter(|_| topic == topic::DEPRECATED);
        return format!("{subject}{sentence}{}", advice.map_or(String::new(), |name| format!("; use `{name}`")));
    }
    let label = topic.label();
    let short = |value: &Json| match display_fact(value) {
        _ if topic.is_prose() => None,
        Some(text) if text.chars().count() <= MAX_SHOWN_CHARS => Some(text),
        _ => None,
    };
    let [is, was, change_to] = if is_plural(&label) { ["are", "were", "change"] } else { ["is", "was", "changes"] };
    match (change.is_added(), short(before), change.is_removed(), short(after)) {
        (true, _, _, Some(after)) => format!("{subject}: {label} {is} now `{after}`"),
        (_, _, true, _) if before.is_boolean() => format!("{subject}: {label} {is} now `false`"),
        (_, Some(before), true, _) => format!("{subject}: {label} {was} `{before}`, and there {is} none now"),
        (_, Some(before), _, Some(after)) => format!("{subject}: {label} {change_to} from `{before}` to `{after}`"),
        (true, ..) => format!("{subject}: {label} {is} new"),
        (_, _, true, _) => format!("{subject}: {label} {is} gone"),
        _ => format!("{subject}: {label} {change_to}"),
    }
}

/// Returns whether the noun before the first preposition of a label is plural.
fn is_plural(label: &str) -> bool {
    let prepositions = [" of ", " in ", " on ", " that ", " within "];
    let noun = prepositions.iter().fold(label, |label, word| label.split_once(word).map_or(label, |(noun, _)| noun));
    noun.ends_with('s') && !noun.ends_with("ss")
}

/// Words the difference of a type, as a continuation of the sentence about the item's new name.
pub(crate) fn with_another_type(change: &FactChange<'_>) -> String {
    let short = |value: &Json| display_fact(value).filter(|text| text.chars().count() <= MAX_SHOWN_CHARS);
    match (short(change.before), short(change.after)) {
        (Some(before), Some(after)) => format!(", and its type changes from `{before}` to `{after}`"),
        _ => ", and its type changes".to_owned(),
    }
}

/// Returns the value of a fact as text for people. `None` for data that is not printed.
fn display_fact(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::Bool(value) => Some(value.to_string()),
        Json::Number(value) => Some(value.to_string()),
        Json::String(text) => Some(text.clone()),
        Json::Object(members) if members.contains_key("text") => display_fact(&members["text"]),
        Json::Object(members) => members.get("value").map(ToString::to_string),
        Json::Array(items) if items.iter().all(|item| item.get("text").is_some()) => {
            Some(items.iter().filter_map(|item| item.get("text")).cloned().collect::<Json>().to_string())
        }
        Json::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => None,
        list @ Json::Array(_) => Some(list.to_string()),
    }
}
