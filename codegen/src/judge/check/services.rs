//! Which file defines which service, and to which service a file's operations belong.

use std::collections::{HashMap, HashSet};

use super::context::{Checker, availabilities, deprecation, limits, notes, opt, prose, source};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::model::{Endpoint, ParamStyle, Rpc, Service, ServiceId, Subscribe, Var, Websocket};
use crate::spec::document::{FileDecl, Text, VarDecl};

/// Where a service is defined.
struct Definition {
    file: usize,
    span: Span,
}

impl<'d> Checker<'d> {
    pub(super) fn check_services(&mut self) {
        let mut definitions: HashMap<&'d str, Definition> = HashMap::new();
        let mut order: Vec<&'d str> = Vec::new();
        // First those that say so by their keys, then client files, then any REST file.
        for step in [defines_by_keys, defines_as_client, defines_by_joining] {
            for (file, doc) in self.files.iter().enumerate() {
                let Some((name, span)) = step(doc) else {
                    continue;
                };
                self.define(&mut definitions, &mut order, name, Definition { file, span });
            }
        }
        order.sort_by_key(|name| definitions.get(name).map(|definition| definition.file));
        let named = self.files.iter().filter_map(|doc| doc.service.as_ref());
        let joined: HashSet<&str> = named.map(|name| name.value.as_str()).collect();
        let mut ids = HashMap::new();
        for name in order {
            let Some(definition) = definitions.get(name) else {
                continue;
            };
            if let Some(service) = self.build_service(name, definition.file, &joined) {
                ids.insert(name, ServiceId(self.model.services.len()));
                self.model.services.push(service);
            }
        }
        for file in 0..self.files.len() {
            self.join_service(file, &ids, &definitions);
        }
    }

    fn define(
        &mut self,
        definitions: &mut HashMap<&'d str, Definition>,
        order: &mut Vec<&'d str>,
        name: &'d str,
        definition: Definition,
    ) {
        let Some(first) = definitions.get(name) else {
            definitions.insert(name, definition);
            order.push(name);
            return;
        };
        let doc = &self.files[definition.file];
        let by_keys = defines_by_keys(doc).is_some();
        let as_client = doc.client.is_some() && !doc.operations.is_empty();
        if first.file == definition.file || !(by_keys || as_client) {
            return;
        }
        let message = format!("the service `{name}` is defined twice");
        let problem = Diagnostic::error(Code::DuplicateService, definition.span, message);
        let problem = problem.label("again").second(first.span, "first here");
        self.report(problem.hint("give one another name, or leave endpoints and `rpc` to one file"));
    }

    fn build_service(&mut self, name: &str, file: usize, joined: &HashSet<&str>) -> Option<Service> {
        let doc = &self.files[file];
        let module = self.modules[file]?;
        let Some(client) = self.client_of[file] else {
            let span = doc.service.as_ref().map_or(doc.top, |service| service.span);
            let message = format!("the service `{name}` belongs to no client");
            let hint = "add `client:` to this file, or to the file that has the name of its folder";
            self.error(Code::NoClient, span, message, hint);
            return None;
        };
        let is_unused = doc.client.is_some() && doc.service.is_none() && doc.operations.is_empty();
        if is_unused && !joined.contains(name) {
            return None;
        }
        self.check_service_keys(doc);
        Some(Service {
            // That of a package stands behind the package's name.
            name: name.rsplit('/').next().unwrap_or(name).to_owned(),
            span: doc.service.as_ref().map_or(doc.top, |service| service.span),
            doc: prose(doc.doc.as_ref()),
            client,
            module,
            source: source(doc.source.as_ref()),
            vars: vars(&doc.vars),
            instance: opt(doc.instance.as_ref()),
            endpoints: endpoints(doc),
            websocket: doc.websocket.as_ref().map(|websocket| Websocket {
                path: websocket.path.value.clone(),
                available: availabilities(&websocket.available),
            }),
            rpc: doc.rpc.as_ref().map(|rpc| Rpc {
                params: rpc.params,
                batch: rpc.batch,
                batch_max: opt(rpc.batch_max.as_ref()),
            }),
            subscribe: doc.subscribe.as_ref().map(|names| Subscribe {
                call: names.call.clone(),
                cancel: names.cancel.clone(),
                notify: names.notify.clone(),
            }),
            available: availabilities(&doc.available),
            limits: limits(&doc.limits),
            // The notes of a client file without a service of its own are the client's.
            notes: notes(&doc.notes),
        })
    }

