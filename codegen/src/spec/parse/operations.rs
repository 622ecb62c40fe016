//! Calls of operations, and their success statuses.
//!
//! Input: the keys of an operation. Output: parts of its declaration.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::Mapping;
use crate::language::node::{At, Node, NodeKind};
use crate::language::reader::{Members, Reader};
use crate::language::table::{Shape, Table, key};
use crate::language::word::{Form, Word as _, texts};
use crate::spec::closed::{CALLS, CallKey};
use crate::spec::document::{CallDecl, StatusKeys, Successes};

/// Keys that state the call of an operation: HTTP methods, and the JSON-RPC method.
const CALL_KEYS: &[&str] = &texts(&CALLS);

impl Mapping for Option<CallDecl> {
    const TABLE: Table = Table::new(
        "",
        "",
        &[
            key("get", Shape::Text, "The path of a `GET`, with its parameters in braces."),
            key("head", Shape::Text, "The path of a `HEAD`, with its parameters in braces."),
            key("post", Shape::Text, "The path of a `POST`, with its parameters in braces."),
            key("put", Shape::Text, "The path of a `PUT`, with its parameters in braces."),
            key("patch", Shape::Text, "The path of a `PATCH`, with its parameters in braces."),
            key("delete", Shape::Text, "The path of a `DELETE`, with its parameters in braces."),
            key("request", Shape::Text, "Another HTTP method and the path, such as `QUERY /books`."),
            key("method", Shape::Text, "The name of a JSON-RPC method, a template over variables."),
        ],
    )
    .one(CALL_KEYS);

    fn from_members(reader: &mut Reader, members: &Members<'_>) -> Option<Self> {
        Some(reader.call(members))
    }
}

impl Reader {
    /// Reads the only key that states the call of an operation; `None` after a report.
    fn call(&mut self, members: &Members<'_>) -> Option<CallDecl> {
        let name = &members.name;
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

    /// Reads a success status from a value.
    fn success(&mut self, node: &Node) -> Option<At<u16>> {
        let digits = self.text_or_number(node, "a status")?;
        self.success_code(&digits.value, digits.span)
    }

    /// Parses a success status.
    fn success_code(&mut self, digits: &str, span: Span) -> Option<At<u16>> {
        self.status_code(digits, span).map(|value| At { value, span })
    }
}

/// Shape of a status of success.
const SUCCESS: Shape = Shape::Status(200, 299);

impl Form<Vec<(At<u16>, bool)>> for Successes {
    const SHAPE: Shape =
        Shape::Either(&[SUCCESS, Shape::List(&SUCCESS), Shape::ByStatus(200, 299, &StatusKeys::SHAPE)]);

    fn read(reader: &mut Reader, node: &Node, _: &str) -> Option<Vec<(At<u16>, bool)>> {
        let mut statuses = Vec::new();
        match &node.kind {
            NodeKind::Map(entries) => {
                for entry in entries {
                    let code = reader.success_code(&entry.key.text, entry.key.span);
                    let keys = StatusKeys::read(reader, &entry.value, "a status");
                    statuses.extend(code.map(|code| (code, keys.is_some_and(|keys| keys.seen))));
                }
            }
            NodeKind::List(items) => {
                for item in items {
                    statuses.extend(reader.success(item).map(|code| (code, false)));
                }
            }
            _ => statuses.extend(reader.success(node).map(|code| (code, false))),
        }
        if matches!(&node.kind, NodeKind::List(items) if items.is_empty()) {
            let problem = Diagnostic::error(Code::BadShape, node.span, "`status` lists no status");
            reader.report(problem.hint("list the statuses of success, or remove `status`: all of them are"));
        }
        Some(statuses)
    }
}
