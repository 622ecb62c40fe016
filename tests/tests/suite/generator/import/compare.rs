//! The proof of the importer: what differs between a document and our own OpenAPI or OpenRPC of its
//! import stands in the report.
//!
//! Input: both documents as plain JSON, and the report. Output: the differences that nothing in the
//! report tells. Neither the importer's nor the generator's reading of documents is used.

mod calls;
mod schemas;
pub(super) mod view;

use std::collections::BTreeSet;

use chainloom_import::Imported;
use serde_json::Value as Json;

/// A difference between the two documents.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Difference {
    pub(super) what: String,
    /// The places of the original document that speak of it.
    pub(super) places: Vec<String>,
}

/// Differences that the report does not tell, and how many it tells.
pub(super) struct Compared {
    pub(super) unreported: Vec<Difference>,
    pub(super) reported: usize,
}

/// Compares a document with our own document of its import.
pub(super) fn compare(document: &Json, ours: &Json, imported: &Imported) -> Compared {
    let told: BTreeSet<&str> = imported.report.entries.iter().map(|entry| entry.place.as_str()).collect();
    let found = calls::differences(document, ours);
    let total = found.len();
    let unreported: Vec<Difference> = found.into_iter().filter(|difference| !is_told(difference, &told)).collect();
    Compared { reported: total - unreported.len(), unreported }
}

/// Whether the report has one of the places, or a part of it that stands for the whole.
fn is_told(difference: &Difference, told: &BTreeSet<&str>) -> bool {
    difference.places.iter().any(|place| {
        let is_part = |entry: &str| {
            entry.strip_prefix(place.as_str()).is_some_and(|rest| {
                rest.is_empty() || ["/allOf/", "/oneOf/", "/anyOf/"].iter().any(|part| rest.starts_with(part))
            })
        };
        told.range(place.as_str()..).take_while(|entry| entry.starts_with(place.as_str())).any(|entry| is_part(entry))
    })
}
