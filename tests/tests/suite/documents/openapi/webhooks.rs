//! Facts of webhooks: the type of an event, its signature, and examples.

use chainloom_codegen::model::{ClientId, KeyEncoding, Signature, SignedTime, Type, WebhookId, Webhooks};
use chainloom_codegen::sentences;
use serde_json::{Value as Json, json};

use super::finding::Finding;

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
    finding.equals(&post["x-doc"], &json!(webhooks.doc), &at, "doc");
    sentences::webhooks(webhooks).iter().for_each(|fact| finding.words(post, fact, &at));
    finding.notes(post, post, &webhooks.notes, &at);
    finding.source(post, webhooks.source.as_ref(), &at);
    finding.equals(&post["security"], &json!([]), &at, "security");
    finding.words(&post["responses"]["2XX"], "received", &at);
    check_body(finding, webhooks, &post["requestBody"], &at);
    check_headers(finding, webhooks, &post["parameters"], &at);
    let id = webhooks.id.as_ref().map_or(Json::Null, |id| match id {
        WebhookId::Member(path) => json!(path.0.join(".")),
        WebhookId::Header(name) => json!({ "header": name.as_str() }),
    });
    finding.equals(&post["x-webhook-id"], &id, &at, "ID");
    let signature = webhooks.signature.as_ref().map_or(Json::Null, expected_signature);
    finding.equals(&post["x-webhook-signature"], &signature, &at, "signature");
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
        let post = finding.document.pointer(&format!("/webhooks/{}/post", webhooks.name.rsplit('/').next().unwrap()));
        let said = &post.unwrap_or(&Json::Null)["x-webhook-examples"][index];
        let headers: serde_json::Map<String, Json> =
            example.headers.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let expected =
            json!({ "doc": example.doc, "secret": example.secret, "headers": headers, "body": example.body });
        finding.equals(said, &expected, at, "example as it is sent");
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

fn expected_signature(signature: &Signature) -> Json {
    let key = match signature.key {
        KeyEncoding::Text => "text",
        KeyEncoding::Hex => "hex",
        KeyEncoding::Base64 => "base64",
    };
    let mut all = json!({
        "header": signature.header.as_str(), "algorithm": "hmac-sha256", "key": key, "form": signature.form(),
        "over": signature.over_texts(),
    });
    if let Some(time) = &signature.timestamp {
        all["timestamp"] = match time {
            SignedTime::Part(name) => json!({ "part": name }),
            SignedTime::Header(name) => json!({ "header": name.as_str() }),
        };
    }
    all
}
