//! Pairs the items of two specs that are the same: by name, or by the evidence of a rename.
//!
//! Input: lists of items. Output: pairs. An item counts as renamed if its document, example, wire
//! name or type is that of a removed item. Several pieces of evidence together decide, and the
//! strongest pair is taken first.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::item::Kind;
use crate::node::Node;
use crate::topic::{self, Topic};

/// Minimum sum of the evidence for a rename.
const MIN_EVIDENCE: u32 = 4;
/// Maximum number of pairs that are compared. Specs with more are taken to be unrelated.
const MAX_PAIRS: usize = 4_000_000;

/// Indices of an item in the old and in the new list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) old: Option<usize>,
    pub(crate) new: Option<usize>,
}

/// Pairs the items of two lists: all items of the new list in their order, then the removed items.
pub(crate) fn pair(old: &[Node], new: &[Node]) -> Vec<Pair> {
    let key = |node: &Node| (node.kind, home(node).to_owned(), node.name.clone());
    let mut known: HashMap<_, Vec<usize>> = HashMap::new();
    for (at, node) in old.iter().enumerate().rev() {
        known.entry(key(node)).or_default().push(at);
    }
    let mut partner: Vec<Option<usize>> = new.iter().map(|node| known.get_mut(&key(node)).and_then(Vec::pop)).collect();
    let mut is_open = vec![true; old.len()];
    partner.iter().flatten().for_each(|at| is_open[*at] = false);
    pair_renamed(old, new, &mut partner, &mut is_open);
    let mut pairs: Vec<Pair> = partner.iter().enumerate().map(|(at, old)| Pair { old: *old, new: Some(at) }).collect();
    pairs
        .extend(is_open.iter().enumerate().filter(|(_, open)| **open).map(|(at, _)| Pair { old: Some(at), new: None }));
    pairs
}

/// Returns the scope in which the name of a node is unique: the file of a type, or the whole spec (empty) otherwise.
fn home(node: &Node) -> &str {
    if node.kind == Kind::Type { &node.home } else { "" }
}

/// Pairs items whose evidence for a rename suffices. `partner` has the old index of each new item,
/// and `is_open` says which old items have no partner.
fn pair_renamed(old: &[Node], new: &[Node], partner: &mut [Option<usize>], is_open: &mut [bool]) {
    let free: Vec<usize> = (0..new.len()).filter(|at| partner[*at].is_none()).collect();
    let gone: Vec<usize> = (0..old.len()).filter(|at| is_open[*at]).collect();
    if free.len().saturating_mul(gone.len()) > MAX_PAIRS {
        return;
    }
    let only = |kind: Kind| {
        let count = |nodes: &[Node], places: &[usize]| places.iter().filter(|at| nodes[**at].kind == kind).count();
        count(old, &gone) == 1 && count(new, &free) == 1
    };
    let mut scores = Vec::new();
    for to in &free {
        for from in &gone {
            let (one, other) = (&old[*from], &new[*to]);
            if one.kind == other.kind {
                let score = score(one, other) + u32::from(from == to) + u32::from(only(one.kind));
                scores.push((score, *from, *to));
            }
        }
    }
    scores.retain(|(score, ..)| *score >= MIN_EVIDENCE);
    scores.sort_by_key(|(score, from, to)| (std::cmp::Reverse(*score), from.abs_diff(*to), *from));
    for (_, from, to) in scores {
        if is_open[from] && partner[to].is_none() {
            (is_open[from], partner[to]) = (false, Some(from));
        }
    }
}

/// Returns the strength of the evidence that an item was renamed.
fn score(old: &Node, new: &Node) -> u32 {
    let same = |topic: Topic| old.states(topic) && old.fact(topic) == new.fact(topic);
    let worth = |is_so: bool, worth: u32| if is_so { worth } else { 0 };
    let mut sum = worth(old.name == new.name, 4)
        + worth(same(topic::DOC), 3)
        + worth(same(topic::EXAMPLE) || same(topic::EXAMPLES), 2)
        + worth(kept_rust_name(old, new), 3)
        + worth(reads_old_name(old, new), 4)
        + worth(same(topic::ADDRESS) || same(topic::CODE) || same(topic::KEY), 4)
        + worth(same(topic::TYPE) || same(topic::RESULT) || same(topic::EVENT) || same(topic::FORM), 1)
        + worth(is_own_type(old.fact(topic::TYPE)) && same(topic::TYPE), 1);
    if old.kind == Kind::Deployment || old.kind == Kind::Dialect || old.kind == Kind::Client {
        sum += worth(same(topic::BASE_URL) || same(topic::TEST_BEHAVIOUR), 4);
    }
    // Equal descriptions outweigh different kinds if the index in the list is equal, too.
    let against = if same(topic::DOC) { 1 } else { 3 };
    sum + shared_children(old, new) - worth(differs_in_kind(old, new), against).min(sum)
}

/// Returns whether two items have different kinds of types, or types with different forms on the
/// wire.
fn differs_in_kind(old: &Node, new: &Node) -> bool {
    let wire = |node: &Node| node.fact(topic::TYPE).get("wire").and_then(Json::as_str).map(str::to_owned);
    old.fact(topic::KIND) != new.fact(topic::KIND) || wire(old) != wire(new)
}

/// Returns whether a renamed item kept its name in Rust.
fn kept_rust_name(old: &Node, new: &Node) -> bool {
    !old.rust.is_empty() && old.rust == new.rust && old.name != new.name
}

/// Returns whether the client also reads the old name of an item.
pub(crate) fn reads_old_name(old: &Node, new: &Node) -> bool {
    new.fact(topic::OTHER_NAMES).as_array().is_some_and(|names| names.iter().any(|name| *name == old.name))
}

/// Returns whether a type is declared in the spec. Two members rarely share such a type by chance.
fn is_own_type(ty: &Json) -> bool {
    let text = ty.get("text").and_then(Json::as_str).unwrap_or_default();
    text.trim_matches(['[', ']', ' ']).starts_with(|first: char| first.is_uppercase())
}

/// Returns the evidence from children of the same names: up to 4, and 0 if less than half of them
/// are the same.
fn shared_children(old: &Node, new: &Node) -> u32 {
    let most = old.children.len().max(new.children.len());
    let is_there = |child: &&Node| new.children.iter().any(|one| one.kind == child.kind && one.name == child.name);
    let shared = old.children.iter().filter(is_there).count();
    if most == 0 || 2 * shared < most { 0 } else { u32::try_from(4 * shared / most).unwrap_or(4) }
}
