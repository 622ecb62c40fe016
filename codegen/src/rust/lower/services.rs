//! Clients, services and deployments.

use super::types::{Here, Lowering};
use super::{
    Client, Condition, Deployment, Endpoint, Endpoints, ErrorCode, ErrorCodes, Item, RpcError, Secret, ServerVersion,
    Service, ServiceSchema, Var, docs,
};
use crate::analysis::names::ServiceNames;
use crate::ident::RustIdent;
use crate::model::{self, ClientId, ModuleId, ServiceId};
use crate::sentences;

/// Adds the client and the services that a module defines.
pub(super) fn lower_services(lowering: &Lowering<'_>, module: ModuleId, items: &mut Vec<Item>) {
    let model = lowering.model;
    for (index, client) in model.clients.iter().enumerate().filter(|(_, client)| client.module == module) {
        items.push(Item::Client(Box::new(lower_client(lowering, ClientId(index), client))));
    }
    for (index, service) in model.services.iter().enumerate().filter(|(_, service)| service.module == module) {
        if !model.is_clients_own(service) {
            items.push(Item::Service(Box::new(lower_service(lowering, ServiceId(index), service))));
        }
    }
}

fn lower_client(lowering: &Lowering<'_>, id: ClientId, client: &model::Client) -> Client {
    let names = lowering.names.client(id);
    let mut services = lowering.model.services.iter().enumerate();
    let own = services.find(|(_, one)| one.client == id && lowering.model.is_clients_own(one));
    let errors = client.errors.as_ref().map(|errors| {
        let body = lowering.type_ref(Here::items(client.module), &model::Type::Named(errors.body));
        (body.schema, errors.message.clone())
    });
    Client {
        wire_name: client.name.clone(),
        table: names.table.clone(),
        doc: client_doc(lowering, client, own.map(|(_, service)| service)),
        base_url: client.base_url.as_str().to_owned(),
        vars: client.vars.iter().zip(&names.vars).map(lower_var).collect(),
        secrets: client.auth.iter().zip(&names.secrets).map(lower_secret).collect(),
        security: client.security.clone(),
        send: client.send.iter().map(|(name, value)| (name.clone(), value.as_str().to_owned())).collect(),
        errors,
        rate_limit: client.rate_limit.clone().unwrap_or_default(),
        request_id: client.request_id.clone(),
        server_version: server_version(lowering.model, id),
        limits: client.limits.clone(),
        batches: lowering.model.services.iter().any(|one| one.client == id && one.takes_batches()),
        service: own.map(|(index, service)| lower_schema(lowering, ServiceId(index), service)),
        has_websocket: lowering.model.has_websocket(id),
    }
}

fn server_version(model: &model::Model, client: ClientId) -> Option<ServerVersion> {
    model.operations.iter().find_map(|operation| {
        let service = model.services.get(operation.service.0).filter(|service| service.client == client)?;
        Some(ServerVersion {
            wire: operation.wire.clone(),
            endpoint: service.endpoints.first().map(|endpoint| endpoint.path.as_str().to_owned()).unwrap_or_default(),
            params: service.rpc.as_ref().map_or(model::ParamStyle::Named, |rpc| rpc.params),
            member: operation.server_version.clone()?,
        })
    })
}

fn client_doc(lowering: &Lowering<'_>, client: &model::Client, own: Option<&model::Service>) -> Vec<String> {
    let mut doc = docs::DocComment::new(&lowering.model.modules[client.module.0].doc);
    doc.add_raw("Cheap to clone; clones share connections.".to_owned());
    // The service that is one with its client has no handle that could say it.
    let of_own = own.into_iter();
    doc.section("Availability", of_own.clone().flat_map(|own| &own.available).map(docs::availability));
    let limits = client.limits.iter().chain(of_own.clone().flat_map(|own| &own.limits));
    doc.section("Limits", limits.map(docs::limit));
    doc.section("Notes", client.notes.iter().chain(of_own.flat_map(|own| &own.notes)).map(|note| docs::notes([note])));
    doc.section("Errors", client.errors.iter().flat_map(|errors| &errors.statuses).map(sentences::status));
    doc.done()
}

