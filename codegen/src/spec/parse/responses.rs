//! Responses: a type, bytes or text, a body for each status, events, or lines; and headers.
//!
//! Input: `response`, `result`, `events` or `lines` of an operation. Output: [`ResponseDecl`], whose types
//! are not resolved.

use super::foreign_words;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::mapping::Mapping;
use crate::language::node::{At, Entry, KeyKind, Node, NodeKind};
use crate::language::reader::{Members, Reader};
use crate::language::table::{Position, Shape, Table, TableKey, key};
use crate::language::word::{Form, Word as _};
use crate::language::words::common::sentence;
use crate::spec::document::{
    ArmBodyDecl, ArmDecl, Attributes, DiscriminatorDecl, Head, LinesKeys, RecordDecl, ResponseBodyDecl, ResponseDecl,
    ResponseHeaders, ResponseKeys, ResponseType, StreamDecl, TYPE, TypeExpr, UnionDecl,
};

/// Word for a response without a body.
const NONE: &str = "none";
/// Key of the media types of lines.
const MEDIA_TYPE: &str = "mediaType";
/// Keys of a response that a type does not have.
const RESPONSE_ONLY: [&str; 3] = ["bytes", "text", "headers"];

/// Hint that lists the notations of a response.
const KEYS: &str = "a response is a type, statuses with types, or a mapping with `type`, `bytes`, `text` and `headers`";

/// Shape of the type of a response.
const TYPE_OF_RESPONSE: Shape = Shape::Type(Position::Result);

impl Mapping for ResponseDecl {
    const TABLE: Table = Table::new(
        "",
        "",
        &[
            key(
                "response",
                Shape::Either(&[
                    TYPE_OF_RESPONSE,
                    ResponseKeys::SHAPE,
                    Shape::Statuses(&Shape::Type(Position::Arm), KEYS_BESIDE_STATUSES),
                ]),
                "The type of the response of a REST operation, its bytes or text, or a type by status.",
            ),
            key(
                "events",
                Shape::Map(&Shape::Type(Position::Arm)),
                "Server-sent events: the types of their data, by name.",
            ),
            key(
                "lines",
                Shape::Either(&[Shape::Type(Position::Plain), LinesKeys::SHAPE]),
                "The type of a line of a response of JSON lines.",
            ),
            key("stream", StreamDecl::SHAPE, "Facts of the stream of server-sent events: its end, and reconnections."),
            key("result", TYPE_OF_RESPONSE, "The type of the result of a JSON-RPC method."),
        ],
    );

    fn from_members(reader: &mut Reader, members: &Members<'_>) -> Option<Self> {
        Some(reader.response_keys(members))
    }
}

/// Keys next to the statuses of a response.
const KEYS_BESIDE_STATUSES: &[TableKey] = &[key("headers", ResponseHeaders::SHAPE, sentence!(response_headers))];

impl Reader {
    /// Reads the value of `response`, `result`, `events` or `lines`.
    fn response_keys(&mut self, members: &Members<'_>) -> ResponseDecl {
        let present = members.present(["response", "result", "events", "lines"]);
        let stream = self.stream(members);
        let Some(key) = present.first().copied() else {
            return ResponseDecl::default();
        };
        if let Some(span) = present.get(1).and_then(|second| members.key_span(second)) {
            let message = format!("an operation cannot have both `{key}` and `{}`", present[1]);
            let problem = Diagnostic::error(Code::BadShape, span, message);
            self.report(
                problem.hint("`response`, `events` and `lines` are for REST, `result` for JSON-RPC; keep one of them"),
            );
        }
        let is_rest = key != "result";
        let response = match (key, members.get(key)) {
            ("result", Some(node)) => json_response(self.type_expr(node, "`result`")),
            ("events", Some(node)) => self.events(node),
            ("lines", Some(node)) => self.lines(node),
            (_, Some(node)) => self.response(node),
            (_, None) => ResponseDecl::default(),
        };
        ResponseDecl { key: members.key_span(key).map(|span| (span, is_rest)), stream, ..response }
    }

