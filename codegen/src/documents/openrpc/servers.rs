//! Servers: one for each endpoint of a service, and one for its websocket.
//!
//! The `url` begins with a concrete base URL, because tools require an absolute URI.
//! `x-url-template` holds the template with all of its variables.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use crate::documents::members::Members;
use crate::model::{Endpoint, Template, Var, Websocket};
use crate::sentences;

/// Returns the field `servers`: one for each endpoint and websocket.
pub(super) fn servers(context: &OpenRpc<'_>) -> Vec<Json> {
    let endpoints = context.service.endpoints.iter().map(|endpoint| of_endpoint(context, endpoint));
    endpoints.chain(websocket(context)).collect()
}

/// Returns the server of the websocket; `None` without one.
pub(super) fn websocket(context: &OpenRpc<'_>) -> Option<Json> {
    context.service.websocket.as_ref().map(|websocket| of_websocket(context, websocket))
}

/// Returns the server object of an endpoint.
fn of_endpoint(context: &OpenRpc<'_>, endpoint: &Endpoint) -> Json {
    let name = if endpoint.name.is_empty() { "http" } else { &endpoint.name };
    let deprecated = endpoint.deprecated.as_ref().map(sentences::deprecation);
    let texts = [endpoint.doc.clone(), deprecated.unwrap_or_default()];
    Json::Object(server(context, name, context.base_url(), &endpoint.path, texts))
}

/// Returns the server object of a websocket.
fn of_websocket(context: &OpenRpc<'_>, websocket: &Websocket) -> Json {
    let available = sentences::list(sentences::AVAILABLE, websocket.available.iter().map(sentences::availability));
    let texts = ["A websocket, for calls and for subscriptions.".to_owned(), available];
    let mut server = server(context, "websocket", context.base_url(), &websocket.path, texts);
    if let Some(Json::String(url)) = server.get_mut("url") {
        if let Some(rest) = url.strip_prefix("http") {
            *url = format!("ws{rest}");
        }
    }
    Json::Object(server)
}

/// Returns a server object for a base URL and a path; `texts` are its summary and its description.
fn server(context: &OpenRpc<'_>, name: &str, base: &Template, path: &Template, texts: [String; 2]) -> Members {
    let template = base.then(path);
    // Only the base URL must be concrete; the rest may stay a template.
    let known = |var: &Var| base.names(var).then(|| context.model.shown_in_base(context.client, var));
    let url = template.fill(|slot| known(context.model.var(slot)?));
    let [text, more] = texts;
    let (known_path, mut place) = (context.model.shown(path), format!("Path: `{path}`."));
    if known_path != path.as_str() {
        place.push_str(&format!(" With the defaults: `{known_path}`."));
    }
    let variables = context.vars_in(&template);
    let mut out = Members::new();
    out.insert("name".to_owned(), name.into());
    out.insert("url".to_owned(), url.into());
    let values = sentences::list(
        "Variables:",
        variables.iter().map(|var| format!("`{}`: {}", var.name, describe_variable(context, var))),
    );
    out.insert("description".to_owned(), sentences::paragraphs([text, more, place, values]).into());
    if !variables.is_empty() {
        let variables = variables.iter().map(|var| (var.name.clone(), variable(context, var)));
        out.insert("variables".to_owned(), Json::Object(variables.collect()));
    }
    out.insert("x-url-template".to_owned(), template.as_str().into());
    out
}

/// Returns the server variable object of a variable.
fn variable(context: &OpenRpc<'_>, var: &Var) -> Json {
    let description = describe_variable(context, var);
    json!({ "default": context.model.shown_in_base(context.client, var), "description": description })
}

/// Describes a variable: its meaning, its default, and its value in each deployment.
pub(super) fn describe_variable(context: &OpenRpc<'_>, var: &Var) -> String {
    let default = match &var.default {
        Some(value) => format!("Default: `{value}`."),
        None => "Required: there is no default.".to_owned(),
    };
    let values: Vec<String> =
        context.model.values_of(var).map(|(deployment, value)| format!("`{value}` on {}", deployment.name)).collect();
    let values = if values.is_empty() { String::new() } else { format!("Value: {}.", values.join(", ")) };
    let texts = [var.doc.trim().to_owned(), default, values];
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}
