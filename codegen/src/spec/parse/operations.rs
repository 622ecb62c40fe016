//! Operations with their variants and examples, and subscriptions.
//!
//! Input: the mappings of a file. Output: declarations, whose names are not resolved.

use super::keys;
use super::responses::ResponseKeys;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{At, Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::word::ShortOrWhole;
use crate::language::words::clients::Ways;
use crate::language::words::limits::share_unit;
use crate::spec::closed::{CALLS, CallKey, EFFECTS, REDIRECTS};
use crate::spec::document::{CallDecl, OperationDecl, SubscriptionDecl, VariantDecl};

impl Reader {
    pub(super) fn operations(&mut self, node: Option<&Node>) -> Vec<OperationDecl> {
        let mut operations = Vec::new();
        let Some(node) = node else {
            return operations;
        };
        for entry in self.entries(node, "`operations`") {
            let name = self.name(&entry.key);
            if let Some(members) = self.members(&entry.value, &keys::OPERATION) {
                operations.push(self.operation(name, &members));
            }
        }
        operations
    }

    fn operation(&mut self, name: Text, members: &Members<'_>) -> OperationDecl {
        let content = self.content(members);
        let (params, places) = self.params(members, content.as_ref());
        let ResponseKeys { result, key: result_key, response } = self.response_keys(members);
        let redirects = members.get("redirects").and_then(|node| self.word(node, "`redirects`", &REDIRECTS));
        let effect = members.get("effect");
        let paginate = members.get("paginate");
        OperationDecl {
            call: self.call(&name, members),
            name,
            source: self.opt_source_text(members),
            doc: self.opt_text(members, "doc"),
            params,
            content,
            style: self.opt_style(members),
            security: self.by::<Ways, _>(members, "security"),
            server: self.opt_text(members, "server"),
            places,
            result,
            result_key,
            response,
            redirects: redirects.map(|at| at.span),
            effect: effect.and_then(|node| self.word(node, "`effect`", &EFFECTS)),
            rules: self.list(members, "rules"),
            paginate: paginate.and_then(|node| self.paging(node, &keys::PAGINATE)),
            wait: self.some(members, "wait"),
            cost: self.by::<ShortOrWhole, _>(members, "cost"),
            errors: self.rpc_errors(members.get("errors")),
            errors_key: members.key_span("errors"),
            failures: self.list(members, "failures"),
            variants: self.variants(members.get("variants")),
            examples: self.list(members, "examples"),
            statuses: self.statuses(members.get("status")),
            available: self.available(members),
            deprecated: self.some(members, "deprecated"),
            since: self.opt_version(members, "since"),
            until: self.opt_version(members, "until"),
            server_version: self.opt_text(members, "serverVersion"),
            limits: share_unit(self.list(members, "limits")),
            notes: self.list(members, "notes"),
            seen: self.opt_flag(members, "seen"),
            allow: self.allow(members),
        }
    }

    fn call(&mut self, name: &Text, members: &Members<'_>) -> Option<CallDecl> {
        let mut calls = CALLS.iter().filter(|(word, _)| members.get(word).is_some());
        let (word, key) = match (calls.next(), calls.next()) {
            (Some(call), None) => call,
            (None, _) if members.has_unknown() => return None,
            (None, _) => {
                let message = format!("the operation `{}` makes no call", name.value);
                let problem = Diagnostic::error(Code::MissingKey, name.span, message);
                let hint = "add `get: /path` (or `head`, `post`, `put`, `patch`, `delete`), `request: QUERY /path` for \
                            another HTTP method, or `method: name`";
                self.report(problem.hint(hint));
                return None;
            }
            (Some((first, _)), Some((second, _))) => {
                let message = format!("an operation cannot have both `{first}` and `{second}`");
                let span = members.key_span(second).unwrap_or(name.span);
                let problem = Diagnostic::error(Code::BadShape, span, message);
                self.report(problem.hint("make two operations"));
                return None;
            }
        };
        let text = self.opt_text(members, word)?;
        match key {
            CallKey::Verb(verb) => Some(CallDecl::Rest(*verb, text)),
            CallKey::RequestLine => self.request_line(&text),
            CallKey::Rpc => Some(CallDecl::Rpc(text)),
        }
    }

    fn statuses(&mut self, node: Option<&Node>) -> Vec<(At<u16>, bool)> {
        let mut statuses = Vec::new();
        let Some(node) = node else {
            return statuses;
        };
        match &node.kind {
            NodeKind::Map(entries) => {
                for entry in entries {
                    let code = self.status_at(&entry.key.text, entry.key.span);
                    let members = self.members(&entry.value, &keys::STATUS);
                    let seen = members.is_some_and(|members| self.opt_flag(&members, "seen"));
                    statuses.extend(code.map(|code| (code, seen)));
                }
            }
            NodeKind::List(items) => {
                for item in items {
                    statuses.extend(self.status_number(item).map(|code| (code, false)));
                }
            }
            _ => statuses.extend(self.status_number(node).map(|code| (code, false))),
        }
        statuses
    }

    fn status_number(&mut self, node: &Node) -> Option<At<u16>> {
        let digits = self.text_or_number(node, "a status")?;
        self.status_at(&digits.value, digits.span)
    }

    fn status_at(&mut self, digits: &str, span: Span) -> Option<At<u16>> {
        self.status_code(digits, span).map(|value| At { value, span })
    }

    fn variants(&mut self, node: Option<&Node>) -> Vec<VariantDecl> {
        let mut variants = Vec::new();
        let Some(node) = node else {
            return variants;
        };
        for entry in self.entries(node, "`variants`") {
            let name = self.name(&entry.key);
            let Some(members) = self.members(&entry.value, &keys::VARIANT) else {
                continue;
            };
            let ResponseKeys { result, key: result_key, response } = self.response_keys(&members);
            variants.push(VariantDecl {
                name,
                doc: self.opt_text(&members, "doc"),
                source: self.opt_source_text(&members),
                fix: self.list(&members, "fix"),
                result,
                result_key,
                response,
                since: self.opt_version(&members, "since"),
                until: self.opt_version(&members, "until"),
                deprecated: self.some(&members, "deprecated"),
                available: self.available(&members),
                notes: self.list(&members, "notes"),
                seen: self.opt_flag(&members, "seen"),
            });
        }
        variants
    }

    pub(super) fn subscriptions(&mut self, node: Option<&Node>) -> Vec<SubscriptionDecl> {
        let mut subscriptions = Vec::new();
        let Some(node) = node else {
            return subscriptions;
        };
        for entry in self.entries(node, "`subscriptions`") {
            let name = self.name(&entry.key);
            let members = self.members(&entry.value, &keys::SUBSCRIPTION);
            let Some(members) = members else {
                continue;
            };
            let item = members.get("item");
            let item = item.and_then(|node| self.type_expr(node, "`item`"));
            let params = members.get("params");
            let params = params.map(|node| self.fields(node, "`params`", false));
            let subscription = item.map(|item| SubscriptionDecl {
                name,
                kind: self.opt_text(&members, "kind"),
                subscribe: self.some(&members, "subscribe"),
                doc: self.opt_text(&members, "doc"),
                source: self.opt_source_text(&members),
                params: params.unwrap_or_default(),
                item,
                backfill: self.some(&members, "backfill"),
                seen: self.opt_flag(&members, "seen"),
                available: self.available(&members),
                notes: self.list(&members, "notes"),
                allow: self.allow(&members),
            });
            subscriptions.extend(subscription);
        }
        subscriptions
    }
}
