//! Sentences: facts of the model in words, shared by rustdoc and the standard documents.
//!
//! Input: parts of the model. Output: plain sentences, which the caller escapes and lays out.

mod errors;
mod limits;
mod paging;
mod statements;
mod waiting;
mod webhooks;

pub use errors::{in_body, meaning, retry, rpc_error, unavailable};
pub use limits::{capitalized, grouped_limits, limit, time};
pub use paging::paging;
pub use statements::{Area, Statement, Statements, Topic, of_call, of_subscription, operation, price};
pub use waiting::wait;
pub use webhooks::webhooks;

use std::fmt::Display;

use crate::model::{
    Also, Arm, Availability, AvailabilityKind, Bounds, Deprecation, Discriminator, Effect, ErrorStatus, Errors,
    EventStream, Field, Model, Note, Place, Response, ResponseBody, Rule, RuleKind, SecretPlace, Type, TypedCall,
    Union, Value, to_json,
};

/// Sentence for an item that only real services have.
pub const SEEN: &str = "Not guaranteed by the API's documentation.";

/// Heading of the conditions under which an item is served.
pub const AVAILABLE: &str = "Availability:";

/// Heading of limits.
pub const LIMITS: &str = "Limits:";

/// Heading of notes.
pub const NOTES: &str = "Notes:";

/// Heading of deployments.
pub const DEPLOYMENTS: &str = "Deployments:";

/// Hint that explains why XML and SOAP have no typed values, and what to use instead.
pub const NO_XML: &str = "XML has no types here, because its elements have an order, attributes and namespaces that \
                          members do not: write `body: string` and a response `{ text: text/xml }`, and use a crate for XML";

/// Sentence for a member that only responses have, if requests share the type.
pub const READ_ONLY: &str = "Set by the service: a request does not have it.";
/// Sentence for a member that only requests have.
pub const WRITE_ONLY: &str = "A response does not have it.";

/// Sentence for a map that holds all members which a record does not declare.
pub const REST: &str = "Holds all other members of the object.";

/// Describes where a secret is sent, in the words before the name of the header, parameter or
/// cookie.
pub fn secret_place(place: SecretPlace) -> &'static str {
    match place {
        SecretPlace::Header => "the header",
        SecretPlace::Bearer => "a bearer token of the header",
        SecretPlace::Basic => "user and password of the header",
        SecretPlace::Query => "the parameter",
        SecretPlace::Cookie => "the cookie",
    }
}

/// Returns the word for the place of a parameter in a request.
#[must_use]
pub const fn place(place: Place) -> &'static str {
    match place {
        Place::Path => "path",
        Place::Query => "query",
        Place::Header => "header",
        Place::Cookie => "cookie",
        Place::Body => "body",
        Place::Form => "form",
        Place::Part => "part",
        Place::Whole => "whole",
        Place::Lines => "lines",
        Place::WholeForm => "whole-form",
        Place::Raw => "raw",
        Place::Rpc => "rpc",
        Place::Kind => "kind",
    }
}

/// Writes a value as JSON text.
pub fn json(value: &Value) -> String {
    to_json(value).to_string()
}

/// Joins names in backquotes, separated by commas.
pub fn code_list<T: Display>(names: &[T]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Returns the facts about a member or parameter, a sentence each: unit, bounds, defaults, versions
/// and others, without `seen`.
pub fn field_facts(model: &Model, field: &Field) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(unit(model, field));
    // Defaults are described before the allowed values.
    facts.extend(limits(&Bounds { only: &[], ..field.bounds }));
    facts.extend(inner_limits(&field.ty));
    facts.extend(ends("The service clamps the value to the range ", field.bounds.clamp_min, field.bounds.clamp_max));
    facts.extend(field.default.as_ref().map(|value| format!("Default: `{}`.", json(value))));
    facts.extend(field.defaults_to.as_ref().map(|text| format!("Default: {text}.")));
    facts.extend(limits(&Bounds { only: field.bounds.only, ..Bounds::NONE }));
    facts.extend(echo(field));
    facts.extend((!field.content.is_empty()).then(|| format!("Media types: {}.", code_list(&field.content))));
    facts.extend(versions(field.since.as_deref(), field.until.as_deref()));
    if model.has_three_states(field) {
        facts.push("Absent and null have different meanings.".to_owned());
    }
    facts
}

