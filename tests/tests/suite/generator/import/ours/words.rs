//! The entries of spec files by their keys: which of them do not come back from documents, and why.
//!
//! Input: the files of `spec` and those of imported specs. Output: a table. An entry that stands at
//! one place in several imported specs counts once.

use std::collections::{BTreeMap, BTreeSet};

use chainloom_disk::read_folder;
use chainloom_import::Imported;
use chainloom_tests::vectors::repository;
use serde_yaml::Value;

/// Keys that documents do not hold, or hold in fewer places, with the reason.
const LOST: [(&str, &str); 19] = [
    ("allow", "warnings are for those who write the spec"),
    ("chainloom", "`lib.yaml` is of the generated crate"),
    ("crate", "of the generated crate"),
    ("extends", "a schema has all members, also those that its record takes over"),
    ("failures", "only servers of tests act on it"),
    ("feature", "of the generated crate"),
    ("fields", "a record that others only take over is no schema"),
    ("fixtures", "of the generated crate"),
    ("key", "keys of maps are texts where nothing is said"),
    ("macros", "of the generated crate"),
    ("paging", "each list says all of its paging"),
    ("readme", "of the generated crate"),
    ("results", "only servers of tests act on it"),
    ("rust", "a document has the names of the wire"),
    ("serde", "of the generated crate"),
    ("sources", "of the generated crate"),
    ("title", "of the documents under `sources`"),
    ("url", "of the documents under `sources`"),
    ("values", "only servers of tests act on it"),
];

/// Mappings whose keys are names, not words of the language.
const NAMES: [&str; 26] = [
    "dialects",
    "arms",
    "auth",
    "body",
    "common",
    "endpoints",
    "enum",
    "errors",
    "fields",
    "headers",
    "operations",
    "params",
    "path",
    "query",
    "response",
    "scalars",
    "seen",
    "send",
    "sources",
    "status",
    "statuses",
    "subscriptions",
    "types",
    "variants",
    "vars",
    "events",
];

/// Keys whose values hold no words of the language.
const DATA: [&str; 17] = [
    "errorData",
    "data",
    "also",
    "const",
    "default",
    "example",
    "failures",
    "fix",
    "key",
    "missing",
    "need",
    "request",
    "results",
    "security",
    "use",
    "when",
    "response",
];

/// The places of all entries, by the files that hold them.
type Places = BTreeSet<Vec<String>>;

/// A row for each key of which entries are lost. How many there are is no matter of the table,
/// which additions to the spec do not change; what a file, a client's paging or an extended record
/// says for several has more entries in what was imported.
pub(crate) fn table(imported: impl Iterator<Item = Imported>) -> String {
    let (mut old, mut new) = (Places::new(), Places::new());
    for file in read_folder(&repository().join("spec")).expect("the spec").files {
        add(file.path, &file.bytes, &mut old);
    }
    for (path, text) in imported.flat_map(|imported| imported.files) {
        add(path, text.as_bytes(), &mut new);
    }
    let (old, new) = (counts(&old), counts(&new));
    let mut wrong = Vec::new();
    for (key, before) in &old {
        let after = new.get(key).copied().unwrap_or_default();
        let reason = LOST.iter().find(|(name, _)| name == key);
        if reason.is_some() != (after < *before) {
            wrong.push(format!("`{key}`: {before} entries became {after}, and the reason is {reason:?}"));
        }
    }
    assert!(wrong.is_empty(), "what is lost needs a reason in `LOST`, and nothing else has one:\n{}", wrong.join("\n"));
    let rows = LOST.iter().map(|(key, why)| format!("| `{key}` | {why} |\n"));
    format!("| key | why |\n|---|---|\n{}", rows.collect::<String>())
}

fn counts(places: &Places) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for key in places.iter().filter_map(|place| place.last()) {
        *counts.entry(key.as_str()).or_default() += 1;
    }
    counts
}

fn add(file: String, text: &[u8], places: &mut Places) {
    let read: Value = serde_yaml::from_slice(text).unwrap_or_else(|why| panic!("{file}: {why}"));
    walk(&read, &[file], false, places);
}

/// `names`: the keys of a mapping are names.
fn walk(value: &Value, place: &[String], names: bool, places: &mut Places) {
    let within = |step: String| place.iter().cloned().chain([step]).collect::<Vec<_>>();
    match value {
        Value::Sequence(items) => {
            items.iter().enumerate().for_each(|(at, item)| walk(item, &within(at.to_string()), false, places));
        }
        Value::Mapping(entries) => {
            for (key, value) in entries {
                let key = text(key);
                let inner = within(key.clone());
                if names {
                    walk(value, &inner, false, places);
                    continue;
                }
                places.insert(inner.clone());
                let is_example = place.iter().any(|step| step == "examples");
                if !DATA.contains(&key.as_str()) || (key == "response" && !is_example) {
                    walk(value, &inner, holds_names(&key, value), places);
                }
            }
        }
        _ => {}
    }
}

fn holds_names(key: &str, value: &Value) -> bool {
    let has = |word: &str| value.get(word).is_some();
    match key {
        "errors" => !has("body"),
        "headers" => !has("send") && !has("rateLimit"),
        "response" => value.as_mapping().is_some_and(|all| all.keys().all(Value::is_number)),
        _ => NAMES.contains(&key),
    }
}

fn text(key: &Value) -> String {
    match key {
        Value::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap_or_default().trim().to_owned(),
    }
}
