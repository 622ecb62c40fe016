//! The codes of JSON-RPC errors.

use super::{Model, ServiceId, Source, Type, Wire};
use crate::diagnostic::Span;

/// What the ids of JSON-RPC calls are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RpcIds {
    /// Numbers.
    Number,
    /// Texts.
    Text,
}

/// A code of JSON-RPC errors.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    /// The number on the wire.
    pub code: i64,
    /// Its name in the spec.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// When the service answers so, for people.
    pub doc: String,
    /// Whether the same call may succeed later, where that is said.
    pub retry: Option<bool>,
    /// What the error holds as `data`.
    pub data: Option<Type>,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Known from real services only.
    pub seen: bool,
}

impl Model {
    /// All errors that have a name on a service, each once: its own, then those of its operations.
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
