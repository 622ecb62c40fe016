//! Converts the encoding of form members: files, separators, styles, and media types of parts.
//!
//! Input: members of a body, with the `encoding` of each in the document. Output: their types, with
//! `join` and `style`. Encodings that the spec language cannot express are reported.

use chainloom_codegen::{JSON, is_json};
use oas3::spec::{ObjectSchema, Schema, SchemaType};
use serde_json::{Map, Value as Json};

use super::bodies::bare;
use crate::importer::Importer;
use crate::lift::{KEYWORD_PREFIX, is_version_3_0};
use crate::members::Member;
use crate::operation::{Body, Operation};
use crate::pointer::escaped;
use crate::schema::{
    BINARY, CONTENT_MEDIA_TYPE, CONTENT_MEDIA_TYPE_DETAIL, SchemaWalk, encoding, is_null, kinds, target_of,
};
use crate::spec::{Field, Head, Type};
use crate::tree::Node;

/// Values of the OpenAPI keyword `format` whose texts never contain the separator of a joined list.
const FORMATS_WITHOUT_SEPARATOR: [&str; 6] = ["date", "date-time", "uuid", "byte", "base64url", "ipv4"];

/// Media type of a part that is a file, unless its encoding names another.
const BYTES: &str = "application/octet-stream";

/// Content of a part of a form.
#[derive(Clone, Copy, PartialEq)]
enum PartContent {
    File,
    /// A list of files.
    Files,
    /// Anything else, such as a text.
    Other,
}

