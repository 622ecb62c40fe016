//! Converts examples of requests with their responses.
//!
//! Input: examples of parameters, bodies and responses. Output: `examples` of an operation, at most
//! one.

use chainloom_codegen::{is_json, is_json_lines};
use serde_json::Value as Json;

use super::bodies::is_lines;
use crate::importer::Importer;
use crate::operation::{Body, Operation, ResponseBody};
use crate::pointer::escaped;
use crate::tree::Node;

/// Number of bytes of an example of a response above which it is left out.
const MAX_EXAMPLE_BYTES: usize = 1_200;

impl Importer<'_> {
    /// Adds an example to each operation for which the document has one.
    pub(super) fn examples(&mut self, operations: &mut [Operation]) {
        for operation in operations {
            if let Some(example) = self.example(operation) {
                operation.entries.push(("examples", Node::list([example]).from(&operation.pointer)));
            }
        }
    }

    fn success_statuses(&self, operation: &Operation) -> Vec<String> {
        let responses = self.doc.at(&format!("{}/responses", operation.pointer)).and_then(Json::as_object);
        responses.into_iter().flat_map(|all| all.keys()).filter(|status| status.starts_with('2')).cloned().collect()
    }

    /// Returns the example of an operation. `None` if it has none, or a required parameter lacks a
    /// value.
    fn example(&mut self, operation: &Operation) -> Option<Node> {
        let mut request = Node::empty();
        let mut lacks = false;
        for param in &operation.params {
            match self.value_at(&param.field.ty.origin) {
                Some(value) if !param.field.optional => request.put(&param.field.name, Node::json(&value)),
                Some(_) => {}
                None => lacks |= !param.field.optional,
            }
        }
        lacks |= !self.put_body_example(operation, &mut request);
        let response = self.response_example(operation);
        self.report_raw_example(operation);
        if request.is_empty() && response.is_none() {
            return None;
        }
        if lacks {
            if response.is_some() {
                self.report.detail("the example of a response, because its request has none", &operation.pointer);
            }
            return None;
        }
        let is_long = response.as_ref().is_some_and(|response| response.to_string().len() > MAX_EXAMPLE_BYTES);
        if is_long {
            self.report.detail("the example of a response, because it is long", &operation.pointer);
        }
        let mut node = Node::map([("request", request)]);
        node.put_opt("response", response.filter(|_| !is_long).map(|response| Node::json(&response)));
        Some(node.from(&operation.pointer).or_remove())
    }

    /// Returns the example of a parameter or body: `example`, else the first of `examples`, else
    /// the example or the default of its schema.
    fn value_at(&self, at: &str) -> Option<Json> {
        let here = self.doc.at(at)?;
        let named = here.get("examples").and_then(Json::as_object);
        let first = || {
            named.and_then(|all| all.values().next()).and_then(|one| match one.get("$ref").and_then(Json::as_str) {
                Some(target) => self.doc.at(&self.doc.follow(target).ok()?)?.get("value").cloned(),
                None => one.get("value").cloned(),
            })
        };
        let of_schema = || {
            let schema = here.get("schema")?;
            let target = schema
                .get("$ref")
                .and_then(Json::as_str)
                .and_then(|target| self.doc.at(&self.doc.follow(target).ok()?));
            let schema = target.unwrap_or(schema);
            schema.get("example").or_else(|| schema.get("examples")?.get(0)).or_else(|| schema.get("default")).cloned()
        };
        here.get("example").cloned().or_else(first).or_else(of_schema).filter(|value| !value.is_null())
    }

    /// Adds the example of a body to `request`. Returns whether it has all required members.
    fn put_body_example(&self, operation: &Operation, request: &mut Node) -> bool {
        let body = format!("{}/requestBody", operation.pointer);
        let body = match self.doc.at(&body).and_then(|body| body.get("$ref")).and_then(Json::as_str) {
            Some(target) => self.doc.follow(target).unwrap_or(body),
            None => body,
        };
        let content = self.doc.at(&format!("{body}/content")).and_then(Json::as_object);
        let media =
            content.and_then(|content| content.keys().find(|name| is_json(name)).or_else(|| content.keys().next()));
        let value = media.and_then(|media| self.value_at(&format!("{body}/content/{}", escaped(media))));
        match (&operation.body, value) {
            (Body::None, _) => true,
            (Body::Members(members), value) => {
                let value = value.unwrap_or_default();
                for member in members {
                    if let Some(own) = value.get(&member.name) {
                        request.put(&member.name, Node::json(own));
                    }
                }
                members.iter().all(|member| member.optional || value.get(&member.name).is_some())
            }
            (Body::Whole { optional, .. }, None) => *optional,
            // JSON lines may be stated as one text.
            (Body::Whole { .. }, Some(Json::String(text))) if operation.content.as_deref().is_some_and(is_lines) => {
                let lines = text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str);
                let lines: Result<Vec<Json>, _> = lines.collect();
                lines.map(|lines| request.put("body", Node::json(&Json::Array(lines)))).is_ok()
            }
            (Body::Whole { .. }, Some(value)) => {
                request.put("body", Node::json(&value));
                true
            }
            (Body::Raw, _) => false,
        }
    }

    /// Reports the example of a response that is no JSON, for which a spec has no place.
    fn report_raw_example(&mut self, operation: &Operation) {
        if matches!(operation.response, ResponseBody::Type(_) | ResponseBody::ByStatus(_) | ResponseBody::None) {
            return;
        }
        for status in self.success_statuses(operation) {
            let Some(place) = self.response_at(operation, &status) else { continue };
            let content = self.doc.at(&format!("{place}/content")).and_then(Json::as_object).into_iter().flatten();
            let told = content.filter(|(_, media)| media.get("example").is_some() || media.get("examples").is_some());
            for (name, _) in told {
                let at = format!("{place}/content/{}", escaped(name));
                self.report.detail("the example of a response that is no JSON", &at);
            }
        }
    }

    /// Returns the pointer of the response with a status. `None` if its reference leads nowhere.
    fn response_at(&self, operation: &Operation, status: &str) -> Option<String> {
        let place = format!("{}/responses/{status}", operation.pointer);
        match self.doc.at(&place).and_then(|response| response.get("$ref")).and_then(Json::as_str) {
            Some(target) => self.doc.follow(target).ok(),
            None => Some(place),
        }
    }

    /// Returns the example of the first successful response that has one.
    fn response_example(&self, operation: &Operation) -> Option<Json> {
        if !matches!(operation.response, ResponseBody::Type(_)) {
            return None;
        }
        self.success_statuses(operation).into_iter().find_map(|status| {
            let place = self.response_at(operation, &status)?;
            let content = self.doc.at(&format!("{place}/content")).and_then(Json::as_object)?;
            let media = content.keys().find(|name| is_json(name) || is_json_lines(name))?;
            let at = format!("{place}/content/{}", escaped(media));
            let media = self.doc.at(&at)?;
            (media.get("example").is_some() || media.get("examples").is_some()).then(|| self.value_at(&at))?
        })
    }
}
