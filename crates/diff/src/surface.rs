//! Verdicts for Rust: compares the declarations of two crates, and reports each difference with its cause.
//!
//! Input: the public API of both crates, and the walk over both specs. Output: the changes, with a verdict
//! for Rust. A removed or changed declaration breaks programs, an added one does not. No declaration is
//! omitted: one without a cause in the spec is a change of its own.

use std::collections::BTreeSet;

use chainloom_codegen::{ApiItem, Surface};

use crate::change::{Change, Declaration, Sort};
use crate::compare::{Fate, Walk};
use crate::ruling::ruling;
use crate::thing::Kind;
use crate::topic::{self, InRust};
use crate::verdict::Verdict;

/// A declaration that differs, under its path in the new crate.
struct Difference<'s> {
    path: String,
    old: Option<(&'s str, &'s ApiItem)>,
    new: Option<&'s ApiItem>,
    /// Whether only arguments of one type changed places: programs compile, and pass them in the old order.
    is_exchange: bool,
    /// Type paths that its declarations name.
    mentions: BTreeSet<String>,
}

impl Difference<'_> {
    fn verdict(&self) -> Verdict {
        match (self.old, self.new) {
            (None, _) => Verdict::Additive,
            _ => Verdict::Breaking,
        }
    }

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

/// Adds the verdicts for Rust.
pub(crate) fn judge(mut walk: Walk, old: &Surface, new: &Surface) -> Vec<Change> {
    report_moves(&mut walk, old, new);
    let mut left = Vec::new();
    for difference in differences(&walk, old, new) {
        let targets = targets(&walk, &difference);
        match targets {
            Some(targets) => {
                for (place, at) in targets.into_iter().enumerate() {
                    let change = &mut walk.changes[at];
                    // One declaration has one cause, as far as anyone can tell: the first.
                    if place == 0 || decides(change) {
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
    add_rest(&mut walk, left);
    // What uses a type is reported there; here it only explains declarations.
    walk.changes.retain(|change| change.topic != topic::USE || !change.declarations.is_empty());
    walk.changes
}

/// A path that moved is gone for programs, whatever else is the same.
fn report_moves(walk: &mut Walk, old: &Surface, new: &Surface) {
    let mut moved: Vec<(String, String)> = walk.moved.iter().map(|(old, new)| (old.clone(), new.clone())).collect();
    moved.sort();
    for (before, after) in moved {
        let Some(item) = old.items.get(&before) else { continue };
        if new.items.get(&after).is_none_or(|now| now.shape != current(walk, &item.shape)) {
            // It is told with what else of it differs.
            continue;
        }
        let Some(id) = walk.owners.get(&after).copied() else { continue };
        let at = walk.visited[id].shaping.first().copied();
        let at = at.or_else(|| ancestors(walk, id).find_map(|id| walk.visited[id].shaping.first().copied()));
        let Some(at) = at else { continue };
        let change = &mut walk.changes[at];
        change.rust = Verdict::Breaking;
        let shown = Some(item.shown.clone());
        change.declarations.push(Declaration { path: before, old: shown, new: Some(format!("now `{after}`")) });
    }
}

fn ancestors(walk: &Walk, id: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(walk.visited[id].parent, |at| walk.visited[*at].parent)
}

/// Declarations that differ once what was renamed has its new name on both sides.
fn differences<'s>(walk: &Walk, old: &'s Surface, new: &'s Surface) -> Vec<Difference<'s>> {
    let mut found = Vec::new();
    let mut matched = BTreeSet::new();
    for (path, item) in &old.items {
        let renamed = current(walk, path);
        let now = new.items.get(&renamed);
        if now.is_some() {
            matched.insert(renamed.clone());
        }
        let shape = current(walk, &item.shape);
        let is_exchange = now.is_some_and(|now| now.shape == shape && now.shown != item.shown)
            && owner(walk, &renamed).is_some_and(|id| exchange(walk, id).is_some());
        if is_exchange || now.is_none_or(|now| now.shape != shape) {
            let told = [Some(renamed.as_str()), Some(shape.as_str()), now.map(|now| now.shape.as_str())];
            let mentions = told.into_iter().flatten().flat_map(paths).map(str::to_owned).collect();
            found.push(Difference { path: renamed, old: Some((path, item)), new: now, is_exchange, mentions });
        }
    }
    for (path, item) in new.items.iter().filter(|(path, _)| !matched.contains(*path)) {
        let mentions = paths(path).chain(paths(&item.shape)).map(str::to_owned).collect();
        found.push(Difference { path: path.clone(), old: None, new: Some(item), is_exchange: false, mentions });
    }
    found
}

/// A text of the old crate with the names of the new one.
fn current(walk: &Walk, text: &str) -> String {
    if walk.moved.is_empty() {
        return text.to_owned();
    }
    if let Some(path) = walk.moved.get(text) {
        return path.clone();
    }
    // The path of a member is one name: `Book.title`.
    if let Some((owner, member)) = text.rsplit_once('.').filter(|(owner, _)| !owner.contains(' ')) {
        return format!("{}.{member}", current(walk, owner));
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_of_path) {
        out.push_str(&rest[..start]);
        let end = rest[start..].find(|one| !is_of_path(one)).map_or(rest.len(), |length| start + length);
        out.push_str(&renamed_path(walk, &rest[start..end]));
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn is_of_path(one: char) -> bool {
    one.is_alphanumeric() || one == '_' || one == ':'
}

/// A path, of which the longest known beginning is replaced.
fn renamed_path(walk: &Walk, path: &str) -> String {
    let mut begin = path;
    loop {
        if let Some(now) = walk.moved.get(begin) {
            return format!("{now}{}", &path[begin.len()..]);
        }
        match begin.rfind("::") {
            Some(at) => begin = &begin[..at],
            None => return path.to_owned(),
        }
    }
}

/// Returns the change that gives the arguments of a thing another order.
fn exchange(walk: &Walk, id: usize) -> Option<usize> {
    walk.visited[id].shaping.iter().copied().find(|at| walk.changes[*at].topic == topic::ARGUMENTS)
}

fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.split(|one| !is_of_path(one)).filter(|part| part.contains("::"))
}

/// The changes that a declaration is told with: those of the thing that owns it; else those inside
/// of it; else those of a type that it names. None if nothing changed; no changes if what it
/// belongs to was reported with something else.
fn targets(walk: &Walk, difference: &Difference<'_>) -> Option<Vec<usize>> {
    let owner = owner(walk, &difference.path);
    if let Some(id) = owner {
        let thing = &walk.visited[id];
        let order: Vec<usize> = exchange(walk, id).into_iter().collect();
        match thing.fate {
            Fate::Absorbed => return Some(Vec::new()),
            _ if difference.is_exchange => return Some(order),
            _ if thing.shaping != order => return Some(thing.shaping.clone()),
            _ => {}
        }
        // Another order of arguments does not explain an argument that came, went or has another type.
        let inside = [order, inside(walk, id, difference)].concat();
        if !inside.is_empty() {
            return Some(inside);
        }
    }
    let named: Vec<usize> = difference.mentions.iter().filter_map(|path| walk.owners.get(path)).copied().collect();
    let of_types = named.iter().flat_map(|id| walk.visited[*id].shaping.iter().copied()).collect::<BTreeSet<_>>();
    if !of_types.is_empty() {
        return Some(of_types.into_iter().collect());
    }
    let of_parents =
        owner.map(|id| ancestors(walk, id).flat_map(|at| walk.visited[at].shaping.clone()).collect::<Vec<_>>());
    if let Some(all) = of_parents.filter(|all| !all.is_empty()) {
        return Some(all);
    }
    // What a type is made of decides about its traits, at any depth.
    let deep: BTreeSet<usize> = named.iter().flat_map(|id| inside(walk, *id, difference)).collect();
    (!deep.is_empty()).then(|| deep.into_iter().collect())
}

/// Changes of the things inside of a thing that are seen in its own declaration.
fn inside(walk: &Walk, id: usize, difference: &Difference<'_>) -> Vec<usize> {
    let is_whole = walk.visited[id].kind == Kind::Spec;
    let is_new = difference.old.is_none();
    let children = walk.visited.iter().enumerate().skip(id + 1).filter(|(at, one)| {
        let is_below = one.parent == Some(id) || ancestors(walk, *at).any(|above| above == id);
        is_below && !is_whole && !one.shaping.is_empty()
    });
    let children: Vec<_> = children.map(|(_, one)| one).collect();
    // A constructor or a method has arguments, and traits depend on everything.
    let all_count = is_new || difference.path.starts_with("impl ") || !children.iter().any(|one| one.touches_parent);
    let those = children.iter().filter(|one| all_count || one.touches_parent);
    those.flat_map(|one| one.shaping.iter().copied()).collect()
}

/// Returns whether a change alone is enough for another declaration.
fn decides(change: &Change) -> bool {
    change.topic.in_rust == InRust::Decisive
}

/// The thing that owns a path: the nearest one that is known, from the path outward.
fn owner(walk: &Walk, path: &str) -> Option<usize> {
    let mut path = path;
    // What a module brings along from elsewhere is decided for the whole crate.
    if path.starts_with("use ") || path.contains("::use ") {
        return Some(0);
    }
    if let Some((_, target)) = path.strip_prefix("impl ").and_then(|rest| rest.rsplit_once(" for ")) {
        path = target;
    }
    path = path.strip_prefix("result of ").unwrap_or(path);
    if let Some((_, target)) = path.split_once("! ") {
        path = target;
    }
    loop {
        if let Some(id) = walk.owners.get(path) {
            return Some(*id);
        }
        // Of `Call<calls::FindBook>::page`, the argument says more than what stands around it.
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

/// Declarations that belong to no change: one change for each thing that owns some.
fn add_rest(walk: &mut Walk, left: Vec<Difference<'_>>) {
    let mut made: Vec<(Option<usize>, usize)> = Vec::new();
    for difference in left {
        let owner = owner(walk, &difference.path);
        let at = match made.iter().find(|(id, _)| *id == owner && owner.is_some()) {
            Some((_, at)) => *at,
            None => {
                walk.changes.push(of_rust_alone(walk, owner, &difference));
                made.push((owner, walk.changes.len() - 1));
                walk.changes.len() - 1
            }
        };
        let change = &mut walk.changes[at];
        change.rust = change.rust.max(difference.verdict());
        change.declarations.push(difference.declaration());
    }
}

/// Builds the change of declarations that no fact of the owner explains.
fn of_rust_alone(walk: &Walk, owner: Option<usize>, difference: &Difference<'_>) -> Change {
    let mut thing = walk.visited[owner.unwrap_or(0)].clone();
    if owner.is_none() {
        (thing.subject, thing.old, thing.new) = (format!("`{}`", difference.path), None, None);
    }
    let what = format!("{} is declared differently in Rust", thing.subject);
    let explains = |change: &Change| ![Sort::Other, Sort::Documentation].contains(&change.sort);
    let is_consequence = walk.changes.iter().any(explains);
    let why = if is_consequence { "it follows from the other changes" } else { topic::UNEXPLAINED };
    thing.change(Sort::Other, topic::DECLARATION, what, ruling(Verdict::Harmless, why))
}