fn lower_var((var, setter): (&model::Var, &RustIdent)) -> Var {
    let text = if var.doc.is_empty() { format!("Sets the variable `{}`.", var.name) } else { var.doc.clone() };
    let mut doc = docs::DocComment::new(&text);
    if let Some(default) = &var.default {
        doc.add(&format!("Default: `{default}`."));
    }
    Var { name: var.name.clone(), setter: setter.clone(), doc: doc.done(), default: var.default.clone() }
}

fn lower_secret((secret, setter): (&model::Secret, &RustIdent)) -> Secret {
    let mut doc = docs::DocComment::new(&secret.doc);
    doc.add("Sent to the origin of the base URL only, and never printed.");
    Secret {
        name: secret.name.clone(),
        setter: setter.clone(),
        doc: doc.done(),
        place: secret.place,
        key: secret.key.as_str().to_owned(),
        prefix: secret.prefix.clone(),
        optional: secret.optional,
    }
}

pub(super) fn lower_condition(condition: &model::Availability) -> Condition {
    let of_data = condition.kind == model::AvailabilityKind::Archive;
    Condition { text: docs::availability(condition), of_data }
}

fn lower_schema(lowering: &Lowering<'_>, id: ServiceId, service: &model::Service) -> ServiceSchema {
    let client = &lowering.model.clients[service.client.0];
    let names = lowering.names.service(id);
    // The client's own service has no handle that could set variables.
    let setters = names.vars.iter().cloned().chain(std::iter::repeat_with(RustIdent::default));
    let vars: Vec<(&model::Var, RustIdent)> = service.vars.iter().zip(setters).collect();
    ServiceSchema {
        table: names.table.clone(),
        wire_name: service.name.clone(),
        client: lowering.table(
            Here::items(service.module),
            client.module,
            &lowering.names.client(service.client).table,
        ),
        vars: vars.iter().map(|(var, setter)| lower_var((var, setter))).collect(),
        endpoints: service.endpoints.iter().map(|end| (end.name.clone(), end.path.as_str().to_owned())).collect(),
        websocket: service.websocket.as_ref().map(|websocket| websocket.path.as_str().to_owned()),
        rpc: service.rpc.clone(),
        subscribe: service.subscribe.as_ref().map(lower_subscribe),
        available: service.available.iter().map(lower_condition).collect(),
        limits: service.limits.clone(),
        errors: service
            .rpc
            .as_ref()
            .map(|rpc| lower_errors(lowering, Here::items(service.module), &rpc.errors))
            .unwrap_or_default(),
        codes: lower_codes(lowering, id, service),
    }
}

pub(super) fn lower_subscribe(names: &model::Subscribe) -> [String; 3] {
    [&names.call, &names.cancel, &names.notify].map(|name| name.as_str().to_owned())
}

/// The codes of errors for the tables.
pub(super) fn lower_errors(lowering: &Lowering<'_>, here: Here, errors: &[model::RpcError]) -> Vec<RpcError> {
    let errors = errors.iter().map(|error| RpcError {
        code: error.code,
        name: error.name.clone(),
        doc: error.doc.clone(),
        retry: error.retry,
        data: error.data.as_ref().map(|ty| lowering.type_ref(here, ty).schema),
    });
    errors.collect()
}

