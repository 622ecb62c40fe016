//! OpenRPC documents: each folder in `tests/openrpc` holds a spec and, in `expected`, the document
//! of each service. With `CHAINLOOM_BLESS=1` the test writes what is made now. That the documents
//! fit the meta-schema is looked at by `cargo xtask ci --full`; what the specification of OpenRPC
//! adds in words is looked at here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::common::bless::Expected;
use crate::common::{cases, here, sources};
use chainloom_codegen::{generate, read_source};
use serde_json::Value;

fn made(case: &Path) -> BTreeMap<String, String> {
    let sources = sources("spec", case);
    let files = generate(&sources).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
    let documents = files.iter().filter(|(path, _)| path.ends_with(".openrpc.json"));
    documents.map(|(path, text)| (path.trim_start_matches("docs/").to_owned(), text.to_owned())).collect()
}

fn documents(case: &Path) -> Vec<(String, Value)> {
    made(case).into_iter().map(|(name, text)| (name, serde_json::from_str(&text).unwrap())).collect()
}

fn document(case: &str, service: &str) -> Value {
    let case = here().join("tests/openrpc").join(case);
    documents(&case).into_iter().find(|(name, _)| *name == format!("{service}.openrpc.json")).unwrap().1
}

fn method<'d>(document: &'d Value, name: &str) -> &'d Value {
    document["methods"].as_array().unwrap().iter().find(|method| method["name"] == name).unwrap()
}

#[test]
fn every_case_gives_what_is_expected() {
    let mut expected = Expected::default();
    for case in cases("openrpc") {
        let (folder, made) = (case.join("expected"), made(&case));
        expected.only(&folder, "", &made.keys().cloned().collect());
        for (name, document) in made {
            expected.file(&folder.join(name), &document);
        }
    }
    expected.close();
}

/// Visits all objects below a value that are schemas or hold schemas; data is left out.
fn visit(value: &Value, seen: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| visit(item, seen)),
        Value::Object(members) => {
            seen(members);
            let data = |name: &str| matches!(name, "const" | "default" | "enum" | "examples");
            members.iter().filter(|(name, _)| !data(name)).for_each(|(_, value)| visit(value, seen));
        }
        _ => {}
    }
}

#[test]
fn every_reference_leads_to_a_definition_and_stands_alone() {
    for (name, document) in cases("openrpc").iter().flat_map(|case| documents(case)) {
        let mut used = BTreeSet::new();
        visit(&document, &mut |members| {
            if let Some(target) = members.get("$ref") {
                assert_eq!(members.len(), 1, "{name}: {members:?}");
                used.insert(target.as_str().unwrap().to_owned());
            }
        });
        let defined = document["components"]["schemas"].as_object().unwrap();
        for target in used {
            let at = target.strip_prefix("#/components/schemas/").unwrap_or_else(|| panic!("{name}: {target}"));
            assert!(defined.contains_key(at), "{name}: {target}");
        }
    }
}

#[test]
fn by_position_what_must_be_given_comes_first() {
    for (name, document) in cases("openrpc").iter().flat_map(|case| documents(case)) {
        let methods = document["methods"].as_array().unwrap();
        let names: BTreeSet<&str> = methods.iter().map(|method| method["name"].as_str().unwrap()).collect();
        assert_eq!(names.len(), methods.len(), "{name}: a name is there twice");
        for method in methods.iter().filter(|method| method["paramStructure"] == "by-position") {
            let params = method["params"].as_array().unwrap();
            let flags: Vec<bool> = params.iter().map(|param| param["required"].as_bool().unwrap()).collect();
            assert!(flags.is_sorted_by(|a, b| a >= b), "{name}: {} {flags:?}", method["name"]);
        }
    }
}

#[test]
fn variants_become_one_method_whose_examples_send_what_they_fix() {
    let tower = document("harbour", "tower");
    let look = method(&tower, "tower_look");
    assert_eq!(look["params"][1]["schema"]["enum"], serde_json::json!(["short", "long"]));
    assert_eq!(look["examples"][1]["params"][1], serde_json::json!({ "name": "form", "value": "long" }));
    assert_eq!(look["result"]["schema"]["anyOf"].as_array().unwrap().len(), 3);
    // What is said of one variant is not said of the other.
    let text = look["description"].as_str().unwrap();
    let (first, second) = text.split_once("**lookClosely**").unwrap();
    assert!(first.contains("**look**") && !first.contains("Since") && second.contains("Since version 2."), "{text}");
}

#[test]
fn a_deployment_takes_methods_away_and_renames_them() {
    let cargo = document("harbour", "cargo");
    let unload = method(&cargo, "hb.unload");
    assert_eq!(unload["x-method-template"], "{flag}.unload");
    assert!(unload["description"].as_str().unwrap().contains("Not served on:\n\n- north (`nb.unload`)"), "{unload:#}");
    assert!(!method(&cargo, "hb.listCrates")["description"].as_str().unwrap().contains("Not served"));
}

/// A pattern stands for whole names.
#[test]
fn a_deployment_lacks_the_methods_of_its_patterns() {
    let source =
        |(path, text): (&str, String)| read_source("", path, format!("chainloom: 1\n{text}").into_bytes()).unwrap();
    let missing = |pattern: &str, name: &str| {
        let client = "client: { baseUrl: \"{url}\", vars: { url: { doc: Where it is. } } }\n".to_owned();
        let desk = format!(
            "service: desk\nendpoint: /desk\nrpc: {{ params: named }}\neffect: read\noperations:\n  lend: {{ method: {name}, result: \
             json }}\n  other: {{ method: book_lend1, result: json }}\n  another: {{ method: book.lend1, result: json }}\n"
        );
        let north = format!(
            "doc: The north.\ndeployment:\n  vars: {{ url: \"https://north.example\" }}\n  missing: [\"{pattern}\", book_lend1, book.lend1]\n"
        );
        let sources = [("shop.yaml", client), ("shop/desk.yaml", desk), ("north.yaml", north)].map(source);
        let files = generate(&sources).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
        let document: Value = serde_json::from_str(files.get("docs/desk.openrpc.json").unwrap()).unwrap();
        method(&document, name)["description"].as_str().is_some_and(|text| text.contains("Not served on"))
    };
    for (pattern, name, expected) in [
        ("book_*", "book_lend", true),
        ("book_*", "notebook_lend", false),
        ("*.lend", "book.lend", true),
        ("book.*d", "book.lender", false),
        ("book.lend", "book.lend", true),
        ("book.lend", "book.lends", false),
    ] {
        assert_eq!(missing(pattern, name), expected, "{pattern} {name}");
    }
}
