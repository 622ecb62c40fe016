//! The keys of `client:` and of deployments.

use super::keys;
use crate::language::node::{Entry, Node, Text};
use crate::language::reader::Reader;
use crate::language::word::{Form as _, ShortOrWhole};
use crate::language::words::limits::share_unit;
use crate::language::words::services::StatusName;
use crate::model::{ErrorStatus, RateLimitHeaders};
use crate::spec::document::{ClientDecl, DeploymentDecl, ErrorsDecl, ServerDecl};

impl Reader {
    pub(super) fn client(&mut self, node: &Node) -> Option<ClientDecl> {
        let members = self.members(node, &keys::CLIENT)?;
        let errors = members.get("errors");
        let paging = members.get("paging");
        let (rate_limit, request_id) = self.headers(members.get("headers"));
        Some(ClientDecl {
            span: node.span,
            source: self.opt_source_text(&members),
            version: self.opt_text(&members, "version"),
            base_url: self.opt_text(&members, "baseUrl"),
            vars: self.vars(members.get("vars")),
            auth: self.auth(members.get("auth")),
            security: self.security(&members),
            servers: self.servers(members.get("servers")),
            send: self.send(members.get("headers")),
            rate_limit,
            request_id,
            errors: errors.and_then(|node| self.errors(node)),
            unavailable: self.list(&members, "unavailable"),
            paging: paging.and_then(|node| self.paging(node, &keys::PAGING)),
            refusals: self.some(&members, "refusals"),
            dialects: self.list(&members, "dialects"),
            limits: share_unit(self.list(&members, "limits")),
            notes: self.list(&members, "notes"),
        })
    }

    /// The errors of a server that does not serve yet, or does not have a result yet.
    /// The servers beside that of the base URL.
    fn servers(&mut self, node: Option<&Node>) -> Vec<ServerDecl> {
        let entries = node.map(|node| self.entries(node, "`servers`")).unwrap_or_default();
        let server = |entry: &Entry| {
            let name = self.name(&entry.key);
            let members = self.members(&entry.value, &keys::SERVER)?;
            Some(ServerDecl {
                name,
                base_url: self.opt_text(&members, "baseUrl"),
                security: self.security(&members),
                doc: self.opt_text(&members, "doc"),
                source: self.opt_source_text(&members),
            })
        };
        entries.iter().filter_map(server).collect()
    }

    /// The headers of responses: those on the rate limit, and the one with the ID of the request.
    fn headers(&mut self, node: Option<&Node>) -> (Option<RateLimitHeaders>, Option<Text>) {
        let Some(members) = node.and_then(|node| self.members(node, &keys::HEADERS)) else { return (None, None) };
        let rate_limit = self.some(&members, "rateLimit");
        (rate_limit, self.opt_text(&members, "requestId"))
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

    pub(super) fn deployment(&mut self, node: &Node) -> Option<DeploymentDecl> {
        let members = self.members(node, &keys::DEPLOYMENT)?;
        let mut vars = Vec::new();
        if let Some(node) = members.get("vars") {
            for entry in self.entries(node, "`vars`") {
                let name = self.name(&entry.key);
                let value = self.text_or_number(&entry.value, "the value of a variable");
                vars.extend(value.map(|value| (name, value)));
            }
        }
        let missing = members.get("missing");
        let missing = missing.map(|node| self.texts(node, "`missing`"));
        let results = members.get("results").map(|node| self.entries(node, "`results`")).unwrap_or_default();
        let results = results.iter().map(|entry| (self.name(&entry.key), entry.value.clone())).collect();
        let mut endpoints = Vec::new();
        for entry in members.get("endpoints").map(|node| self.entries(node, "`endpoints`")).unwrap_or_default() {
            let name = self.name(&entry.key);
            let urls = self.text_or_texts(&entry.value, "the URL of a service");
            endpoints.extend(urls.into_iter().map(|url| (name.clone(), url)));
        }
        Some(DeploymentDecl { vars, endpoints, missing: missing.unwrap_or_default(), results })
    }
}
