//! The keys of `refusals` and of `dialects`.

use super::keys;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::{Entry, Node, NodeKind};
use crate::language::reader::{Members, Reader};
use crate::spec::document::{DialectDecl, FailureCaseDecl, FailureDecl, RefusalDecl};
use crate::spec::situations::{SITUATIONS, SituationWord};

/// Code of a failure that states none: that which servers give to errors of their own.
const FAILED: i64 = -32000;

impl Reader {
    pub(super) fn dialects(&mut self, node: Option<&Node>) -> Vec<DialectDecl> {
        let entries = node.map(|node| self.entries(node, "`dialects`")).unwrap_or_default();
        let mut dialects = Vec::new();
        for entry in entries {
            let name = self.name(&entry.key);
            let Some(members) = self.members(&entry.value, &keys::DIALECT) else { continue };
            let accepts = members.get("accepts");
            dialects.push(DialectDecl {
                name,
                doc: self.opt_prose(&members, "doc"),
                accepts: accepts.map(|node| self.media_types(node, "`accepts`")).unwrap_or_default(),
                media_type: self.opt_text(&members, "mediaType").map(|text| text.value),
                headers: self.constant_headers(members.get("headers")),
                id_first: self.opt_flag(&members, "idFirst"),
                null_id_is_none: self.opt_flag(&members, "nullIdIsNone"),
                numbers_as_text: self.opt_flag(&members, "numbersAsText"),
                separator: self.opt_text(&members, "separator").map(|text| text.value),
                error_data: members.get("errorData").map(Node::to_value),
                refusals: self.refusals(members.get("refusals")),
                source: self.opt_source(&members),
                seen: self.opt_flag(&members, "seen"),
            });
        }
        dialects
    }

    fn constant_headers(&mut self, node: Option<&Node>) -> Vec<(String, String)> {
        let entries = node.map(|node| self.entries(node, "`headers`")).unwrap_or_default();
        let header = |entry: &Entry| {
            Some((self.name(&entry.key).value, self.text(&entry.value, "the value of a header")?.value))
        };
        entries.iter().filter_map(header).collect()
    }

    pub(super) fn refusals(&mut self, node: Option<&Node>) -> Vec<RefusalDecl> {
        let Some(members) = node.and_then(|node| self.members(node, &keys::REFUSALS)) else {
            return Vec::new();
        };
        let described = SITUATIONS.iter().filter_map(|known| Some((known, members.get(known.word)?)));
        described.filter_map(|(known, node)| self.refusal(known, node)).collect()
    }

    fn refusal(&mut self, situation: &'static SituationWord, node: &Node) -> Option<RefusalDecl> {
        let members = self.members(node, &keys::REFUSAL)?;
        let (text, message) = (self.opt_text(&members, "text"), self.opt_text(&members, "message"));
        if text.is_some() == message.is_some() && !members.has_unknown() {
            let problem = "a refusal needs exactly one of `text` and `message`";
            let code = if text.is_some() { Code::BadShape } else { Code::MissingKey };
            let hint = "write `text` for a plain body, or `message` for a JSON-RPC error";
            self.report(Diagnostic::error(code, members.span, problem).hint(hint));
        }
        if text.is_some() {
            self.refuse_error_members(&members);
        }
        let (status, code) = (members.get("status"), members.get("code"));
        Some(RefusalDecl {
            situation,
            status: status.and_then(|node| self.refusal_status(node)),
            media_type: self.opt_text(&members, "mediaType").map(|text| text.value),
            code: code.and_then(|node| self.whole(node, "`code`")).map(|at| at.value),
            data: members.get("data").map(Node::to_value),
            is_text: text.is_some(),
            text: text.or(message)?,
        })
    }

    pub(super) fn failures(&mut self, node: Option<&Node>) -> Vec<FailureDecl> {
        let items = node.map(|node| self.items(node, "`failures`")).unwrap_or_default();
        items.iter().filter_map(|item| self.failure(item)).collect()
    }

    fn failure(&mut self, node: &Node) -> Option<FailureDecl> {
        let members = self.members(node, &keys::FAILURE)?;
        let (missing, wrong) = (self.opt_text(&members, "missing"), self.opt_text(&members, "wrong"));
        let given = members.get("given").map(|node| self.entries(node, "`given`")).unwrap_or_default();
        let given = given.iter().map(|entry| FailureCaseDecl::Given(self.name(&entry.key), entry.value.clone()));
        let given: Vec<FailureCaseDecl> = given.collect();
        let cases = missing.map(FailureCaseDecl::Missing).into_iter();
        let mut cases = cases.chain(wrong.map(FailureCaseDecl::Wrong)).chain(given);
        let (case, message) = (cases.next(), self.opt_text(&members, "message"));
        if (case.is_none() || cases.next().is_some()) && !members.has_unknown() {
            let problem = "a failure needs exactly one of `missing`, `wrong` and `given`, with one parameter";
            let hint = "write it as `{ missing: name, message: text }`";
            self.report(Diagnostic::error(Code::BadShape, members.span, problem).hint(hint));
            return None;
        }
        let code = members.get("code").and_then(|node| self.whole(node, "`code`"));
        Some(FailureDecl { case: case?, code: code.map_or(FAILED, |code| code.value), message: message? })
    }

    fn refuse_error_members(&mut self, members: &Members<'_>) {
        for key in ["code", "data"] {
            if let Some(span) = members.key_span(key) {
                let problem = Diagnostic::error(Code::BadShape, span, format!("`{key}` applies to `message`"));
                self.report(problem.hint("remove it, or write `message` in place of `text`"));
            }
        }
    }

    fn refusal_status(&mut self, node: &Node) -> Option<u16> {
        match &node.kind {
            NodeKind::Number(digits) => self.status_code(digits, node.span),
            _ => self.whole(node, "`status`").map(|at| at.value),
        }
    }
}
