//! The codes of JSON-RPC errors.

use crate::table::{choice, table};
use crate::types::Type;

choice! {
    /// The JSON type of the id of a JSON-RPC call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum RpcIds {
        /// A number.
        Number,
        /// A string.
        Text,
    }
}

table! {
    /// A JSON-RPC error code that the spec describes.
    #[derive(Debug)]
    struct RpcError {
        /// The numeric code.
        code: i64,
        /// Its name in the spec.
        name: &'static str,
        ..
        /// When the service returns the error. May be empty.
        or doc: &'static str = "",
        /// Whether a retry may succeed; `None` where it is not known.
        some retry: bool,
        /// The type of the member `data` of the error.
        some data: Type,
    }
}
