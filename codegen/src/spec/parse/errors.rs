//! The codes of JSON-RPC errors: `errors` of `rpc` and of an operation.

use super::keys;
use super::reader::Reader;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::RpcRetry;
use crate::spec::closed::RETRIES;
use crate::spec::document::{At, RpcErrorDecl};
use crate::spec::node::{Key, Node, NodeKind};

impl Reader {
    pub(super) fn rpc_errors(&mut self, node: Option<&Node>) -> Vec<RpcErrorDecl> {
        let Some(node) = node else {
            return Vec::new();
        };
        let mut errors: Vec<RpcErrorDecl> = Vec::new();
        for entry in self.entries(node, "`errors`") {
            let code = self.rpc_code(&entry.key);
            let error = code.and_then(|code| self.rpc_error(code, &entry.value));
            errors.extend(error);
        }
        errors
    }

    fn rpc_code(&mut self, key: &Key) -> Option<At<i64>> {
        let code = key.text.parse().ok();
        if code.is_none() {
            let message = format!("`{}` is not an error code", key.text);
            let problem = Diagnostic::error(Code::BadValue, key.span, message);
            self.report(problem.hint("a code is a whole number, such as -32005"));
        }
        code.map(|value| At { value, span: key.span })
    }

    /// The name of an error, or its name with what it means.
    fn rpc_error(&mut self, code: At<i64>, node: &Node) -> Option<RpcErrorDecl> {
        if !matches!(node.kind, NodeKind::Map(_)) {
            let name = self.text(node, "the name of an error")?;
            return Some(RpcErrorDecl { code, name, doc: None, retry: None, data: None, source: None, seen: false });
        }
        let members = self.members(node, &keys::RPC_ERROR)?;
        let name = self.opt_text(&members, "name");
        let (retry, data) = (members.get("retry"), members.get("data"));
        Some(RpcErrorDecl {
            code,
            doc: self.opt_text(&members, "doc"),
            retry: retry.and_then(|node| self.rpc_retry(node)),
            data: data.and_then(|node| self.type_expr(node, "`data`")),
            source: self.opt_text(&members, "source"),
            seen: self.opt_flag(&members, "seen"),
            name: name?,
        })
    }

    /// Whether a call may be sent again: a flag, or a word that says more.
    fn rpc_retry(&mut self, node: &Node) -> Option<RpcRetry> {
        const WANTED: &str = "true, false, `undone` or `smaller`";
        match &node.kind {
            NodeKind::Boolean(may) => return Some(if *may { RpcRetry::Later } else { RpcRetry::Never }),
            NodeKind::Text(text) => {
                let found = RETRIES.iter().find(|(word, _)| word == text).map(|(_, retry)| *retry);
                if found.is_some() {
                    return found;
                }
                let near = did_you_mean(text, RETRIES.map(|(word, _)| word));
                let problem = Diagnostic::error(Code::BadValue, node.span, format!("`retry` cannot be `{text}`"));
                self.report(problem.hint(near.unwrap_or_else(|| format!("it is {WANTED}"))));
            }
            _ => self.bad_shape(node, "`retry`", WANTED),
        }
        None
    }
}
