//! Extensions: facts without a place in a standard document, as data for members whose names begin
//! with `x-`.
//!
//! Input: parts of the model. Output: JSON in which names and values are those of the spec
//! language. The same facts stand as sentences in the descriptions; those are written by
//! [`crate::sentences`].

use serde_json::{Map, Value as Json, json};

use crate::language::word::Word;
use crate::language::words::waiting::Time;
use crate::model::{
    BodyCondition, Bounds, Confirmations, Cost, Deployment, Effect, Facts, InBody, Model, PageBy, PageWay, Paginate,
    Replaced, Rule, RuleKind, Server, Source, Value, Wait, WaitCondition, to_json,
};

/// The members of a JSON object, in order.
pub(crate) type Members = Map<String, Json>;

/// What is said of an operation or a typed call beyond the standard words.
pub(crate) fn operation(facts: &Facts<'_>) -> Members {
    let mut out = Members::new();
    out.insert("x-effect".to_owned(), effect(facts.effect).into());
    put_all(&mut out, "x-rules", facts.rules.iter().map(rule));
    put_all(&mut out, "x-limits", facts.limits.iter().map(Word::write));
    put_all(&mut out, "x-available", facts.available.iter().map(|&one| one.write()));
    put(&mut out, "x-pagination", facts.paginate.map(pagination));
    put(&mut out, "x-wait", facts.wait.map(wait));
    put(&mut out, "x-cost", facts.cost.map(cost));
    put(&mut out, "x-since", facts.since.map(Json::from));
    put(&mut out, "x-until", facts.until.map(Json::from));
    put(&mut out, "x-server-version", facts.server_version.map(|member| member.0.join(".").into()));
    put(&mut out, "x-deprecated", facts.deprecated.map(Word::write));
    put_all(&mut out, "x-notes", facts.notes.iter().map(|&note| note.write()));
    put(&mut out, "x-seen", facts.seen.then_some(Json::Bool(true)));
    put(&mut out, "x-source", facts.source.map(source));
    out
}

/// Adds a member unless there is nothing to say.
pub(crate) fn put(out: &mut Members, name: &str, value: Option<Json>) {
    if let Some(value) = value {
        out.insert(name.to_owned(), value);
    }
}

/// Adds an array unless it is empty.
pub(crate) fn put_all(out: &mut Members, name: &str, values: impl Iterator<Item = Json>) {
    let values: Vec<Json> = values.collect();
    put(out, name, (!values.is_empty()).then_some(Json::Array(values)));
}

/// The document at which anybody can read more, as OpenAPI and OpenRPC link it.
pub(crate) fn external_docs(model: &Model, source: Option<&Source>) -> Option<Json> {
    let source = source?;
    let document = model.document_of(source)?;
    let url = document.url.as_ref()?;
    let section = match source.parts() {
        (_, "") => String::new(),
        (_, section) => format!(", {section}"),
    };
    Some(json!({ "description": format!("{}{section}", document.title), "url": url }))
}

/// The documents that the spec is based on, by their marks.
pub(crate) fn source_documents(model: &Model) -> Option<Json> {
    let documents = model.sources.iter().map(|document| {
        let mut out = Members::from_iter([("title".to_owned(), Json::from(document.title.as_str()))]);
        put(&mut out, "url", document.url.as_deref().map(Json::from));
        (document.mark.clone(), Json::Object(out))
    });
    (!model.sources.is_empty()).then(|| Json::Object(documents.collect()))
}

/// The section of a document.
pub(crate) fn source(source: &Source) -> Json {
    Json::String(source.0.clone())
}

/// A server beside that of the base URL.
pub(crate) fn server(server: &Server) -> Json {
    let mut out = Members::new();
    put_text(&mut out, "name", &server.name);
    put_text(&mut out, "baseUrl", server.base_url.as_str());
    put(&mut out, "security", (!server.security.is_empty()).then(|| json!(server.security)));
    put_text(&mut out, "doc", server.doc.trim_end());
    put(&mut out, "source", server.source.as_ref().map(source));
    Json::Object(out)
}

