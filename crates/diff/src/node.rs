//! Nodes: a spec as a tree of items with facts, which is compared.
//!
//! Input: none. Output: [`Node`]. An item is identified by its kind and its name within the parent.
//! Every fact has a topic, by which `rules` finds the meaning of a change.

use serde_json::Value as Json;

use crate::ruling::says_nothing;
use crate::thing::{Flow, Kind, Spot};
use crate::topic::{self, Topic};

/// A fact: its topic and its value.
pub(crate) type Fact = (Topic, Json);

/// A thing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The name within the thing above.
    pub(crate) name: String,
    /// The file of a spec that has it, where names are those of a file.
    pub(crate) home: String,
    pub(crate) spot: Spot,
    pub(crate) flow: Flow,
    pub(crate) facts: Vec<Fact>,
    /// The paths of its items in the generated crate.
    pub(crate) rust: Vec<String>,
    pub(crate) children: Vec<Node>,
    /// Whether it must be there: a required parameter or member.
    pub(crate) demanded: bool,
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

    /// Returns whether functions take the parameter or member by position.
    pub(crate) fn is_argument(&self) -> bool {
        self.demanded && self.flow.sent && !self.states(topic::CONSTANT)
    }

    /// The value of a fact; null where there is none.
    pub(crate) fn fact(&self, topic: Topic) -> &Json {
        self.facts.iter().find(|(known, _)| *known == topic).map_or(&Json::Null, |(_, value)| value)
    }

    /// Returns whether items of this kind have a fact, though its value may be that the spec omits a key.
    pub(crate) fn has(&self, topic: Topic) -> bool {
        self.facts.iter().any(|(known, _)| *known == topic)
    }

    /// Returns whether the spec states a fact.
    pub(crate) fn states(&self, topic: Topic) -> bool {
        !says_nothing(self.fact(topic))
    }
}
