//! Failures in the body of a success status: `inBody` of `errors`.
//!
//! Input: a mapping. Output: the declaration, whose members are not resolved.

use super::keys;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::{Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::spec::document::InBodyDecl;

impl Reader {
    pub(super) fn in_body(&mut self, node: &Node) -> Option<InBodyDecl> {
        let members = self.members(node, &keys::IN_BODY)?;
        if members.present(["when", "unless", "has"]).is_empty() && !members.has_unknown() {
            let message = "`inBody` does not say when a body reports a failure";
            let problem = Diagnostic::error(Code::MissingKey, members.span, message);
            self.report(problem.hint("add `when: { member: value }`, `unless: { member: value }` or `has: member`"));
        }
        for key in ["retry", "limited"] {
            if let (Some(span), None) = (members.key_span(key), members.get("code")) {
                let message = format!("`{key}` lists codes, but `code` does not say where a code is");
                let problem = Diagnostic::error(Code::MissingKey, span, message);
                self.report(problem.hint("add `code: member`"));
            }
        }
        let mut codes = |key: &str| {
            let node = members.get(key);
            node.map(|node| self.texts_or_numbers(node, &format!("`{key}`"))).unwrap_or_default()
        };
        let (retry, limited) = (codes("retry"), codes("limited"));
        Some(InBodyDecl {
            when: self.constants(&members, "when"),
            unless: self.constants(&members, "unless"),
            has: self.opt_text(&members, "has"),
            message: self.opt_text(&members, "message"),
            code: self.opt_text(&members, "code"),
            retry,
            limited,
            source: self.opt_source_text(&members),
        })
    }

    /// Members with their values, at least one.
    fn constants(&mut self, members: &Members<'_>, key: &str) -> Vec<(Text, Node)> {
        let Some(node) = members.get(key) else { return Vec::new() };
        let found = self.named_nodes(node, &format!("`{key}`"));
        if found.is_empty() && matches!(node.kind, NodeKind::Map(_)) {
            let problem = Diagnostic::error(Code::BadShape, node.span, format!("`{key}` names no member"));
            self.report(problem.hint(format!("write a member with its value: `{key}: {{ member: value }}`")));
        }
        for (name, value) in &found {
            if !matches!(value.kind, NodeKind::Boolean(_) | NodeKind::Number(_) | NodeKind::Text(_)) {
                self.bad_text(value, &format!("`{}`", name.value), "true, false, a number or a text");
            }
        }
        found
    }
}
