//! Codes of JSON-RPC errors: `errors` of `rpc` and of an operation.

use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::keep;
use crate::language::mapping::Mapping as _;
use crate::language::node::{At, Key, Node, NodeKind, Text};
use crate::language::reader::Reader;
use crate::language::table::Shape;
use crate::language::word::{Form, OneOrSeveral, ShortOrWhole, Word, texts};
use crate::language::words::common::check_message_part;
use crate::model::{Limited, RpcRetry};
use crate::spec::closed::RETRIES;
use crate::spec::document::{AllOrParts, ErrorsByCode, LimitedKeys, RpcErrorDecl};

impl Form<Vec<RpcErrorDecl>> for ErrorsByCode {
    const SHAPE: Shape = Shape::ByCode(&<ShortOrWhole as Form<RpcErrorDecl>>::SHAPE);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<RpcErrorDecl>> {
        let mut errors: Vec<RpcErrorDecl> = Vec::new();
        for entry in reader.entries(node, what) {
            let Some(code) = reader.parse_rpc_code(&entry.key) else { continue };
            let error: Option<RpcErrorDecl> = ShortOrWhole::read(reader, &entry.value, "the name of an error");
            errors.extend(error.map(|error| RpcErrorDecl { code, ..error }));
        }
        Some(errors)
    }
}

impl Form<Vec<Text>> for AllOrParts {
    const SHAPE: Shape = Shape::Either(&[Shape::Flag, <OneOrSeveral as Form<Vec<Text>>>::SHAPE]);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<Text>> {
        match node.kind {
            NodeKind::Boolean(is_all) => is_all.then(Vec::new),
            NodeKind::Text(_) | NodeKind::List(_) => reader.parts_of_message(node, what),
            _ => {
                reader.bad_shape(node, what, "true, a part of the message, or a list of such parts");
                None
            }
        }
    }
}

impl Word for Limited {
    const SHAPE: Shape = Shape::Either(&[Shape::Flag, LimitedKeys::SHAPE]);

    /// Reads which errors of a code are temporary refusals: all, or those that the keys describe.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        match &node.kind {
            NodeKind::Boolean(is_limited) => is_limited.then_some(Self::new()),
            NodeKind::Map(_) => reader.limited(node),
            _ => {
                reader.bad_shape(node, what, "true, or keys such as `error`");
                None
            }
        }
    }
}

/// Words that `retry` of an error code may have.
const RETRY_WORDS: &[&str] = &texts(&RETRIES);

impl Word for RpcRetry {
    const SHAPE: Shape = Shape::Either(&[Shape::Flag, Shape::Word(RETRY_WORDS)]);

    /// Reads whether a call may be retried: a flag, or a more specific word.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        const WANTED: &str = "true, false or `undone`";
        match &node.kind {
            NodeKind::Boolean(may) => return Some(if *may { Self::Later } else { Self::Never }),
            NodeKind::Text(text) => {
                let found = RETRIES.iter().find(|(word, _)| word == text).map(|(_, retry)| *retry);
                if found.is_some() {
                    return found;
                }
                let near = did_you_mean(text, RETRIES.map(|(word, _)| word));
                let problem = Diagnostic::error(Code::BadValue, node.span, format!("{what} cannot be `{text}`"));
                reader.report(problem.hint(near.unwrap_or_else(|| format!("write {WANTED}"))));
            }
            _ => reader.bad_shape(node, what, WANTED),
        }
        None
    }
}

impl Reader {
    fn parse_rpc_code(&mut self, key: &Key) -> Option<At<i64>> {
        let code = key.text.parse().ok();
        if code.is_none() {
            let message = format!("`{}` is not an error code", key.text);
            let problem = Diagnostic::error(Code::BadValue, key.span, message);
            self.report(problem.hint("a code is a whole number, such as -32005"));
        }
        code.map(|value| At { value, span: key.span })
    }

    /// Reads the keys that describe which errors of a code are temporary refusals.
    fn limited(&mut self, node: &Node) -> Option<Limited> {
        let members = self.members(node, &LimitedKeys::TABLE)?;
        let LimitedKeys { error, wait, wait_ms } = LimitedKeys::from_members(self, &members)?;
        self.check_parts(&error);
        if let (Some(_), Some(second)) = (members.get("wait"), members.key_span("waitMs")) {
            let problem = Diagnostic::error(Code::BadValue, second, "`wait` and `waitMs` both state how long to wait");
            self.report(problem.hint("remove one of them"));
        }
        let millis = !wait_ms.is_empty();
        let wait = keep::list(wait.iter().chain(&wait_ms).map(|path| self.path_of_data(path)));
        Some(Limited { messages: keep::texts(error.iter().map(|message| &message.value)), wait, millis })
    }

    fn parts_of_message(&mut self, node: &Node, what: &str) -> Option<Vec<Text>> {
        let parts = OneOrSeveral::read(self, node, what)?;
        self.check_parts(&parts);
        Some(parts)
    }

    fn check_parts(&mut self, parts: &[Text]) {
        for part in parts {
            check_message_part(self, &part.value, part.span, Code::BadShape);
        }
    }

    /// Parses the path of a member, written with dots.
    fn path_of_data(&mut self, path: &Text) -> &'static [&'static str] {
        if path.value.split('.').any(str::is_empty) {
            let message = format!("`{}` is no path of a member of `data`", path.value);
            let problem = Diagnostic::error(Code::BadValue, path.span, message);
            self.report(problem.hint("write the names of members with dots between them, such as `rate.wait`"));
        }
        keep::texts(path.value.split('.'))
    }
}
