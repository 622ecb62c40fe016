//! Items of a spec: their kinds, the messages that contain them, and their source places.
//!
//! Input: none. Output: [`Kind`], [`Flow`], [`Spot`].

use std::fmt;

/// Kind of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The spec as a whole.
    Spec,
    /// A file.
    File,
    /// A client.
    Client,
    /// A service.
    Service,
    /// A declared or inline type.
    Type,
    /// A member of a record, or a common member of a union.
    Member,
    /// A value of an enumeration.
    Value,
    /// An arm of a union.
    Arm,
    /// An operation.
    Operation,
    /// A variant of an operation.
    Variant,
    /// A parameter of an operation or subscription.
    Parameter,
    /// A rule across parameters.
    Rule,
    /// A subscription.
    Subscription,
    /// The webhooks of a file.
    Webhooks,
    /// A named error of JSON-RPC.
    Error,
    /// A status of error responses.
    Status,
    /// A variable of a client or service.
    Variable,
    /// A secret.
    Secret,
    /// A server beside that of the base URL.
    Server,
    /// A named endpoint of a service.
    Endpoint,
    /// A family of responses of JSON-RPC servers.
    Dialect,
    /// A deployment.
    Deployment,
}

impl Kind {
    /// The word for people and programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::File => "file",
            Self::Client => "client",
            Self::Service => "service",
            Self::Type => "type",
            Self::Member => "member",
            Self::Value => "value",
            Self::Arm => "arm",
            Self::Operation => "operation",
            Self::Variant => "variant",
            Self::Parameter => "parameter",
            Self::Rule => "rule",
            Self::Subscription => "subscription",
            Self::Webhooks => "webhooks",
            Self::Error => "error",
            Self::Status => "status",
            Self::Variable => "variable",
            Self::Secret => "secret",
            Self::Server => "server",
            Self::Endpoint => "endpoint",
            Self::Dialect => "dialect",
            Self::Deployment => "deployment",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

/// Which messages have a thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// Requests.
    pub(crate) sent: bool,
    /// Responses and events.
    pub(crate) received: bool,
}

/// A place in a spec.
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
