//! Webhooks: from the model to the runtime table, and the static from which a receiver is created.

use super::types::{Here, Lowering};
use super::{Item, Webhooks, docs};
use crate::keep;
use crate::model::{self, ModuleId};
use crate::sentences;
use chainloom_schema as schema;

/// Adds the webhooks that a module describes.
pub(super) fn lower_webhooks(lowering: &Lowering<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for (index, webhooks) in lowering.model.webhooks.iter().enumerate() {
        if webhooks.module == module {
            let names = lowering.names.webhooks(index);
            let table = lowering.webhooks_table(webhooks);
            lowering.add_static(module, &names.table, table);
            items.push(Item::Webhooks(Webhooks {
                name: names.name.clone(),
                table: names.table.clone(),
                schema: table,
                doc: webhooks_doc(webhooks),
                event: lowering.type_ref(Here::items(module), &webhooks.event).rust,
            }));
        }
    }
}

fn webhooks_doc(webhooks: &model::Webhooks) -> Vec<String> {
    let mut doc = docs::DocComment::new(&webhooks.doc);
    doc.add(&sentences::webhooks(webhooks).join(" "));
    doc.add(&docs::notes(&webhooks.notes));
    doc.into_lines()
}

impl Lowering<'_> {
    pub(super) fn webhooks_table(&self, webhooks: &model::Webhooks) -> &'static schema::Webhooks {
        keep::value(schema::Webhooks {
            name: keep::text(&webhooks.name),
            client: self.client_table(webhooks.client),
            event: self.bounded_table(&webhooks.event),
            id: webhooks.id.as_ref().map(|id| match id {
                model::WebhookId::Member(path) => schema::WebhookId::Member(keep::texts(&path.0)),
                model::WebhookId::Header(name) => schema::WebhookId::Header(keep::text(name.as_str())),
            }),
            signature: webhooks.signature.as_ref().map(signature_table),
        })
    }
}

fn signature_table(signature: &model::Signature) -> schema::WebhookSignature {
    schema::WebhookSignature {
        header: keep::text(signature.header.as_str()),
        algorithm: signature.algorithm,
        encoding: signature.encoding,
        over: keep::list(signature.over.iter().map(|parts| keep::list(parts.iter().copied()))),
        prefix: keep::text(&signature.prefix),
        key: signature.key,
        key_prefix: keep::text(&signature.key_prefix),
        separator: signature.separator.as_deref().map(keep::text),
        timestamp: signature.timestamp.as_ref().map(|time| match time {
            model::SignedTime::Part(name) => schema::SignedTime::Part(keep::text(name)),
            model::SignedTime::Header(name) => schema::SignedTime::Header(keep::text(name.as_str())),
        }),
        tolerance: signature.tolerance,
    }
}
