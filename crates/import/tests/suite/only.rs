//! Imports of chosen operations: by path, method with path, ID, or name of a method.

use chainloom_import::{Imported, Options, openapi, openrpc};
use serde_json::{Value as Json, json};

fn only(names: &[&str]) -> Options {
    Options { only: names.iter().map(|name| (*name).to_owned()).collect(), ..Options::default() }
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(path, text)| format!("# {path}\n{text}")).collect()
}

/// A shop with books and an order; `uniqueItems` of each list stands in the report.
fn shop() -> Json {
    let list = |name: &str| {
        let item = json!({ "$ref": format!("#/components/schemas/{name}") });
        json!({ "200": { "content": { "application/json": {
            "schema": { "type": "array", "uniqueItems": true, "items": item } } } } })
    };
    let named =
        |name: &str| json!({ "type": "object", "properties": { name: { "$ref": "#/components/schemas/Title" } } });
    let odd = json!([{ "name": "pair", "in": "query", "allowReserved": true, "schema": { "type": "string" } }]);
    json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "components": {
            "schemas": {
                "Book": named("title"), "Order": named("of"),
                "Title": { "type": "object", "properties": { "text": { "type": "string", "uniqueItems": true } } },
            },
            "pathItems": { "Orders": { "get": { "operationId": "listOrders", "responses": list("Order") } } },
        },
        "webhooks": { "sold": { "post": { "requestBody": { "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/Order" } } } }, "responses": {} } } },
        "paths": {
            "/books": {
                "get": { "operationId": "listBooks", "tags": ["books"], "responses": list("Book") },
                "post": { "operationId": "addBook", "tags": ["books"], "parameters": odd, "responses": {} },
            },
            "/orders": { "$ref": "#/components/pathItems/Orders" },
        },
    })
}

#[test]
fn chosen_operations_come_with_the_types_that_they_reach() {
    for (names, operations, types) in [
        (&["listBooks"][..], &["listBooks"][..], &["Book", "Title"][..]),
        (&["GET /books"], &["listBooks"], &["Book", "Title"]),
        (&["/books"], &["listBooks", "addBook"], &["Book", "Title"]),
        (&["/orders"], &["listOrders"], &["Order", "Title"]),
        (&["POST /books", "listOrders", "GET /orders"], &["addBook", "listOrders"], &["Order", "Title"]),
    ] {
        let imported = openapi(&shop().to_string(), &only(names)).unwrap();
        let text = spec(&imported);
        assert_eq!((imported.report.imported, imported.report.operations), (operations.len(), operations.len()));
        for name in ["listBooks", "addBook", "listOrders"] {
            assert_eq!(text.contains(&format!("{name}:")), operations.contains(&name), "{names:?} {name}\n{text}");
        }
        for name in ["Book", "Order", "Title"] {
            assert_eq!(text.contains(&format!("  {name}:")), types.contains(&name), "{names:?} {name}\n{text}");
        }
        assert!(!text.contains("webhooks"), "{text}");
    }
}

#[test]
fn the_report_is_about_the_chosen_operations() {
    let places = |options: &Options| {
        let imported = openapi(&shop().to_string(), options).unwrap();
        (imported.report.entries.iter().map(|entry| entry.place.clone()).collect::<Vec<_>>(), imported.report)
    };
    let (all, report) = places(&Options::default());
    assert!(all.iter().any(|place| place.starts_with("/paths/~1books/post")) && !report.is_complete(), "{all:?}");
    let (some, report) = places(&only(&["listOrders"]));
    let expected = ["/components/pathItems/Orders/get/responses/200/content/application~1json/schema"];
    assert!(report.is_complete(), "{}", report.text());
    assert!(some.iter().any(|place| place == expected[0]), "{some:?}");
    assert!(some.iter().any(|place| place == "/components/schemas/Title/properties/text"), "{some:?}");
    assert!(!some.iter().any(|place| place.contains("books") || place.contains("webhooks")), "{some:?}");
}

#[test]
fn names_of_no_operation_are_refused_with_near_ones() {
    let refused = openapi(&shop().to_string(), &only(&["listBoks", "/books", "order", "nothing"])).unwrap_err();
    let expected = "the document has no operation `listBoks`; did you mean `listBooks`?; \
                    the document has no operation `order`; did you mean `/orders` or `GET /orders` or `listOrders`?; \
                    the document has no operation `nothing`";
    assert_eq!(refused, expected);
}

#[test]
fn methods_are_chosen_by_their_names() {
    let method = |name: &str, schema: &str| {
        let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
        json!({ "name": name, "params": [], "result": { "name": "result", "schema": schema } })
    };
    let document = json!({
        "openrpc": "1.2.6", "info": { "title": "Node", "version": "1" },
        "methods": [method("node.getPeers", "Peer"), { "$ref": "#/components/methods/up" }],
        "components": {
            "methods": { "up": method("node.isUp", "Up") },
            "schemas": { "Peer": { "type": "object", "properties": { "id": { "type": "string" } } },
                         "Up": { "type": "object", "properties": { "up": { "type": "boolean" } } } },
        },
    });
    for (name, chosen, other) in [("node.getPeers", "Peer:", "Up:"), ("node.isUp", "Up:", "Peer:")] {
        let imported = openrpc(&document.to_string(), &only(&[name])).unwrap();
        let text = spec(&imported);
        assert_eq!((imported.report.imported, imported.report.operations), (1, 1));
        assert!(text.contains(chosen) && !text.contains(other), "{text}");
    }
    let refused = openrpc(&document.to_string(), &only(&["node.getPeer"])).unwrap_err();
    assert_eq!(refused, "the document has no operation `node.getPeer`; did you mean `node.getPeers`?");
}
