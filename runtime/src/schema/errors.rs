//! The codes of JSON-RPC errors.

use super::Type;

/// What the id of a JSON-RPC call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RpcIds {
    /// A number.
    Number,
    /// A text.
    Text,
}

/// A code of JSON-RPC errors that is known.
#[derive(Debug)]
pub struct RpcError {
    /// The number on the wire.
    pub code: i64,
    /// Its name in the spec.
    pub name: &'static str,
    /// When the service answers so; may be empty.
    pub doc: &'static str,
    /// Whether the same call may succeed later, where that is known.
    pub retry: Option<bool>,
    /// What the error holds as `data`.
    pub data: Option<Type>,
}

impl RpcError {
    /// A code of which nothing else is said.
    pub const fn new(code: i64, name: &'static str) -> Self {
        Self { code, name, doc: "", retry: None, data: None }
    }

    /// The same, with when the service answers so.
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// The same, with whether the same call may succeed later.
    pub const fn retry(self, retry: bool) -> Self {
        Self { retry: Some(retry), ..self }
    }

    /// The same, with the type of its `data`.
    pub const fn data(self, data: Type) -> Self {
        Self { data: Some(data), ..self }
    }
}
