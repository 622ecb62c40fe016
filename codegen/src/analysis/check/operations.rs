//! Operations: builds each operation of the model from its call, effect, statuses and names.
//!
//! Input: the declarations of operations, and the types. Output: the operations of the model.
//! Requests are checked in [`super::requests`]; results, examples and paging in the modules below.

mod counts;
mod errors;
mod examples;
mod page_members;
mod paging;
mod responses;
mod server_versions;
mod variants;
mod waits;

use std::collections::{HashMap, HashSet};

use super::context::{Checker, FileContext, opt, prose};
use super::requests::bodies::content_of;
use super::requests::calls::Calls;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{Cost, Effect, Example, ModuleId, Operation, Place, ServiceId};
use crate::spec::document::{CallDecl, FileDecl, Head, OperationDecl, ResponseBodyDecl};

/// Names and calls of the operations checked so far.
#[derive(Default)]
struct Registry {
    names: HashMap<(ServiceId, String), Span>,
    calls: Calls,
}

impl<'d> Checker<'d> {
    pub(crate) fn check_operations(&mut self) {
        let mut registry = Registry::default();
        self.check_added_params();
        for file in 0..self.files.len() {
            let context = self.file_context(file);
            for operation in &context.doc.operations {
                self.check_operation(context, operation, &mut registry);
            }
        }
    }

