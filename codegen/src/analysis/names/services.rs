//! Names of clients, services and deployments: types, methods and setters.
//!
//! Input: a model, and the scopes of its modules. Output: names in [`super::Names`]. Calls are
//! named in `calls`.

use super::modules::Modules;
use super::patterns;
use super::reserved::Namespace;
use super::scope::{Noun, Owner, Scope};
use super::{ClientNames, Names, ServiceNames, WebhooksNames};
use crate::casing::{pascal, snake};
use crate::diagnostic::Diagnostic;
use crate::ident::RustIdent;
use crate::model::{Client, Model, Secret, Server, Service, ServiceId, Var};

/// Names the setters of clients, and the handles, endpoints and error codes of services. Methods
/// for calls are named in `calls`.
pub(super) fn name_services<'n>(
    model: &'n Model,
    modules: &mut Modules<'n>,
    names: &mut Names,
    found: &mut Vec<Diagnostic>,
) {
    names.clients = model.clients.iter().map(|client| name_client(client, found)).collect();
    let services = model.services.iter().enumerate();
    names.services = services
        .map(|(at, service)| {
            let names = name_service(model, service, modules, found);
            let (codes, errors) = name_errors(model, ServiceId(at), service, modules, found);
            ServiceNames { codes, errors, ..names }
        })
        .collect();
}

fn name_client(client: &Client, found: &mut Vec<Diagnostic>) -> ClientNames {
    let mut builder = Scope::new(Namespace::Builder);
    let vars = client.vars.iter().map(|var| builder.claim(owner_of_var(var), snake(&var.name), found)).collect();
    let secrets = client.auth.iter().map(|one| builder.claim(owner_of_secret(one), snake(&one.name), found)).collect();
    let setter = |one: &Server| format!("{}_server", snake(&one.name));
    let servers = client.servers.iter().map(|one| builder.claim(owner_of_server(one), setter(one), found)).collect();
    ClientNames { vars, secrets, servers, ..ClientNames::default() }
}

pub(super) fn owner_of_var(var: &Var) -> Owner<'_> {
    Owner { noun: Noun::Variable, name: &var.name, span: var.span }
}

fn owner_of_secret(secret: &Secret) -> Owner<'_> {
    Owner { noun: Noun::Secret, name: &secret.name, span: secret.span }
}

fn owner_of_server(server: &Server) -> Owner<'_> {
    Owner { noun: Noun::Server, name: &server.name, span: server.span }
}

pub(super) fn owner_of_service(service: &Service) -> Owner<'_> {
    Owner { noun: Noun::Service, name: &service.name, span: service.span }
}

fn name_service<'n>(
    model: &'n Model,
    service: &'n Service,
    modules: &mut Modules<'n>,
    found: &mut Vec<Diagnostic>,
) -> ServiceNames {
    if model.is_clients_own(service) {
        return ServiceNames { handle: RustIdent::new("Client").unwrap_or_default(), ..ServiceNames::default() };
    }
    let place = modules.scopes_of(service.module);
    let handle = place.items.claim(owner_of_service(service), patterns::handle(&service.name), found);
    let several = service.endpoints.iter().any(|endpoint| !endpoint.name.is_empty());
    let endpoints_handle = if several {
        place.items.claim(owner_of_service(service), patterns::endpoints(&service.name), found)
    } else {
        RustIdent::default()
    };
    let mut scope = Scope::new(Namespace::Endpoints);
    let endpoints = service.endpoints.iter().map(|endpoint| {
        let owner = Owner { noun: Noun::Endpoint, name: &endpoint.name, span: endpoint.span };
        // The only endpoint of a service has no name, and no method.
        if several { scope.claim(owner, snake(&endpoint.name), found) } else { RustIdent::default() }
    });
    let endpoints = endpoints.collect();
    let instance = service.vars.iter().find(|var| Some(&var.name) == service.instance.as_ref());
    // The instance is the only parameter of the accessor, so its name cannot collide.
    let instance = instance.map(|var| Scope::new(Namespace::Members).claim(owner_of_var(var), snake(&var.name), found));
    ServiceNames {
        handle,
        endpoints_handle,
        endpoints,
        instance: instance.unwrap_or_default(),
        ..ServiceNames::default()
    }
}

/// Names the enumeration of the error codes of a service and its values. Both are empty if no error
/// has a name.
fn name_errors<'n>(
    model: &'n Model,
    id: ServiceId,
    service: &'n Service,
    modules: &mut Modules<'n>,
    found: &mut Vec<Diagnostic>,
) -> (RustIdent, Vec<RustIdent>) {
    let errors = model.errors_of(id);
    if errors.is_empty() {
        return Default::default();
    }
    let place = modules.scopes_of(service.module);
    let codes = place.items.claim(owner_of_service(service), patterns::error_codes(&service.name), found);
    let mut scope = Scope::new(Namespace::OpenVariants);
    let errors = errors.into_iter().map(|error| {
        let owner = Owner { noun: Noun::Error, name: &error.name, span: error.span };
        scope.claim(owner, pascal(&error.name), found)
    });
    (codes, errors.collect())
}

/// Names the statics that describe clients, services and webhooks.
pub(super) fn name_tables(model: &Model, modules: &mut Modules<'_>, names: &mut Names) {
    for (client, names) in model.clients.iter().zip(&mut names.clients) {
        names.table = modules.scopes_of(client.module).tables.claim_generated("CLIENT".to_owned());
    }
    for (service, names) in model.services.iter().zip(&mut names.services) {
        let preferred = patterns::service_table(&service.name);
        names.table = modules.scopes_of(service.module).tables.claim_generated(preferred);
    }
    for (webhooks, names) in model.webhooks.iter().zip(&mut names.webhooks) {
        names.table = modules.scopes_of(webhooks.module).tables.claim_generated(patterns::table(patterns::WEBHOOKS));
    }
}

/// Names the public statics of webhooks.
pub(super) fn name_webhooks<'n>(
    model: &'n Model,
    modules: &mut Modules<'n>,
    found: &mut Vec<Diagnostic>,
) -> Vec<WebhooksNames> {
    let names = model.webhooks.iter().map(|webhooks| {
        let owner = Owner { noun: Noun::Webhooks, name: patterns::WEBHOOKS, span: webhooks.span };
        let name = modules.scopes_of(webhooks.module).statics.claim(owner, patterns::table(patterns::WEBHOOKS), found);
        WebhooksNames { name, ..WebhooksNames::default() }
    });
    names.collect()
}

/// Names the public statics of deployments.
pub(super) fn name_deployments<'n>(
    model: &'n Model,
    modules: &mut Modules<'n>,
    found: &mut Vec<Diagnostic>,
) -> Vec<RustIdent> {
    let names = model.deployments.iter().map(|deployment| {
        let owner = Owner { noun: Noun::Deployment, name: &deployment.name, span: deployment.span };
        modules.scopes_of(deployment.module).statics.claim(owner, patterns::table(&deployment.name), found)
    });
    names.collect()
}
