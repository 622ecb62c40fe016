//! What tells the arms of unions apart, from what documents say of objects.

use chainloom_import::{Imported, Kind, Options, openapi};
use serde_json::{Value as Json, json};

/// Imports a document whose only operation returns the schema `A`.
fn import(schemas: &Json) -> Imported {
    let response = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "components": { "schemas": schemas },
        "paths": { "/a": { "get": { "operationId": "getA", "responses": { "200": response } } } }
    });
    openapi(&document.to_string(), &Options::default()).unwrap()
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(_, text)| text.as_str()).collect()
}

/// Asserts that a spec has some lines, and that nothing was lost or simplified.
fn has(imported: &Imported, lines: &[&str]) {
    let text = spec(imported);
    for line in lines {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let lost = |kind| imported.report.entries.iter().any(|entry| entry.kind == kind && !entry.is_detail);
    assert!(!lost(Kind::Lost) && !lost(Kind::Refused), "{}", imported.report.text());
}

fn object(required: &[&str], properties: &Json) -> Json {
    json!({ "type": "object", "required": required, "properties": properties })
}

fn one_of(names: &[&str]) -> Json {
    let arms: Vec<Json> = names.iter().map(|name| json!({ "$ref": format!("#/components/schemas/{name}") })).collect();
    json!({ "oneOf": arms })
}

#[test]
fn disjoint_enumerations_are_a_tag() {
    let state = |values: &[&str]| json!({ "type": "string", "enum": values });
    let imported = import(&json!({
        "A": one_of(&["Lent", "Free"]),
        "Lent": object(&["state", "by"], &json!({ "state": state(&["lent", "overdue"]), "by": { "type": "string" } })),
        "Free": object(&["state", "by"], &json!({ "state": state(&["free"]), "by": { "type": "string" } })),
    }));
    has(&imported, &["union: { tag: state }", "Lent: { type: Lent, values: [lent, overdue] }", "free: Free"]);
}

#[test]
fn arms_that_share_a_value_are_one_and_cost_no_other() {
    let kind = |value: &str| json!({ "const": value });
    let imported = import(&json!({
        "A": one_of(&["Cash", "Card", "OldCard"]),
        "Cash": object(&["kind", "coins"], &json!({ "kind": kind("cash"), "coins": { "type": "integer" } })),
        "Card": object(&["kind", "number"], &json!({ "kind": kind("card"), "number": { "type": "string" } })),
        "OldCard": object(&["kind", "number"], &json!({ "kind": kind("card"), "number": { "type": "integer" } })),
    }));
    has(
        &imported,
        &["union: { tag: kind }", "cash: Cash", "number: { union: form, arms: { text: string, number: integer } }"],
    );
    let told = imported.report.sorts(Kind::Guessed);
    assert!(told.iter().any(|(what, _)| what.contains("cannot be told apart")), "{told:?}");
}

#[test]
fn tags_may_lie_within_a_member() {
    let at = |hall: &str| object(&["hall"], &json!({ "hall": { "const": hall }, "floor": { "type": "integer" } }));
    let arm = |hall: &str, items: &Json| object(&["at", "items"], &json!({ "at": at(hall), "items": items }));
    let imported = import(&json!({
        "A": one_of(&["East", "West"]),
        "East": arm("east", &json!({ "type": "array", "items": { "type": "string" } })),
        "West": arm("west", &json!({ "type": "array", "items": { "type": "integer" } })),
    }));
    has(&imported, &["union: { tag: at.hall }", "hall: { enum: [east, west] }", "items: [string]", "items: [integer]"]);
}

#[test]
fn names_of_arms_tell_the_values_of_a_tag_that_lists_all() {
    let hall = object(&["name"], &json!({ "name": { "type": "string", "enum": ["east-hall", "west-hall"] } }));
    let items = |kind: &str| json!({ "type": "array", "items": { "type": kind } });
    let at = json!({ "$ref": "#/components/schemas/Hall" });
    let schemas = json!({
        "A": one_of(&["ListEastHallResponse", "ListWestHallResponse"]), "Hall": hall,
        "ListEastHallResponse": object(&["hall", "items"], &json!({ "hall": at, "items": items("string") })),
        "ListWestHallResponse": object(&["hall", "items"], &json!({ "hall": at, "items": items("integer") })),
    });
    let imported = import(&schemas);
    has(
        &imported,
        &["union: { tag: hall.name }", "common: { hall: Hall }", "east-hall: { fields: { items: [string] } }"],
    );
    assert_eq!(imported.report.count(Kind::Narrowed), 1, "{}", imported.report.text());
    assert!(!imported.report.is_complete());
}

#[test]
fn members_beside_alternatives_are_common() {
    let schemas = json!({
        "A": { "type": "object", "required": ["amount"], "properties": { "amount": { "type": "integer" } }, "oneOf": [
            object(&["number"], &json!({ "number": { "type": "string" } })),
            object(&["coins"], &json!({ "coins": { "type": "integer" } })),
        ] }
    });
    has(&import(&schemas), &["common: { amount: integer }", "coins: { has: coins, fields: { coins: integer } }"]);
    let within = json!({ "A": { "allOf": [
        object(&["amount"], &json!({ "amount": { "type": "integer" } })), { "oneOf": schemas["A"]["oneOf"] } ] } });
    has(&import(&within), &["common: { amount: integer }", "coins: { has: coins, fields: { coins: integer } }"]);
}

#[test]
fn texts_beside_objects_and_lists_of_lists_are_told_by_their_form() {
    let imported = import(&json!({ "A": { "oneOf": [
        { "type": "string", "enum": ["Nothing", "Anything"] },
        object(&["Circle"], &json!({ "Circle": { "type": "number" } })),
        object(&["Named"], &json!({ "Named": { "type": "string" } })),
    ] } }));
    has(
        &imported,
        &["union: form", "text: { enum: [Nothing, Anything] }", "circle: { has: Circle, fields: { Circle: number } }"],
    );
    let list = |kind: &str| json!({ "type": "array", "items": { "type": kind } });
    let lists = json!({ "A": object(&["stop"], &json!({ "stop": { "anyOf": [{ "type": "string" }, list("string"), list("integer")] } })) });
    has(&import(&lists), &["text: string", "list: [", "arms: { text: string, number: integer }"]);
}

#[test]
fn objects_with_more_members_come_before_those_with_less() {
    let imported = import(&json!({
        "A": one_of(&["Plain", "Fancy"]),
        "Plain": object(&["a"], &json!({ "a": { "type": "string" } })),
        "Fancy": object(&["a", "b"], &json!({ "a": { "type": "string" }, "b": { "type": "string" } })),
    }));
    has(&imported, &["union: members", "fancy: { type: Fancy, has: b }", "plain: { type: Plain, otherwise: true }"]);
}

#[test]
fn lists_that_are_alternatives_are_one_list_and_told() {
    let list = |item: Json| json!({ "type": "array", "items": item });
    let lent = object(&["by"], &json!({ "by": { "type": "string" } }));
    let imported = import(&json!({ "A": { "oneOf": [list(lent), list(json!({ "type": "string" }))] } }));
    has(&imported, &["A: { list: { union: form, arms: { object: { fields: { by: string } }, text: string } } }"]);
    let details: Vec<&str> = imported.report.entries.iter().map(|entry| entry.what.as_str()).collect();
    assert_eq!(details, ["that the items of a list are all of one alternative"]);
}

#[test]
fn further_members_beside_all_of_keep_their_type() {
    let whole = json!({ "type": "integer" });
    let base = object(&["name"], &json!({ "name": { "type": "string" } }));
    let open = json!({ "type": "object", "additionalProperties": whole });
    for (schema, is_lost) in [
        (json!({ "allOf": [{ "$ref": "#/components/schemas/B" }], "additionalProperties": whole }), false),
        (json!({ "allOf": [{ "$ref": "#/components/schemas/B" }, open] }), false),
        (json!({ "allOf": [{ "$ref": "#/components/schemas/B" }, open], "additionalProperties": whole }), true),
    ] {
        let imported = import(&json!({ "A": schema, "B": base }));
        let text = spec(&imported);
        assert!(text.contains("others: { map: integer, rest: true, doc: Further members. }"), "{text}");
        assert_eq!(imported.report.count(Kind::Lost), usize::from(is_lost), "{}", imported.report.text());
    }
}
