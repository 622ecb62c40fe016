//! Converts bodies of requests.
//!
//! Input: a request body with its media types. Output: members, a whole body, or raw bytes, and the
//! content type.

use chainloom_codegen::{JSON, JSON_LINES, is_json, is_json_lines, is_xml};
use oas3::spec::{MediaType, ObjectOrReference, Operation as Source, RequestBody, Schema, SchemaType};
use serde_json::Value as Json;

use crate::alternatives::{FORM, MULTIPART};
use crate::importer::Importer;
use crate::operation::{Body, Operation, Param};
use crate::pointer::escaped;
use crate::schema::{BINARY, Form, encoding, kinds};
use crate::spec::{Field, Head, Type};

/// Media types of bodies, the preferred first, each with the value of the key `content`; JSON needs
/// none.
const BODY_MEDIA_TYPES: [(&str, Option<&str>); 7] = [
    (JSON, None),
    ("application/merge-patch+json", Some("merge-patch")),
    (FORM, Some("form")),
    (MULTIPART, Some("multipart")),
    (JSON_LINES, Some("json-lines")),
    ("text/plain", Some("text")),
    ("application/octet-stream", Some("bytes")),
];

impl Importer<'_> {
    /// Reads the body of an operation, and reports what the spec cannot express.
    pub(super) fn body(&mut self, operation: &mut Operation, source: &Source) {
        let at = format!("{}/requestBody", operation.pointer);
        let Some(body) = &source.request_body else { return };
        let (body, at): (RequestBody, String) = match self.doc.resolve(body, &at) {
            Ok(found) => found,
            Err(why) => return self.report.lost(why, &at),
        };
        let Some((media_type, media)) = preferred_media_type(&body) else { return };
        for other in body.content.keys().filter(|other| **other != media_type) {
            self.report.lost("another media type of a body", &format!("{at}/content/{}", escaped(other)));
        }
        let place = format!("{at}/content/{}", escaped(&media_type));
        operation.content = self.content_word(&media_type, media.schema.as_ref(), &place);
        self.report_raw_schema(&place, media.schema.as_ref(), operation.content.as_deref());
        self.choose_body(operation, &body, &media, &place);
        self.add_content_type(operation, &media_type, &place);
        self.report_encoding(operation, &place);
        match (body.required == Some(true), operation.body.can_be_left_out(operation.content.as_deref())) {
            (false, false) => self.report.lost("that a body may be left out", &at),
            (true, _) if !operation.body.is_needed() => {
                self.report.detail("that a body is required, although none of its members is", &at);
            }
            _ => {}
        }
    }

    /// Adds a parameter for the media type of a body for which the document states a range, or parts without the
    /// boundary between them. Without the parameter, the stated media type itself is sent, or a media type in the range.
    fn add_content_type(&mut self, operation: &mut Operation, media_type: &str, place: &str) {
        let range = bare(media_type);
        let limit = match range.as_str() {
            "*/*" => String::new(),
            range if is_range(range) => format!(", one of `{range}`"),
            parts if parts.starts_with("multipart/") && !media_type.to_lowercase().contains("boundary=") => {
                format!(", `{parts}` with its `boundary`")
            }
            _ => return,
        };
        if !matches!(operation.body, Body::Raw) {
            return;
        }
        let mut ty = Type::name("string", place);
        ty.doc = Some(format!("Media type of the body{limit}."));
        let field = Field { name: "Content-Type".to_owned(), optional: true, ty };
        operation.params.push(Param { place: "headers", field });
    }

    /// Sets the body of an operation, by its content type and schema.
    fn choose_body(&mut self, operation: &mut Operation, body: &RequestBody, media: &MediaType, place: &str) {
        let is_lines = operation.content.as_deref().is_some_and(is_lines);
        if !is_lines {
            self.report_item_schema(place);
        }
        let Some(schema) = media.schema.as_ref().filter(|_| !is_lines) else {
            if is_lines {
                return self.body_of_lines(operation, body, place);
            }
            return self.body_without_schema(operation, body, place);
        };
        match operation.content.as_deref() {
            Some("bytes") => operation.body = Body::Raw,
            Some("text") => operation.body = Body::Raw,
            Some("form" | "multipart" | "merge-patch") | None => {
                self.read_described_body(operation, schema, place, body);
            }
            Some(other) if is_json(other) => {
                self.read_described_body(operation, schema, place, body);
            }
            Some(_) => operation.body = Body::Raw,
        }
    }

    /// Sets a body whose media type has no schema: any JSON, names with texts, or bytes.
    fn body_without_schema(&mut self, operation: &mut Operation, body: &RequestBody, place: &str) {
        let any = Type::json(place);
        let ty = match operation.content.as_deref() {
            None | Some("merge-patch") => any,
            Some("form") => {
                self.report.lost("the values of a form without a schema, which are sent as texts", place);
                Type::new(Head::Map { value: Box::new(Type::name("string", place)), key: None }, place)
            }
            Some("multipart") => {
                self.report.lost("a body of parts without a schema", place);
                operation.content = None;
                return;
            }
            Some(_) => {
                operation.body = Body::Raw;
                return;
            }
        };
        operation.body = Body::Whole { ty: Box::new(ty), optional: body.required != Some(true), members: None };
    }

    /// Reads a body of JSON lines, which is a list of the type of its lines.
    fn body_of_lines(&mut self, operation: &mut Operation, body: &RequestBody, place: &str) {
        let line = self.line_type(place, &format!("{} line", operation.preferred_name));
        let ty = Box::new(Type::new(Head::List(Box::new(line)), place));
        operation.body = Body::Whole { ty, optional: body.required != Some(true), members: None };
    }

    /// Returns the type of one JSON line, from `itemSchema`, from the items of a list, or else from
    /// the schema of the body. `hint` is the preferred name of an inline type.
    pub(super) fn line_type(&mut self, place: &str, hint: &str) -> Type {
        let (at, is_item) = self.line_schema(place);
        let Ok(schema) = self.doc.piece::<Schema>(&at) else { return Type::json(place) };
        if self.plain(&schema).is_some_and(|plain| kinds(&plain) == [SchemaType::String]) {
            self.report.lost("the schema of a text for JSON lines", &at);
            return Type::json(place);
        }
        if !is_item {
            self.report.guessed("that a schema describes one of the lines", &at);
        }
        let mut ty = self.schema_declaring_nullable(&schema, &at, hint);
        let ty = if ty.is_name() {
            ty.attributes.clear();
            ty
        } else {
            self.declare_inline_type(ty, hint)
        };
        let guess = (!is_item).then(|| "that of a line".to_owned());
        Type { doc: None, guess, ..ty }
    }

    /// Returns the pointer of the schema of one line, and whether the document states it as
    /// `itemSchema`. A schema of all lines together is a list, whose items are the lines.
    pub(super) fn line_schema(&self, place: &str) -> (String, bool) {
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

    /// Reads a body as its members, if they are known and the spec can express the body by them, or
    /// else as one parameter. Members cannot be left out together, so an optional body is one
    /// parameter, unless its name `body` is taken.
    fn read_described_body(&mut self, operation: &mut Operation, schema: &Schema, place: &str, body: &RequestBody) {
        let at = format!("{place}/schema");
        let hint = format!("{} body", operation.preferred_name);
        let is_inline =
            matches!(schema, Schema::Object(object) if matches!(object.as_ref(), ObjectOrReference::Object(_)));
        let ty = self.schema(schema, &at, &hint);
        let optional = body.required != Some(true);
        let fits = operation.params.iter().map(|param| param.field.name.clone()).collect::<Vec<_>>();
        let is_taken = fits.iter().any(|name| name == "body");
        if let Head::Record { extends: None, fields } = &ty.head {
            let is_free = !fields.iter().any(|field| fits.contains(&field.name) || field.is_rest());
            let is_free = is_free && (fields.is_empty() || !fields.iter().all(Field::is_read_only));
            if is_inline && is_free && !ty.nullable && (!optional || is_taken) {
                let mut fields = fields.clone();
                self.encode_members(operation, &mut fields, schema, place);
                operation.body = Body::Members(keep_sent_members(fields));
                return;
            }
        }
        let members = self.members_of(schema, &at, 0).map(|(mut members, required)| {
            self.add_required_members(&mut members, &required, None, &at);
            members
        });
        let members = match operation.content.as_deref() {
            // Parts of a form have names, so one form can have the members of all alternatives.
            Some("multipart") if members.is_none() => self.members_of_alternatives(schema, &at),
            Some("form") if members.is_none() && self.is_open_union(schema, &at) => {
                self.members_of_alternatives(schema, &at)
            }
            _ => members,
        };
        let members = members.filter(|members| !members.iter().any(|member| fits.contains(&member.name)));
        let members = members
            .map(|members| keep_sent_members(self.fields(&members, &hint)))
            .filter(|members| !members.is_empty());
        let needs_members = match operation.content.as_deref() {
            Some("multipart") => true,
            Some("form") => {
                let has_objects = members.iter().flatten().any(|member| self.is_object_type(&member.ty));
                optional || is_taken || self.has_encoding(place) || has_objects
            }
            _ => is_taken,
        };
        if needs_members {
            if let Some(mut members) = members {
                self.encode_members(operation, &mut members, schema, place);
                operation.body = Body::Members(members);
                if self.has_typed_further(schema) {
                    self.report.lost("further members of a body, beside those that have names", &at);
                }
                return;
            }
        }
        let is_list = matches!(&ty.head, Head::List(_)) && !ty.nullable && ty.attributes.is_empty();
        let mut ty = if ty.is_name() || is_list { ty } else { self.declare_inline_type(ty, &hint) };
        for (key, _) in std::mem::take(&mut ty.attributes) {
            self.report.lost(format!("`{key}` of a whole body"), &at);
        }
        ty.doc = None;
        operation.body = Body::Whole { ty: Box::new(ty), optional, members };
    }

    /// Returns whether a schema, or a part of it, states a type for members that it does not name.
    pub(super) fn has_typed_further(&self, schema: &Schema) -> bool {
        let Some(plain) = self.plain(schema) else { return false };
        let parts = plain.all_of.iter().filter_map(|part| self.plain(part));
        let mut further = parts.map(|part| part.additional_properties).chain([plain.additional_properties.clone()]);
        further.any(|further| matches!(further, Some(Schema::Object(_))))
    }

    /// Reports the schema of a body that is sent as bytes or text, if it says more than this.
    fn report_raw_schema(&mut self, place: &str, schema: Option<&Schema>, content: Option<&str>) {
        let is_read = match content {
            None | Some("form" | "multipart" | "merge-patch") => true,
            Some(other) => is_json(other) || is_lines(other),
        };
        if !is_read && content != Some("text") && schema.is_some_and(|schema| self.is_encoded(schema)) {
            self.report.lost("the encoding of a body as text, such as base64: it is sent as it is given", place);
        }
        let is_scalar = |schema: &Schema| {
            self.forms(schema).iter().all(|form| matches!(form, Form::Text | Form::Number | Form::Flag))
        };
        if !is_read
            && content == Some("text")
            && schema.is_some_and(|schema| !self.forms(schema).is_empty() && is_scalar(schema))
        {
            // The text of such a scalar is all that is sent.
            if schema.is_some_and(|schema| self.states_more_than_text(schema)) {
                self.report.detail("the type of a value that is sent as text", place);
            }
            return;
        }
        if !is_read && schema.is_some_and(|schema| self.states_more_than_text(schema)) {
            self.lose_schema(content.unwrap_or_default(), "sent as bytes", place);
        }
    }

    /// Reports a schema that is lost because the media type is no JSON. `how` completes a sentence
    /// about what the client does instead.
    pub(super) fn lose_schema(&mut self, media_type: &str, how: &str, place: &str) {
        let what = if is_xml(media_type) { "XML, which" } else { "what" };
        self.report.lost(format!("the schema of {what} is {how}"), place);
    }

    /// Returns whether the values of a schema are bytes in a text encoding, such as base64.
    pub(super) fn is_encoded(&self, schema: &Schema) -> bool {
        self.plain(schema).is_some_and(|plain| {
            plain.format.as_deref().is_some_and(|format| ["byte", "base64", "base64url"].contains(&format))
                || encoding(&plain).is_some_and(|encoding| encoding != BINARY)
                || plain.all_of.iter().any(|part| self.is_encoded(part))
        })
    }

    /// Returns whether a schema has another type than text, or has members, parts or alternatives.
    pub(super) fn states_more_than_text(&self, schema: &Schema) -> bool {
        let plain = self.plain(schema);
        plain.is_some_and(|plain| {
            kinds(&plain).iter().any(|kind| *kind != SchemaType::String)
                || !plain.properties.is_empty()
                || !plain.all_of.is_empty()
                || !plain.one_of.is_empty()
                || !plain.any_of.is_empty()
        })
    }

    /// Returns the value of the key `content` for a media type; `None` for JSON. A media type with
    /// parameters is its own value, and a range such as `*/*` means bytes, text or JSON according to
    /// the schema.
    fn content_word(&mut self, media_type: &str, schema: Option<&Schema>, place: &str) -> Option<String> {
        let name = bare(media_type);
        if name.starts_with("text/*") {
            return Some("text".to_owned());
        }
        if is_range(&name) {
            // A body whose schema says nothing of it may be any file.
            let schema = schema.filter(|schema| !self.forms(schema).is_empty());
            let kinds = schema.map(|schema| self.plain(schema).map(|plain| kinds(&plain)).unwrap_or_default());
            let is_text = kinds.is_none_or(|kinds| kinds == [SchemaType::String]);
            let word = if schema.is_none_or(|schema| self.is_file(schema)) { "bytes" } else { "text" };
            let is_own = !["*/*", "application/*"].contains(&name.as_str());
            if is_text && is_own {
                self.report.guessed("the media type of a body, for which the document states a range", place);
                return Some(name);
            }
            return is_text.then(|| word.to_owned());
        }
        let word = BODY_MEDIA_TYPES.iter().find(|(kind, _)| *kind == name).map(|(_, word)| word.map(str::to_owned));
        let is_form = matches!(word.as_ref(), Some(Some(word)) if ["form", "multipart"].contains(&word.as_str()));
        match has_parameters(media_type) {
            true if is_form => self.report.lost("a parameter of a media type", place),
            true if !is_utf8_text(media_type) => return Some(media_type.to_owned()),
            _ => {}
        }
        word.unwrap_or(Some(name))
    }
}

