//! Clients, services and deployments: from the model to Rust items with the tables of the runtime.

use super::client_docs;
use super::operations::{protocol, subscribe};
use super::types::{Here, Lowering};
use super::{
    Client, Deployment, Endpoint, Endpoints, ErrorCode, ErrorCodes, Item, Service, ServiceTable, VarSetter, docs,
};
use crate::ident::RustIdent;
use crate::keep;
use crate::model::{self, ClientId, ModuleId, Period, ServiceId};
use crate::sentences;
use chainloom_schema as schema;

/// Adds the client and the services that a module defines to `items`.
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
    Client {
        table: names.table.clone(),
        schema: lowering.client_table(id),
        doc: client_docs::client_doc(lowering, id, own.map(|(_, service)| service)),
        vars: client.vars.iter().zip(&names.vars).map(var_setter).collect(),
        secrets: client
            .auth
            .iter()
            .zip(&names.secrets)
            .map(|(secret, name)| secret_setter(lowering.model, id, secret, name))
            .collect(),
        servers: client.servers.iter().zip(&names.servers).map(server_setter).collect(),
        batches: lowering.model.services.iter().any(|one| one.client == id && one.takes_batches()),
        service: own.map(|(index, service)| lower_service_table(lowering, ServiceId(index), service)),
        has_websocket: lowering.model.has_websocket(id),
    }
}

impl Lowering<'_> {
    /// Returns the table of a client, which is built at the first request.
    pub(super) fn client_table(&self, id: ClientId) -> &'static schema::Client {
        if let Some(made) = self.tables.clients.borrow().get(&id) {
            return made;
        }
        let client = &self.model.clients[id.0];
        let table = keep::value(schema::Client {
            name: keep::text(&client.name),
            base_url: keep::text(client.base_url.as_str()),
            vars: var_tables(&client.vars),
            auth: keep::list(client.auth.iter().map(secret_table)),
            security: client.security.as_deref().map(security),
            servers: keep::list(client.servers.iter().map(|server| schema::Server {
                name: keep::text(&server.name),
                base_url: keep::text(server.base_url.as_str()),
                security: security(&server.security),
            })),
            send: keep::list(client.send.iter().map(|(name, value)| (keep::text(name), keep::text(value.as_str())))),
            errors: client.errors.as_ref().map(|errors| schema::Errors {
                body: self.bounded_table(&errors.body),
                message: errors.message.as_ref().map(|path| keep::texts(&path.0)),
                in_body: errors.in_body.as_ref().map(in_body_table),
            }),
            unavailable: error_signs(&client.unavailable),
            rate_limit: client.rate_limit.as_ref().map_or(schema::RateLimitHeaders::NONE, rate_limit_table),
            request_id: client.request_id.as_deref().map(keep::text),
            version: version_call(self.model, id),
            limits: limits(&client.limits),
            services: service_refs(self.model, id),
        });
        self.add_static(client.module, &self.names.client(id).table, table);
        self.tables.clients.borrow_mut().insert(id, table);
        table
    }

    /// Returns the table of a service, which is built at the first request.
    pub(super) fn service_table(&self, id: ServiceId) -> &'static schema::Service {
        if let Some(made) = self.tables.services.borrow().get(&id) {
            return made;
        }
        let service = &self.model.services[id.0];
        let table = keep::value(schema::Service {
            name: keep::text(&service.name),
            client: self.client_table(service.client),
            vars: var_tables(&service.vars),
            endpoints: keep::list(service.endpoints.iter().map(|endpoint| schema::Endpoint {
                name: keep::text(&endpoint.name),
                path: keep::text(endpoint.path.as_str()),
            })),
            websocket: service.websocket.as_ref().map(|websocket| keep::text(websocket.path.as_str())),
            server: service.server,
            rpc: service.rpc.as_ref().map(|rpc| schema::Rpc {
                params: rpc.params,
                batch: rpc.batch,
                batch_max: rpc.batch_max.as_ref().map(|most| keep::text(most.as_str())),
                ids: rpc.ids,
                retry: keep::list(rpc.retry.iter().copied()),
                errors: self.error_tables(&rpc.errors),
            }),
            subscribe: service.subscribe.as_ref().map(subscribe),
            available: conditions(&service.available),
            limits: limits(&service.limits),
        });
        self.add_static(service.module, &self.names.service(id).table, table);
        self.tables.services.borrow_mut().insert(id, table);
        table
    }

    /// Builds the tables of error codes.
    pub(super) fn error_tables(&self, errors: &[model::RpcError]) -> &'static [schema::RpcError] {
        keep::list(errors.iter().map(|error| schema::RpcError {
            code: error.code,
            name: keep::text(&error.name),
            doc: keep::text(&error.doc),
            retry: error.retry,
            smaller: error.smaller.as_ref().map(keep::texts),
            data: error.data.as_ref().map(|ty| self.bounded_table(ty)),
            limited: error.limited,
        }))
    }
}

