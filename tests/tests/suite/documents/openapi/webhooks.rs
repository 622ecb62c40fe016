//! Facts of webhooks: the type of an event, its signature, and examples.

use chainloom_codegen::model::{ClientId, Type, Webhooks};
use chainloom_codegen::sentences;
use serde_json::{Value as Json, json};

use super::super::finding::Finding;

pub(crate) fn check(finding: &mut Finding<'_>, client: ClientId) {
    let model = finding.model;
    for webhooks in model.webhooks.iter().filter(|webhooks| webhooks.client == client) {
        check_one(finding, webhooks);
    }
}

fn check_one(finding: &mut Finding<'_>, webhooks: &Webhooks) {
    let at = format!("webhooks {}", webhooks.name);
    let name = webhooks.name.rsplit('/').next().unwrap();
    let document = finding.document;
    let post = &document["webhooks"][name]["post"];
    finding.words(post, &webhooks.doc, &at);
    sentences::webhooks(webhooks).iter().for_each(|fact| finding.words(post, fact, &at));
    finding.notes(post, &webhooks.notes, &at);
    finding.equals(&post["security"], &json!([]), &at, "security");
    finding.words(&post["responses"]["2XX"], "received", &at);
    check_body(finding, webhooks, &post["requestBody"], &at);
    check_headers(finding, webhooks, &post["parameters"], &at);
}

fn check_body(finding: &mut Finding<'_>, webhooks: &Webhooks, body: &Json, at: &str) {
    finding.expect(body["required"] == true, at, "the body is required");
    finding.words(body, "event", at);
    let content = &body["content"]["application/json"];
    if let Type::Named(id) = webhooks.event {
        let name = &finding.model.types[id.0].name;
        let reference = json!(format!("#/components/schemas/{name}"));
        finding.equals(&content["schema"]["$ref"], &reference, at, "event");
        finding.types.push(id);
    }
    for (index, example) in webhooks.examples.iter().enumerate() {
        let shown = &content["examples"][format!("event{}", index + 1)];
        let value: Json = serde_json::from_str(&example.body).unwrap();
        finding.equals(&shown["value"], &value, at, "example");
    }
}

fn check_headers(finding: &mut Finding<'_>, webhooks: &Webhooks, parameters: &Json, at: &str) {
    for name in webhooks.templates() {
        let name = finding.model.shown(name);
        let all = parameters.as_array().map(Vec::as_slice).unwrap_or_default();
        let found = all.iter().find(|one| one["name"] == name.as_str()).unwrap_or(&Json::Null);
        let is_header = found["in"] == "header" && found["required"] == true && found["schema"]["type"] == "string";
        finding.expect(is_header, at, &format!("header {name}"));
        let text = found["description"].as_str().unwrap_or_default();
        finding.expect(!text.is_empty(), at, &format!("the description of the header {name}"));
    }
}
