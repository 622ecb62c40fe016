//! Which operation a request is for.
//!
//! Input: the operations of a spec, and the values of variables. Output: for a verb and a path, the operations that may be
//! meant and the variables that the path shows. The path with the fewest variables wins.

use std::collections::HashMap;

use chainloom_interpret::{Api, Operation};
use chainloom_runtime::schema::{Place, Protocol, Service, Verb};
use http::Method;

use crate::template::{self, Variables};

/// An operation by its place in the spec.
pub(crate) type OperationId = usize;

/// What a request is for.
#[derive(Debug)]
pub(crate) enum Found {
    /// An HTTP request of an operation.
    Rest(OperationId, Variables),
    /// JSON-RPC calls of the services at this path, the one with the plainest path first.
    Rpc(Vec<&'static Service>),
    /// The path is known, but not with this verb; those that it has.
    OtherVerbs(Vec<&'static str>),
    /// Nothing has this path.
    Nothing,
}

struct Rest {
    method: Method,
    path: String,
    is_open: bool,
    operation: OperationId,
}

/// The paths of a spec.
pub(crate) struct Routes {
    rest: Vec<Rest>,
    rpc: Vec<(String, &'static Service)>,
    /// JSON-RPC operations by their service and method.
    methods: HashMap<(&'static str, String), Vec<OperationId>>,
}

impl Routes {
    pub(crate) fn new(api: &Api, values: &HashMap<String, String>) -> Self {
        let mut routes = Self { rest: Vec::new(), rpc: Vec::new(), methods: HashMap::new() };
        for (index, operation) in api.operations.iter().enumerate() {
            routes.add(index, operation, values);
        }
        routes.rest.sort_by_key(|rest| rest.path.matches('{').count());
        routes.rpc.sort_by_key(|(path, _)| path.matches('{').count());
        routes
    }

    fn add(&mut self, index: OperationId, operation: &Operation, values: &HashMap<String, String>) {
        let service = operation.schema.service;
        match operation.schema.protocol {
            Protocol::Rest { verb, path } => {
                let path_bindings = operation.schema.bindings.iter().filter(|binding| binding.place == Place::Path);
                self.rest.push(Rest {
                    method: method(verb),
                    path: template::resolved(path, values),
                    is_open: path_bindings.clone().any(|binding| binding.keeps_slashes),
                    operation: index,
                });
            }
            Protocol::Rpc { method } => {
                let method = template::resolved(method, values);
                self.methods.entry((service.name, method)).or_default().push(index);
                if !self.rpc.iter().any(|(_, known)| known.name == service.name) {
                    // Variables of the service stay open: any instance is served.
                    let paths =
                        service.endpoints.iter().map(|endpoint| (template::resolved(endpoint.path, values), service));
                    self.rpc.extend(paths);
                }
            }
        }
    }

    pub(crate) fn find(&self, asked: &Method, path: &str) -> Found {
        let matching = self.rest.iter().filter_map(|rest| {
            let form = if rest.is_open { template::open_path } else { template::path };
            Some((rest, form(&rest.path, path)?))
        });
        let matching: Vec<(&Rest, Variables)> = matching.collect();
        let verbs: Vec<&'static str> = matching.iter().map(|(rest, _)| name(&rest.method)).collect();
        if let Some((rest, variables)) = matching.into_iter().find(|(rest, _)| rest.method == *asked) {
            return Found::Rest(rest.operation, variables);
        }
        let services = self.rpc.iter().filter(|(template, _)| template::path(template, path).is_some());
        let services: Vec<&'static Service> = services.map(|(_, service)| *service).collect();
        match (services.is_empty(), verbs.is_empty()) {
            (false, _) if *asked == Method::POST => Found::Rpc(services),
            (false, _) => Found::OtherVerbs(vec!["POST"]),
            (true, false) => Found::OtherVerbs(verbs),
            (true, true) => Found::Nothing,
        }
    }

    /// The typed calls that a JSON-RPC method may be; none for an unknown method.
    pub(crate) fn methods(&self, services: &[&'static Service], method: &str) -> &[OperationId] {
        let mut found = services.iter().filter_map(|service| self.methods.get(&(service.name, method.to_owned())));
        found.next().map_or(&[], Vec::as_slice)
    }
}

fn method(verb: Verb) -> Method {
    match verb {
        Verb::Get => Method::GET,
        Verb::Post => Method::POST,
        Verb::Put => Method::PUT,
        Verb::Patch => Method::PATCH,
        Verb::Delete => Method::DELETE,
    }
}

fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        _ => "DELETE",
    }
}
