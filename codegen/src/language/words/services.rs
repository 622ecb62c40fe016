//! Services: their paths, and common facts of the responses of their operations.

use super::common::{Availability, Deprecation, Mark, sentence};
use crate::characters::is_token;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::mapping;
use crate::language::node::{Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::Shape;
use crate::language::word::{Form, ListOf, OneOrSeveral, Short, TextOrNumber, Word};

mapping! {
    /// Path of a service.
    #[derive(Clone, Debug)]
    pub(crate) struct EndpointDecl = "endpoint", "an endpoint" {
        must path: Text; "The path, a template over variables.";
        some doc: Text; "The description of the endpoint.";
        some deprecated: Deprecation; sentence!(deprecated);
    }
}

impl Short for EndpointDecl {
    type Alone = Text;

    fn alone(path: Text) -> Self {
        Self { path, doc: None, deprecated: None }
    }
}

mapping! {
    /// Path of a service for websockets.
    #[derive(Clone, Debug)]
    pub(crate) struct WebsocketDecl = "websocket", "`websocket`" {
        must path: Text; "The path, a template over variables.";
        list available: Availability, by OneOrSeveral; sentence!(available);
    }
}

impl Short for WebsocketDecl {
    type Alone = Text;

    fn alone(path: Text) -> Self {
        Self { path, available: Vec::new() }
    }
}

mapping! {
    /// Names of the response headers with the rate limit.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub struct RateLimitHeaders = "rateLimit", "`rateLimit`" {
        some policy: String; "The header with the policy of the limit.";
        some limit: String; "The header with the limit.";
        some remaining: String; "The header with the remaining amount.";
        some reset: String; "The header with the time of the reset.";
        some retry_after as "retryAfter": String; "The header with the time to wait.";
        some retry_after_ms as "retryAfterMs": String; "The header with the time to wait, in milliseconds.";
        flag seen: bool; sentence!(seen);
    }
    then check_rate_limit_names;
}

/// Reports names that no header can have.
fn check_rate_limit_names(
    reader: &mut Reader,
    members: &Members<'_>,
    headers: RateLimitHeaders,
) -> Option<RateLimitHeaders> {
    for (key, name) in headers.names() {
        if let (Some(name), Some(node)) = (name.filter(|name| !is_token(name)), members.get(key)) {
            reader.report(no_header_name(name, node.span));
        }
    }
    Some(headers)
}

/// Builds the diagnostic of a name that no header can have.
pub(crate) fn no_header_name(name: &str, span: Span) -> Diagnostic {
    let message = format!("no header can have the name `{name}`");
    Diagnostic::error(Code::BadValue, span, message).hint("use letters, digits and `-` in the name of a header")
}

impl RateLimitHeaders {
    /// Returns the headers, each with the key under which the spec names it.
    #[must_use]
    pub fn names(&self) -> [(&'static str, Option<&str>); 6] {
        [
            ("policy", self.policy.as_deref()),
            ("limit", self.limit.as_deref()),
            ("remaining", self.remaining.as_deref()),
            ("reset", self.reset.as_deref()),
            ("retryAfter", self.retry_after.as_deref()),
            ("retryAfterMs", self.retry_after_ms.as_deref()),
        ]
    }
}

mapping! {
    /// Status with a name.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct StatusName = "errorStatus", "a status" {
        must name: String; "The name of the status.";
        text doc: String; "The condition of the response.";
    }
}

impl Short for StatusName {
    type Alone = String;

    fn alone(name: String) -> Self {
        Self { name, doc: String::new() }
    }
}

mapping! {
    /// Conditions under which the body of a success status reports a failure.
    #[derive(Clone, Debug)]
    pub(crate) struct InBodyDecl = "inBody", "`inBody`" {
        list when: (Text, Node), by Constants; "Members of the body, with the values that they have in a failure.";
        list unless: (Text, Node), by Constants; "Members of the body, with the values that they have in a success.";
        some has: Text; "The member that a failure has: present, not null and no empty list.";
        some message: Text; "The member with the error message; the default is `message` of `errors`.";
        some code: Text; "The member with the error code.";
        list retry: Text, by ListOf<TextOrNumber>;
            "Codes after which the same call may succeed later, if it reads or is idempotent.";
        list limited: Text, by ListOf<TextOrNumber>;
            "Codes by which the service refuses a call for now, as with the status 429: nothing was done.";
        some source: Text, by Mark; sentence!(source);
    }
    then check_conditions;
}

/// Checks that `inBody` has a condition, and has `code` if it lists codes.
fn check_conditions(reader: &mut Reader, members: &Members<'_>, rule: InBodyDecl) -> Option<InBodyDecl> {
    if members.present(["when", "unless", "has"]).is_empty() && !members.has_unknown() {
        let message = "`inBody` has no condition by which a body reports a failure";
        let problem = Diagnostic::error(Code::MissingKey, members.span, message);
        reader.report(problem.hint("add `when: { member: value }`, `unless: { member: value }` or `has: member`"));
    }
    for key in ["retry", "limited"] {
        if let (Some(span), None) = (members.key_span(key), members.get("code")) {
            let message = format!("`{key}` lists codes, but `code` does not name the member with the code");
            let problem = Diagnostic::error(Code::MissingKey, span, message);
            reader.report(problem.hint("add `code: member`"));
        }
    }
    Some(rule)
}

/// Notation of members with their values, at least one.
#[derive(Debug)]
pub(crate) enum Constants {}

impl Form<Vec<(Text, Node)>> for Constants {
    const SHAPE: Shape = Shape::Map(&Shape::Either(&[Shape::Flag, Shape::TextOrNumber]));

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<(Text, Node)>> {
        let found: Vec<(Text, Node)> = Word::read(reader, node, what)?;
        if found.is_empty() && matches!(node.kind, NodeKind::Map(_)) {
            let problem = Diagnostic::error(Code::BadShape, node.span, format!("{what} names no member"));
            reader.report(problem.hint("write a member with its value: `{ member: value }`"));
        }
        for (name, value) in &found {
            if !matches!(value.kind, NodeKind::Boolean(_) | NodeKind::Number(_) | NodeKind::Text(_)) {
                reader.bad_text(value, &format!("`{}`", name.value), "true, false, a number or a text");
            }
        }
        Some(found)
    }
}
