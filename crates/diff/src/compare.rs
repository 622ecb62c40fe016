//! Compares two trees: finds added, removed, renamed and changed items.
//!
//! Input: the trees of two specs. Output: changes with their verdicts for the wire, and the items
//! that own declarations in Rust, to which `surface` adds the verdicts for Rust.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::change::{Change, Sort};
use crate::item::Kind;
use crate::node::Node;
use crate::pairing::{Pair, pair};
use crate::presence;
use crate::renames::with_new_names;
use crate::ruling::{FactChange, Ruling};
use crate::topic::{self, InRust, Topic};
use crate::values::is_like_absent;
use crate::verdict::Verdict;
use crate::words;

/// Item that the comparison has visited.
#[derive(Clone, Debug)]
pub(crate) struct Visited {
    /// Index of the enclosing item.
    pub(crate) parent: Option<usize>,
    pub(crate) fate: Fate,
    /// Indices of the item's changes that influence declarations in Rust.
    pub(crate) shaping: Vec<usize>,
    /// Whether the item is or was a positional argument of the functions of its parent.
    pub(crate) touches_parent: bool,
    pub(crate) subject: String,
    pub(crate) kind: Kind,
    pub(crate) old: Option<crate::Spot>,
    pub(crate) new: Option<crate::Spot>,
}

impl Visited {
    /// Returns a change of the item. The verdict for Rust is added later, from the declarations of
    /// the crates.
    pub(crate) fn change(&self, sort: Sort, topic: Topic, what: String, ruling: Ruling) -> Change {
        Change {
            sort,
            kind: self.kind,
            subject: self.subject.clone(),
            topic,
            what,
            old: self.old.clone(),
            new: self.new.clone(),
            wire: ruling.wire,
            rust: Verdict::Harmless,
            why: ruling.why,
            compiles: false,
            declarations: Vec::new(),
        }
    }
}

/// Presence of an item in the two specs, and whether its change is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The item is in both specs.
    Kept,
    /// The item was added or removed, which is reported as a change.
    Reported,
    /// The item was added or removed together with the item that uses it, for which the change is
    /// reported.
    Absorbed,
}

/// Result of a comparison of two trees.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    pub(crate) changes: Vec<Change>,
    pub(crate) visited: Vec<Visited>,
    /// Index of the item that owns a path in Rust. Paths have their names in the new crate.
    pub(crate) owners: HashMap<String, usize>,
    /// New paths in Rust, keyed by old paths. Only paths that differ.
    pub(crate) moved: HashMap<String, String>,
}

/// Compares the trees of two specs.
pub(crate) fn compare_trees(old: &Node, new: &Node) -> Comparison {
    let mut comparison = Comparison::default();
    comparison.compare_items(&with_new_names(old, new), new, None, "the spec".to_owned(), &[]);
    comparison
}

impl Comparison {
    /// Compares an item that is in both specs, and then the items within it. `above` are its
    /// ancestors.
    fn compare_items(&mut self, old: &Node, new: &Node, parent: Option<usize>, subject: String, above: &[&Node]) {
        let id = self.visit(Some(old), Some(new), parent, &subject, Fate::Kept);
        for (before, after) in old.rust.iter().zip(&new.rust) {
            if before != after {
                self.moved.insert(before.clone(), after.clone());
            }
        }
        for path in new.rust.iter().chain(&old.rust) {
            self.owners.entry(path.clone()).or_insert(id);
        }
        if old.name != new.name {
            self.report_rename(id, old, new, &subject);
        }
        if old.home != new.home && !old.states(topic::FILE) {
            let what = format!("{subject} moves from the file `{}` to `{}`", old.home, new.home);
            let ruling = topic::FILE.ruling(&fact_change(topic::FILE, old, new));
            self.add_change(id, Sort::Renamed, topic::FILE, what, ruling);
        }
        let topics = old.facts.iter().chain(new.facts.iter().filter(|(topic, _)| !old.has(*topic)));
        for (topic, _) in
            topics.filter(|(topic, _)| differs(*topic, old, new) && !is_reported_by_name(*topic, old, new))
        {
            self.report_fact(id, *topic, &fact_change(*topic, old, new), &subject);
        }
        self.sort_shaping(id);
        let is_other_kind = old.fact(topic::KIND) != new.fact(topic::KIND);
        let lineage: Vec<&Node> = above.iter().copied().chain([new]).collect();
        for pair in pair(&old.children, &new.children) {
            match (pair.old.map(|at| &old.children[at]), pair.new.map(|at| &new.children[at])) {
                (Some(before), Some(after)) => {
                    self.compare_items(before, after, Some(id), words::subject(before, &lineage), &lineage);
                }
                // What types of other kinds contain is not compared. Its declarations are those of the type.
                (one, None) | (None, one) if is_other_kind => {
                    one.into_iter().for_each(|node| self.own_paths(node, id));
                }
                (Some(gone), None) => self.report_one_sided(gone, None, id, &lineage),
                (None, Some(came)) => self.report_one_sided(came, Some(old), id, &lineage),
                (None, None) => {}
            }
        }
    }

