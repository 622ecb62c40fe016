//! A spec as a tree of things with facts: what is compared.
//!
//! Input: none. Output: [`Node`] and its parts. A thing is known by its kind and its name within
//! the thing above it. Every fact has a topic, by which `rules` finds the meaning of a change.

use std::fmt;

use serde_json::Value as Json;

use crate::topic::Topic;

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

/// A thing.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The name within the thing above.
    pub(crate) name: String,
    /// The file of a spec that has it, where names are those of a file.
    pub(crate) home: String,
    pub(crate) spot: Spot,
    pub(crate) flow: Flow,
    pub(crate) facts: Vec<(Topic, Json)>,
    /// The paths of its items in the generated crate.
    pub(crate) rust: Vec<String>,
    pub(crate) children: Vec<Node>,
    /// Whether it must be there: a required parameter or member.
    pub(crate) demanded: bool,
}

impl Node {
    pub(crate) fn new(kind: Kind, name: impl Into<String>, spot: Spot) -> Self {
        Self {
            kind,
            name: name.into(),
            home: String::new(),
            spot,
            flow: Flow::default(),
            facts: Vec::new(),
            rust: Vec::new(),
            children: Vec::new(),
            demanded: false,
        }
    }

    /// Adds facts.
    pub(crate) fn with(mut self, facts: impl IntoIterator<Item = (Topic, Json)>) -> Self {
        self.facts.extend(facts);
        self
    }

    /// The value of a fact; null where there is none.
    pub(crate) fn fact(&self, topic: Topic) -> &Json {
        self.facts.iter().find(|(known, _)| *known == topic).map_or(&Json::Null, |(_, value)| value)
    }
}
