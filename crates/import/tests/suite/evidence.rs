//! Scalars, units, lists and defaults from names, examples and sentences.

use chainloom_import::{Imported, Kind, Options, openapi};
use serde_json::{Value as Json, json};

/// Imports a document whose only operation has parameters, and returns an object with members.
fn import_with(parameters: &Json, members: &Json, options: &Options) -> Imported {
    let schema = json!({ "type": "object", "properties": members });
    let response = json!({ "content": { "application/json": { "schema": schema } } });
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "paths": { "/a": { "get": { "operationId": "getA", "parameters": parameters, "responses": { "200": response } } } }
    });
    openapi(&document.to_string(), options).unwrap()
}

fn import(members: &Json) -> Imported {
    import_with(&json!([]), members, &Options::default())
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(_, text)| text.as_str()).collect()
}

/// A member of texts with a sentence and an example.
fn text(sentence: &str, example: &str) -> Json {
    json!({ "type": "string", "description": sentence, "example": example })
}

const HASH: &str = "0x17533aeb5193378b9ff441d61728e7a2ebaf10f61fd5310759451627dfca2e7c";
const ADDRESS: &str = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
const ID: &str = "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM";
const PEER: &str = "Peer-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";

#[test]
fn two_kinds_of_evidence_make_a_scalar() {
    for (name, member, scalar) in [
        ("txHash", text("Hash of the transaction.", HASH), Some("text: hex, bytes: 32")),
        ("owner", text("Account that owns it.", ADDRESS), Some("text: hex, bytes: 20")),
        ("assetId", text("", ID), Some("text: base58check, bytes: 32")),
        ("peer", text("ID of the peer.", PEER), Some("text: base58check, bytes: 20, prefix: Peer-")),
        ("requestId", text("", "f33de69c-d13b-4691-908f-870d6e2e6b04"), Some("text: uuid")),
        ("amount", text("Amount in the smallest unit.", "2000000000000000000"), Some("text: decimal, rust: U256")),
        ("nonce", text("Nonce of the account.", "1"), Some("text: decimal, rust: u64")),
        ("totalSupply", text("Supply of all tokens.", "454257251.71"), Some("text: decimal }")),
        ("gasUsed", text("Gas of the call.", "0xb71b00"), Some("text: quantity")),
        ("createdAt", json!({ "type": "number", "example": 1_648_672_486 }), Some("number: seconds")),
        (
            "timestampMs",
            json!({ "type": "integer", "description": "In milliseconds.", "example": 1_648_672_486_000_u64 }),
            Some("number: milliseconds"),
        ),
        (
            "delaySeconds",
            json!({ "type": "integer", "description": "Delay in seconds." }),
            Some("number: duration-seconds"),
        ),
        // One kind of evidence alone, or two that do not agree.
        ("txHash", json!({ "type": "string" }), None),
        ("label", text("Any text.", HASH), None),
        ("memberId", text("ID of the member.", "1234567890"), None),
        ("createdAt", json!({ "type": "number" }), None),
        ("responseTimeMsecs", json!({ "type": "number", "description": "The median time in milliseconds." }), None),
        ("block", text("Either a block number or the block hash.", HASH), None),
    ] {
        let imported = import(&json!({ name: member }));
        let text = spec(&imported);
        match scalar {
            Some(scalar) => {
                assert!(text.contains(scalar), "{name}: {scalar}\n{text}");
                assert!(text.contains("# guessed: the form"), "{text}");
                assert_eq!(imported.report.count(Kind::Narrowed), 1, "{}", imported.report.text());
                assert!(!imported.report.is_complete());
            }
            None => assert!(!text.contains("scalars:"), "{name}\n{text}"),
        }
    }
}

/// A member of numbers with a sentence, and with what else is known.
fn number(sentence: &str, more: &Json) -> Json {
    let mut member = json!({ "type": "number", "description": sentence });
    member.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    member
}

#[test]
fn a_number_is_whole_by_evidence_beside_its_name() {
    for (name, sentence, more, is_whole) in [
        // The sentence repeats the name.
        ("height", "Height of the sensor", json!({}), false),
        ("total", "Total of all parts", json!({}), false),
        ("position", "Position on the wall", json!({}), false),
        ("max_size", "Size that is the largest", json!({}), false),
        // A unit of measure outweighs an example, and a phrase.
        ("height", "Height in metres", json!({ "example": 3 }), false),
        ("size", "Size of the sensor in cm", json!({ "example": 3 }), false),
        ("total", "Total energy in kWh", json!({ "example": 3 }), false),
        ("total", "Number of kWh used in total", json!({}), false),
        ("size", "Size (m)", json!({ "example": 3 }), false),
        ("size_mm", "Size", json!({ "example": 3 }), false),
        ("count", "Count of hits, in seconds", json!({}), false),
        ("total", "Total number of hits", json!({}), true),
        ("quantity", "How many there are", json!({}), true),
        ("position", "Index of the item", json!({}), true),
        ("height", "Height of the block", json!({ "example": 3 }), true),
        ("size", "Size of a page", json!({ "maximum": 2_147_483_647 }), true),
        ("size", "Size of a page", json!({ "multipleOf": 1 }), true),
        ("size", "Size of a page", json!({ "multipleOf": 0.5, "maximum": 100 }), false),
    ] {
        let text = spec(&import(&json!({ name: number(sentence, &more) })));
        assert_eq!(text.contains("integer"), is_whole, "{name}, {sentence}, {more}:\n{text}");
    }
}