    /// Reports an item that only one spec has. An item that was added has been added to `grown`.
    fn report_one_sided(&mut self, node: &Node, grown: Option<&Node>, parent: usize, lineage: &[&Node]) {
        let is_new = grown.is_some();
        let subject = words::subject(node, lineage);
        // An inline type is added and removed with the item that uses it, which is reported.
        let is_absorbed = node.states(topic::INLINE);
        let fate = if is_absorbed { Fate::Absorbed } else { Fate::Reported };
        let (old, new) = if is_new { (None, Some(node)) } else { (Some(node), None) };
        let id = self.visit(old, new, Some(parent), &subject, fate);
        self.own_paths(node, id);
        if is_absorbed {
            return;
        }
        let ruling =
            grown.map_or_else(|| presence::ruling_of_removed(node), |old| presence::ruling_of_added(node, old));
        let sort = if is_new { Sort::Added } else { Sort::Removed };
        let what = words::presence(&subject, node, is_new);
        self.add_change(id, sort, topic::WHOLE, what, ruling);
    }

    /// Makes an item that was added or removed the owner of its paths in Rust, and of the paths of
    /// all items within it.
    fn own_paths(&mut self, node: &Node, id: usize) {
        for path in &node.rust {
            self.owners.entry(path.clone()).or_insert(id);
        }
        node.children.iter().for_each(|child| self.own_paths(child, id));
    }

    /// Reports a new name, and the type of the item if it changed as well.
    fn report_rename(&mut self, id: usize, old: &Node, new: &Node, subject: &str) {
        let mut ruling = presence::ruling_of_renamed(old, new);
        let mut what = if new.kind == Kind::Rule {
            format!("{subject} becomes `{}`", new.name)
        } else {
            format!("{subject} is now called `{}`", new.name)
        };
        if is_reported_by_name(topic::TYPE, old, new) && differs(topic::TYPE, old, new) {
            let change = fact_change(topic::TYPE, old, new);
            what.push_str(&words::with_another_type(&change));
            ruling = ruling.and(topic::TYPE.ruling(&change));
        }
        self.add_change(id, Sort::Renamed, topic::NAME, what, ruling);
    }

    /// Reports a changed fact.
    fn report_fact(&mut self, id: usize, topic: Topic, change: &FactChange<'_>, subject: &str) {
        let ruling = topic.ruling(change);
        let sort = if ruling.is_prose { Sort::Documentation } else { Sort::Changed };
        self.add_change(id, sort, topic, words::fact(subject, topic, change), ruling);
    }

    /// Adds a change of a visited item.
    fn add_change(&mut self, id: usize, sort: Sort, topic: Topic, what: String, ruling: Ruling) {
        let visited = &mut self.visited[id];
        if topic.in_rust != InRust::Unseen {
            visited.shaping.push(self.changes.len());
        }
        self.changes.push(visited.change(sort, topic, what, ruling));
    }

    /// Sorts the changes of an item: those that decide about its declaration come first.
    fn sort_shaping(&mut self, id: usize) {
        let changes = &self.changes;
        self.visited[id].shaping.sort_by_key(|at| rank(changes[*at].topic));
    }

    /// Adds an item to the visited items, and returns its index.
    fn visit(
        &mut self,
        old: Option<&Node>,
        new: Option<&Node>,
        parent: Option<usize>,
        subject: &str,
        fate: Fate,
    ) -> usize {
        let kind = old.or(new).map_or(Kind::Spec, |node| node.kind);
        self.visited.push(Visited {
            parent,
            fate,
            shaping: Vec::new(),
            touches_parent: old.is_some_and(|node| node.demanded) || new.is_some_and(|node| node.demanded),
            subject: subject.to_owned(),
            kind,
            old: old.map(|node| node.spot.clone()),
            new: new.map(|node| node.spot.clone()),
        });
        self.visited.len() - 1
    }
}

