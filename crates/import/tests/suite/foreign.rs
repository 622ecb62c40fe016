//! Documents as people write them: valid ones that few tools write, and ones that are nearly valid.

use chainloom_import::{Kind, Options, openapi, openrpc};
use serde_json::{Value as Json, json};

#[test]
fn the_server_of_methods_is_where_the_document_says() {
    let at = |server: &Json| {
        let document = json!({
            "openrpc": "1.2.6", "info": { "title": "Node", "version": "1" }, "servers": [server],
            "methods": [{ "name": "a", "params": [], "result": { "name": "r", "schema": { "type": "string" } } }],
        });
        let imported = openrpc(&document.to_string(), &Options::default()).unwrap();
        let spec = imported.files[0].1.clone();
        let lines =
            spec.lines().filter(|line| ["client:", "endpoint:", "websocket:"].iter().any(|key| line.starts_with(key)));
        let lost: Vec<&str> = imported.report.sorts(Kind::Lost).into_iter().map(|(what, _)| what).collect();
        (lines.collect::<Vec<_>>().join("\n"), lost.len())
    };
    for (server, wanted, lost) in [
        (
            json!({ "url": "https://node.example/rpc" }),
            "client: { baseUrl: \"https://node.example\" }\nendpoint: /rpc",
            0,
        ),
        (
            json!({ "url": "/rpc" }),
            "client: { baseUrl: \"{server}\", vars: { server: { doc: Where the service is. } } }\nendpoint: /rpc",
            0,
        ),
        (
            json!({ "url": "https://${net}.node.example/v1/${key}", "variables": { "net": { "default": "main" }, "key": { "default": "k" } } }),
            "client: { baseUrl: \"https://{net}.node.example\", vars: { net: { default: main }, key: { default: k } } }\nendpoint: /v1/{key}",
            0,
        ),
        (
            json!({ "url": "wss://node.example/ws" }),
            "client: { baseUrl: \"https://node.example\" }\nendpoint: /ws\nwebsocket: /ws",
            0,
        ),
        (json!({ "url": "localhost:8545" }), "client: { baseUrl: \"http://localhost:8545\" }\nendpoint: \"/\"", 0),
        (
            json!({ "url": "https://node.example/rpc?key=1" }),
            "client: { baseUrl: \"https://node.example\" }\nendpoint: /rpc",
            1,
        ),
    ] {
        assert_eq!(at(&server), (wanted.to_owned(), lost), "{server}");
    }
}

#[test]
fn what_is_beside_the_point_costs_no_operation() {
    let get = |more: &str| {
        format!(
            "openapi: 3.0.3\ninfo: {{ title: T, version: '1' }}\nservers: [{{ url: 'https://t.example' }}]\npaths:\n  /a:\n    \
             get: {{ operationId: a, {more} }}\n"
        )
    };
    let ok = "responses: { '204': { description: ok } }";
    for (what, document) in [
        ("an extension beside responses", get("responses: { '204': { description: ok }, x-a: 1, x-b: [2] }")),
        ("a number as a description", get("description: 200, responses: { '204': { description: 204 } }")),
        ("a callback that is not valid", get(&format!("callbacks: {{ done: {{ x-a: 1, '{{$url}}': 3 }} }}, {ok}"))),
        ("a long tag of other letters", get(&format!("tags: ['Управление пользователями и правами доступа организации'], {ok}"))),
        ("a mapping in braces", "{openapi: 3.0.3, info: {title: T, version: '1'}, servers: [{url: 'https://t.example'}], paths: {/a: {get: {responses: {'204': {description: ok}}}}}}".to_owned()),
    ] {
        let imported = openapi(&document, &Options::default()).unwrap_or_else(|why| panic!("{what}: {why}"));
        let report = imported.report;
        let changed = [Kind::Lost, Kind::Refused, Kind::Narrowed].map(|kind| report.sorts(kind).len());
        assert!(report.imported == 1 && changed[1..] == [0, 0], "{what}: {}", report.text());
    }
}

#[test]
fn letters_of_other_alphabets_are_transliterated() {
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "https://t.example" }],
        "paths": { "/a": { "get": { "operationId": "größe", "responses": { "200": { "description": "ok", "content": {
            "application/json": { "schema": { "$ref": "#/components/schemas/Товар" } } } } } } } },
        "components": { "schemas": { "Товар": { "type": "object", "properties": { "имя": { "type": "string" } } } } },
    });
    let spec = openapi(&document.to_string(), &Options::default()).unwrap().files[0].1.clone();
    for part in ["  grosse:\n", "  Tovar:", "имя?"] {
        assert!(spec.contains(part), "{part} is missing in\n{spec}");
    }
}

#[test]
fn a_repeated_operation_id_and_a_version_without_quotation_marks_are_told() {
    let document = "openapi: 3.0.3\ninfo: { title: T, version: 1.0 }\nservers: [{ url: 'https://t.example' }]\npaths:\n  \
                    /a: { get: { operationId: a, responses: { '204': { description: ok } } } }\n  \
                    /b: { get: { operationId: a, responses: { '204': { description: ok } } } }\n";
    let imported = openapi(document, &Options::default()).unwrap();
    assert!(imported.files[0].1.contains("version: \"1.0\""), "{}", imported.files[0].1);
    let places: Vec<&str> = imported.report.sorts(Kind::Guessed).into_iter().flat_map(|(_, places)| places).collect();
    assert!(places.contains(&"/paths/~1b/get") && places.contains(&"/info/version"), "{places:?}");
}
