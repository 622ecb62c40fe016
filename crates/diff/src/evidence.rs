//! Evidence that an item was renamed: what it has in common with a removed item.
//!
//! Input: items. Output: an [`Evidence`] of each, and the strength of what two have in common. Names
//! and facts are compared as numbers, since each item is compared with all others.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::item::Kind;
use crate::node::Node;
use crate::topic::{self, Topic};

/// Topics, and the points for an equal fact. Each row counts once. The last row applies to
/// [`SINGLE_KINDS`] only.
const WORTHS: [(&[Topic], u32); 5] = [
    (&[topic::DOC], 3),
    (&[topic::EXAMPLE, topic::EXAMPLES], 2),
    (&[topic::ADDRESS, topic::CODE, topic::KEY], 4),
    (&[topic::TYPE, topic::RESULT, topic::EVENT, topic::FORM], 1),
    (&[topic::BASE_URL, topic::TEST_BEHAVIOUR], 4),
];
/// Kinds of items of which a spec has few.
const SINGLE_KINDS: [Kind; 3] = [Kind::Deployment, Kind::Dialect, Kind::Client];

/// Numbers for names and facts: equal ones have equal numbers.
#[derive(Debug, Default)]
pub(crate) struct Numbers<'n> {
    names: HashMap<&'n str, u32>,
    facts: HashMap<&'n Json, u32>,
}

/// Names and facts of an item, as numbers.
#[derive(Debug)]
pub(crate) struct Evidence<'n> {
    name: u32,
    /// Aliases: further names that the client reads.
    other_names: Vec<u32>,
    /// Paths in Rust.
    rust: &'n [String],
    /// Place of a path parameter.
    slot: Option<u32>,
    /// Stated facts, by the rows of [`WORTHS`].
    facts: [[Option<u32>; 4]; WORTHS.len()],
    has_own_type: bool,
    /// Kind of the type, and its form on the wire.
    forms: [Option<u32>; 2],
    /// Kinds and names of the children, sorted.
    children: Vec<(Kind, u32)>,
}

impl<'n> Numbers<'n> {
    /// Returns the evidence of an item.
    pub(crate) fn evidence(&mut self, node: &'n Node) -> Evidence<'n> {
        let ty = node.fact(topic::TYPE);
        let other_names = node.fact(topic::OTHER_NAMES).as_array().into_iter().flatten().filter_map(Json::as_str);
        let other_names = other_names.map(|name| self.name(name)).collect();
        let mut children: Vec<_> = node.children.iter().map(|child| (child.kind, self.name(&child.name))).collect();
        children.sort_unstable();
        let mut facts = [[None; 4]; WORTHS.len()];
        let rows = if SINGLE_KINDS.contains(&node.kind) { WORTHS.len() } else { WORTHS.len() - 1 };
        for (row, (topics, _)) in facts.iter_mut().zip(WORTHS).take(rows) {
            for (fact, topic) in row.iter_mut().zip(topics) {
                *fact = node.states(*topic).then(|| self.fact(node.fact(*topic)));
            }
        }
        Evidence {
            name: self.name(&node.name),
            other_names,
            rust: &node.rust,
            slot: node.slot.as_deref().map(|slot| self.name(slot)),
            facts,
            has_own_type: is_own_type(ty),
            forms: [Some(self.fact(node.fact(topic::KIND))), ty.get("wire").map(|wire| self.fact(wire))],
            children,
        }
    }

    fn name(&mut self, name: &'n str) -> u32 {
        number(&mut self.names, name)
    }

    fn fact(&mut self, fact: &'n Json) -> u32 {
        number(&mut self.facts, fact)
    }
}

/// Returns the number of a key; a new key gets the next number.
fn number<K: std::hash::Hash + Eq>(known: &mut HashMap<K, u32>, key: K) -> u32 {
    let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
    *known.entry(key).or_insert(next)
}

impl Evidence<'_> {
    /// Returns the strength of the evidence that this item was renamed to `new`.
    pub(crate) fn score(&self, new: &Self) -> u32 {
        let is_same = |(old, new): (&Option<u32>, &Option<u32>)| old.is_some() && old == new;
        let same = self.facts.iter().zip(&new.facts).map(|(old, new)| old.iter().zip(new).any(is_same));
        let worth = |is_so: bool, worth: u32| if is_so { worth } else { 0 };
        let of_facts: u32 = same.zip(WORTHS).map(|(is_same, (_, sum))| worth(is_same, sum)).sum();
        let [[doc, ..], _, _, [ty, ..], _] = self.facts;
        let [[new_doc, ..], _, _, [new_type, ..], _] = new.facts;
        let sum = of_facts
            + worth(self.name == new.name, 4)
            + worth(self.name != new.name && !self.rust.is_empty() && self.rust == new.rust, 3)
            + worth(new.other_names.contains(&self.name), 4)
            + worth(self.has_own_type && is_same((&ty, &new_type)), 1);
        // Without descriptions, a path parameter at the same place of the same address is the same one.
        let is_undescribed = doc.is_none() && new_doc.is_none();
        let sum = sum + worth(is_undescribed && is_same((&self.slot, &new.slot)), 2);
        // Equal descriptions outweigh different kinds if the index in the list is equal, too.
        let against = if is_same((&doc, &new_doc)) { 1 } else { 3 };
        sum + self.shared_children(new) - worth(self.forms != new.forms, against).min(sum)
    }

    /// Returns the evidence from children of the same kind and name: up to 4, and 0 if less than half
    /// of the children are shared.
    fn shared_children(&self, new: &Self) -> u32 {
        let most = self.children.len().max(new.children.len());
        let shared = self.children.iter().filter(|child| new.children.binary_search(child).is_ok()).count();
        if most == 0 || 2 * shared < most { 0 } else { u32::try_from(4 * shared / most).unwrap_or(4) }
    }
}

/// Returns whether a type is declared in the spec. Two members rarely share such a type by chance.
fn is_own_type(ty: &Json) -> bool {
    let text = ty.get("text").and_then(Json::as_str).unwrap_or_default();
    text.trim_matches(['[', ']', ' ']).starts_with(|first: char| first.is_uppercase())
}
