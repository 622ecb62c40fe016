//! Responses: success responses with their bodies, and the error responses that all operations share.
//!
//! Input: an operation, or the client. Output: `responses` of an operation, and the parts of
//! `components` that they refer to.

use chainloom_schema::{EVENT_STREAM, JSON};
use serde_json::{Value as Json, json};

use super::{OpenApi, examples};
use crate::documents::json_schema::any_of;
use crate::documents::members::{Members, put};
use crate::model::{Arm, ArmBody, ErrorStatus, Errors, MemberPath, Operation, ResponseBody, SUCCESS, Type, TypedCall};
use crate::sentences;

/// Returns the field `responses` of an operation.
pub(super) fn responses(context: &OpenApi<'_>, operation: &Operation) -> Json {
    let mut out = Members::new();
    let stated = &operation.statuses;
    let statuses = if stated.is_empty() {
        vec![(SUCCESS, None)]
    } else {
        stated.iter().map(|(code, seen)| (*code, Some(*seen))).collect()
    };
    for (code, seen) in statuses {
        out.insert(code.to_string(), success(context, operation, code, seen));
    }
    for status in context.client.errors.iter().flat_map(|errors| &errors.statuses) {
        let reference = format!("#/components/responses/{}", error_name(status.code));
        // A status that the operation responds with is no error of the operation.
        out.entry(status.code.to_string()).or_insert_with(|| json!({ "$ref": reference }));
    }
    Json::Object(out)
}

/// Returns a success response. `seen` is `None` if the spec does not name the status.
fn success(context: &OpenApi<'_>, operation: &Operation, code: u16, seen: Option<bool>) -> Json {
    let origin = match seen {
        Some(false) => String::new(),
        Some(true) => {
            format!("The status of success is not specified; real services answer {code}.")
        }
        None => format!("The status of success is not specified; {code} is assumed."),
    };
    let what = operation.calls.first().map(|call| describe_status(context, call, code)).unwrap_or_default();
    let mut out = Members::new();
    let unit = operation.calls.first().and_then(|call| sentences::unit_of_result(context.model, &call.response));
    out.insert("description".to_owned(), json!(sentences::paragraphs([what, unit.unwrap_or_default(), origin])));
    put(&mut out, "headers", headers_of(context, operation));
    put(&mut out, "content", content(context, operation, code));
    Json::Object(out)
}

fn describe_type(context: &OpenApi<'_>, ty: &Type) -> String {
    let doc = match ty {
        Type::Named(id) => sentences::summary(&context.model.types[id.0].doc),
        _ => String::new(),
    };
    if doc.is_empty() { "Success.".to_owned() } else { format!("{doc}.") }
}

/// Describes the meaning of a status.
fn describe_status(context: &OpenApi<'_>, call: &TypedCall, code: u16) -> String {
    match &call.response.body {
        ResponseBody::Bytes(_) => "The bytes.".to_owned(),
        ResponseBody::Text(_) => "The text.".to_owned(),
        ResponseBody::Events => "Server-sent events.".to_owned(),
        ResponseBody::Lines(_) => "JSON lines.".to_owned(),
        ResponseBody::Json | ResponseBody::ByStatus => {
            let is_by_status = call.response.body == ResponseBody::ByStatus;
            let arm = arm_of(context, call, code).filter(|arm| !arm.doc.is_empty());
            let said = arm.map(|arm| format!("{}.", sentences::summary(&arm.doc)));
            let ty = || body_of(context, call, code).map(|ty| describe_type(context, ty));
            let nothing = if is_by_status { "A response without a body." } else { "Success, without a body." };
            said.or_else(ty).unwrap_or_else(|| nothing.to_owned())
        }
    }
}

/// Returns the arm of a status; `None` unless the body depends on the status.
fn arm_of<'c>(context: &'c OpenApi<'_>, call: &'c TypedCall, code: u16) -> Option<&'c Arm> {
    let (_, union) = context.model.response_union(call)?;
    union.arms.iter().find(|arm| arm.name == code.to_string())
}

/// Returns the type of the JSON body with this status.
fn body_of<'c>(context: &'c OpenApi<'_>, call: &'c TypedCall, code: u16) -> Option<&'c Type> {
    match (&call.response.body, arm_of(context, call, code).map(|arm| &arm.body)) {
        (ResponseBody::ByStatus, Some(ArmBody::Value(ty))) => Some(ty),
        (ResponseBody::ByStatus, _) => None,
        _ => call.result.as_ref(),
    }
}

/// Returns the content by media type, for all typed calls of an operation together.
fn content(context: &OpenApi<'_>, operation: &Operation, code: u16) -> Option<Json> {
    let mut out = Members::new();
    let mut schemas: Vec<Json> = Vec::new();
    for call in &operation.calls {
        match &call.response.body {
            // A body without a schema is bytes.
            ResponseBody::Bytes(types) => out.extend(types.iter().map(|ty| (ty.clone(), json!({})))),
            ResponseBody::Text(types) => {
                let text = json!({ "schema": { "type": "string" } });
                out.extend(types.iter().map(|ty| (ty.clone(), text.clone())));
            }
            ResponseBody::Events => {
                out.insert(EVENT_STREAM.to_owned(), events(context, call));
            }
            ResponseBody::Lines(types) => {
                let lines = lines(context, operation, call, code);
                out.extend(types.iter().map(|ty| (ty.clone(), lines.clone())));
            }
            ResponseBody::Json | ResponseBody::ByStatus => {
                let schema = body_of(context, call, code).map(|ty| context.schemas.reference(ty));
                schemas.extend(schema.filter(|schema| !schemas.contains(schema)));
            }
        }
    }
    if !schemas.is_empty() {
        let mut media = Members::from_iter([("schema".to_owned(), any_of(schemas))]);
        put(&mut media, "examples", examples::of_response(context.model, operation, code));
        out.insert(JSON.to_owned(), Json::Object(media));
    }
    (!out.is_empty()).then_some(Json::Object(out))
}

