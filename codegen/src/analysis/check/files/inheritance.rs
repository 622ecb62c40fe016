//! Inheritance: keys that an operation or a subscription takes from its file.
//!
//! - `source` and `effect` of a file apply to operations that do not state them.
//! - `available`, `limits` and `notes` of a file that joins a service are added to each operation
//!   and subscription of the file.
//! - In the file that defines the service they belong to the service, and are described there once.
//!
//! Input: a file. Output: [`Inheritance`], which adds the keys of the file to an operation or a
//! subscription.

use crate::analysis::check::context::{Checker, source};
use crate::language::node::Text;
use crate::model::{Availability, Effect, Limit, Note, Source};
use crate::spec::document::FileDecl;

/// Keys that a file passes on to its operations and subscriptions.
#[derive(Clone, Copy)]
pub(crate) struct Inheritance<'d> {
    file: &'d FileDecl,
    joins: bool,
}

impl<'d> Checker<'d> {
    /// Returns the keys that `doc`, the file with the index `file`, passes on to its operations and
    /// subscriptions.
    pub(crate) fn inheritance(&self, file: usize, doc: &'d FileDecl) -> Inheritance<'d> {
        Inheritance { file: doc, joins: !self.scopes.defines_its_service(file) }
    }
}

impl Inheritance<'_> {
    /// Returns the source of an item, or the source of the file if the item states none.
    pub(crate) fn source(self, own: Option<&Text>) -> Option<Source> {
        source(own.or(self.file.source.as_ref()))
    }

    /// Returns the effect that the file states for operations that state none; `None` if the file
    /// states none either.
    pub(crate) fn effect(self) -> Option<Effect> {
        self.file.effect.map(|at| at.value)
    }

    /// Returns the availability conditions of an item, followed by the conditions of the file.
    pub(crate) fn available(self, own: &[Availability]) -> Vec<Availability> {
        self.with_inherited(own, &self.file.available)
    }

    /// Returns the limits of an item, followed by the limits of the file.
    pub(crate) fn limits(self, own: &[Limit]) -> Vec<Limit> {
        self.with_inherited(own, &self.file.limits)
    }

    /// Returns the notes of an item, followed by the notes of the file.
    pub(crate) fn notes(self, own: &[Note]) -> Vec<Note> {
        self.with_inherited(own, &self.file.notes)
    }

    /// Returns the entries of an item, followed by the entries of its file. In the file that defines the service,
    /// the entries of the file describe the service and are left out.
    fn with_inherited<T: Clone>(self, own: &[T], of_file: &[T]) -> Vec<T> {
        let of_file = if self.joins { of_file } else { &[] };
        own.iter().chain(of_file).cloned().collect()
    }
}
