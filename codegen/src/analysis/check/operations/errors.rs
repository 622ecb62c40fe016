//! JSON-RPC error codes: checks that each name has one code, and resolves the types of error data.
//!
//! Input: `errors` of services and operations, once all types are known. Output: [`RpcError`].

use std::collections::HashMap;

use crate::analysis::check::context::FileContext;
use crate::analysis::check::context::{Checker, prose, source};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{RpcError, ServiceId};
use crate::spec::document::{CallDecl, OperationDecl, RpcErrorDecl};

impl<'d> Checker<'d> {
    /// Resolves the data types of the errors of services, which are declared before types exist.
    pub(crate) fn resolve_errors(&mut self) {
        for service in 0..self.model.services.len() {
            let Some(file) = self.scopes.service_files.get(service).copied() else { continue };
            let Some(doc) = &self.files[file].rpc else { continue };
            let errors = self.rpc_errors(file, ServiceId(service), &doc.errors);
            if let Some(rpc) = self.model.services.get_mut(service).and_then(|service| service.rpc.as_mut()) {
                rpc.errors = errors;
            }
        }
    }

    pub(crate) fn errors_of_operation(&mut self, context: FileContext<'d>, doc: &'d OperationDecl) -> Vec<RpcError> {
        if let (Some(span), Some(CallDecl::Rest(..))) = (doc.errors_key, &doc.call) {
            let message = "a REST operation has no `errors`: its failures have an HTTP status and no code".to_owned();
            let hint = "put them under `errors` of the client: `errors: { body: Type, statuses: { 404: Not Found } }`";
            self.error(Code::BadOperation, span, message, hint);
            return Vec::new();
        }
        self.rpc_errors(context.file, context.service.unwrap_or(ServiceId(0)), &doc.errors)
    }

    fn rpc_errors(&mut self, file: usize, service: ServiceId, docs: &'d [RpcErrorDecl]) -> Vec<RpcError> {
        let mut codes: HashMap<i64, Span> = HashMap::new();
        let mut errors = Vec::new();
        for doc in docs {
            if let Some(first) = codes.insert(doc.code.value, doc.code.span) {
                let message = format!("the code {} occurs twice here", doc.code.value);
                let problem = Diagnostic::error(Code::DuplicateKey, doc.code.span, message);
                self.report(problem.label("again").second(first, "first here"));
            }
            self.check_one_code(service, doc);
            errors.push(RpcError {
                code: doc.code.value,
                name: doc.name.value.clone(),
                span: doc.name.span,
                doc: prose(doc.doc.as_ref()),
                retry: doc.retry,
                smaller: doc.smaller.as_ref().map(|parts| parts.iter().map(|part| part.value.clone()).collect()),
                data: doc.data.as_ref().map(|expr| self.plain_type(file, expr)),
                limited: doc.limited,
                source: source(doc.source.as_ref()),
                seen: doc.seen,
            });
        }
        errors
    }

    fn check_one_code(&mut self, service: ServiceId, doc: &RpcErrorDecl) {
        let key = (service, doc.name.value.clone());
        let (code, first) = *self.named_codes.entry(key).or_insert((doc.code.value, doc.name.span));
        if code != doc.code.value {
            let message = format!("`{}` is the code {} here, and {code} elsewhere", doc.name.value, doc.code.value);
            let problem = Diagnostic::error(Code::BadValue, doc.name.span, message);
            self.report(problem.second(first, "first here").hint("give each code a name of its own"));
        }
    }
}
