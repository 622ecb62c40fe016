//! Import of our own documents: they become the spec that they came from, but for what documents
//! cannot hold.
//!
//! Input: `generated/docs` and `spec`. Each document is imported and written again, and the two are
//! compared. Then the entries of all files of the spec are looked for in the imported ones. The
//! table stands in `tests/data/import/expected/ours.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use chainloom_codegen::generate;
use chainloom_import::{Imported, Kind, Options, openapi, openrpc};
use chainloom_tests::bless::Expected;
use chainloom_tests::vectors::repository;
use serde_json::Value as Json;

use super::{folder, sources};

mod words;

/// The documents of a folder and the folders in it, by their paths within the repository.
fn documents(folder: &str) -> Vec<String> {
    let root = repository();
    let mut open = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let shown = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            match path.is_dir() {
                true => open.push(path),
                false if is_of(&shown, "openapi") || is_of(&shown, "openrpc") => found.push(shown),
                false => {}
            }
        }
    }
    found.sort();
    found
}

fn is_of(path: &str, kind: &str) -> bool {
    path.ends_with(&format!(".{kind}.json"))
}

fn text_of(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap()
}

fn import(path: &str) -> Imported {
    let read = if is_of(path, "openrpc") { openrpc } else { openapi };
    read(&text_of(path), &Options::default()).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// What differs between two documents, by the place without the names of paths, types and members,
/// with how often.
fn differences(old: &Json, new: &Json, place: &str, found: &mut BTreeMap<String, usize>) {
    match (old, new) {
        (Json::Object(old), Json::Object(new)) => {
            let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for key in keys {
                let is_named = ["/paths", "/schemas", "/properties", "/variables", "/x-deployments", "/examples"]
                    .iter()
                    .any(|end| place.ends_with(end));
                let shown = if is_named { "*" } else { key.as_str() };
                let none = Json::Null;
                differences(
                    old.get(key).unwrap_or(&none),
                    new.get(key).unwrap_or(&none),
                    &format!("{place}/{shown}"),
                    found,
                );
            }
        }
        (Json::Array(old), Json::Array(new)) if old.len() == new.len() => {
            for (old, new) in old.iter().zip(new) {
                differences(old, new, &format!("{place}/-"), found);
            }
        }
        (old, new) if old == new => {}
        _ => *found.entry(place.to_owned()).or_default() += 1,
    }
}

/// What differs of a document that is imported and written again, and what the importer tells of
/// it; nothing of one that comes back as it was.
fn row(path: &str, imported: &Imported) -> String {
    let name = path.rsplit('/').next().unwrap();
    let files = generate(&sources(imported)).unwrap_or_else(|wrong| panic!("{path}:\n{}", wrong.lines()));
    let after = files.get(&format!("docs/{name}")).unwrap_or_else(|| panic!("{path} is not written again"));
    let mut found = BTreeMap::new();
    differences(&serde_json::from_str(&text_of(path)).unwrap(), &serde_json::from_str(after).unwrap(), "", &mut found);
    let told = imported.report.entries.iter().filter(|entry| entry.kind != Kind::Guessed);
    let told: Vec<&str> = told.map(|entry| entry.what.as_str()).collect();
    let count: usize = found.values().sum();
    if count == 0 && told.is_empty() {
        return String::new();
    }
    let shown = path.trim_start_matches("generated/docs/").trim_start_matches("codegen/tests/");
    let mut out = format!("| {shown} | {count} | {} |\n", told.join("; "));
    for (place, count) in found {
        writeln!(out, "| | {count} at `{place}` | |").unwrap();
    }
    out
}

fn table(documents: &[(String, Imported)]) -> String {
    let rows: String = documents.iter().map(|(path, imported)| row(path, imported)).collect();
    match rows.as_str() {
        "" => "None: all of them come back as they were.\n\n".to_owned(),
        rows => format!("| document | differences | told in the report |\n|---|---|---|\n{rows}\n"),
    }
}

#[test]
fn documents_of_ours_come_back() {
    let ours = documents("generated/docs");
    assert!(
        ours.iter().any(|path| is_of(path, "openapi")) && ours.iter().any(|path| is_of(path, "openrpc")),
        "{ours:?}"
    );
    let imported = |paths: Vec<String>| -> Vec<(String, Imported)> {
        paths.into_iter().map(|path| (path.clone(), import(&path))).collect()
    };
    let ours = imported(ours);
    let invented = [documents("codegen/tests/openapi"), documents("codegen/tests/openrpc")].concat();
    let mut text =
        "# Documents of our generator, imported and written again\n\nWritten by the test `import`.\n\n".to_owned();
    text.push_str("## What differs in those of our spec\n\n");
    text.push_str(&table(&ours));
    text.push_str("## What differs in those of invented specs, which use more words\n\n");
    text.push_str(&table(&imported(invented)));
    text.push_str("## What documents do not hold\n\n");
    text.push_str("The keys of which our spec has more entries than all that was imported.\n\n");
    text.push_str(&words::table(ours.into_iter().map(|(_, imported)| imported)));
    let mut expected = Expected::default();
    expected.file(&folder().join("expected/ours.md"), &text);
    expected.close();
}