/// Builds the list of the services of a client, with the facts on which setting the URL of a
/// service depends.
fn service_refs(model: &model::Model, client: ClientId) -> &'static [schema::ServiceRef] {
    let services = model.services.iter().filter(|service| service.client == client);
    keep::list(services.map(|service| schema::ServiceRef {
        name: keep::text(&service.name),
        websocket: service.websocket.is_some(),
        several: service.endpoints.len() > 1,
    }))
}

/// Returns the call that asks a server for its version; `None` if no operation of the client is
/// marked as such.
fn version_call(model: &model::Model, client: ClientId) -> Option<schema::VersionCall> {
    model.operations.iter().find_map(|operation| {
        let service = model.services.get(operation.service.0).filter(|service| service.client == client)?;
        let member = operation.server_version.as_ref()?;
        let endpoint = service.endpoints.first().filter(|_| matches!(operation.wire, model::Wire::Rpc { .. }));
        Some(schema::VersionCall {
            protocol: protocol(&operation.wire),
            member: keep::texts(&member.0),
            endpoint: endpoint.map(|endpoint| keep::text(endpoint.path.as_str())).unwrap_or_default(),
            params: service.rpc.as_ref().map_or(schema::ParamStyle::Named, |rpc| rpc.params),
        })
    })
}

/// Builds the table of the rule for failures in the body of a success status.
fn in_body_table(rule: &model::InBody) -> schema::InBody {
    let path = |path: &model::MemberPath| keep::texts(&path.0);
    let json = |value: &model::Value| keep::text(&docs::json(value));
    let condition = |condition: &model::BodyCondition| match condition {
        model::BodyCondition::When(member, value) => {
            schema::BodyCondition::When { member: path(member), value: json(value) }
        }
        model::BodyCondition::Unless(member, value) => {
            schema::BodyCondition::Unless { member: path(member), value: json(value) }
        }
        model::BodyCondition::Has(member) => schema::BodyCondition::Has(path(member)),
    };
    schema::InBody {
        conditions: keep::list(rule.conditions.iter().map(condition)),
        message: rule.message.as_ref().map(path),
        code: rule.code.as_ref().map(path),
        retry: keep::texts(&rule.retry),
        limited: keep::texts(&rule.limited),
    }
}

/// Builds the patterns of messages and codes by which errors are recognized.
pub(super) fn error_signs(signs: &[model::ErrorSign]) -> &'static [schema::ErrorSign] {
    keep::list(signs.iter().map(|sign| schema::ErrorSign { message: keep::text(&sign.message), code: sign.code }))
}

fn var_tables(vars: &[model::Var]) -> &'static [schema::Var] {
    keep::list(
        vars.iter()
            .map(|var| schema::Var { name: keep::text(&var.name), default: var.default.as_deref().map(keep::text) }),
    )
}

