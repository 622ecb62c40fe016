//! Builds webhooks, in the order of the spec.

use chainloom_codegen::{model, sentences};

use super::{Context, facts};
use crate::data::{WebhookExample, Webhooks};

/// Builds the webhooks of all files.
pub(super) fn webhooks(context: &Context<'_>) -> Vec<Webhooks> {
    let model = context.named.model();
    let all = model.webhooks.iter().enumerate().map(|(index, one)| Webhooks {
        name: one.name.clone(),
        client: model.clients[one.client.0].name.clone(),
        summary: sentences::summary(&one.doc),
        doc: one.doc.clone(),
        rust: context.named.webhooks_path(index),
        receive: receive(&context.named.webhooks_path(index), one),
        verify: one.signature.as_ref().map(|_| verify(&one.name)),
        event: context.type_text(&one.event),
        header: one.signature.as_ref().map(|signature| signature.header.to_string()),
        facts: sentences::webhooks(one),
        notes: one.notes.iter().map(|note| sentences::notes([note])).collect(),
        examples: one
            .examples
            .iter()
            .map(|example| WebhookExample {
                doc: example.doc.clone(),
                headers: example.headers.clone(),
                body: example.body.clone(),
            })
            .collect(),
        source: facts::source(one.source.as_ref()),
    });
    all.collect()
}

/// Returns the expression that reads an event; `path` is the path of the static.
fn receive(path: &str, webhooks: &model::Webhooks) -> String {
    match webhooks.signature {
        Some(_) => format!("{path}.receiver([secret])?.receive(&headers, &body)?"),
        None => format!("{path}.read(&body)?"),
    }
}

/// Returns the command that verifies a stored request.
fn verify(name: &str) -> String {
    format!("chainloom webhook verify --file {name} --secret @SECRET --headers HEADERS BODY")
}