/// Returns the media type in which the client sends a body: the first of [`BODY_MEDIA_TYPES`], else another
/// kind of JSON, else the first of the document. A range of media types is the last choice.
fn preferred_media_type(body: &RequestBody) -> Option<(String, MediaType)> {
    let find = |wanted: &dyn Fn(&str) -> bool| {
        body.content.iter().find(|(name, _)| wanted(&bare(name))).map(|(name, media)| (name.clone(), media.clone()))
    };
    BODY_MEDIA_TYPES
        .iter()
        .find_map(|(kind, _)| find(&|name| name == *kind))
        .or_else(|| find(&|name| is_json(name) || is_json_lines(name)))
        .or_else(|| find(&|name| !is_range(name)))
        .or_else(|| find(&|_| true))
}

/// Removes the members that only responses have, and the key `writeOnly`, which says nothing in a
/// request.
pub(super) fn keep_sent_members(fields: Vec<Field>) -> Vec<Field> {
    let mut sent: Vec<Field> = fields.into_iter().filter(|field| !field.is_read_only()).collect();
    sent.iter_mut().for_each(|field| field.ty.attributes.retain(|(key, _)| *key != "writeOnly"));
    sent
}

/// Returns a media type in lower case, without its parameters, such as the character set.
pub(crate) fn bare(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_lowercase()
}

/// Returns whether a media type is a range, such as `image/*`.
fn is_range(media_type: &str) -> bool {
    media_type.contains('*')
}

/// Returns whether a media type has parameters.
pub(super) fn has_parameters(media_type: &str) -> bool {
    media_type.contains(';')
}

/// Returns whether a media type is plain text in UTF-8, which is what the key `content: text`
/// sends.
fn is_utf8_text(media_type: &str) -> bool {
    let plain = media_type.to_lowercase().replace([' ', '"'], "");
    plain == "text/plain;charset=utf-8"
}

/// Returns whether the value of the key `content` means JSON lines.
pub(super) fn is_lines(word: &str) -> bool {
    word == "json-lines" || is_json_lines(word)
}
