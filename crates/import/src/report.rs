//! Report of an import: losses, guesses and refusals, with places in the document.
//!
//! Input: entries. Output: a table of counts for people, and all entries as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::alternatives;
use crate::prose::line;

/// Maximum number of places that the text lists for entries of one sort. The JSON lists all places.
const MAX_PLACES: usize = 8;

/// Returns whether a member of a document only describes something, so that no call changes with
/// it.
pub(crate) fn is_prose(member: &str) -> bool {
    const PROSE: [&str; 9] =
        ["description", "summary", "example", "examples", "title", "tags", "operationId", "externalDocs", "deprecated"];
    PROSE.contains(&member) || member.starts_with("x-")
}

/// Treatment of a piece of the document that the spec does not state as the document does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Left out, because the spec language cannot express the piece or the document is unclear.
    Lost,
    /// Simplified, because the generator refuses the original.
    Refused,
    /// Restricted to a guessed form, so that other values are refused. A comment in the spec marks the guess.
    Narrowed,
    /// Guessed, without a value that is refused because of the guess. A comment in the spec marks it.
    Guessed,
    /// Replaced by a scalar of the same form in the existing spec.
    Reused,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Refused => "refused",
            Self::Narrowed => "narrowed",
            Self::Guessed => "guessed",
            Self::Reused => "reused",
        }
    }

    const ALL: [Self; 5] = [Self::Lost, Self::Refused, Self::Narrowed, Self::Guessed, Self::Reused];

    /// Returns whether calls still work as the document describes them.
    fn keeps_calls(self) -> bool {
        matches!(self, Self::Guessed | Self::Reused)
    }

    /// Returns the heading above the entries of the kind.
    fn heading(self) -> &'static str {
        match self {
            Self::Lost => "Left out, because the spec language cannot express it or the document is unclear",
            Self::Refused => "Simplified, because the generator refuses the original",
            Self::Narrowed => {
                "Forms guessed from names, examples and sentences; other values are refused (`--no-guesses` has none)"
            }
            Self::Guessed => "Guessed, and marked in the spec",
            Self::Reused => "Taken from the spec, which has the same under another name",
        }
    }
}

/// Part of a call that an entry concerns, from the heaviest to the lightest loss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// A whole operation.
    Operation,
    /// A part of a request.
    Request,
    /// A part of a successful response, or a schema, which requests may use as well.
    Response,
    /// A part of a response to a failed call.
    Failure,
    /// Nothing that changes a call.
    Detail,
}

impl Weight {
    fn of(entry: &Entry) -> Self {
        let place = entry.place.as_str();
        let is_failure = |rest: &str| !rest.starts_with(['1', '2', '3']);
        match place.split_once("/responses/") {
            _ if entry.is_detail => Self::Detail,
            Some((_, status)) if place.starts_with("/paths/") && is_failure(status) => Self::Failure,
            Some(_) => Self::Response,
            None if !place.starts_with("/paths/") => Self::Response,
            None if place.replace("/additionalOperations", "").matches('/').count() <= 3 => Self::Operation,
            None => Self::Request,
        }
    }
}

/// Entry of the report, about one piece of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Treatment of the piece.
    pub kind: Kind,
    /// What was lost, guessed or changed. Entries with equal texts are one sort.
    pub what: String,
    /// JSON pointer of the piece in the document.
    pub place: String,
    /// File and JSON pointer of the piece, such as `schemas.yaml#/Pet`. `None` if the piece is in
    /// the document's own file.
    pub origin: Option<String>,
    /// Whether no call changes because of the entry, as without an example.
    pub is_detail: bool,
}

/// Report of the import of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Entries, in the order in which the import found them.
    pub entries: Vec<Entry>,
    /// Number of selected operations; without a selection, of all operations in the document.
    pub operations: usize,
    /// Number of these operations that are in the spec.
    pub imported: usize,
}

impl Report {
    /// Adds a piece of the document that is left out.
    pub(crate) fn lost(&mut self, what: impl Into<String>, place: &str) {
        self.add(Kind::Lost, what.into(), place, false);
    }

    /// Adds a loss that changes no call.
    pub(crate) fn detail(&mut self, what: impl Into<String>, place: &str) {
        self.add(Kind::Lost, what.into(), place, true);
    }

    /// Adds a guess because of which no values are refused.
    pub(crate) fn guessed(&mut self, what: impl Into<String>, place: &str) {
        self.add(Kind::Guessed, what.into(), place, false);
    }

    /// Adds a guess because of which values are refused.
    pub(crate) fn narrowed(&mut self, what: impl Into<String>, place: &str) {
        self.add(Kind::Narrowed, what.into(), place, false);
    }

    /// Adds a scalar of the existing spec that is used in place of an imported one.
    pub(crate) fn reused(&mut self, what: impl Into<String>, place: &str) {
        self.add(Kind::Reused, what.into(), place, false);
    }

    /// Adds a simplification of a piece that the generator refuses.
    pub(crate) fn refused(&mut self, what: impl Into<String>, place: &str, is_detail: bool) {
        self.add(Kind::Refused, what.into(), place, is_detail);
    }

