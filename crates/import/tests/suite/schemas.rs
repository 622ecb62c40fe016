//! Small schemas: what each becomes, and what the report says of it.

use chainloom_import::{Imported, Kind, Options, openapi, openrpc};
use serde_json::{Value as Json, json};

/// Imports a document whose only operation sends the schema `A`.
fn import(version: &str, schemas: &Json) -> Imported {
    let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/A" } } });
    let document = json!({
        "openapi": version, "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "components": { "schemas": schemas },
        "paths": { "/a": { "post": { "operationId": "sendA", "requestBody": { "required": true, "content": content },
            "responses": { "204": { "description": "Done." } } } } }
    });
    openapi(&document.to_string(), &Options::default()).unwrap()
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(_, text)| text.as_str()).collect()
}

/// Asserts that the member `m` of `A` has a definition, and that the report has these entries beside
/// guesses. Entries of details begin with `detail: `.
fn becomes(version: &str, member: &Json, definition: &str, told: &[&str]) {
    let mut schemas = json!({
        "A": { "type": "object", "required": ["m"], "properties": { "m": member } },
        "Named": { "type": "object", "required": ["x"], "properties": { "x": { "type": "string" } } },
        "Kind": { "type": "string", "enum": ["a", "b"] },
        "Nullable": { "type": ["string", "null"] },
    });
    if version.starts_with("3.0") {
        schemas["Nullable"] = json!({ "type": "string", "nullable": true });
    }
    becomes_of(&import(version, &schemas), &format!("m: {definition}"), told);
}

fn becomes_of(imported: &Imported, line: &str, told: &[&str]) {
    let text = spec(imported);
    assert!(text.contains(line), "{line}\n{text}");
    let entries = imported.report.entries.iter().filter(|entry| entry.kind != Kind::Guessed);
    let entries = entries.map(|entry| format!("{}{}", if entry.is_detail { "detail: " } else { "" }, entry.what));
    let mut entries: Vec<String> = entries.collect();
    // A schema that is read at two places has an entry for each.
    entries.dedup();
    assert_eq!(entries, told, "{text}");
}

#[test]
fn bounds_of_all_parts_and_the_stricter_of_two_hold() {
    let part = |own: Json| json!({ "type": "object", "properties": { "m": own } });
    for (one, other, definition, told) in [
        (
            json!({ "type": "integer", "minimum": 1 }),
            json!({ "type": "integer", "maximum": 9 }),
            "{ type: integer, range: 1..=9 }",
            vec![],
        ),
        (
            json!({ "type": "integer", "minimum": 1, "maximum": 20 }),
            json!({ "type": "integer", "minimum": -3, "maximum": 9 }),
            "{ type: integer, range: 1..=9 }",
            vec![],
        ),
        (
            json!({ "type": "string", "pattern": "^a" }),
            json!({ "type": "string", "maxLength": 5 }),
            "{ type: string, size: ..=5, pattern: \"^a\" }",
            vec![],
        ),
        (
            json!({ "type": "string", "pattern": "^a" }),
            json!({ "type": "string", "pattern": "b$" }),
            "{ type: string, pattern: b$ }",
            vec!["a second pattern of a text"],
        ),
        (
            json!({ "type": "array", "items": { "type": "string" }, "minItems": 2 }),
            json!({ "type": "array", "items": { "type": "string" }, "maxItems": 3 }),
            "{ list: string, size: 2..=3 }",
            vec![],
        ),
        (
            json!({ "type": "array", "items": { "type": "integer" } }),
            json!({ "type": "array", "items": { "type": "string" } }),
            "[string]",
            vec!["a member that the parts of `allOf` describe differently"],
        ),
    ] {
        let all = json!({ "allOf": [part(one), part(other), { "required": ["m"] }] });
        becomes_of(&import("3.1.0", &json!({ "A": all })), &format!("m: {definition}"), &told);
    }
    for (schema, definition) in [
        (json!({ "type": "integer", "minimum": 3, "exclusiveMinimum": 0 }), "{ type: integer, range: 3.. }"),
        (json!({ "type": "integer", "minimum": 3, "exclusiveMinimum": 3 }), "{ type: integer, range: 4.. }"),
        (json!({ "type": "integer", "maximum": 5, "exclusiveMaximum": 10 }), "{ type: integer, range: ..=5 }"),
        (json!({ "type": "number", "minimum": 0.5, "exclusiveMinimum": 0 }), "{ type: number, range: 0.5.. }"),
        (
            json!({ "allOf": [{ "type": "string", "maxLength": 5 }, { "minLength": 2 }] }),
            "{ type: string, size: 2..=5 }",
        ),
    ] {
        becomes("3.1.0", &schema, definition, &[]);
    }
}

