//! Facts of an operation: its path, parameters, responses, and the conditions of its use.

use chainloom_codegen::model::{Client, Example, Operation, Param, Place, RateLimitHeaders, Rule, RuleKind, Wire};
use chainloom_codegen::sentences;
use serde_json::Value as Json;

use super::super::finding::{Finding, plain, squeeze};
use super::super::types;

pub(crate) fn check(finding: &mut Finding<'_>, client: &Client, operation: &Operation) {
    let Wire::Rest { verb, path } = &operation.wire else { return };
    let verb = verb.as_str().to_lowercase();
    let at = operation.name.as_str();
    let found = &finding.document["paths"][path.as_str()][&verb];
    finding.equals(&found["operationId"], &Json::from(at), at, "operationId");
    let id = format!("{}.{at}", finding.model.services[operation.service.0].name);
    finding.equals(&found["x-id"], &Json::from(id), at, "x-id");
    let module = &finding.model.modules[operation.module.0].path;
    finding.equals(&found["tags"][0], &Json::from(module.last().map(String::as_str)), at, "tag");
    finding.words(found, &operation.doc, at);
    said(finding, found, operation);
    for param in &operation.params {
        parameter(finding, found, operation, param);
    }
    if operation.params.iter().any(|param| param.place == Place::Body) {
        body(finding, &found["requestBody"], operation);
    }
    answers(finding, found, client, operation);
}

/// The body must be there when a member of it must, or one of several.
fn body(finding: &mut Finding<'_>, found: &Json, operation: &Operation) {
    let at = format!("{}, body", operation.name);
    finding.expect(found["description"].as_str().is_some_and(|text| !text.is_empty()), &at, "description");
    let schema = &found["content"]["application/json"]["schema"];
    finding.equals(&schema["type"], &Json::from("object"), &at, "type");
    let params: Vec<&Param> = operation.params.iter().filter(|param| param.place == Place::Body).collect();
    let mut is_needed = params.iter().any(|param| param.field.required);
    for rule in &operation.rules {
        let RuleKind::AtLeastOne(names) = &rule.kind else { continue };
        if names.iter().all(|name| params.iter().any(|param| param.field.name == *name)) {
            is_needed = true;
            let one = |name: &String| serde_json::json!({ "required": [name] });
            let wanted = serde_json::json!({ "anyOf": names.iter().map(one).collect::<Vec<_>>() });
            let all = schema["allOf"].as_array().map(Vec::as_slice).unwrap_or_default();
            finding.expect(all.contains(&wanted), &at, "that one of several must be there");
        }
    }
    finding.equals(&found["required"], &Json::from(is_needed), &at, "required");
}

fn said(finding: &mut Finding<'_>, found: &Json, operation: &Operation) {
    let at = operation.name.as_str();
    finding.linked(found, operation.source.as_ref(), at);
    finding.seen(found, operation.seen, at);
    if let Some(wait) = &operation.wait {
        finding.words(found, &sentences::wait(wait), at);
    }
    finding.deprecated(found, operation.deprecated.as_ref(), at);
    finding.versions(found, operation.since.as_ref(), operation.until.as_ref(), at);
    finding.available(found, &operation.available, at);
    finding.limits(found, &operation.limits, at);
    if let Some(cost) = &operation.cost {
        finding.words(found, &sentences::price(cost), at);
    }
    finding.notes(found, &operation.notes, at);
    finding.words(found, sentences::effect(operation.effect), at);
    operation.rules.iter().for_each(|wanted| rule(finding, found, wanted, at));
    if let Some(wanted) = &operation.paginate {
        finding.words(found, &sentences::paging(wanted), at);
    }
}

fn rule(finding: &mut Finding<'_>, found: &Json, wanted: &Rule, at: &str) {
    let names: Vec<&String> = match &wanted.kind {
        RuleKind::AtLeastOne(names) | RuleKind::AtMostOne(names) => names.iter().collect(),
        RuleKind::SumAtMost { of, max } => {
            finding.words(found, max, at);
            of.iter().collect()
        }
        RuleKind::Requires { when, need } => when.iter().chain(need).map(|(name, _)| name).collect(),
        RuleKind::Ascending(name) => vec![name],
        RuleKind::Ordered { low, high } => vec![low, high],
    };
    names.into_iter().for_each(|name| finding.words(found, &format!("`{name}`"), at));
    finding.words(found, &wanted.doc, at);
}

