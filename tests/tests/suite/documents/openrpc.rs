//! The OpenRPC documents hold everything that the spec says of JSON-RPC.
//!
//! Input: the model of `spec/`, its files, and the documents made from the model; that those are
//! the files in `generated/docs` is what `codegen --check` holds. Each fact of the model is looked
//! for where a reader of a document would look. A sentence of the spec that no model keeps would be
//! lost unseen, so the files are read once more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod document;
mod searching;

use std::collections::{BTreeMap, BTreeSet};

use chainloom_codegen::model::{CallView, Model, ParamStyle, RpcError, Service, Subscription, Wire, to_json};
use chainloom_codegen::sentences;
use chainloom_tests::full::step;
use chainloom_tests::spec;
use chainloom_tests::vectors::repository;
use document::{all_words, documents, method, methods, name_of, params, request};
use searching::sentences_of;
use serde_json::{Value, json};

use super::finding::{Finding, squeezed};
use super::{removal, types};

fn model() -> &'static Model {
    spec::model().unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn rpc_services() -> impl Iterator<Item = &'static Service> {
    model().services.iter().filter(|service| service.rpc.is_some())
}

/// Each typed call of JSON-RPC with its service, its method's template and the document of the
/// service.
fn rpc_calls() -> impl Iterator<Item = (CallView<'static>, &'static Service, &'static str, &'static Value)> {
    model().typed_calls().filter_map(|call| {
        let Wire::Rpc { method } = &call.operation.wire else { return None };
        let service = &model().services[call.operation.service.0];
        Some((call, service, method.as_str(), &documents()[&service.name]))
    })
}

#[test]
fn there_is_one_document_for_each_service() {
    let services: BTreeSet<&str> = rpc_services().map(|service| service.name.as_str()).collect();
    let found: BTreeSet<&str> = documents().keys().map(String::as_str).collect();
    assert_eq!(found, services);
    assert!(services.len() >= 8, "{services:?}");
}

#[test]
fn each_method_is_in_the_document_of_its_service_and_in_no_other() {
    let mut described: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for (_, service, template, document) in rpc_calls() {
        *described.entry((&service.name, name_of(document, template))).or_default() += 1;
    }
    let mut found = BTreeSet::new();
    for (service, document) in documents() {
        let subscribe = rpc_services().find(|one| one.name == *service).unwrap().subscribe.as_ref();
        for method in methods(document) {
            let name = method["name"].as_str().unwrap().to_owned();
            if subscribe.is_some_and(|names| [&names.call, &names.cancel].iter().any(|one| one.as_str() == name)) {
                continue;
            }
            assert!(described.contains_key(&(service.as_str(), name.clone())), "{service} {name}");
            assert!(found.insert((service.as_str(), name)), "{service} has a method twice");
        }
    }
    assert_eq!(found.len(), described.len());
    let calls: usize = described.values().sum();
    assert_eq!(calls, rpc_calls().count());
    println!("{calls} typed calls are {} methods in {} documents", found.len(), documents().len());
}

/// Looks in the document of a service for all that the spec says of its methods, events and types.
fn look<'d>(service: &Service, document: &'d Value) -> Finding<'d> {
    let mut finding = Finding::new(model(), document);
    for (call, own, template, _) in rpc_calls().filter(|(_, own, ..)| own.name == service.name) {
        let method = method(document, template);
        check_method(&mut finding, call, own, method);
        check_parameters(&mut finding, call, own.rpc.as_ref().unwrap().params, method);
        check_examples(&mut finding, call, own.rpc.as_ref().unwrap().params, method);
        check_errors(&mut finding, call, own, method);
    }
    let own = model().subscriptions.iter().filter(|one| model().services[one.service.0].name == service.name);
    own.for_each(|subscription| check_subscription(&mut finding, service, subscription));
    types::check_all(&mut finding);
    finding
}

#[test]
fn every_fact_of_methods_events_and_types_is_in_the_documents() {
    let mut count = 0;
    for service in rpc_services() {
        let Finding { missing, count: facts, .. } = look(service, &documents()[&service.name]);
        assert!(missing.is_empty(), "{}: {} facts are missing:\n{}", service.name, missing.len(), missing.join("\n"));
        count += facts;
    }
    assert!(count > 10_000, "{count} facts");
}

#[test]
fn a_fact_of_a_type_or_parameter_that_is_taken_out_is_missed() {
    for (name, step) in [("pchain", step(100)), ("evm", 41 * step(100))] {
        let service = rpc_services().find(|service| service.name == name).unwrap();
        let is_tried = |place: &str| {
            place.starts_with("/components/schemas/") || place.starts_with("/methods/") && place.contains("/params/")
        };
        let is_whole = |document: &Value| look(service, document).missing.is_empty();
        let unnoticed = removal::unnoticed(&mut documents()[name].clone(), is_tried, step, is_whole);
        assert_eq!(unnoticed, Vec::<String>::new());
    }
}

