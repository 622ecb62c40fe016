//! Webhooks: the type of an event, the ID that repeated deliveries share, and examples.
//!
//! Input: `webhooks` of files. Output: the webhooks of the model, or mistakes. Signatures are
//! checked in `signature`.

mod signature;

use super::context::member_paths::{fields_of, find_member};
use super::context::views::{View, view_inner};
use super::context::{Checker, prose, source};
use super::services::template::VisibleVars;
use super::values::Fit;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{Entry, Key, KeyKind, Node, NodeKind, Text};
use crate::language::words::webhooks::{DeliveryDecl, WebhookIdDecl};
use crate::model::{ClientId, Delivery, MemberPath, ModuleId, Template, Type, WebhookId, Webhooks};
use crate::spec::document::WebhooksDecl;

impl<'d> Checker<'d> {
    pub(crate) fn check_webhooks(&mut self) {
        for file in 0..self.files.len() {
            if let Some(doc) = &self.files[file].webhooks {
                self.check_webhooks_of(file, doc);
            }
        }
    }

    fn check_webhooks_of(&mut self, file: usize, doc: &'d WebhooksDecl) {
        let client = self.scopes.client_of[file];
        if client.is_none() {
            let message = "the webhooks belong to no client".to_owned();
            let hint = "add `client:` to this file, or to the file that has the name of its folder";
            self.error(Code::NoClient, doc.span, message, hint);
        }
        let event = self.plain_type(file, &doc.event);
        let visible_vars = self.visible_vars(client, None);
        let id = doc.id.as_ref().and_then(|id| self.webhook_id(id, &event, &visible_vars));
        let signature = doc.signature.as_ref().and_then(|signature| self.signature(signature, doc, &visible_vars));
        for example in &doc.examples {
            self.check_delivery(example, &event, doc);
        }
        self.model.webhooks.push(Webhooks {
            name: self.files[file].module.join("/"),
            span: doc.span,
            module: self.modules[file].unwrap_or(ModuleId(0)),
            client: client.unwrap_or(ClientId(0)),
            doc: prose(doc.doc.as_ref()),
            source: source(doc.source.as_ref()),
            event,
            id,
            signature,
            examples: doc.examples.iter().map(delivery).collect(),
            notes: doc.notes.clone(),
        });
    }

    fn webhook_id(&mut self, doc: &WebhookIdDecl, event: &Type, visible_vars: &VisibleVars<'_>) -> Option<WebhookId> {
        match doc {
            WebhookIdDecl::Member(name) => self.id_member(name, event).map(WebhookId::Member),
            WebhookIdDecl::Header(name) => Some(WebhookId::Header(self.webhook_header(name, visible_vars))),
        }
    }

    /// Returns the path of the member of an event that is its ID, a text or a whole number; `None`
    /// after a report.
    fn id_member(&mut self, name: &Text, event: &Type) -> Option<MemberPath> {
        let types = &self.model.types;
        let view = view_inner(types, event);
        let Some(fields) = fields_of(view) else {
            let path = name.value.split('.').map(str::to_owned).collect();
            match view {
                View::Json => return Some(MemberPath(path)),
                View::Broken => return None,
                _ => {}
            }
            let message = format!("`{}` names a member, but the event is {}", name.value, view.noun());
            let hint = "name a member that all events have, or write `{ header: Name }`";
            self.error(Code::BadWebhook, name.span, message, hint);
            return None;
        };
        let (path, view) = match find_member(types, fields, &name.value) {
            Ok(member) => (member.path, view_inner(types, member.ty)),
            Err(missing) => {
                self.found.extend(missing.problem(Code::BadWebhook, name.span, "the event"));
                return None;
            }
        };
        if !matches!(view, View::Text | View::Scalar(_) | View::Enum(_) | View::Integer(_) | View::Json | View::Broken)
        {
            let message = format!("`{}` must be a text or a whole number, but is {}", name.value, view.noun());
            self.error(Code::BadWebhook, name.span, message, "name the member that is the ID");
        }
        Some(path)
    }

    /// Parses the name of a header as a template, and checks a name without placeholders.
    fn webhook_header(&mut self, name: &Text, visible_vars: &VisibleVars<'_>) -> Template {
        if !name.value.contains('{') {
            self.is_header_name(name);
        }
        self.template(name, visible_vars)
    }

    /// Checks that the body of an example fits the type of an event, and that its secret has the
    /// key encoding of the signature.
    fn check_delivery(&mut self, doc: &DeliveryDecl, event: &Type, webhooks: &WebhooksDecl) {
        for (name, _) in &doc.headers {
            self.is_header_name(name);
        }
        if let (Some(secret), Some(signature)) = (&doc.secret, &webhooks.signature) {
            self.check_example_secret(secret, signature);
        }
        let json = match serde_json::from_str(&doc.body.value) {
            Ok(json) => json,
            Err(error) => {
                let message = format!("the body of the example is no JSON: {error}");
                self.error(Code::BadExample, doc.body.span, message, "write the body as it is sent");
                return;
            }
        };
        let mut fit = Fit::received(&self.model.types);
        fit.value(&to_node(&json, doc.body.span), event);
        for misfit in fit.found {
            self.report_misfit(Code::BadExample, "the body of the example does not fit", misfit);
        }
    }

    fn refuse_webhook(&mut self, span: Span, message: String, hint: &str) {
        self.report(Diagnostic::error(Code::BadWebhook, span, message).hint(hint));
    }
}

/// Builds an example of a delivery.
fn delivery(doc: &DeliveryDecl) -> Delivery {
    let header = |(name, value): &(Text, Text)| (name.value.clone(), value.value.clone());
    Delivery {
        doc: prose(doc.doc.as_ref()),
        secret: doc.secret.as_ref().map(|secret| secret.value.clone()),
        headers: doc.headers.iter().map(header).collect(),
        body: doc.body.value.clone(),
    }
}

/// Converts a JSON value to a node tree, with `span` as the span of each node.
fn to_node(json: &serde_json::Value, span: Span) -> Node {
    use serde_json::Value as Json;
    let entry = |(name, value): (&String, &Json)| Entry {
        key: Key { text: name.clone(), span, kind: KeyKind::Text },
        value: to_node(value, span),
    };
    let kind = match json {
        Json::Null => NodeKind::Null,
        Json::Bool(value) => NodeKind::Boolean(*value),
        Json::Number(number) => NodeKind::Number(number.to_string()),
        Json::String(text) => NodeKind::Text(text.clone()),
        Json::Array(items) => NodeKind::List(items.iter().map(|item| to_node(item, span)).collect()),
        Json::Object(members) => NodeKind::Map(members.iter().map(entry).collect()),
    };
    Node { span, kind }
}
