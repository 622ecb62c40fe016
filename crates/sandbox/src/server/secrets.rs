//! Secrets of requests, for sessions that are recorded or replayed.
//!
//! Input: a request, or a message over a websocket. Output: its secrets, by the table of its
//! client and its operations; and bodies for the record: with secret members masked, and without
//! those that cannot be searched for secrets.

mod key_names;
mod parameters;
pub(crate) mod readable;

use bytes::Bytes;
use chainloom_runtime::catalog::{Redactor, without_secrets};
use chainloom_runtime::schema::{Operation, Place, Protocol, ResponseBody, SecretPlace, Service, Type};
use http::{Request, Response, StatusCode, header};
use serde_json::Value;

use self::key_names::add_unknown_keys;
use self::parameters::{add_body_parameters, add_parameter, add_rpc_parameters};
use self::readable::{mark, may_hold_secrets};
use super::log::SeenRequest;
use super::{Server, split_link};
use crate::faults::FaultSet;
use crate::requests::rest_parameters::{self, Parts};
use crate::requests::secrets::Keys;
use crate::routing::routes::{OperationId, RouteMatch};
use crate::routing::template::{Variables, resolved};

/// Headers that always carry secrets, whatever the spec states.
const SECRET_HEADERS: [header::HeaderName; 3] = [header::AUTHORIZATION, header::PROXY_AUTHORIZATION, header::COOKIE];

impl Server {
    /// Returns the secrets of the session so far, including the secrets of this request.
    pub(crate) fn secrets_with(&self, request: &Request<Bytes>) -> Redactor {
        let mut carried = self.keys_of(request);
        let mut called = None;
        match self.route(request) {
            RouteMatch::Rest(id, variables) => {
                called = self.operation(id).map(|operation| operation.schema);
                called.iter().for_each(|operation| add_rest_call(&mut carried, operation, &variables, request));
            }
            RouteMatch::Rpc(services) => self.add_calls(&mut carried, &services, request.body()),
            RouteMatch::OtherVerbs(..) | RouteMatch::Nothing => {}
        }
        add_unknown_keys(&mut carried, request, called, &self.secret_names());
        self.source.secrets.with(&carried)
    }

    /// Finds the route of a request: one that its parameters fit, or else one of its path.
    fn route(&self, request: &Request<Bytes>) -> RouteMatch {
        let route = |is_strict: bool| {
            let fits = |id: OperationId, variables: &Variables| !is_strict || self.fits(id, variables, request);
            self.routes().find(request.method(), request.uri().path(), fits)
        };
        match route(true) {
            RouteMatch::OtherVerbs(..) | RouteMatch::Nothing => route(false),
            found => found,
        }
    }

