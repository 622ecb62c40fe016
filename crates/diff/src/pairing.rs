//! Pairs the items of two specs that are the same: by name, or by the evidence of a rename.
//!
//! Input: lists of items. Output: pairs. An item counts as renamed if its document, example, wire
//! name or type is that of a removed item. Several pieces of evidence together decide, and the
//! strongest pair is taken first.

use std::collections::{BTreeMap, HashMap};

use crate::evidence::{Evidence, Numbers};
use crate::item::Kind;
use crate::node::Node;
use crate::topic;

/// Minimum sum of the evidence for a rename.
const MIN_EVIDENCE: u32 = 4;
/// Maximum number of pairs that are compared. Specs with more are taken to be unrelated.
const MAX_PAIRS: usize = 1_000_000;

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
    let mut counts: HashMap<Kind, [usize; 2]> = HashMap::new();
    gone.iter().for_each(|at| counts.entry(old[*at].kind).or_default()[0] += 1);
    free.iter().for_each(|at| counts.entry(new[*at].kind).or_default()[1] += 1);
    let mut numbers = Numbers::default();
    let olds: Vec<Evidence<'_>> = gone.iter().map(|at| numbers.evidence(&old[*at])).collect();
    // Pairs by their score, and then by the distance of their indices.
    let mut ranks: BTreeMap<u32, Vec<Vec<(usize, usize)>>> = BTreeMap::new();
    for to in &free {
        let (kind, evidence) = (new[*to].kind, numbers.evidence(&new[*to]));
        let is_only = counts.get(&kind) == Some(&[1, 1]);
        for (from, other) in gone.iter().zip(&olds).filter(|(from, _)| old[**from].kind == kind) {
            let score = other.score(&evidence) + u32::from(from == to) + u32::from(is_only);
            if score >= MIN_EVIDENCE {
                let (rank, distance) = (ranks.entry(score).or_default(), from.abs_diff(*to));
                rank.resize_with(rank.len().max(distance + 1), Vec::new);
                rank[distance].push((*from, *to));
            }
        }
    }
    for (from, to) in ranks.into_values().rev().flatten().flatten() {
        if is_open[from] && partner[to].is_none() {
            (is_open[from], partner[to]) = (false, Some(from));
        }
    }
}

/// Returns whether the client also reads the old name of an item.
pub(crate) fn reads_old_name(old: &Node, new: &Node) -> bool {
    new.fact(topic::OTHER_NAMES).as_array().is_some_and(|names| names.iter().any(|name| *name == old.name))
}
