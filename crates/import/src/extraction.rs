//! Extracts inline types whose Rust names collide, and declares them under unused names.
//!
//! Input: the trees of all files, and the diagnostics of the generator. Output: the same trees,
//! with such types moved to `types` and referred to by name. Nothing is lost, so the report has no
//! entry for it.

use std::collections::HashSet;

use chainloom_codegen::diagnostic::{Code, Diagnostic};
use chainloom_codegen::pascal;

use crate::operation::File;
use crate::repair::node_at_mut;
use crate::tree::{Kind, Node, Path};

/// Keys that define a type. All other keys belong to the place where the type is used.
const DEFINITION_KEYS: [&str; 6] = ["extends", "fields", "enum", "union", "common", "arms"];

/// Inline types that one round of repair moves to `types`.
pub(crate) struct Extraction {
    taken: HashSet<String>,
    /// File, name and definition of each extracted type.
    types: Vec<(usize, String, Node)>,
}

impl Extraction {
    pub(crate) fn new(files: &[File]) -> Self {
        let of_file = |root: &Node| {
            let entries = ["types", "scalars"].into_iter().filter_map(|key| match &root.get(key)?.kind {
                Kind::Map(entries) => Some(entries.iter().map(|(name, _)| pascal(name)).collect::<Vec<_>>()),
                _ => None,
            });
            entries.flatten().collect::<Vec<_>>()
        };
        Self { taken: files.iter().flat_map(|(_, root)| of_file(root)).collect(), types: Vec::new() }
    }

    /// Extracts the node at a path if it is an inline type whose name collides, and leaves its new
    /// name there. Returns whether it did.
    pub(crate) fn extract(&mut self, file: usize, root: &mut Node, path: &Path, diagnostic: &Diagnostic) -> bool {
        let Some(preferred) = diagnostic.subject.as_deref().filter(|_| diagnostic.code == Code::NameCollision) else {
            return false;
        };
        let is_declared = is_declared(root, path);
        let Some(node) = node_at_mut(root, path).filter(|_| !is_declared) else { return false };
        let Kind::Map(entries) = &mut node.kind else { return false };
        if !entries.iter().any(|(key, _)| ["fields", "enum", "union", "extends"].contains(&key.as_str())) {
            return false;
        }
        let name = self.free_name(preferred);
        let (own, mut kept): (Vec<_>, Vec<_>) = std::mem::take(entries).into_iter().partition(defines);
        kept.insert(0, ("type".to_owned(), Node::text(&name)));
        node.kind = match kept.as_slice() {
            [_] => Kind::Text(name.clone()),
            _ => Kind::Map(kept),
        };
        let mut definition = Node::map(own);
        definition.origin.clone_from(&node.origin);
        self.types.push((file, name, definition.or_remove()));
        true
    }

    /// Returns the preferred name with the first number that makes it unique. The name without a
    /// number belongs to the type with which it collides.
    fn free_name(&mut self, preferred: &str) -> String {
        let preferred = pascal(preferred);
        let mut names = (2_u32..).map(|number| format!("{preferred}{number}"));
        names.find(|name| self.taken.insert(name.clone())).unwrap_or(preferred)
    }

    /// Adds the extracted types to the `types` of their files, in the order of the document.
    pub(crate) fn declare(self, files: &mut [File]) {
        for (file, name, definition) in self.types.into_iter().rev() {
            let Some(Kind::Map(entries)) = files.get_mut(file).map(|(_, root)| &mut root.kind) else { continue };
            if !entries.iter().any(|(key, _)| key == "types") {
                let at = entries.iter().position(|(key, _)| key == "operations").unwrap_or(entries.len());
                entries.insert(at, ("types".to_owned(), Node::empty().tall()));
            }
            if let Some((_, types)) = entries.iter_mut().find(|(key, _)| key == "types") {
                types.put(name, definition);
            }
        }
    }
}

/// Returns whether a path leads to an entry of `types`, which is declared already.
fn is_declared(root: &Node, path: &Path) -> bool {
    let Kind::Map(entries) = &root.kind else { return false };
    match path.as_slice() {
        [first, _] => entries.get(*first).is_some_and(|(key, _)| key == "types"),
        _ => false,
    }
}

/// Returns whether an entry is a part of the definition of a type. The key `seen` is one unless its
/// value is a flag, which belongs to the use.
fn defines((key, value): &(String, Node)) -> bool {
    DEFINITION_KEYS.contains(&key.as_str()) || (key == "seen" && !matches!(value.kind, Kind::Flag(_)))
}