    fn add(&mut self, kind: Kind, what: String, place: &str, is_detail: bool) {
        let place = alternatives::original_pointer(place);
        self.entries.push(Entry { kind, what, place, origin: None, is_detail });
    }

    /// Removes the detail `what` of a place, of which more has become known.
    pub(crate) fn withdraw(&mut self, what: &str, place: &str) {
        let place = alternatives::original_pointer(place);
        self.entries.retain(|entry| entry.what != what || entry.place != place);
    }

    /// Removes entries that are equal in kind, text and place.
    pub(crate) fn remove_duplicates(&mut self) {
        let mut seen = std::collections::HashSet::new();
        self.entries.retain(|entry| seen.insert((entry.kind, entry.what.clone(), entry.place.clone())));
    }

    /// Returns the entries of a kind, grouped into sorts: each text with the places of its entries.
    /// Lost operations come first, then requests, responses, failures and details; within these, the
    /// sort with the most places comes first.
    #[must_use]
    pub fn sorts(&self, kind: Kind) -> Vec<(&str, Vec<&str>)> {
        self.group_by_text(|entry| entry.kind == kind)
    }

    /// Groups the wanted entries by their text. Returns each text with the places of its entries,
    /// in the order of [`Report::sorts`].
    fn group_by_text(&self, is_wanted: impl Fn(&Entry) -> bool) -> Vec<(&str, Vec<&str>)> {
        let mut sorts: BTreeMap<&str, (Weight, Vec<&str>)> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| is_wanted(entry)) {
            let (weight, places) = sorts.entry(&entry.what).or_insert((Weight::Detail, Vec::new()));
            *weight = (*weight).min(Weight::of(entry));
            places.push(entry.origin.as_ref().unwrap_or(&entry.place));
        }
        let mut sorts: Vec<(&str, (Weight, Vec<&str>))> = sorts.into_iter().collect();
        sorts.sort_by_key(|(_, (weight, places))| (*weight, std::cmp::Reverse(places.len())));
        sorts.into_iter().map(|(what, (_, places))| (what, places)).collect()
    }

    /// Returns the number of entries of a kind, including details.
    #[must_use]
    pub fn count(&self, kind: Kind) -> usize {
        self.entries.iter().filter(|entry| entry.kind == kind).count()
    }

    /// Returns whether all operations are in the spec, and none of their calls was changed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.imported == self.operations && self.entries.iter().all(|entry| entry.is_detail || entry.kind.keeps_calls())
    }

    /// Returns the numbers of operations and entries. It begins with a warning if most operations
    /// are missing.
    fn summary(&self) -> String {
        let (imported, operations) = (self.imported, self.operations);
        let few = if imported * 2 < operations { "Less than half of the document was imported: " } else { "" };
        let details = self.entries.iter().filter(|entry| entry.is_detail).count();
        let of = |kind| self.entries.iter().filter(|entry| entry.kind == kind && !entry.is_detail).count();
        let counts = format!(
            "Left out: {}; simplified: {}; narrowed by guesses: {}; guessed: {}; details that change no call: {details}.",
            of(Kind::Lost),
            of(Kind::Refused),
            of(Kind::Narrowed),
            of(Kind::Guessed)
        );
        format!("{few}{imported} of {operations} operations are in the spec.\n{counts}\n")
    }

    /// Formats the report for people: counts, then each sort with its first places, then a line for
    /// each sort of details.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = self.summary();
        for kind in Kind::ALL {
            let sorts = self.group_by_text(|entry| entry.kind == kind && !entry.is_detail);
            if sorts.is_empty() {
                continue;
            }
            let _ = writeln!(out, "\n{}:", kind.heading());
            for (what, places) in sorts {
                let _ = writeln!(out, "{:>6}  {}", places.len(), line(what));
                for place in places.iter().take(MAX_PLACES) {
                    let mark = if place.is_empty() || place.starts_with('/') { "#" } else { "" };
                    let _ = writeln!(out, "          {mark}{}", line(place));
                }
                if places.len() > MAX_PLACES {
                    let _ = writeln!(out, "          and {} more (all with --format json)", places.len() - MAX_PLACES);
                }
            }
        }
        let details = self.group_by_text(|entry| entry.is_detail);
        if !details.is_empty() {
            let _ = writeln!(out, "\nDetails that change no call (their places with --format json):");
        }
        for (what, places) in details {
            let _ = writeln!(out, "{:>6}  {}", places.len(), line(what));
        }
        out
    }

    /// Returns all entries as JSON, for programs.
    #[must_use]
    pub fn json(&self) -> Json {
        let of = |kind: Kind| -> Vec<Json> {
            let sorts = self.sorts(kind).into_iter();
            sorts.map(|(what, places)| json!({ "what": what, "count": places.len(), "places": places })).collect()
        };
        let mut out = serde_json::Map::new();
        out.insert("operations".to_owned(), self.operations.into());
        out.insert("imported".to_owned(), self.imported.into());
        out.insert("complete".to_owned(), self.is_complete().into());
        for kind in Kind::ALL {
            out.insert(kind.name().to_owned(), of(kind).into());
        }
        Json::Object(out)
    }
}
