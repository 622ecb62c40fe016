//! Counts: as many operations are described, emitted, listed in the inventory, shown by an example,
//! and called.
//!
//! The model of `spec/` is held against the generated crate, and each operation is called once in
//! the sandbox, at each of its endpoints, with the parameters of its first example. The typed
//! answer must equal what the sandbox sent, and the response of the example where that is no page
//! of a list. That all is described which the documents have, `statements` says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime as rt;
use chainloom_codegen::model::{CallView, Example, Model, Operation, Template, TypeKind, Wire, to_json};
use chainloom_sandbox::{Sandbox, SeenRequest};
use chainloom_tests::vectors::repository;
use chainloom_tests::{equality, requests, shape, spec};
use rt::catalog::{Entry, Target};
use serde_json::Value;

/// The instance of a service that has no default.
const INSTANCE: &str = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";

/// Key of a request.
#[derive(Debug, PartialEq)]
struct Request {
    verb: String,
    /// Without the query.
    path: String,
    /// The method of a JSON-RPC call.
    method: Option<String>,
}

impl Request {
    fn of(seen: &SeenRequest) -> Self {
        let body: Option<Value> = serde_json::from_slice(&seen.body).ok();
        let method = body.filter(|body| body.get("jsonrpc").is_some());
        Self {
            verb: seen.method.to_string(),
            path: seen.uri.path().to_owned(),
            method: method.and_then(|body| Some(body["method"].as_str()?.to_owned())),
        }
    }
}

/// The sandbox, and a client to ask it again for what it sent.
struct Server {
    sandbox: Sandbox,
    http: reqwest::Client,
}

impl Server {
    async fn start() -> Self {
        let sandbox = Sandbox::builder().deployment(MAINNET.name).start().await.unwrap();
        Self { sandbox, http: reqwest::Client::builder().no_proxy().build().unwrap() }
    }

    fn target(&self, entry: &Entry) -> Result<Target, String> {
        let service = entry.operation().service;
        let builder = rt::Client::builder(service.client).deployment(&MAINNET).base_url(self.sandbox.url());
        let client = builder.build().map_err(|error| error.to_string())?;
        let unset = service.vars.iter().filter(|var| var.default.is_none());
        Ok(unset.fold(Target::new(client), |target, var| target.var(var.name, INSTANCE)))
    }

    /// What a request is answered with: the body, or the result of a call. Equal requests have
    /// equal answers, but for those that return a height.
    async fn sent(&self, seen: &SeenRequest) -> Value {
        let url = format!("{}{}", self.sandbox.url(), seen.uri);
        let mut headers = seen.headers.clone();
        headers.remove("accept-encoding");
        let request = self.http.request(seen.method.clone(), url).headers(headers);
        let body = request.body(seen.body.clone()).send().await.unwrap().bytes().await.unwrap();
        let mut body: Value = serde_json::from_slice(&body).unwrap_or_default();
        if Request::of(seen).method.is_some() { body["result"].take() } else { body }
    }
}

fn model() -> &'static Model {
    spec::model().unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// The ids of the operations for which something holds, each of which must be there once.
fn ids<'m>(calls: impl Iterator<Item = CallView<'m>>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for call in calls {
        let id = spec::id(model(), call);
        assert!(found.insert(id.clone()), "{id} is described twice");
    }
    found
}

fn emitted() -> BTreeSet<String> {
    let found: BTreeSet<String> = chainloom::operations().iter().map(|entry| entry.operation().id.to_owned()).collect();
    assert_eq!(found.len(), chainloom::operations().len(), "an operation is emitted twice");
    found
}

/// Rows of the inventory: those of operations, and those of webhooks.
fn inventory_rows() -> (Vec<Value>, Vec<Value>) {
    let text = std::fs::read_to_string(repository().join("generated/docs/inventory.json")).unwrap();
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
    rows.into_iter().partition(|row| row["protocol"] != "webhook")
}

fn inventory() -> BTreeSet<String> {
    let (rows, _) = inventory_rows();
    let found: BTreeSet<String> = rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(found.len(), rows.len(), "the inventory has an operation twice");
    found
}

