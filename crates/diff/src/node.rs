//! Nodes: a spec as a tree of items with facts, which is compared.
//!
//! Input: none. Output: [`Node`]. An item is identified by its kind and its name within the parent.
//! Every fact has a topic, by which `rules` finds the meaning of a change.

use chainloom_codegen::model::RuleKind;
use serde_json::Value as Json;

use crate::item::{Flow, Kind, Spot};
use crate::topic::{self, Topic};
use crate::values::{Values, is_like_absent};

/// Topic and value of a fact.
pub(crate) type Fact = (Topic, Json);

/// Item of a spec, with its facts and the items within it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// Name within the parent.
    pub(crate) name: String,
    /// Path of the file that declares the item, for kinds whose names belong to a file.
    pub(crate) home: String,
    pub(crate) spot: Spot,
    pub(crate) flow: Flow,
    pub(crate) facts: Vec<Fact>,
    /// Paths of the item's declarations in the generated crate.
    pub(crate) rust: Vec<String>,
    pub(crate) children: Vec<Node>,
    /// Whether the item is required, such as a parameter without a default.
    pub(crate) demanded: bool,
    /// Values of the item's type on the wire.
    pub(crate) values: Option<Values>,
    /// Values of the members that a record does not describe, if it has a map of them.
    pub(crate) rest: Option<Values>,
    /// Address of an operation without names, and the index of a path parameter in it.
    pub(crate) slot: Option<String>,
    /// Secrets that calls of a client may carry which states no alternatives. Null for other items.
    pub(crate) secrets: Json,
    /// Whether messages do not contain the name, such as that of a path parameter.
    pub(crate) has_local_name: bool,
    /// The rule, of a node of a rule: its name is the text of the rule.
    pub(crate) rule: Option<RuleKind>,
    /// Whether a client fails on an item of this kind that its spec does not describe, such as a status.
    pub(crate) is_closed: bool,
}

impl Node {
    pub(crate) fn new(kind: Kind, name: impl Into<String>, spot: Spot) -> Self {
        Self { kind, name: name.into(), spot, ..Self::default() }
    }

    /// Adds facts.
    pub(crate) fn with(mut self, facts: impl IntoIterator<Item = Fact>) -> Self {
        self.facts.extend(facts);
        self
    }

    /// Adds paths in the generated crate.
    pub(crate) fn in_rust(mut self, paths: impl IntoIterator<Item = String>) -> Self {
        self.rust.extend(paths);
        self
    }

    /// Sets the values of the item's type.
    pub(crate) fn of_values(mut self, values: Option<Values>) -> Self {
        self.values = values;
        self
    }

    /// Returns whether functions take the parameter or member by position.
    pub(crate) fn is_argument(&self) -> bool {
        self.demanded && self.flow.sent && !self.states(topic::CONSTANT)
    }

    /// Returns the value of a fact. Null if the item does not have it.
    pub(crate) fn fact(&self, topic: Topic) -> &Json {
        self.facts.iter().find(|(known, _)| *known == topic).map_or(&Json::Null, |(_, value)| value)
    }

    /// Returns whether the item has a fact, even if its value means that the spec omits a key.
    pub(crate) fn has(&self, topic: Topic) -> bool {
        self.facts.iter().any(|(known, _)| *known == topic)
    }

    /// Returns whether the spec states a fact.
    pub(crate) fn states(&self, topic: Topic) -> bool {
        !is_like_absent(self.fact(topic))
    }
}
