//! Webhooks, in the order of the spec.

use chainloom_codegen::sentences;

use super::{Context, facts};
use crate::data::{WebhookExample, Webhooks};

/// The webhooks of all files.
pub(super) fn webhooks(context: &Context<'_>) -> Vec<Webhooks> {
    let model = context.named.model();
    let all = model.webhooks.iter().enumerate().map(|(index, one)| Webhooks {
        name: one.name.clone(),
        client: model.clients[one.client.0].name.clone(),
        doc: one.doc.clone(),
        rust: context.named.webhooks_path(index),
        event: context.type_text(&one.event),
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
