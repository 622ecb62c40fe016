//! Clients, services and webhooks.
//!
//! Input: clients, services and webhooks of the model. Output: nodes.

use chainloom_codegen::RustIdent;
use chainloom_codegen::model::{
    Client, ClientId, Endpoint, RpcError, Secret, Server, Service, ServiceId, Var, Webhooks,
};
use serde_json::{Value as Json, json};

use super::members::Stated;
use super::{Facts, RECEIVED, SENT};
use crate::item::Kind;
use crate::node::Node;
use crate::topic;

/// Maximum number of optional secrets of which all choices are compared.
const MAX_OPTIONAL: usize = 4;

impl Facts<'_> {
    pub(super) fn client(&self, at: usize, client: &Client) -> Node {
        let names = self.names.client(ClientId(at));
        let path = self.module(client.module);
        let builder = |name: &RustIdent| format!("{path}Builder::{name}");
        let mut node = self
            .node(Kind::Client, &client.name, client.span, client)
            .in_rust(["Client", "Builder", "Call", "Subscribe"].map(|name| format!("{path}{name}")));
        let vars = client.vars.iter().zip(&names.vars);
        node.children.extend(vars.map(|(var, rust)| self.var(var, builder(rust))));
        node.secrets = secrets_of_calls(&client.auth);
        let secrets = client.auth.iter().zip(&names.secrets);
        node.children.extend(secrets.map(|(secret, rust)| self.secret(secret, builder(rust))));
        let servers = client.servers.iter().zip(&names.servers);
        node.children.extend(servers.map(|(server, rust)| self.server(server, builder(rust))));
        let dialects = client.dialects.iter();
        node.children.extend(dialects.map(|one| self.node(Kind::Dialect, &one.name, client.span, one)));
        if let Some(errors) = &client.errors {
            node.facts.extend(errors.facts(self));
            let statuses = errors.statuses.iter();
            node.children.extend(statuses.map(|one| self.node(Kind::Status, one.code.to_string(), client.span, one)));
        }
        node
    }

    fn var(&self, var: &Var, rust: String) -> Node {
        let demanded = var.default.is_none();
        Node { flow: SENT, demanded, ..self.node(Kind::Variable, &var.name, var.span, var) }.in_rust([rust])
    }

    fn secret(&self, secret: &Secret, rust: String) -> Node {
        let demanded = !secret.optional;
        Node { flow: SENT, demanded, ..self.node(Kind::Secret, &secret.name, secret.span, secret) }.in_rust([rust])
    }

    fn server(&self, server: &Server, rust: String) -> Node {
        self.node(Kind::Server, &server.name, server.span, server).in_rust([rust])
    }

    pub(super) fn service(&self, at: usize, service: &Service) -> Node {
        let names = self.names.service(ServiceId(at));
        let path = self.module(service.module);
        let handle = format!("{path}{}", names.handle);
        let client = self.module(self.model.clients[service.client.0].module);
        let mut node = self.node(Kind::Service, &service.name, service.span, service).in_rust([
            handle.clone(),
            format!("{path}{}", names.endpoints_handle),
            format!("{path}{}", names.codes),
            format!("{client}Client::{}", names.accessor),
        ]);
        node.home = self.home(service.module);
        node.has_local_name = service.endpoints.is_empty() && service.websocket.is_none();
        let server = self.model.server_of_service(service).map(|server| server.name.as_str());
        node.facts.push((topic::SERVER, json!(server)));
        node.facts.extend(service.websocket.iter().flat_map(|websocket| websocket.facts(self)));
        let vars = service.vars.iter().zip(&names.vars);
        node.children.extend(vars.map(|(var, rust)| self.var(var, format!("{handle}::{rust}"))));
        let endpoint = |(at, one): (usize, &Endpoint)| {
            let rust = names.endpoints.get(at).map(|rust| format!("{path}{}::{rust}", names.endpoints_handle));
            self.node(Kind::Endpoint, &one.name, one.span, one).in_rust(rust)
        };
        node.children.extend(service.endpoints.iter().enumerate().map(endpoint));
        if let Some(rpc) = &service.rpc {
            node.facts.extend(rpc.facts(self));
            // The enumeration has the errors of the service and of its operations.
            let all = self.model.errors_of(ServiceId(at));
            let error = |error: &RpcError| {
                let place = all.iter().position(|one| one.name == error.name);
                let rust = place.and_then(|at| names.errors.get(at));
                self.rpc_error(error).in_rust(rust.map(|rust| format!("{path}{}::{rust}", names.codes)))
            };
            node.children.extend(rpc.errors.iter().map(error));
            // The client implements it if one of its services takes batches.
            node.rust.extend(rpc.batch.then(|| format!("impl IntoBatch<S> for {client}Call<O>")));
        }
        node
    }

    pub(super) fn rpc_error(&self, error: &RpcError) -> Node {
        let node = Node { flow: RECEIVED, ..self.node(Kind::Error, &error.name, error.span, error) };
        node.with(error.data.iter().map(|ty| (topic::TYPE, self.labels.ty(ty))))
            .of_values(error.data.as_ref().map(|ty| self.labels.values(ty)))
    }

    pub(super) fn webhooks(&self, at: usize, webhooks: &Webhooks) -> Node {
        let mut node = self
            .node(Kind::Webhooks, &webhooks.name, webhooks.span, webhooks)
            .in_rust([format!("{}{}", self.module(webhooks.module), self.names.webhooks(at).name)])
            .with(webhooks.signature.iter().flat_map(|signature| {
                let over = (topic::SIGNED_TEXT, json!(signature.over_texts()));
                signature.facts(self).into_iter().chain([over])
            }))
            .with(self.ty([topic::EVENT, topic::INNER_BOUNDS_OF_EVENT], &webhooks.event))
            .of_values(Some(self.labels.values(&webhooks.event)));
        node.home = self.home(webhooks.module);
        node.flow = RECEIVED;
        node
    }
}

/// Returns the secrets that calls of a client may carry which states no alternatives: all that are required, and any of
/// the others. Null if there are too many others.
fn secrets_of_calls(secrets: &[Secret]) -> Json {
    let (others, required): (Vec<&Secret>, Vec<&Secret>) = secrets.iter().partition(|secret| secret.optional);
    if others.len() > MAX_OPTIONAL {
        return Json::Null;
    }
    let alternative = |chosen: usize| {
        let others = others.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, secret)| *secret);
        required.iter().copied().chain(others).map(|secret| secret.name.as_str()).collect::<Json>()
    };
    (0..1_usize << others.len()).map(alternative).collect()
}
