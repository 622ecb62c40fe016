//! Nodes: a spec as a tree of items with facts, which is compared.
//!
//! Input: none. Output: [`Node`]. An item is identified by its kind and its name within the parent.
//! Every fact has a topic, by which `rules` finds the meaning of a change.

use serde_json::Value as Json;

use crate::thing::{Flow, Kind, Spot};
use crate::topic::Topic;

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