/// Describes the unit of a number, and how people read it.
fn unit(model: &Model, field: &Field) -> Option<String> {
    if let Some(amount) = &field.amount {
        let symbol = amount.symbol.as_ref().map(|symbol| format!(" Symbol: `{}`.", symbol.dotted()));
        return Some(format!("Decimal places: `{}`.{}", amount.decimals.dotted(), symbol.unwrap_or_default()));
    }
    field.unit.as_ref().map(|name| format!("Unit: {}.", with_larger_unit(model, name)))
}

/// Describes the unit of a result; `None` if the spec states none.
pub fn unit_of_result(model: &Model, response: &Response) -> Option<String> {
    response.unit.as_ref().map(|name| format!("Unit of the result: {}.", with_larger_unit(model, name)))
}

/// Returns the name of a unit, with the larger unit in which people read its numbers: `nano, 10^-9 TOK`.
fn with_larger_unit(model: &Model, name: &str) -> String {
    let larger = model.larger_unit(name).map(|unit| format!(", 10^-{} {}", unit.decimals, unit.symbol));
    format!("{name}{}", larger.unwrap_or_default())
}

/// Describes the value that a member of a response repeats, a sentence each.
fn echo(field: &Field) -> Vec<String> {
    let listed = |names: Vec<&str>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
    let parameters = listed(field.echoed_parameters().collect());
    let members = listed(field.echoed_members().collect());
    let below = listed(field.echoed_below().collect());
    let results = listed(field.echoed_results().collect());
    let results = (!results.is_empty()).then(|| format!("Repeats the result of {results}."));
    let parameters = (!parameters.is_empty()).then(|| format!("Repeats the parameter {parameters}."));
    let members = (!members.is_empty()).then(|| format!("Repeats the member {members} of the object around it."));
    let below = (!below.is_empty()).then(|| format!("Repeats the member {below} of the object one height below."));
    parameters.into_iter().chain(members).chain(below).chain(results).collect()
}

/// Describes the first and last version that has an item, a sentence each.
pub fn versions(since: Option<&str>, until: Option<&str>) -> Vec<String> {
    // A version may be written `v1.9.12` or `1.9.12`.
    let number = |version: &str| version.strip_prefix('v').unwrap_or(version).to_owned();
    let since = since.map(|version| format!("Since version {}.", number(version)));
    let until = until.map(|version| format!("Until version {}.", number(version)));
    since.into_iter().chain(until).collect()
}

/// Describes the bounds of sent values, a sentence each.
pub fn limits(bounds: &Bounds) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(ends("Range: ", bounds.min, bounds.max));
    facts.extend(ends("Length: ", bounds.min_size, bounds.max_size));
    facts.extend(bounds.patterns.iter().map(|pattern| format!("Pattern: `{pattern}`.")));
    if !bounds.only.is_empty() {
        facts.push(format!("Allowed values: {}.", code_list(bounds.only)));
    }
    facts
}

/// Describes the bounds of sent values of a type, and of its items or values, a sentence each.
pub fn inner_limits(ty: &Type) -> Vec<String> {
    let of_each = |ty: &Type| {
        let facts = inner_limits(ty);
        (!facts.is_empty()).then(|| format!("Each item: {}", facts.join(" "))).into_iter().collect()
    };
    match ty {
        Type::Bounded(bounded) => [limits(&bounded.bounds), inner_limits(&bounded.ty)].concat(),
        Type::Nullable(inner) => inner_limits(inner),
        Type::List(list) => of_each(&list.item),
        Type::Map(map) => of_each(&map.value),
        _ => Vec::new(),
    }
}

/// Describes aliases of a member, and other forms in which services send it, a sentence each.
pub fn other_forms(field: &Field) -> Vec<String> {
    let mut forms = Vec::new();
    if !field.aliases.is_empty() {
        forms.push(format!("Alternative name: {}.", code_list(&field.aliases)));
    }
    if field.empty_is_absent {
        forms.push("An empty string, or an empty value of another kind, means that the value is absent.".to_owned());
    }
    if field.null_is_absent {
        forms.push("Null means that the value is absent.".to_owned());
    }
    forms.extend(other_form_of(&field.ty));
    forms
}