/// A rule across parameters, by its kind.
pub(crate) fn rule(rule: &Rule) -> Json {
    let (kind, value) = match &rule.kind {
        RuleKind::AtLeastOne(names) => ("atLeastOne", json!(names)),
        RuleKind::AtMostOne(names) => ("atMostOne", json!(names)),
        RuleKind::SumAtMost { of, max } => ("sumAtMost", json!({ "of": of, "max": number(max) })),
        RuleKind::Requires { when, need } => {
            ("requires", json!({ "when": conditions(when), "need": conditions(need) }))
        }
        RuleKind::Ascending(name) => ("ascending", json!(name)),
        RuleKind::Ordered { low, high } => ("ordered", json!({ "low": low, "high": high })),
    };
    let mut out = Members::new();
    out.insert(kind.to_owned(), value);
    ending(out, Some(&rule.doc), rule.source.as_ref(), rule.seen)
}

/// Which bodies of a success status report a failure; without its message.
pub(crate) fn in_body(rule: &InBody) -> Members {
    let (mut when, mut unless, mut out) = (Members::new(), Members::new(), Members::new());
    for condition in &rule.conditions {
        match condition {
            BodyCondition::When(member, value) => put(&mut when, &member.dotted(), Some(to_json(value))),
            BodyCondition::Unless(member, value) => put(&mut unless, &member.dotted(), Some(to_json(value))),
            BodyCondition::Has(member) => put_text(&mut out, "has", &member.dotted()),
        }
    }
    put(&mut out, "when", (!when.is_empty()).then_some(Json::Object(when)));
    put(&mut out, "unless", (!unless.is_empty()).then_some(Json::Object(unless)));
    put(&mut out, "code", rule.code.as_ref().map(|member| member.dotted().into()));
    put_all(&mut out, "retry", rule.retry.iter().map(|code| code.as_str().into()));
    put_all(&mut out, "limited", rule.limited.iter().map(|code| code.as_str().into()));
    put(&mut out, "source", rule.source.as_ref().map(source));
    out
}

/// `null` stands for any value.
fn conditions(conditions: &[(String, Option<Value>)]) -> Json {
    let value = |value: &Option<Value>| value.as_ref().map_or(Json::Null, to_json);
    Json::Object(conditions.iter().map(|(name, wanted)| (name.clone(), value(wanted))).collect())
}

/// How a list goes on.
pub(crate) fn pagination(paginate: &Paginate) -> Json {
    let mut out = Members::new();
    put_text(&mut out, "items", &paginate.items.dotted());
    let way = Some(paginate.by.way()).filter(|way| *way != PageWay::Token);
    put(&mut out, "by", way.map(|way| way.write()));
    match &paginate.by {
        PageBy::Token { next, .. } | PageBy::Url { next } | PageBy::Last { next, .. } => {
            put_text(&mut out, "next", &next.dotted());
        }
        PageBy::Link { rel } => put_text(&mut out, "rel", rel),
        PageBy::Page { first, .. } => put(&mut out, "first", Some((*first).into())),
        PageBy::Offset { .. } => {}
    }
    put(&mut out, "into", paginate.by.into_param().map(|name| name.as_str().into()));
    put(&mut out, "size", paginate.size.as_deref().map(Json::from));
    put_all(&mut out, "end", paginate.end.iter().map(|end| end.as_written().write()));
    put(&mut out, "overlap", (paginate.overlap > 0).then(|| paginate.overlap.into()));
    put(&mut out, "repeats", paginate.repeats.then(|| true.into()));
    put(&mut out, "anyOrigin", paginate.any_origin.then(|| true.into()));
    put(&mut out, "life", paginate.life.as_ref().map(Word::write));
    Json::Object(out)
}

