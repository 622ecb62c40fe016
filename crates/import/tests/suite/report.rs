//! The report of an import: equal error bodies are one, and what changes a call comes first.

use chainloom_import::{Imported, Kind, Options, openapi};
use serde_json::{Map, Value as Json, json};

fn failure(status: &str, phrase: &str) -> Json {
    json!({ "type": "object", "description": phrase, "required": ["message", "error"], "properties": {
        "message": { "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] },
        "statusCode": { "type": "integer", "example": status.parse::<u16>().unwrap() },
        "error": { "type": "string", "example": phrase } } })
}

/// Imports a document of one operation with error responses.
fn import(failures: &[(&str, Json)]) -> Imported {
    let media = |schema: &Json| json!({ "content": { "application/json": { "schema": schema } } });
    let mut responses: Map<String, Json> = Map::new();
    responses.insert("200".to_owned(), media(&json!({ "type": "string" })));
    responses.extend(failures.iter().map(|(status, schema)| ((*status).to_owned(), media(schema))));
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "paths": { "/a": {
            "get": { "operationId": "getA", "responses": responses,
                     "parameters": [{ "name": "c", "in": "query", "allowReserved": true, "schema": { "type": "string" } }] },
            "additionalOperations": { "CONNECT": { "responses": {} } },
        } }
    });
    openapi(&document.to_string(), &Options::default()).unwrap()
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(_, text)| text.as_str()).collect()
}

#[test]
fn error_bodies_of_equal_shape_are_one() {
    let imported = import(&[
        ("400", failure("400", "Bad Request")),
        ("404", failure("404", "Not Found")),
        ("500", failure("500", "Internal Server Error")),
    ]);
    let told = imported.report.text();
    assert!(!told.contains("an error body other"), "{told}");
    // `error` is the name of the status in all of them.
    assert!(spec(&imported).contains("message: message"), "{}", spec(&imported));
    let other = json!({ "type": "object", "properties": { "error": { "type": "object", "properties": { "message": { "type": "string" } } } } });
    let imported = import(&[("400", other.clone()), ("401", other), ("404", failure("404", "Not Found"))]);
    assert!(spec(&imported).contains("message: error.message"), "{}", spec(&imported));
    assert!(imported.report.text().contains("     1  an error body other than the most common one"));
}

#[test]
fn what_changes_a_call_comes_first() {
    let imported = import(&[("400", failure("400", "Bad Request")), ("404", json!({ "type": "string" }))]);
    let told: Vec<&str> = imported.report.sorts(Kind::Lost).into_iter().map(|(what, _)| what).collect();
    let method = "the method `CONNECT` of `additionalOperations`";
    assert_eq!(told, [method, "`allowReserved`", "an error body other than the most common one"]);
}