    /// Returns the client and the service of the operations of a file.
    pub(crate) fn file_context(&self, file: usize) -> FileContext<'d> {
        let service = self.scopes.service_of[file];
        // The service of a package belongs to another client than its folder does.
        let client = service.and_then(|id| self.model.services.get(id.0)).map(|service| service.client);
        FileContext { file, doc: &self.files[file], client: client.or(self.scopes.client_of[file]), service }
    }

    fn check_operation(&mut self, context: FileContext<'d>, doc: &'d OperationDecl, registry: &mut Registry) {
        self.check_protocol(context, doc);
        self.check_response_keys(doc);
        self.check_method(context, doc);
        let params = self.params(context, doc);
        let wire = self.wire(context, doc, &params);
        self.check_example_params(doc, &params);
        let result = self.result_type(context.file, &doc.response);
        let effect = self.effect(context, doc);
        self.check_stream(context, doc, effect);
        let rules = self.rules(doc, &params);
        let from = self.inheritance(context.file, context.doc);
        let mut operation = Operation {
            name: doc.name.value.clone(),
            span: doc.name.span,
            service: context.service.unwrap_or(ServiceId(0)),
            module: self.modules[context.file].unwrap_or(ModuleId(0)),
            doc: prose(doc.doc.as_ref()),
            source: from.source(doc.source.as_ref()),
            wire,
            calls: self.typed_calls(context, doc, result, &params),
            security: self.own_security_alternatives(context.client, doc),
            server: self.server_of_call(context, doc),
            failures: self.failures(doc, &params),
            content: params.iter().any(|param| param.place.is_body()).then(|| content_of(doc)),
            params,
            effect,
            sensitive: doc.sensitive,
            rules,
            paginate: None,
            wait: None,
            cost: self.cost(context, doc),
            errors: self.errors_of_operation(context, doc),
            statuses: statuses(doc),
            leaves_origin: doc.redirects.is_some(),
            asks_for_json: false,
            since: opt(doc.since.as_ref()),
            until: opt(doc.until.as_ref()),
            server_version: None,
            counts: None,
            deprecated: doc.deprecated.clone(),
            available: from.available(&doc.available),
            limits: from.limits(&doc.limits),
            notes: from.notes(&doc.notes),
            seen: doc.seen,
        };
        self.check_statuses(doc, &operation.calls);
        operation.paginate = self.paginate(context, doc, &operation);
        operation.server_version = doc.server_version.as_ref().and_then(|name| self.server_version(&operation, name));
        let examples: Vec<Vec<Example>> = operation.views().map(|call| self.examples(doc, call)).collect();
        for (call, examples) in operation.calls.iter_mut().zip(examples) {
            call.examples = examples;
            self.check_taken_name(context, &call.name, call.span, registry);
        }
        self.check_places_of_secrets(context.client, &operation);
        self.check_same_call(context, doc, &mut operation, &mut registry.calls);
        // Without a service the operation would get service 0, and collide with its names.
        if context.service.is_some() {
            self.model.operations.push(operation);
        }
        self.check_example_variants(doc);
    }

    /// Reports REST operations on services with `rpc`, and methods on REST services.
    fn check_protocol(&mut self, context: FileContext<'d>, doc: &OperationDecl) {
        let Some(service) = context.service.and_then(|id| self.model.services.get(id.0)) else {
            return;
        };
        // An endpoint without `rpc` is reported at the endpoint.
        let (name, rpc) = (service.name.clone(), service.rpc.is_some() || !service.endpoints.is_empty());
        let (is_rpc, span) = match &doc.call {
            Some(CallDecl::Rest(_, path)) => (false, path.span),
            Some(CallDecl::Rpc(method)) => (true, method.span),
            None => return,
        };
        if is_rpc != rpc {
            let message = match rpc {
                true => format!("the service `{name}` is JSON-RPC, but the operation has a path"),
                false => format!("the service `{name}` is REST, but the operation has a method"),
            };
            let hint = if rpc {
                "write `method: name`"
            } else {
                "write `get: /path` or the like, or give the service `rpc` and an endpoint"
            };
            self.error(Code::BadOperation, span, message, hint);
        }
        for (place, span) in &doc.request.places {
            if (*place == Place::Rpc) != is_rpc {
                let message = match is_rpc {
                    true => "a method has its parameters under `params`",
                    false => "a path has its parameters under `path`, `query`, `headers`, `cookies` and `body`",
                };
                self.error(Code::BadOperation, *span, message.to_owned(), "move the parameters");
            }
        }
        for (span, is_response) in doc.responses().filter_map(|response| response.key) {
            if is_response == is_rpc {
                let (wrong, right) = if is_rpc { ("response", "result") } else { ("result", "response") };
                let (message, hint) = match &doc.response.body {
                    ResponseBodyDecl::Events if is_rpc => {
                        ("a method has no `events`".to_owned(), "what a service pushes is under `subscriptions`")
                    }
                    ResponseBodyDecl::Lines(_) if is_rpc => {
                        ("a method has no `lines`".to_owned(), "its result is one JSON value: write `result: [Type]`")
                    }
                    _ => (format!("`{wrong}` is written `{right}` here"), "REST has responses, JSON-RPC has results"),
                };
                self.error(Code::BadOperation, span, message, hint);
            }
        }
    }

    fn check_taken_name(&mut self, context: FileContext<'d>, name: &str, span: Span, registry: &mut Registry) {
        let Some(service) = context.service else {
            return;
        };
        if let Some(first) = registry.names.get(&(service, name.to_owned())) {
            let message = format!("the service has two operations `{name}`");
            let problem = Diagnostic::error(Code::DuplicateOperation, span, message);
            self.report(problem.label("again").second(*first, "first here").hint("rename one of them"));
            return;
        }
        registry.names.insert((service, name.to_owned()), span);
    }

    /// Returns the effect that an operation or its file states, or `read` for safe HTTP methods.
    /// Reports an operation without an effect.
    fn effect(&mut self, context: FileContext<'_>, doc: &OperationDecl) -> Effect {
        let given = doc.effect.map(|at| at.value).or(self.inheritance(context.file, context.doc).effect());
        given.or(is_safe(doc).then_some(Effect::Read)).unwrap_or_else(|| {
            if doc.call.is_some() {
                self.report_missing_effect(context.doc, doc);
            }
            Effect::Write
        })
    }

    /// Reports an operation that does not state its effect. If none of several unsafe operations of
    /// the file does, the file most likely lost the key. Then there is one report, at the head of
    /// the file.
    fn report_missing_effect(&mut self, file: &FileDecl, doc: &OperationDecl) {
        let calls = || file.operations.iter().filter(|operation| operation.call.is_some() && !is_safe(operation));
        let (message, span) = match file.head {
            Some(head) if calls().count() > 1 && calls().all(|operation| operation.effect.is_none()) => {
                if calls().next().is_some_and(|first| first.name.span != doc.name.span) {
                    return;
                }
                (format!("none of {} operations states its effect", calls().count()), head)
            }
            _ => (format!("the operation `{}` does not state its effect", doc.name.value), doc.name.span),
        };
        let hint = "add `effect: read`, `idempotent`, `once` or `write`, here or for the file";
        self.error(Code::BadOperation, span, message, hint);
    }

    /// Returns the cost of an operation in the unit of the limits of its service, or else of its
    /// client; `None` if the operation states no cost.
    fn cost(&self, context: FileContext<'_>, doc: &OperationDecl) -> Option<Cost> {
        let service = context.service.and_then(|id| self.model.services.get(id.0));
        let client = context.client.and_then(|id| self.model.clients.get(id.0));
        let limits = service.map(|service| &service.limits).into_iter().chain(client.map(|client| &client.limits));
        let unit = limits.flatten().find_map(|limit| limit.unit.clone());
        doc.cost.clone().map(|cost| Cost { unit, ..cost })
    }

    /// Returns the span of the result of an operation, or of its name if it has no result.
    pub(crate) fn result_span(doc: &OperationDecl) -> Span {
        doc.response.result.as_ref().map_or(doc.name.span, |result| result.span)
    }
}

/// Returns whether an operation is a REST call whose HTTP method is safe by RFC 9110, such as GET.
fn is_safe(doc: &OperationDecl) -> bool {
    matches!(&doc.call, Some(CallDecl::Rest(verb, _)) if verb.is_safe())
}

/// Returns the statuses of success that an operation lists or that select its bodies, each once,
/// and whether the spec marks the status `seen`.
fn statuses(doc: &OperationDecl) -> Vec<(u16, bool)> {
    let named = doc.statuses.iter().map(|(status, seen)| (status.value, *seen));
    let by_status = doc.responses().filter_map(|response| match (&response.body, &response.result.as_ref()?.head) {
        (ResponseBodyDecl::ByStatus, Head::Union(union)) => Some(union),
        _ => None,
    });
    let by_status =
        by_status.flat_map(|union| &union.arms).filter_map(|arm| Some((arm.name.value.parse().ok()?, arm.seen)));
    let mut known = HashSet::new();
    named.chain(by_status).filter(|(code, _)| known.insert(*code)).collect()
}
