//! Facts of the whole document: title and description, secrets, and groups of operations.
//!
//! Input: the client and its modules. Output: `info`, `security`, `securitySchemes` and `tags`.

use heck::ToTitleCase;
use serde_json::{Value as Json, json};

use super::{OpenApi, variables};
use crate::documents::members::Members;
use crate::language::word::Closed as _;
use crate::model::{Client, ModuleId, Note, Secret, SecretPlace, Service};
use crate::sentences;

/// Returns the field `info`: title, version and description.
pub(super) fn info(context: &OpenApi<'_>) -> Json {
    let client = context.client;
    let deployments = variables::deployments_of(context);
    let deployments = deployments.map(|found| format!("`{}`: {}", found.name, sentences::first_paragraph(&found.doc)));
    let description = sentences::paragraphs([
        context.model.modules[client.module.0].doc.clone(),
        sentences::list(
            sentences::AVAILABLE,
            of_services(context, |service| texts(&service.available, sentences::availability)),
        ),
        sentences::list(
            sentences::LIMITS,
            sentences::grouped_limits(&client.limits)
                .into_iter()
                .chain(of_services(context, |service| sentences::grouped_limits(&service.limits).into_iter())),
        ),
        sentences::list(
            sentences::NOTES,
            texts(&client.notes, note).chain(of_services(context, |service| texts(&service.notes, note))),
        ),
        client.errors.as_ref().map(sentences::error_statuses).unwrap_or_default(),
        client.errors.iter().filter_map(|errors| errors.in_body.as_ref()).map(sentences::in_body).collect(),
        sentences::unavailable(&client.unavailable).unwrap_or_default(),
        sentences::list("Meaning of the statuses:", client.errors.iter().flat_map(sentences::meanings)),
        sentences::list(sentences::DEPLOYMENTS, deployments),
        "Examples of a request and of its response have the same name.".to_owned(),
    ]);
    json!({
        "title": format!("{} API", client.name.to_title_case()),
        "version": client.version.as_deref().unwrap_or("not specified"),
        "description": description,
    })
}

/// Returns the text of a note.
fn note(note: &Note) -> String {
    sentences::notes(std::slice::from_ref(note))
}

/// Iterates over the texts of facts.
fn texts<'t, T>(of: &'t [T], text: impl Fn(&T) -> String + 't) -> impl Iterator<Item = String> + 't {
    of.iter().map(text)
}

/// Iterates over facts of each service, prefixed with its name unless the client has the same name.
fn of_services<'c, I: Iterator<Item = String>>(
    context: &'c OpenApi<'_>,
    said: impl Fn(&'c Service) -> I + 'c,
) -> impl Iterator<Item = String> + 'c {
    variables::services(context).flat_map(move |service| {
        let is_clients = service.name == context.client.name;
        let name = if is_clients { String::new() } else { format!("`{}`: ", service.name) };
        said(service).map(move |text| format!("{name}{text}")).collect::<Vec<_>>()
    })
}

/// Returns security alternatives.
pub(super) fn security_alternatives(alternatives: &[Vec<String>]) -> Json {
    let object = |names: &Vec<String>| Json::Object(names.iter().map(|name| (name.clone(), json!([]))).collect());
    alternatives.iter().map(object).collect()
}

/// Returns the security alternatives of a client: the alternatives of the spec; else the required secrets, alone and
/// with each optional one.
pub(super) fn security(client: &Client) -> Json {
    if let Some(alternatives) = &client.security {
        return security_alternatives(alternatives);
    }
    let needed = client.auth.iter().filter(|secret| !secret.optional);
    let needed: Members = needed.map(|secret| (secret.name.clone(), json!([]))).collect();
    let mut alternatives = vec![Json::Object(needed.clone())];
    for secret in client.auth.iter().filter(|secret| secret.optional) {
        let mut alternative = needed.clone();
        alternative.insert(secret.name.clone(), json!([]));
        alternatives.push(Json::Object(alternative));
    }
    if client.auth.is_empty() { json!([]) } else { Json::Array(alternatives) }
}

pub(super) fn security_schemes(context: &OpenApi<'_>) -> Members {
    context.client.auth.iter().map(|secret| (secret.name.clone(), scheme(context, secret))).collect()
}

/// Returns the security scheme of a secret.
fn scheme(context: &OpenApi<'_>, secret: &Secret) -> Json {
    // If the spec states alternatives, `security` lists the secrets that a call needs.
    let need = match (&context.client.security, secret.optional) {
        (Some(_), _) => "",
        (None, true) => "Optional: calls work without it.",
        (None, false) => "Required by every call.",
    };
    let is_variable = !secret.key.slots().is_empty();
    let name = if is_variable { "The name of the header depends on the deployment." } else { "" };
    let text = sentences::paragraphs([secret.doc.clone(), format!("{need} {name}")]);
    let mut out = Members::new();
    let scheme = secret.place.word();
    if !scheme.is_empty() {
        out.insert("type".to_owned(), json!("http"));
        out.insert("scheme".to_owned(), json!(scheme));
    } else {
        let place = match secret.place {
            SecretPlace::Query => "query",
            SecretPlace::Cookie => "cookie",
            _ => "header",
        };
        out.insert("type".to_owned(), json!("apiKey"));
        out.insert("in".to_owned(), json!(place));
        out.insert("name".to_owned(), json!(context.model.shown(&secret.key)));
    }
    out.insert("description".to_owned(), json!(text));
    Json::Object(out)
}

/// Returns the tags: one for each module with operations.
pub(super) fn tags(context: &OpenApi<'_>) -> Json {
    let mut modules: Vec<ModuleId> = context.operations.iter().map(|operation| operation.module).collect();
    modules.sort();
    modules.dedup();
    let tags = modules.into_iter().map(|module| {
        let doc = context.model.modules[module.0].doc.trim().to_owned();
        json!({ "name": tag(context, module), "description": doc })
    });
    tags.collect()
}

/// Returns the tag of a module: its path below the folder of its client, or the client's name.
pub(super) fn tag(context: &OpenApi<'_>, module: ModuleId) -> String {
    let path = &context.model.modules[module.0].path;
    let home = &context.model.modules[context.client.module.0].path;
    match path.strip_prefix(home.as_slice()) {
        Some([]) => context.client.name.clone(),
        Some(rest) => rest.join("/"),
        None => path.join("/"),
    }
}
