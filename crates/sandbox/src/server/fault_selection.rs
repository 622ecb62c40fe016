//! Fault selection: the faults of a request, of the handshake of a websocket, or of a message over
//! a websocket.
//!
//! Input: a request or a message. Output: its faults, by the header of the request and by rules. A
//! rule selects requests by names: path, client, services, and operations once the body is read.

use bytes::Bytes;
use chainloom_runtime::schema::{Client, Service};
use http::request::Parts;
use http::{HeaderMap, Method, Request};

use super::Server;
use super::rpc;
use crate::faults::{self, Fault, FaultSet};
use crate::routing::routes::RouteMatch;

impl Server {
    /// Returns whether the connection is cut before the body of a request is read.
    pub(crate) fn is_cut_unread(&self, head: &Parts) -> bool {
        let is_asked = |faults: &FaultSet| faults.has(&Fault::CutUnread);
        let by_header = || of_header(&head.headers).is_ok_and(|faults| is_asked(&faults));
        let by_script = || {
            let (names, _) = self.names(&head.method, head.uri.path(), None);
            !self.script.choose(&names, |fault| *fault == Fault::CutUnread).is_empty()
        };
        let is_cut = by_header() || (!self.script.is_empty() && by_script());
        if is_cut {
            let request = Request::from_parts(head.clone(), Bytes::new());
            self.log.add(self.seen_request(&request, Vec::new(), None, FaultSet(vec![Fault::CutUnread])));
        }
        is_cut
    }

    /// Returns the faults of a request, and the client to which it is sent if there may be faults.
    /// The error is the mistake in the header.
    pub(crate) fn faults(&self, request: &Request<Bytes>) -> Result<(FaultSet, Option<&'static Client>), String> {
        let mut faults = of_header(request.headers())?;
        if faults.0.is_empty() && self.script.is_empty() {
            return Ok((faults, None));
        }
        let (names, client) = self.names(request.method(), request.uri().path(), Some(request.body()));
        faults.0.extend(self.script.choose(&names, Fault::is_of_response));
        Ok((faults, client))
    }

    /// Returns the faults of the handshake that begins a websocket of these services. The error is
    /// the mistake in the header.
    pub(crate) fn faults_of_handshake(
        &self,
        head: &Request<Bytes>,
        services: &[&'static Service],
    ) -> Result<FaultSet, String> {
        let mut faults = of_header(head.headers())?;
        faults.0.retain(Fault::is_of_handshake);
        if !self.script.is_empty() {
            let names = self.names_of(services, head.uri().path(), None);
            faults.0.extend(self.script.choose(&names, Fault::is_of_handshake));
        }
        Ok(faults)
    }

    /// Returns the faults of a message over a websocket. Faults in the header of the handshake that
    /// affect handshakes do not affect messages.
    pub(crate) fn faults_of_message(&self, head: &Parts, services: &[&'static Service], body: &[u8]) -> FaultSet {
        let mut faults = of_header(&head.headers).unwrap_or_default();
        faults.0.retain(|fault| fault.is_of_message() && !fault.is_of_handshake());
        if !self.script.is_empty() {
            let names = self.names_of(services, head.uri.path(), Some(body));
            faults.0.extend(self.script.choose(&names, Fault::is_of_message));
        }
        faults
    }

    /// Returns the names by which rules select a request, and its client. JSON-RPC operations are
    /// known only with the body.
    pub(crate) fn names<'r>(
        &self,
        method: &Method,
        path: &'r str,
        body: Option<&[u8]>,
    ) -> (Vec<&'r str>, Option<&'static Client>) {
        match self.routes().find(method, path, |_, _| true) {
            RouteMatch::Rest(id, _) => {
                let schema = self.operation(id).map(|operation| operation.schema);
                let named =
                    schema.into_iter().flat_map(|schema| [schema.id, schema.service.name, client(schema.service)]);
                let names = std::iter::once(path).chain(named).collect();
                (names, schema.map(|schema| schema.service.client))
            }
            RouteMatch::Rpc(services) => {
                (self.names_of(&services, path, body), services.last().map(|service| service.client))
            }
            RouteMatch::OtherVerbs(..) | RouteMatch::Nothing => (vec![path], None),
        }
    }

    /// Returns the path, the services at the path with their clients, and the operations that a
    /// body calls.
    fn names_of<'r>(&self, services: &[&'static Service], path: &'r str, body: Option<&[u8]>) -> Vec<&'r str> {
        let operations = body.map(|body| self.operations_of(services, body)).unwrap_or_default();
        let named = services.iter().flat_map(|service| [service.name, client(service)]);
        std::iter::once(path).chain(named).chain(operations).collect()
    }

    /// Returns the IDs of the operations that the JSON-RPC calls in a body may be.
    pub(crate) fn operations_of(&self, services: &[&'static Service], body: &[u8]) -> Vec<&'static str> {
        let methods = rpc::methods(body);
        let ids = methods.iter().flat_map(|method| self.routes().methods(services, method));
        ids.filter_map(|id| self.operation(*id)).map(|operation| operation.schema.id).collect()
    }
}

fn client(service: &'static Service) -> &'static str {
    service.client.name
}

/// Parses the faults that the header of a request asks for; no faults without the header.
fn of_header(headers: &HeaderMap) -> Result<FaultSet, String> {
    let Some(text) = headers.get(faults::HEADER) else { return Ok(FaultSet::default()) };
    FaultSet::of_header(text.to_str().unwrap_or_default())
}
