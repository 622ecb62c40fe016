//! Every fact of the REST operations and their types is in the OpenAPI documents.
//!
//! Input: the checked spec, and the documents made from it. The expected facts are read from the
//! model and looked for in the JSON, without code of the emitter. Other tools check that the JSON
//! is valid OpenAPI. A last test takes facts out of a document, one by one, and expects that each
//! is missed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod client;
mod nodes;
mod operations;
mod webhooks;

use chainloom_codegen::model::{ClientId, Model, Operation, Wire};
use chainloom_tests::full::step;
use chainloom_tests::spec;
use serde_json::Value as Json;

use super::finding::Finding;
use super::{read_documents, removal, types};

fn rest_operations(model: &Model, client: ClientId) -> Vec<&Operation> {
    let is_here = |operation: &&Operation| {
        let is_rest = matches!(operation.wire, Wire::Rest { .. });
        is_rest && model.services[operation.service.0].client == client
    };
    model.operations.iter().filter(is_here).collect()
}

/// All facts of a client that its document does not have.
fn missing(model: &Model, client: ClientId, document: &Json) -> Vec<String> {
    let mut finding = Finding::new(model, document);
    client::check(&mut finding, &model.clients[client.0]);
    for operation in rest_operations(model, client) {
        operations::check(&mut finding, &model.clients[client.0], operation);
    }
    webhooks::check(&mut finding, client);
    if let Some(errors) = &model.clients[client.0].errors {
        finding.types.extend(errors.body.mentioned());
    }
    types::check_all(&mut finding);
    nodes::check(&mut finding, &model.clients[client.0]);
    finding.missing
}

#[test]
fn each_client_with_rest_operations_has_a_document() {
    let model = spec::model().unwrap();
    let clients = (0..model.clients.len()).filter(|id| !rest_operations(model, ClientId(*id)).is_empty());
    let expected: Vec<&String> = clients.map(|id| &model.clients[id].name).collect();
    let documents = read_documents(".openapi.json");
    let names: Vec<&String> = documents.keys().collect();
    assert_eq!(names, expected);
    assert_eq!(names, ["data", "metrics"]);
}

#[test]
fn every_fact_of_the_spec_is_in_the_documents() {
    let model = spec::model().unwrap();
    let documents = read_documents(".openapi.json");
    let mut count = 0;
    for (index, client) in model.clients.iter().enumerate() {
        let Some(document) = documents.get(&client.name) else { continue };
        let missing = missing(model, ClientId(index), document);
        assert!(missing.is_empty(), "{}: {} facts are missing:\n{}", client.name, missing.len(), missing.join("\n"));
        count += rest_operations(model, ClientId(index)).len();
    }
    assert!(count > 100, "{count} operations of both documents");
}

/// The members of a document that could be taken out without notice; each `step`th is tried.
fn unnoticed(name: &str, step: usize) -> Vec<String> {
    let model = spec::model().unwrap();
    let id = ClientId(model.clients.iter().position(|client| client.name == name).unwrap());
    let mut document = read_documents(".openapi.json").remove(name).unwrap();
    removal::unnoticed(&mut document, |_| true, step, |document| missing(model, id, document).is_empty())
}

#[test]
fn a_fact_that_is_taken_out_is_missed() {
    assert_eq!(unnoticed("metrics", step(100)), Vec::<String>::new());
}

/// The larger document has thousands of members, many of one kind. A step of 1 would try them all, in
/// some minutes.
#[test]
fn a_fact_that_is_taken_out_of_the_larger_document_is_missed() {
    assert_eq!(unnoticed("data", 41 * step(100)), Vec::<String>::new());
}
