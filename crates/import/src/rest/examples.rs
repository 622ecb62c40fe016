//! Examples of requests with their responses.
//!
//! Input: examples of parameters, bodies and responses. Output: `examples` of an operation, at most
//! one. Documents of our own generator keep all; examples that belong together share a name.

use chainloom_codegen::{is_json, is_json_lines};
use serde_json::{Value as Json, json};

use super::bodies::is_lines;
use crate::importer::Importer;
use crate::operation::{Body, Operation, ResponseBody};
use crate::pointer::escaped;
use crate::tree::Node;

/// Responses with a longer text are left out.
const LONGEST: usize = 1_200;

impl Importer<'_> {
    pub(super) fn examples(&mut self, operations: &mut [Operation]) {
        for operation in operations {
            let keys = if self.is_ours { self.keys(operation) } else { vec![String::new()] };
            let examples: Vec<Node> = keys.iter().filter_map(|key| self.example(operation, key)).collect();
            if !examples.is_empty() {
                operation.entries.push(("examples", Node::list(examples).from(&operation.pointer)));
            }
        }
    }

    /// The names of examples, in the order of the response and then of the parameters.
    fn keys(&self, operation: &Operation) -> Vec<String> {
        let mut keys: Vec<String> = Vec::new();
        let responses = self.success_statuses(operation).into_iter().map(|status| format!("responses/{status}"));
        let bodies = responses.chain(["requestBody".to_owned()]);
        let places = bodies.flat_map(|body| self.media_places(&format!("{}/{body}/content", operation.pointer)));
        let params = operation.params.iter().map(|param| param.field.ty.origin.clone());
        for place in places.chain(params) {
            for key in self
                .doc
                .at(&format!("{place}/examples"))
                .and_then(Json::as_object)
                .into_iter()
                .flat_map(|all| all.keys())
            {
                if !keys.contains(key) {
                    keys.push(key.clone());
                }
            }
        }
        keys.sort_by_key(|key| {
            (key.trim_end_matches(|last: char| last.is_ascii_digit()).to_owned(), key.len(), key.clone())
        });
        keys
    }

    /// The places of all media types of a body.
    fn media_places(&self, content: &str) -> Vec<String> {
        let media = self.doc.at(content).and_then(Json::as_object);
        media.into_iter().flat_map(|all| all.keys()).map(|name| format!("{content}/{}", escaped(name))).collect()
    }

    fn success_statuses(&self, operation: &Operation) -> Vec<String> {
        let responses = self.doc.at(&format!("{}/responses", operation.pointer)).and_then(Json::as_object);
        responses.into_iter().flat_map(|all| all.keys()).filter(|status| status.starts_with('2')).cloned().collect()
    }

    fn example(&mut self, operation: &Operation, key: &str) -> Option<Node> {
        let mut request = Node::map([] as [(&str, Node); 0]);
        let mut lacks = false;
        for param in &operation.params {
            match self.value_at(&param.field.ty.origin, key) {
                Some(value) if self.is_ours || !param.field.optional => {
                    request.put(&param.field.name, Node::json(&value))
                }
                Some(_) => {}
                None => lacks |= !param.field.optional,
            }
        }
        lacks |= !self.put_body_example(operation, key, &mut request);
        let response = self.response_example(operation, key);
        if request.is_empty() && response.is_none() {
            return None;
        }
        if lacks && !self.is_ours {
            if response.is_some() {
                self.report.detail("the example of a response, because its request has none", &operation.pointer);
            }
            return None;
        }
        let is_long = response.as_ref().is_some_and(|response| response.to_string().len() > LONGEST) && !self.is_ours;
        if is_long {
            self.report.detail("the example of a response, because it is long", &operation.pointer);
        }
        let mut node = Node::map([("request", request)]);
        node.put_opt("variant", crate::ours::variant_of(self, operation, key).map(Node::text));
        node.put_opt("response", response.filter(|_| !is_long).map(|response| Node::json(&response)));
        if let Some(summary) = self.summary(operation, key) {
            node.put("doc", Node::text(summary));
        }
        Some(node.from(&operation.pointer).or_remove())
    }

    fn summary(&self, operation: &Operation, key: &str) -> Option<String> {
        let status = self.success_statuses(operation).into_iter().next().filter(|_| self.is_ours)?;
        let media = self.media_places(&format!("{}/responses/{status}/content", operation.pointer));
        let at = media.iter().map(|media| format!("{media}/examples/{}/summary", escaped(key)));
        at.into_iter().find_map(|at| self.doc.at(&at)?.as_str()).map(str::to_owned)
    }

    /// The value of an example; of the first one when no name is asked for.
    fn value_at(&self, at: &str, key: &str) -> Option<Json> {
        let here = self.doc.at(at)?;
        let named = here.get("examples").and_then(Json::as_object);
        if !key.is_empty() {
            return named?.get(key)?.get("value").cloned();
        }
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

    /// Whether all that the body needs is there.
    fn put_body_example(&self, operation: &Operation, key: &str, request: &mut Node) -> bool {
        let body = format!("{}/requestBody", operation.pointer);
        let body = match self.doc.at(&body).and_then(|body| body.get("$ref")).and_then(Json::as_str) {
            Some(target) => self.doc.follow(target).unwrap_or(body),
            None => body,
        };
        let content = self.doc.at(&format!("{body}/content")).and_then(Json::as_object);
        let media =
            content.and_then(|content| content.keys().find(|name| is_json(name)).or_else(|| content.keys().next()));
        let value = media.and_then(|media| self.value_at(&format!("{body}/content/{}", escaped(media)), key));
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
            // Other documents may give the lines as one text.
            (Body::Whole { .. }, Some(Json::String(text))) if operation.content.as_deref().is_some_and(is_lines) => {
                let lines = text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str);
                let lines: Result<Vec<Json>, _> = lines.collect();
                lines.map(|lines| request.put("body", Node::json(&Json::Array(lines)))).is_ok()
            }
            (Body::Whole { .. }, Some(value)) => {
                request.put("body", Node::json(&value));
                true
            }
            (Body::Raw, Some(value)) if self.is_ours => {
                request.put("body", Node::json(&value));
                true
            }
            (Body::Raw, _) => false,
        }
    }

    fn response_example(&self, operation: &Operation, key: &str) -> Option<Json> {
        let by_status = matches!(operation.response, ResponseBody::ByStatus(_));
        // Of ours, variants have responses of their own.
        if !matches!(operation.response, ResponseBody::Type(_)) && !self.is_ours {
            return None;
        }
        self.success_statuses(operation).into_iter().find_map(|status| {
            let place = format!("{}/responses/{status}", operation.pointer);
            let place = match self.doc.at(&place).and_then(|response| response.get("$ref")).and_then(Json::as_str) {
                Some(target) => self.doc.follow(target).ok()?,
                None => place,
            };
            let content = self.doc.at(&format!("{place}/content")).and_then(Json::as_object)?;
            let media = content.keys().find(|name| is_json(name) || is_json_lines(name))?;
            let at = format!("{place}/content/{}", escaped(media));
            match self
                .doc
                .at(&at)
                .is_some_and(|media| media.get("example").is_some() || media.get("examples").is_some())
            {
                true if by_status => self.value_at(&at, key).map(|value| json!({ status: value })),
                true => self.value_at(&at, key),
                false => None,
            }
        })
    }
}
