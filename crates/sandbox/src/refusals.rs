//! Refusals: responses to requests that get no result.
//!
//! Input: a situation with its facts, and its description in the spec. Output: a text, or an error.
//! Without a description, the defaults of JSON-RPC 2.0 and HTTP apply.

pub(crate) mod errors;
pub(crate) mod failures;
pub(crate) mod in_body;
pub(crate) mod unknown_method;

use std::collections::HashMap;

use bytes::Bytes;
use chainloom_codegen::model::to_json;
use chainloom_interpret::{Dialect, Refusal, RefusalBody, Refusals, Situation};
use chainloom_runtime::schema::JSON;
use http::{Response, StatusCode, header};
use serde_json::{Map, Value, json};

use crate::routing::template;
use errors::set;

/// Media type of a refusal in plain text.
const PLAIN: &str = "text/plain; charset=utf-8";

/// Code of the JSON-RPC error for a request that is not a call.
pub(crate) const INVALID_REQUEST: i64 = -32600;

/// Situation in which a request gets no result, with the facts that the text of the refusal may
/// name.
#[derive(Clone, Debug)]
pub(crate) struct Occurrence {
    pub(crate) situation: Situation,
    facts: HashMap<String, String>,
    /// JSON-RPC error that a test prepared, or that an operation describes, in place of the error
    /// of the situation.
    given: Option<Box<Value>>,
}

/// Reply of the sandbox to a request, before it is an HTTP response.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) media_type: Option<String>,
    pub(crate) body: Body,
}

/// Body of a reply.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// Text; the response has no body if it is empty.
    Text(String),
    /// JSON-RPC error or result, without its envelope until [`Reply::map`] adds it.
    Json(Value),
}

impl Occurrence {
    pub(crate) fn new(situation: Situation) -> Self {
        Self { situation, facts: HashMap::new(), given: None }
    }

    /// Creates an occurrence with an error that a test prepared for a call, or that its operation
    /// describes.
    pub(crate) fn of_error(error: Value) -> Self {
        Self { given: Some(Box::new(error)), ..Self::new(Situation::InvalidParams) }
    }

    /// Adds a fact that the text of the refusal may name.
    pub(crate) fn fact(mut self, name: &str, value: impl ToString) -> Self {
        self.facts.insert(name.to_owned(), value.to_string());
        self
    }

    /// Adds `others`, the number of parameters before the checked ones, to the facts `index` and
    /// `max`.
    pub(crate) fn with_offset(mut self, others: usize) -> Self {
        for name in ["index", "max"] {
            if let Some(place) = self.facts.get_mut(name) {
                *place = place.parse::<usize>().map_or_else(|_| place.clone(), |own| (own + others).to_string());
            }
        }
        self
    }

    /// Fills the placeholders of a text with the facts of this occurrence.
    pub(crate) fn filled(&self, text: &str) -> String {
        template::resolved(text, &self.facts)
    }

    /// Returns the refusal of this occurrence in a dialect. `request` is the refused call, if there
    /// is one.
    pub(crate) fn refused(&self, dialect: &Dialect, request: Option<&Value>) -> Reply {
        if let Some(error) = &self.given {
            return Reply::ok(Value::clone(error));
        }
        let found = described(&dialect.refusals, self.situation);
        let status = found.and_then(|refusal| refusal.status).and_then(|status| StatusCode::from_u16(status).ok());
        let status = status.unwrap_or_else(|| usual_status(self.situation));
        let media_type = found.and_then(|refusal| refusal.media_type.clone());
        let body = match found.map(|refusal| &refusal.body) {
            Some(RefusalBody::Text(text)) => Body::Text(self.filled(text)),
            Some(RefusalBody::Error { code, message, data }) => {
                let data = data.as_ref().or(dialect.error_data.as_ref()).map(to_json);
                let code = code.or(default_refusal(self.situation).0).unwrap_or(INVALID_REQUEST);
                Body::Json(error(code, &self.filled(message), data.map(|data| with_request(data, request))))
            }
            None => match default_refusal(self.situation) {
                (None, text) => Body::Text(self.filled(text)),
                (Some(code), message) => {
                    Body::Json(error(code, &self.filled(message), dialect.error_data.as_ref().map(to_json)))
                }
            },
        };
        Reply { status, media_type, body }
    }
}

impl Reply {
    /// Creates the reply to a call that succeeds.
    pub(crate) fn ok(json: Value) -> Self {
        Self { status: StatusCode::OK, media_type: None, body: Body::Json(json) }
    }

    /// Returns the JSON of the reply; `None` for a text.
    pub(crate) fn json(self) -> Option<Value> {
        if let Body::Json(json) = self.body { Some(json) } else { None }
    }

    /// Puts the JSON of the reply into an envelope; a text stays as it is.
    pub(crate) fn map(self, envelope: impl FnOnce(Value) -> Value) -> Self {
        match self.body {
            Body::Json(json) => Self { body: Body::Json(envelope(json)), ..self },
            Body::Text(_) => self,
        }
    }

