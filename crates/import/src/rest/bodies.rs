//! Bodies of requests.
//!
//! Input: a request body with its media types. Output: members, a whole body, or raw bytes, and the
//! content type.

use chainloom_codegen::{JSON, JSON_LINES, is_json, is_json_lines, is_xml};
use oas3::spec::{MediaType, ObjectOrReference, Operation as Source, RequestBody, Schema, SchemaType};
use serde_json::Value as Json;

use crate::document::escaped;
use crate::importer::Importer;
use crate::lift::ASIDE;
use crate::operation::{Body, Operation};
use crate::ours;
use crate::schema::kinds;
use crate::spec::{Field, Head, Type};

/// The media types that are written, the best first, and the word for each.
const KINDS: [(&str, Option<&str>); 7] = [
    (JSON, None),
    ("application/merge-patch+json", Some("merge-patch")),
    ("application/x-www-form-urlencoded", Some("form")),
    ("multipart/form-data", Some("multipart")),
    (JSON_LINES, Some("json-lines")),
    ("text/plain", Some("text")),
    ("application/octet-stream", Some("bytes")),
];

impl Importer<'_> {
    pub(super) fn body(&mut self, operation: &mut Operation, source: &Source) {
        let at = format!("{}/requestBody", operation.pointer);
        let Some(body) = &source.request_body else { return };
        let (body, at): (RequestBody, String) = match self.doc.resolve(body, &at) {
            Ok(found) => found,
            Err(why) => return self.report.lost(why, &at),
        };
        let Some((media_type, media)) = best(&body) else { return };
        for other in body.content.keys().filter(|other| **other != media_type) {
            self.report.lost("another media type of a body", &format!("{at}/content/{}", escaped(other)));
        }
        let place = format!("{at}/content/{}", escaped(&media_type));
        operation.content = content_word(&media_type);
        self.note_style(operation, &media);
        operation.style = ours::style(self, &place).or(operation.style);
        self.tell_raw(&place, media.schema.as_ref(), operation.content.as_deref());
        self.choose_body(operation, &body, &media, &place);
        let needed = operation.body.is_needed();
        if needed != (body.required == Some(true) || operation.needs_body) && !self.is_ours {
            match needed {
                true => self.report.lost("that a body may be left out", &at),
                false => self.report.detail("that a body must be there, of which no member must", &at),
            }
        }
    }

    fn choose_body(&mut self, operation: &mut Operation, body: &RequestBody, media: &MediaType, place: &str) {
        let is_lines = operation.content.as_deref().is_some_and(is_lines);
        let Some(schema) = media.schema.as_ref().filter(|_| !is_lines) else {
            if is_lines {
                return self.body_of_lines(operation, body, place);
            }
            operation.body = if operation.content.is_some() {
                Body::Raw
            } else {
                Body::Whole { ty: Box::new(Type::json(place)), optional: body.required != Some(true), members: None }
            };
            return;
        };
        match operation.content.as_deref() {
            Some("bytes") => operation.body = Body::Raw,
            Some("text") => operation.body = Body::Raw,
            Some("form" | "multipart" | "merge-patch") | None => {
                self.described(operation, schema, place, body);
            }
            Some(other) if is_json(other) => {
                self.described(operation, schema, place, body);
            }
            Some(_) if self.is_ours && ours::is_text(schema) => {
                let ty = Box::new(Type::name("string", place));
                operation.body = Body::Whole { ty, optional: body.required != Some(true), members: None };
            }
            Some(_) => operation.body = Body::Raw,
        }
    }

    /// A body of JSON lines.
    fn body_of_lines(&mut self, operation: &mut Operation, body: &RequestBody, place: &str) {
        let line = self.line(place, &format!("{} line", operation.wish));
        let ty = Box::new(Type::new(Head::List(Box::new(line)), place));
        operation.body = Body::Whole { ty, optional: body.required != Some(true), members: None };
    }

    /// The type of a line: of `itemSchema`, or of what else the document says of the lines.
    pub(super) fn line(&mut self, place: &str, hint: &str) -> Type {
        if let Some(ty) = ours::line(self, place, hint) {
            return ty;
        }
        let (at, is_item) = self.line_schema(place);
        let Ok(schema) = self.doc.piece::<Schema>(&at) else { return Type::json(place) };
        if self.plain(&schema).is_some_and(|plain| kinds(&plain) == [SchemaType::String]) {
            self.report.lost("the schema of a text for JSON lines", &at);
            return Type::json(place);
        }
        if !is_item {
            self.report.guessed("that a schema is that of one of the lines", &at);
        }
        let mut ty = self.settled(&schema, &at, hint);
        let ty = if ty.is_name() {
            ty.attributes.clear();
            ty
        } else {
            self.hoist(ty, hint)
        };
        let guess = (!is_item).then(|| "that of a line".to_owned());
        Type { doc: None, guess, ..ty }
    }

    /// Where the schema of a line is, and whether the document says so. A schema for all lines is a
    /// list.
    fn line_schema(&self, place: &str) -> (String, bool) {
        let item = format!("{place}/itemSchema");
        if self.doc.at(&item).is_some() {
            return (item, true);
        }
        let at = format!("{place}/schema");
        let reference = self.doc.at(&at).and_then(|schema| schema.get("$ref")).and_then(Json::as_str);
        let target = reference.and_then(|reference| self.doc.follow(reference).ok()).unwrap_or_else(|| at.clone());
        let items = format!("{target}/items");
        if self.doc.at(&items).is_some() { (items, false) } else { (at, false) }
    }

    /// A body with its members, if they are known, or else its type.
    fn described(&mut self, operation: &mut Operation, schema: &Schema, place: &str, body: &RequestBody) {
        let at = format!("{place}/schema");
        let body_at = place.rsplit_once("/content/").map_or(place, |(body, _)| body).to_owned();
        let hint = format!("{} body", operation.wish);
        let is_file = operation.content.as_deref() == Some("multipart");
        let is_inline =
            matches!(schema, Schema::Object(object) if matches!(object.as_ref(), ObjectOrReference::Object(_)));
        let ty = self.schema(schema, &at, &hint);
        if !self.is_ours && body.required.is_none() && self.must_have(schema, &at) {
            self.report.guessed("that a body must be there, as its members must", &body_at);
            operation.needs_body = true;
        }
        let optional = body.required != Some(true) && !operation.needs_body;
        let fits = operation.params.iter().map(|param| param.field.name.clone()).collect::<Vec<_>>();
        if let Head::Record { extends: None, fields } = &ty.head {
            let must = fields.iter().any(|field| !field.optional);
            let is_free = !fields.iter().any(|field| fits.contains(&field.name));
            if is_inline && is_free && !(optional && must && !self.is_ours) && !ty.nullable {
                let mut fields = fields.clone();
                if is_file {
                    self.files(&mut fields, schema);
                }
                ours::encoding(self, &mut fields, place);
                operation.body = Body::Members(fields);
                return;
            }
        }
        let members = self.members_of(schema, &at, 0).map(|(members, _)| members);
        let members = members.filter(|members| !members.iter().any(|member| fits.contains(&member.name)));
        let members = members.map(|members| self.fields(&members, &hint)).filter(|members| !members.is_empty());
        if is_file {
            if let Some(mut members) = members {
                self.files(&mut members, schema);
                operation.body = Body::Members(members);
                return;
            }
        }
        let is_list = matches!(&ty.head, Head::List(_)) && !ty.nullable && ty.attributes.is_empty();
        let mut ty = if ty.is_name() || is_list { ty } else { self.hoist(ty, &hint) };
        for (key, _) in std::mem::take(&mut ty.attributes) {
            self.report.lost(format!("`{key}` of a whole body"), &at);
        }
        ty.doc = None;
        operation.body = Body::Whole { ty: Box::new(ty), optional, members };
    }

    /// Whether a value must have one of its members.
    fn must_have(&mut self, schema: &Schema, at: &str) -> bool {
        self.members_of(schema, at, 0).is_some_and(|(members, _)| members.iter().any(|member| member.required))
    }

    /// The parts of a form that are files.
    fn files(&mut self, fields: &mut [Field], schema: &Schema) {
        let raw = serde_json::to_value(schema).unwrap_or_default();
        let properties = match raw.get("$ref").and_then(Json::as_str) {
            Some(target) => {
                self.doc.follow(target).ok().and_then(|pointer| self.doc.at(&pointer)?.get("properties").cloned())
            }
            None => raw.get("properties").cloned(),
        };
        for field in fields {
            let property = properties.as_ref().and_then(|all| all.get(&field.name));
            let is_binary = |value: &Json| {
                value.get("format").and_then(Json::as_str) == Some("binary")
                    || value.get("contentMediaType").is_some()
                    || value.get(format!("x-{ASIDE}contentMediaType")).is_some()
            };
            let Some(property) = property else { continue };
            if is_binary(property) {
                field.ty.head = Head::Name("file".to_owned());
                field.ty.fallback = "string";
            } else if property.get("items").is_some_and(is_binary) {
                field.ty.head = Head::List(Box::new(Type::name("file", &field.ty.origin)));
            }
        }
    }

    /// Tells that a schema says more than the bytes or the text that are sent.
    fn tell_raw(&mut self, place: &str, schema: Option<&Schema>, content: Option<&str>) {
        let is_read = match content {
            None | Some("form" | "multipart" | "merge-patch") => true,
            Some(other) => is_json(other) || is_lines(other),
        };
        if !is_read && !self.is_ours && schema.is_some_and(|schema| self.says_more_than_text(schema)) {
            self.lose_schema(content.unwrap_or_default(), "sent as bytes", place);
        }
    }

    /// Tells that the schema of what is no JSON is not in the spec.
    pub(super) fn lose_schema(&mut self, media_type: &str, how: &str, place: &str) {
        let what = if is_xml(media_type) { "XML, which" } else { "what" };
        self.report.lost(format!("the schema of {what} is {how}"), place);
    }

    /// Whether a schema is more than a text, as the schemas of files are.
    pub(super) fn says_more_than_text(&self, schema: &Schema) -> bool {
        let plain = self.plain(schema);
        plain.is_some_and(|plain| {
            kinds(&plain).iter().any(|kind| *kind != SchemaType::String)
                || !plain.properties.is_empty()
                || !plain.all_of.is_empty()
                || !plain.one_of.is_empty()
                || !plain.any_of.is_empty()
        })
    }

    fn note_style(&mut self, operation: &mut Operation, media: &MediaType) {
        let styles = media.encoding.values().filter_map(|encoding| encoding.style.as_deref());
        if styles.clone().any(|style| style == "deepObject") {
            operation.style = Some("brackets");
        }
    }
}

/// The media type that is written.
fn best(body: &RequestBody) -> Option<(String, MediaType)> {
    let find = |wanted: &dyn Fn(&str) -> bool| {
        body.content.iter().find(|(name, _)| wanted(bare(name))).map(|(name, media)| (name.clone(), media.clone()))
    };
    KINDS
        .iter()
        .find_map(|(kind, _)| find(&|name| name == *kind))
        .or_else(|| find(&|name| is_json(name) || is_json_lines(name) || name == "*/*"))
        .or_else(|| find(&|_| true))
}

/// A media type without parameters such as the character set.
pub(super) fn bare(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Whether the word for a body, or its media type, means JSON lines.
pub(super) fn is_lines(word: &str) -> bool {
    word == "json-lines" || is_json_lines(word)
}

/// The word for a media type; none for JSON.
fn content_word(media_type: &str) -> Option<String> {
    let name = bare(media_type);
    match KINDS.iter().find(|(kind, _)| *kind == name) {
        Some((_, word)) => word.map(str::to_owned),
        None if name == "*/*" => None,
        None => Some(name.to_owned()),
    }
}