/// Describes the other form in which services send a list; `None` if there is none.
pub fn other_form_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Nullable(inner) => other_form_of(inner),
        Type::Bounded(bounded) => other_form_of(&bounded.ty),
        Type::List(list) => match list.also {
            Also::At(member) => Some(format!("May also be an object that holds the list in `{member}`.")),
            Also::Single => Some("May also be a single item without a list around it.".to_owned()),
            Also::Nothing => None,
        },
        _ => None,
    }
}

/// Joins the texts of all notes.
pub fn notes<'n>(notes: impl IntoIterator<Item = &'n Note>) -> String {
    notes.into_iter().map(|note| note.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Describes a range, such as `1 to 10` or `1 or more`, with the text `before` in front; `None`
/// without bounds.
fn ends<T: Display>(before: &str, min: Option<T>, max: Option<T>) -> Option<String> {
    match (min, max) {
        (Some(min), Some(max)) => Some(format!("{before}{min} to {max}.")),
        (Some(min), None) => Some(format!("{before}{min} or more.")),
        (None, Some(max)) => Some(format!("{before}{max} or less.")),
        (None, None) => None,
    }
}

/// Describes a condition of availability.
pub fn availability(available: &Availability) -> String {
    let text = match &available.kind {
        AvailabilityKind::Flag(value) => format!("Requires the flag `{value}`."),
        AvailabilityKind::Config(value) => format!("Requires the setting `{value}`."),
        AvailabilityKind::Public(value) => format!("Public server: {value}."),
        AvailabilityKind::Chains(value) => format!("Only on {value}."),
        AvailabilityKind::Archive(value) => format!("Requires an archive node: {value}."),
        AvailabilityKind::Served(value) => match value.strip_prefix("not ") {
            Some(except) => format!("Not served {except}."),
            None => format!("Served {value}."),
        },
    };
    if available.doc.is_empty() { text } else { format!("{text} {}", available.doc) }
}

/// Lists the HTTP statuses of failed requests; empty without statuses.
pub fn error_statuses(errors: &Errors) -> String {
    let statuses: Vec<String> =
        errors.statuses.iter().map(|status| format!("{} {}", status.code, status.name)).collect();
    if statuses.is_empty() {
        return String::new();
    }
    format!("HTTP statuses of errors: {}.", statuses.join(", "))
}

/// Describes each error status that has a description.
pub fn meanings(errors: &Errors) -> Vec<String> {
    errors.statuses.iter().filter(|status| !status.doc.is_empty()).map(status).collect()
}

/// Describes the status of a failed request.
pub fn status(status: &ErrorStatus) -> String {
    let text = format!("{} {}", status.code, status.name);
    if status.doc.is_empty() { format!("{text}.") } else { format!("{text}: {}", status.doc) }
}

/// Describes the effect of a repeated call.
pub fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "Read-only.",
        Effect::Idempotent => "Idempotent: repeating the call has no further effect.",
        Effect::Once => "Not idempotent: repeating the call gives another result or fails.",
        Effect::Write => "Not idempotent: each call makes a change.",
    }
}

/// Sentence for an operation that uses or reveals secret keys, or spends funds.
pub const SENSITIVE: &str =
    "Sensitive: uses or reveals secret keys, or spends funds. Tools that choose calls refuse it unless it is named.";

/// Describes a rule.
pub fn rule(rule: &Rule) -> String {
    let text = match &rule.kind {
        RuleKind::AtLeastOne(names) => format!("At least one of {} is required.", code_list(names)),
        RuleKind::AtMostOne(names) => format!("At most one of {} is allowed.", code_list(names)),
        RuleKind::SumAtMost { of, max } => format!("The sum of {} is at most {max}.", code_list(of)),
        RuleKind::Requires { when, need } => format!("{} requires {}.", conditions(when), conditions(need)),
        RuleKind::Ascending(name) => format!("The items of `{name}` are in ascending order."),
        RuleKind::Ordered { low, high } => format!("`{low}` is at most `{high}`."),
    };
    if rule.doc.is_empty() { text } else { format!("{text} {}", rule.doc) }
}

/// Joins conditions on parameters with `and`: `a = 1 and b`.
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

/// Sentence for an operation whose redirects may point to another origin.
pub const LEAVES_ORIGIN: &str = "Redirects to another origin are followed, without secrets.";

