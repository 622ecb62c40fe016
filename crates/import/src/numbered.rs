//! Converts trees to the form that the generator reads, and numbers their parts.
//!
//! Input: a [`Node`]. Output: the same content as a tree of the generator. Its spans begin with the
//! number of a key or a value, by which [`Parts::part_at`] finds the part that a diagnostic
//! concerns.

use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::node as given;
use chainloom_codegen::node::{KeyKind, NodeKind};
use chainloom_codegen::{SourceFile, Tree};

use crate::print::is_yaml_key;
use crate::tree::{Kind, Node, Path};

/// Parts of a file, in the order of their numbers.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Index of the file among the files that the generator reads.
    file: usize,
    list: Vec<Part>,
}

/// Part of a file: a key with its value, or an item.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Number of the enclosing part; the root has the number 0 and encloses itself.
    around: usize,
    /// Index of the part within the enclosing part.
    at: usize,
}

/// Returns a file as a tree of the generator, with spans that begin with the number of a part, and
/// the list of parts.
pub(crate) fn tree_of(file: usize, module: &str, root: &Node) -> (Tree, Parts) {
    let mut parts = Parts { file, list: vec![Part { around: 0, at: 0 }] };
    let root = parts.node(root, 0);
    let source = SourceFile { path: format!("{module}.yaml"), module: module.to_owned(), text: String::new() };
    (Tree { source, root }, parts)
}

impl Parts {
    /// Returns the path of the part at a span, or of the innermost part around it for which
    /// `wanted` holds. `None` if there is none below the root.
    pub(crate) fn part_at(&self, span: Span, wanted: impl Fn(&Path) -> bool) -> Option<Path> {
        let mut path = Path::new();
        let mut number = span.start;
        while number > 0 {
            let part = self.list.get(number)?;
            path.push(part.at);
            number = part.around;
        }
        path.reverse();
        while !path.is_empty() && !wanted(&path) {
            path.pop();
        }
        (!path.is_empty()).then_some(path)
    }

    /// Gives a part the next number, and returns a span that begins with the number.
    fn number_part(&mut self, part: Part) -> Span {
        let number = self.list.len();
        self.list.push(part);
        self.span_of(number)
    }

    fn span_of(&self, number: usize) -> Span {
        Span { file: self.file, start: number, end: number, ..Span::default() }
    }

    fn node(&mut self, node: &Node, number: usize) -> given::Node {
        let kind = match &node.kind {
            Kind::Null => NodeKind::Null,
            Kind::Flag(flag) => NodeKind::Boolean(*flag),
            Kind::Number(digits) => NodeKind::Number(digits.clone()),
            Kind::Text(text) => NodeKind::Text(text.clone()),
            Kind::List(items) => {
                let item = |(at, item)| {
                    let place = self.number_part(Part { around: number, at });
                    self.node(item, place.start)
                };
                NodeKind::List(items.iter().enumerate().map(item).collect())
            }
            Kind::Map(entries) => {
                let entry = |(at, (key, value)): (usize, &(String, Node))| {
                    let part = Part { around: number, at };
                    let (key, span) = (key_of(node, key), self.number_part(part));
                    // Key and value have different numbers, so that their spans differ.
                    let place = self.number_part(part);
                    given::Entry { key: given::Key { span, ..key }, value: self.node(value, place.start) }
                };
                NodeKind::Map(entries.iter().enumerate().map(entry).collect())
            }
        };
        given::Node { span: self.span_of(number), kind }
    }
}

/// Returns a key as the generator would read it from the printed text.
fn key_of(node: &Node, key: &str) -> given::Key {
    let text = |text: String, kind| given::Key { text, span: Span::default(), kind };
    if !node.written || !is_yaml_key(key) {
        return text(key.to_owned(), KeyKind::Text);
    }
    match serde_json::from_str(key) {
        Ok(serde_json::Value::String(quoted)) => text(quoted, KeyKind::Text),
        Ok(serde_json::Value::Bool(_)) => text(key.to_owned(), KeyKind::Boolean),
        _ => text(key.to_owned(), KeyKind::Number),
    }
}
