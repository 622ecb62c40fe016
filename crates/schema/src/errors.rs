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

choice! {
    /// Whether a call that ended with a JSON-RPC error may be sent again.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum RpcRetry {
        /// A retry does not help.
        Never,
        /// The same call may succeed later. Something may have been done for it.
        Later,
        /// The same call may succeed later. Nothing was done for it.
        Undone,
        /// The responses to a batch are too large together. The call may succeed in a smaller batch.
        Smaller,
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
        /// Whether the call may be sent again; `None` where it is not known.
        some retry: RpcRetry,
        /// The type of the member `data` of the error.
        some data: Type,
    }
}
