//! Tables of JSON-RPC error codes.

use crate::table::{choice, table};
use crate::types::Type;

choice! {
    /// JSON type of the ID of a JSON-RPC call.
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
    /// Statement whether a call that ended with a JSON-RPC error may be repeated.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum RpcRetry {
        /// Repeating the call does not help.
        Never,
        /// The same call may succeed later. The failed call may have had an effect.
        Later,
        /// The same call may succeed later. The failed call had no effect.
        Undone,
    }
}

table! {
    /// Errors of a code by which a service temporarily refuses calls, like the status 429; refused
    /// calls have no effect.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    struct Limited {
        ..
        /// Parts of the messages of such errors, compared case-insensitively; empty if each error
        /// of the code refuses a call.
        or messages: &'static [&'static str] = &[],
        /// Paths of members of `data`, the first present of which holds the time to wait.
        or wait: &'static [&'static [&'static str]] = &[],
        /// Whether that time is in milliseconds; otherwise in seconds.
        flag millis: bool,
    }
    /// Describes a code whose every error temporarily refuses a call.
    fn new() {}
}

table! {
    /// A JSON-RPC error code that the spec describes.
    #[derive(Debug)]
    struct RpcError {
        /// The numeric code.
        code: i64,
        /// Name of the error in the spec.
        name: &'static str,
        ..
        /// Condition under which the service returns the error; may be empty.
        or doc: &'static str = "",
        /// Whether the call may be repeated; `None` if unknown.
        some retry: RpcRetry,
        /// Parts of the messages, compared case-insensitively, of errors whose call may succeed in a
        /// smaller batch; empty if each error of the code is one, `None` if none is.
        some smaller: &'static [&'static str],
        /// Type of the member `data` of the error.
        some data: Type,
        /// Errors of the code that temporarily refuse a call; `None` if the name of the code
        /// decides.
        some limited: Limited,
    }
}
