//! Requests that the spec sends as the document says: queries in paths, forms, names that are taken.

use chainloom_import::{Imported, Kind, Options, openapi};
use serde_json::{Value as Json, json};

fn import(paths: &Json) -> Imported {
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "paths": paths
    });
    openapi(&document.to_string(), &Options::default()).unwrap()
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(_, text)| text.as_str()).collect()
}

/// An operation with a body of a media type.
fn sends(media: &str, schema: &Json) -> Json {
    let body = json!({ "required": true, "content": { media: { "schema": schema } } });
    json!({ "/a": { "post": { "operationId": "a", "requestBody": body, "responses": { "204": { "description": "Done." } } } } })
}

/// Asserts that a spec has some lines, and that all calls of the document are in it.
fn has(imported: &Imported, lines: &[&str]) {
    let text = spec(imported);
    for line in lines {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(imported.report.is_complete(), "{}", imported.report.text());
}

#[test]
fn queries_in_paths_are_constants() {
    let get = |id: &str| json!({ "get": { "operationId": id, "responses": { "204": { "description": "Done." } } } });
    let imported = import(
        &json!({ "/letters": get("letters"), "/letters?draft=true": get("drafts"), "/notes#all": get("notes") }),
    );
    has(&imported, &["query: { draft: { const: \"true\" } }", "get: /notes\n"]);
    assert_eq!(imported.report.imported, 3);
    let told = import(&json!({ "/letters?by={name}": get("letters") })).report;
    assert_eq!(told.sorts(Kind::Lost)[0].0, "an operation whose path has a query with parameters");
}

#[test]
fn parameters_of_the_path_give_way_to_others() {
    let parameter = |place: &str, required: bool| json!({ "name": "id", "in": place, "required": required, "schema": { "type": "string" } });
    let get = json!({ "operationId": "a", "parameters": [parameter("path", true), parameter("query", false)],
                      "responses": { "204": { "description": "Done." } } });
    has(
        &import(&json!({ "/a/{id}": { "get": get } })),
        &["get: /a/{idInPath}", "path: { idInPath: string }", "\"id?\": string"],
    );
}

#[test]
fn objects_of_forms_and_alternatives_of_parts_are_their_members() {
    let object =
        |name: &str, schema: Json| json!({ "type": "object", "required": [name], "properties": { name: schema } });
    let text = || json!({ "type": "string" });
    let form = object("o", object("k", text()));
    has(&import(&sends("application/x-www-form-urlencoded", &form)), &["body: { k: string }", "content: form"]);
    let parts =
        json!({ "oneOf": [object("pic", json!({ "type": "string", "format": "binary" })), object("url", text())] });
    has(&import(&sends("multipart/form-data", &parts)), &["body: { \"pic?\": file, \"url?\": string }"]);
}

#[test]
fn further_members_and_values_of_several_kinds_are_kept() {
    let schema = json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": "string" } },
                         "additionalProperties": { "type": "integer" } });
    has(&import(&sends("application/json", &schema)), &["others: { map: integer, rest: true"]);
    let schema = json!({ "type": "object", "properties": { "v": { "enum": [1, "a", true] } } });
    has(&import(&sends("application/json", &schema)), &["text: { enum: [a] }", "flag: { const: true }"]);
    let schema =
        json!({ "type": "object", "properties": { "n": { "type": "integer", "minimum": 0, "maximum": u64::MAX } } });
    has(&import(&sends("application/json", &schema)), &["uint64"]);
}

#[test]
fn a_parameter_that_a_secret_is_sent_as_is_told() {
    let parameter = |place: &str, name: &str| json!({ "name": name, "in": place, "schema": { "type": "string" } });
    let get = |id: &str, security: Json| {
        json!({ "get": { "operationId": id, "security": security, "responses": { "204": { "description": "Done." } },
                         "parameters": [parameter("query", "key"), parameter("header", "KEY")] } })
    };
    let key = |place: &str| json!({ "type": "apiKey", "in": place, "name": "key" });
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "paths": { "/a": get("a", json!([{ "query": [], "header": [] }])), "/b": get("b", json!([])) },
        "components": { "securitySchemes": { "query": key("query"), "header": key("header") } }
    });
    let imported = openapi(&document.to_string(), &Options::default()).unwrap();
    let told: Vec<&str> = imported.report.entries.iter().map(|entry| entry.place.as_str()).collect();
    assert_eq!(told, ["/paths/~1a/get/parameters/0", "/paths/~1a/get/parameters/1"]);
    assert_eq!(spec(&imported).matches("\"key?\"").count(), 1);
}
