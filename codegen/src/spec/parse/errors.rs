//! The codes of JSON-RPC errors: `errors` of `rpc` and of an operation.

use super::keys;
use super::reader::Reader;
use crate::diagnostic::{Code, Diagnostic};
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
            retry: retry.and_then(|node| self.flag(node, "`retry`")),
            data: data.and_then(|node| self.type_expr(node, "`data`")),
            source: self.opt_text(&members, "source"),
            seen: self.opt_flag(&members, "seen"),
            name: name?,
        })
    }
}