fn secret_table(secret: &model::Secret) -> schema::Secret {
    schema::Secret {
        name: keep::text(&secret.name),
        place: secret.place,
        key: keep::text(secret.key.as_str()),
        prefix: keep::text(&secret.prefix),
        optional: secret.optional,
    }
}

/// Builds a table of texts in lists, such as paths of members.
pub(super) fn path_list_table<'p>(
    paths: impl IntoIterator<Item = &'p Vec<String>>,
) -> &'static [&'static [&'static str]] {
    keep::list(paths.into_iter().map(keep::texts))
}

fn rate_limit_table(headers: &model::RateLimitHeaders) -> schema::RateLimitHeaders {
    let name = |name: &Option<String>| name.as_deref().map(keep::text);
    schema::RateLimitHeaders {
        policy: name(&headers.policy),
        limit: name(&headers.limit),
        remaining: name(&headers.remaining),
        reset: name(&headers.reset),
        retry_after: name(&headers.retry_after),
        retry_after_ms: name(&headers.retry_after_ms),
    }
}

/// Builds the table of security alternatives.
pub(super) fn security(ways: &[Vec<String>]) -> &'static [&'static [&'static str]] {
    path_list_table(ways)
}

/// Builds the tables of conditions of availability.
pub(super) fn conditions<'c>(
    conditions: impl IntoIterator<Item = &'c model::Availability>,
) -> &'static [schema::Availability] {
    keep::list(conditions.into_iter().map(|condition| {
        let table = schema::Availability::new(keep::text(&docs::availability(condition)));
        if matches!(condition.kind, model::AvailabilityKind::Archive(_)) { table.of_data() } else { table }
    }))
}

/// Builds the tables of limits with a number; limits in prose are documentation only.
pub(super) fn limits(limits: &[model::Limit]) -> &'static [schema::Limit] {
    keep::list(limits.iter().filter_map(|limit| {
        let (of, max) = limit.number()?;
        let tier = limit.tier.as_deref().map(keep::text);
        Some(schema::Limit { of, max, per: limit.per.map(Period::seconds), tier })
    }))
}

/// Returns a rustdoc link to the method or member `name` of the type `of` in the same module.
fn link(of: &RustIdent, name: &RustIdent) -> String {
    format!("[`{of}::{name}`]")
}

fn var_setter((var, setter): (&model::Var, &RustIdent)) -> VarSetter {
    let text = if var.doc.is_empty() { format!("Sets the variable `{}`.", var.name) } else { var.doc.clone() };
    let mut doc = docs::DocComment::new(&text);
    if let Some(default) = &var.default {
        doc.add(&format!("Default: `{default}`."));
    }
    VarSetter { name: setter.clone(), doc: doc.into_lines() }
}

fn secret_setter(model: &model::Model, client: ClientId, secret: &model::Secret, setter: &RustIdent) -> VarSetter {
    let mut doc = docs::DocComment::new(&secret.doc);
    let servers = model.servers_with(client, &secret.name);
    let others = sentences::code_list(&servers);
    doc.add(&match servers.len() {
        0 => "Sent to the origin of the base URL only, and never printed.".to_owned(),
        1 => format!("Sent to the origins of the base URL and of the server {others} only, and never printed."),
        _ => format!("Sent to the origins of the base URL and of the servers {others} only, and never printed."),
    });
    VarSetter { name: setter.clone(), doc: doc.into_lines() }
}

fn server_setter((server, setter): (&model::Server, &RustIdent)) -> VarSetter {
    let mut doc = docs::DocComment::new(&server.doc);
    doc.add(&format!("By default: `{}`, with the secrets of the client that the API sends there.", server.base_url));
    VarSetter { name: setter.clone(), doc: doc.into_lines() }
}

