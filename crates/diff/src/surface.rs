//! Verdicts for Rust: compares the declarations of two crates, and reports each difference with its cause.
//!
//! Input: the public API of both crates, and the comparison of both specs. Output: the changes,
//! with a verdict for Rust. A removed or changed declaration breaks programs, an added one does
//! not. No declaration is omitted: without a cause in the spec, it becomes a separate change.

use std::collections::BTreeSet;

use chainloom_codegen::{ApiItem, Surface};

use crate::change::{Change, Declaration, Sort};
use crate::compare::{Comparison, Fate};
use crate::item::Kind;
use crate::ruling::ruling;
use crate::topic::{self, InRust};
use crate::verdict::Verdict;

/// Declaration that differs, with its path in the new crate.
struct Difference<'s> {
    path: String,
    old: Option<(&'s str, &'s ApiItem)>,
    new: Option<&'s ApiItem>,
    /// Whether only arguments of the same type changed places: programs compile, but pass them in
    /// the old order.
    is_exchange: bool,
    /// Paths of types in the old and the new declaration.
    mentions: BTreeSet<String>,
}

impl Difference<'_> {
    /// Returns the verdict for Rust: an added declaration is additive, any other difference
    /// breaking.
    fn verdict(&self) -> Verdict {
        match (self.old, self.new) {
            (None, _) => Verdict::Additive,
            _ => Verdict::Breaking,
        }
    }

    /// Returns the difference for the report.
    fn declaration(&self) -> Declaration {
        Declaration {
            path: self.old.map_or(self.path.as_str(), |(path, _)| path).to_owned(),
            old: self.old.map(|(_, item)| item.shown.clone()),
            new: self.new.map(|item| match self.old {
                Some((path, _)) if path != self.path => format!("now `{}`: `{}`", self.path, item.shown),
                _ => item.shown.clone(),
            }),
        }
    }
}

/// Adds the verdicts for Rust to the changes of a comparison.
pub(crate) fn add_rust_verdicts(mut comparison: Comparison, old: &Surface, new: &Surface) -> Vec<Change> {
    report_moves(&mut comparison, old, new);
    let mut left = Vec::new();
    for difference in differences(&comparison, old, new) {
        let causes = causes(&comparison, &difference);
        match causes {
            Some(causes) => {
                for (place, at) in causes.into_iter().enumerate() {
                    let change = &mut comparison.changes[at];
                    // A declaration is attributed to one cause: the first.
                    if place == 0 || is_decisive(change) {
                        change.rust = change.rust.max(difference.verdict());
                    }
                    change.compiles |= difference.is_exchange;
                    if place == 0 || change.sort == Sort::Added || change.sort == Sort::Removed {
                        change.declarations.push(difference.declaration());
                    }
                }
            }
            None => left.push(difference),
        }
    }
    add_unexplained(&mut comparison, left);
    // Changed uses of a type are reported at the items that use it. Here, they only explain
    // declarations.
    comparison.changes.retain(|change| change.topic != topic::USE || !change.declarations.is_empty());
    comparison.changes
}

/// Reports paths in Rust that changed while their declarations stayed equal. Programs do not find
/// the old path any more.
fn report_moves(comparison: &mut Comparison, old: &Surface, new: &Surface) {
    let mut moved: Vec<(String, String)> =
        comparison.moved.iter().map(|(old, new)| (old.clone(), new.clone())).collect();
    moved.sort();
    for (before, after) in moved {
        let Some(item) = old.items.get(&before) else { continue };
        if new.items.get(&after).is_none_or(|now| now.shape != with_new_names(comparison, &item.shape)) {
            // The declaration differs, too, and is reported with its other differences.
            continue;
        }
        let Some(id) = comparison.owners.get(&after).copied() else { continue };
        let at = comparison.visited[id].shaping.first().copied();
        let at =
            at.or_else(|| ancestors(comparison, id).find_map(|id| comparison.visited[id].shaping.first().copied()));
        let Some(at) = at else { continue };
        let change = &mut comparison.changes[at];
        change.rust = Verdict::Breaking;
        let shown = Some(item.shown.clone());
        change.declarations.push(Declaration { path: before, old: shown, new: Some(format!("now `{after}`")) });
    }
}

/// Iterates over the items around an item, from the inside out.
fn ancestors(comparison: &Comparison, id: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(comparison.visited[id].parent, |at| comparison.visited[*at].parent)
}