#[test]
fn lists_by_position_have_a_length_only_where_it_is_stated() {
    let items = json!([{ "type": "string" }, { "type": "integer" }]);
    let union = "[{ union: form, arms: { text: string, number: integer } }]";
    let (guess, open) = (
        "the length of a list: as many items as the document describes",
        "detail: the positions of items in a list of open length",
    );
    for (beside, definition, told) in [
        (json!({ "minItems": 2, "maxItems": 2 }), "{ tuple: [string, integer] }", vec![]),
        (json!({ "minItems": 2, "items": false }), "{ tuple: [string, integer] }", vec![]),
        (json!({}), "{ tuple: [string, integer] }", vec![guess]),
        (json!({ "items": false }), "{ tuple: [string, integer] }", vec![guess]),
        (json!({ "items": { "type": "integer" } }), union, vec![open]),
        (
            json!({ "minItems": 1, "items": false }),
            "{ list: { union: form, arms: { text: string, number: integer } }, size: 1.. }",
            vec![open],
        ),
        (json!({ "minItems": 1 }), "{ list: json, size: 1.. }", vec![open]),
    ] {
        let mut schema = json!({ "type": "array", "prefixItems": items });
        schema.as_object_mut().unwrap().extend(beside.as_object().unwrap().clone());
        becomes("3.1.0", &schema, definition, &told);
    }
    let older = json!({ "type": "array", "items": items, "additionalItems": { "type": "integer" } });
    becomes("3.1.0", &older, union, &[open]);
}

#[test]
fn values_that_exclude_each_other_are_told() {
    let excluded = "listed values that the type of their schema excludes";
    for (schema, definition, told) in [
        (json!({ "type": "integer", "enum": ["1", "2"] }), "integer", vec![excluded]),
        (json!({ "type": "boolean", "enum": ["true"] }), "boolean", vec![excluded]),
        (json!({ "type": "array", "items": { "type": "string" }, "enum": ["a", "b"] }), "[string]", vec![excluded]),
        (json!({ "type": "integer", "const": "1" }), "integer", vec![excluded]),
        (json!({ "type": ["integer", "string"], "enum": ["a"] }), "{ enum: [a] }", vec![]),
        (
            json!({ "enum": ["auto", true] }),
            "{ union: form, arms: { text: { enum: [auto] }, flag: { const: true } } }",
            vec![],
        ),
        (json!({ "const": null }), "{ const: null }", vec![]),
        (json!({ "type": "null" }), "{ const: null }", vec![]),
        (
            json!({ "type": "array", "items": { "type": "null" } }),
            "[\"json | null\"]",
            vec!["a value that can only be null"],
        ),
        (json!({ "type": "string", "enum": ["a-b", "a_b"] }), "{ enum: { a-b: {}, a_b: { rust: AB2 } } }", vec![]),
        (json!({ "type": "string", "enum": ["a_b", "aB"] }), "{ enum: { a_b: {}, aB: { rust: AB2 } } }", vec![]),
        (
            json!({ "type": "string", "enum": ["self", "Self"] }),
            "{ enum: { self: { rust: SelfValue }, Self: { rust: SelfValue2 } } }",
            vec![],
        ),
    ] {
        becomes("3.1.0", &schema, definition, &told);
    }
}

#[test]
fn limits_of_128_bits_are_no_bounds() {
    let limits = r#"{ "type": "integer", "minimum": -170141183460469231731687303715884105728,
        "maximum": 170141183460469231731687303715884105727 }"#;
    becomes("3.1.0", &serde_json::from_str(limits).unwrap(), "int128", &[]);
    let beyond = "detail: an enumeration of whole numbers beyond 64 bits";
    becomes("3.1.0", &json!({ "type": "integer", "enum": [u64::MAX, 1] }), "int128", &[beyond]);
}

#[test]
fn keywords_beside_references_follow_the_version() {
    let named = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let sibling = json!({ "$ref": "#/components/schemas/Kind", "type": "integer", "nullable": true });
    let ignored = "`type` beside a reference, which version 3.0 ignores";
    becomes("3.0.3", &sibling, "\"Kind | null\"", &[ignored]);
    let described = json!({ "allOf": [named("Named"), { "description": "Its owner." }] });
    becomes("3.0.3", &described, "{ type: Named, doc: Its owner. }", &[]);
    becomes("3.1.0", &json!({ "oneOf": [named("Nullable")] }), "Nullable", &[]);
    becomes("3.1.0", &json!({ "$ref": "#anchor" }), "json", &["a reference to an anchor, `#anchor`"]);
}

#[test]
fn references_lead_into_definitions() {
    for keyword in ["$defs", "definitions"] {
        let inner = json!({ "$ref": format!("#/components/schemas/A/{keyword}/Inner") });
        let schemas = json!({ "A": { "type": "object", "required": ["m"], "properties": { "m": inner },
            keyword: { "Inner": { "type": "integer", "minimum": 1 } } } });
        let imported = import("3.1.0", &schemas);
        becomes_of(&imported, "A: { fields: { m: Inner } }", &[]);
        assert!(spec(&imported).contains("Inner: { type: integer, range: 1.. }"), "{}", spec(&imported));
        let param = json!({ "name": "m", "required": true, "schema": { "$ref": format!("#/{keyword}/Inner") } });
        let document = json!({ "openrpc": "1.2.6", "info": { "title": "Node", "version": "1" },
            "servers": [{ "url": "https://node.example" }], keyword: { "Inner": { "type": "integer", "nullable": true } },
            "methods": [{ "name": "a", "params": [param], "result": { "name": "r", "schema": { "type": "string" } } }] });
        let imported = openrpc(&document.to_string(), &Options::default()).unwrap();
        becomes_of(&imported, "Inner: { type: \"integer | null\" }", &[]);
    }
}