/// Lowers the table of a service. The client's own service has no handle, so it gets no setters for
/// variables.
fn lower_service_table(lowering: &Lowering<'_>, id: ServiceId, service: &model::Service) -> ServiceTable {
    let names = lowering.names.service(id);
    ServiceTable {
        table: names.table.clone(),
        schema: lowering.service_table(id),
        vars: service.vars.iter().zip(&names.vars).map(var_setter).collect(),
        codes: lower_codes(lowering, id, service),
    }
}

/// Lowers the error codes of a service to an enumeration; `None` without named errors.
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
        ErrorCode { name: name.clone(), wire_name: error.name.clone(), code: error.code, doc: doc.into_lines() }
    });
    let doc = docs::lines(&format!("Error codes of the service `{}`.", service.name));
    (!errors.is_empty()).then(|| ErrorCodes { name: names.codes.clone(), doc, codes: codes.collect() })
}

fn lower_service(lowering: &Lowering<'_>, id: ServiceId, service: &model::Service) -> Service {
    let (names, here) = (lowering.names.service(id), Here::items(service.module));
    Service {
        service: lower_service_table(lowering, id, service),
        handle: names.handle.clone(),
        accessor: names.accessor.clone(),
        doc: client_docs::service_doc(lowering, id),
        accessor_doc: client_docs::accessor_doc(service, names),
        client_type: lowering.of_client(here, service.client, "Client"),
        call: lowering.of_client(here, service.client, "Call"),
        subscribe: service.websocket.as_ref().map(|_| lowering.of_client(here, service.client, "Subscribe")),
        instance: service.instance.clone().map(|var| (var, names.instance.clone())),
        endpoints: lower_endpoints(lowering, id, service),
    }
}

/// Lowers the endpoints with names; `None` for a service with one endpoint.
fn lower_endpoints(lowering: &Lowering<'_>, id: ServiceId, service: &model::Service) -> Option<Endpoints> {
    let names = lowering.names.service(id);
    let named = service.endpoints.iter().zip(&names.endpoints).filter(|(endpoint, _)| !endpoint.name.is_empty());
    let list: Vec<Endpoint> = named
        .map(|(endpoint, method)| {
            let mut doc = docs::DocComment::new(&endpoint.doc);
            doc.add(&format!("Path: `{}`.", endpoint.path));
            let successor = endpoint.deprecated.as_ref().and_then(|mark| mark.use_instead.as_ref());
            let successor = successor.and_then(|name| service.endpoints.iter().position(|end| end.name == *name));
            let successor = successor.map(|index| link(&names.endpoints_handle, &names.endpoints[index]));
            let deprecated = endpoint.deprecated.as_ref().map(|mark| docs::deprecated(mark, successor));
            Endpoint { method: method.clone(), doc: doc.into_lines(), deprecated }
        })
        .collect();
    (!list.is_empty()).then(|| Endpoints { name: names.endpoints_handle.clone(), list })
}

/// Adds the deployments that a module defines.
pub(super) fn lower_deployments(lowering: &Lowering<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for (index, deployment) in lowering.model.deployments.iter().enumerate() {
        if deployment.module == module {
            items.push(Item::Deployment(Deployment {
                name: lowering.names.deployment(index).clone(),
                doc: docs::lines(&deployment.doc),
                schema: deployment_table(lowering.model, deployment),
            }));
        }
    }
}

/// Builds the table of a deployment.
pub(super) fn deployment_table(model: &model::Model, deployment: &model::Deployment) -> &'static schema::Deployment {
    let endpoint = |(service, url): &(ServiceId, model::Template)| {
        (keep::text(&model.services[service.0].name), keep::text(url.as_str()))
    };
    keep::value(schema::Deployment {
        name: keep::text(&deployment.name),
        vars: keep::list(deployment.vars.iter().map(|(name, value)| (keep::text(name), keep::text(value)))),
        endpoints: keep::list(deployment.endpoints.iter().map(endpoint)),
        missing: keep::texts(&deployment.missing),
    })
}
