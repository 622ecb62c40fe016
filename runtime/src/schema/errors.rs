//! The codes of JSON-RPC errors.

use super::Type;

/// The JSON type of the id of a JSON-RPC call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RpcIds {
    /// A number.
    Number,
    /// A string.
    Text,
}

/// A JSON-RPC error code that the spec describes.
#[derive(Debug)]
pub struct RpcError {
    /// The numeric code.
    pub code: i64,
    /// Its name in the spec.
    pub name: &'static str,
    /// When the service returns the error. May be empty.
    pub doc: &'static str,
    /// Whether a retry may succeed; `None` where it is not known.
    pub retry: Option<bool>,
    /// The type of the member `data` of the error.
    pub data: Option<Type>,
}

impl RpcError {
    /// Describes a code by its number and name.
    pub const fn new(code: i64, name: &'static str) -> Self {
        Self { code, name, doc: "", retry: None, data: None }
    }

    /// Sets when the service returns the error.
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// Sets whether a retry may succeed.
    pub const fn retry(self, retry: bool) -> Self {
        Self { retry: Some(retry), ..self }
    }

    /// Sets the type of the member `data` of the error.
    pub const fn data(self, data: Type) -> Self {
        Self { data: Some(data), ..self }
    }
}
