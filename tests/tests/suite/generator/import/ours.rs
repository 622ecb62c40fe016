//! Import of our own documents: they become the spec that they came from.
//!
//! Input: `generated/docs`, `spec`, and the specs of the cases of `codegen`. Each document is imported and
//! written again, byte for byte. The files that come from all documents of our spec are those of `spec`.

use std::collections::BTreeMap;
use std::fs;

use chainloom_codegen::{SourceFile, generate, read_sources};
use chainloom_disk::read_folder;
use chainloom_import::{Imported, Kind, Options, openapi, openrpc};
use chainloom_tests::full::{is_full, step};
use chainloom_tests::vectors::repository;
use serde_json::{Value as Json, json};
use serde_yaml::Value as Yaml;

use super::sources;

/// Folders of `codegen/tests` whose cases are specs that the generator accepts.
const CASES: [&str; 3] = ["openapi", "openrpc", "emitted"];
/// Documents of our spec that the ordinary run imports.
const SAMPLE: [&str; 2] = ["metrics.openapi.json", "info.openrpc.json"];

/// The OpenAPI and OpenRPC documents of a spec, by their paths.
fn documents(sources: &[SourceFile]) -> Vec<(String, String)> {
    let files = generate(sources).unwrap_or_else(|wrong| panic!("{}", wrong.lines()));
    let is_document = |path: &str| path.ends_with(".openapi.json") || path.ends_with(".openrpc.json");
    files.iter().filter(|(path, _)| is_document(path)).map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

/// The spec of a folder of the repository.
fn spec(folder: &str) -> Vec<SourceFile> {
    let read = read_folder(&repository().join(folder)).unwrap_or_else(|why| panic!("{folder}: {why}"));
    let files = read.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    read_sources("", files).unwrap_or_else(|wrong| panic!("{folder}: {}", wrong.lines()))
}

fn import_with(text: &str, options: &Options) -> Imported {
    let read = if text.contains("\n  \"openrpc\":") { openrpc } else { openapi };
    read(text, options).unwrap()
}

fn import(text: &str) -> Imported {
    import_with(text, &Options::default())
}

/// Asserts that a document is the same after an import, of which nothing is told.
fn assert_comes_back(path: &str, text: &str) -> Imported {
    let imported = import(text);
    assert!(imported.report.entries.is_empty(), "{path}: {}", imported.report.text());
    assert!(imported.report.is_complete(), "{path}: {}", imported.report.text());
    let kind = path.split_once('.').unwrap().1;
    let after: Vec<(String, String)> =
        documents(&sources(&imported)).into_iter().filter(|(path, _)| path.ends_with(kind)).collect();
    let [(_, after)] = after.as_slice() else { panic!("{path}: {} documents", after.len()) };
    assert!(after == text, "{path} is not the same after an import");
    imported
}

#[test]
fn documents_of_invented_specs_come_back() {
    let cases =
        |folder| fs::read_dir(repository().join("codegen/tests").join(folder)).unwrap().map(move |case| (folder, case));
    let mut count = 0;
    for (folder, case) in CASES.into_iter().flat_map(cases).step_by(step(5)) {
        let case = format!("codegen/tests/{folder}/{}", case.unwrap().file_name().to_str().unwrap());
        for (path, text) in documents(&spec(&case)) {
            assert_comes_back(&path, &text);
            count += 1;
        }
    }
    assert!(count > 30 / step(5), "{count} documents");
}

#[test]
fn documents_whose_names_yaml_reads_as_other_values_come_back() {
    let file = |path: &str, text: &str| SourceFile {
        path: format!("{path}.yaml"),
        module: path.to_owned(),
        text: format!("chainloom: 1\ndoc: A part.\n{text}"),
    };
    let sources = [
        file("deployments/home", r#"deployment: { vars: { "true": "https://home.example" } }"#),
        file("library", r#"client: { baseUrl: "{true}", vars: { "true": { doc: The place. } } }"#),
        file(
            "library/books",
            "service: library\nuse: { inf: [Page] }\noperations: { book: { get: /book, response: Page } }",
        ),
        file("inf", "client: { baseUrl: 'https://inf.example' }\ntypes: { Page: { fields: { text: string } } }"),
    ];
    let all = documents(&sources);
    assert!(!all.is_empty());
    for (path, text) in all {
        assert_comes_back(&path, &text);
    }
}

/// The ordinary run imports one document of each kind. Only all of them are the whole spec.
#[test]
fn documents_of_our_spec_come_back_and_are_the_spec() {
    let folder = repository().join("generated/docs");
    let mut found: BTreeMap<String, Yaml> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let is_document = name.ends_with(".openapi.json") || name.ends_with(".openrpc.json");
        if !is_document || !is_full() && !SAMPLE.contains(&name.as_str()) {
            continue;
        }
        for (path, text) in assert_comes_back(&name, &fs::read_to_string(path).unwrap()).files {
            let read: Yaml = serde_yaml::from_str(&text).unwrap();
            match found.get_mut(&path) {
                Some(known) => join(known, read),
                None => drop(found.insert(path, read)),
            }
        }
    }
    for file in read_folder(&repository().join("spec")).expect("the spec").files {
        let read: Yaml = serde_yaml::from_slice(&file.bytes).unwrap();
        assert!(
            !is_full() || found.remove(&file.path).is_some_and(|imported| imported == read),
            "{} is not the same",
            file.path
        );
    }
    assert!(!is_full() || found.is_empty(), "{:?}", found.keys());
}

/// Adds what one document has of a file to what another one has of it.
fn join(known: &mut Yaml, more: Yaml) {
    let (Yaml::Mapping(known), Yaml::Mapping(more)) = (known, more) else { return };
    for (key, value) in more {
        match known.get_mut(&key) {
            Some(own) => join(own, value),
            None => drop(known.insert(key, value)),
        }
    }
}

/// An OpenAPI document of one operation, with its JSON.
fn library() -> (String, Json) {
    let documents = documents(&spec("codegen/tests/openapi/library"));
    let (_, text) = documents.into_iter().find(|(path, _)| path.ends_with(".openapi.json")).unwrap();
    let document = serde_json::from_str(&text).unwrap();
    (text, document)
}

/// What is told of a document, with places, and whether all of its calls are in the spec.
fn told(document: &Json) -> (Vec<(String, String)>, bool) {
    let report = openapi(&document.to_string(), &Options::default()).unwrap().report;
    let told = report.entries.iter().filter(|entry| entry.kind == Kind::Lost);
    (told.map(|entry| (entry.what.clone(), entry.place.clone())).collect(), report.is_complete())
}

#[test]
fn what_somebody_edited_is_told_with_its_place() {
    let (_, document) = library();
    let at = "/paths/~1books~1{isbn}/get";
    let edit = |place: &str, value: Json| {
        let mut document = document.clone();
        let (parent, name) = place.rsplit_once('/').unwrap();
        document.pointer_mut(parent).unwrap()[name] = value;
        told(&document)
    };
    for (place, value, what, is_complete) in [
        ("/operationId", json!("other"), "what differs from the spec in `x-chainloom`", true),
        ("/deprecated", json!(true), "what the spec in `x-chainloom` does not have", true),
        ("/parameters/0/required", json!(false), "what differs from the spec in `x-chainloom`", false),
        ("/requestBody", json!({}), "what the spec in `x-chainloom` does not have", false),
    ] {
        let place = format!("{at}{place}");
        assert_eq!(edit(&place, value), (vec![(what.to_owned(), place)], is_complete));
    }
    let mut without = document.clone();
    without.pointer_mut(at).unwrap().as_object_mut().unwrap().remove("responses");
    let lacks = "what the spec in `x-chainloom` has, and the document lacks";
    assert_eq!(told(&without), (vec![(lacks.to_owned(), format!("{at}/responses"))], false));
}

#[test]
fn a_document_without_a_readable_spec_is_read_like_any_other() {
    let (_, document) = library();
    let broken = json!({ "library": { "chainloom": 1, "operations": 5 } });
    for (nodes, why) in [
        (None, "a document of `chainloom` without `x-chainloom`"),
        (Some(json!([])), "a document whose `x-chainloom` holds no files of a spec"),
        (Some(json!({ "../library": {} })), "a document whose `x-chainloom` holds no files of a spec"),
        (Some(broken), "a document whose spec in `x-chainloom` the generator refuses"),
    ] {
        let mut document = document.clone();
        match nodes {
            Some(nodes) => document["x-chainloom"] = nodes,
            None => drop(document.as_object_mut().unwrap().remove("x-chainloom")),
        }
        let what = format!("{why}; it is read like any other document");
        let imported = openapi(&document.to_string(), &Options::default()).unwrap();
        assert!(imported.report.entries.iter().any(|entry| entry.what == what), "{}", imported.report.text());
        assert!(imported.report.count(Kind::Guessed) > 0 && imported.report.imported == 6);
    }
}

#[test]
fn chosen_operations_come_with_what_they_reach() {
    let (text, _) = library();
    let options = Options { only: vec!["lend".to_owned(), "DELETE /books/{isbn}".to_owned()], ..Options::default() };
    let imported = import_with(&text, &options);
    assert!(imported.report.entries.is_empty(), "{}", imported.report.text());
    assert_eq!((imported.report.operations, imported.report.imported), (2, 2));
    let all: String = imported.files.into_iter().map(|(path, text)| format!("# {path}\n{text}")).collect();
    for part in ["  lend:", "  burn:", "  Isbn:", "  Refusal:"] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    for part in ["  Wax:", "  Book:", "listBooks"] {
        assert!(!all.contains(part), "{part}\n{all}");
    }
    let no = Options { name: Some("shop".to_owned()), ..Options::default() };
    let why = openapi(&text, &no).unwrap_err();
    assert_eq!(why, "the document carries its spec, whose files have names: leave out `--name`");
}