    /// Reads the value of `response`.
    fn response(&mut self, node: &Node) -> ResponseDecl {
        let is_key = |entry: &Entry| RESPONSE_ONLY.contains(&entry.key.text.as_str());
        match &node.kind {
            NodeKind::Text(word) if word == NONE => ResponseDecl::default(),
            NodeKind::Map(entries) if entries.iter().any(is_status) => self.by_status(node, entries),
            NodeKind::Map(entries) if entries.iter().any(is_key) => self.described(node),
            NodeKind::Map(entries) if self.refuse_keys(entries) => ResponseDecl::default(),
            _ => json_response(self.type_expr(node, "`response`")),
        }
    }

    /// Reports keys that neither a type nor a response has. Returns whether any exists.
    fn refuse_keys(&mut self, entries: &[Entry]) -> bool {
        let unknown: Vec<&Entry> = entries.iter().filter(|entry| !is_key_of_type(&entry.key.text)).collect();
        for entry in &unknown {
            let key = &entry.key;
            let message = format!("a response has no key `{}`", key.text);
            let names = || ResponseKeys::TABLE.keys().chain(TYPE.keys()).map(|key| key.name);
            let hint = (misplaced_hint(&key.text).or_else(|| foreign_words::replacement_hint(&key.text, &TYPE)))
                .map(str::to_owned)
                .or_else(|| did_you_mean(&key.text, names()))
                .unwrap_or_else(|| KEYS.to_owned());
            self.report(Diagnostic::error(Code::UnknownKey, key.span, message).label("not known here").hint(hint));
        }
        !unknown.is_empty()
    }

    /// Reads `{ type: Name, headers: … }`, `{ bytes: media type }` or `{ text: media type }`.
    fn described(&mut self, node: &Node) -> ResponseDecl {
        let Some(members) = self.members(node, &ResponseKeys::TABLE) else {
            return ResponseDecl::default();
        };
        let kinds = members.present(["type", "bytes", "text"]);
        if let [first, second, ..] = kinds.as_slice() {
            let message = format!("a response cannot have both `{first}` and `{second}`");
            let span = members.key_span(second).unwrap_or(node.span);
            self.report(Diagnostic::error(Code::BadShape, span, message).hint("keep one of them"));
        }
        let Some(ResponseKeys { ty, bytes, text, headers }) = ResponseKeys::from_members(self, &members) else {
            return ResponseDecl::default();
        };
        let (result, body) = match (bytes, text) {
            (Some(types), _) => (ty, ResponseBodyDecl::Bytes(types)),
            (None, Some(types)) => {
                let text = plain_type(node.span, Head::Name("string".to_owned()));
                (Some(text), ResponseBodyDecl::Text(types))
            }
            (None, None) => (ty, ResponseBodyDecl::Json),
        };
        ResponseDecl { result, body, headers, ..ResponseDecl::default() }
    }

    /// Reads `{ 200: Name, 304: none, headers: … }`.
    fn by_status(&mut self, node: &Node, entries: &[Entry]) -> ResponseDecl {
        let mut headers = None;
        let mut arms = Vec::new();
        for entry in entries {
            if is_status(entry) {
                arms.extend(self.status_arm(entry));
            } else if entry.key.text == "headers" {
                headers = ResponseHeaders::read(self, &entry.value, "`headers`");
            } else {
                let message = format!("a response by status has no key `{}`", entry.key.text);
                let problem = Diagnostic::error(Code::UnknownKey, entry.key.span, message).label("not known here");
                self.report(problem.hint("only `headers` is allowed beside the statuses"));
            }
        }
        let result = Some(discriminated_union(node.span, DiscriminatorDecl::Status, arms));
        ResponseDecl { result, body: ResponseBodyDecl::ByStatus, headers, ..ResponseDecl::default() }
    }

    /// Reads the body of one status as an arm; `none` becomes the constant null.
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

    /// Reads `{ head: Head, block: Block }`.
    fn events(&mut self, node: &Node) -> ResponseDecl {
        let mut arms = Vec::new();
        if matches!(&node.kind, NodeKind::Map(entries) if entries.is_empty()) {
            let problem = Diagnostic::error(Code::BadShape, node.span, "`events` names no event");
            self.report(problem.hint("name the events with the types of their data: `events: { name: Type }`"));
            return ResponseDecl::default();
        }
        for entry in self.entries(node, "`events`") {
            let name = self.name(&entry.key);
            if name.value.contains(['\n', '\r', '\0']) {
                let problem = Diagnostic::error(Code::BadName, name.span, "no event can have a name with a line break");
                self.report(problem.hint("write the name on one line"));
            }
            arms.extend(self.form_arm(name, &entry.value));
        }
        let event = discriminated_union(node.span, DiscriminatorDecl::Event, arms);
        let result = Some(plain_type(node.span, Head::List(Box::new(event))));
        ResponseDecl { result, body: ResponseBodyDecl::Events, ..ResponseDecl::default() }
    }