/// Returns the declarations that differ after renamed items got their new names in the old crate.
fn differences<'s>(comparison: &Comparison, old: &'s Surface, new: &'s Surface) -> Vec<Difference<'s>> {
    let mut found = Vec::new();
    let mut matched = BTreeSet::new();
    for (path, item) in &old.items {
        let renamed = with_new_names(comparison, path);
        let now = new.items.get(&renamed);
        if now.is_some() {
            matched.insert(renamed.clone());
        }
        let shape = with_new_names(comparison, &item.shape);
        let is_exchange = now.is_some_and(|now| now.shape == shape && now.shown != item.shown)
            && owner(comparison, &renamed).is_some_and(|id| order_change(comparison, id).is_some());
        if is_exchange || now.is_none_or(|now| now.shape != shape) {
            let told = [Some(renamed.as_str()), Some(shape.as_str()), now.map(|now| now.shape.as_str())];
            let mentions = told.into_iter().flatten().flat_map(paths_in).map(str::to_owned).collect();
            found.push(Difference { path: renamed, old: Some((path, item)), new: now, is_exchange, mentions });
        }
    }
    for (path, item) in new.items.iter().filter(|(path, _)| !matched.contains(*path)) {
        let mentions = paths_in(path).chain(paths_in(&item.shape)).map(str::to_owned).collect();
        found.push(Difference { path: path.clone(), old: None, new: Some(item), is_exchange: false, mentions });
    }
    found
}

/// Replaces the names of the old crate in a text by the corresponding names of the new crate.
fn with_new_names(comparison: &Comparison, text: &str) -> String {
    if comparison.moved.is_empty() {
        return text.to_owned();
    }
    if let Some(path) = comparison.moved.get(text) {
        return path.clone();
    }
    // The path of a member is one name: `Book.title`.
    if let Some((owner, member)) = text.rsplit_once('.').filter(|(owner, _)| !owner.contains(' ')) {
        return format!("{}.{member}", with_new_names(comparison, owner));
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_of_path) {
        out.push_str(&rest[..start]);
        let end = rest[start..].find(|one| !is_of_path(one)).map_or(rest.len(), |length| start + length);
        out.push_str(&renamed_path(comparison, &rest[start..end]));
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn is_of_path(one: char) -> bool {
    one.is_alphanumeric() || one == '_' || one == ':'
}

/// Replaces the longest beginning of a path that has a new name.
fn renamed_path(comparison: &Comparison, path: &str) -> String {
    let mut begin = path;
    loop {
        if let Some(now) = comparison.moved.get(begin) {
            return format!("{now}{}", &path[begin.len()..]);
        }
        match begin.rfind("::") {
            Some(at) => begin = &begin[..at],
            None => return path.to_owned(),
        }
    }
}

/// Returns the change that reorders the arguments of an item.
fn order_change(comparison: &Comparison, id: usize) -> Option<usize> {
    comparison.visited[id].shaping.iter().copied().find(|at| comparison.changes[*at].topic == topic::ARGUMENTS)
}

/// Iterates over the Rust paths in a declaration that have several segments.
fn paths_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|one| !is_of_path(one)).filter(|part| part.contains("::"))
}

/// Returns the changes with which a declaration is reported. They are changes of the item that owns
/// it, else of items within that item, else of a type that the declaration names. `None` if there
/// are no such changes. Empty if the owner is reported with another item.
fn causes(comparison: &Comparison, difference: &Difference<'_>) -> Option<Vec<usize>> {
    let owner = owner(comparison, &difference.path);
    if let Some(id) = owner {
        let visited = &comparison.visited[id];
        let order: Vec<usize> = order_change(comparison, id).into_iter().collect();
        match visited.fate {
            Fate::Absorbed => return Some(Vec::new()),
            _ if difference.is_exchange => return Some(order),
            _ if visited.shaping != order => return Some(visited.shaping.clone()),
            _ => {}
        }
        // A new order of arguments does not explain an argument that was added, removed or changed
        // its type.
        let inside = [order, changes_within(comparison, id, difference)].concat();
        if !inside.is_empty() {
            return Some(inside);
        }
    }
    let named: Vec<usize> =
        difference.mentions.iter().filter_map(|path| comparison.owners.get(path)).copied().collect();
    let of_types = named.iter().flat_map(|id| comparison.visited[*id].shaping.iter().copied()).collect::<BTreeSet<_>>();
    if !of_types.is_empty() {
        return Some(of_types.into_iter().collect());
    }
    let of_parents = owner
        .map(|id| ancestors(comparison, id).flat_map(|at| comparison.visited[at].shaping.clone()).collect::<Vec<_>>());
    if let Some(all) = of_parents.filter(|all| !all.is_empty()) {
        return Some(all);
    }
    // The members of a type decide about its traits, at any depth.
    let deep: BTreeSet<usize> = named.iter().flat_map(|id| changes_within(comparison, *id, difference)).collect();
    (!deep.is_empty()).then(|| deep.into_iter().collect())
}

