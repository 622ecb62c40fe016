//! Converts error responses of all operations, and the headers of rate limits.
//!
//! Input: the responses of all operations. Output: `errors` and `headers` of the client.

use std::collections::BTreeMap;

use chainloom_codegen::{JSON, is_json};
use oas3::spec::{ObjectOrReference, Response};
use serde_json::Value as Json;

use super::bodies::bare;
use super::failures::Shapes;
use crate::importer::Importer;
use crate::operation::Operation;
use crate::pointer::escaped;
use crate::spec::Head;
use crate::tree::Node;

/// Share of all operations above which a header counts as common to them.
const MIN_SHARE: f64 = 0.5;

/// Standard reason phrases of HTTP, by status.
pub(super) const PHRASES: [(u16, &str); 33] = [
    (400, "Bad Request"),
    (401, "Unauthorized"),
    (402, "Payment Required"),
    (403, "Forbidden"),
    (404, "Not Found"),
    (405, "Method Not Allowed"),
    (406, "Not Acceptable"),
    (407, "Proxy Authentication Required"),
    (408, "Request Timeout"),
    (409, "Conflict"),
    (410, "Gone"),
    (411, "Length Required"),
    (412, "Precondition Failed"),
    (413, "Content Too Large"),
    (414, "URI Too Long"),
    (415, "Unsupported Media Type"),
    (416, "Range Not Satisfiable"),
    (417, "Expectation Failed"),
    (418, "Teapot"),
    (421, "Misdirected Request"),
    (422, "Unprocessable Content"),
    (423, "Locked"),
    (424, "Failed Dependency"),
    (425, "Too Early"),
    (426, "Upgrade Required"),
    (428, "Precondition Required"),
    (429, "Too Many Requests"),
    (431, "Request Header Fields Too Large"),
    (451, "Unavailable For Legal Reasons"),
    (500, "Internal Server Error"),
    (501, "Not Implemented"),
    (502, "Bad Gateway"),
    (503, "Service Unavailable"),
];

/// Bodies and statuses of the failed responses of all operations.
#[derive(Default)]
struct Failures {
    bodies: Shapes,
    /// Descriptions of each status, one for each operation with one.
    statuses: BTreeMap<u16, Vec<String>>,
    /// Pointers of all responses with a number as status.
    places: Vec<String>,
}

