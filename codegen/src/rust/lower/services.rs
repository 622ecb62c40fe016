//! Clients, services and deployments.

use proc_macro2::TokenStream;
use quote::quote;

use super::operations::service_static;
use super::types::{Context, option, static_name, variant};
use super::{Client, Deployment, Endpoint, Item, Secret, Service, ServiceSchema, Var, docs};
use crate::casing;
use crate::model::{self, ModuleId};
use crate::sentences;

/// Adds the client and the services that a module defines.
pub(super) fn lower_services(context: &Context<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for client in &context.model.clients {
        if client.module == module {
            items.push(Item::Client(Box::new(lower_client(context, client))));
        }
    }
    for service in &context.model.services {
        if service.module == module && !is_own(context, service) {
            items.push(Item::Service(Box::new(lower_service(context, service))));
        }
    }
}

/// Whether the operations of a service are methods of the client itself.
fn is_own(context: &Context<'_>, service: &model::Service) -> bool {
    let client = &context.model.clients[service.client.0];
    service.module == client.module && service.name == client.name
}

fn lower_client(context: &Context<'_>, client: &model::Client) -> Client {
    let own = context.model.services.iter().find(|service| service.module == client.module && is_own(context, service));
    let headers = client.rate_limit.clone().unwrap_or_default();
    let errors = client.errors.as_ref().map(|errors| {
        let body = context.type_ref(client.module, &model::Type::Named(errors.body));
        (body.schema, errors.message.clone())
    });
    let mut doc = docs::Doc::new(&context.model.modules[client.module.0].doc);
    // The service that is one with its client has no handle that could say it.
    let of_own = own.into_iter();
    doc.add(&of_own.clone().flat_map(|own| &own.available).map(docs::availability).collect::<Vec<_>>().join(" "));
    doc.add(&docs::notes(&client.notes));
    doc.add(&of_own.clone().map(|own| docs::notes(&own.notes)).collect::<String>());
    let limits = client.limits.iter().chain(of_own.flat_map(|own| &own.limits));
    doc.add(&limits.map(docs::limit).collect::<Vec<_>>().join(" "));
    doc.list("What each status of a failure means:", client.errors.iter().flat_map(sentences::meanings));
    doc.add(&docs::source(client.source.as_ref()));
    Client {
        wire_name: client.name.clone(),
        doc: doc.done(),
        base_url: client.base_url.as_str().to_owned(),
        vars: client.vars.iter().map(lower_var).collect(),
        secrets: client.auth.iter().map(lower_secret).collect(),
        errors,
        rate_limit: [
            ("policy", headers.policy),
            ("limit", headers.limit),
            ("remaining", headers.remaining),
            ("reset", headers.reset),
            ("retry_after", headers.retry_after),
        ],
        service: own.map(|service| lower_schema(context, service)),
    }
}

fn lower_var(var: &model::Var) -> Var {
    let text = if var.doc.is_empty() { format!("The variable `{}`.", var.name) } else { var.doc.clone() };
    let mut doc = docs::Doc::new(&text);
    if let Some(default) = &var.default {
        doc.add(&format!("Default: `{default}`."));
    }
    doc.add(&docs::source(var.source.as_ref()));
    Var { name: var.name.clone(), setter: casing::snake(&var.name), doc: doc.done(), default: var.default.clone() }
}

fn lower_secret(secret: &model::Secret) -> Secret {
    let mut doc = docs::Doc::new(&secret.doc);
    doc.add("It is sent to the base URL's origin only, and never printed.");
    doc.add(&docs::source(secret.source.as_ref()));
    Secret {
        name: secret.name.clone(),
        setter: casing::snake(&secret.name),
        doc: doc.done(),
        header: secret.header.as_str().to_owned(),
        optional: secret.optional,
    }
}

fn lower_schema(context: &Context<'_>, service: &model::Service) -> ServiceSchema {
    let client = &context.model.clients[service.client.0];
    ServiceSchema {
        static_name: service_static(&service.name),
        wire_name: service.name.clone(),
        client: context.item(service.module, client.module, "CLIENT"),
        vars: service.vars.iter().map(lower_var).collect(),
        endpoints: service.endpoints.iter().map(|end| (end.name.clone(), end.path.as_str().to_owned())).collect(),
        websocket: service.websocket.as_ref().map(|websocket| websocket.path.as_str().to_owned()),
        rpc: service.rpc.as_ref().map(lower_rpc),
        subscribe: service
            .subscribe
            .as_ref()
            .map(|names| [&names.call, &names.cancel, &names.notify].map(|name| name.as_str().to_owned())),
        available: service.available.iter().map(docs::availability).collect(),
    }
}

fn lower_rpc(rpc: &model::Rpc) -> TokenStream {
    let params = variant(rpc.params);
    let batch_max = rpc.batch_max.as_ref().map(|max| max.as_str().to_owned());
    let (batch, batch_max) = (rpc.batch, option(batch_max.as_ref()));
    quote!(rt::schema::Rpc { params: rt::schema::ParamStyle::#params, batch: #batch, batch_max: #batch_max })
}

fn lower_service(context: &Context<'_>, service: &model::Service) -> Service {
    let client = &context.model.clients[service.client.0];
    let mut doc = docs::Doc::new(&service.doc);
    doc.add(&service.available.iter().map(docs::availability).collect::<Vec<_>>().join(" "));
    doc.add(&service.limits.iter().map(docs::limit).collect::<Vec<_>>().join(" "));
    doc.add(&docs::notes(&service.notes));
    doc.add(&docs::source(service.source.as_ref()));
    let endpoints = service.endpoints.iter().filter(|endpoint| !endpoint.name.is_empty());
    let instance = service.vars.iter().find(|var| Some(&var.name) == service.instance.as_ref());
    Service {
        schema: lower_schema(context, service),
        handle: casing::handle(&service.name),
        accessor: casing::snake(&service.name),
        doc: doc.done(),
        client_type: context.item(service.module, client.module, "Client"),
        call: context.item(service.module, client.module, "Call"),
        instance: instance.map(lower_var),
        endpoints: endpoints.map(lower_endpoint).collect(),
    }
}

fn lower_endpoint(endpoint: &model::Endpoint) -> Endpoint {
    let mut doc = docs::Doc::new(&endpoint.doc);
    doc.add(&format!("Path: `{}`.", endpoint.path));
    let mut deprecated = endpoint.deprecated.as_ref().map(docs::deprecated);
    if let (Some(deprecated), Some(use_instead)) =
        (&mut deprecated, endpoint.deprecated.as_ref().and_then(|mark| mark.use_instead.as_ref()))
    {
        deprecated.note = format!("use `{}`", casing::snake(use_instead));
    }
    Endpoint { method: casing::snake(&endpoint.name), doc: doc.done(), deprecated }
}

/// Adds the deployments that a module defines.
pub(super) fn lower_deployments(context: &Context<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for deployment in &context.model.deployments {
        if deployment.module == module {
            items.push(Item::Deployment(Deployment {
                wire_name: deployment.name.clone(),
                static_name: static_name(&deployment.name),
                doc: docs::lines(&deployment.doc),
                vars: deployment.vars.clone(),
                missing: deployment.missing.clone(),
            }));
        }
    }
}