/// Returns the changes of items within an item that influence its declaration.
fn changes_within(comparison: &Comparison, id: usize, difference: &Difference<'_>) -> Vec<usize> {
    if comparison.visited[id].kind == Kind::Spec {
        return Vec::new();
    }
    let is_new = difference.old.is_none();
    // The items within an item follow it.
    let is_below = |at: usize| ancestors(comparison, at).any(|above| above == id);
    let below = comparison.visited.iter().enumerate().skip(id + 1).take_while(|(at, _)| is_below(*at));
    let children: Vec<_> = below.map(|(_, one)| one).filter(|one| !one.shaping.is_empty()).collect();
    // A constructor or a method has arguments, and traits depend on everything.
    let all_count = is_new || difference.path.starts_with("impl ") || !children.iter().any(|one| one.touches_parent);
    let those = children.iter().filter(|one| all_count || one.touches_parent);
    those.flat_map(|one| one.shaping.iter().copied()).collect()
}

/// Returns whether a change alone makes a declaration differ.
fn is_decisive(change: &Change) -> bool {
    change.topic.in_rust == InRust::Decisive
}

/// Returns the item that owns a path, or else the nearest beginning of the path. `None` if no item
/// does.
fn owner(comparison: &Comparison, path: &str) -> Option<usize> {
    let mut path = path;
    // Imports of a module belong to the whole crate.
    if path.starts_with("use ") || path.contains("::use ") {
        return Some(0);
    }
    if let Some(id) = comparison.owners.get(path) {
        return Some(*id);
    }
    if let Some((_, target)) = path.strip_prefix("impl ").and_then(|rest| rest.rsplit_once(" for ")) {
        path = target;
    }
    path = path.strip_prefix("result of ").unwrap_or(path);
    if let Some((_, target)) = path.split_once("! ") {
        path = target;
    }
    loop {
        if let Some(id) = comparison.owners.get(path) {
            return Some(*id);
        }
        // In `Call<calls::FindBook>::page`, the generic argument identifies the item.
        let (at, is_argument) = match (path.rfind("::"), path.rfind('.'), path.rfind('>')) {
            (method, member, Some(close)) if method.max(member).is_none_or(|at| at < close) => (close, true),
            (method, member, _) => (method.max(member)?, false),
        };
        if is_argument && at + 1 == path.len() {
            let open = path.find('<')?;
            path = &path[open + 1..at];
        } else {
            path = &path[..at];
        }
    }
}

/// Adds declarations that belong to no change: one change for each item that owns some of them.
fn add_unexplained(comparison: &mut Comparison, left: Vec<Difference<'_>>) {
    let mut made: Vec<(Option<usize>, usize)> = Vec::new();
    for difference in left {
        let owner = owner(comparison, &difference.path);
        let at = match made.iter().find(|(id, _)| *id == owner && owner.is_some()) {
            Some((_, at)) => *at,
            None => {
                comparison.changes.push(unexplained_change(comparison, owner, &difference));
                made.push((owner, comparison.changes.len() - 1));
                comparison.changes.len() - 1
            }
        };
        let change = &mut comparison.changes[at];
        change.rust = change.rust.max(difference.verdict());
        change.declarations.push(difference.declaration());
    }
}

/// Builds the change of declarations that no fact of the owner explains.
fn unexplained_change(comparison: &Comparison, owner: Option<usize>, difference: &Difference<'_>) -> Change {
    let mut visited = comparison.visited[owner.unwrap_or(0)].clone();
    if owner.is_none() {
        (visited.subject, visited.old, visited.new) = (format!("`{}`", difference.path), None, None);
    }
    let what = format!("{} is declared differently in Rust", visited.subject);
    let explains = |change: &Change| ![Sort::Other, Sort::Documentation].contains(&change.sort);
    let is_consequence = comparison.changes.iter().any(explains);
    let why = if is_consequence { "it follows from the other changes" } else { topic::UNEXPLAINED };
    visited.change(Sort::Other, topic::DECLARATION, what, ruling(Verdict::Harmless, why))
}
