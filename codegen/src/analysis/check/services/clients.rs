//! Clients: base URL, secrets, headers, errors and paging that all requests of a client share.
//!
//! Input: `client` of a file. Output: [`crate::model::Client`], or the mistakes in it.

use crate::analysis::check::context::views::{View, view};
use crate::analysis::check::context::{Checker, opt, source};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{Client, ClientId, Errors, ModuleId, PageWay, Paging, Place};
use crate::spec::document::{ClientDecl, ErrorsDecl, PagingDecl};

impl<'d> Checker<'d> {
    pub(crate) fn resolve_clients(&mut self) {
        for client in 0..self.scopes.client_files.len() {
            let file = self.scopes.client_files[client];
            let doc = &self.files[file];
            if let (Some(found), Some(name)) = (&doc.client, doc.module.last()) {
                self.resolve_client(ClientId(client), file, name, found);
            }
        }
    }

    /// Resolves `errors` of the clients. Needs the members that records inherit.
    pub(crate) fn resolve_client_errors(&mut self) {
        for client in 0..self.model.clients.len() {
            let file = self.scopes.client_files[client];
            let doc = self.files[file].client.as_ref().and_then(|client| client.errors.as_ref());
            self.model.clients[client].errors = doc.and_then(|errors| self.client_errors(file, errors));
        }
    }

    fn resolve_client(&mut self, id: ClientId, file: usize, name: &str, doc: &'d ClientDecl) {
        let visible_vars = self.visible_vars(Some(id), None);
        let base_url = doc.base_url.as_ref().map(|text| self.base_url(text, &visible_vars)).unwrap_or_default();
        let auth = doc.auth.iter().map(|secret| self.secret(secret, &visible_vars)).collect();
        let security = doc.security.as_ref().map(|names| self.security_alternatives(names, &doc.auth));
        if security.is_none() {
            self.check_all_at_once(&doc.auth);
        }
        let servers = self.servers(doc, &visible_vars);
        let headers = doc.headers.clone().unwrap_or_default();
        let mut names = Vec::new();
        for (name, _) in doc.headers.iter().flat_map(|headers| &headers.send) {
            self.check_header_twice(name, &mut names);
        }
        let send = headers.send.iter().map(|(name, value)| self.sent_header(name, value, &visible_vars)).collect();
        let request_id = headers.request_id.as_ref().filter(|name| self.is_header_name(name));
        let request_id = request_id.map(|name| name.value.clone());
        let paging = doc.paging.as_ref().map(|paging| self.client_paging(file, paging));
        let (refusals, dialects) = self.client_refusals(doc);
        self.model.clients.push(Client {
            name: name.to_owned(),
            span: doc.span,
            module: self.modules[file].unwrap_or(ModuleId(0)),
            source: source(doc.source.as_ref()),
            version: opt(doc.version.as_ref()),
            base_url,
            vars: doc.vars.clone(),
            auth,
            security,
            servers,
            send,
            rate_limit: headers.rate_limit,
            request_id,
            errors: None,
            unavailable: doc.unavailable.clone(),
            paging,
            refusals,
            dialects,
            limits: doc.limits.clone(),
            notes: doc.notes.clone(),
        });
    }

    fn client_errors(&mut self, file: usize, doc: &ErrorsDecl) -> Option<Errors> {
        let ty = self.named_type(file, &doc.body.value, doc.body.span);
        match view(&self.model.types, &ty) {
            View::Record(_) => {}
            View::Broken => return None,
            _ => {
                let message = format!("`{}` is not a record", doc.body.value);
                self.error(Code::BadShape, doc.body.span, message, "the body of an error is a record");
                return None;
            }
        }
        let crate::model::Type::Named(body) = ty else {
            return None;
        };
        let name = &doc.body.value;
        let message = doc.message.as_ref().and_then(|message| self.error_member(body, name, message));
        let in_body = doc.in_body.as_ref().map(|rule| self.in_body(body, name, rule));
        Some(Errors { body: ty, message, statuses: doc.statuses.clone(), in_body, source: source(doc.source.as_ref()) })
    }

    fn client_paging(&mut self, file: usize, doc: &'d PagingDecl) -> Paging {
        let query = self.fields(file, &doc.query, Some(Place::Query));
        self.check_duplicates(&doc.query, &std::collections::HashMap::new());
        for name in [&doc.into, &doc.size].into_iter().flatten() {
            if !query.iter().any(|field| field.name == name.value) {
                let message = format!("`query` has no parameter `{}`", name.value);
                let near = did_you_mean(&name.value, query.iter().map(|field| field.name.as_str()));
                let problem = Diagnostic::error(Code::BadPagination, name.span, message);
                self.report(problem.hint("declare it under `query` of `paging`").hint_opt(near));
            }
        }
        let way = doc.by.map_or(PageWay::Token, |at| at.value);
        self.check_keys_of_way(doc, way);
        Paging {
            query,
            way,
            next: opt(doc.next.as_ref()),
            rel: opt(doc.rel.as_ref()),
            first: doc.first.map(|at| at.value),
            into: opt(doc.into.as_ref()),
            size: opt(doc.size.as_ref()),
            end: doc.end.iter().flatten().map(|end| end.value.clone()).collect(),
            life: doc.life,
            any_origin: doc.any_origin.is_some_and(|at| at.value),
            source: source(doc.source.as_ref()),
        }
    }
}
