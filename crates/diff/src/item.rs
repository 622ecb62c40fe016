//! Items of a spec: their kinds, the messages that contain them, and their source places.
//!
//! Input: none. Output: [`Kind`], [`Flow`], [`Spot`].

use std::fmt;

use crate::word::worded;

worded! {
    /// Kind of an item of a spec.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind {
        /// Whole spec.
        #[default]
        Spec "spec",
        /// A file.
        File "file",
        /// A client.
        Client "client",
        /// A service.
        Service "service",
        /// A declared or inline type.
        Type "type",
        /// A member of a record, or a common member of a union.
        Member "member",
        /// A value of an enumeration.
        Value "value",
        /// An arm of a union.
        Arm "arm",
        /// An operation.
        Operation "operation",
        /// A variant of an operation.
        Variant "variant",
        /// A parameter of an operation or subscription.
        Parameter "parameter",
        /// A rule across parameters.
        Rule "rule",
        /// A subscription.
        Subscription "subscription",
        /// The webhooks of a file.
        Webhooks "webhooks",
        /// A named error of JSON-RPC.
        Error "error",
        /// A status of error responses.
        Status "status",
        /// A variable of a client or service.
        Variable "variable",
        /// A secret.
        Secret "secret",
        /// An additional server of a client, beside that of its base URL.
        Server "server",
        /// A named endpoint of a service.
        Endpoint "endpoint",
        /// A family of responses of JSON-RPC servers.
        Dialect "dialect",
        /// A deployment.
        Deployment "deployment",
    }
}

/// Directions of the messages that contain an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// Whether requests contain the item.
    pub(crate) sent: bool,
    /// Whether responses or events contain the item.
    pub(crate) received: bool,
}

/// Source place in a spec.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// Path of the file, as given.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
}

impl fmt::Display for Spot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.line)
    }
}
