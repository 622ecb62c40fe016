//! Responses: a type, bytes or text, a body for each status, events, or lines; and headers.
//!
//! Input: `response`, `result`, `events` or `lines` of an operation. Output: [`ResponseKeys`], whose types
//! are not resolved.

use super::foreign_words;
use super::keys;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::{At, Entry, KeyKind, Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::word::OneOrSeveral;
use crate::spec::document::{
    ArmBodyDecl, ArmDecl, Attributes, DiscriminatorDecl, Head, RecordDecl, ResponseBodyDecl, ResponseDecl, StreamDecl,
    TypeExpr, UnionDecl,
};

/// Word for a response without a body.
const NONE: &str = "none";
/// Key of the media types of lines.
const MEDIA_TYPE: &str = "mediaType";

const KEYS: &str = "a response is a type, statuses with types, or a mapping with `type`, `bytes`, `text` and `headers`";

/// The response of an operation or a variant, from its keys.
#[derive(Default)]
pub(super) struct ResponseKeys {
    pub(super) result: Option<TypeExpr>,
    /// The place of the key, and whether it is one of REST.
    pub(super) key: Option<(Span, bool)>,
    pub(super) response: ResponseDecl,
}

impl Reader {
    /// The value of `response`, `result`, `events` or `lines`.
    pub(super) fn response_keys(&mut self, members: &Members<'_>) -> ResponseKeys {
        let present = members.present(["response", "result", "events", "lines"]);
        let stream = self.stream(members);
        let Some(key) = present.first().copied() else {
            return ResponseKeys::default();
        };
        if let Some(span) = present.get(1).and_then(|second| members.key_span(second)) {
            let message = format!("an operation cannot have both `{key}` and `{}`", present[1]);
            let problem = Diagnostic::error(Code::BadShape, span, message);
            self.report(
                problem.hint("`response`, `events` and `lines` are for REST, `result` for JSON-RPC; keep one of them"),
            );
        }
        let is_rest = key != "result";
        let mut response_keys = match (key, members.get(key)) {
            ("result", Some(node)) => {
                ResponseKeys { result: self.type_expr(node, "`result`"), ..ResponseKeys::default() }
            }
            ("events", Some(node)) => self.events(node),
            ("lines", Some(node)) => self.lines(node),
            (_, Some(node)) => self.response(node),
            (_, None) => ResponseKeys::default(),
        };
        response_keys.key = members.key_span(key).map(|span| (span, is_rest));
        response_keys.response.stream = stream;
        response_keys
    }

    fn response(&mut self, node: &Node) -> ResponseKeys {
        let is_key = |entry: &Entry| keys::RESPONSE_ONLY.contains(&entry.key.text.as_str());
        match &node.kind {
            NodeKind::Text(word) if word == NONE => ResponseKeys::default(),
            NodeKind::Map(entries) if entries.iter().any(is_status) => self.by_status(node, entries),
            NodeKind::Map(entries) if entries.iter().any(is_key) => self.described(node),
            NodeKind::Map(entries) if self.refuse_keys(entries) => ResponseKeys::default(),
            _ => ResponseKeys { result: self.type_expr(node, "`response`"), ..ResponseKeys::default() },
        }
    }

    /// Reports keys that neither a type nor a response has; says whether there are any.
    fn refuse_keys(&mut self, entries: &[Entry]) -> bool {
        let unknown: Vec<&Entry> = entries.iter().filter(|entry| !is_key_of_type(&entry.key.text)).collect();
        for entry in &unknown {
            let key = &entry.key;
            let message = format!("a response has no key `{}`", key.text);
            let names = || keys::RESPONSE.keys().chain(keys::TYPE.keys()).map(|key| key.name);
            let hint = (elsewhere(&key.text).or_else(|| foreign_words::advice(&key.text, &keys::TYPE)))
                .map(str::to_owned)
                .or_else(|| did_you_mean(&key.text, names()))
                .unwrap_or_else(|| KEYS.to_owned());
            self.report(Diagnostic::error(Code::UnknownKey, key.span, message).label("not known here").hint(hint));
        }
        !unknown.is_empty()
    }

    /// `{ type: Name, headers: … }`, `{ bytes: media type }` or `{ text: media type }`.
    fn described(&mut self, node: &Node) -> ResponseKeys {
        let Some(members) = self.members(node, &keys::RESPONSE) else {
            return ResponseKeys::default();
        };
        let headers = members.get("headers").and_then(|node| self.response_headers(node));
        let is_none = |node: &&Node| matches!(&node.kind, NodeKind::Text(word) if word == NONE);
        let ty = members.get("type").filter(|node| !is_none(node));
        let mut result = ty.and_then(|node| self.type_expr(node, "`type`"));
        let kinds = members.present(["type", "bytes", "text"]);
        if let [first, second, ..] = kinds.as_slice() {
            let message = format!("a response cannot have both `{first}` and `{second}`");
            let span = members.key_span(second).unwrap_or(node.span);
            self.report(Diagnostic::error(Code::BadShape, span, message).hint("keep one of them"));
        }
        let mut media_types = |key| self.by::<OneOrSeveral, _>(&members, key).unwrap_or_default();
        let body = match (members.get("bytes"), members.get("text")) {
            (Some(_), _) => ResponseBodyDecl::Bytes(media_types("bytes")),
            (None, Some(_)) => {
                result = Some(plain(node.span, Head::Name("string".to_owned())));
                ResponseBodyDecl::Text(media_types("text"))
            }
            (None, None) => ResponseBodyDecl::Json,
        };
        ResponseKeys { result, response: ResponseDecl { body, headers, stream: None }, ..ResponseKeys::default() }
    }

    fn response_headers(&mut self, node: &Node) -> Option<TypeExpr> {
        let fields = self.fields(node, "`headers`", false);
        let record = RecordDecl { of: Vec::new(), extends: None, fields };
        let doc = Some(At { value: "Headers of a response.".to_owned(), span: node.span });
        let attributes = Box::new(Attributes { doc, ..Attributes::default() });
        let head = Head::Record(record);
        matches!(node.kind, NodeKind::Map(_)).then_some(TypeExpr { span: node.span, head, attributes })
    }

    /// `{ 200: Name, 304: none, headers: … }`
    fn by_status(&mut self, node: &Node, entries: &[Entry]) -> ResponseKeys {
        let mut headers = None;
        let mut arms = Vec::new();
        for entry in entries {
            if is_status(entry) {
                arms.extend(self.status_arm(entry));
            } else if entry.key.text == "headers" {
                headers = self.response_headers(&entry.value);
            } else {
                let message = format!("a response by status has no key `{}`", entry.key.text);
                let problem = Diagnostic::error(Code::UnknownKey, entry.key.span, message).label("not known here");
                self.report(problem.hint("only `headers` is allowed beside the statuses"));
            }
        }
        let result = Some(discriminated_union(node.span, DiscriminatorDecl::Status, arms));
        ResponseKeys {
            result,
            response: ResponseDecl { body: ResponseBodyDecl::ByStatus, headers, stream: None },
            ..ResponseKeys::default()
        }
    }

    fn status_arm(&mut self, entry: &Entry) -> Option<ArmDecl> {
        let code = self.status_code(&entry.key.text, entry.key.span)?;
        let name = At { value: code.to_string(), span: entry.key.span };
        let mut arm = self.form_arm(name, &entry.value)?;
        if let ArmBodyDecl::Value(expr) = &mut arm.body {
            if matches!(&expr.head, Head::Name(word) if word == NONE) {
                expr.head = Head::Const(Node { kind: NodeKind::Null, span: expr.span });
            }
        }
        Some(arm)
    }

    /// `{ head: Head, block: Block }`
    fn events(&mut self, node: &Node) -> ResponseKeys {
        let mut arms = Vec::new();
        for entry in self.entries(node, "`events`") {
            let name = self.name(&entry.key);
            arms.extend(self.form_arm(name, &entry.value));
        }
        let event = discriminated_union(node.span, DiscriminatorDecl::Event, arms);
        let result = Some(plain(node.span, Head::List(Box::new(event))));
        let response = ResponseDecl { body: ResponseBodyDecl::Events, ..ResponseDecl::default() };
        ResponseKeys { result, response, ..ResponseKeys::default() }
    }

    /// `Event`, or `{ type: Event, mediaType: application/jsonl, headers: … }`
    fn lines(&mut self, node: &Node) -> ResponseKeys {
        let mut headers = None;
        let (item, types) = match &node.kind {
            NodeKind::Map(entries) if is_lines(entries) => {
                let Some(members) = self.members(node, &keys::LINES) else {
                    return ResponseKeys::default();
                };
                headers = members.get("headers").and_then(|node| self.response_headers(node));
                let types = self.by::<OneOrSeveral, _>(&members, MEDIA_TYPE);
                (members.get("type").and_then(|node| self.type_expr(node, "`type`")), types.unwrap_or_default())
            }
            _ => (self.type_expr(node, "`lines`"), Vec::new()),
        };
        let result = item.map(|item| plain(item.span, Head::List(Box::new(item))));
        let response = ResponseDecl { body: ResponseBodyDecl::Lines(types), headers, stream: None };
        ResponseKeys { result, response, ..ResponseKeys::default() }
    }

    /// `{ end: "[DONE]", ids: true, retry: 3000 }`
    fn stream(&mut self, members: &Members<'_>) -> Option<StreamDecl> {
        let entry = members.entry("stream")?;
        if members.get("events").is_none() {
            let message = "`stream` describes server-sent events, but there are none";
            let problem = Diagnostic::error(Code::BadShape, entry.key.span, message);
            self.report(problem.hint("add `events: { name: Type }`, or remove it"));
        }
        let members = self.members(&entry.value, &keys::STREAM)?;
        let end = members.get("end").and_then(|node| self.end_of_stream(node));
        let ids = self.opt_flag(&members, "ids").then(|| members.key_span("ids")).flatten();
        let retry = members.get("retry").and_then(|node| self.whole(node, "`retry`"));
        Some(StreamDecl { end, ids, retry })
    }

    /// The data of the event that ends a stream.
    fn end_of_stream(&mut self, node: &Node) -> Option<Text> {
        let (code, message) = match &node.kind {
            // `[DONE]` without quotes.
            NodeKind::List(_) => (Code::BadShape, "`end` must be a text, but is a list"),
            NodeKind::Text(text) if text.is_empty() => (Code::BadValue, "`end` is empty"),
            NodeKind::Text(text) if text.contains(['\n', '\r']) => (Code::BadValue, "`end` has several lines"),
            _ => return self.text(node, "`end`"),
        };
        let problem = Diagnostic::error(code, node.span, message);
        self.report(problem.hint("write the data of the last event, in quotes: `end: \"[DONE]\"`"));
        None
    }
}

/// Whether a mapping has the media type of lines or headers, perhaps misspelt, beside their type.
fn is_lines(entries: &[Entry]) -> bool {
    let keys = || entries.iter().map(|entry| entry.key.text.as_str());
    let is_unknown = |key: &str| !is_key_of_type(key);
    keys().any(|key| [MEDIA_TYPE, "headers"].contains(&key))
        || keys().any(is_unknown) && keys().all(|key| key == "type" || is_unknown(key))
}

/// Whether a type of a response has the key. `content` is one of parts of requests.
fn is_key_of_type(key: &str) -> bool {
    key != "content" && keys::TYPE.keys().any(|known| known.name == key)
}

/// Where to write what a mapping of a response does not say.
fn elsewhere(key: &str) -> Option<&'static str> {
    match key {
        "lines" => Some("write `lines: Type` in place of `response`"),
        "events" => Some("write `events: { name: Type }` in place of `response`"),
        "content" | MEDIA_TYPE => {
            Some("the media type of a response is that of `bytes: …` or `text: …`, or `mediaType` of `lines`")
        }
        "status" => Some("write `status` beside `response`, or a type by status: `response: { 200: Type }`"),
        _ => None,
    }
}

/// A key that can only be a status.
fn is_status(entry: &Entry) -> bool {
    entry.key.kind == KeyKind::Number
        || (!entry.key.text.is_empty() && entry.key.text.bytes().all(|letter| letter.is_ascii_digit()))
}

fn plain(span: Span, head: Head) -> TypeExpr {
    TypeExpr { span, head, attributes: Box::<Attributes>::default() }
}

fn discriminated_union(span: Span, discriminator: DiscriminatorDecl, arms: Vec<ArmDecl>) -> TypeExpr {
    plain(span, Head::Union(UnionDecl { discriminator, common: Vec::new(), arms }))
}
