//! Converts webhooks of an OpenAPI document.
//!
//! Input: `webhooks`, and the event schema that [`crate::webhooks`] has recorded. Output: the key
//! `webhooks` of a file. The standard cannot describe signatures.

use oas3::spec::Schema;

use crate::importer::Importer;
use crate::operation::Webhooks;
use crate::spec::Type;
use crate::tree::Node;
use crate::webhooks::{event, names, operation_at};

/// Name of the file of webhooks, in the folder of the client.
const FILE: &str = "webhooks";

impl Importer<'_> {
    /// Returns the webhooks of the document, with one type for all events. Empty for a selection of
    /// operations.
    pub(super) fn webhooks(&mut self) -> Vec<Webhooks> {
        if self.selection.is_some() {
            return Vec::new();
        }
        let names = names(&self.doc.root);
        for name in &names {
            self.report_webhook(name);
        }
        let Some(reference) = event(&self.doc.root).map(str::to_owned) else { return Vec::new() };
        let ty = self.event_type(&reference);
        let shown: Vec<String> = names.iter().map(|name| format!("`{}`", crate::prose::line(name))).collect();
        let doc = format!("Events that the service sends: {}.", shown.join(", "));
        let node = Node::map([("doc", Node::text(&doc)), ("event", ty.node())]).tall();
        vec![Webhooks { file: FILE, doc, node }]
    }

    /// Reports the parts of a webhook that the spec lacks: its parameters, its signature, or the
    /// whole webhook.
    fn report_webhook(&mut self, name: &str) {
        let doc = self.doc;
        let Some(at) = operation_at(&doc.root, name) else {
            let place = format!("/webhooks/{}", crate::pointer::escaped(name));
            return self.report.lost("a webhook that is neither a POST nor a PUT nor a PATCH", &place);
        };
        let has = |key: &str| doc.at(&format!("{at}/{key}")).is_some();
        if !has("requestBody") {
            self.report.lost("a webhook without a body of JSON", &at);
        }
        let item = at.rsplit_once('/').map_or("", |(item, _)| item);
        for place in [item, at.as_str()].map(|place| format!("{place}/parameters")) {
            if doc.at(&place).is_some() {
                self.report.detail("the parameters of a webhook", &place);
            }
        }
        self.report.detail("the signature of a webhook, for which the standard has no word", &at);
    }

    /// Returns the type of the event schema to which `reference` leads. An inline schema is
    /// declared.
    fn event_type(&mut self, reference: &str) -> Type {
        let at = reference.trim_start_matches('#');
        if at.starts_with("/components/") {
            return Type::name(&self.type_at(at), at);
        }
        let Ok(schema) = self.doc.piece::<Schema>(at) else { return Type::json(at) };
        self.received.add(self.doc, at);
        let ty = self.schema_declaring_nullable(&schema, at, "webhook event");
        if ty.is_name() { ty } else { self.declare_inline_type(ty, "webhook event") }
    }
}
