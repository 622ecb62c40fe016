//! Routes: resolves a request to operations.
//!
//! Input: the operations of a spec, and the values of variables. Output: for a verb and a path, the
//! operations of the path and the values of its variables. The path with the fewest variables wins;
//! of several such paths, the one with the most literal text.

use std::cmp::Reverse;
use std::collections::HashMap;

use chainloom_interpret::{Api, Operation};
use chainloom_runtime::schema::{Place, Protocol, Service, Verb};
use http::Method;

use super::base_paths::BasePaths;
use super::known_values::KnownValues;
use super::template::{Template, Variables, resolved};

/// Index of an operation in the spec.
pub(crate) type OperationId = usize;

/// Operation or services to which a verb and a path lead.
#[derive(Debug)]
pub(crate) enum RouteMatch {
    /// An HTTP request of an operation.
    Rest(OperationId, Variables),
    /// JSON-RPC calls of the services at this path. The service whose path has the fewest variables is first.
    Rpc(Vec<&'static Service>),
    /// Path of operations, but none of them has this verb: any one of the operations, and the verbs of all.
    OtherVerbs(OperationId, Vec<&'static str>),
    /// Path of no operation and no service.
    Nothing,
}

/// Path of a REST operation, with its verb.
struct RestRoute {
    verb: Verb,
    path: Template,
    /// Path with `{}` in place of each variable.
    shape: String,
    operation: OperationId,
    service: &'static Service,
}

impl RestRoute {
    /// Returns the sort key by which specific paths precede broad ones. Paths without an open end
    /// come first, then paths with few variables, then long ones.
    fn breadth(&self) -> (bool, usize, Reverse<usize>) {
        (self.path.is_open(), self.path.variables(), Reverse(self.shape.len()))
    }
}

/// Paths of the operations and services of a spec.
pub(crate) struct Routes {
    rest: Vec<RestRoute>,
    rpc: Vec<(Template, &'static Service)>,
    /// JSON-RPC operations by their service and method.
    methods: HashMap<(&'static str, String), Vec<OperationId>>,
    known: KnownValues,
    base_paths: BasePaths,
}

impl Routes {
    pub(crate) fn new(api: &Api, values: &HashMap<String, String>, known: KnownValues) -> Self {
        let base_paths = BasePaths::new(api, values);
        let mut routes = Self { rest: Vec::new(), rpc: Vec::new(), methods: HashMap::new(), known, base_paths };
        for (index, operation) in api.operations.iter().enumerate() {
            routes.add(index, operation, values);
        }
        routes.rest.sort_by_key(RestRoute::breadth);
        routes.rpc.sort_by_key(|(path, _)| path.variables());
        routes
    }

    /// Adds the path or the method of an operation.
    fn add(&mut self, index: OperationId, operation: &Operation, values: &HashMap<String, String>) {
        let service = operation.schema.service;
        match operation.schema.protocol {
            Protocol::Rest { verb, path } => {
                let keeping = operation.schema.bindings.iter().filter(|binding| binding.keeps_slashes);
                let keeping = keeping.filter(|binding| binding.place == Place::Path).map(|binding| binding.name);
                let path = Template::new(resolved(path.text, values), &keeping.collect::<Vec<_>>());
                self.rest.push(RestRoute { verb, shape: path.shape(), path, operation: index, service });
            }
            Protocol::Rpc { method } => {
                let method = resolved(method, values);
                self.methods.entry((service.name, method)).or_default().push(index);
                if !self.rpc.iter().any(|(_, known)| known.name == service.name) {
                    // Variables of the service stay open, because each has several values.
                    let path = |path| Template::new(resolved(path, values), &[]);
                    self.rpc.extend(service.endpoints.iter().map(|endpoint| (path(endpoint.path), service)));
                }
            }
        }
    }

    /// Returns the operation or services to which a verb and a path lead, with or without a base path before it. If
    /// several operations have both, it is the first that `fits`, or else the first.
    pub(crate) fn find(
        &self,
        asked: &Method,
        path: &str,
        fits: impl Fn(OperationId, &Variables) -> bool,
    ) -> RouteMatch {
        match self.find_path(asked, path, &fits) {
            RouteMatch::Nothing => {
                let rest = self.base_paths.strip(path);
                rest.map_or(RouteMatch::Nothing, |rest| self.find_path(asked, rest, &fits))
            }
            found => found,
        }
    }

    /// Returns the operation or services to which a verb and a path without a base path lead.
    fn find_path(&self, asked: &Method, path: &str, fits: &dyn Fn(OperationId, &Variables) -> bool) -> RouteMatch {
        let matching = self.rest.iter().filter_map(|rest| Some((rest, rest.path.find(path)?)));
        let mut matching: Vec<(&RestRoute, Variables)> = matching.collect();
        // A broader path that matches as well is another resource, whatever its verbs are. A path
        // with an open end includes all resources below it.
        let least = matching.first().map(|(rest, _)| rest.breadth());
        matching.retain(|(rest, _)| rest.path.is_open() || Some(rest.breadth()) == least);
        let verbs: Vec<&'static str> = matching.iter().map(|(rest, _)| rest.verb.as_str()).collect();
        let first = matching.first().map(|(rest, _)| rest.operation);
        let mut meant: Vec<(&RestRoute, Variables)> =
            matching.into_iter().filter(|(rest, _)| rest.verb.as_str() == asked.as_str()).collect();
        meant.retain({
            let shape = meant.first().map(|(rest, _)| &rest.shape);
            move |(rest, _)| Some(&rest.shape) == shape
        });
        let at = match meant.len() {
            0 | 1 => 0,
            _ => meant.iter().position(|(rest, variables)| fits(rest.operation, variables)).unwrap_or(0),
        };
        if at < meant.len() {
            let (rest, variables) = meant.swap_remove(at);
            return RouteMatch::Rest(rest.operation, variables);
        }
        let services = self.rpc_at(path);
        match (services.is_empty(), first) {
            (false, _) => RouteMatch::Rpc(services),
            (true, Some(operation)) => RouteMatch::OtherVerbs(operation, verbs),
            (true, None) => RouteMatch::Nothing,
        }
    }

    /// Returns the JSON-RPC services at a path. Services for which the path has a default value
    /// take precedence over the others.
    fn rpc_at(&self, path: &str) -> Vec<&'static Service> {
        let found = self.rpc.iter().filter_map(|(template, service)| {
            let variables = template.find(path)?;
            self.known.is_served(service, &variables).then(|| (*service, names_defaults(service, &variables)))
        });
        let found: Vec<(&'static Service, bool)> = found.collect();
        let is_meant = found.iter().any(|(_, is_meant)| *is_meant);
        found.iter().filter(|(_, own)| *own || !is_meant).map(|(service, _)| *service).collect()
    }

    /// Returns the service whose path shares the most leading segments with an unknown path; the
    /// first of several.
    pub(crate) fn nearest(&self, path: &str) -> Option<&'static Service> {
        let of_rest = self.rest.iter().map(|rest| (rest.path.as_str(), rest.service));
        let all = of_rest.chain(self.rpc.iter().map(|(path, service)| (path.as_str(), *service)));
        let nearer = |best: Option<(usize, &'static Service)>, (template, service)| {
            let near = common(template, path);
            if best.is_none_or(|(most, _)| near > most) { Some((near, service)) } else { best }
        };
        all.fold(None, nearer).map(|(_, service)| service)
    }

    /// Returns the typed calls of a JSON-RPC method in the first of `services` that has the method;
    /// empty for an unknown method.
    pub(crate) fn methods(&self, services: &[&'static Service], method: &str) -> &[OperationId] {
        let mut found = services.iter().filter_map(|service| self.methods.get(&(service.name, method.to_owned())));
        found.next().map_or(&[], Vec::as_slice)
    }

    /// Iterates over the names of the JSON-RPC methods of services.
    pub(crate) fn method_names(&self, services: &[&'static Service]) -> impl Iterator<Item = &str> {
        let is_of = |name: &str| services.iter().any(|service| service.name == name);
        self.methods.keys().filter(move |(service, _)| is_of(service)).map(|(_, method)| method.as_str())
    }
}

/// Returns whether a variable of a path has its default value.
fn names_defaults(service: &Service, variables: &Variables) -> bool {
    let default = |name: &str| service.vars.iter().find(|var| var.name == name).and_then(|var| var.default);
    variables.iter().any(|(name, value)| default(name) == Some(value.as_str()))
}

/// Returns the number of leading segments that two paths share.
fn common(left: &str, right: &str) -> usize {
    left.split('/').zip(right.split('/')).take_while(|(left, right)| left == right).count()
}