#[test]
fn required_members_without_a_schema_are_sent() {
    let schemas = json!({ "A": { "type": "object", "required": ["m"], "properties": {} } });
    becomes_of(
        &import("3.1.0", &schemas),
        "A: { fields: { m: json } }",
        &["detail: a required member without a schema"],
    );
    let base = json!({ "type": "object", "required": ["x"], "properties": { "x": { "type": "string" } } });
    let schemas =
        json!({ "B": base, "A": { "allOf": [{ "$ref": "#/components/schemas/B" }, { "required": ["m", "x"] }] } });
    becomes_of(
        &import("3.1.0", &schemas),
        "A: { extends: B, fields: { m: json } }",
        &["detail: a required member without a schema"],
    );
    let map = json!({ "type": "object", "required": ["k"], "additionalProperties": { "type": "string" } });
    becomes(
        "3.1.0",
        &map,
        "{ fields: { k: string, others: { map: string, rest: true, doc: Further members. } } }",
        &["detail: a required member without a schema"],
    );
    let content = json!({ "multipart/form-data": { "schema": { "$ref": "#/components/schemas/A" } } });
    let document = json!({ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
        "servers": [{ "url": "https://shop.example" }],
        "components": { "schemas": { "A": { "type": "object", "required": ["m"], "properties": {} } } },
        "paths": { "/a": { "post": { "operationId": "sendA", "responses": { "204": { "description": "Done." } },
            "requestBody": { "required": true, "content": content } } } } });
    becomes_of(
        &openapi(&document.to_string(), &Options::default()).unwrap(),
        "body: { m: json }",
        &["detail: a required member without a schema"],
    );
    let sized = json!({ "type": "object", "minProperties": 1, "properties": { "a": { "type": "string" } } });
    becomes("3.1.0", &sized, "{ fields: { \"a?\": string } }", &["detail: the number of members of an object"]);
    let patterns = json!({ "type": "object", "patternProperties": { "^x": { "type": "string" } },
        "additionalProperties": { "type": "integer" } });
    becomes("3.1.0", &patterns, "{ map: json }", &["detail: patterns of the names of members"]);
}

#[test]
fn optional_members_called_new_stay() {
    let schemas = json!({ "A": { "type": "object", "properties": { "new": { "type": "string" } } } });
    becomes_of(&import("3.1.0", &schemas), "A: { fields: { \"new?\": { type: string, rust: new_value } } }", &[]);
}

#[test]
fn parts_that_are_alternatives_lose_nothing() {
    let arm =
        |name: &str| json!({ "type": "object", "required": [name], "properties": { name: { "type": "string" } } });
    let inline = json!({ "allOf": [arm("a"), { "oneOf": [arm("b"), arm("c")] }] });
    let mut document = json!({ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
        "servers": [{ "url": "https://shop.example" }], "paths": { "/a": { "post": { "operationId": "sendA",
            "requestBody": { "required": true, "content": { "application/json": {} } },
            "responses": { "204": { "description": "Done." } } } } } });
    document["paths"]["/a"]["post"]["requestBody"]["content"]["application/json"]["schema"] = inline;
    let imported = openapi(&document.to_string(), &Options::default()).unwrap();
    becomes_of(&imported, "common: { a: string }", &[]);
}

#[test]
fn records_that_are_arms_elsewhere_keep_their_tag() {
    let named = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let record = |own: &str| json!({ "type": "object", "required": ["k"], "properties": { "k": { "type": "string" }, own: { "type": "string" } } });
    let imported = import(
        "3.1.0",
        &json!({
            "A": { "type": "object", "properties": {
                "pet": { "oneOf": [named("Cat"), named("Dog")], "discriminator": { "propertyName": "k" } },
                "cat": { "oneOf": [named("Cat"), { "type": "string" }] } } },
            "Cat": record("c"), "Dog": record("d"),
        }),
    );
    becomes_of(
        &imported,
        "Cat: { fields: { k: string, \"c?\": string } }",
        &["detail: the tag `…` is also a member of `…` (bad-union)"],
    );
    assert!(spec(&imported).contains("Dog: { fields: { k: { const: Dog }, \"d?\": string } }"), "{}", spec(&imported));
}

#[test]
fn arms_of_a_parent_have_places_of_the_document() {
    let base = json!({ "$ref": "#/components/schemas/A" });
    let imported = import(
        "3.1.0",
        &json!({
            "A": { "type": "object", "required": ["k"], "properties": { "k": { "type": "string" },
                "kid": { "$ref": "#/components/schemas/Kid" } }, "discriminator": { "propertyName": "k" } },
            "Kid": { "allOf": [base, { "type": "object", "properties": { "b": { "type": "string" } } }] },
        }),
    );
    let invented = imported.report.entries.iter().find(|entry| entry.place.contains("oneOf"));
    assert!(invented.is_none() && imported.report.is_complete(), "{}", imported.report.text());
}
