//! Converts success responses: their types by status, media type and headers.
//!
//! Input: the responses of an operation. Output: the response of the operation.

use chainloom_codegen::{EVENT_STREAM, JSON, is_json, is_json_lines};
use oas3::spec::{Header, MediaType, Operation as Source, Response, Schema};

use super::bodies::{bare, has_parameters};
use crate::importer::Importer;
use crate::operation::{Operation, ResponseBody};
use crate::pointer::escaped;
use crate::schema::Form;
use crate::spec::{Field, Head, Type};
use crate::tree::{Kind, Node};

/// Successful response of an operation.
struct Success {
    /// Status of the response; `None` for `2xx` and `default`.
    status: Option<u16>,
    response: Response,
    at: String,
}

impl Importer<'_> {
    pub(super) fn read_responses(&mut self, operation: &mut Operation, source: &Source) {
        let read = self.successes(operation, source);
        let is_conditional = operation.params("headers").any(|field| field.name.to_lowercase().starts_with("if-"));
        let mut responses: Vec<(Option<u16>, ResponseBody, String)> = Vec::new();
        let mut kept: Vec<&Success> = Vec::new();
        for success in &read {
            if success.status == Some(304) && !is_conditional {
                self.report.lost("the status 304 of a request without a condition", &success.at);
                continue;
            }
            let response = self.read_response_body(operation, success);
            responses.push((success.status, response, success.at.clone()));
            kept.push(success);
        }
        operation.headers = self.headers_of_all(operation, &kept);
        let redirect = source
            .responses
            .iter()
            .flatten()
            .find(|(status, _)| ["301", "302", "303", "307", "308"].contains(&status.as_str()));
        if responses.is_empty() {
            match redirect {
                Some((status, _)) => {
                    self.report.guessed(
                        "a redirect to bytes as a response",
                        &format!("{}/responses/{status}", operation.pointer),
                    );
                    operation.response = ResponseBody::Raw("bytes", vec!["*/*".to_owned()]);
                    operation.redirects = true;
                }
                None if source.responses.iter().flatten().any(|(status, _)| status == "default") => {}
                None => self.report.lost("a missing success response", &format!("{}/responses", operation.pointer)),
            }
            return;
        }
        if let Some((status, _)) = redirect {
            self.report.lost("a redirect beside other responses", &format!("{}/responses/{status}", operation.pointer));
        }
        operation.statuses = self.statuses(&responses);
        operation.response = self.combine_responses(responses);
    }

    /// Returns the responses with a successful status or 304, in the order of the document. The
    /// response `default` counts if it has content and no response has a successful status or a
    /// redirect.
    fn successes(&mut self, operation: &Operation, source: &Source) -> Vec<Success> {
        let mut read = Vec::new();
        let responses = source.responses.iter().flatten();
        let has_own = responses.clone().any(|(status, _)| status.starts_with('2') || status == "304");
        let has_redirect = responses.clone().any(|(status, _)| status.starts_with('3'));
        for (status, response) in responses {
            let code = status.parse::<u16>().ok();
            let is_default = status == "default" && !has_own && !has_redirect;
            let is_success = code.is_some_and(|code| (200..300).contains(&code) || code == 304)
                || status.eq_ignore_ascii_case("2xx")
                || is_default;
            let place = format!("{}/responses/{status}", operation.pointer);
            if !is_success {
                if status.starts_with('1') {
                    self.report.detail("an interim response, which is followed by another", &place);
                }
                continue;
            }
            match self.doc.resolve(response, &place) {
                Ok((response, at)) => {
                    if is_default && response.content.is_empty() {
                        continue;
                    }
                    read.push(Success { status: code, response, at });
                }
                Err(why) => self.report.lost(why, &place),
            }
        }
        read
    }

    /// Returns the body of a successful response, and reports its other media types.
    fn read_response_body(&mut self, operation: &mut Operation, success: &Success) -> ResponseBody {
        for name in success.response.links.keys() {
            self.report.detail("a link of a response", &format!("{}/links/{}", success.at, escaped(name)));
        }
        let content = &success.response.content;
        if let (Some(status @ (204 | 205 | 304)), false) = (success.status, content.is_empty()) {
            self.report.lost(format!("the body of a status {status}, which has none"), &success.at);
            return ResponseBody::None;
        }
        if operation.verb == "head" && !content.is_empty() {
            self.report.lost("the body of a response to HEAD, which has none", &success.at);
            return ResponseBody::None;
        }
        if let Some(lines) = self.lines(operation, success) {
            return lines;
        }
        let json = content
            .iter()
            .find(|(name, _)| bare(name) == JSON)
            .or_else(|| content.iter().find(|(name, _)| is_json(name)))
            .or_else(|| content.iter().find(|(name, media)| name.starts_with("*/*") && media.schema.is_some()));
        let events = content.iter().find(|(name, _)| bare(name) == EVENT_STREAM);
        let best = json.or(events).or(content.iter().next());
        let Some((name, media)) = best else { return ResponseBody::None };
        let is_any_text =
            bare(name) == "*/*" && media.schema.as_ref().is_none_or(|schema| self.forms(schema) == [Form::Text]);
        let is_raw = !is_json(name) && (is_any_text || bare(name) != "*/*") && bare(name) != EVENT_STREAM;
        let kind = self.raw_kind(name, media);
        let same: Vec<String> = content
            .iter()
            .filter(|(other, media)| is_raw && self.raw_kind(other, media) == kind)
            .map(|(other, _)| bare(other))
            .collect();
        for other in content.keys().filter(|other| *other != name && !same.contains(&bare(other))) {
            self.report.lost("another media type of a response", &format!("{}/content/{}", success.at, escaped(other)));
        }
        let place = format!("{}/content/{}", success.at, escaped(name));
        if has_parameters(name) && !name.to_lowercase().contains("charset=") {
            self.report.lost("a parameter of the media type of a response", &place);
        }
        if is_raw {
            let says_more = media.schema.as_ref().is_some_and(|schema| self.states_more_than_text(schema));
            if says_more {
                self.lose_schema(name, &format!("read as {kind}"), &place);
            }
            if kind == "bytes" && media.schema.as_ref().is_some_and(|schema| self.is_encoded(schema)) {
                self.report.lost("the encoding of a response as text, such as base64: it is read as it is", &place);
            } else if kind == "bytes" && self.is_stated_text(media) {
                self.report
                    .detail("that a response is text: other media types than `text/*` are read as bytes", &place);
            }
            return ResponseBody::Raw(kind, same);
        }
        if is_json(name) && bare(name) != JSON {
            self.report.lost("the media type of a response, in place of which `application/json` is asked for", &place);
        }
        let hint = format!("{} response", operation.preferred_name);
        if bare(name) != EVENT_STREAM {
            self.report_item_schema(&place);
            let at = format!("{place}/schema");
            let ty = media.schema.as_ref().map(|schema| self.type_without_doc(schema, &at, &hint));
            return ResponseBody::Type(ty.unwrap_or_else(|| Type::json(&at)));
        }
        let (events, end) = self.events(&place, &hint);
        operation.stream = end.or_else(|| self.stream(operation, success.response.description.as_deref(), &place));
        events
    }

    /// Returns `text` or `bytes`, for a response that is no JSON. Only `text/*` is text: other
    /// media types with a schema of text often mean bytes.
    fn raw_kind(&self, name: &str, media: &MediaType) -> &'static str {
        let is_file = media.schema.as_ref().is_none_or(|schema| self.is_file(schema));
        let is_text = match bare(name).as_str() {
            "*/*" => !is_file,
            name => name.starts_with("text/"),
        };
        if is_text { "text" } else { "bytes" }
    }

    /// Removes the headers of responses that are streams of events, and reports them.
    pub(super) fn drop_headers_of_events(&mut self, operations: &mut [Operation]) {
        let is_stream = |operation: &&mut Operation| matches!(operation.response, ResponseBody::Events(..));
        for operation in operations.iter_mut().filter(is_stream) {
            for field in std::mem::take(&mut operation.headers) {
                self.report.lost("a header of a stream of events", &field.ty.origin);
            }
        }
    }

    /// Returns whether the schema of a media type is a text, and not the bytes of a file.
    fn is_stated_text(&self, media: &MediaType) -> bool {
        media.schema.as_ref().is_some_and(|schema| !self.is_file(schema) && self.forms(schema) == [Form::Text])
    }

    /// Reports the `itemSchema` of a media type whose value is read as a whole.
    pub(super) fn report_item_schema(&mut self, place: &str) {
        let at = format!("{place}/itemSchema");
        if self.doc.at(&at).is_some() {
            self.report.lost("`itemSchema` of another media type than JSON lines and events", &at);
        }
    }

    /// Reads a response of JSON lines. `None` if it has no such media type, or JSON or events
    /// besides.
    fn lines(&mut self, operation: &Operation, success: &Success) -> Option<ResponseBody> {
        let content = &success.response.content;
        let place = |name: &str| format!("{}/content/{}", success.at, escaped(name));
        let is_other = |name: &str| is_json(name) || bare(name) == EVENT_STREAM;
        if content.keys().any(|name| is_other(name)) {
            return None;
        }
        let types: Vec<String> = content.keys().filter(|name| is_json_lines(name)).cloned().collect();
        let first = types.first()?;
        for other in content.keys().filter(|name| !types.contains(name)) {
            self.report.lost("another media type of a response", &place(other));
        }
        let ty = self.line_type(&place(first), &format!("{} line", operation.preferred_name));
        Some(ResponseBody::Lines(ty, types.iter().map(|name| bare(name)).collect()))
    }

    /// Returns the type of a response, a result or an event. The key of a response holds only a type, so its description and
    /// attributes are dropped. `hint` is the preferred name of an inline type.
    pub(crate) fn type_without_doc(&mut self, schema: &Schema, at: &str, hint: &str) -> Type {
        let mut ty = self.schema_declaring_nullable(schema, at, hint);
        ty.doc = None;
        if ty.is_name() {
            ty.attributes.clear();
        }
        ty
    }

    /// Joins the responses of all statuses: into one response if they are equal, or else into a
    /// type for each status.
    fn combine_responses(&mut self, responses: Vec<(Option<u16>, ResponseBody, String)>) -> ResponseBody {
        // Statuses from 300 on stay apart, even if their responses are equal.
        let has_others = responses.iter().any(|(status, ..)| status.is_some_and(|status| status >= 300));
        if are_same(&responses) && !has_others {
            return responses.into_iter().next().map_or(ResponseBody::None, |(_, response, _)| response);
        }
        let mut by_status = Vec::new();
        for (status, response, at) in &responses {
            match (status, response) {
                (Some(status), ResponseBody::Type(ty)) => by_status.push((*status, Some(ty.clone()))),
                (Some(status), ResponseBody::None) => by_status.push((*status, None)),
                _ => self.report.lost("a response of bytes, text or any status beside others", at),
            }
        }
        match by_status.len() {
            0 | 1 => {
                for (.., at) in responses.iter().skip(1) {
                    self.report.lost("a response of bytes, text or any status beside others", at);
                }
                responses.into_iter().next().map_or(ResponseBody::None, |(_, response, _)| response)
            }
            _ => ResponseBody::ByStatus(by_status),
        }
    }

    /// Returns the successful statuses as a list, if they have equal responses and differ from 200
    /// alone.
    fn statuses(&self, responses: &[(Option<u16>, ResponseBody, String)]) -> Option<Node> {
        let codes: Vec<u16> =
            responses.iter().filter_map(|(status, ..)| *status).filter(|status| *status != 304).collect();
        let all = responses.iter().all(|(status, ..)| status.is_some());
        let numbers = codes.iter().map(|code| Node::new(Kind::Number(code.to_string())));
        (all && codes != [200]
            && !codes.is_empty()
            && !responses.iter().any(|(status, ..)| *status == Some(304))
            && are_same(responses))
        .then(|| Node::list(numbers))
    }

    /// Returns the headers of all statuses. A header that one of them lacks is optional.
    fn headers_of_all(&mut self, operation: &Operation, successes: &[&Success]) -> Vec<Field> {
        let mut all: Vec<Field> = Vec::new();
        for (index, success) in successes.iter().enumerate() {
            let fields = self.headers(operation, &success.response, &success.at);
            let is_same = |field: &Field, other: &Field| field.name.eq_ignore_ascii_case(&other.name);
            for known in &mut all {
                known.optional |= !fields.iter().any(|field| is_same(field, known));
            }
            for mut field in fields {
                let Some(known) = all.iter_mut().find(|known| is_same(known, &field)) else {
                    field.optional |= index > 0;
                    all.push(field);
                    continue;
                };
                known.optional |= field.optional;
                if !matches!(&field.ty.head, Head::Name(name) if known.ty.is_named(name)) {
                    self.report
                        .detail("the form of a header that differs by status: it is read as text", &field.ty.origin);
                    known.ty.head = Head::Name("string".to_owned());
                }
            }
        }
        all
    }

    fn headers(&mut self, operation: &Operation, response: &Response, at: &str) -> Vec<Field> {
        let mut fields = Vec::new();
        for (name, header) in &response.headers {
            let place = format!("{at}/headers/{}", escaped(name));
            // In a response to HEAD, headers about the body are the answer.
            let is_of_body = ["content-type", "content-length"].contains(&name.to_lowercase().as_str());
            if is_of_body && operation.verb != "head" {
                continue;
            }
            if fields.iter().any(|field: &Field| field.name.eq_ignore_ascii_case(name)) {
                self.report.lost("another header of the same name", &place);
                continue;
            }
            let (header, place): (Header, String) = match self.doc.resolve(header, &place) {
                Ok(found) => found,
                Err(why) => {
                    self.report.lost(why, &place);
                    continue;
                }
            };
            let hint = format!("{} {name}", operation.preferred_name);
            let mut ty = match &header.schema {
                Some(schema) => self.schema(schema, &format!("{place}/schema"), &hint),
                None => Type::name("string", &place),
            };
            if header.schema.is_none() && self.doc.at(&format!("{place}/content")).is_some()
                || !ty.is_name()
                || ty.is_named(crate::spec::JSON)
            {
                self.report.detail("the form of a response header that is no scalar: it is read as text", &place);
                ty = Type::name("string", &place);
            }
            ty.nullable = false;
            ty.fallback = "string";
            ty.attributes.clear();
            ty.doc = self.prose(header.description.as_deref(), &place).or(ty.doc);
            fields.push(Field { name: name.clone(), optional: header.required != Some(true), ty });
        }
        fields
    }
}

/// Returns whether the responses of all statuses are equal, so that one response and a list of
/// statuses express them.
fn are_same(responses: &[(Option<u16>, ResponseBody, String)]) -> bool {
    let text = |response: &ResponseBody| match response {
        ResponseBody::Type(ty) => crate::print::print(&Node::map([("t", ty.node())])),
        other => format!("{other:?}"),
    };
    let mut texts = responses.iter().map(|(_, response, _)| text(response));
    let first = texts.next();
    texts.all(|text| Some(text) == first)
}