impl Importer<'_> {
    /// Returns whether a media type has an `encoding` for members. `place` is the pointer of the
    /// media type.
    pub(super) fn has_encoding(&self, place: &str) -> bool {
        self.doc.at(&format!("{place}/encoding")).and_then(Json::as_object).is_some_and(|all| !all.is_empty())
    }

    /// Sets the keys of a form's members that state how they are sent: their types as files, media
    /// types, styles and separators.
    pub(super) fn encode_members(
        &mut self,
        operation: &Operation,
        fields: &mut Vec<Field>,
        schema: &Schema,
        place: &str,
    ) {
        let is_multipart = operation.content.as_deref() == Some("multipart");
        let members = self.members_of(schema, &format!("{place}/schema"), 0).map(|(members, _)| members);
        let of_alternatives = || self.members_of_alternatives(schema, &format!("{place}/schema"));
        let members = if is_multipart { members.or_else(of_alternatives) } else { members }.unwrap_or_default();
        if is_multipart {
            self.set_files(fields, &members, place);
            self.set_media_types(fields, &members, place);
        }
        if !(is_multipart || operation.content.as_deref() == Some("form")) {
            return;
        }
        let encodings = self.doc.at(&format!("{place}/encoding")).and_then(Json::as_object);
        if !is_multipart {
            self.spread_objects(fields, &members, encodings);
        }
        for (name, encoding) in encodings.into_iter().flatten() {
            let at = format!("{place}/encoding/{}", escaped(name));
            match fields.iter_mut().find(|field| field.name == *name) {
                None => self.report.detail("the encoding of a member that is not described", &at),
                Some(field) if is_multipart => self.encode_part(field, encoding, &at),
                Some(field) => {
                    let schema = members.iter().find(|member| member.name == *name).map(|member| &member.schema);
                    self.encode_pair(field, schema, encoding, &at);
                }
            }
        }
    }

    /// Replaces members that are objects by the members of these objects, if no `encoding` says
    /// otherwise: a form sends each member of an exploded object as a separate name and value.
    fn spread_objects(&mut self, fields: &mut Vec<Field>, members: &[Member], encodings: Option<&Map<String, Json>>) {
        for field in std::mem::take(fields) {
            let is_said = encodings.is_some_and(|all| all.contains_key(&field.name));
            let member = members.iter().find(|member| member.name == field.name);
            let is_record =
                matches!(&field.ty.head, Head::Record { .. } | Head::Name(_)) && self.is_object_type(&field.ty);
            let inner = member.filter(|_| is_record && !is_said).and_then(|member| {
                let (inner, _) = self.members_of(&member.schema, &member.at, 0)?;
                let is_free = |one: &Member| !members.iter().any(|other| other.name == one.name);
                (!inner.is_empty() && inner.iter().all(is_free)).then_some(inner)
            });
            match inner {
                None => fields.push(field),
                Some(inner) => {
                    let inner = self.fields(&inner, &field.name);
                    fields
                        .extend(inner.into_iter().map(|one| Field { optional: field.optional || one.optional, ..one }));
                }
            }
        }
    }

    /// Reports encodings that belong to no member: `prefixEncoding`, `itemEncoding`, and all
    /// encodings of a body that is one parameter.
    pub(super) fn report_encoding(&mut self, operation: &Operation, place: &str) {
        for word in ["prefixEncoding", "itemEncoding"] {
            if self.doc.at(&format!("{place}/{word}")).is_some() {
                self.report.lost(format!("the `{word}` of a body"), &format!("{place}/{word}"));
            }
        }
        let is_form = matches!(operation.content.as_deref(), Some("form" | "multipart"));
        if is_form && !matches!(operation.body, Body::Members(_)) && self.has_encoding(place) {
            self.report.lost("the encoding of the members of a whole body", &format!("{place}/encoding"));
        }
    }

    /// Changes the types of members that are bytes to `file`, and of members that are lists of
    /// bytes to lists of files. A member that may be one file or several is a list, whose items are
    /// parts of the same name.
    fn set_files(&mut self, fields: &mut [Field], members: &[Member], place: &str) {
        for field in fields {
            let Some(member) = members.iter().find(|member| member.name == field.name) else { continue };
            let parts = member.further.iter().map(|(schema, _)| schema).chain([&member.schema]);
            let is_any_file = self.is_any_file(&format!("{place}/encoding/{}", escaped(&field.name)));
            let mut contents: Vec<PartContent> = Vec::new();
            for part in parts.clone() {
                contents.extend(self.part_contents(part, is_any_file, &mut SchemaWalk::default()));
            }
            let file = Type::name("file", &member.at).or("string");
            let head = match contents.contains(&PartContent::Files) {
                true => Head::List(Box::new(file)),
                false if contents.contains(&PartContent::File) => file.head,
                false => continue,
            };
            let is_stated = |part: &Schema| {
                self.part_contents(part, false, &mut SchemaWalk::default()).iter().any(|one| *one != PartContent::Other)
            };
            if is_any_file && !parts.clone().any(is_stated) {
                self.report.detail("a part of any content, which is a file", &member.at);
            }
            if member.further.is_empty() && contents.contains(&PartContent::Other) {
                self.report.lost("other values of a part that may be a file", &member.at);
            }
            self.set_file_type(field, head, member);
        }
    }

    /// Sets the media types of parts that are files or texts and state them in their schemas, where no `encoding` does.
    fn set_media_types(&mut self, fields: &mut [Field], members: &[Member], place: &str) {
        for field in fields {
            let Some(member) = members.iter().find(|member| member.name == field.name) else { continue };
            let own = (self.plain(&member.schema), member.at.clone());
            let items = (
                self.items_of_schema(&member.schema).and_then(|items| self.plain(&items)),
                format!("{}/items", member.at),
            );
            let stated = [own, items].into_iter().find_map(|(plain, at)| {
                let plain = plain.filter(|plain| encoding(plain).is_none_or(|encoding| encoding == BINARY))?;
                Some((content_media_type(&plain)?.to_owned(), at))
            });
            let Some((media, at)) = stated else { continue };
            self.report.withdraw(CONTENT_MEDIA_TYPE_DETAIL, &at);
            let encoding = format!("{place}/encoding/{}/contentType", escaped(&field.name));
            let usual = if is_of_files(&field.ty) { BYTES } else { "text/plain" };
            if self.doc.at(&encoding).is_none() && bare(&media) != usual {
                field.ty.put("content", Node::text(&media));
            }
        }
    }

    /// Sets the type of a member that is a file or a list of files. A part has no value for null.
    fn set_file_type(&mut self, field: &mut Field, head: Head, member: &Member) {
        if std::mem::take(&mut field.ty.nullable) {
            self.report.lost("null in place of a file", &member.at);
        }
        if let Head::Name(name) = std::mem::replace(&mut field.ty.head, head) {
            if self.pointer_of_type(&name).is_none() {
                self.declared.retain(|declared| declared.name != name);
            }
        }
        field.ty.fallback = "string";
        field.ty.attributes.retain(|(key, _)| *key != "also");
    }

    /// Returns whether a part of any content is a file: since version 3.1, unless its `encoding` at
    /// a pointer states JSON or a text.
    fn is_any_file(&self, encoding: &str) -> bool {
        let stated = self.doc.at(&format!("{encoding}/contentType")).and_then(Json::as_str);
        !is_version_3_0(&self.doc.root) && !stated.is_some_and(|stated| stated.split(',').any(is_text_type))
    }

    /// Returns the contents that the schema of a part allows, without null.
    fn part_contents(&self, schema: &Schema, is_any_file: bool, walk: &mut SchemaWalk) -> Vec<PartContent> {
        walk.visit(target_of(schema), |walk| self.contents_of(schema, is_any_file, walk)).unwrap_or_default()
    }

    /// Implements [`Self::part_contents`] recursively.
    fn contents_of(&self, schema: &Schema, is_any_file: bool, walk: &mut SchemaWalk) -> Vec<PartContent> {
        let is_any = |schema: &Schema| is_any_file && self.is_any(schema);
        if self.is_file(schema) || is_any(schema) {
            return vec![PartContent::File];
        }
        let Some(plain) = self.plain(schema) else { return vec![PartContent::Other] };
        if let Some(items) = self.items_of_schema(schema) {
            let of_items = self.part_contents(&items, is_any_file, walk).into_iter();
            return of_items.map(|one| if one == PartContent::File { PartContent::Files } else { one }).collect();
        }
        let arms = plain.one_of.iter().chain(&plain.any_of);
        let arms: Vec<&Schema> = arms.filter(|arm| !self.plain(arm).is_some_and(|arm| is_null(&arm))).collect();
        let mut contents = Vec::new();
        for inner in arms.iter().copied().chain(&plain.all_of) {
            contents.extend(self.part_contents(inner, is_any_file, walk));
        }
        if arms.is_empty() {
            contents.retain(|one| *one != PartContent::Other);
        }
        if contents.is_empty() { vec![PartContent::Other] } else { contents }
    }

    /// Returns whether a schema accepts any value: it has no keywords other than descriptions and examples.
    fn is_any(&self, schema: &Schema) -> bool {
        match (schema, self.plain(schema)) {
            (Schema::Boolean(accepts), _) => accepts.0,
            (_, None) => false,
            (_, Some(mut plain)) => {
                (plain.title, plain.description, plain.example) = (None, None, None);
                plain.examples.clear();
                let has_keyword = plain.extensions.keys().any(|name| name.starts_with(KEYWORD_PREFIX));
                plain.extensions = Default::default();
                !has_keyword && plain == ObjectSchema::default()
            }
        }
    }

    /// Returns whether the values of a schema are the bytes of a file: because of the schema
    /// itself, its reference, a part of it, or all of its alternatives.
    pub(super) fn is_file(&self, schema: &Schema) -> bool {
        self.is_file_within(schema, &mut SchemaWalk::default())
    }

    fn is_file_within(&self, schema: &Schema, walk: &mut SchemaWalk) -> bool {
        walk.visit(target_of(schema), |walk| self.describes_file(schema, walk)).unwrap_or(false)
    }

    /// Implements [`Self::is_file`] recursively.
    fn describes_file(&self, schema: &Schema, walk: &mut SchemaWalk) -> bool {
        let Some(plain) = self.plain(schema) else { return false };
        let is_text = |media: &str| kinds(&plain) == [SchemaType::String] && bare(media).starts_with("text/");
        let is_other = |arm: &&Schema| !self.plain(arm).is_some_and(|arm| is_null(&arm));
        let mut arms = plain.one_of.iter().chain(&plain.any_of).filter(is_other).peekable();
        plain.format.as_deref() == Some("binary")
            || encoding(&plain) == Some(BINARY)
            || (encoding(&plain).is_none() && content_media_type(&plain).is_some_and(|media| !is_text(media)))
            || plain.all_of.iter().any(|part| self.is_file_within(part, walk))
            || (arms.peek().is_some() && arms.all(|arm| self.is_file_within(arm, walk)))
    }

    /// Sets the media type and the headers of a part, and reports what the spec cannot express.
    fn encode_part(&mut self, field: &mut Field, encoding: &Json, at: &str) {
        if let Some(stated) = encoding.get("contentType").and_then(Json::as_str) {
            let stated: Vec<&str> = stated.split(',').map(str::trim).collect();
            let place = format!("{at}/contentType");
            match self.part_content(field, &stated) {
                Some(content) => {
                    if !is_of_files(&field.ty) && has_others(&stated, content.first()) {
                        self.report.lost("another media type of a part", &place);
                    }
                    if !content.is_empty() {
                        field.ty.put("content", Node::texts_or_text(&content));
                    }
                }
                None => self.report.lost("the media type of a part", &place),
            }
        }
        let mut headers = Vec::new();
        for (name, header) in encoding.get("headers").and_then(Json::as_object).into_iter().flatten() {
            match self.only_text(header) {
                _ if name.eq_ignore_ascii_case("content-type") => {}
                Some(value) => headers.push((name.clone(), Node::text(value))),
                None => self.report.lost("a header of a part", &format!("{at}/headers/{}", escaped(name))),
            }
        }
        if !headers.is_empty() {
            field.ty.put("headers", Node::map(headers));
        }
        for (word, usual) in [("style", Json::from("form")), ("explode", true.into()), ("allowReserved", false.into())]
        {
            if encoding.get(word).is_some_and(|stated| *stated != usual) {
                self.report.lost(format!("the `{word}` of a part"), &format!("{at}/{word}"));
            }
        }
    }

    /// Returns the media types of a part to state, out of the media types in the document. The list
    /// is empty if they need not be stated; `None` if the value cannot be sent in any of them.
    fn part_content<'s>(&self, field: &Field, stated: &[&'s str]) -> Option<Vec<&'s str>> {
        let is_usual = |usual: &[&str]| stated.iter().all(|one| usual.contains(&bare(one).as_str()));
        if is_of_files(&field.ty) {
            return Some(if is_usual(&[BYTES, "*/*", "application/*"]) { Vec::new() } else { stated.to_vec() });
        }
        if self.is_object_type(&field.ty) {
            let json = stated.iter().copied().find(|one| is_json(one))?;
            return Some(if bare(json) == JSON { Vec::new() } else { vec![json] });
        }
        let is_nested = matches!(&field.ty.head, Head::List(item) if self.is_object_type(item) || self.is_list(item));
        let first = stated.iter().copied().find(|one| !one.contains('*') && (is_json(one) || !is_nested));
        let first = first.filter(|_| !is_usual(&["text/plain", "text/*", "*/*"]));
        if is_nested { first.map(|one| vec![one]) } else { Some(first.into_iter().collect()) }
    }

    /// Returns the only value that a header of a part may have, or `None` if its schema allows
    /// several.
    fn only_text(&self, header: &Json) -> Option<String> {
        let schema = match header.get("$ref") {
            Some(reference) => self.doc.at(&self.doc.follow(reference.as_str()?).ok()?)?.get("schema")?.clone(),
            None => header.get("schema")?.clone(),
        };
        let value = match (schema.get("const"), schema.get("enum").and_then(Json::as_array).map(Vec::as_slice)) {
            (Some(value), _) | (None, Some([value])) => value,
            _ => return None,
        };
        value.as_str().map(str::to_owned)
    }

    /// Sets the style and the separator of a member of a form of names and values.
    fn encode_pair(&mut self, field: &mut Field, schema: Option<&Schema>, encoding: &Json, at: &str) {
        let style = encoding.get("style").and_then(Json::as_str);
        let explode = encoding.get("explode").and_then(Json::as_bool);
        let is_nested = self.is_list(&field.ty) || self.is_object_type(&field.ty);
        if encoding.get("allowReserved") == Some(&Json::Bool(true)) {
            self.report.lost("`allowReserved`", at);
        }
        if style.is_none() && explode.is_none() {
            // Without a style, the media type decides how a list or an object is sent.
            match encoding.get("contentType").and_then(Json::as_str) {
                Some(stated) if is_json(stated) && is_nested => field.ty.put("style", Node::text("json")),
                Some(stated) if !is_nested && bare(stated) == "text/plain" => {}
                Some(_) => self.report.lost("the media type of a member of a form", &format!("{at}/contentType")),
                None => {}
            }
            return;
        }
        match style {
            Some("deepObject") => field.ty.put("style", Node::text("brackets")),
            _ => self.join_items(&mut field.ty, schema, separator(style, explode), at),
        }
    }

    /// Sets the separator of a list that is sent as one text. Reports items that may contain the
    /// separator.
    pub(super) fn join_items(&mut self, ty: &mut Type, schema: Option<&Schema>, separator: Option<&str>, at: &str) {
        let Some(join) = separator else { return };
        let is_list = self.is_list(ty);
        // A list that was inferred from a sentence has its separator already.
        let is_joined = ty.attributes.iter().any(|(key, _)| *key == "join");
        if is_joined || (!is_list && !self.may_be_list(ty)) {
            return;
        }
        // A value that is a list only in some alternatives needs a style.
        if !is_list {
            ty.put("style", Node::text("joined"));
        }
        if is_list || join != "," {
            ty.put("join", Node::text(join));
        }
        if let Some(schema) = schema {
            self.report_divided_items(schema, join, at);
        }
    }

    /// Reports a list whose items may contain the separator, by which the receiver would divide
    /// them.
    pub(super) fn report_divided_items(&mut self, schema: &Schema, separator: &str, at: &str) {
        let item = self.items_of_schema(schema);
        if item.is_some_and(|item| self.may_hold(&item, separator, &mut SchemaWalk::default())) {
            self.report.lost("an item that contains the separator of its list", at);
        }
    }

    /// Returns the schema of the items of a list, which a part of an `allOf` may state.
    fn items_of_schema(&self, schema: &Schema) -> Option<Schema> {
        let plain = self.plain(schema)?;
        let of_part = || plain.all_of.iter().find_map(|part| self.plain(part)?.items);
        plain.items.clone().or_else(of_part).map(|items| *items)
    }

    /// Returns whether a text that the schema accepts may contain `separator`; `true` if it does not say.
    fn may_hold(&self, schema: &Schema, separator: &str, walk: &mut SchemaWalk) -> bool {
        walk.visit(target_of(schema), |walk| self.accepts_separator(schema, separator, walk)).unwrap_or(true)
    }

    /// Implements [`Self::may_hold`] recursively.
    fn accepts_separator(&self, schema: &Schema, separator: &str, walk: &mut SchemaWalk) -> bool {
        let Some(plain) = self.plain(schema) else { return true };
        let holds = |value: &Json| value.as_str().is_some_and(|text| text.contains(separator));
        let mut values = plain.enum_values.iter().chain(&plain.const_value).peekable();
        if values.peek().is_some() {
            return values.any(holds);
        }
        let is_text = kinds(&plain).iter().all(|kind| *kind == SchemaType::String);
        let is_fixed = plain.format.as_deref().is_some_and(|format| FORMATS_WITHOUT_SEPARATOR.contains(&format));
        let mut arms = plain.one_of.iter().chain(&plain.any_of).peekable();
        is_text
            && !is_fixed
            && plain.all_of.iter().all(|part| self.may_hold(part, separator, walk))
            && (arms.peek().is_none() || arms.any(|arm| self.may_hold(arm, separator, walk)))
    }
}