#[test]
fn the_inventory_lists_the_webhooks_of_each_file() {
    let (_, rows) = inventory_rows();
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    let described: Vec<&str> = model().webhooks.iter().map(|webhooks| webhooks.name.as_str()).collect();
    assert!(!described.is_empty());
    assert_eq!(ids, described);
    let table = chainloom::data::webhook_events::WEBHOOKS.schema();
    let row = rows.iter().find(|row| row["id"] == table.name).unwrap();
    assert_eq!(row["webhooks"], "chainloom::data::webhook_events::WEBHOOKS");
    assert_eq!(row["event"], "chainloom::data::webhook_events::WebhookMessage");
    assert_eq!(row["client"], table.client.name);
    assert_eq!(row["features"], serde_json::json!(["data", "webhooks"]));
    let signature = serde_json::json!({
        "header": table.signature.unwrap().header, "algorithm": "hmac-sha256", "over": ["{canonicalJson}", "{body}"],
    });
    assert_eq!(row["signature"], signature);
    assert!(row["doc"].as_str().is_some_and(|doc| !doc.is_empty()));
    assert_eq!(row["source"].as_str(), model().webhooks[0].source.as_ref().map(|source| source.0.as_str()));
}

/// Says which are in one set only.
fn assert_same(what: &str, found: &BTreeSet<String>, described: &BTreeSet<String>) {
    let missing: Vec<&String> = described.difference(found).collect();
    let surplus: Vec<&String> = found.difference(described).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "{what}: missing {missing:?}, not described {surplus:?}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn described_emitted_listed_shown_and_called_are_the_same() {
    let described = ids(model().typed_calls());
    assert!(!described.is_empty());
    assert_same("emitted", &emitted(), &described);
    assert_same("inventory", &inventory(), &described);
    let shown = ids(model().typed_calls().filter(|call| !call.own.examples.is_empty()));
    assert_same("with an example", &shown, &described);

    let server = Server::start().await;
    let (mut called, mut calls, mut wrong) = (BTreeSet::new(), 0, Vec::new());
    for entry in chainloom::operations() {
        let described = spec::typed_call(entry.operation().id).unwrap();
        for endpoint in 0..entry.operation().service.endpoints.len().max(1) {
            calls += 1;
            match call(entry, described, endpoint, &server).await {
                Ok(()) => drop(called.insert(entry.operation().id.to_owned())),
                Err(why) => wrong.push(format!("{} (endpoint {endpoint}): {why}", entry.operation().id)),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {calls} calls went wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_same("called", &called, &described);
    println!(
        "{} described = {} emitted = {} in the inventory = {} with an example = {} called ({calls} calls)",
        described.len(),
        emitted().len(),
        inventory().len(),
        shown.len(),
        called.len()
    );
}

/// Calls an operation with its first example, and looks at what came to the server and what came
/// back.
async fn call(entry: &Entry, described: CallView<'_>, endpoint: usize, server: &Server) -> Result<(), String> {
    let (operation, own) = (described.operation, described.own);
    let example = own.examples.first().ok_or("there is no example")?;
    let response = match (&own.result, &example.response) {
        (Some(_), None) => return Err("the example has no response".to_owned()),
        (_, response) => response.as_ref().map_or(Value::Null, to_json),
    };
    let before = server.sandbox.seen().len();
    let target = server.target(entry)?.endpoint(endpoint);
    let answer = entry.call(target, spec::example_input(described).to_string().as_bytes()).await;
    let answer: Value = serde_json::from_slice(&answer.map_err(|error| error.to_string())?).unwrap();

    let seen = server.sandbox.seen();
    let [seen] = &seen[before..] else { return Err(format!("{} requests came", seen.len() - before)) };
    let (asked, came) = (expected(operation, example, endpoint), Request::of(seen));
    let is_asked = asked.verb == came.verb && requests::path_difference(&asked.path, &came.path).is_none();
    if !is_asked || asked.method != came.method {
        return Err(format!("expected {asked:?}, got {came:?}"));
    }
    if seen.operations != [entry.operation().id] {
        return Err(format!("the sandbox took it for {:?}", seen.operations));
    }
    let Some(ty) = entry.operation().output else { return Ok(()) };
    let differs = |from: &Value| equality::difference(&shape::canonical(from, ty).0, &shape::canonical(&answer, ty).0);
    if !is_growing(entry)
        && let Some(place) = differs(&server.sent(seen).await)
    {
        return Err(format!("the response differs from what was sent at {place}"));
    }
    let is_page = entry.operation().paginate.is_some();
    // The example of another chain has other results there, such as its ID.
    let mut response = response;
    take_results(&mut response, &answer);
    let difference = if is_page { None } else { differs(&response) };
    difference.map_or(Ok(()), |place| Err(format!("the response differs from the example at {place}")))
}

/// Whether an operation returns the latest height, which grows with each request.
fn is_growing(entry: &Entry) -> bool {
    let confirmations = |other: &Entry| other.operation().wait.and_then(|wait| wait.confirmations);
    let mut counted = chainloom::operations().iter().filter_map(confirmations);
    counted.any(|confirmations| confirmations.latest.id == entry.operation().id)
}

/// The request that the spec asks for.
fn expected(operation: &Operation, example: &Example, endpoint: usize) -> Request {
    let variable = |name: &str| variable(operation, name);
    match &operation.wire {
        Wire::Rest { verb, path } => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let given = |name: &str| {
                let found = example.request.iter().find(|(known, _)| known == name);
                found.map_or_else(|| variable(name), |(_, value)| text(&to_json(value)))
            };
            Request { verb: verb.as_str().to_owned(), path: path.fill(|slot| Some(given(&slot.name))), method: None }
        }
        Wire::Rpc { method } => {
            let path = &model().services[operation.service.0].endpoints[endpoint].path;
            let filled = |template: &Template| template.fill(|slot| Some(variable(&slot.name)));
            Request { verb: "POST".to_owned(), path: filled(path), method: Some(filled(method)) }
        }
    }
}

/// Gives members that echo a result the values of an answer: the sandbox has one result for all of them.
fn take_results(example: &mut Value, answer: &Value) {
    static ECHOING: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let of_types = model().types.iter().flat_map(|def| match &def.kind {
            TypeKind::Record(record) => record.fields.as_slice(),
            TypeKind::Union(union) => union.common.as_slice(),
            _ => &[],
        });
        of_types.filter(|field| field.echoed_results().next().is_some()).map(|field| field.name.as_str()).collect()
    });
    match (example, answer) {
        (Value::Array(items), Value::Array(answers)) => {
            items.iter_mut().zip(answers).for_each(|(item, answer)| take_results(item, answer));
        }
        (Value::Object(members), Value::Object(answers)) => {
            for (name, member) in members {
                match answers.get(name) {
                    Some(answer) if ECHOING.contains(name.as_str()) && !member.is_object() => *member = answer.clone(),
                    Some(answer) => take_results(member, answer),
                    None => {}
                }
            }
        }
        _ => {}
    }
}

