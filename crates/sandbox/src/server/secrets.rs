//! Secrets of requests, for sessions that are recorded or replayed.
//!
//! Input: a request, or a message over a websocket. Output: its secrets, by the table of its
//! client and its operations; and responses with secret members masked.

use bytes::Bytes;
use chainloom_runtime::catalog::{Redactor, without_secrets};
use chainloom_runtime::schema::{Operation, Protocol, ResponseBody, SecretPlace, Service};
use http::{Request, StatusCode, header};
use serde_json::Value;

use super::log::SeenRequest;
use super::{Server, split_link};
use crate::faults::FaultSet;
use crate::requests::rest_parameters::{self, Parts};
use crate::requests::rpc_parameters;
use crate::requests::secrets::Keys;
use crate::routing::routes::{OperationId, RouteMatch};
use crate::routing::template::{Variables, resolved};

/// Headers that always carry secrets, whatever the spec states.
const SECRET_HEADERS: [header::HeaderName; 3] = [header::AUTHORIZATION, header::PROXY_AUTHORIZATION, header::COOKIE];

impl Server {
    /// Returns the secrets of the session so far, including the secrets of this request.
    pub(crate) fn secrets_with(&self, request: &Request<Bytes>) -> Redactor {
        let mut carried = self.keys_of(request);
        let route = |is_strict: bool| {
            let fits = |id: OperationId, variables: &Variables| !is_strict || self.fits(id, variables, request);
            self.routes().find(request.method(), request.uri().path(), fits)
        };
        let found = match route(true) {
            RouteMatch::OtherVerbs(..) | RouteMatch::Nothing => route(false),
            found => found,
        };
        match found {
            RouteMatch::Rest(id, variables) => {
                if let Some(operation) = self.operation(id) {
                    let (query, _) = split_link(request.uri().query().unwrap_or_default());
                    let parts = Parts {
                        variables: &variables,
                        query: &query,
                        headers: request.headers(),
                        body: request.body(),
                    };
                    let (input, _) = rest_parameters::read_parameters(operation.schema, &parts);
                    carried.add_parameters(operation.schema, &input);
                }
            }
            RouteMatch::Rpc(services) => self.add_calls(&mut carried, &services, request.body()),
            RouteMatch::OtherVerbs(..) | RouteMatch::Nothing => {}
        }
        self.source.secrets.with(&carried)
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
                let input = rpc_parameters::read_parameters(operation, call.get("params"));
                carried.add_parameters(operation, &input);
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

    /// Masks the members of a response body that the spec declares as secret.
    pub(crate) fn without_described_secrets(&self, request: &Request<Bytes>, called: &[&str], body: &Bytes) -> Bytes {
        let Ok(json) = serde_json::from_slice::<Value>(body) else { return body.clone() };
        let RouteMatch::Rpc(services) = self.routes().find(request.method(), request.uri().path(), |_, _| true) else {
            let operation = called.first().and_then(|id| self.api.operation(id)).map(|operation| operation.schema);
            let is_json = |operation: &&Operation| matches!(operation.response.body, ResponseBody::Json);
            let ty = operation.filter(is_json).and_then(|operation| operation.output);
            return ty.map_or_else(|| body.clone(), |ty| without_secrets(ty, &json.to_string()).into());
        };
        let asked = calls(serde_json::from_slice(request.body()).unwrap_or_default());
        self.replies_without_described_secrets(&services, &asked, json)
    }

    /// Masks the members of JSON-RPC replies that the spec declares as secret. `asked` holds the
    /// calls.
    pub(crate) fn replies_without_described_secrets(
        &self,
        services: &[&'static Service],
        asked: &[Value],
        mut replies: Value,
    ) -> Bytes {
        let all = match &mut replies {
            Value::Array(replies) => replies.iter_mut().collect(),
            one => vec![one],
        };
        for reply in all {
            let call = asked.iter().find(|call| call.get("id").is_some() && call.get("id") == reply.get("id"));
            let operations = call.map(|call| self.operations_of_call(services, call)).unwrap_or_default();
            let Some(result) = reply.get_mut("result") else { continue };
            for ty in operations.iter().filter_map(|operation| operation.output) {
                let masked = serde_json::from_str(&without_secrets(ty, &result.to_string()));
                *result = masked.unwrap_or_else(|_| result.take());
            }
        }
        Bytes::from(replies.to_string())
    }
}

/// Returns the calls in a body, of a batch or a single one.
pub(crate) fn calls(body: Value) -> Vec<Value> {
    match body {
        Value::Array(calls) => calls,
        call => vec![call],
    }
}