/// Returns whether a part has media types besides the one that is sent, or besides ranges if none is stated.
fn has_others(stated: &[&str], sent: Option<&&str>) -> bool {
    let single: Vec<String> = stated.iter().map(|one| bare(one)).filter(|one| !one.contains('*')).collect();
    let sent = sent.map(|sent| bare(sent)).or_else(|| single.first().cloned());
    single.iter().any(|one| Some(one) != sent.as_ref())
}

/// Returns whether values of a media type are texts: JSON or `text/*`.
fn is_text_type(media_type: &str) -> bool {
    is_json(media_type) || bare(media_type).starts_with("text/")
}

/// Returns the media type of a text, the keyword `contentMediaType`.
fn content_media_type(schema: &ObjectSchema) -> Option<&str> {
    schema.extensions.get(&format!("{KEYWORD_PREFIX}{CONTENT_MEDIA_TYPE}")).and_then(Json::as_str)
}

/// Returns whether a type is a file or a list of files.
fn is_of_files(ty: &Type) -> bool {
    match &ty.head {
        Head::Name(name) => name == "file",
        Head::List(item) => is_of_files(item),
        _ => false,
    }
}

/// Returns the separator of a list that is sent as one text. `None` if each item is sent by itself.
pub(super) fn separator(style: Option<&str>, explode: Option<bool>) -> Option<&'static str> {
    if explode.unwrap_or(matches!(style, None | Some("form"))) {
        return None;
    }
    Some(match style {
        Some("spaceDelimited") => " ",
        Some("pipeDelimited") => "|",
        _ => ",",
    })
}
