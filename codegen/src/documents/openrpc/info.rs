//! Facts of a service as a whole: `info` and extensions of its document.
//!
//! Input: [`OpenRpc`]. Output: JSON members.

use heck::ToTitleCase;
use serde_json::Value as Json;

use super::context::OpenRpc;
use super::{errors, origin, servers};
use crate::documents::extensions::{self, Members, put, put_all};
use crate::language::word::{Closed as _, Word};
use crate::model::{Limit, Note, ParamStyle, RateLimitHeaders, RpcError, RpcIds, Secret, SecretPlace};
use crate::sentences::{self, added};

pub(super) fn info(context: &OpenRpc<'_>) -> Json {
    let mut out = Members::new();
    out.insert("title".to_owned(), title(context).into());
    out.insert("description".to_owned(), description(context).into());
    let version = context.client.version.as_deref().unwrap_or("not specified");
    out.insert("version".to_owned(), version.into());
    out.insert("x-client".to_owned(), origin::client(context));
    out.insert("x-service".to_owned(), origin::service(context));
    put_all(&mut out, "x-errors", of_rpc(context).map(|error| errors::data(context, error)));
    put(&mut out, "x-ids", has_text_ids(context).then(|| "text".into()));
    put_all(&mut out, "x-retry", retry(context).iter().map(|status| (*status).into()));
    put(&mut out, "x-batch", context.service.rpc.as_ref().map(|_| batch(context)));
    put_all(&mut out, "x-auth", context.client.auth.iter().map(|secret| of_secret(context, secret)));
    put(&mut out, "x-rate-limit-headers", context.client.rate_limit.as_ref().map(Word::write));
    put(&mut out, "x-request-id-header", context.client.request_id.as_deref().map(Json::from));
    put(&mut out, "x-instance", context.service.instance.as_deref().map(Json::from));
    put_all(&mut out, "x-available", context.service.available.iter().map(Word::write));
    put_all(&mut out, "x-limits", context.service.limits.iter().map(Word::write));
    put_all(&mut out, "x-notes", context.service.notes.iter().map(Word::write));
    put_all(
        &mut out,
        "x-deployments",
        context.deployments().map(|deployment| extensions::deployment(context.model, &deployment)),
    );
    put(&mut out, "x-sources", extensions::source_documents(context.model));
    put(&mut out, "x-source", context.service.source.as_ref().map(extensions::source));
    Json::Object(out)
}

/// The service, and the client that it is reached through unless they are one.
fn title(context: &OpenRpc<'_>) -> String {
    let (client, service) = (context.client.name.to_title_case(), context.service.name.to_title_case());
    if client == service { format!("{service} API") } else { format!("{client} {service} API") }
}

fn description(context: &OpenRpc<'_>) -> String {
    let vars = context.used_vars().into_iter().map(|var| format!("`{}`: {}", var.name, servers::about(context, var)));
    let instance = context.service.instance.as_ref();
    // A file that is both says it once.
    let of_client = &context.model.modules[context.client.module.0].doc;
    let of_client = if *of_client == context.service.doc { String::new() } else { of_client.clone() };
    sentences::paragraphs([
        context.service.doc.clone(),
        of_client,
        params_text(context).to_owned(),
        batch_text(context),
        if has_text_ids(context) { "The id of a call is a string.".to_owned() } else { String::new() },
        retry_text(context),
        sentences::list("Errors:", of_rpc(context).map(sentences::rpc_error)),
        sentences::list("Variables:", vars),
        instance.map(|name| format!("The variable `{name}` selects the instance of the service.")).unwrap_or_default(),
        sentences::list("Keys:", context.client.auth.iter().map(|secret| secret_text(context, secret))),
        sentences::list(added::AVAILABLE, context.service.available.iter().map(sentences::availability)),
        sentences::list(added::LIMITS, sentences::grouped_limits(limits(context))),
        context.client.errors.as_ref().map(sentences::error_statuses).unwrap_or_default(),
        sentences::unavailable(&context.client.unavailable).unwrap_or_default(),
        headers_text(context),
        sentences::list(
            added::NOTES,
            notes(context).into_iter().map(|note| sentences::notes(std::slice::from_ref(note))),
        ),
        deployments_text(context),
    ])
}

