//! Webhooks: `webhooks` of a file.
//!
//! Input: a mapping. Output: a [`WebhooksDecl`], whose names and templates are not resolved, or
//! mistakes of shape.

use super::keys;
use super::reader::{Members, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::KeyEncoding;
use crate::spec::closed::{KEY_ENCODINGS, SIGNATURE_ALGORITHMS};
use crate::spec::document::{DeliveryDecl, SignatureDecl, SignedTimeDecl, Text, WebhookIdDecl, WebhooksDecl};
use crate::spec::node::{Entry, Node, NodeKind};

impl Reader {
    pub(super) fn webhooks(&mut self, entry: &Entry) -> Option<WebhooksDecl> {
        let members = self.members(&entry.value, &keys::WEBHOOKS)?;
        let event = members.get("event").and_then(|node| self.type_expr(node, "`event`"));
        let signature = members.get("signature").and_then(|node| self.signature(node));
        let examples = members.get("examples").map(|node| self.items(node, "`examples`")).unwrap_or_default();
        Some(WebhooksDecl {
            span: entry.key.span,
            doc: self.opt_text(&members, "doc"),
            source: self.opt_text(&members, "source"),
            event: event?,
            id: members.get("id").and_then(|node| self.webhook_id(node)),
            signature,
            examples: examples.iter().filter_map(|node| self.delivery(node)).collect(),
            notes: self.notes(members.get("notes")),
            allow: self.allow(&members),
        })
    }

    /// A member, or `{ header: Name }`.
    fn webhook_id(&mut self, node: &Node) -> Option<WebhookIdDecl> {
        if let NodeKind::Map(_) = node.kind {
            let members = self.members(node, &keys::WEBHOOK_ID)?;
            return self.opt_text(&members, "header").map(WebhookIdDecl::Header);
        }
        self.text(node, "`id`").map(WebhookIdDecl::Member)
    }

    fn signature(&mut self, node: &Node) -> Option<SignatureDecl> {
        let members = self.members(node, &keys::SIGNATURE)?;
        let algorithm = members.get("algorithm").map(|node| self.word(node, "`algorithm`", &SIGNATURE_ALGORITHMS));
        let key = members.get("key").and_then(|node| self.word(node, "`key`", &KEY_ENCODINGS));
        let (header, form) = (self.opt_text(&members, "header"), self.opt_text(&members, "form"));
        Some(SignatureDecl {
            span: node.span,
            header: header?,
            algorithm: algorithm.flatten()?.value,
            key: key.map_or(KeyEncoding::Text, |at| at.value),
            key_prefix: self.opt_text(&members, "keyPrefix"),
            form: form?,
            separator: self.opt_text(&members, "separator"),
            timestamp: members.get("timestamp").and_then(|node| self.signed_time(node)),
            over: self.over(&members),
            tolerance: self.time(&members, "tolerance"),
            tolerance_key: members.key_span("tolerance"),
        })
    }

    /// One template or several; `None` where nothing is said.
    fn over(&mut self, members: &Members<'_>) -> Option<Vec<Text>> {
        let node = members.get("over")?;
        let NodeKind::List(items) = &node.kind else {
            return Some(self.text(node, "`over`").into_iter().collect());
        };
        if items.is_empty() {
            let problem = Diagnostic::error(Code::BadShape, node.span, "`over` lists nothing that is signed");
            self.report(problem.hint("write `over: \"{body}\"`, or remove the key"));
        }
        Some(self.texts(node, "`over`"))
    }

    fn signed_time(&mut self, node: &Node) -> Option<SignedTimeDecl> {
        let members = self.members(node, &keys::SIGNED_TIME)?;
        match (self.opt_text(&members, "part"), self.opt_text(&members, "header")) {
            (Some(part), None) => Some(SignedTimeDecl::Part(part)),
            (None, Some(header)) => Some(SignedTimeDecl::Header(header)),
            _ => {
                if !members.has_unknown() {
                    let message = "`timestamp` must have exactly one of `part` and `header`";
                    self.report(Diagnostic::error(Code::BadShape, node.span, message));
                }
                None
            }
        }
    }

    fn delivery(&mut self, node: &Node) -> Option<DeliveryDecl> {
        let members = self.members(node, &keys::DELIVERY)?;
        let headers = members.get("headers").map(|node| self.entries(node, "`headers`")).unwrap_or_default();
        let header = |entry: &Entry| {
            let (name, value) = (self.name(&entry.key), self.text(&entry.value, "the value of a header"));
            value.map(|value| (name, value))
        };
        let headers = headers.iter().filter_map(header).collect();
        let (doc, secret) = (self.opt_text(&members, "doc"), self.opt_text(&members, "secret"));
        Some(DeliveryDecl { doc, secret, headers, body: self.opt_text(&members, "body")? })
    }
}