fn check_parameters(finding: &mut Finding<'_>, call: CallView<'_>, style: ParamStyle, method: &Value) {
    let structure = if style == ParamStyle::Named { "by-name" } else { "by-position" };
    finding.equals(&method["paramStructure"], &json!(structure), call.name(), "paramStructure");
    let all = params(method, style);
    let names: Vec<&str> = all.iter().map(|param| param.name).collect();
    let expected: Vec<&str> = call.params().map(|param| param.field.name.as_str()).collect();
    finding.expect(names == expected, call.name(), &format!("{expected:?}, not {names:?}"));
    for (param, found) in call.params().zip(all) {
        let at = format!("{}.{}", call.name(), param.field.name);
        finding.expect(found.required == Some(param.field.required), &at, "required");
        finding.any(found.schema, |finding, schema| types::field(finding, found.said, schema, param.field, &at));
        let is_marked = param.field.deprecated.is_none() || found.schema["deprecated"] == true;
        finding.expect(is_marked, &at, "deprecated in its schema");
        let constant = param.fixed.map(to_json);
        let has = |value: &Value| found.schema["enum"].as_array().is_some_and(|values| values.contains(value));
        finding.expect(constant.as_ref().is_none_or(has), &at, &format!("always {constant:?}"));
    }
}

fn check_method(finding: &mut Finding<'_>, call: CallView<'_>, service: &Service, method: &Value) {
    let (at, operation, said) = (call.name(), call.operation, call.facts());
    let id = json!(format!("{}.{}", service.name, call.operation.name));
    finding.expect(method["x-operations"].as_array().is_some_and(|ids| ids.contains(&id)), at, "x-operations");
    let mut facts = vec![said.doc.clone(), sentences::effect(operation.effect).to_owned()];
    facts.extend(operation.rules.iter().map(sentences::rule));
    facts.extend(sentences::grouped_limits(&operation.limits));
    facts.extend(said.available.iter().copied().map(sentences::availability));
    facts.extend(operation.paginate.as_ref().map(sentences::paging));
    facts.extend(operation.cost.as_ref().map(|cost| format!("Costs {} per call.", sentences::price(cost))));
    facts.extend(operation.errors.iter().map(sentences::rpc_error));
    facts.extend(said.deprecated.map(sentences::deprecation));
    facts.extend(said.since.map(|version| format!("Since {version}.")));
    facts.extend(said.until.map(|version| format!("Until {version}.")));
    facts.extend(said.notes.iter().map(|note| note.text.clone()));
    facts.iter().for_each(|fact| finding.says(method, fact, at));
    finding.any(&method["result"]["schema"], |finding, schema| match &call.own.result {
        Some(ty) => types::check(finding, schema, ty, at),
        None => finding.equals(schema, &json!({ "type": "null" }), at, "the result"),
    });
}

fn check_examples(finding: &mut Finding<'_>, call: CallView<'_>, style: ParamStyle, method: &Value) {
    for example in &call.own.examples {
        let mut wanted: BTreeMap<String, Value> =
            example.request.iter().map(|(name, value)| (name.clone(), to_json(value))).collect();
        wanted.extend(call.fixed_params().map(|(name, value)| (name.to_owned(), to_json(value))));
        let response = example.response.as_ref().map_or(Value::Null, to_json);
        let is_it = |pairing: &Value| request(pairing, style) == wanted && pairing["result"]["value"] == response;
        let found = method["examples"].as_array().is_some_and(|all| all.iter().any(is_it));
        finding.expect(found, call.name(), &format!("an example with {wanted:?}"));
    }
}

/// The data of errors: of those of the operation, and of those of the service with other codes.
fn check_errors(finding: &mut Finding<'_>, call: CallView<'_>, service: &Service, method: &Value) {
    let own = &call.operation.errors;
    let is_other = |error: &&RpcError| own.iter().all(|one| one.code != error.code);
    for error in own.iter().chain(service.rpc.iter().flat_map(|rpc| &rpc.errors).filter(is_other)) {
        let Some(ty) = &error.data else { continue };
        types::check(finding, &method["x-error-data"][error.code.to_string()], ty, call.name());
    }
}

