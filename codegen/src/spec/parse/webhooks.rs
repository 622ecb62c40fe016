//! Webhooks: `webhooks` of a file.
//!
//! Input: a mapping. Output: a [`WebhooksDecl`], whose names and templates are not resolved, or
//! mistakes of shape.

use super::keys;
use crate::language::node::Entry;
use crate::language::reader::Reader;
use crate::spec::document::WebhooksDecl;

impl Reader {
    pub(super) fn webhooks(&mut self, entry: &Entry) -> Option<WebhooksDecl> {
        let members = self.members(&entry.value, &keys::WEBHOOKS)?;
        let event = members.get("event").and_then(|node| self.type_expr(node, "`event`"));
        Some(WebhooksDecl {
            span: entry.key.span,
            doc: self.opt_text(&members, "doc"),
            source: self.opt_source_text(&members),
            event: event?,
            id: self.some(&members, "id"),
            signature: self.some(&members, "signature"),
            examples: self.list(&members, "examples"),
            notes: self.list(&members, "notes"),
            allow: self.allow(&members),
        })
    }
}
