//! Clients: what all requests to a base URL share. Also the templates of services.

use super::context::{Checker, limits, notes, opt, prose, source};
use super::services::vars;
use super::table::{View, view};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{Client, ClientId, Errors, ModuleId, Paging, Place, Secret, ServiceId};
use crate::spec::document::{ClientDecl, ErrorsDecl, PagingDecl, SecretDecl};

impl<'d> Checker<'d> {
    pub(super) fn resolve_clients(&mut self) {
        for client in 0..self.client_files.len() {
            let file = self.client_files[client];
            let doc = &self.files[file];
            if let (Some(found), Some(name)) = (&doc.client, doc.module.last()) {
                self.resolve_client(ClientId(client), file, name, found);
            }
        }
        for file in 0..self.files.len() {
            self.check_endpoints(file);
        }
    }

    fn resolve_client(&mut self, id: ClientId, file: usize, name: &str, doc: &'d ClientDecl) {
        if let Some(base_url) = &doc.base_url {
            self.check_template(base_url, id, None);
        }
        for secret in &doc.auth {
            self.check_template(&secret.header, id, None);
        }
        let errors = doc.errors.as_ref().map(|errors| self.client_errors(file, errors));
        let paging = doc.paging.as_ref().map(|paging| self.client_paging(file, paging));
        self.model.clients.push(Client {
            name: name.to_owned(),
            span: doc.span,
            module: self.modules[file].unwrap_or(ModuleId(0)),
            source: source(doc.source.as_ref()),
            version: opt(doc.version.as_ref()),
            base_url: opt(doc.base_url.as_ref()).unwrap_or_default(),
            vars: vars(&doc.vars),
            auth: doc.auth.iter().map(secret).collect(),
            rate_limit: doc.rate_limit.clone(),
            errors: errors.flatten(),
            paging,
            limits: limits(&doc.limits),
            notes: notes(&doc.notes),
        });
    }

    fn client_errors(&mut self, file: usize, doc: &ErrorsDecl) -> Option<Errors> {
        let ty = self.named_type(file, &doc.body.value, doc.body.span);
        let view = view(&self.model.types, &ty);
        let fields = match view {
            View::Record(record) => record.fields.as_slice(),
            View::Broken => return None,
            _ => {
                let message = format!("`{}` is no record", doc.body.value);
                self.error(Code::BadShape, doc.body.span, message, "the body of an error is a record");
                return None;
            }
        };
        let unknown = |name: &&crate::spec::document::Text| !fields.iter().any(|field| field.name == name.value);
        if let Some(name) = doc.message.as_ref().filter(unknown) {
            let message = format!("`{}` has no member `{}`", doc.body.value, name.value);
            let near = did_you_mean(&name.value, fields.iter().map(|field| field.name.as_str()));
            self.report(Diagnostic::error(Code::BadValue, name.span, message).hint_opt(near));
        }
        let crate::model::Type::Named(body) = ty else {
            return None;
        };
        Some(Errors {
            body,
            message: opt(doc.message.as_ref()),
            statuses: doc.statuses.clone(),
            source: source(doc.source.as_ref()),
        })
    }

    fn client_paging(&mut self, file: usize, doc: &'d PagingDecl) -> Paging {
        let query = self.fields(file, &doc.query, Some(Place::Query));
        self.check_duplicates(&doc.query, &std::collections::HashMap::new());
        for name in [&doc.into, &doc.size].into_iter().flatten() {
            if !query.iter().any(|field| field.name == name.value) {
                let message = format!("`query` has no parameter `{}`", name.value);
                let near = did_you_mean(&name.value, query.iter().map(|field| field.name.as_str()));
                let problem = Diagnostic::error(Code::BadPagination, name.span, message);
                self.report(problem.hint("declare it under `query`").hint_opt(near));
            }
        }
        Paging {
            query,
            next: opt(doc.next.as_ref()),
            into: opt(doc.into.as_ref()),
            size: opt(doc.size.as_ref()),
            end: doc.end.clone().unwrap_or_default(),
            life: doc.life,
            source: source(doc.source.as_ref()),
        }
    }

    /// The templates of a service's paths.
    fn check_endpoints(&mut self, file: usize) {
        let doc = &self.files[file];
        let (Some(client), Some(service)) = (self.client_of[file], self.service_of[file]) else {
            return;
        };
        if self.model.services[service.0].module != self.modules[file].unwrap_or(ModuleId(usize::MAX)) {
            return;
        }
        let paths = doc.endpoints.iter().map(|endpoint| &endpoint.path);
        let socket = doc.websocket.iter().map(|websocket| &websocket.path);
        for path in paths.chain(socket) {
            if !path.value.starts_with('/') {
                let message = format!("the path `{}` does not begin with `/`", path.value);
                self.error(Code::BadValue, path.span, message, "write it as it follows the base URL");
            }
            self.check_template(path, client, Some(service));
        }
        if let Some(max) = doc.rpc.as_ref().and_then(|rpc| rpc.batch_max.as_ref()) {
            self.check_template(max, client, Some(service));
        }
        self.check_shadowed_vars(file, client, service);
    }

    fn check_shadowed_vars(&mut self, file: usize, client: ClientId, service: ServiceId) {
        let shared = self.files[self.client_files[client.0]].client.as_ref();
        for var in &self.files[file].vars {
            let first = shared.and_then(|doc| doc.vars.iter().find(|other| other.name.value == var.name.value));
            if let Some(first) = first {
                let name = &self.model.services[service.0].name;
                let message = format!("the variable `{}` of `{name}` is also one of the client", var.name.value);
                let problem = Diagnostic::error(Code::DuplicateMember, var.name.span, message);
                self.report(problem.second(first.name.span, "first here").hint("rename one of them"));
            }
        }
    }
}

fn secret(doc: &SecretDecl) -> Secret {
    Secret {
        name: doc.name.value.clone(),
        span: doc.name.span,
        doc: prose(doc.doc.as_ref()),
        header: doc.header.value.clone(),
        optional: doc.optional,
        source: source(doc.source.as_ref()),
    }
}