/// The value of a variable for a node on this machine.
fn variable(operation: &Operation, name: &str) -> String {
    let service = &model().services[operation.service.0];
    if let Some(var) = service.vars.iter().find(|var| var.name == name) {
        return var.default.clone().unwrap_or_else(|| INSTANCE.to_owned());
    }
    let deployed = MAINNET.vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    let vars = &model().clients[service.client.0].vars;
    let of_client = || vars.iter().find(|var| var.name == name)?.default.clone();
    deployed.or_else(of_client).unwrap_or_else(|| panic!("the variable {name} has no value"))
}

/// The numbers of the README: operations in Rust, and calls of the wire by interface.
#[test]
fn the_readme_counts_what_is_described() {
    let (inventory, _) = inventory_rows();
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let (before, _) = readme.split_once("\noperations are methods").expect("README.md: `… operations are methods`");
    let said = before.rsplit(' ').next().unwrap_or_default();
    let listed = inventory.len();
    assert_eq!(
        said,
        listed.to_string(),
        "README.md says that {said} operations are methods, but generated/docs/inventory.json lists {listed}"
    );
    let table = readme.split("## What is covered").nth(1).unwrap().split("\n## ").next().unwrap();
    let described = |row: &str| row.split('|').nth(2)?.trim().parse::<usize>().ok();
    let calls: BTreeSet<_> =
        inventory.iter().map(|entry| (entry["service"].as_str(), entry["name"].as_str())).collect();
    let (said, listed) = (table.lines().filter_map(described).sum::<usize>(), calls.len());
    assert_eq!(
        said, listed,
        "the table of `What is covered` in README.md counts {said} calls, but generated/docs/inventory.json lists {listed}"
    );
}