fn parameter(finding: &mut Finding<'_>, found: &Json, operation: &Operation, param: &Param) {
    let field = &param.field;
    let at = format!("{}, {}", operation.name, field.name);
    let place = format!("{:?}", param.place).to_lowercase();
    let values = example_values(operation, &field.name);
    if param.place == Place::Body {
        let content = &found["requestBody"]["content"]["application/json"];
        let schema = &content["schema"];
        let required =
            schema["required"].as_array().is_some_and(|names| names.iter().any(|name| *name == field.name.as_str()));
        finding.expect(required == field.required, &at, "required");
        types::field(finding, &schema["properties"][&field.name], &schema["properties"][&field.name], field, &at);
        let examples = content["examples"].to_string();
        for value in values {
            finding.expect(examples.contains(&format!("\"{}\":{value}", field.name)), &at, &format!("example {value}"));
        }
        return;
    }
    if param.place == Place::Whole {
        let content = &found["requestBody"]["content"]["application/json"];
        finding.equals(&found["requestBody"]["required"], &Json::from(field.required), &at, "required");
        types::check(finding, &content["schema"], &field.ty, &at);
        all_are_there(finding, &values, &content["examples"], &at);
        return;
    }
    let all = found["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let here = all.iter().find(|other| other["name"] == field.name.as_str() && other["in"] == place.as_str());
    finding.expect(here.is_some(), &at, &format!("it is not in {place}"));
    let here = here.unwrap_or(&Json::Null);
    finding.equals(&here["required"], &Json::from(field.required), &at, "required");
    types::field(finding, here, &here["schema"], field, &at);
    if matches!(field.ty, chainloom_codegen::model::Type::List(_)) && param.place == Place::Query {
        finding.equals(&here["style"], &Json::from("form"), &at, "style");
        finding.equals(&here["explode"], &Json::from(field.join.is_none()), &at, "explode");
        finding.equals(&here["x-join"], &field.join.as_deref().map_or(Json::Null, Json::from), &at, "separator");
    }
    all_are_there(finding, &values, &here["examples"], &at);
}

/// Each value is an example, as often as examples of the operation have it.
fn all_are_there(finding: &mut Finding<'_>, values: &[Json], examples: &Json, at: &str) {
    let there = || examples.as_object().into_iter().flat_map(|all| all.values()).map(|example| &example["value"]);
    for value in values {
        let wanted = values.iter().filter(|other| *other == value).count();
        let found = there().filter(|other| *other == value).count();
        finding.expect(found >= wanted, at, &format!("{wanted} times the example {value}"));
    }
}

fn examples(operation: &Operation) -> impl Iterator<Item = &Example> {
    operation.calls.iter().flat_map(|call| &call.examples)
}

fn example_values(operation: &Operation, name: &str) -> Vec<Json> {
    let requests = examples(operation).flat_map(|example| &example.request);
    requests.filter(|(other, _)| other == name).map(|(_, value)| plain(value)).collect()
}

fn answers(finding: &mut Finding<'_>, found: &Json, client: &Client, operation: &Operation) {
    let at = operation.name.as_str();
    let default = vec![(200, false)];
    let is_stated = !operation.statuses.is_empty();
    for (code, seen) in if is_stated { &operation.statuses } else { &default } {
        let answer = &found["responses"][code.to_string()];
        if *seen || !is_stated {
            finding.expect(
                squeeze(&answer["description"].to_string()).contains("specif"),
                at,
                "that the status is not specified",
            );
        }
        finding.expect(answer["description"].as_str().is_some_and(|text| !text.is_empty()), at, "the response");
        let content = &answer["content"]["application/json"];
        for ty in operation.calls.iter().filter_map(|call| call.result.as_ref()) {
            types::check(finding, &content["schema"], ty, at);
        }
        for example in examples(operation).filter_map(|example| example.response.as_ref()) {
            let all = content["examples"].as_object().into_iter().flat_map(|all| all.values());
            let there = all.map(|entry| &entry["value"]).any(|value| *value == plain(example));
            finding.expect(there, at, "the example of a response");
        }
        let names = client.rate_limit.iter().flat_map(RateLimitHeaders::names);
        for name in names.filter_map(|(_, name)| name) {
            let header = finding.follow(&answer["headers"][name]);
            finding.expect(header["description"].is_string(), at, &format!("header {name}"));
        }
    }
    for code in client.errors.iter().flat_map(|errors| &errors.statuses).map(|status| status.code) {
        let reference = format!("#/components/responses/Error{code}");
        finding.equals(&found["responses"][code.to_string()]["$ref"], &Json::from(reference), at, "an error");
    }
}