    /// Reads `Event`, or `{ type: Event, mediaType: application/jsonl, headers: … }`.
    fn lines(&mut self, node: &Node) -> ResponseDecl {
        let (item, types, headers) = match &node.kind {
            NodeKind::Map(entries) if is_lines(entries) => {
                let Some(LinesKeys { ty, media_types, headers }) = LinesKeys::read(self, node, "`lines`") else {
                    return ResponseDecl::default();
                };
                (ty, media_types, headers)
            }
            _ => (self.type_expr(node, "`lines`"), Vec::new(), None),
        };
        let result = item.map(|item| plain_type(item.span, Head::List(Box::new(item))));
        ResponseDecl { result, body: ResponseBodyDecl::Lines(types), headers, ..ResponseDecl::default() }
    }

    /// Reads `{ end: "[DONE]", ids: true, retry: 3000 }`.
    fn stream(&mut self, members: &Members<'_>) -> Option<StreamDecl> {
        let entry = members.entry("stream")?;
        if members.get("events").is_none() {
            let message = "`stream` describes server-sent events, but there are none";
            let problem = Diagnostic::error(Code::BadShape, entry.key.span, message);
            self.report(problem.hint("add `events: { name: Type }`, or remove `stream`"));
        }
        StreamDecl::read(self, &entry.value, "`stream`")
    }
}

impl Form<TypeExpr> for ResponseType {
    const SHAPE: Shape = TYPE_OF_RESPONSE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<TypeExpr> {
        let is_none = matches!(&node.kind, NodeKind::Text(word) if word == NONE);
        if is_none { None } else { reader.type_expr(node, what) }
    }
}

impl Form<TypeExpr> for ResponseHeaders {
    const SHAPE: Shape = Shape::Fields;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<TypeExpr> {
        let fields = reader.fields(node, what, false);
        let record = RecordDecl { of: Vec::new(), extends: None, fields };
        let doc = Some(At { value: "Headers of a response.".to_owned(), span: node.span });
        let attributes = Box::new(Attributes { doc, ..Attributes::default() });
        let head = Head::Record(record);
        matches!(node.kind, NodeKind::Map(_)).then_some(TypeExpr { span: node.span, head, attributes })
    }
}

/// Returns whether a mapping under `lines` has the keys of [`LinesKeys`], possibly misspelt, and is not
/// itself a type.
fn is_lines(entries: &[Entry]) -> bool {
    let keys = || entries.iter().map(|entry| entry.key.text.as_str());
    let is_unknown = |key: &str| !is_key_of_type(key);
    keys().any(|key| [MEDIA_TYPE, "headers"].contains(&key))
        || keys().any(is_unknown) && keys().all(|key| key == "type" || is_unknown(key))
}

/// Returns whether the type of a response may have the key. `content` belongs to parts of requests.
fn is_key_of_type(key: &str) -> bool {
    key != "content" && TYPE.keys().any(|known| known.name == key)
}

/// Returns a hint for a key that belongs beside `response`; `None` for other keys.
fn misplaced_hint(key: &str) -> Option<&'static str> {
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

/// Returns whether a key can only be a status.
fn is_status(entry: &Entry) -> bool {
    entry.key.kind == KeyKind::Number
        || (!entry.key.text.is_empty() && entry.key.text.bytes().all(|letter| letter.is_ascii_digit()))
}

fn json_response(result: Option<TypeExpr>) -> ResponseDecl {
    ResponseDecl { result, ..ResponseDecl::default() }
}

fn plain_type(span: Span, head: Head) -> TypeExpr {
    TypeExpr { span, head, attributes: Box::<Attributes>::default() }
}

fn discriminated_union(span: Span, discriminator: DiscriminatorDecl, arms: Vec<ArmDecl>) -> TypeExpr {
    plain_type(span, Head::Union(UnionDecl { discriminator, common: Vec::new(), arms }))
}