/// How to wait for the result.
fn wait(wait: &Wait) -> Json {
    let time = |milliseconds: u64| Time::of(milliseconds).write();
    let mut out = Members::new();
    put_text(&mut out, "name", wait.name.as_deref().unwrap_or_default());
    out.insert("until".to_owned(), wait_conditions(&wait.until));
    put(&mut out, "failed", (!wait.failed.is_empty()).then(|| wait_conditions(&wait.failed)));
    put_all(&mut out, "notYet", wait.not_yet.iter().map(Word::write));
    put(&mut out, "every", (wait.every != Wait::EVERY).then(|| time(wait.every)));
    put(&mut out, "deadline", (wait.deadline != Wait::DEADLINE).then(|| time(wait.deadline)));
    let confirmations = |of: &Confirmations| {
        let mut out = Members::new();
        put_text(&mut out, "height", &of.height.dotted());
        put_text(&mut out, "latest", &of.latest_name);
        put_text(&mut out, "latestHeight", &of.latest_height.dotted());
        Json::Object(out)
    };
    put(&mut out, "confirmations", wait.confirmations.as_ref().map(confirmations));
    put(&mut out, "replaced", wait.replaced.as_ref().map(replaced));
    Json::Object(out)
}

fn replaced(of: &Replaced) -> Json {
    let with: Members = of.with.iter().map(|(name, member)| (name.clone(), member.dotted().into())).collect();
    let fix: Members = of.fix.iter().map(|(name, value)| (name.clone(), to_json(value))).collect();
    let mut out = Members::new();
    put_text(&mut out, "pending", &of.pending_name);
    put_text(&mut out, "number", &of.number.dotted());
    put_text(&mut out, "next", &of.next_name);
    put(&mut out, "with", (!with.is_empty()).then_some(Json::Object(with)));
    put(&mut out, "fix", (!fix.is_empty()).then_some(Json::Object(fix)));
    Json::Object(out)
}

fn wait_conditions(conditions: &[WaitCondition]) -> Json {
    match conditions {
        [WaitCondition { member, .. }] if member.0.is_empty() => "present".into(),
        _ => conditions.iter().map(|one| (one.member.dotted(), wait_values(&one.values))).collect(),
    }
}

fn wait_values(values: &[Value]) -> Json {
    if values.is_empty() { "present".into() } else { values.iter().map(to_json).collect() }
}

/// What a repeat does, as the spec language calls it.
pub(crate) fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "read",
        Effect::Idempotent => "idempotent",
        Effect::Once => "once",
        Effect::Write => "write",
    }
}

/// What a service takes for values beyond it; none where it clamps none.
pub(crate) fn clamp(bounds: &Bounds) -> Option<Json> {
    let mut out = Members::new();
    put(&mut out, "min", bounds.clamp_min.map(number));
    put(&mut out, "max", bounds.clamp_max.map(number));
    (!out.is_empty()).then_some(Json::Object(out))
}

/// A named set of values for variables.
pub(crate) fn deployment(model: &Model, deployment: &Deployment) -> Json {
    let mut out = Members::new();
    put_text(&mut out, "name", &deployment.name);
    put_text(&mut out, "doc", &deployment.doc);
    let vars = deployment.vars.iter().map(|(name, value)| (name.clone(), value.clone().into()));
    out.insert("vars".to_owned(), Json::Object(vars.collect()));
    let endpoints: Members = deployment
        .whole_urls(&model.services)
        .into_iter()
        .map(|(service, urls)| (service.to_owned(), urls.into()))
        .collect();
    put(&mut out, "endpoints", (!endpoints.is_empty()).then_some(Json::Object(endpoints)));
    put_all(&mut out, "missing", deployment.missing.iter().map(|pattern| pattern.as_str().into()));
    Json::Object(out)
}

/// Digits as a JSON number, where they are one.
fn number(digits: &str) -> Json {
    digits.parse().map_or_else(|_| digits.into(), Json::Number)
}

fn put_text(out: &mut Members, name: &str, text: &str) {
    put(out, name, (!text.is_empty()).then(|| text.into()));
}

/// What most things end with: words, the section of a document, and whether only real services show
/// it.
fn ending(mut out: Members, doc: Option<&str>, source_of: Option<&Source>, seen: bool) -> Json {
    put_text(&mut out, "doc", doc.unwrap_or_default().trim_end());
    put(&mut out, "source", source_of.map(source));
    put(&mut out, "seen", seen.then_some(Json::Bool(true)));
    Json::Object(out)
}

/// A cost, with the unit that the limits of the service state.
fn cost(cost: &Cost) -> Json {
    let mut out = cost.write();
    if let Json::Object(members) = &mut out {
        put(members, "unit", cost.unit.as_deref().map(Json::from));
    }
    out
}
