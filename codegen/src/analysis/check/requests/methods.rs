//! HTTP methods: checks that a request holds only what its method allows.
//!
//! Input: the declaration of an operation. Output: errors. A server returns a TRACE request as it
//! arrived, so such a request has no body and no secrets (RFC 9110, 9.3.8).

use crate::analysis::check::context::{Checker, FileContext};
use crate::diagnostic::Code;
use crate::spec::document::{CallDecl, OperationDecl};

impl Checker<'_> {
    pub(crate) fn check_method(&mut self, context: FileContext<'_>, doc: &OperationDecl) {
        let Some(CallDecl::Rest(verb, path)) = &doc.call else { return };
        if verb.as_str() != "TRACE" {
            return;
        }
        if let Some(param) = doc.request.params.iter().find(|param| param.place.is_body()) {
            let message = "a TRACE request has no body".to_owned();
            self.error(Code::BadOperation, param.field.name.span, message, "remove `body`");
        }
        let has_no_ways = doc.security.as_ref().is_some_and(Vec::is_empty);
        let client_file = context.client.and_then(|id| self.scopes.client_files.get(id.0));
        let client = client_file.and_then(|file| self.files.get(*file)?.client.as_ref());
        if !has_no_ways && client.is_some_and(|client| !client.auth.is_empty()) {
            let message = "a TRACE request must not carry secrets, because the server returns it".to_owned();
            self.error(Code::BadOperation, path.span, message, "write `security: []`");
        }
    }
}
