//! Parameters of an operation, and the format of its body.
//!
//! Input: the keys of an operation. Output: parameters with their places. A body that is one value
//! is the parameter `body`; `check` decides what each format can express.

use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::mapping::Mapping;
use crate::language::node::{At, Entry, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::{Shape, Table, key, names};
use crate::model::{Content, Place};
use crate::sentences;
use crate::spec::document::{FieldDecl, HEADS, Head, ParamDecl, RequestDecl, TYPE, TypeExpr, is_media_type};

/// Keys of parameters with their places, in wire order.
const PLACES: [(&str, Place); 6] = [
    ("path", Place::Path),
    ("query", Place::Query),
    ("headers", Place::Header),
    ("cookies", Place::Cookie),
    (BODY, Place::Body),
    ("params", Place::Rpc),
];

/// Key of the body, and name of the parameter of a whole body.
pub(crate) const BODY: &str = "body";
/// Key of an optional body.
const OPTIONAL_BODY: &str = "body?";

/// Name of the type of bytes, which only bodies and their parts have.
pub(crate) const BYTES: &str = "bytes";
/// Name of the type of a file, which only parts of a body have.
pub(crate) const FILE: &str = "file";

impl Mapping for RequestDecl {
    const TABLE: Table = Table::new(
        "",
        "",
        &[
            key("path", Shape::Fields, "The parameters in the path."),
            key("query", Shape::Fields, "The parameters in the query."),
            key("headers", Shape::Fields, "The parameters in headers."),
            key("cookies", Shape::Fields, "The parameters in cookies."),
            key(
                BODY,
                Shape::Either(&[Shape::Fields, Shape::Text, Shape::List(&Shape::Any)]),
                "The parameters in the body, or the type of the whole body, which is then the parameter `body`.",
            ),
            key(
                OPTIONAL_BODY,
                Shape::Either(&[Shape::Text, Shape::List(&Shape::Any)]),
                "The type of an optional whole body.",
            ),
            key(
                "content",
                Shape::Text,
                "The kind of the body: `json`, `form`, `multipart`, `bytes`, `text`, `merge-patch`, `json-lines` or a media type.",
            ),
            key("params", Shape::Fields, "The parameters of a JSON-RPC method, in the order on the wire."),
        ],
    );

    fn from_members(reader: &mut Reader, members: &Members<'_>) -> Option<Self> {
        let content = reader.content(members);
        let mut params = Vec::new();
        let mut places = Vec::new();
        for (key, place) in PLACES {
            if place == Place::Body {
                reader.body(members, content.as_ref(), &mut params, &mut places);
                continue;
            }
            let Some(entry) = members.entry(key) else {
                continue;
            };
            places.push((place, entry.key.span));
            let fields = reader.fields(&entry.value, &format!("`{key}`"), false);
            params.extend(fields.into_iter().map(|field| ParamDecl { place, field }));
        }
        Some(Self { params, places, content })
    }
}

impl Reader {
    /// Reads the format of the body: a word or a media type.
    fn content(&mut self, members: &Members<'_>) -> Option<At<Content>> {
        let text = self.opt_text(members, "content")?;
        if !Content::WORDS.contains(&text.value.as_str()) && !is_media_type(&text.value) {
            let message = format!("`content` cannot be `{}`", text.value);
            let problem = Diagnostic::error(Code::BadValue, text.span, message);
            let near = did_you_mean(&text.value, Content::WORDS);
            let words = Content::WORDS.map(|word| format!("`{word}`")).join(", ");
            let hint = match text.value.to_ascii_lowercase().as_str() {
                "xml" | "soap" => format!("write `content: text/xml`; {}", sentences::NO_XML),
                _ => near.unwrap_or_else(|| format!("it is one of {words}, or a media type: `application/pdf`")),
            };
            self.report(problem.hint(hint));
            return None;
        }
        Some(At { value: Content::of(&text.value), span: text.span })
    }

    /// Reads the body of an operation: adds its parameters to `params`, and its place to `places`.
    fn body(
        &mut self,
        members: &Members<'_>,
        content: Option<&At<Content>>,
        params: &mut Vec<ParamDecl>,
        places: &mut Vec<(Place, Span)>,
    ) {
        let entry = members.entry(BODY).or_else(|| members.entry(OPTIONAL_BODY));
        let Some(entry) = entry else {
            params.extend(content.filter(|at| at.value.is_raw()).map(raw_body));
            return;
        };
        places.push((Place::Body, entry.key.span));
        if let (Some(span), Some(_)) = (members.key_span(OPTIONAL_BODY), members.entry(BODY)) {
            let problem = Diagnostic::error(Code::BadShape, span, "an operation cannot have both `body` and `body?`");
            self.report(problem.hint("keep one of them"));
        }
        match &entry.value.kind {
            NodeKind::Map(_) if entry.key.text == OPTIONAL_BODY => {
                let message = "`body?` is the type of the whole body, not its members";
                let problem = Diagnostic::error(Code::BadShape, entry.value.span, message);
                self.report(problem.hint("write `body: { name?: … }`, or declare a type and write `body?: Name`"));
            }
            NodeKind::Map(entries) => params.extend(self.body_members(entry, entries)),
            _ => params.extend(self.whole_body(entry)),
        }
    }

    /// Reads the members of the body. A mapping that looks like a type is reported instead.
    fn body_members(&mut self, entry: &Entry, entries: &[Entry]) -> Vec<ParamDecl> {
        let before = self.found.len();
        let fields = self.fields(&entry.value, "`body`", false);
        let is_key = |entry: &Entry| TYPE.keys().any(|key| key.name == entry.key.text);
        let head = entries.iter().find(|entry| names(HEADS).any(|head| head == entry.key.text));
        if let (Some(head), true) = (head, self.found.len() > before && entries.iter().all(is_key)) {
            self.found.truncate(before);
            let message =
                format!("a mapping under `body` lists members, so `{}` cannot be a key of a type", head.key.text);
            let problem = Diagnostic::error(Code::BadShape, head.key.span, message);
            self.report(
                problem
                    .hint("for a whole body, declare the type under `types` and write `body: Name` or `body: [Name]`"),
            );
            return Vec::new();
        }
        fields.into_iter().map(|field| ParamDecl { place: Place::Body, field }).collect()
    }

    fn whole_body(&mut self, entry: &Entry) -> Option<ParamDecl> {
        let ty = self.type_expr(&entry.value, "`body`")?;
        let name = Text { value: BODY.to_owned(), span: entry.key.span };
        let field = FieldDecl { name, optional: entry.key.text == OPTIONAL_BODY, seen: false, ty };
        Some(ParamDecl { place: Place::Whole, field })
    }
}

/// Returns the body parameter for a raw format without `body`: of type bytes or text.
fn raw_body(content: &At<Content>) -> ParamDecl {
    let ty = if content.value.is_bytes() { BYTES } else { "string" };
    let ty = TypeExpr { span: content.span, head: Head::Name(ty.to_owned()), attributes: Box::default() };
    let name = Text { value: BODY.to_owned(), span: content.span };
    ParamDecl { place: Place::Whole, field: FieldDecl { name, optional: false, seen: false, ty } }
}