fn lower_codes(lowering: &Lowering<'_>, id: ServiceId, service: &model::Service) -> Option<ErrorCodes> {
    let names = lowering.names.service(id);
    let errors = lowering.model.errors_of(id);
    let codes = errors.iter().zip(&names.errors).map(|(error, name)| {
        let mut doc = docs::DocComment::new(&sentences::meaning(error));
        if let Some(ty) = &error.data {
            let ty = lowering.type_ref(Here::items(service.module), ty).rust;
            doc.add(&format!(
                "`error.rpc_data_as::<{}>()` reads its `data`.",
                quote::quote!(#ty).to_string().replace(' ', "")
            ));
        }
        ErrorCode { name: name.clone(), wire_name: error.name.clone(), code: error.code, doc: doc.done() }
    });
    let doc = docs::lines(&format!("Error codes of the service `{}`.", service.name));
    (!errors.is_empty()).then(|| ErrorCodes { name: names.codes.clone(), doc, codes: codes.collect() })
}

fn lower_service(lowering: &Lowering<'_>, id: ServiceId, service: &model::Service) -> Service {
    let (names, here) = (lowering.names.service(id), Here::items(service.module));
    let mut doc = docs::DocComment::new(&service.doc);
    doc.section("Availability", service.available.iter().map(docs::availability));
    doc.section("Limits", service.limits.iter().map(docs::limit));
    doc.section("Notes", service.notes.iter().map(|note| docs::notes([note])));
    Service {
        schema: lower_schema(lowering, id, service),
        handle: names.handle.clone(),
        accessor: names.accessor.clone(),
        doc: doc.done(),
        accessor_doc: accessor_doc(service, names),
        client_type: lowering.of_client(here, service.client, "Client"),
        call: lowering.of_client(here, service.client, "Call"),
        subscribe: service.websocket.as_ref().map(|_| lowering.of_client(here, service.client, "Subscribe")),
        instance: service.instance.clone().map(|var| (var, names.instance.clone())),
        endpoints: lower_endpoints(lowering, id, service),
    }
}

/// What the method of the client says that gives the handle; the rest stands at the handle.
fn accessor_doc(service: &model::Service, names: &ServiceNames) -> Vec<String> {
    let mut doc = docs::DocComment::new(&sentences::first_paragraph(&service.doc));
    let instance = service.instance.as_ref().and_then(|name| service.vars.iter().find(|var| var.name == *name));
    doc.add_raw(format!("Returns a [`{}`], whose documentation has its conditions, limits and notes.", names.handle));
    if let Some(var) = instance {
        doc.add(&format!("`{}`: {}", names.instance, var.doc));
    }
    doc.done()
}

fn lower_endpoints(lowering: &Lowering<'_>, id: ServiceId, service: &model::Service) -> Option<Endpoints> {
    let names = lowering.names.service(id);
    let named = service.endpoints.iter().zip(&names.endpoints).filter(|(endpoint, _)| !endpoint.name.is_empty());
    let list: Vec<Endpoint> = named
        .map(|(endpoint, method)| {
            let mut doc = docs::DocComment::new(&endpoint.doc);
            doc.add(&format!("Path: `{}`.", endpoint.path));
            let successor = endpoint.deprecated.as_ref().and_then(|mark| mark.use_instead.as_ref());
            let successor = successor.and_then(|name| service.endpoints.iter().position(|end| end.name == *name));
            let successor = successor.map(|index| &names.endpoints[index]);
            let deprecated = endpoint.deprecated.as_ref().map(|mark| match successor {
                Some(successor) => docs::deprecated_for(mark, successor.as_str()),
                None => docs::deprecated(mark),
            });
            Endpoint { method: method.clone(), doc: doc.done(), deprecated }
        })
        .collect();
    (!list.is_empty()).then(|| Endpoints { name: names.endpoints_handle.clone(), list })
}

/// Adds the deployments that a module defines.
pub(super) fn lower_deployments(lowering: &Lowering<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for (index, deployment) in lowering.model.deployments.iter().enumerate() {
        if deployment.module == module {
            items.push(Item::Deployment(Deployment {
                wire_name: deployment.name.clone(),
                name: lowering.names.deployment(index).clone(),
                doc: docs::lines(&deployment.doc),
                vars: deployment.vars.clone(),
                missing: deployment.missing.clone(),
            }));
        }
    }
}
