//! Services: which file defines each service, and which service the operations of a file belong to.
//!
//! Input: the keys of files. Output: the services of the model. The values of their keys are
//! checked in the modules below.

mod auth;
pub(crate) mod base_urls;
mod clients;
mod deployments;
mod endpoints;
mod in_body;
mod refusals;
mod servers;
pub(super) mod template;
mod variables;

use std::collections::{HashMap, HashSet};

use super::context::{Checker, opt, prose, source};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::Text;
use crate::model::{ParamStyle, Service, ServiceId};
use crate::spec::document::FileDecl;

/// File that defines a service, and the span of the defining name.
struct Definition {
    file: usize,
    span: Span,
}

impl<'d> Checker<'d> {
    pub(crate) fn check_services(&mut self) {
        let mut definitions: HashMap<&'d str, Definition> = HashMap::new();
        let mut order: Vec<&'d str> = Vec::new();
        // Files with the keys of a service take precedence over client files, and these over other
        // REST files.
        for step in [defines_by_keys, defines_as_client, defines_by_joining] {
            for (file, doc) in self.files.iter().enumerate() {
                let Some((name, span)) = step(doc) else {
                    continue;
                };
                self.record_definition(&mut definitions, &mut order, name, Definition { file, span });
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
            if let Some(service) = self.build_service(name, definition.file, &joined, &definitions) {
                ids.insert(name, ServiceId(self.model.services.len()));
                self.model.services.push(service);
            }
        }
        for file in 0..self.files.len() {
            self.join_service(file, &ids, &definitions);
        }
    }

    /// Records the definition of a service. Reports a second file that defines the same service.
    fn record_definition(
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
        if first.file == definition.file || !is_definition(doc) {
            return;
        }
        let message = format!("the service `{name}` is defined twice");
        let problem = Diagnostic::error(Code::DuplicateService, definition.span, message);
        let problem = problem.label("again").second(first.span, "first here");
        self.report(problem.hint("rename one of the services, or keep endpoints and `rpc` in one file"));
    }

    /// Returns a hint at the service with a client whose name is similar.
    fn near_service(&self, name: &str, definitions: &HashMap<&str, Definition>) -> Option<String> {
        let has_client = |definition: &Definition| self.scopes.client_of[definition.file].is_some();
        let others = definitions.iter().filter(|(other, definition)| **other != name && has_client(definition));
        did_you_mean(name, others.map(|(other, _)| *other))
    }

    fn build_service(
        &mut self,
        name: &str,
        file: usize,
        joined: &HashSet<&str>,
        definitions: &HashMap<&str, Definition>,
    ) -> Option<Service> {
        let doc = &self.files[file];
        let module = self.modules[file]?;
        let span = doc.service.as_ref().map_or(doc.top, |service| service.span);
        if doc.package.is_none() && name.contains('/') {
            let message = format!("no package has the service `{name}`");
            let hint = "the part before `/` names a package; the name of a service of this spec has no `/`";
            let problem = Diagnostic::error(Code::UnknownService, span, message);
            self.report(problem.hint(hint).hint_opt(self.near_service(name, definitions)));
            return None;
        }
        let Some(client) = self.scopes.client_of[file] else {
            let message = format!("the service `{name}` belongs to no client");
            let hint = "add `client:` to this file, or to the file that has the name of its folder";
            let problem = Diagnostic::error(Code::NoClient, span, message);
            self.report(problem.hint(hint).hint_opt(self.near_service(name, definitions)));
            return None;
        };
        let is_idle = doc.operations.is_empty() && doc.subscriptions.is_empty();
        if doc.client.is_some() && doc.service.is_none() && is_idle && !joined.contains(name) {
            self.refuse_idle_keys(doc);
            return None;
        }
        self.check_service_keys(doc, name, client);
        self.scopes.service_files.push(file);
        let visible_vars = self.visible_vars(Some(client), Some(ServiceId(self.model.services.len())));
        Some(Service {
            // In a package, the name of the package precedes the name of the service.
            name: name.rsplit('/').next().unwrap_or(name).to_owned(),
            span,
            doc: prose(doc.doc.as_ref()),
            client,
            module,
            source: source(doc.source.as_ref()),
            vars: doc.vars.clone(),
            instance: opt(doc.instance.as_ref()),
            endpoints: doc.endpoints.iter().map(|endpoint| self.endpoint(endpoint, &visible_vars)).collect(),
            websocket: doc.websocket.as_ref().map(|websocket| self.websocket(websocket, &visible_vars)),
            server: self.server(Some(client), doc.server.as_ref()),
            rpc: doc.rpc.as_ref().map(|rpc| self.rpc(rpc, client, &visible_vars)),
            subscribe: doc.subscribe.as_ref().map(|names| self.subscribe(names, &visible_vars)),
            available: doc.available.clone(),
            limits: doc.limits.clone(),
            notes: doc.notes.clone(),
        })
    }

    /// Reports service keys in a client file whose service has no operations.
    fn refuse_idle_keys(&mut self, doc: &FileDecl) {
        if let Some((key, span)) = doc.service_keys.iter().chain(&doc.shared_keys).next() {
            let message = format!("`{key}` has no effect in a client's file without operations");
            self.error(Code::MisplacedKey, *span, message, &format!("move `{key}` into `client`, or remove `{key}`"));
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
            self.refuse_without_service(doc);
            return;
        };
        self.scopes.service_of[file] = ids.get(name).copied();
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
        let same_client = self.scopes.client_of[file] == self.scopes.client_of[definition.file];
        let is_packages = doc.package != owner.package;
        if doc.service.is_some() && !same_client && !is_packages && self.scopes.client_of[definition.file].is_some() {
            // A second definition was reported.
            if !is_definition(doc) {
                let message = format!("the service `{name}` belongs to another client");
                let problem = Diagnostic::error(Code::UnknownService, span, message);
                let problem = problem.second(definition.span, "it is defined here");
                self.report(problem.hint("move the file into the folder of that client"));
            }
            // The operations are meant for the client of the folder, and would be wrong for the
            // other client.
            self.scopes.service_of[file] = None;
        }
        for (key, span) in doc.service_keys.iter().filter(|_| defines_by_keys(doc).is_none()) {
            let message = format!("`{key}` belongs in the file that defines the service `{name}`");
            self.error(Code::MisplacedKey, *span, message, &format!("move it to {}", owner.path));
        }
    }

    fn refuse_without_service(&mut self, doc: &FileDecl) {
        let operation = doc.operations.first().map(|operation| operation.name.span);
        let subscription = doc.subscriptions.first().map(|item| item.name.span);
        if let Some(span) = operation.or(subscription) {
            let message = "the file has operations but no service".to_owned();
            let problem = Diagnostic::error(Code::UnknownService, doc.head.unwrap_or(span), message);
            let problem = problem.hint("add `service: name` to the file");
            self.report(match doc.head {
                Some(_) => problem.label("`service` may be missing after this").second(span, "an operation"),
                None => problem,
            });
        } else if let Some((key, span)) = doc.service_keys.iter().chain(&doc.shared_keys).next() {
            let message = format!("`{key}` has no effect in a file without a service");
            self.error(Code::MisplacedKey, *span, message, "add `service: name`, or remove the key");
        }
    }
}

/// Returns a text with its span.
fn text_of(text: Option<&Text>) -> Option<(&str, Span)> {
    text.map(|text| (text.value.as_str(), text.span))
}

/// Returns whether a file can only be meant as the definition of its service.
fn is_definition(doc: &FileDecl) -> bool {
    defines_by_keys(doc).is_some() || doc.client.is_some() && !doc.operations.is_empty()
}

fn defines_by_keys(doc: &FileDecl) -> Option<(&str, Span)> {
    let is_endpoint_key = |key: &&(&'static str, Span)| matches!(key.0, "endpoint" | "endpoints" | "rpc");
    doc.service_keys.iter().find(is_endpoint_key)?;
    text_of(doc.service.as_ref())
}

/// Returns the REST service that a client file defines: the service that it names, or else one
/// named like the file.
fn defines_as_client(doc: &FileDecl) -> Option<(&str, Span)> {
    let client = doc.client.as_ref()?;
    let own = doc.module.last().map(|name| (name.as_str(), client.span));
    text_of(doc.service.as_ref()).or(own)
}

/// Returns the service that a file with REST operations joins. The file defines the service if no
/// other file does.
fn defines_by_joining(doc: &FileDecl) -> Option<(&str, Span)> {
    let rest = |operation: &crate::spec::document::OperationDecl| {
        matches!(operation.call, Some(crate::spec::document::CallDecl::Rest(..)))
    };
    doc.operations.iter().find(|operation| rest(operation))?;
    text_of(doc.service.as_ref())
}

/// Returns whether the parameters of a service are positional.
pub(crate) fn is_positional(service: &Service) -> bool {
    service.rpc.as_ref().is_some_and(|rpc| rpc.params == ParamStyle::Positional)
}