    /// Endpoints and `rpc` come together; the rest needs them.
    fn check_service_keys(&mut self, doc: &FileDecl) {
        let key = |name: &str| doc.service_keys.iter().find(|(key, _)| *key == name);
        if let (Some(rpc), true) = (key("rpc"), doc.endpoints.is_empty()) {
            let message = "a service with `rpc` needs an endpoint".to_owned();
            self.error(Code::MissingKey, rpc.1, message, "add `endpoint: /path`");
        }
        let needs_rpc = ["endpoint", "endpoints", "websocket", "subscribe"];
        let first = needs_rpc.iter().find_map(|name| key(name)).filter(|_| doc.rpc.is_none());
        if let Some((name, span)) = first {
            let message = format!("`{name}` needs `rpc`");
            self.error(Code::MissingKey, *span, message, "add `rpc: { params: named, batch: false }`");
        }
        if let (Some((_, span)), None) = (key("subscribe"), &doc.websocket) {
            let message = "`subscribe` needs `websocket`".to_owned();
            self.error(Code::MissingKey, *span, message, "add `websocket: /path`");
        }
        let unbatched = doc.rpc.as_ref().filter(|rpc| !rpc.batch);
        if let Some(max) = unbatched.and_then(|rpc| rpc.batch_max.as_ref()) {
            let message = "`batchMax` says nothing where `batch` is false".to_owned();
            self.error(Code::BadValue, max.span, message, "remove it, or write `batch: true`");
        }
        self.refuse_vars_of_own(doc);
        let known = |instance: &&Text| doc.vars.iter().any(|var| var.name.value == instance.value);
        if let Some(instance) = doc.instance.as_ref().filter(|instance| !known(instance)) {
            let message = format!("the service has no variable `{}`", instance.value);
            let near = did_you_mean(&instance.value, doc.vars.iter().map(|var| var.name.value.as_str()));
            let problem = Diagnostic::error(Code::UnknownVariable, instance.span, message);
            self.report(problem.hint("declare it under `vars`").hint_opt(near));
        }
    }

    /// The service that has its client's name has no handle of its own on which a variable could be set.
    fn refuse_vars_of_own(&mut self, doc: &FileDecl) {
        let is_own = doc.client.is_some() && doc.service.as_ref().map(|name| &name.value) == doc.module.last();
        let key = doc.service_keys.iter().find(|(key, _)| is_own && matches!(*key, "vars" | "instance"));
        if let Some((key, span)) = key {
            let message = format!("`{key}` belongs to a service that its client leads to, but here both are one");
            let hint = "give the service another name than the client's, or move the variables to `client`";
            self.error(Code::MisplacedKey, *span, message, hint);
        }
    }

