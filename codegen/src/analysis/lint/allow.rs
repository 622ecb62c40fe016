//! Suppression: the warnings that the spec accepts by `allow`.
//!
//! Input: warnings, in the order of the walk, and the `allow` lists of the enclosing nodes. Output:
//! the remaining warnings, and a warning for each word of an `allow` that suppressed nothing. Which
//! words are valid is checked in `parse`.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::Text;

/// Warnings found so far, and the `allow` lists in effect.
#[derive(Default)]
pub(super) struct Warnings<'d> {
    found: Vec<Diagnostic>,
    /// `allow` lists of the enclosing nodes, outermost first.
    scopes: Vec<&'d [Text]>,
    /// Words of all `allow` lists so far.
    words: Vec<&'d Text>,
    /// Spans of the words that suppressed a warning.
    needed: HashSet<Span>,
}

impl<'d> Warnings<'d> {
    /// Begins a node with its `allow` list.
    pub(super) fn enter(&mut self, allow: &'d [Text]) {
        self.words.extend(allow);
        self.scopes.push(allow);
    }

    /// Ends the node that began last.
    pub(super) fn leave(&mut self) {
        self.scopes.pop();
    }

    /// Records a warning, unless an `allow` list has its code; the innermost such list counts as
    /// used.
    pub(super) fn report(&mut self, warning: Diagnostic) {
        let code = warning.code.name();
        let mut inwards = self.scopes.iter().rev().flat_map(|words| words.iter());
        match inwards.find(|word| word.value == code) {
            Some(word) => drop(self.needed.insert(word.span)),
            None => self.found.push(warning),
        }
    }

    /// Returns the warnings, and a warning for each word that suppressed nothing.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found;
        for word in self.words {
            if !self.needed.contains(&word.span) {
                let message = format!("`allow` names `{}`, but there is no such warning here", word.value);
                let warning = Diagnostic::warning(Code::NeedlessAllow, word.span, message);
                found.push(warning.label("not needed").hint("remove the word"));
            }
        }
        found
    }
}