impl Importer<'_> {
    /// Returns the value of `errors` of the client: the most common body of failures, and the
    /// statuses. `None` if no failure has a JSON record as its body.
    pub(super) fn errors(&mut self, operations: &mut [Operation]) -> Option<Node> {
        let mut failures = Failures::default();
        for operation in operations.iter() {
            self.collect_failures(&operation.pointer, &mut failures);
        }
        let statuses = statuses(self, &failures);
        let Some((body, message)) = self.error_body(&failures) else {
            let what = match failures.bodies.is_empty() {
                true => "the status of an error response, since none has a JSON body",
                false => "the status of an error response, since none has a record as its body",
            };
            failures.places.iter().for_each(|place| self.report.lost(what, place));
            return None;
        };
        let mut node = Node::map([("body", Node::text(&body))]).from("/paths");
        if let Some(message) = message {
            self.report.guessed("the member of an error response with the message", "/paths");
            node.put("message", Node::text(message).guessed("by its name").or_remove());
        }
        node.put_opt("statuses", (!statuses.is_empty()).then_some(statuses.tall()));
        Some(node.or_remove())
    }

    /// Adds the failed responses of the operation at a pointer, and reports their other media
    /// types.
    fn collect_failures(&mut self, pointer: &str, failures: &mut Failures) {
        let Some(responses) = self.doc.at(&format!("{pointer}/responses")).and_then(Json::as_object) else { return };
        for status in responses.keys() {
            let code = status.parse::<u16>().ok();
            let is_failure = code.is_some_and(|code| code >= 400)
                || ["4xx", "5xx", "default"].contains(&status.to_lowercase().as_str());
            if !is_failure {
                continue;
            }
            let place = format!("{pointer}/responses/{}", escaped(status));
            let read = self.doc.piece::<ObjectOrReference<Response>>(&place);
            let (response, place) = match read.and_then(|response| self.doc.resolve(&response, &place)) {
                Ok(found) => found,
                Err(why) => {
                    self.report.lost(why, &place);
                    continue;
                }
            };
            if let Some(code) = code {
                failures.statuses.entry(code).or_default().extend(response.description.clone());
                failures.places.push(place.clone());
            }
            let has_json = response.content.keys().any(|name| is_json(name));
            for name in response.content.keys().filter(|name| !is_json(name) && (has_json || bare(name) != "*/*")) {
                let at = format!("{place}/content/{}", escaped(name));
                self.report.lost("another media type of an error response", &at);
            }
            for name in response.content.keys().filter(|name| is_json(name) && bare(name) != JSON) {
                let at = format!("{place}/content/{}", escaped(name));
                self.report.detail("a media type of JSON, which is read as any JSON", &at);
            }
            for (name, media) in response.content.iter().filter(|(name, _)| is_json(name)) {
                let Some(schema) = &media.schema else { continue };
                failures.bodies.add(self.doc, schema, format!("{place}/content/{}/schema", escaped(name)));
            }
        }
    }

    /// Declares the most common record among the error bodies, and returns its name and the member
    /// with the message. Reports all other bodies.
    fn error_body(&mut self, failures: &Failures) -> Option<(String, Option<String>)> {
        let mut chosen = None;
        for shape in failures.bodies.by_frequency() {
            let Some((schema, at)) = shape.variants.first() else { continue };
            let is_record = self.members_of(schema, at, 0).is_some_and(|(members, _)| !members.is_empty());
            if chosen.is_some() || !is_record {
                let what = match is_record {
                    true => "an error body other than the most common one",
                    false => "an error body that is no record",
                };
                shape.places.iter().for_each(|place| self.report.lost(what, place));
                continue;
            }
            let ty = self.schema(schema, at, "Failure");
            let ty = if ty.is_name() { ty } else { self.declare_inline_type(ty, "Failure") };
            let message = if self.guesses { self.message_of(shape) } else { None };
            chosen = match ty.head {
                Head::Name(name) => Some((name, message)),
                _ => None,
            };
        }
        chosen
    }

    /// Moves headers of rate limits from operations to the client, and returns them. Reports other
    /// headers that most responses have.
    pub(super) fn rate_limit(&mut self, operations: &mut [Operation]) -> Option<Node> {
        const PARTS: [(&str, &[&str]); 4] = [
            ("limit", &["ratelimit-limit", "x-ratelimit-limit", "x-rate-limit-limit", "x-rate-limit"]),
            ("remaining", &["ratelimit-remaining", "x-ratelimit-remaining", "x-rate-limit-remaining"]),
            ("reset", &["ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset"]),
            ("retryAfter", &["retry-after"]),
        ];
        let mut node = Node::empty();
        for (part, names) in PARTS {
            let is_one = |name: &str| names.contains(&name.to_lowercase().as_str());
            let name = operations
                .iter()
                .flat_map(|operation| &operation.headers)
                .find(|field| is_one(&field.name))
                .map(|field| field.name.to_lowercase());
            if let Some(name) = name {
                node.put(part, Node::text(name));
                operations.iter_mut().for_each(|operation| operation.headers.retain(|field| !is_one(&field.name)));
            }
        }
        self.drop_common_headers(operations);
        (!node.is_empty()).then(|| Node::map([("rateLimit", node)]).or_remove())
    }

    /// Removes headers that more than [`MIN_SHARE`] of all operations have, except `link`, and reports
    /// them.
    fn drop_common_headers(&mut self, operations: &mut [Operation]) {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for field in operations.iter().flat_map(|operation| &operation.headers) {
            *counts.entry(field.name.to_lowercase()).or_default() += 1;
        }
        let all = operations.len() as f64;
        let is_common = |name: &str| counts.get(&name.to_lowercase()).is_some_and(|count| is_common_count(*count, all));
        for operation in operations.iter_mut() {
            let (dropped, kept) = std::mem::take(&mut operation.headers)
                .into_iter()
                .partition(|field| is_common(&field.name) && !field.name.eq_ignore_ascii_case("link"));
            operation.headers = kept;
            let dropped: Vec<crate::spec::Field> = dropped;
            for field in dropped {
                self.report.lost(format!("the header `{}` of most responses", field.name), &field.ty.origin);
            }
        }
    }
}

fn is_common_count(count: usize, all: f64) -> bool {
    count > 3 && count as f64 > all * MIN_SHARE
}

/// Returns the name of each status, with its description if several operations agree on one.
fn statuses(importer: &mut Importer<'_>, failures: &Failures) -> Node {
    let mut out = Node::empty();
    for (code, docs) in &failures.statuses {
        let name = PHRASES
            .iter()
            .find(|(known, _)| known == code)
            .map_or_else(|| format!("Status {code}"), |(_, name)| (*name).to_owned());
        let first = docs.first().cloned().unwrap_or_default();
        let is_one = docs.len() > 1 && docs.iter().all(|doc| *doc == first);
        let doc = importer.prose(Some(&first).filter(|_| is_one).map(String::as_str), "/paths");
        let says_more = |doc: &String| !doc.trim_end_matches('.').eq_ignore_ascii_case(&name);
        let value = match doc.filter(says_more) {
            Some(doc) => Node::map([("name", Node::text(&name)), ("doc", Node::text(doc))]),
            None => Node::text(&name),
        };
        if !is_one && docs.len() > 1 {
            importer.report.detail(format!("what status {code} means in each operation"), "/paths");
        }
        out.put(code.to_string(), value);
    }
    out
}
