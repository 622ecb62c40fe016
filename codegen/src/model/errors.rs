//! Codes of JSON-RPC errors, with names and meanings.

use super::{Limited, Model, RpcRetry, ServiceId, Source, Type, Wire};
use crate::diagnostic::Span;

/// Error code of JSON-RPC.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct RpcError {
    /// Number on the wire.
    pub code: i64,
    /// Name in the spec.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Description of the condition.
    pub doc: String,
    /// Whether the same call may be retried; `None` if not stated.
    pub retry: Option<RpcRetry>,
    /// Parts of the messages of errors after which the call may succeed in a smaller batch; an empty list means all
    /// errors of the code. `None` if a smaller batch does not help.
    pub smaller: Option<Vec<String>>,
    /// Type of the member `data`.
    pub data: Option<Type>,
    /// Errors of the code that are temporary refusals; `None` if not stated.
    pub limited: Option<Limited>,
    /// Section of the documents that describes the error.
    pub source: Option<Source>,
    /// Whether the error is known from real services only.
    pub seen: bool,
}

impl Model {
    /// Returns all named errors of a service without duplicates: first the errors of the service,
    /// then the errors of its operations.
    pub fn errors_of(&self, id: ServiceId) -> Vec<&RpcError> {
        let Some(service) = self.services.get(id.0) else { return Vec::new() };
        let package = |at: super::ModuleId| self.modules.get(at.0).and_then(|module| module.package.as_ref());
        let home = package(service.module);
        let operations = self.operations.iter().filter(|operation| {
            let is_rpc = matches!(operation.wire, Wire::Rpc { .. });
            is_rpc && operation.service == id && package(operation.module) == home
        });
        let own = service.rpc.iter().flat_map(|rpc| &rpc.errors);
        let mut found: Vec<&RpcError> = Vec::new();
        for error in own.chain(operations.flat_map(|operation| &operation.errors)) {
            if !found.iter().any(|other| other.name == error.name) {
                found.push(error);
            }
        }
        found
    }
}
