//! The codes of JSON-RPC errors: `errors` of `rpc` and of an operation.

use super::keys;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::keep;
use crate::language::node::{At, Key, Node, NodeKind, Text};
use crate::language::reader::Reader;
use crate::language::words::common::is_part;
use crate::model::{Limited, RpcRetry};
use crate::spec::closed::RETRIES;
use crate::spec::document::RpcErrorDecl;

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
            return Some(RpcErrorDecl {
                code,
                name,
                doc: None,
                retry: None,
                data: None,
                limited: None,
                source: None,
                seen: false,
            });
        }
        let members = self.members(node, &keys::RPC_ERROR)?;
        let name = self.opt_text(&members, "name");
        let (retry, data, limited) = (members.get("retry"), members.get("data"), members.get("limited"));
        Some(RpcErrorDecl {
            code,
            doc: self.opt_text(&members, "doc"),
            retry: retry.and_then(|node| self.rpc_retry(node)),
            data: data.and_then(|node| self.type_expr(node, "`data`")),
            limited: limited.and_then(|node| self.limited(node)),
            source: self.opt_source_text(&members),
            seen: self.opt_flag(&members, "seen"),
            name: name?,
        })
    }

    /// Which errors of a code refuse a call for now: all, or those that the keys describe.
    fn limited(&mut self, node: &Node) -> Option<Limited> {
        match &node.kind {
            NodeKind::Boolean(is_limited) => return is_limited.then_some(Limited::new()),
            NodeKind::Map(_) => {}
            _ => {
                self.bad_shape(node, "`limited`", "true, or keys such as `error`");
                return None;
            }
        }
        let members = self.members(node, &keys::LIMITED)?;
        let mut several = |key: &str| match members.get(key) {
            Some(list) if matches!(list.kind, NodeKind::List(_)) => self.texts(list, &format!("`{key}`")),
            Some(text) => self.text(text, &format!("`{key}`")).into_iter().collect(),
            None => Vec::new(),
        };
        let (messages, wait, millis) = (several("error"), several("wait"), several("waitMs"));
        for message in &messages {
            is_part(self, &message.value, message.span, Code::BadShape);
        }
        if let (Some(_), Some(second)) = (members.get("wait"), members.key_span("waitMs")) {
            let problem = Diagnostic::error(Code::BadValue, second, "`wait` and `waitMs` both say how long to wait");
            self.report(problem.hint("remove one of them"));
        }
        let is_millis = !millis.is_empty();
        let wait = keep::list(wait.iter().chain(&millis).map(|path| self.path_of_data(path)));
        let messages = keep::texts(messages.iter().map(|message| &message.value));
        Some(Limited { messages, wait, millis: is_millis })
    }

    /// The path of a member, written with dots.
    fn path_of_data(&mut self, path: &Text) -> &'static [&'static str] {
        if path.value.split('.').any(str::is_empty) {
            let message = format!("`{}` is no path of a member of `data`", path.value);
            let problem = Diagnostic::error(Code::BadValue, path.span, message);
            self.report(problem.hint("write the names of members with dots between them, such as `rate.wait`"));
        }
        keep::texts(path.value.split('.'))
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
