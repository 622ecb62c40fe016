//! Preconditions: checks of a request before its call is read. They cover host, path, verb, size
//! and media type.
//!
//! Input: a request and its route. Output: `None`, or the response that refuses the request.

use std::net::IpAddr;

use bytes::Bytes;
use chainloom_interpret::{BodyLimit, Dialect, Refusals, Situation};
use chainloom_runtime::schema::{Client, JSON, JSON_LINES, Operation, Place};
use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use serde_json::Value;

use crate::refusals::errors::refuse;
use crate::refusals::{Body, Occurrence, Reply, described};
use crate::synthesis::Style;

/// Error bodies and refusals of a client, for requests whose call is not known yet.
#[derive(Clone, Copy)]
pub(crate) struct ErrorFormat<'c> {
    pub(crate) client: &'c Client,
    pub(crate) refusals: &'c Refusals,
    pub(crate) style: Style,
}

impl ErrorFormat<'_> {
    /// Returns the response in a situation: a text of the spec, or else the error body of the
    /// client.
    pub(crate) fn response(&self, occurrence: &Occurrence) -> Response<Bytes> {
        let dialect = Dialect { refusals: self.refusals.clone(), ..Dialect::default() };
        let reply = occurrence.refused(&dialect, None);
        let message = match &reply.body {
            Body::Json(error) => error.get("message").and_then(Value::as_str).map(str::to_owned),
            Body::Text(text) if described(self.refusals, occurrence.situation).is_none() => Some(text.clone()),
            Body::Text(_) => None,
        };
        match message {
            Some(message) => refuse(Some(self.client), reply.status, &message, self.style),
            None => reply.response(&dialect),
        }
    }
}

/// Returns the response that refuses a request for an unknown host; `None` for a host of this
/// server.
///
/// IP addresses and `localhost` always mean this server. Other names are only refused if the spec
/// describes the response to an unknown host.
pub(crate) fn refuse_unknown_host(
    outside: ErrorFormat<'_>,
    headers: &HeaderMap,
    known: &[String],
) -> Option<Response<Bytes>> {
    outside.refusals.of(Situation::UnknownHost)?;
    let host = headers.get(header::HOST)?.to_str().unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, port)| if is_port(port) { name } else { host });
    let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    let is_known = || known.iter().any(|known| known == "*" || known.eq_ignore_ascii_case(name));
    if is_address || name.eq_ignore_ascii_case("localhost") || is_known() {
        return None;
    }
    Some(outside.response(&Occurrence::new(Situation::UnknownHost).fact("host", host)))
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the refusal of a body that is larger than its service accepts, with the status of the
/// limit if it has one; `None` for other bodies.
pub(crate) fn refuse_large_body(
    limit: Option<BodyLimit>,
    request: &Request<Bytes>,
) -> Option<(Occurrence, Option<StatusCode>)> {
    let (limit, bytes) = (limit?, request.body().len());
    let is_large = u64::try_from(bytes).is_ok_and(|bytes| bytes > limit.max);
    let status = limit.status.and_then(|status| StatusCode::from_u16(status).ok());
    is_large.then(|| (Occurrence::new(Situation::TooLarge).fact("bytes", bytes).fact("max", limit.max), status))
}

/// Returns the reply that refuses a request to a JSON-RPC service before its body is read: by verb,
/// size or media type. `None` if the body may hold calls.
pub(crate) fn refuse_rpc_request(
    dialect: &Dialect,
    limit: Option<BodyLimit>,
    request: &Request<Bytes>,
    is_starting: bool,
) -> Option<Reply> {
    let refused = |occurrence: Occurrence| Some(occurrence.refused(dialect, None));
    if is_starting {
        return refused(Occurrence::new(Situation::Starting));
    }
    if request.method() != Method::POST {
        let is_get = request.method() == Method::GET;
        let situation = if is_get { Situation::Get } else { Situation::OtherVerb };
        let occurrence = Occurrence::new(situation).fact("verb", request.method()).fact("path", request.uri().path());
        return refused(occurrence);
    }
    if let Some((occurrence, status)) = refuse_large_body(limit, request) {
        let reply = occurrence.refused(dialect, None);
        return Some(Reply { status: status.unwrap_or(reply.status), ..reply });
    }
    let given = request.headers().get(header::CONTENT_TYPE);
    let given = given.and_then(|given| given.to_str().ok()).unwrap_or_default();
    if is_accepted(given, &dialect.accepts) {
        return None;
    }
    refused(Occurrence::new(Situation::OtherMediaType).fact("mediaType", given))
}

/// Returns the refusal of a REST body whose media type differs from the operation's; `None` for
/// other requests. Raw bytes may have any media type.
pub(crate) fn refuse_media_type(operation: &Operation, request: &Request<Bytes>) -> Option<Occurrence> {
    let usual = operation.bindings.iter().find_map(|binding| match binding.place {
        Place::Body | Place::Whole => Some(JSON),
        Place::Lines => Some(JSON_LINES),
        Place::Form | Place::WholeForm => Some("application/x-www-form-urlencoded"),
        Place::Part => Some("multipart/form-data"),
        _ => None,
    })?;
    let wanted = essence(operation.content.unwrap_or(usual)).to_owned();
    let given = request.headers().get(header::CONTENT_TYPE);
    let given = given.and_then(|given| given.to_str().ok()).unwrap_or_default();
    let is_right = request.body().is_empty() || is_accepted(given, &[wanted]);
    (!is_right).then(|| Occurrence::new(Situation::OtherMediaType).fact("mediaType", given))
}

/// Returns whether the body has the operation's media type, and the request accepts the media types
/// of its responses.
pub(crate) fn accepts_media_types(operation: &Operation, request: &Request<Bytes>) -> bool {
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let asked: Vec<String> = text(header::ACCEPT).split(',').map(|one| essence(one).to_owned()).collect();
    let is_any = asked.iter().any(|one| one.is_empty() || one == "*/*");
    let is_asked = is_any || operation.response.body.media_types().iter().any(|one| is_accepted(one, &asked));
    let sent = text(header::CONTENT_TYPE);
    let is_sent = operation.content.is_none_or(|own| sent.is_empty() || is_accepted(sent, &[essence(own).to_owned()]));
    is_asked && is_sent && refuse_media_type(operation, request).is_none()
}

/// Returns a media type without its parameters.
fn essence(media: &str) -> &str {
    media.split(';').next().unwrap_or_default().trim()
}

/// Returns whether a media type is in a list, regardless of case and parameters. An empty list
/// accepts all.
pub(crate) fn is_accepted(given: &str, accepted: &[String]) -> bool {
    let bare = essence(given);
    accepted.is_empty() || accepted.iter().any(|accepted| accepted.eq_ignore_ascii_case(bare))
}