    /// Turns the reply into an HTTP response, with the media type and the headers of the dialect.
    pub(crate) fn response(self, dialect: &Dialect) -> Response<Bytes> {
        let json = dialect.media_type.as_deref().unwrap_or(JSON);
        let (usual, text, headers) = match self.body {
            Body::Json(value) => (Some(json), value.to_string(), dialect.headers.as_slice()),
            Body::Text(text) => (Some(PLAIN).filter(|_| !text.is_empty()), text, &[] as &[_]),
        };
        let mut response = Response::new(Bytes::from(text));
        *response.status_mut() = self.status;
        let media = self.media_type.as_deref().or(usual).map(|media| (header::CONTENT_TYPE.as_str(), media));
        let headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        headers.chain(media).for_each(|(name, value)| set(&mut response, name, value));
        response
    }
}

/// Returns the description of a situation in the spec, or of the nearest wider situation; `None` if
/// neither is described.
pub(crate) fn described(refusals: &Refusals, situation: Situation) -> Option<&Refusal> {
    let mut at = Some(situation);
    while let Some(situation) = at {
        if let Some(found) = refusals.of(situation) {
            return Some(found);
        }
        at = wider(situation);
    }
    None
}

/// Returns the next wider situation, which includes `situation`; `None` for a situation that no
/// other includes.
fn wider(situation: Situation) -> Option<Situation> {
    Some(match situation {
        Situation::Get => Situation::OtherVerb,
        Situation::EmptyBody | Situation::BrokenMessage => Situation::NotJson,
        Situation::OtherVersion => Situation::NotRequest,
        Situation::UnknownNamespace | Situation::MethodForm | Situation::MethodCase | Situation::OverHttp => {
            Situation::UnknownMethod
        }
        Situation::MissingArgument | Situation::ExtraArguments | Situation::NotArray | Situation::MissingKind => {
            Situation::InvalidParams
        }
        _ => return None,
    })
}

/// Returns the error code and message of a situation that the spec does not describe. The refusal
/// is a text if there is no code.
pub(crate) fn default_refusal(situation: Situation) -> (Option<i64>, &'static str) {
    let (code, message) = match situation {
        Situation::UnknownPath => return (None, "{verb} {path} is not served"),
        Situation::UnknownHost => return (None, "the host {host} is not served"),
        Situation::Starting => return (None, "the service has not started yet"),
        Situation::OtherVerb | Situation::Get => return (None, "{verb} is not allowed here"),
        Situation::OtherMediaType => return (None, "the media type {mediaType} is not accepted"),
        Situation::TooLarge => return (None, "the body has {bytes} bytes, and may have {max}"),
        Situation::NoWebsocket => return (None, "the request begins no websocket"),
        Situation::Notification => return (None, ""),
        Situation::NotJson | Situation::EmptyBody | Situation::BrokenMessage => (-32700, "Parse error: {reason}"),
        Situation::UnknownMethod
        | Situation::UnknownNamespace
        | Situation::MethodForm
        | Situation::MethodCase
        | Situation::OverHttp => (-32601, "Method not found: {method}"),
        Situation::MissingKind => (-32602, "Invalid params: the name of a subscription is missing"),
        Situation::UnknownKind => (-32601, "Method not found: subscription {kind}"),
        Situation::UnknownSubscription => (-32602, "Invalid params: there is no such subscription"),
        Situation::InvalidParams => (-32602, "Invalid params: {reason}"),
        Situation::MissingArgument => (-32602, "Invalid params: value {index} is missing"),
        Situation::ExtraArguments => (-32602, "Invalid params: at most {max} values are accepted"),
        Situation::NotArray => (-32602, "Invalid params: an array is expected"),
        Situation::Batch => (INVALID_REQUEST, "Invalid Request: batches are not supported"),
        Situation::EmptyBatch => (INVALID_REQUEST, "Invalid Request: a batch must hold a call"),
        Situation::LargeBatch => (INVALID_REQUEST, "Invalid Request: a batch holds at most {max} calls"),
        Situation::NotRequest | Situation::OtherVersion => (INVALID_REQUEST, "Invalid Request"),
    };
    (Some(code), message)
}

/// Returns the status of a situation for which the spec states none.
pub(crate) fn usual_status(situation: Situation) -> StatusCode {
    match situation {
        Situation::UnknownPath => StatusCode::NOT_FOUND,
        Situation::UnknownHost => StatusCode::FORBIDDEN,
        Situation::Starting => StatusCode::SERVICE_UNAVAILABLE,
        Situation::OtherVerb | Situation::Get => StatusCode::METHOD_NOT_ALLOWED,
        Situation::OtherMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Situation::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Situation::NoWebsocket => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

/// Builds the error object of a JSON-RPC reply.
pub(crate) fn error(code: i64, message: &str, data: Option<Value>) -> Value {
    let mut error = Map::new();
    error.insert("code".to_owned(), json!(code));
    error.insert("message".to_owned(), json!(message));
    error.extend(data.map(|data| ("data".to_owned(), data)));
    Value::Object(error)
}

/// Replaces the text `{request}` by the members of the request; other data stay as they are.
fn with_request(data: Value, request: Option<&Value>) -> Value {
    if data.as_str() != Some("{request}") {
        return data;
    }
    let member = |name: &str| request.and_then(|request| request.get(name)).cloned().unwrap_or_default();
    let names = ["jsonrpc", "method", "params", "id"];
    Value::Object(names.into_iter().map(|name| (name.to_owned(), member(name))).collect())
}
