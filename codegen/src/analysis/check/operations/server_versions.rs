//! Server version: the operation whose result reports which version a server runs.
//!
//! Input: an operation, and the member that the spec names. Output: the path of the member, or why
//! the operation cannot report a version.

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::member_paths::{fields_of, find_member};
use crate::analysis::check::context::views::view;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::Text;
use crate::model::{MemberPath, Operation, Service, Verb, Wire};

impl Checker<'_> {
    /// Returns the path of the member that holds the version; `None` after a report.
    pub(crate) fn server_version(&mut self, operation: &Operation, name: &Text) -> Option<MemberPath> {
        let service = self.model.services.get(operation.service.0)?;
        if let Some(why) = self.version_obstacle(operation, service) {
            let message = format!("`{}` cannot be asked for the version of a server: {why}", operation.name);
            self.error(Code::BadValue, name.span, message, "remove `serverVersion`");
            return None;
        }
        let result = operation.calls.first().and_then(|call| call.result.as_ref());
        let fields = result.and_then(|ty| fields_of(view(&self.model.types, ty))).unwrap_or_default();
        match find_member(&self.model.types, fields, &name.value) {
            Ok(member) => Some(member.path),
            Err(missing) => {
                let problem: Option<Diagnostic> = missing.problem(Code::BadValue, name.span, "the result");
                problem.into_iter().for_each(|problem| self.report(problem));
                None
            }
        }
    }

    /// Returns why a client cannot call the operation on its own, or could choose between two such
    /// operations; `None` if the operation can report the version.
    fn version_obstacle(&self, operation: &Operation, service: &Service) -> Option<&'static str> {
        let is_other = |other: &&Operation| {
            let client = self.model.services.get(other.service.0).map(|service| service.client);
            other.server_version.is_some() && client == Some(service.client)
        };
        if operation.params.iter().any(|param| param.field.required) {
            return Some("it has required parameters");
        }
        if matches!(operation.wire, Wire::Rest { verb, .. } if verb != Verb::Get) {
            return Some("it is no GET request");
        }
        if !service.vars.is_empty() {
            return Some("its service has variables");
        }
        self.model.operations.iter().find(is_other).map(|_| "another operation of the client has `serverVersion`")
    }
}
