//! Facts that many kinds of items have.
//!
//! Input: parts of the model. Output: facts as data.

use chainloom_codegen::model::{Availability, Deprecation, Limit, LimitSays, Note, Source};
use serde_json::{Value as Json, json};

/// Null where the list is empty.
pub(super) fn list(items: Vec<Json>) -> Json {
    if items.is_empty() { Json::Null } else { Json::Array(items) }
}

/// Null in place of an empty text.
pub(super) fn text(text: &str) -> Json {
    if text.is_empty() { Json::Null } else { json!(text) }
}

/// Null in place of false.
pub(super) fn flag(is_so: bool) -> Json {
    if is_so { json!(true) } else { Json::Null }
}

/// A description with its origin; null where there is none.
fn said(doc: &str, seen: bool, from: Option<&Source>) -> Json {
    if doc.is_empty() && !seen && from.is_none() { Json::Null } else { json!([doc, seen, source(from)]) }
}

/// Null where nothing is said of any item.
fn said_list(items: Vec<Json>) -> Json {
    if items.iter().all(Json::is_null) { Json::Null } else { Json::Array(items) }
}

pub(super) fn source(source: Option<&Source>) -> Json {
    json!(source.map(|Source(text)| text))
}

pub(super) fn notes(notes: &[Note]) -> Json {
    let one = |note: &Note| {
        let Note { text, source: from, seen } = note;
        json!({ "text": text, "source": source(from.as_ref()), "seen": seen })
    };
    list(notes.iter().map(one).collect())
}

pub(super) fn available(conditions: &[Availability]) -> Json {
    let one = |condition: &Availability| {
        let Availability { kind, doc: _, seen: _, source: _ } = condition;
        json!(format!("{} {}", kind.word(), kind.value()).trim_end())
    };
    list(conditions.iter().map(one).collect())
}

/// What is said of conditions beside themselves.
pub(super) fn available_docs(conditions: &[Availability]) -> Json {
    let one = |condition: &Availability| {
        let Availability { kind: _, doc, seen, source: from } = condition;
        said(doc, *seen, from.as_ref())
    };
    said_list(conditions.iter().map(one).collect())
}

pub(super) fn deprecated(deprecation: Option<&Deprecation>) -> Json {
    let Some(Deprecation { since, use_instead, doc, source: from, seen }) = deprecation else { return Json::Null };
    json!({ "since": since, "use": use_instead, "doc": doc, "source": source(from.as_ref()), "seen": seen })
}

pub(super) fn limits(limits: &[Limit]) -> Json {
    let one = |limit: &Limit| {
        let Limit { what, says, of: _, per, unit, tier, status, doc: _, source: _, seen: _ } = limit;
        let says = match says {
            LimitSays::Words(value) => {
                let unit = unit.as_ref().map_or(String::new(), |unit| format!(" ({unit})"));
                format!("{what}: {value}{unit}")
            }
            LimitSays::Number(max) => {
                let unit = unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
                let per = per.map_or(String::new(), |per| format!(" per {}", per.word()));
                format!("{max}{unit} of {what}{per}")
            }
        };
        let tier = tier.as_ref().map_or(String::new(), |tier| format!(", {tier}"));
        let status = status.map_or(String::new(), |status| format!(", else status {status}"));
        json!(format!("{says}{tier}{status}"))
    };
    list(limits.iter().map(one).collect())
}

/// What is said of limits beside themselves.
pub(super) fn limits_docs(limits: &[Limit]) -> Json {
    let one = |limit: &Limit| {
        let Limit { what: _, says: _, of: _, per: _, unit: _, tier: _, status: _, doc, source: from, seen } = limit;
        said(doc, *seen, from.as_ref())
    };
    said_list(limits.iter().map(one).collect())
}
