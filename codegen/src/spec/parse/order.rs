//! Keys that stand twice in a mapping: which of the two is in a place where the file does not put
//! it elsewhere.
//!
//! Input: the tree of a file and the reported keys. Output: reports that point at the first of two
//! keys, where that is the one out of order. Spec files repeat the order of keys from mapping to
//! mapping, so a key that was moved there from another mapping stands out.

use crate::diagnostic::Span;
use crate::diagnostic::{Diagnostic, Secondary};
use crate::language::node::{Entry, Node, NodeKind};

/// A key that its mapping has twice.
pub(super) struct Doubled {
    pub(super) key: String,
    /// Where it stands first.
    pub(super) first: Span,
    /// The keys between the two.
    pub(super) between: Vec<String>,
    /// Which of the reports it is.
    pub(super) problem: usize,
}

/// Points at the first of two keys where the file usually has the key behind those between.
pub(super) fn settle(doubled: &[Doubled], root: &Node, found: &mut [Diagnostic]) {
    for one in doubled.iter().filter(|one| !one.between.is_empty()) {
        if let (true, Some(problem)) = (order(one, root) < 0, found.get_mut(one.problem)) {
            point_at_the_first(problem);
        }
    }
}

/// How much more often the key stands before one of those between than behind it, elsewhere in the
/// file.
fn order(one: &Doubled, node: &Node) -> isize {
    match &node.kind {
        NodeKind::List(items) => items.iter().map(|item| order(one, item)).sum(),
        NodeKind::Map(entries) => {
            let inner: isize = entries.iter().map(|entry| order(one, &entry.value)).sum();
            inner + order_in(one, entries)
        }
        _ => 0,
    }
}

fn order_in(one: &Doubled, entries: &[Entry]) -> isize {
    let place = |key: &str| entries.iter().position(|entry| entry.key.text == key);
    match place(&one.key) {
        Some(own) if entries[own].key.span != one.first => {
            let others = one.between.iter().filter_map(|key| place(key));
            others.map(|other| if own < other { 1 } else { -1 }).sum()
        }
        _ => 0,
    }
}

fn point_at_the_first(problem: &mut Diagnostic) {
    let Some(first) = problem.secondary.first_mut() else { return };
    let again = std::mem::replace(first, Secondary { file: String::new(), span: problem.span, text: "again".into() });
    problem.span = again.span;
    problem.label = "elsewhere behind the keys that follow here".to_owned();
}
