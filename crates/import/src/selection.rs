//! Selects the operations to import.
//!
//! Input: a document, and identifiers of operations: paths, methods with paths, operation IDs,
//! names of JSON-RPC methods. Output: the selected operations, and the places of the document
//! reachable from them, to which the report is restricted.

use std::collections::HashSet;

use chainloom_codegen::diagnostic::near_name;
use serde_json::Value as Json;

use crate::document::Document;
use crate::methods;
use crate::pointer::escaped;

/// Maximum number of names that are suggested in place of an unknown one.
const MAX_SUGGESTIONS: usize = 3;

/// Parts of a document that may belong to some operations only.
const OPERATION_SECTIONS: [&str; 4] = ["/paths/", "/webhooks/", "/methods/", "/components/"];

/// Part of a document to which operations refer by plain names.
const SECRETS: &str = "/components/securitySchemes";

/// Operations that are imported, while all others are left out.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// Path and method of each operation. For JSON-RPC, the path is empty, and the method is a
    /// name.
    keys: HashSet<(String, String)>,
    /// Pointers of the operations, and of parameters and servers that their paths state for them.
    places: Vec<String>,
}

/// Operation that can be selected, by any of its names.
struct Candidate {
    key: (String, String),
    names: Vec<String>,
    places: Vec<String>,
}

impl Selection {
    /// Selects the operations of a document that have one of these names. `None` if there are no
    /// names, which selects all.
    ///
    /// # Errors
    /// A name belongs to no operation; the text suggests similar names.
    pub(crate) fn of(doc: &Document, wanted: &[String]) -> Result<Option<Self>, String> {
        if wanted.is_empty() {
            return Ok(None);
        }
        let candidates = candidates(doc);
        let mut selection = Self::default();
        let mut unknown = Vec::new();
        for name in wanted {
            let is_it = |one: &&Candidate| one.names.iter().any(|own| own == name);
            let found: Vec<&Candidate> = candidates.iter().filter(is_it).collect();
            if found.is_empty() {
                unknown.push(unknown_name(name, &candidates));
            }
            for one in found {
                selection.keys.insert(one.key.clone());
                selection.places.extend(one.places.iter().cloned());
            }
        }
        if unknown.is_empty() { Ok(Some(selection)) } else { Err(unknown.join("; ")) }
    }

    /// Returns whether an operation is selected. The path of a JSON-RPC method is empty.
    pub(crate) fn has(&self, path: &str, method: &str) -> bool {
        self.keys.contains(&(path.to_owned(), method.to_owned()))
    }

    /// Returns the pointers of the selected operations, and of the parts that they use by plain
    /// names.
    pub(crate) fn places(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(String::as_str).chain([SECRETS])
    }
}

/// Returns whether a place belongs to the document as a whole and not to some operations.
pub(crate) fn is_of_all(place: &str) -> bool {
    !OPERATION_SECTIONS.iter().any(|part| place.starts_with(part))
}

/// Returns the names by which operations of a document are selected, each once.
pub(crate) fn names(doc: &Document) -> Vec<String> {
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    for name in candidates(doc).into_iter().flat_map(|one| one.names) {
        if known.insert(name.clone()) {
            names.push(name);
        }
    }
    names
}

/// Returns all operations of a document that can be selected.
fn candidates(doc: &Document) -> Vec<Candidate> {
    if doc.at("/methods").is_some() { of_methods(doc) } else { of_paths(doc) }
}

/// Returns the operations of an OpenAPI document, whose path items are no references.
fn of_paths(doc: &Document) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (path, item) in doc.at("/paths").and_then(Json::as_object).into_iter().flatten() {
        let place = format!("/paths/{}", escaped(path));
        for (method, at) in methods::of_item(item) {
            let at = format!("{place}{at}");
            let id = doc.at(&at).and_then(|operation| operation.get("operationId")?.as_str()).map(str::to_owned);
            let names = [path.clone(), format!("{method} {path}")].into_iter().chain(id).collect();
            let shared = ["parameters", "servers"].map(|key| format!("{place}/{key}"));
            let places = std::iter::once(at).chain(shared).collect();
            found.push(Candidate { key: (path.clone(), method), names, places });
        }
    }
    found
}

/// Returns the methods of an OpenRPC document.
fn of_methods(doc: &Document) -> Vec<Candidate> {
    let methods = doc.at("/methods").and_then(Json::as_array).into_iter().flatten().enumerate();
    let candidate = |(index, method): (usize, &Json)| {
        let own = format!("/methods/{index}");
        let target = method.get("$ref").and_then(Json::as_str).and_then(|target| doc.follow(target).ok());
        let at = target.unwrap_or(own);
        let name = doc.at(&at)?.get("name")?.as_str()?.to_owned();
        Some(Candidate { key: (String::new(), name.clone()), names: vec![name], places: vec![at] })
    };
    methods.filter_map(candidate).collect()
}

/// Returns the error for a name that no operation has, with similar names.
fn unknown_name(name: &str, candidates: &[Candidate]) -> String {
    let all = || candidates.iter().flat_map(|one| &one.names).map(String::as_str);
    let lower = name.to_lowercase();
    let near = near_name(name, all());
    let holding = all().filter(|known| !lower.is_empty() && known.to_lowercase().contains(&lower));
    let mut shown: Vec<String> = Vec::new();
    for known in near.into_iter().chain(holding) {
        let known = format!("`{known}`");
        if shown.len() < MAX_SUGGESTIONS && !shown.contains(&known) {
            shown.push(known);
        }
    }
    let hint = if shown.is_empty() { String::new() } else { format!("; did you mean {}?", shown.join(" or ")) };
    format!("the document has no operation `{name}`{hint}")
}
