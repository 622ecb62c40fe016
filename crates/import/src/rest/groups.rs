//! Groups the operations of documents without tags, by the first words of their paths.
//!
//! Input: operations. Output: the same, with tags. A small number of operations is not grouped.

use std::collections::BTreeSet;

use crate::importer::Importer;
use crate::operation::Operation;

/// Number of operations from which on they are divided into several files.
const MIN_OPERATIONS_TO_SPLIT: usize = 40;

impl Importer<'_> {
    /// Gives the operations of a large document without tags a tag each, from their paths.
    pub(super) fn group(&mut self, operations: &mut [Operation]) {
        let has_tags = operations.iter().any(|operation| operation.tag.is_some());
        if has_tags || operations.len() < MIN_OPERATIONS_TO_SPLIT {
            return;
        }
        let words: Vec<Vec<String>> = operations.iter().map(|operation| path_words(&operation.path)).collect();
        let shared = shared_prefix_len(&words);
        let tags: Vec<Option<String>> = words.iter().map(|words| words.get(shared).cloned()).collect();
        if tags.iter().collect::<BTreeSet<_>>().len() < 2 {
            return;
        }
        self.report.guessed("the groups of operations, by their paths", "/paths");
        for (operation, tag) in operations.iter_mut().zip(tags) {
            operation.tag = tag;
        }
    }
}

/// Returns the parts of a path that are no parameters, each up to its first dot.
fn path_words(path: &str) -> Vec<String> {
    let parts = path.split('/').filter(|part| !part.is_empty() && !part.contains(['{', '}']));
    parts.map(|part| part.split('.').next().unwrap_or(part).to_owned()).collect()
}

/// Returns the number of words with which all paths begin.
fn shared_prefix_len(paths: &[Vec<String>]) -> usize {
    let Some(first) = paths.first() else { return 0 };
    let is_shared = |at: &usize| paths.iter().all(|path| path.get(*at) == first.get(*at));
    (0..first.len()).take_while(is_shared).count()
}
