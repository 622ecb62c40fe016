//! Webhooks of an OpenAPI document.
//!
//! Input: `webhooks`, and the schema of an event that [`crate::webhooks`] has noted. Output: an entry
//! `webhooks` for each file. The standard has no word for a signature, so that one is only in
//! documents of our own generator.

use oas3::spec::Schema;
use serde_json::Value as Json;

use crate::importer::Importer;
use crate::operation::Webhooks;
use crate::ours;
use crate::spec::Type;
use crate::tree::Node;
use crate::webhooks::{event, names, operation_at};

/// The file of the webhooks of a foreign document, in the folder of the client.
const FILE: &str = "webhooks";

impl Importer<'_> {
    pub(super) fn webhooks(&mut self) -> Vec<Webhooks> {
        if self.selection.is_some() {
            return Vec::new();
        }
        let names = names(&self.doc.root);
        if self.is_ours {
            return names.iter().filter_map(|name| self.own_webhooks(name)).collect();
        }
        for name in &names {
            self.tell_webhook(name);
        }
        let Some(reference) = event(&self.doc.root).map(str::to_owned) else { return Vec::new() };
        let ty = self.event_type(&reference);
        let shown: Vec<String> = names.iter().map(|name| format!("`{}`", crate::prose::line(name))).collect();
        let doc = format!("Events that the service sends: {}.", shown.join(", "));
        let node = Node::map([("doc", Node::text(&doc)), ("event", ty.node())]).tall();
        vec![Webhooks { file: Some(FILE.to_owned()), doc: Some(doc), node }]
    }

    /// Tells what of a webhook the spec does not have.
    fn tell_webhook(&mut self, name: &str) {
        let doc = self.doc;
        let Some(at) = operation_at(&doc.root, name) else {
            let place = format!("/webhooks/{}", crate::pointer::escaped(name));
            return self.report.lost("a webhook that is neither a POST nor a PUT nor a PATCH", &place);
        };
        let has = |key: &str| doc.at(&format!("{at}/{key}")).is_some();
        if !has("requestBody") {
            self.report.lost("a webhook without a body of JSON", &at);
        }
        if has("parameters") {
            self.report.detail("the parameters of a webhook", &format!("{at}/parameters"));
        }
        self.report.detail("the signature of a webhook, for which the standard has no word", &at);
    }

    /// The type of a schema that is referred to.
    fn event_type(&mut self, reference: &str) -> Type {
        let at = reference.trim_start_matches('#');
        if at.starts_with("/components/") {
            return Type::name(&self.type_at(at), at);
        }
        let Ok(schema) = self.doc.piece::<Schema>(at) else { return Type::json(at) };
        self.received.add(self.doc, at);
        let ty = self.settled(&schema, at, "webhook event");
        if ty.is_name() { ty } else { self.hoist(ty, "webhook event") }
    }

    /// Webhooks of a document of our own generator: in the words of the spec language.
    fn own_webhooks(&mut self, name: &str) -> Option<Webhooks> {
        let at = operation_at(&self.doc.root, name)?;
        let said = |key: &str| self.doc.at(&format!("{at}/{key}"));
        let doc = said("x-doc").and_then(Json::as_str).unwrap_or_default().to_owned();
        let source = ours::source(said("x-source"));
        let words = [
            ("id", "x-webhook-id"),
            ("signature", "x-webhook-signature"),
            ("notes", "x-notes"),
            ("examples", "x-webhook-examples"),
        ];
        let words = words.map(|(key, from)| (key, said(from).map(Node::json)));
        let schema = format!("{at}/requestBody/content/application~1json/schema");
        let piece = self.doc.piece::<Schema>(&schema).ok()?;
        let ty = self.settled(&piece, &schema, "webhook event");
        let mut node = Node::map([] as [(&str, Node); 0]);
        node.put_opt("source", source);
        node.put_opt("doc", (!doc.is_empty()).then(|| Node::text(&doc)));
        node.put("event", ty.node());
        for (key, value) in words {
            node.put_opt(key, value);
        }
        let client = self.client_file.rsplit('/').next() == Some(name);
        Some(Webhooks { file: (!client).then(|| name.to_owned()), doc: None, node: node.tall() })
    }
}