/// Describes the unit and the bounds of a result.
fn facts_of_result(model: &Model, call: &TypedCall) -> String {
    let bounds = call.result.as_ref().map(inner_limits).filter(|facts| !facts.is_empty());
    let bounds = bounds.map(|facts| format!("The result: {}", facts.join(" ")));
    unit_of_result(model, &call.response).into_iter().chain(bounds).collect::<Vec<_>>().join(" ")
}

/// Describes the response of a call; empty for a plain JSON body without a unit and bounds.
pub fn response(model: &Model, call: &TypedCall) -> String {
    let response = &call.response;
    let union = model.response_union(call).map(|(_, union)| union);
    let names = union.iter().flat_map(|union| &union.arms).map(|arm| format!("`{}`", arm.name));
    let names = names.collect::<Vec<_>>().join(", ");
    match &response.body {
        ResponseBody::Json => facts_of_result(model, call),
        ResponseBody::Text(types) => format!("The response body is text: {}.", code_list(types)),
        ResponseBody::Bytes(types) => format!("The response body is bytes: {}.", code_list(types)),
        ResponseBody::ByStatus => format!("The HTTP status determines the variant of the response: {names}."),
        ResponseBody::Events => {
            let events = format!("The response is a stream of server-sent events: {names}.");
            format!("{events}{}", stream(&response.stream))
        }
        ResponseBody::Lines(types) => format!("The response has one JSON value a line: {}.", code_list(types)),
    }
}

/// Describes the end of a stream of events, and its reconnections.
fn stream(stream: &EventStream) -> String {
    let end = stream.end.as_ref().map(|end| format!(" An event with the data `{end}` ends it."));
    let ids = stream.ids.then(|| " After a reconnection, it continues behind the last event.".to_owned());
    let retry = stream
        .retry
        .map(|retry| format!(" A reconnection waits for {retry} milliseconds, unless the service says otherwise."));
    [end, ids, retry].into_iter().flatten().collect()
}

/// Describes a deprecation: since when, the replacement, and the reason.
pub fn deprecation(deprecation: &Deprecation) -> String {
    let since = deprecation.since.as_ref().map(|since| format!(" since {since}")).unwrap_or_default();
    let instead = deprecation.use_instead.as_ref().map(|name| format!(" Use `{name}`.")).unwrap_or_default();
    let doc = if deprecation.doc.is_empty() { String::new() } else { format!(" {}", deprecation.doc) };
    format!("Deprecated{since}.{instead}{doc}")
}

/// Joins the tag values that select an arm: `a`, or `a` or `b`.
pub fn tag_values(arm: &Arm) -> String {
    let values = arm.tags().map(|value| format!("`{value}`"));
    values.collect::<Vec<_>>().join(" or ")
}

/// Describes how the arms of a union are distinguished.
pub fn discriminator(union: &Union) -> String {
    match &union.discriminator {
        Discriminator::Form => "The JSON form of the value determines the variant.".to_owned(),
        Discriminator::Tag(tag) | Discriminator::IntegerTag(tag) | Discriminator::BooleanTag(tag) => {
            format!("The value of `{tag}` determines the variant.")
        }
        Discriminator::NestedTag(path) => format!("The value of `{}` determines the variant.", path.join(".")),
        Discriminator::Members => {
            "The set of present members determines the variant: the first one whose own required member is present."
                .to_owned()
        }
        Discriminator::Status => "The HTTP status determines the variant.".to_owned(),
        Discriminator::Event => "The name of the event determines the variant.".to_owned(),
    }
}

/// Returns the first paragraph of a text, on one line.
pub fn first_paragraph(text: &str) -> String {
    text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the first sentence of a text, without its full stop.
pub fn summary(text: &str) -> String {
    let line = first_paragraph(text);
    let first = line.split_once(". ").map_or(line.as_str(), |(first, _)| first);
    first.trim_end_matches('.').to_owned()
}

/// Joins texts as paragraphs, without the empty ones.
pub fn paragraphs(texts: impl IntoIterator<Item = String>) -> String {
    let texts = texts.into_iter().map(|text| text.trim().to_owned());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Returns a heading with a list below it; empty without items.
pub fn list(heading: &str, items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| format!("- {item}")).collect();
    if items.is_empty() { String::new() } else { format!("{heading}\n\n{}", items.join("\n")) }
}
