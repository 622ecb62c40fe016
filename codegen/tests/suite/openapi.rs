//! OpenAPI documents of specs: each folder in `tests/openapi` holds a spec and, next to it, the expected documents:
//! `library.openapi.json`. With `CHAINLOOM_BLESS=1` the test writes the present documents.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::bless::Expected;
use crate::common::{cases, here, sources};
use chainloom_codegen::generate;
use serde_json::{Value as Json, json};

fn made(case: &Path) -> Vec<(String, String)> {
    let sources = sources("spec", case);
    let files = generate(&sources).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
    let documents = files.iter().filter(|(path, _)| path.ends_with(".openapi.json"));
    documents.map(|(path, text)| (path.trim_start_matches("docs/").to_owned(), text.to_owned())).collect()
}

fn documents(case: &str) -> Vec<(String, Json)> {
    parsed(made(&here().join("tests/openapi").join(case)))
}

fn parsed(made: Vec<(String, String)>) -> Vec<(String, Json)> {
    made.into_iter().map(|(name, text)| (name, serde_json::from_str(&text).unwrap())).collect()
}

#[test]
fn every_case_gives_what_is_expected() {
    let mut expected = Expected::default();
    for case in cases("openapi") {
        let made = made(&case);
        expected.only(&case, ".json", &made.iter().map(|(name, _)| name.clone()).collect());
        for (name, document) in made {
            expected.file(&case.join(name), &document);
        }
    }
    expected.close();
}

/// Collects all `$ref`s at and below a value.
fn references(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::Object(members) => {
            found.extend(members.get("$ref").and_then(Json::as_str).map(str::to_owned));
            members.values().for_each(|member| references(member, found));
        }
        Json::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_component_is_used() {
    for case in cases("openapi") {
        for (name, document) in parsed(made(&case)) {
            let mut found = BTreeSet::new();
            references(&document, &mut found);
            for reference in &found {
                let pointer = reference.strip_prefix('#').unwrap();
                assert!(document.pointer(pointer).is_some(), "{name}: {reference}");
            }
            for part in ["schemas", "responses", "headers"] {
                let Some(components) = document["components"].get(part) else { continue };
                for component in components.as_object().unwrap().keys() {
                    let reference = format!("#/components/{part}/{component}");
                    assert!(found.contains(&reference), "{name}: nothing refers to {reference}");
                }
            }
        }
    }
}

#[test]
fn a_client_without_rest_operations_has_no_document() {
    let names: Vec<String> = documents("names").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["harbour.openapi.json"]);
}

#[test]
fn one_name_for_two_things_is_made_two() {
    let harbour = &documents("names")[0].1;
    let schemas: Vec<&String> = harbour["components"]["schemas"].as_object().unwrap().keys().collect();
    assert_eq!(schemas, ["harbour.goods.Thing", "harbour.ships.Thing"]);
    assert_eq!(harbour["paths"]["/ships"]["get"]["operationId"], "ships.find");
    assert_eq!(harbour["paths"]["/goods"]["get"]["operationId"], "goods.find");
}

#[test]
fn what_is_not_specified_is_marked_as_such() {
    let harbour = &documents("names")[0].1;
    assert_eq!(harbour["info"]["version"], "not specified");
    assert_eq!(harbour["security"], json!([]));
    let answer = &harbour["paths"]["/ships"]["get"]["responses"]["200"];
    assert!(answer["description"].as_str().unwrap().contains("not specified"));
}

#[test]
fn variants_of_a_call_are_one_operation() {
    let library = &documents("library")[0].1;
    let operation = &library["paths"]["/books/{isbn}"]["get"];
    assert_eq!(operation["parameters"][1]["schema"]["enum"], json!([false, true]));
    let variants = "- `getTitle`: Only its title. Here `full` is `false`.";
    assert!(operation["description"].as_str().unwrap().contains(variants), "{operation:#}");
    let answer = &operation["responses"]["200"]["content"]["application/json"];
    assert_eq!(answer["schema"]["anyOf"].as_array().unwrap().len(), 2);
    assert_eq!(answer["examples"]["getTitle"]["value"], "Dune");
}

#[test]
fn patterns_take_what_the_forms_take() {
    let library = &documents("library")[0].1;
    let pattern = |name: &str| library["components"]["schemas"][name]["pattern"].as_str().unwrap().to_owned();
    let rows = [
        ("Isbn", "^[0-9]+$"),
        ("Fine", r"^-?[0-9]+(\.[0-9]+)?$"),
        ("Stamp", r"^Stamp-[1-9A-HJ-NP-Za-km-z]{24,33}$"),
        ("Seal", "^(([^-]+-)?[a-z][a-z0-9]*1[02-9ac-hj-np-z]{38}|[1-9A-HJ-NP-Za-km-z]{24,33})$"),
        ("Wax", "^[^-]+-[a-z][a-z0-9]*1[02-9ac-hj-np-z]{38}$"),
        ("Mark", "^0x[0-9a-fA-F]{8}$"),
        ("Ink", "^(0x)?([0-9a-fA-F]{2})*$"),
        ("Dry", "^([0-9a-fA-F]{2})*$"),
        ("Count", "^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,7})$"),
    ];
    for (name, expected) in rows {
        assert_eq!(pattern(name), expected, "{name}");
    }
}
