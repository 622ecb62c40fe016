//! Answers: of success with their bodies, and those that all operations share when a request failed.
//!
//! Input: an operation, or the client. Output: `responses` of an operation, and the parts of `components` that
//! they refer to.

use serde_json::{Value as Json, json};

use super::{OpenApi, examples};
use crate::documents::extensions::{self, Members, put};
use crate::documents::json_schema::any_of;
use crate::model::{ErrorStatus, Errors, Operation, Type};
use crate::sentences;

/// The status of success where the spec names none.
const SUCCESS: u16 = 200;

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
        out.insert(status.code.to_string(), json!({ "$ref": reference }));
    }
    Json::Object(out)
}

/// `seen` is none where the spec does not name the status.
fn success(context: &OpenApi<'_>, operation: &Operation, code: u16, seen: Option<bool>) -> Json {
    let origin = match seen {
        Some(false) => String::new(),
        Some(true) => {
            format!("The documents do not specify the status of success; {code} was seen from real services.")
        }
        None => format!("The status of success is not specified; {code} stands here because one must."),
    };
    let first = operation.calls.first().and_then(|call| call.result.as_ref());
    let what = first.map_or_else(|| "Success, without a body.".to_owned(), |ty| about(context, ty));
    let mut out = Members::new();
    out.insert("description".to_owned(), json!(sentences::paragraphs([what, origin])));
    put(&mut out, "headers", header_references(context));
    put(&mut out, "content", content(context, operation));
    match seen {
        Some(true) => put(&mut out, "x-seen", Some(json!(true))),
        None => put(&mut out, "x-status", Some(json!("not specified"))),
        Some(false) => {}
    }
    Json::Object(out)
}

fn about(context: &OpenApi<'_>, ty: &Type) -> String {
    let doc = match ty {
        Type::Named(id) => sentences::summary(&context.model.types[id.0].doc),
        _ => String::new(),
    };
    if doc.is_empty() { "Success.".to_owned() } else { format!("{doc}.") }
}

fn content(context: &OpenApi<'_>, operation: &Operation) -> Option<Json> {
    let mut schemas: Vec<Json> = Vec::new();
    for ty in operation.calls.iter().filter_map(|call| call.result.as_ref()) {
        let schema = context.schemas.reference(ty);
        if !schemas.contains(&schema) {
            schemas.push(schema);
        }
    }
    if schemas.is_empty() {
        return None;
    }
    let schema = any_of(schemas);
    let mut media = Members::from_iter([("schema".to_owned(), schema)]);
    put(&mut media, "examples", examples::of_answer(operation));
    Some(json!({ "application/json": media }))
}

fn error_name(code: u16) -> String {
    format!("Error{code}")
}

/// One for each status that the client names.
pub(super) fn errors(context: &OpenApi<'_>) -> Members {
    let errors = context.client.errors.iter();
    errors
        .flat_map(|errors| errors.statuses.iter().map(move |status| (errors, status)))
        .map(|(errors, status)| (error_name(status.code), error(context, errors, status)))
        .collect()
}

fn error(context: &OpenApi<'_>, errors: &Errors, status: &ErrorStatus) -> Json {
    let limits = context.client.limits.iter().filter(|limit| limit.status == Some(status.code));
    let message = errors.message.as_ref();
    let text = sentences::paragraphs([
        format!("{}. {}", status.name, status.doc),
        limits.map(sentences::limit).collect::<Vec<_>>().join(" "),
        message.map(|member| format!("The member `{member}` says for people what is wrong.")).unwrap_or_default(),
        sentences::source(errors.source.as_ref()),
    ]);
    let mut out = Members::new();
    out.insert("description".to_owned(), json!(text));
    put(&mut out, "headers", header_references(context));
    let schema = context.schemas.reference(&Type::Named(errors.body));
    out.insert("content".to_owned(), json!({ "application/json": { "schema": schema } }));
    out.insert("x-name".to_owned(), json!(status.name));
    put(&mut out, "x-message", message.map(|member| json!(member)));
    put(&mut out, "x-source", errors.source.as_ref().map(extensions::source));
    Json::Object(out)
}

/// The headers that tell of a rate limit: what each is, and its name.
fn rate_limit<'c>(context: &'c OpenApi<'_>) -> Vec<(&'static str, &'c str, &'static str)> {
    let Some(names) = &context.client.rate_limit else {
        return Vec::new();
    };
    let all = [
        ("RateLimitPolicy", &names.policy, "The policy of the rate limit."),
        ("RateLimitLimit", &names.limit, "The rate limit."),
        ("RateLimitRemaining", &names.remaining, "What is left of the rate limit."),
        ("RateLimitReset", &names.reset, "In how many seconds the rate limit starts again."),
        ("RetryAfter", &names.retry_after, "After how many seconds to try again."),
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

pub(super) fn headers(context: &OpenApi<'_>) -> Members {
    let seen = context.client.rate_limit.as_ref().is_some_and(|names| names.seen);
    let header = |doc: &str| {
        let mut out = Members::new();
        let origin = if seen { sentences::SEEN } else { "" };
        let text = sentences::paragraphs([format!("{doc} It need not be there."), origin.to_owned()]);
        out.insert("description".to_owned(), json!(text));
        out.insert("schema".to_owned(), json!({ "type": "string" }));
        put(&mut out, "x-seen", seen.then_some(json!(true)));
        Json::Object(out)
    };
    rate_limit(context).into_iter().map(|(part, _, doc)| (part.to_owned(), header(doc))).collect()
}
