//! Builds clients and services, with their variables, secrets and errors.

use chainloom_codegen::model::{self, SecretPlace, ServiceId, Var};
use chainloom_codegen::sentences;

use super::{Context, facts};
use crate::data::{Client, Endpoint, Secret, Service, Status, Variable};

/// Builds all clients, in the order of the spec.
pub(super) fn clients(context: &Context<'_>) -> Vec<Client> {
    context.named.model().clients.iter().map(|one| client(context, one)).collect()
}

fn client(context: &Context<'_>, client: &model::Client) -> Client {
    let model = context.named.model();
    let errors = client.errors.iter();
    let statuses = errors.clone().flat_map(|errors| &errors.statuses);
    let in_body = errors.filter_map(|errors| errors.in_body.as_ref()).map(sentences::in_body);
    Client {
        name: client.name.clone(),
        doc: model.modules[client.module.0].doc.clone(),
        base_url: client.base_url.as_str().to_owned(),
        shown_url: model.shown(&client.base_url),
        version: client.version.clone(),
        variables: variables(context, &client.vars),
        secrets: client.auth.iter().map(|one| secret(context, one)).collect(),
        statuses: statuses.map(|one| Status { code: one.code, name: one.name.clone(), doc: one.doc.clone() }).collect(),
        errors: in_body.chain(sentences::unavailable(&client.unavailable)).collect(),
        limits: sentences::grouped_limits(&client.limits),
        notes: client.notes.iter().map(|note| note.text.clone()).collect(),
        source: facts::source(client.source.as_ref()),
    }
}

fn variables(context: &Context<'_>, vars: &[Var]) -> Vec<Variable> {
    let variable = |var: &Var| Variable {
        name: var.name.clone(),
        doc: var.doc.clone(),
        default: var.default.clone(),
        values: var.values.clone(),
        shown: context.named.model().shown_value(var),
    };
    vars.iter().map(variable).collect()
}

fn secret(context: &Context<'_>, secret: &model::Secret) -> Secret {
    let place = match secret.place {
        SecretPlace::Header => "header",
        SecretPlace::Bearer => "bearer",
        SecretPlace::Basic => "basic",
        SecretPlace::Query => "query",
        SecretPlace::Cookie => "cookie",
    };
    Secret {
        name: secret.name.clone(),
        doc: secret.doc.clone(),
        place,
        key: context.named.model().shown(&secret.key),
        optional: secret.optional,
    }
}

/// Builds all services, in the order of the spec.
pub(super) fn services(context: &Context<'_>) -> Vec<Service> {
    let all = context.named.model().services.iter().enumerate();
    all.map(|(index, one)| service(context, ServiceId(index), one)).collect()
}

fn service(context: &Context<'_>, id: ServiceId, service: &model::Service) -> Service {
    let model = context.named.model();
    let client = &model.clients[service.client.0];
    let server = model.server_of_service(service).map(|server| &server.base_url);
    Service {
        name: service.name.clone(),
        client: client.name.clone(),
        doc: if service.doc.is_empty() { model.modules[service.module.0].doc.clone() } else { service.doc.clone() },
        rust: context.named.handle_path(id),
        endpoints: service.endpoints.iter().map(endpoint).collect(),
        websocket: service.websocket.as_ref().map(|websocket| websocket.path.as_str().to_owned()),
        server: server.map(|url| url.as_str().to_owned()),
        shown_url: model.shown(server.unwrap_or(&client.base_url)),
        variables: variables(context, &service.vars),
        errors: service.rpc.iter().flat_map(|rpc| &rpc.errors).map(|error| facts::error(context, error)).collect(),
        available: service.available.iter().map(sentences::availability).collect(),
        limits: sentences::grouped_limits(&service.limits),
        notes: service.notes.iter().map(|note| note.text.clone()).collect(),
        source: facts::source(service.source.as_ref()),
    }
}

fn endpoint(endpoint: &model::Endpoint) -> Endpoint {
    Endpoint {
        name: endpoint.name.clone(),
        path: endpoint.path.as_str().to_owned(),
        doc: endpoint.doc.clone(),
        deprecated: endpoint.deprecated.as_ref().map(sentences::deprecation),
    }
}
