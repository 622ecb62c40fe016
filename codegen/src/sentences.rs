//! Sentences: what the spec says of a thing, in words that rustdoc and the standard documents share.
//!
//! Input: parts of the model. Output: plain sentences; whoever writes them escapes what their form of text needs.
//! No layout is decided here, and nothing is left out because it was found unlikely to be read.

mod errors;
mod limits;
mod paging;

pub use errors::{meaning, rpc_error};
pub use limits::{cost, limit};
pub use paging::paging;

use crate::model::json::to_json;
use crate::model::{
    Also, Answer, AnswerBody, Availability, AvailabilityKind, Bounds, Deprecation, Effect, Errors, Facts, Field,
    Limits, Model, Note, Rule, RuleKind, SecretPlace, Source, Type, Union, Value,
};

/// What is said of a thing that only real services show.
pub const SEEN: &str = "Seen from real services; the documents do not have it.";

/// Where a thing is described; empty when nothing says it.
pub fn source(source: Option<&Source>) -> String {
    source.map(|source| format!("Document: {}.", source.0)).unwrap_or_default()
}

/// What a secret travels in.
pub fn secret_place(place: SecretPlace) -> &'static str {
    match place {
        SecretPlace::Header => "the header",
        SecretPlace::Bearer => "a bearer token of the header",
        SecretPlace::Basic => "user and password of the header",
        SecretPlace::Query => "the parameter",
        SecretPlace::Cookie => "the cookie",
    }
}

/// A value as JSON text.
pub fn json(value: &Value) -> String {
    to_json(value).to_string()
}

/// Names in code quotes.
pub fn code_list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Unit, bounds, defaults and versions of a member or parameter, a sentence each.
pub fn field_facts(model: &Model, field: &Field) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(field.unit.as_ref().map(|unit| format!("Unit: {unit}.")));
    // What is said of a default comes before what is not taken.
    facts.extend(limits(&Limits { only: Vec::new(), ..field.limits() }));
    facts.extend(inner_limits(&field.ty));
    facts.extend(field.clamp.as_ref().map(|clamp| format!("The service brings it within {}.", bounds(clamp))));
    facts.extend(field.default.as_ref().map(|value| format!("Default: `{}`.", json(value))));
    facts.extend(field.defaults_to.as_ref().map(|text| format!("Default: {text}.")));
    facts.extend(limits(&Limits { only: field.only.clone(), ..Limits::default() }));
    facts.extend(field.since.as_ref().map(|version| format!("Since {version}.")));
    facts.extend(field.until.as_ref().map(|version| format!("Until {version}.")));
    if model.has_three_states(field) {
        facts.push("Left out and null are not the same.".to_owned());
    }
    if field.seen {
        facts.push(SEEN.to_owned());
    }
    facts
}

/// What a value that is sent keeps to, a sentence each.
pub fn limits(limits: &Limits) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(limits.range.as_ref().map(|range| format!("Range: {}.", bounds(range))));
    facts.extend(limits.size.as_ref().map(|size| format!("Size: {}.", bounds(size))));
    facts.extend(limits.pattern.as_ref().map(|pattern| format!("Pattern: `{pattern}`.")));
    if !limits.only.is_empty() {
        facts.push(format!("Only {} here.", code_list(&limits.only)));
    }
    facts
}

/// The same of the type itself, and of the items of a list and the values of a map.
pub fn inner_limits(ty: &Type) -> Vec<String> {
    let of_each = |ty: &Type| {
        let facts = inner_limits(ty);
        (!facts.is_empty()).then(|| format!("Of each: {}", facts.join(" "))).into_iter().collect()
    };
    match ty {
        Type::Bounded(bounded) => [limits(&bounded.limits), inner_limits(&bounded.ty)].concat(),
        Type::Nullable(inner) => inner_limits(inner),
        Type::List(list) => of_each(&list.item),
        Type::Map(map) => of_each(&map.value),
        _ => Vec::new(),
    }
}

/// Other names and forms in which a member was seen to come, a sentence each.
pub fn other_forms(field: &Field) -> Vec<String> {
    let mut forms = Vec::new();
    if !field.aliases.is_empty() {
        forms.push(format!("Also seen by the name {}.", code_list(&field.aliases)));
    }
    if field.empty_is_absent {
        forms.push("Seen as an empty text, which means that it is absent.".to_owned());
    }
    if field.null_is_absent {
        forms.push("Null means that it is absent.".to_owned());
    }
    forms.extend(other_form_of(&field.ty));
    forms
}

/// Another form in which a list was seen to come.
pub fn other_form_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Nullable(inner) => other_form_of(inner),
        Type::Bounded(bounded) => other_form_of(&bounded.ty),
        Type::List(list) => match list.also.as_ref()? {
            Also::At(member) => Some(format!("Also seen as an object that holds the list in `{member}`.")),
            Also::Single => Some("Also seen as the only item, without a list around it.".to_owned()),
        },
        _ => None,
    }
}

/// What follows a statement that only real services show.
fn seen(is_seen: bool) -> &'static str {
    if is_seen { " (seen, not in the documents)" } else { "" }
}

/// All notes in a row.
pub fn notes<'n>(notes: impl IntoIterator<Item = &'n Note>) -> String {
    notes.into_iter().map(|note| format!("{}{}", note.text, seen(note.seen))).collect::<Vec<_>>().join(" ")
}

/// `1 to 10`, `1 or more`.
pub fn bounds(bounds: &Bounds) -> String {
    match (&bounds.min, &bounds.max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("{max} or less"),
        (None, None) => "any".to_owned(),
    }
}

