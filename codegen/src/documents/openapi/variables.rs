//! Variables of a client: in the URL of its server, in headers and paths, and the deployments that set them.
//!
//! Input: the client, its services and the deployments. Output: `servers`. OpenAPI requires a default for
//! each server variable. If the spec has none, the first deployment provides it, and the description says so.

use serde_json::{Value as Json, json};

use super::OpenApi;
use crate::documents::members::{Members, put};
use crate::model::{Deployment, Server, Service, ServiceId, Template, Var};
use crate::sentences;

/// Returns the server for the base URL of the client.
pub(super) fn server(context: &OpenApi<'_>) -> Json {
    Json::Object(url_variables(context, &context.client.base_url))
}

/// Returns an additional server of the client.
pub(super) fn other_server(context: &OpenApi<'_>, server: &Server) -> Json {
    let mut out = url_variables(context, &server.base_url);
    put(&mut out, "description", (!server.doc.is_empty()).then(|| json!(server.doc.trim_end())));
    Json::Object(out)
}

fn url_variables(context: &OpenApi<'_>, url: &Template) -> Members {
    let used: Members = client_vars(context)
        .filter(|var| url.names(var))
        .map(|var| (var.name.clone(), variable(context, var)))
        .collect();
    let mut out = Members::new();
    out.insert("url".to_owned(), json!(url.as_str()));
    put(&mut out, "variables", (!used.is_empty()).then_some(Json::Object(used)));
    out
}

fn client_vars<'m>(context: &OpenApi<'m>) -> impl Iterator<Item = &'m Var> + use<'m> {
    context.client.vars.iter()
}

fn service_vars<'c>(context: &'c OpenApi<'_>) -> impl Iterator<Item = &'c Var> {
    services(context).flat_map(|service| &service.vars)
}

/// Iterates over the services that the document describes.
pub(super) fn services<'c>(context: &'c OpenApi<'_>) -> impl Iterator<Item = &'c Service> {
    let is_used = |index: usize| context.operations.iter().any(|operation| operation.service.0 == index);
    context.model.services.iter().enumerate().filter(move |(index, _)| is_used(*index)).map(|(_, service)| service)
}

/// Returns whether the client or a described service has a variable of this name.
fn is_known(context: &OpenApi<'_>, name: &str) -> bool {
    client_vars(context).chain(service_vars(context)).any(|var| var.name == name)
}

/// Returns a variable as OpenAPI describes it.
pub(super) fn variable(context: &OpenApi<'_>, var: &Var) -> Json {
    let origin = match (&var.default, context.model.values_of(var).next()) {
        (Some(_), _) => String::new(),
        (None, Some((deployment, _))) => {
            format!("It has no default; the value here is that of the deployment `{}`.", deployment.name)
        }
        (None, None) => "It has no default.".to_owned(),
    };
    let mut out = Members::new();
    out.insert("default".to_owned(), json!(context.model.shown_in_base(context.client, var)));
    let text = sentences::paragraphs([var.doc.clone(), origin]);
    put(&mut out, "description", (!text.is_empty()).then(|| json!(text)));
    Json::Object(out)
}

fn is_of_client(context: &OpenApi<'_>, service: ServiceId) -> bool {
    let client = context.model.services[service.0].client;
    std::ptr::eq(&context.model.clients[client.0], context.client)
}

/// Iterates over the deployments that set a variable of this document, or have whole URLs of
/// services of the client.
pub(super) fn deployments_of<'c>(context: &'c OpenApi<'_>) -> impl Iterator<Item = &'c Deployment> {
    context.model.deployments.iter().filter(|deployment| {
        deployment.vars.iter().any(|(name, _)| is_known(context, name))
            || deployment.endpoints.iter().any(|(service, _)| is_of_client(context, *service))
    })
}