/// Codes of errors that any method may respond with.
fn of_rpc<'m>(context: &OpenRpc<'m>) -> impl Iterator<Item = &'m RpcError> + use<'m> {
    context.service.rpc.iter().flat_map(|rpc| &rpc.errors)
}

fn has_text_ids(context: &OpenRpc<'_>) -> bool {
    context.service.rpc.as_ref().is_some_and(|rpc| rpc.ids == RpcIds::Text)
}

/// The statuses after which the same call may succeed later.
fn retry<'m>(context: &OpenRpc<'m>) -> &'m [u16] {
    context.service.rpc.as_ref().map(|rpc| rpc.retry.as_slice()).unwrap_or_default()
}

fn retry_text(context: &OpenRpc<'_>) -> String {
    let statuses: Vec<String> = retry(context).iter().map(u16::to_string).collect();
    if statuses.is_empty() {
        return String::new();
    }
    let usual = "besides 408, 425, 429, 500, 502 to 504, 520 to 524 and 529";
    format!("HTTP statuses after which the same call may succeed later, {usual}: {}.", statuses.join(", "))
}

/// The limits of the service, then those of the client.
fn limits<'m>(context: &OpenRpc<'m>) -> impl Iterator<Item = &'m Limit> + use<'m> {
    context.service.limits.iter().chain(&context.client.limits)
}

/// The notes of the service and of the client; a file that is both has them once.
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

fn batch(context: &OpenRpc<'_>) -> Json {
    let rpc = context.service.rpc.as_ref();
    let mut out = Members::new();
    out.insert("supported".to_owned(), rpc.is_some_and(|rpc| rpc.batch).into());
    if let Some(max) = rpc.and_then(|rpc| rpc.batch_max.as_ref()) {
        out.insert("max".to_owned(), context.model.shown(max).into());
        out.insert("maxTemplate".to_owned(), max.as_str().into());
        let deployments = context.model.deployments.iter();
        let values = deployments.map(|one| (one.name.clone(), context.model.deployed(max, one).into()));
        out.insert("deployments".to_owned(), Json::Object(values.collect()));
    }
    Json::Object(out)
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

fn of_secret(context: &OpenRpc<'_>, secret: &Secret) -> Json {
    let mut out = Members::new();
    out.insert("name".to_owned(), secret.name.as_str().into());
    let place = match secret.place {
        SecretPlace::Header => "header",
        SecretPlace::Bearer | SecretPlace::Basic => "scheme",
        SecretPlace::Query => "query",
        SecretPlace::Cookie => "cookie",
    };
    let key = match secret.place.word() {
        "" => context.model.shown(&secret.key).into(),
        scheme => scheme.into(),
    };
    out.insert(place.to_owned(), key);
    put(&mut out, "prefix", (!secret.prefix.is_empty()).then(|| secret.prefix.as_str().into()));
    put(&mut out, "template", (!secret.key.slots().is_empty()).then(|| secret.key.as_str().into()));
    out.insert("optional".to_owned(), secret.optional.into());
    put(&mut out, "doc", (!secret.doc.is_empty()).then(|| secret.doc.trim().into()));
    put(&mut out, "source", secret.source.as_ref().map(extensions::source));
    Json::Object(out)
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

/// Where it runs. What a deployment's own text says is about all its services, so it is kept in the
/// data only.
fn deployments_text(context: &OpenRpc<'_>) -> String {
    let deployments = context.model.deployments.iter().map(|deployment| {
        let missing = sentences::code_list(&deployment.missing);
        let missing =
            if missing.is_empty() { String::new() } else { format!(" Methods that are not served there: {missing}.") };
        format!("{}: {}.{missing}", deployment.name, sentences::summary(&deployment.doc))
    });
    sentences::list(added::DEPLOYMENTS, deployments)
}