/// Returns the content of an event stream. The standard describes only its text; `x-events` holds
/// the type of each event.
fn events(context: &OpenApi<'_>, call: &TypedCall) -> Json {
    let arms = context.model.response_union(call).map(|(_, union)| union.arms.as_slice()).unwrap_or_default();
    let events = arms.iter().filter_map(|arm| match &arm.body {
        ArmBody::Value(ty) => Some((arm.name.clone(), context.schemas.reference(ty))),
        _ => None,
    });
    let mut media = Members::from_iter([("schema".to_owned(), json!({ "type": "string" }))]);
    media.insert("x-events".to_owned(), Json::Object(events.collect()));
    Json::Object(media)
}

/// Returns the content of JSON lines. The standard describes no lines before version 3.2, so
/// `x-itemSchema` holds their type, like `itemSchema` there. The examples are lists of the lines.
fn lines(context: &OpenApi<'_>, operation: &Operation, call: &TypedCall, code: u16) -> Json {
    let mut media = Members::new();
    let item = call.result.as_ref().and_then(|ty| context.model.item_of(ty)).map(|ty| context.schemas.reference(ty));
    put(&mut media, "x-itemSchema", item);
    put(&mut media, "examples", examples::of_response(context.model, operation, code));
    Json::Object(media)
}

/// Returns the headers of a response: the typed headers, and the headers of the rate limit.
fn headers_of(context: &OpenApi<'_>, operation: &Operation) -> Option<Json> {
    let mut all = Members::new();
    for field in operation.calls.iter().flat_map(|call| context.model.response_headers(call)) {
        let mut schema = context.schemas.field(field).as_object().cloned().unwrap_or_default();
        let mut header = Members::new();
        put(&mut header, "description", schema.shift_remove("description"));
        header.insert("required".to_owned(), json!(field.required));
        put(&mut header, "deprecated", schema.shift_remove("deprecated"));
        header.insert("schema".to_owned(), Json::Object(schema));
        all.insert(field.name.clone(), Json::Object(header));
    }
    if let Some(Json::Object(shared)) = header_references(context) {
        all.extend(shared);
    }
    (!all.is_empty()).then_some(Json::Object(all))
}

fn error_name(code: u16) -> String {
    format!("Error{code}")
}

/// Returns the error responses, one for each status that the client names.
pub(super) fn errors(context: &OpenApi<'_>) -> Members {
    let errors = context.client.errors.iter();
    errors
        .flat_map(|errors| errors.statuses.iter().map(move |status| (errors, status)))
        .map(|(errors, status)| (error_name(status.code), error(context, errors, status)))
        .collect()
}

/// Returns the response object of an error status.
fn error(context: &OpenApi<'_>, errors: &Errors, status: &ErrorStatus) -> Json {
    let limits = context.client.limits.iter().filter(|limit| limit.status == Some(status.code));
    let message = errors.message.as_ref().map(MemberPath::dotted);
    let text = sentences::paragraphs([
        format!("{}. {}", status.name, status.doc),
        limits.map(sentences::limit).collect::<Vec<_>>().join(" "),
        message
            .as_ref()
            .map(|member| format!("The member `{member}` is the error message for people."))
            .unwrap_or_default(),
    ]);
    let mut out = Members::new();
    out.insert("description".to_owned(), json!(text));
    put(&mut out, "headers", header_references(context));
    let schema = context.schemas.reference(&errors.body);
    out.insert("content".to_owned(), json!({ JSON: { "schema": schema } }));
    Json::Object(out)
}

/// Returns the headers of the rate limit: component name, header name and description of each.
fn rate_limit<'c>(context: &OpenApi<'c>) -> Vec<(&'static str, &'c str, &'static str)> {
    let Some(names) = &context.client.rate_limit else { return Vec::new() };
    let all = [
        ("RateLimitPolicy", &names.policy, "Policy of the rate limit."),
        ("RateLimitLimit", &names.limit, "Limit on requests in the current window."),
        ("RateLimitRemaining", &names.remaining, "Remaining requests in the current window."),
        ("RateLimitReset", &names.reset, "Seconds until the current window ends."),
        ("RetryAfter", &names.retry_after, "Seconds to wait before a retry."),
        ("RetryAfterMs", &names.retry_after_ms, "Milliseconds to wait before a retry."),
    ];
    all.into_iter().filter_map(|(part, name, doc)| Some((part, name.as_deref()?, doc))).collect()
}

fn header_references(context: &OpenApi<'_>) -> Option<Json> {
    let headers = rate_limit(context).into_iter();
    let headers: Members = headers
        .map(|(part, name, _)| (name.to_owned(), json!({ "$ref": format!("#/components/headers/{part}") })))
        .collect();
    (!headers.is_empty()).then_some(Json::Object(headers))
}

/// Returns the components of the headers about rate limits, which all responses may have.
pub(super) fn headers(context: &OpenApi<'_>) -> Members {
    let seen = context.client.rate_limit.as_ref().is_some_and(|names| names.seen);
    let header = |doc: &str| {
        let mut out = Members::new();
        let origin = if seen { sentences::SEEN } else { "" };
        let text = sentences::paragraphs([format!("{doc} May be absent."), origin.to_owned()]);
        out.insert("description".to_owned(), json!(text));
        out.insert("schema".to_owned(), json!({ "type": "string" }));
        Json::Object(out)
    };
    rate_limit(context).into_iter().map(|(part, _, doc)| (part.to_owned(), header(doc))).collect()
}
