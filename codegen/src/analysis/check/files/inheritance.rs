//! What an operation or a subscription takes over from the file that it stands in. The rule, in one place:
//!
//! - `source` and `effect` of a file hold for what says none of its own.
//! - `available`, `limits` and `notes` of a file that joins a service come to those of each operation and subscription.
//! - In the file that defines the service they are the service's, and are told there, once.
//!
//! Input: a file. Output: [`Inheritance`], from which operations ask for the sum of both.

use crate::analysis::check::context::{Checker, source};
use crate::model::{Availability, Effect, Limit, Note, Source};
use crate::spec::document::{FileDecl, Text};

/// What a file passes on.
#[derive(Clone, Copy)]
pub(crate) struct Inheritance<'d> {
    file: &'d FileDecl,
    joins: bool,
}

impl<'d> Checker<'d> {
    /// What the file with this index passes on.
    pub(crate) fn inheritance(&self, file: usize, doc: &'d FileDecl) -> Inheritance<'d> {
        Inheritance { file: doc, joins: !self.scopes.defines_its_service(file) }
    }
}

impl Inheritance<'_> {
    pub(crate) fn source(self, own: Option<&Text>) -> Option<Source> {
        source(own.or(self.file.source.as_ref()))
    }

    /// The effect that the file says for all.
    pub(crate) fn effect(self) -> Option<Effect> {
        self.file.effect.map(|at| at.value)
    }

    pub(crate) fn available(self, own: &[Availability]) -> Vec<Availability> {
        self.sum(own, &self.file.available)
    }

    pub(crate) fn limits(self, own: &[Limit]) -> Vec<Limit> {
        self.sum(own, &self.file.limits)
    }

    pub(crate) fn notes(self, own: &[Note]) -> Vec<Note> {
        self.sum(own, &self.file.notes)
    }

    fn sum<T: Clone>(self, own: &[T], of_file: &[T]) -> Vec<T> {
        let of_file = if self.joins { of_file } else { &[] };
        own.iter().chain(of_file).cloned().collect()
    }
}
