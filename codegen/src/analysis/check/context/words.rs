//! Vocabulary of a spec: decides which of two similar names is misspelt.
//!
//! Input: the trees of all files, and a declared and a used name. Output: whether the declared name is
//! misspelt: its differing words occur nowhere else, and the differing words of the used name do.

use std::collections::{HashMap, HashSet};

use super::Checker;
use crate::casing::snake;
use crate::language::node::{Node, NodeKind};

/// Number of occurrences of each word in the keys and texts of a spec.
pub(crate) struct Words(HashMap<String, usize>);

impl Words {
    /// Counts the words of all keys and texts of a spec.
    fn count_words(trees: &[(String, Node)]) -> Self {
        let mut words = Self(HashMap::new());
        let mut open: Vec<&Node> = trees.iter().map(|(_, root)| root).collect();
        while let Some(node) = open.pop() {
            match &node.kind {
                NodeKind::Text(text) => words.add(text),
                NodeKind::List(items) => open.extend(items),
                NodeKind::Map(entries) => {
                    for entry in entries {
                        words.add(&entry.key.text);
                        open.push(&entry.value);
                    }
                }
                NodeKind::Null | NodeKind::Boolean(_) | NodeKind::Number(_) | NodeKind::Broken => {}
            }
        }
        words
    }

    /// Returns whether the declared name is misspelt, rather than the used name.
    pub(crate) fn is_declared_misspelt(&self, declared: &str, used: &str) -> bool {
        let (declared, used) = (words_of(declared), words_of(used));
        let is_single = |word: &String| self.0.get(word).is_none_or(|count| *count == 1);
        let mut of_declared = declared.difference(&used).peekable();
        let mut of_used = used.difference(&declared);
        of_declared.peek().is_some() && of_declared.all(is_single) && !of_used.any(is_single)
    }

    /// Counts the words of a text.
    fn add(&mut self, text: &str) {
        for word in words_of(text) {
            *self.0.entry(word).or_default() += 1;
        }
    }
}

/// Splits a name or a sentence into words, in the singular.
fn words_of(text: &str) -> HashSet<String> {
    snake(text).split('_').map(|word| word.trim_end_matches('s').to_owned()).collect()
}

impl Checker<'_> {
    /// Returns the vocabulary of the spec; counted at the first call.
    pub(crate) fn words(&self) -> &Words {
        self.words.get_or_init(|| Words::count_words(self.trees))
    }
}
