//! Keys that stand in many places, and the small mappings below them.

use crate::language::table::{Key, Shape, key};
use crate::language::word::{Form, OneOrSeveral, ShortOrWhole, Word as _};
use crate::language::words::clients::VarDecl;
use crate::language::words::common::{Availability, Deprecation, Note, sentence};
use crate::language::words::limits::{Cost, Limit};

pub(super) const SEEN: Key = key("seen", Shape::Flag, sentence!(seen));
pub(super) const SOURCE: Key = key("source", Shape::Text, sentence!(source));
pub(super) const SINCE: Key = key("since", Shape::TextOrNumber, "The first version of the API with the item.");
pub(super) const UNTIL: Key = key("until", Shape::TextOrNumber, "The last version of the API with the item.");
pub(super) const DEPRECATED_KEY: Key =
    key("deprecated", Deprecation::SHAPE, "The deprecation of the item: since when, and its replacement.");
pub(super) const AVAILABLE_KEY: Key = key(
    "available",
    <OneOrSeveral as Form<Vec<Availability>>>::SHAPE,
    "The conditions under which a service serves the item; all of them must hold.",
);
pub(super) const NOTES: Key =
    key("notes", Shape::List(&Note::SHAPE), "Statements of the documents that have no effect on the client.");
/// Warnings that are accepted here.
pub(super) const ALLOW: Key = key("allow", Shape::Warnings, "The codes of the warnings that are accepted here.");
pub(super) const LIMITS: Key =
    key("limits", Shape::List(&Limit::SHAPE), "Limits of the service, such as a rate limit.");
pub(super) const VARS: Key =
    key("vars", Shape::Map(&VarDecl::SHAPE), "The variables of templates, with their defaults.");

/// `doc` says what the thing at hand is.
pub(super) const fn doc(what: &'static str) -> Key {
    key("doc", Shape::Text, what)
}

pub(super) const COST_KEY: Key = key(
    "cost",
    <ShortOrWhole as Form<Cost>>::SHAPE,
    "The cost of a call in the budget of the service; `limits` may state the budget.",
);
