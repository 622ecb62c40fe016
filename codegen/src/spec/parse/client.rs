//! The keys of `client:` and of deployments.

use super::keys;
use crate::language::node::Node;
use crate::language::reader::Reader;
use crate::language::word::{Form as _, ShortOrWhole};
use crate::language::words::clients::Ways;
use crate::language::words::limits::share_unit;
use crate::language::words::services::StatusName;
use crate::model::ErrorStatus;
use crate::spec::document::{ClientDecl, ErrorsDecl};

impl Reader {
    pub(super) fn client(&mut self, node: &Node) -> Option<ClientDecl> {
        let members = self.members(node, &keys::CLIENT)?;
        let errors = members.get("errors");
        let paging = members.get("paging");
        Some(ClientDecl {
            span: node.span,
            source: self.opt_source_text(&members),
            version: self.opt_text(&members, "version"),
            base_url: self.opt_text(&members, "baseUrl"),
            vars: self.vars(&members),
            auth: self.list(&members, "auth"),
            security: self.by::<Ways, _>(&members, "security"),
            servers: self.list(&members, "servers"),
            headers: self.some(&members, "headers").unwrap_or_default(),
            errors: errors.and_then(|node| self.errors(node)),
            unavailable: self.list(&members, "unavailable"),
            paging: paging.and_then(|node| self.paging(node, &keys::PAGING)),
            refusals: self.some(&members, "refusals"),
            dialects: self.list(&members, "dialects"),
            limits: share_unit(self.list(&members, "limits")),
            notes: self.list(&members, "notes"),
        })
    }

    fn errors(&mut self, node: &Node) -> Option<ErrorsDecl> {
        let members = self.members(node, &keys::ERRORS)?;
        let body = self.opt_text(&members, "body");
        let message = self.opt_text(&members, "message");
        let source = self.opt_source_text(&members);
        let mut statuses = Vec::new();
        if let Some(node) = members.get("statuses") {
            for entry in self.entries(node, "`statuses`") {
                let code = self.status_code(&entry.key.text, entry.key.span);
                let named = ShortOrWhole::read(self, &entry.value, "the name of a status");
                statuses.extend(code.zip(named).map(|(code, StatusName { name, doc })| ErrorStatus {
                    code,
                    name,
                    doc,
                }));
            }
        }
        let in_body = self.some(&members, "inBody");
        Some(ErrorsDecl { body: body?, message, statuses, in_body, source })
    }
}
