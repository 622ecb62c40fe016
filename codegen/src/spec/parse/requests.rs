//! The parameters of an operation, and what its body is.
//!
//! Input: the keys of an operation. Output: parameters with their places. A body that is one value
//! is the parameter `body`; `check` decides what each format can express.

use super::keys;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::{At, Entry, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::names;
use crate::model::{Content, Place};
use crate::sentences;
use crate::spec::document::{FieldDecl, Head, ParamDecl, TypeExpr};

/// The keys of parameters, in the order of the wire.
const PLACES: [(&str, Place); 6] = [
    ("path", Place::Path),
    ("query", Place::Query),
    ("headers", Place::Header),
    ("cookies", Place::Cookie),
    (BODY, Place::Body),
    ("params", Place::Rpc),
];

/// The key of the body, and the name of the parameter that a whole body is.
pub(crate) const BODY: &str = "body";
/// The key of an optional body.
const OPTIONAL_BODY: &str = "body?";

/// The types that only bodies and their parts have.
pub(crate) const BYTES: &str = "bytes";
pub(crate) const FILE: &str = "file";

impl Reader {
    pub(super) fn params(
        &mut self,
        members: &Members<'_>,
        content: Option<&At<Content>>,
    ) -> (Vec<ParamDecl>, Vec<(Place, Span)>) {
        let mut params = Vec::new();
        let mut places = Vec::new();
        for (key, place) in PLACES {
            if place == Place::Body {
                self.body(members, content, &mut params, &mut places);
                continue;
            }
            let Some(entry) = members.entry(key) else {
                continue;
            };
            places.push((place, entry.key.span));
            let fields = self.fields(&entry.value, &format!("`{key}`"), false);
            params.extend(fields.into_iter().map(|field| ParamDecl { place, field }));
        }
        (params, places)
    }

    /// What the body is, by a word or a media type.
    pub(super) fn content(&mut self, members: &Members<'_>) -> Option<At<Content>> {
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

    /// The members of the body. A type in their place would be read as members of odd names.
    fn body_members(&mut self, entry: &Entry, entries: &[Entry]) -> Vec<ParamDecl> {
        let before = self.found.len();
        let fields = self.fields(&entry.value, "`body`", false);
        let is_key = |entry: &Entry| keys::TYPE.keys().any(|key| key.name == entry.key.text);
        let head = entries.iter().find(|entry| names(keys::HEADS).any(|head| head == entry.key.text));
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

/// The body of bytes or text of which no type is said.
fn raw_body(content: &At<Content>) -> ParamDecl {
    let ty = if content.value.is_bytes() { BYTES } else { "string" };
    let ty = TypeExpr { span: content.span, head: Head::Name(ty.to_owned()), attributes: Box::default() };
    let name = Text { value: BODY.to_owned(), span: content.span };
    ParamDecl { place: Place::Whole, field: FieldDecl { name, optional: false, seen: false, ty } }
}

/// `type/subtype`, perhaps with parameters behind it.
pub(super) fn is_media_type(text: &str) -> bool {
    let token = |part: &str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "!#$&-^_.+*".contains(letter))
    };
    let (essence, parameters) = text.split_once(';').unwrap_or((text, ""));
    let is_essence = essence.trim().split_once('/').is_some_and(|(kind, name)| token(kind) && token(name));
    is_essence && parameters.chars().all(|letter| matches!(letter, ' '..='~'))
}