    fn join_service(
        &mut self,
        file: usize,
        ids: &HashMap<&'d str, ServiceId>,
        definitions: &HashMap<&'d str, Definition>,
    ) {
        let doc = &self.files[file];
        let named = defines_as_client(doc).or_else(|| text_of(doc.service.as_ref()));
        let Some((name, span)) = named else {
            self.refuse_homeless(doc);
            return;
        };
        self.service_of[file] = ids.get(name).copied();
        if !definitions.contains_key(name) && doc.service.is_some() {
            let message = format!("no file defines the service `{name}`");
            let near = did_you_mean(name, definitions.keys().copied());
            let hint = "a service is defined where its endpoints are";
            self.report(Diagnostic::error(Code::UnknownService, span, message).hint(hint).hint_opt(near));
        }
        let Some(definition) = definitions.get(name) else {
            return;
        };
        if definition.file == file {
            return;
        }
        let owner = &self.files[definition.file];
        let same_client = self.client_of[file] == self.client_of[definition.file];
        let is_packages = doc.package != owner.package;
        if doc.service.is_some() && !same_client && !is_packages && self.client_of[definition.file].is_some() {
            let message = format!("the service `{name}` belongs to another client");
            let problem = Diagnostic::error(Code::UnknownService, span, message);
            let problem = problem.second(definition.span, "it is defined here");
            self.report(problem.hint("move the file into the folder of that client"));
        }
        for (key, span) in doc.service_keys.iter().filter(|_| defines_by_keys(doc).is_none()) {
            let message = format!("`{key}` belongs in the file that defines the service `{name}`");
            self.error(Code::MisplacedKey, *span, message, &format!("move it to {}", owner.path));
        }
    }

    fn refuse_homeless(&mut self, doc: &FileDecl) {
        let operation = doc.operations.first().map(|operation| operation.name.span);
        let subscription = doc.subscriptions.first().map(|item| item.name.span);
        if let Some(span) = operation.or(subscription) {
            let message = "the file has operations but no service".to_owned();
            self.error(Code::UnknownService, span, message, "add `service: name` to the file");
        } else if let Some((key, span)) = doc.service_keys.iter().chain(&doc.shared_keys).next() {
            let message = format!("`{key}` has no effect in a file without a service");
            self.error(Code::MisplacedKey, *span, message, "add `service: name`, or remove the key");
        }
    }
}

fn text_of(text: Option<&Text>) -> Option<(&str, Span)> {
    text.map(|text| (text.value.as_str(), text.span))
}

fn defines_by_keys(doc: &FileDecl) -> Option<(&str, Span)> {
    let tells = |key: &&(&'static str, Span)| matches!(key.0, "endpoint" | "endpoints" | "rpc");
    doc.service_keys.iter().find(tells)?;
    text_of(doc.service.as_ref())
}

/// A client file defines the REST service of its own name, or the one that it names.
fn defines_as_client(doc: &FileDecl) -> Option<(&str, Span)> {
    let client = doc.client.as_ref()?;
    let own = doc.module.last().map(|name| (name.as_str(), client.span));
    text_of(doc.service.as_ref()).or(own)
}

/// A REST file defines the service that it joins when nobody else does.
fn defines_by_joining(doc: &FileDecl) -> Option<(&str, Span)> {
    let rest = |operation: &crate::spec::document::OperationDecl| {
        matches!(operation.call, Some(crate::spec::document::CallDecl::Rest(..)))
    };
    doc.operations.iter().find(|operation| rest(operation))?;
    text_of(doc.service.as_ref())
}

fn endpoints(doc: &FileDecl) -> Vec<Endpoint> {
    let one = |endpoint: &crate::spec::document::EndpointDecl| Endpoint {
        name: opt(endpoint.name.as_ref()).unwrap_or_default(),
        span: endpoint.name.as_ref().unwrap_or(&endpoint.path).span,
        path: endpoint.path.value.clone(),
        doc: prose(endpoint.doc.as_ref()),
        deprecated: deprecation(endpoint.deprecated.as_ref()),
    };
    doc.endpoints.iter().map(one).collect()
}

pub(super) fn vars(docs: &[VarDecl]) -> Vec<Var> {
    let one = |doc: &VarDecl| Var {
        name: doc.name.value.clone(),
        span: doc.name.span,
        doc: prose(doc.doc.as_ref()),
        default: opt(doc.default.as_ref()),
        source: source(doc.source.as_ref()),
    };
    docs.iter().map(one).collect()
}

/// How a call's parameters travel on a service.
pub(super) fn is_positional(service: &Service) -> bool {
    service.rpc.as_ref().is_some_and(|rpc| rpc.params == ParamStyle::Positional)
}
