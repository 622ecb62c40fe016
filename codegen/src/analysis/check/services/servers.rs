//! Additional servers of a client, and the server of each service and operation.
//!
//! Input: `servers` of a client, and `server` of files and operations. Output: servers of the model
//! and indices of them, or errors at names that no server has.

use super::template::VisibleVars;
use crate::analysis::check::context::{Checker, FileContext, prose, source};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::language::node::Text;
use crate::model::{ClientId, Server};
use crate::spec::document::{CallDecl, ClientDecl, OperationDecl};

impl Checker<'_> {
    /// Builds the servers of a client.
    pub(crate) fn servers(&mut self, doc: &ClientDecl, visible_vars: &VisibleVars<'_>) -> Vec<Server> {
        let servers = doc.servers.iter().map(|(name, server)| Server {
            name: name.value.clone(),
            span: name.span,
            base_url: self.base_url(&server.base_url, visible_vars),
            security: server
                .security
                .as_ref()
                .map(|names| self.security_alternatives(names, &doc.auth))
                .unwrap_or_default(),
            doc: prose(server.doc.as_ref()),
            source: source(server.source.as_ref()),
        });
        servers.collect()
    }

    /// Returns the index of the server that a service or an operation names; `None` without a name
    /// or after a report.
    pub(crate) fn server(&mut self, client: Option<ClientId>, name: Option<&Text>) -> Option<usize> {
        let name = name?;
        let file = *self.scopes.client_files.get(client?.0)?;
        let servers = &self.files.get(file)?.client.as_ref()?.servers;
        let found = servers.iter().position(|(known, _)| known.value == name.value);
        if found.is_none() {
            let message = format!("the client has no server `{}`", name.value);
            let near = did_you_mean(&name.value, servers.iter().map(|(known, _)| known.value.as_str()));
            let problem = Diagnostic::error(Code::BadValue, name.span, message);
            self.report(problem.hint("declare it under `servers` of the client").hint_opt(near));
        }
        found
    }

    /// Returns the index of the server on which an operation is called: its own, or else the server
    /// of its service. Reports an own server of a JSON-RPC operation, since all calls of a service
    /// go to one endpoint.
    pub(crate) fn server_of_call(&mut self, context: FileContext<'_>, doc: &OperationDecl) -> Option<usize> {
        let Some(name) = &doc.server else { return self.model.services.get(context.service?.0)?.server };
        if let Some(CallDecl::Rpc(_)) = doc.call {
            let message = "a method is on the server of its service".to_owned();
            self.error(Code::MisplacedKey, name.span, message, "write `server` beside `service`");
            return None;
        }
        self.server(context.client, Some(name))
    }
}