fn check_subscription(finding: &mut Finding<'_>, service: &Service, subscription: &Subscription) {
    let names = service.subscribe.as_ref().unwrap();
    let begin = method(finding.document, names.call.as_str());
    let (at, kind) = (subscription.name.as_str(), json!(subscription.kind));
    let kinds = begin["params"][0]["schema"]["enum"].as_array();
    finding.expect(kinds.is_some_and(|kinds| kinds.contains(&kind)), at, "its kind");
    let available = subscription.available.iter().map(sentences::availability);
    for fact in [subscription.doc.clone(), names.notify.to_string()].into_iter().chain(available) {
        finding.says(begin, &fact, at);
    }
    finding.notes(begin, &subscription.notes, at);
    let all = begin["x-subscriptions"].as_array().into_iter().flatten();
    let found = all.into_iter().find(|one| one["kind"] == kind).unwrap_or(&Value::Null);
    types::check(finding, &found["item"], &subscription.item, at);
    let told = found["params"].as_array().map(Vec::as_slice).unwrap_or_default();
    finding.expect(told.len() == subscription.params.len(), at, "the number of its parameters");
    for (param, found) in subscription.params.iter().zip(told) {
        finding.equals(&found["name"], &json!(param.field.name), at, "the name of a parameter");
        types::field(finding, found, &found["schema"], &param.field, at);
    }
    finding.expect(!method(finding.document, names.cancel.as_str()).is_null(), at, "how it ends");
}

#[test]
fn each_endpoint_is_a_server() {
    for service in rpc_services() {
        let document = &documents()[&service.name];
        let servers = document["servers"].as_array().unwrap();
        let client = &model().clients[service.client.0];
        let websocket = service.websocket.iter().map(|websocket| (&websocket.path, None));
        let endpoints = service.endpoints.iter().map(|endpoint| (&endpoint.path, endpoint.deprecated.as_ref()));
        let all: Vec<_> = endpoints.chain(websocket).collect();
        assert_eq!(servers.len(), all.len(), "{}", service.name);
        for ((path, deprecated), server) in all.into_iter().zip(servers) {
            assert!(server["url"].as_str().unwrap().ends_with(path.as_str()), "{server}");
            assert_eq!(server["x-url-template"], format!("{}{path}", client.base_url));
            let text = server["description"].as_str().unwrap();
            assert!(deprecated.is_none_or(|mark| text.contains(&sentences::deprecation(mark))), "{text}");
            for var in service.vars.iter().chain(&client.vars) {
                let variable = &server["variables"][&var.name];
                let is_used = path.names(var) || client.base_url.names(var);
                assert_eq!(variable.is_object(), is_used, "{} {}", service.name, var.name);
                let default = var.default.as_deref().filter(|_| is_used);
                assert!(default.is_none_or(|value| variable["default"] == value), "{variable}");
                assert!(!is_used || variable["description"].as_str().unwrap().contains(var.doc.trim()), "{variable}");
            }
        }
    }
}

#[test]
fn what_holds_for_a_service_is_in_its_info() {
    for service in rpc_services() {
        let (info, client) = (&documents()[&service.name]["info"], &model().clients[service.client.0]);
        let text = squeezed(info["description"].as_str().unwrap());
        // A variable of the client that only other services use is in their documents.
        let used = documents()[&service.name].to_string();
        let vars = service.vars.iter().chain(&client.vars).filter(|var| used.contains(&format!("{{{}}}", var.name)));
        let facts = std::iter::once(service.doc.clone())
            .chain(service.notes.iter().chain(&client.notes).map(|note| note.text.clone()))
            .chain(service.available.iter().map(sentences::availability))
            .chain(sentences::grouped_limits(service.limits.iter().chain(&client.limits)))
            .chain(vars.flat_map(|var| [var.name.clone(), var.doc.clone(), var.default.clone().unwrap_or_default()]));
        for fact in facts {
            assert!(text.contains(&squeezed(&fact)), "{}: `{fact}`", service.name);
        }
        let rpc = service.rpc.as_ref().unwrap();
        assert_eq!(text.contains("Batches are supported"), rpc.batch, "{}", service.name);
        let max = rpc.batch_max.as_ref().map(|max| model().shown(max));
        assert!(max.is_none_or(|max| text.contains(&format!("at most {max} calls"))), "{}", service.name);
        assert_eq!(info["version"], client.version.as_deref().unwrap_or("not specified"));
    }
}

#[test]
fn no_sentence_of_the_spec_is_lost() {
    let all: Vec<String> = documents().values().map(all_words).collect();
    let (mut missing, mut count) = (Vec::new(), 0);
    let clients: BTreeSet<usize> = rpc_services().map(|service| service.client.0).collect();
    for module in &model().modules {
        let of_client = |client: &&usize| module.path.first() == Some(&model().clients[**client].name);
        if !clients.iter().any(|client| of_client(&client)) {
            continue;
        }
        let file = repository().join(&module.file);
        let read: serde_yaml::Value = serde_yaml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let mut found = Vec::new();
        sentences_of(&read, &mut found);
        for sentence in found {
            count += 1;
            let wanted = squeezed(&sentence);
            if !all.iter().any(|words| words.contains(&wanted)) {
                missing.push(format!("{}: `{sentence}`", module.file));
            }
        }
    }
    assert!(missing.is_empty(), "not in the documents:\n{}", missing.join("\n"));
    println!("{count} sentences");
}