    /// Returns the secrets of the session so far, including the secrets of this message over a
    /// websocket.
    pub(crate) fn secrets_with_message(&self, services: &[&'static Service], body: &[u8]) -> Redactor {
        let mut carried = Redactor::default();
        self.add_calls(&mut carried, services, body);
        self.source.secrets.with(&carried)
    }

    /// Returns the entry of the log for a request.
    pub(crate) fn seen_request(
        &self,
        request: &Request<Bytes>,
        operations: Vec<&'static str>,
        status: Option<StatusCode>,
        faults: FaultSet,
    ) -> SeenRequest {
        let target = || request.uri().path_and_query().map_or("", |target| target.as_str()).to_owned();
        let shown = self.log.is_watched().then(|| self.secrets_with(request).text(target()));
        SeenRequest::new(request, operations, status, faults, shown)
    }

    /// Returns the secrets that a request carries in headers, cookies and the query.
    fn keys_of(&self, request: &Request<Bytes>) -> Redactor {
        let mut carried = Redactor::default();
        let keys = Keys { request, values: &self.values, known: &[], clients: &self.api.clients };
        for secret in self.api.clients.iter().flat_map(|client| client.auth) {
            match keys.text(secret) {
                Some(login) if matches!(secret.place, SecretPlace::Basic) => carried.add_login(&login),
                Some(text) => carried.add(&text),
                None => {}
            }
        }
        for value in SECRET_HEADERS.iter().flat_map(|name| request.headers().get_all(name)) {
            carried.add_header(&String::from_utf8_lossy(value.as_bytes()));
        }
        carried
    }

    /// Adds the secret parameters of the JSON-RPC calls in a body.
    fn add_calls(&self, carried: &mut Redactor, services: &[&'static Service], body: &[u8]) {
        for call in calls(serde_json::from_slice(body).unwrap_or_default()) {
            for operation in self.operations_of_call(services, &call) {
                call.get("params").iter().for_each(|params| add_rpc_parameters(carried, operation, params));
            }
        }
    }

    /// Returns the operations, or the calls of subscriptions, whose method a JSON-RPC call names.
    fn operations_of_call(&self, services: &[&'static Service], call: &Value) -> Vec<&'static Operation> {
        let method = call.get("method").and_then(Value::as_str).unwrap_or_default();
        let described = self.routes().methods(services, method).iter().filter_map(|id| self.operation(*id));
        let is_named = |operation: &&'static Operation| match operation.protocol {
            Protocol::Rpc { method: named } => resolved(named, &self.values) == method,
            _ => false,
        };
        let subscriptions = self.api.subscriptions.iter().map(|subscription| &subscription.call).filter(is_named);
        described.map(|operation| operation.schema).chain(subscriptions).collect()
    }

    /// Returns the bodies of a request and its response for the record: without the members that
    /// the spec declares as secret, and without unreadable bodies that may hold a secret.
    pub(crate) fn recorded_bodies(
        &self,
        request: &Request<Bytes>,
        called: &[&str],
        response: &Response<Bytes>,
    ) -> RecordedBodies {
        let (asked, body) = (request.body(), response.body());
        if !self.is_searched(request) {
            // The response may repeat the request.
            return RecordedBodies { asked: mark(asked), response: mark(body), are_unreadable: true };
        }
        let masked = self.without_described_secrets(request, called, body);
        let are_unreadable = masked.is_none() && response.status().is_success();
        let left = || if are_unreadable { mark(body) } else { body.clone() };
        RecordedBodies { asked: asked.clone(), response: masked.unwrap_or_else(left), are_unreadable }
    }

    /// Returns whether all secrets in the body of a request can be found: the body is readable JSON,
    /// or its operation declares no secret in it.
    fn is_searched(&self, request: &Request<Bytes>) -> bool {
        let is_read = || request.body().is_empty() || readable::read(request.body()).is_some();
        match self.route(request) {
            RouteMatch::Rest(id, _) => {
                let has_json = |operation: &Operation| {
                    operation.bindings.iter().any(|binding| matches!(binding.place, Place::Body | Place::Whole))
                        && may_hold_secrets(Type::Record(operation.input))
                };
                !self.operation(id).is_some_and(|operation| has_json(operation.schema)) || is_read()
            }
            RouteMatch::Rpc(services) => self.is_message_searched(&services, request.body()),
            RouteMatch::OtherVerbs(..) | RouteMatch::Nothing => true,
        }
    }

    /// Returns whether all secrets in a message to JSON-RPC services can be found: the message is
    /// readable JSON, or no operation declares a secret.
    pub(crate) fn is_message_searched(&self, services: &[&'static Service], body: &[u8]) -> bool {
        let has_secrets = |operation: &Operation| may_hold_secrets(Type::Record(operation.input));
        body.is_empty() || readable::read(body).is_some() || !self.operations_at(services).any(has_secrets)
    }

    /// Masks the members of a response body that the spec declares as secret; `None` if the body
    /// may have some, but is not JSON.
    fn without_described_secrets(&self, request: &Request<Bytes>, called: &[&str], body: &Bytes) -> Option<Bytes> {
        if let RouteMatch::Rpc(services) = self.routes().find(request.method(), request.uri().path(), |_, _| true) {
            let asked = calls(serde_json::from_slice(request.body()).unwrap_or_default());
            return self.replies_without_described_secrets(&services, &asked, body);
        }
        let operation = called.first().and_then(|id| self.api.operation(id)).map(|operation| operation.schema);
        let is_json = |operation: &&Operation| matches!(operation.response.body, ResponseBody::Json);
        let ty = operation.filter(is_json).and_then(|operation| operation.output).filter(|ty| may_hold_secrets(*ty));
        let Some(ty) = ty.filter(|_| !body.is_empty()) else { return Some(body.clone()) };
        let json: Value = serde_json::from_slice(body).ok()?;
        Some(without_secrets(ty, &json.to_string()).into())
    }

    /// Masks the members of JSON-RPC replies that the spec declares as secret; `None` if the replies
    /// may have some, but are not JSON. `asked` holds the calls.
    pub(crate) fn replies_without_described_secrets(
        &self,
        services: &[&'static Service],
        asked: &[Value],
        body: &Bytes,
    ) -> Option<Bytes> {
        let secret_types = |operations: Vec<&'static Operation>| {
            operations.into_iter().filter_map(|operation| operation.output).filter(|ty| may_hold_secrets(*ty))
        };
        let Ok(mut replies) = serde_json::from_slice::<Value>(body) else {
            let all = secret_types(self.operations_of_calls(services, &asked.iter().collect::<Vec<_>>())).next();
            return (body.is_empty() || all.is_none()).then(|| body.clone());
        };
        let all = match &mut replies {
            Value::Array(replies) => replies.iter_mut().collect(),
            one => vec![one],
        };
        for reply in all {
            let operations = self.operations_of_calls(services, &calls_of_reply(asked, reply));
            let Some(result) = reply.get_mut("result") else { continue };
            for ty in secret_types(operations) {
                let masked = serde_json::from_str(&without_secrets(ty, &result.to_string()));
                *result = masked.unwrap_or_else(|_| result.take());
            }
        }
        Some(Bytes::from(replies.to_string()))
    }

    /// Returns the operations of calls: all of the services if a method is unknown, or there are no
    /// calls.
    fn operations_of_calls(&self, services: &[&'static Service], calls: &[&Value]) -> Vec<&'static Operation> {
        let of_calls: Vec<_> = calls.iter().map(|call| self.operations_of_call(services, call)).collect();
        if of_calls.is_empty() || of_calls.iter().any(Vec::is_empty) {
            return self.operations_at(services).collect();
        }
        of_calls.concat()
    }

    /// Iterates over all operations of services, and over the calls of their subscriptions.
    fn operations_at(&self, services: &[&'static Service]) -> impl Iterator<Item = &'static Operation> {
        let operations = self.api.operations.iter().map(|operation| operation.schema);
        let subscriptions = self.api.subscriptions.iter().map(|subscription| &subscription.call);
        operations.chain(subscriptions).filter(|operation| services.iter().any(|of| of.name == operation.service.name))
    }
}

/// Bodies of an exchange for its record.
pub(crate) struct RecordedBodies {
    pub(crate) asked: Bytes,
    pub(crate) response: Bytes,
    /// Whether a body is replaced by a mark, as it could not be searched for secrets.
    pub(crate) are_unreadable: bool,
}

/// Adds the secret parameters of a REST call.
fn add_rest_call(
    secrets: &mut Redactor,
    operation: &'static Operation,
    variables: &Variables,
    request: &Request<Bytes>,
) {
    let (query, _) = split_link(request.uri().query().unwrap_or_default());
    let parts = Parts { variables, query: &query, headers: request.headers(), body: request.body() };
    let (input, _) = rest_parameters::read_parameters(operation, &parts);
    input.iter().for_each(|(name, value)| add_parameter(secrets, operation, name, value));
    if let Ok(body) = serde_json::from_slice(request.body()) {
        add_body_parameters(secrets, operation, &body);
    }
}

/// Returns the calls to which a reply may belong: those with its ID, or else all.
pub(crate) fn calls_of_reply<'c>(asked: &'c [Value], reply: &Value) -> Vec<&'c Value> {
    let own: Vec<&Value> = calls_with_id(asked, reply).collect();
    if own.is_empty() { asked.iter().collect() } else { own }
}

/// Iterates over the calls with the ID of a reply.
pub(crate) fn calls_with_id<'c>(asked: &'c [Value], reply: &Value) -> impl Iterator<Item = &'c Value> {
    asked.iter().filter(|call| call.get("id").is_some() && call.get("id") == reply.get("id"))
}

/// Returns the calls in a body, of a batch or a single one.
pub(crate) fn calls(body: Value) -> Vec<Value> {
    match body {
        Value::Array(calls) => calls,
        call => vec![call],
    }
}