/// Returns a fact of an item that is in both specs, before and after.
fn fact_change<'n>(topic: Topic, old: &'n Node, new: &'n Node) -> FactChange<'n> {
    let [before, after] = [old, new].map(|node| match topic == topic::SECURITY && node.fact(topic).is_null() {
        true => &node.secrets,
        false => node.fact(topic),
    });
    FactChange {
        before,
        after,
        kind: new.kind,
        old_flow: old.flow,
        new_flow: new.flow,
        is_demanded: new.demanded,
        values: [old.values.as_ref(), new.values.as_ref()],
    }
}

/// Returns whether the change of the name also reports the fact: the type of a renamed member or parameter.
fn is_reported_by_name(topic: Topic, old: &Node, new: &Node) -> bool {
    topic == topic::TYPE && old.name != new.name && [Kind::Member, Kind::Parameter].contains(&new.kind)
}

/// Returns whether a fact differs and no other change reports the difference.
fn differs(topic: Topic, old: &Node, new: &Node) -> bool {
    let (before, after) = (old.fact(topic), new.fact(topic));
    let is_nowhere = old.has(topic) != new.has(topic) && is_like_absent(before) && is_like_absent(after);
    if is_same(before, after) || is_nowhere || is_order_kept(topic, old, new) {
        return false;
    }
    let is_in_one = |topic: Topic| old.states(topic) != new.states(topic);
    // A type of another kind has other facts. Only the change of its kind is reported.
    let is_of_kind = old.kind == Kind::Type && topic != topic::KIND && old.fact(topic::KIND) != new.fact(topic::KIND);
    // The prose of a fact is added and removed with the fact.
    let is_of_fact = topic.behind_prose().is_some_and(is_in_one);
    !is_of_fact && (!is_of_kind || !is_in_one(topic) || topic.is_prose())
}

/// Returns the rank of a topic among those that decide about a declaration. The lowest comes first.
fn rank(topic: Topic) -> usize {
    const ORDER: [Topic; 9] = [
        topic::WHOLE,
        topic::NAME,
        topic::FILE,
        topic::RUST,
        topic::KIND,
        topic::TYPE,
        topic::RESULT,
        topic::REQUIRED,
        topic::ARGUMENTS,
    ];
    ORDER.iter().position(|known| *known == topic).unwrap_or(ORDER.len())
}

/// Returns whether two values of a fact are equal. Types are compared by name, because their
/// content is a separate item.
fn is_same(before: &Json, after: &Json) -> bool {
    match (before.get("wire"), after.get("wire")) {
        (Some(_), Some(_)) => before.get("text") == after.get("text"),
        _ => before == after,
    }
}

/// Returns whether a topic is an order of parameters or arguments that needs no report: it is
/// unchanged, or the order of the arguments is reported instead.
fn is_order_kept(topic: Topic, old: &Node, new: &Node) -> bool {
    let takes_arguments_in_order = || is_in_order(old, new, Node::is_argument);
    let has_parameters_in_order = || is_in_order(old, new, |node| node.kind == Kind::Parameter);
    if topic == topic::ARGUMENTS {
        takes_arguments_in_order()
    } else if topic == topic::ORDER {
        has_parameters_in_order() || !takes_arguments_in_order()
    } else {
        topic == topic::POSITIONS && (!has_parameters_in_order() || are_positions_kept(old, new))
    }
}

/// Returns whether each parameter that both specs have is at the same position, or one of them has no positions.
fn are_positions_kept(old: &Node, new: &Node) -> bool {
    let is_there = [old, new].iter().all(|node| node.has(topic::POSITIONS));
    let has_moved = |pair: &Pair| match (pair.old, pair.new) {
        (Some(from), Some(to)) => from != to && new.children[to].kind == Kind::Parameter,
        _ => false,
    };
    !is_there || !pair(&old.children, &new.children).iter().any(has_moved)
}

/// Returns whether the children for which `counts` holds in both specs are in the same order. Added
/// and removed children are reported separately.
fn is_in_order(old: &Node, new: &Node, counts: fn(&Node) -> bool) -> bool {
    let pairs = pair(&old.children, &new.children);
    let mut places = pairs.iter().filter_map(|pair| {
        let (from, to) = (pair.old?, pair.new?);
        (counts(&old.children[from]) && counts(&new.children[to])).then_some(from)
    });
    let mut last = None;
    places.all(|place| last.replace(place).is_none_or(|before| before < place))
}
