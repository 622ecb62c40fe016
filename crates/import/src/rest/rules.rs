//! Guesses rules across parameters from their names.
//!
//! Input: an operation. Output: `rules`, marked as guesses.

use crate::importer::Importer;
use crate::operation::Operation;
use crate::spec::Field;
use crate::tree::Node;

/// Prefixes or suffixes of the names of a lower and an upper bound.
const PAIRS: [(&str, &str); 4] = [("min", "max"), ("start", "end"), ("from", "to"), ("lower", "upper")];

impl Importer<'_> {
    pub(super) fn rules(&mut self, operation: &mut Operation) {
        if self.is_ours {
            return;
        }
        let numbers: Vec<&Field> = operation.params("query").filter(|field| is_number(field)).collect();
        let mut rules = Vec::new();
        for low in &numbers {
            let name = low.name.to_lowercase();
            let found = PAIRS.iter().filter(|(first, _)| has_word(&name, first)).find_map(|(first, second)| {
                let wanted = name.replacen(first, second, 1);
                numbers.iter().find(|high| high.name.to_lowercase() == wanted && high.name != low.name)
            });
            if let Some(high) = found {
                rules.push(
                    Node::map([(
                        "ordered",
                        Node::map([("low", Node::text(&low.name)), ("high", Node::text(&high.name))]),
                    )])
                    .from(&low.ty.origin)
                    .or_remove(),
                );
                self.report.guessed("a rule: one number is not above another", &low.ty.origin);
            }
        }
        if !rules.is_empty() {
            let node = Node::list(rules).from(&operation.pointer).guessed("by their names");
            operation.entries.push(("rules", node));
        }
    }
}

fn is_number(field: &Field) -> bool {
    ["integer", "number", "int32", "uint32", "uint64"].iter().any(|name| field.ty.is_named(name))
}

fn has_word(name: &str, word: &str) -> bool {
    name == word
        || name.starts_with(&format!("{word}_"))
        || name.ends_with(&format!("_{word}"))
        || (name.starts_with(word) && word.len() > 2)
}
