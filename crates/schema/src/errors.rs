//! Tables of JSON-RPC error codes.

use crate::table::{choice, table};
use crate::types::Type;

choice! {
    /// The JSON type of the id of a JSON-RPC call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// Errors of a code by which a service refuses calls for now, as with the status 429: nothing was
    /// done.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    struct Limited {
        ..
        /// Parts of messages, in any case, of which such an error has one; empty where each error of
        /// the code is one.
        or messages: &'static [&'static str] = &[],
        /// The paths of members of `data` of which the first that is there says how long to wait.
        or wait: &'static [&'static [&'static str]] = &[],
        /// Whether a number there counts milliseconds, and not seconds.
        flag millis: bool,
    }
    /// Describes a code whose every error refuses a call for now.
    fn new() {}
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
        /// Which errors of the code refuse a call for now; `None` where the name decides.
        some limited: Limited,
    }
}
