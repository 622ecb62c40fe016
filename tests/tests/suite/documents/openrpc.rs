//! The OpenRPC documents hold everything that the spec says of JSON-RPC.
//!
//! Input: the model of `spec/`, its files, and the documents made from the model; that those are
//! the files in `generated/docs` is what `codegen --check` holds. Each fact of the model is looked
//! for where a reader of a document would look. A sentence of the spec that no model keeps would be
//! lost unseen, so the files are read once more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod document;
mod facts;
mod searching;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use chainloom_codegen::model::{CallView, Model, ParamStyle, Service, Wire, to_json};
use chainloom_codegen::sentences;
use chainloom_tests::spec;
use chainloom_tests::vectors::repository;
use document::{Document, documents, squeezed};
use facts::{Missing, check_field, type_schema};
use searching::sentences_of;
use serde_json::{Value, json};

fn model() -> &'static Model {
    spec::model().unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn rpc_services() -> impl Iterator<Item = &'static Service> {
    model().services.iter().filter(|service| service.rpc.is_some())
}

/// Each typed call of JSON-RPC with its service, its method's template and the document of the
/// service.
fn rpc_calls() -> impl Iterator<Item = (CallView<'static>, &'static Service, &'static str, &'static Document)> {
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
        *described.entry((&service.name, document.name_of(template))).or_default() += 1;
    }
    let mut found = BTreeSet::new();
    for (service, document) in documents() {
        let subscribe = rpc_services().find(|one| one.name == *service).unwrap().subscribe.as_ref();
        for method in document.methods() {
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

#[test]
fn each_parameter_says_what_the_spec_says() {
    let mut missing = Missing::default();
    let mut count = 0;
    for (call, service, template, document) in rpc_calls() {
        let style = service.rpc.as_ref().unwrap().params;
        let method = document.method(template);
        let structure = if style == ParamStyle::Named { "by-name" } else { "by-position" };
        missing.unless(method["paramStructure"] == structure, || format!("{}: {structure}", call.name()));
        let names: Vec<&str> = document.params(method, style).iter().map(|param| param.name).collect();
        let expected: Vec<&str> = call.params().map(|param| param.field.name.as_str()).collect();
        missing.unless(names == expected, || format!("{}: {expected:?}, not {names:?}", call.name()));
        for param in call.params() {
            count += 1;
            let Some(found) = document.params(method, style).into_iter().find(|one| one.name == param.field.name)
            else {
                continue;
            };
            let at = format!("{}.{}", call.name(), param.field.name);
            missing.unless(found.required == param.field.required, || format!("{at}: required"));
            check_field(&mut missing, &at, param.field, found.description, found.schema);
            let type_of = type_schema(document, &param.field.ty);
            missing.unless(document.mentions(found.schema, &type_of), || format!("{at}: its type {type_of}"));
            let constant = param.fixed.map(to_json);
            let has = |value: &Value| found.schema["enum"].as_array().is_some_and(|values| values.contains(value));
            missing.unless(constant.as_ref().is_none_or(has), || format!("{at}: always {constant:?}"));
        }
    }
    missing.none();
    println!("{count} parameters");
}

#[test]
fn each_method_says_what_the_spec_says() {
    let mut missing = Missing::default();
    for (call, service, template, document) in rpc_calls() {
        let (method, at, said) = (document.method(template), call.name(), call.facts());
        let text = squeezed(method["description"].as_str().unwrap());
        let id = json!(format!("{}.{}", service.name, call.operation.name));
        missing
            .unless(method["x-operations"].as_array().is_some_and(|ids| ids.contains(&id)), || format!("{at}: {id}"));
        let mut facts = vec![said.doc.clone(), sentences::effect(said.effect).to_owned()];
        facts.extend(said.rules.iter().map(sentences::rule));
        facts.extend(sentences::grouped_limits(said.limits));
        facts.extend(said.available.iter().copied().map(sentences::availability));
        facts.extend(said.paginate.map(sentences::paging));
        facts.extend(said.cost.map(sentences::cost));
        facts.extend(said.errors.iter().map(sentences::rpc_error));
        facts.extend(said.deprecated.map(sentences::deprecation));
        facts.extend(said.since.map(|version| format!("Since {version}.")));
        facts.extend(said.until.map(|version| format!("Until {version}.")));
        facts.extend(said.notes.iter().map(|note| note.text.clone()));
        facts.extend(call.own.result.as_ref().and_then(sentences::other_form_of).map(|_| String::new()));
        for fact in facts {
            missing.unless(text.contains(&squeezed(&fact)), || format!("{at}: `{fact}` in words"));
        }
        let result = call.own.result.as_ref().map_or(json!({ "type": "null" }), |ty| type_schema(document, ty));
        missing.unless(document.mentions(&method["result"]["schema"], &result), || format!("{at}: its result"));
        check_examples(&mut missing, call, service, document, method);
    }
    missing.none();
}

fn check_examples(missing: &mut Missing, call: CallView<'_>, service: &Service, document: &Document, method: &Value) {
    let style = service.rpc.as_ref().unwrap().params;
    for example in &call.own.examples {
        let mut request: BTreeMap<String, Value> =
            example.request.iter().map(|(name, value)| (name.clone(), to_json(value))).collect();
        request.extend(call.fixed_params().map(|(name, value)| (name.to_owned(), to_json(value))));
        let response = example.response.as_ref().map_or(Value::Null, to_json);
        let found = method["examples"]
            .as_array()
            .unwrap()
            .iter()
            .any(|pairing| document.request(pairing, style) == request && pairing["result"]["value"] == response);
        missing.unless(found, || format!("{}: an example with {request:?}", call.name()));
    }
}

#[test]
fn each_endpoint_is_a_server() {
    for service in rpc_services() {
        let document = &documents()[&service.name];
        let servers = document.json["servers"].as_array().unwrap();
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
fn each_kind_of_event_is_there() {
    let mut missing = Missing::default();
    for subscription in &model().subscriptions {
        let service = &model().services[subscription.service.0];
        let document = &documents()[&service.name];
        let names = service.subscribe.as_ref().unwrap();
        let begin = document.method(names.call.as_str());
        let text = squeezed(begin["description"].as_str().unwrap());
        let kinds = begin["params"][0]["schema"]["enum"].as_array().unwrap();
        let at = &subscription.name;
        missing.unless(kinds.contains(&json!(subscription.kind)), || format!("{at}: its kind"));
        let mut facts = vec![subscription.doc.clone(), names.notify.to_string()];
        facts.extend(subscription.notes.iter().map(|note| note.text.clone()));
        facts.extend(subscription.available.iter().map(sentences::availability));
        for fact in facts {
            missing.unless(text.contains(&squeezed(&fact)), || format!("{at}: `{fact}`"));
        }
        let all = begin["x-subscriptions"].as_array().unwrap();
        let found = all.iter().find(|one| one["kind"] == json!(subscription.kind)).unwrap();
        missing.unless(document.mentions(&found["item"], &type_schema(document, &subscription.item)), || {
            format!("{at}: its item")
        });
        let params: Vec<&str> =
            found["params"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        let expected: Vec<&str> = subscription.params.iter().map(|param| param.field.name.as_str()).collect();
        missing.unless(params == expected, || format!("{at}: {expected:?}"));
        missing.unless(!document.method(names.cancel.as_str()).is_null(), || format!("{at}: how it ends"));
    }
    missing.none();
}

#[test]
fn what_holds_for_a_service_is_in_its_info() {
    for service in rpc_services() {
        let (info, client) = (&documents()[&service.name].json["info"], &model().clients[service.client.0]);
        let text = squeezed(info["description"].as_str().unwrap());
        // A variable of the client that only other services use is in their documents.
        let used = documents()[&service.name].json.to_string();
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
    let all: Vec<String> = documents().values().map(|document| document.all_words()).collect();
    let (mut missing, mut count) = (Missing::default(), 0);
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
            missing
                .unless(all.iter().any(|words| words.contains(&wanted)), || format!("{}: `{sentence}`", module.file));
        }
    }
    missing.none();
    println!("{count} sentences");
}