/// A condition as a sentence.
pub fn availability(available: &Availability) -> String {
    let value = &available.value;
    let text = match available.kind {
        AvailabilityKind::Flag => format!("Needs the flag `{value}`."),
        AvailabilityKind::Config => format!("Needs the setting `{value}`."),
        AvailabilityKind::Public => format!("On the public server: {value}."),
        AvailabilityKind::Chains => format!("Only on {value}."),
        AvailabilityKind::Archive => format!("Needs an archive node: {value}."),
        AvailabilityKind::Served => format!("Served: {value}."),
    };
    let text = if available.doc.is_empty() { text } else { format!("{text} {}", available.doc) };
    format!("{text}{}", seen(available.seen))
}

/// The statuses that a service answers a failed request with.
pub fn error_statuses(errors: &Errors) -> String {
    let statuses: Vec<String> =
        errors.statuses.iter().map(|status| format!("{} {}", status.code, status.name)).collect();
    format!("The service answers with {}.", statuses.join(", "))
}

/// What each status means of which that is said.
pub fn meanings(errors: &Errors) -> Vec<String> {
    let told = errors.statuses.iter().filter(|status| !status.doc.is_empty());
    told.map(|status| format!("{} {}: {}", status.code, status.name, status.doc)).collect()
}

/// What a repeat does.
pub fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "Changes nothing.",
        Effect::Idempotent => "A repeat does nothing more.",
        Effect::Once => "A repeat consumes or differs.",
        Effect::Write => "Changes something each time.",
    }
}

/// A rule as a sentence.
pub fn rule(rule: &Rule) -> String {
    let text = match &rule.kind {
        RuleKind::AtLeastOne(names) => format!("At least one of {} is given.", code_list(names)),
        RuleKind::AtMostOne(names) => format!("At most one of {} is given.", code_list(names)),
        RuleKind::SumAtMost { of, max } => format!("The sum of {} is at most {max}.", code_list(of)),
        RuleKind::Requires { when, need } => format!("{} needs {}.", conditions(when), conditions(need)),
        RuleKind::Ascending(name) => format!("The items of `{name}` rise."),
        RuleKind::Ordered { low, high } => format!("`{low}` is not above `{high}`."),
    };
    let text = if rule.doc.is_empty() { text } else { format!("{text} {}", rule.doc) };
    format!("{text}{}", seen(rule.seen))
}

fn conditions(conditions: &[(String, Option<Value>)]) -> String {
    let texts: Vec<String> = conditions
        .iter()
        .map(|(name, value)| match value {
            Some(value) => format!("`{name}` = `{}`", json(value)),
            None => format!("`{name}`"),
        })
        .collect();
    texts.join(" and ")
}

/// All that the documents say of an operation or a typed call: what it does, whether to use it, and the conditions of its use.
pub fn operation(facts: &Facts<'_>) -> String {
    let mut versions = Vec::new();
    versions.extend(facts.since.as_ref().map(|version| format!("Since {version}.")));
    versions.extend(facts.until.as_ref().map(|version| format!("Until {version}.")));
    paragraphs([
        facts.doc.clone(),
        facts.deprecated.map(deprecation).unwrap_or_default(),
        effect(facts.effect).to_owned(),
        list("Rules:", facts.rules.iter().map(rule)),
        list("Available:", facts.available.iter().copied().map(availability)),
        facts.paginate.map(paging).unwrap_or_default(),
        facts.cost.map(cost).unwrap_or_default(),
        list("Limits:", facts.limits.iter().map(limit)),
        list("Errors:", facts.errors.iter().map(rpc_error)),
        list("Notes:", facts.notes.iter().map(|&note| notes([note]))),
        versions.join(" "),
        if facts.seen { SEEN.to_owned() } else { String::new() },
        source(facts.source),
    ])
}

/// What is said of an operation whose redirects may lead elsewhere.
pub const LEAVES_ORIGIN: &str = "Redirects to another origin are followed, without secrets.";

/// What comes back, where it is no JSON body by itself: `union` is that of an answer told by its status, or of events.
pub fn answer(answer: &Answer, union: Option<&Union>) -> String {
    let names = union.iter().flat_map(|union| &union.arms).map(|arm| format!("`{}`", arm.name));
    let names = names.collect::<Vec<_>>().join(", ");
    match &answer.body {
        AnswerBody::Json => String::new(),
        AnswerBody::Text(types) => format!("Answers text: {}.", code_list(types)),
        AnswerBody::Bytes(types) => format!("Answers bytes: {}.", code_list(types)),
        AnswerBody::ByStatus => format!("The status tells which answer it is: {names}."),
        AnswerBody::Events => format!("Answers server-sent events: {names}."),
    }
}

/// Since when a thing should not be used and what to use, as a sentence.
pub fn deprecation(deprecation: &Deprecation) -> String {
    let since = deprecation.since.as_ref().map(|since| format!(" since {since}")).unwrap_or_default();
    let instead = deprecation.use_instead.as_ref().map(|name| format!(" Use `{name}`.")).unwrap_or_default();
    let seen = if deprecation.seen { " Seen, not in the documents." } else { "" };
    let doc = if deprecation.doc.is_empty() { String::new() } else { format!(" {}", deprecation.doc) };
    format!("Deprecated{since}.{instead}{doc}{seen}")
}

/// The first sentence of a text, without its full stop.
pub fn summary(text: &str) -> String {
    let line = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let first = line.split_once(". ").map_or(line.as_str(), |(first, _)| first);
    first.trim_end_matches('.').to_owned()
}

/// Paragraphs, without the empty ones.
pub fn paragraphs(texts: impl IntoIterator<Item = String>) -> String {
    let texts = texts.into_iter().map(|text| text.trim().to_owned());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// A heading with a list below it; empty without items.
pub fn list(heading: &str, items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| format!("- {item}")).collect();
    if items.is_empty() { String::new() } else { format!("{heading}\n\n{}", items.join("\n")) }
}
