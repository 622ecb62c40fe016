//! Endpoints: variables, endpoints, websocket and call format of a service.
//!
//! Input: the keys of the file and the variables that its templates may name. Output: the parts of
//! the service, and errors at keys that exclude each other. Which file defines which service is
//! decided in `services`.

use super::template::VisibleVars;
use crate::analysis::check::context::{Checker, opt, prose};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::language::node::Text;
use crate::language::words::services::{EndpointDecl, WebsocketDecl};
use crate::language::words::subscriptions::SubscribeDecl;
use crate::model::{ClientId, Endpoint, Rpc, RpcIds, Subscribe, Websocket};
use crate::spec::document::{FileDecl, RpcDecl};

impl<'d> Checker<'d> {
    /// Builds an endpoint of a service.
    pub(crate) fn endpoint(
        &mut self,
        (name, doc): &(Option<Text>, EndpointDecl),
        visible_vars: &VisibleVars<'_>,
    ) -> Endpoint {
        self.check_path_text(&doc.path);
        Endpoint {
            name: opt(name.as_ref()).unwrap_or_default(),
            span: name.as_ref().unwrap_or(&doc.path).span,
            path: self.template(&doc.path, visible_vars),
            doc: prose(doc.doc.as_ref()),
            deprecated: doc.deprecated.clone(),
        }
    }

    /// Builds the websocket of a service.
    pub(crate) fn websocket(&mut self, doc: &WebsocketDecl, visible_vars: &VisibleVars<'_>) -> Websocket {
        self.check_path_text(&doc.path);
        Websocket { path: self.template(&doc.path, visible_vars), available: doc.available.clone() }
    }

    /// Builds the settings of a JSON-RPC service, without its errors, which are resolved later.
    pub(crate) fn rpc(&mut self, doc: &RpcDecl, client: ClientId, visible_vars: &VisibleVars<'_>) -> Rpc {
        let batch_max = doc.batch_max.as_ref().map(|max| self.template(max, visible_vars));
        // Errors may name types, which are resolved later.
        let retry = doc.retry.clone();
        let dialect = doc.dialect.as_ref().and_then(|name| self.dialect(name, client));
        Rpc {
            params: doc.params,
            batch: doc.batch,
            batch_max,
            ids: doc.ids.unwrap_or(RpcIds::Number),
            dialect,
            retry,
            errors: Vec::new(),
        }
    }

    /// Builds the method names of subscriptions.
    pub(crate) fn subscribe(&mut self, doc: &SubscribeDecl, visible_vars: &VisibleVars<'_>) -> Subscribe {
        for name in [&doc.call, &doc.cancel, &doc.notify] {
            self.check_method_name(name);
        }
        if doc.call.value == doc.cancel.value {
            let message = "`call` and `cancel` are the same method".to_owned();
            self.error(Code::BadValue, doc.cancel.span, message, "write the method that ends a subscription");
        }
        Subscribe {
            call: self.template(&doc.call, visible_vars),
            cancel: self.template(&doc.cancel, visible_vars),
            notify: self.template(&doc.notify, visible_vars),
        }
    }

    /// Reports an empty name of a method.
    pub(crate) fn check_method_name(&mut self, name: &Text) {
        if name.value.trim().is_empty() {
            self.error(Code::BadValue, name.span, "the method has no name".to_owned(), "write the name of the method");
        }
    }

    /// Reports keys of a service that lack a key on which they depend: endpoints and `websocket`
    /// need `rpc`, `rpc` needs an endpoint. Then checks the variables. `name` is the name of the
    /// service.
    pub(crate) fn check_service_keys(&mut self, doc: &FileDecl, name: &str, client: ClientId) {
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
        let max = doc.rpc.as_ref().and_then(|rpc| rpc.batch_max.as_ref()).filter(|max| !max.value.contains('{'));
        if let Some(max) = max.filter(|max| max.value.parse::<u32>().unwrap_or(0) == 0) {
            let message = format!("`{}` is not a number of calls above 0", max.value);
            self.error(Code::BadValue, max.span, message, "write the maximum number of calls in a batch");
        }
        let unbatched = doc.rpc.as_ref().filter(|rpc| !rpc.batch);
        if let Some(max) = unbatched.and_then(|rpc| rpc.batch_max.as_ref()) {
            let message = "`batchMax` has no effect where `batch` is false".to_owned();
            self.error(Code::BadValue, max.span, message, "remove `batchMax`, or write `batch: true`");
        }
        self.check_instance(doc);
        self.check_shadowed_vars(doc, name, client);
        self.refuse_keys_of_a_handle(doc, name);
    }

    fn check_instance(&mut self, doc: &FileDecl) {
        let known = |instance: &&Text| doc.vars.iter().any(|var| var.name == instance.value);
        if let Some(instance) = doc.instance.as_ref().filter(|instance| !known(instance)) {
            let message = format!("the service has no variable `{}`", instance.value);
            let near = did_you_mean(&instance.value, doc.vars.iter().map(|var| var.name.as_str()));
            let problem = Diagnostic::error(Code::UnknownVariable, instance.span, message);
            self.report(problem.hint("declare it under `vars`").hint_opt(near));
        }
    }

    /// Checks that no variable of a service has the name of a variable of its client.
    fn check_shadowed_vars(&mut self, doc: &FileDecl, name: &str, client: ClientId) {
        let shared = self.files[self.scopes.client_files[client.0]].client.as_ref();
        for var in &doc.vars {
            let first = shared.and_then(|doc| doc.vars.iter().find(|other| other.name == var.name));
            if let Some(first) = first {
                let message = format!("the variable `{}` of `{name}` is also one of the client", var.name);
                let problem = Diagnostic::error(Code::DuplicateMember, var.span, message);
                self.report(problem.second(first.span, "first here").hint("rename one of them"));
            }
        }
    }

    /// Reports variables and several endpoints of a service with the name of its client. Such a service has no separate
    /// handle on which users could set them.
    fn refuse_keys_of_a_handle(&mut self, doc: &FileDecl, name: &str) {
        let is_clients_own = doc.client.is_some() && doc.module.last().is_some_and(|own| own == name);
        let needs_handle = |key: &str| match key {
            "vars" | "instance" => true,
            "endpoints" => doc.endpoints.len() > 1,
            _ => false,
        };
        let Some((key, span)) = doc.service_keys.iter().find(|(key, _)| is_clients_own && needs_handle(key)) else {
            return;
        };
        let message =
            format!("`{key}` needs a service apart from its client, but this service has the name of its client");
        let hint = match *key {
            "endpoints" => "give the service another name than the client's, or keep one endpoint",
            _ => "give the service another name than the client's, or move the variables to `client`",
        };
        self.error(Code::MisplacedKey, *span, message, hint);
    }
}