#[test]
fn a_length_of_time_may_be_a_fraction() {
    let text = spec(&import(&json!({ "duration": number("Duration of the song in seconds.", &json!({})) })));
    assert!(text.contains("type: number") && text.contains("unit: seconds"), "{text}");
}

#[test]
fn members_of_one_name_have_one_form() {
    let inner =
        json!({ "type": "object", "properties": { "assetId": { "type": "string" }, "fees": { "type": "string" } } });
    let imported = import(&json!({ "assetId": text("ID of the asset.", ID), "inner": inner }));
    assert!(spec(&imported).contains("assetId?: Id # guessed: the form\n      fees?: string"), "{}", spec(&imported));
}

#[test]
fn patterns_are_evidence() {
    let member = |pattern: &str| json!({ "a": { "type": "string", "pattern": pattern } });
    let imported = import(&member("^0x[0-9a-fA-F]{40}$"));
    let text = spec(&imported);
    assert!(text.contains("text: hex, bytes: 20") && !text.contains("pattern"), "{text}");
    // Digits may be no number: zeros before them count.
    assert!(spec(&import(&member("^[0-9]+$"))).contains("type: string, pattern"));
}

#[test]
fn units_lists_and_defaults_come_from_sentences() {
    let parameters = json!([
        { "name": "ids", "in": "query", "description": "A comma separated list of asset IDs.", "schema": { "type": "string" }, "example": format!("{ID},{ID}") },
        { "name": "minUptime", "in": "query", "description": "Least uptime. Default is 90.", "schema": { "type": "number" } },
        { "name": "sort", "in": "query", "description": "Order. Defaults to `asc`.", "schema": { "type": "string", "enum": ["asc", "desc"] } },
        { "name": "must", "in": "query", "required": true, "description": "Default is 3.", "schema": { "type": "integer" } },
    ]);
    let members = json!({
        "share": { "type": "number", "description": "The percentage of all votes." },
        "reward": { "type": "string", "description": "Reward of the last round, in nTOK." },
    });
    let imported = import_with(&parameters, &members, &Options::default());
    let text = spec(&imported);
    for line in ["list: Id", "join: \",\"", "default: 90", "default: asc", "unit: percent", "unit: nano", "must: "] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("default: 3"), "{text}");
    let imported = import_with(&parameters, &members, &Options { no_guesses: true, ..Options::default() });
    let text = spec(&imported);
    for word in ["scalars:", "unit:", "join:", "default:"] {
        assert!(!text.contains(word), "{word}\n{text}");
    }
    assert!(imported.report.is_complete(), "{}", imported.report.text());
}

#[test]
fn a_list_by_its_sentence_has_one_separator() {
    let sentence = "Days between which it was written (comma separated).";
    let parameters = json!([
        { "name": "days", "in": "query", "style": "form", "explode": false, "description": sentence, "schema": { "type": "string" } },
    ]);
    let imported = import_with(&parameters, &json!({}), &Options::default());
    assert_eq!(spec(&imported).matches("join: \",\"").count(), 1, "{}", spec(&imported));
    let simplified = imported.report.entries.iter().filter(|entry| entry.kind == Kind::Refused);
    assert_eq!(simplified.count(), 0, "{}", imported.report.text());
}

#[test]
fn costs_and_paging_are_those_that_extensions_state() {
    let text = json!({ "type": "string" });
    let schema = json!({ "type": "object", "properties": { "rows": { "type": "array", "items": text }, "go": text } });
    let response = json!({ "content": { "application/json": { "schema": schema } } });
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "x-call-weight-values": { "small": 10 },
        "paths": { "/a": { "get": {
            "operationId": "getA", "x-call-weight": "small", "responses": { "200": response },
            "parameters": [{ "name": "from", "in": "query", "schema": text }],
            "x-tool-pagination": { "type": "cursor", "inputs": [{ "name": "from", "in": "parameters", "type": "cursor" }],
                                   "outputs": { "nextCursor": "$.go" } },
        } } }
    });
    let imported = openapi(&document.to_string(), &Options::default()).unwrap();
    let text = spec(&imported);
    for line in ["cost: { units: 10 }", "items: rows, next: go, into: from"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}
