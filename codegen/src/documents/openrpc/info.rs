//! Info: facts of a whole service.
//!
//! Input: [`OpenRpc`]. Output: the members of `info` of its document.

use heck::ToTitleCase;
use serde_json::Value as Json;

use super::context::OpenRpc;
use super::servers;
use crate::documents::members::Members;
use crate::model::{Limit, Note, ParamStyle, RateLimitHeaders, RpcError, RpcIds, Secret};
use crate::sentences;

/// Returns the field `info`: title, version and description.
pub(super) fn info(context: &OpenRpc<'_>) -> Json {
    let mut out = Members::new();
    out.insert("title".to_owned(), title(context).into());
    out.insert("description".to_owned(), description(context).into());
    let version = context.client.version.as_deref().unwrap_or("not specified");
    out.insert("version".to_owned(), version.into());
    Json::Object(out)
}

/// Returns the name of the service, after the name of its client unless both are the same.
fn title(context: &OpenRpc<'_>) -> String {
    let (client, service) = (context.client.name.to_title_case(), context.service.name.to_title_case());
    if client == service { format!("{service} API") } else { format!("{client} {service} API") }
}

/// Returns the description of the service: its meaning, limits, notes and deployments.
fn description(context: &OpenRpc<'_>) -> String {
    let vars = context
        .used_vars()
        .into_iter()
        .map(|var| format!("`{}`: {}", var.name, servers::describe_variable(context, var)));
    let instance = context.service.instance.as_ref();
    // A file that is both client and service has one description.
    let of_client = &context.model.modules[context.client.module.0].doc;
    let of_client = if *of_client == context.service.doc { String::new() } else { of_client.clone() };
    sentences::paragraphs([
        context.service.doc.clone(),
        of_client,
        params_text(context).to_owned(),
        batch_text(context),
        if has_text_ids(context) { "The id of a call is a string.".to_owned() } else { String::new() },
        retry_text(context),
        sentences::list("Errors:", rpc_errors(context).map(sentences::rpc_error)),
        sentences::list("Variables:", vars),
        instance.map(|name| format!("The variable `{name}` selects the instance of the service.")).unwrap_or_default(),
        sentences::list("Keys:", context.client.auth.iter().map(|secret| secret_text(context, secret))),
        sentences::list(sentences::AVAILABLE, context.service.available.iter().map(sentences::availability)),
        sentences::list(sentences::LIMITS, sentences::grouped_limits(limits(context))),
        context.client.errors.as_ref().map(sentences::error_statuses).unwrap_or_default(),
        sentences::unavailable(&context.client.unavailable).unwrap_or_default(),
        headers_text(context),
        sentences::list(
            sentences::NOTES,
            notes(context).into_iter().map(|note| sentences::notes(std::slice::from_ref(note))),
        ),
        deployments_text(context),
    ])
}

/// Iterates over the error codes that any method may respond with.
fn rpc_errors<'m>(context: &OpenRpc<'m>) -> impl Iterator<Item = &'m RpcError> + use<'m> {
    context.service.rpc.iter().flat_map(|rpc| &rpc.errors)
}

fn has_text_ids(context: &OpenRpc<'_>) -> bool {
    context.service.rpc.as_ref().is_some_and(|rpc| rpc.ids == RpcIds::Text)
}

/// Returns the statuses after which the same call may succeed later.
fn retry_statuses<'m>(context: &OpenRpc<'m>) -> &'m [u16] {
    context.service.rpc.as_ref().map(|rpc| rpc.retry.as_slice()).unwrap_or_default()
}

fn retry_text(context: &OpenRpc<'_>) -> String {
    let statuses: Vec<String> = retry_statuses(context).iter().map(u16::to_string).collect();
    if statuses.is_empty() {
        return String::new();
    }
    let usual = "besides 408, 425, 429, 500, 502 to 504, 520 to 524 and 529";
    format!("HTTP statuses after which the same call may succeed later, {usual}: {}.", statuses.join(", "))
}

/// Iterates over the limits of the service, then those of the client.
fn limits<'m>(context: &OpenRpc<'m>) -> impl Iterator<Item = &'m Limit> + use<'m> {
    context.service.limits.iter().chain(&context.client.limits)
}

/// Returns the notes of the service and of the client, without repetitions.
fn notes<'m>(context: &OpenRpc<'m>) -> Vec<&'m Note> {
    let mut notes: Vec<&Note> = context.service.notes.iter().collect();
    notes.extend(context.client.notes.iter().filter(|note| !context.service.notes.contains(note)));
    notes
}

fn params_text(context: &OpenRpc<'_>) -> &'static str {
    match context.service.rpc.as_ref().map(|rpc| rpc.params) {
        Some(ParamStyle::Named) => "Parameters are the members of an object.",
        Some(ParamStyle::Positional) => "Parameters are an array in the order given.",
        Some(ParamStyle::ObjectInArray) => {
            "Parameters are the members of an object, which is the only item of an array."
        }
        None => "",
    }
}

fn batch_text(context: &OpenRpc<'_>) -> String {
    let rpc = context.service.rpc.as_ref();
    if !rpc.is_some_and(|rpc| rpc.batch) {
        return "Batches are not supported: a request holds one call.".to_owned();
    }
    let Some(max) = rpc.and_then(|rpc| rpc.batch_max.as_ref()) else {
        return "Batches are supported. The maximum number of calls in a batch is not documented.".to_owned();
    };
    let deployments = context.model.deployments.iter();
    let values: Vec<String> =
        deployments.map(|one| format!("{} on {}", context.model.deployed(max, one), one.name)).collect();
    let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
    format!("Batches are supported, with at most {} calls{values}.", context.model.shown(max))
}

fn secret_text(context: &OpenRpc<'_>, secret: &Secret) -> String {
    let optional = if secret.optional { "may be left out" } else { "must be given" };
    let (place, key) = (sentences::secret_place(secret.place), context.model.shown(&secret.key));
    format!("in {place} `{key}`, which {optional}. {}", secret.doc.trim())
}

fn headers_text(context: &OpenRpc<'_>) -> String {
    let headers = context.client.rate_limit.iter().flat_map(RateLimitHeaders::names);
    let headers = headers.filter_map(|(what, name)| Some(format!("{what}: `{}`", name?)));
    sentences::list("Headers on the rate limit:", headers)
}

/// Lists the deployments with their missing methods. Only the summary of each is used, since the
/// rest describes all services.
fn deployments_text(context: &OpenRpc<'_>) -> String {
    let deployments = context.model.deployments.iter().map(|deployment| {
        let missing = sentences::code_list(&deployment.missing);
        let missing =
            if missing.is_empty() { String::new() } else { format!(" Methods that are not served there: {missing}.") };
        format!("{}: {}.{missing}", deployment.name, sentences::summary(&deployment.doc))
    });
    sentences::list(sentences::DEPLOYMENTS, deployments)
}
