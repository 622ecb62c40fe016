//! Webhooks: the requests that a service sends to a server of its user.
//!
//! Input: the webhooks of a client. Output: `webhooks`, with one entry for each file that declares
//! webhooks, named by the path of the file relative to its client.

use serde_json::{Value as Json, json};

use super::OpenApi;
use crate::documents::members::{Members, put};
use crate::model::{SignedTime, Template, WebhookId, Webhooks};
use crate::sentences;

/// Returns the webhooks of a client; `None` without webhooks.
pub(super) fn webhooks(context: &OpenApi<'_>) -> Option<Json> {
    let items: Members =
        context.webhooks.iter().map(|webhooks| (name(context, webhooks), item(context, webhooks))).collect();
    (!items.is_empty()).then_some(Json::Object(items))
}

/// Returns the path of the file below the path of the client; for the client's own file, the name of the client.
fn name(context: &OpenApi<'_>, webhooks: &Webhooks) -> String {
    let home = &context.model.modules[context.client.module.0].path;
    let path = &context.model.modules[webhooks.module.0].path;
    let below = path.strip_prefix(home.as_slice()).filter(|below| !below.is_empty());
    below.map_or_else(|| context.client.name.clone(), |below| below.join("/"))
}

/// Returns the path item of the webhooks of a file.
fn item(context: &OpenApi<'_>, webhooks: &Webhooks) -> Json {
    let mut post = Members::new();
    // Only an operation of a service named `webhooks` could have the same ID.
    post.insert("operationId".to_owned(), json!(format!("webhooks.{}", name(context, webhooks).replace('/', "."))));
    post.insert("summary".to_owned(), json!(sentences::summary(&webhooks.doc)));
    let facts = sentences::webhooks(webhooks).join(" ");
    let notes = sentences::notes(&webhooks.notes);
    let text = sentences::paragraphs([webhooks.doc.clone(), facts, notes]);
    post.insert("description".to_owned(), json!(text));
    let parameters = parameters(context, webhooks);
    put(&mut post, "parameters", (!parameters.is_empty()).then_some(Json::Array(parameters)));
    let mut content = Members::from_iter([("schema".to_owned(), context.schemas.reference(&webhooks.event))]);
    put(&mut content, "examples", examples(webhooks));
    let body = json!({ "description": "The event.", "required": true, "content": { "application/json": content } });
    post.insert("requestBody".to_owned(), body);
    post.insert("responses".to_owned(), json!({ "2XX": { "description": "The event was received." } }));
    // OpenAPI has no security scheme for signatures.
    post.insert("security".to_owned(), json!([]));
    json!({ "post": post })
}

/// Returns the headers with the signature, the timestamp and the ID.
fn parameters(context: &OpenApi<'_>, webhooks: &Webhooks) -> Vec<Json> {
    let header = |name: &Template, text: &str| {
        json!({
            "name": context.model.shown(name), "in": "header", "required": true, "description": text,
            "schema": { "type": "string" },
        })
    };
    let mut out = Vec::new();
    if let Some(signature) = &webhooks.signature {
        out.push(header(&signature.header, "The signature of the request."));
        if let Some(SignedTime::Header(name)) = &signature.timestamp {
            out.push(header(name, "The timestamp that is signed, in seconds of UNIX time."));
        }
    }
    if let Some(WebhookId::Header(name)) = &webhooks.id {
        out.push(header(name, "The ID that repeated deliveries of an event share."));
    }
    out
}

/// Returns the examples of deliveries, whose bodies `check` has parsed as JSON.
fn examples(webhooks: &Webhooks) -> Option<Json> {
    let all = webhooks.examples.iter().enumerate().filter_map(|(at, example)| {
        let mut entry = Members::new();
        put(&mut entry, "summary", (!example.doc.is_empty()).then(|| json!(example.doc)));
        entry.insert("value".to_owned(), serde_json::from_str(&example.body).ok()?);
        Some((format!("event{}", at + 1), Json::Object(entry)))
    });
    let all: Members = all.collect();
    (!all.is_empty()).then_some(Json::Object(all))
}
