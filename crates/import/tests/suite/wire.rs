//! Requests that are easily sent in a wrong form: files, base64, ranges of media types, members that only responses have,
//! secrets that may be left out, servers with variables.

use chainloom_import::{Imported, Options, openapi, openrpc};
use serde_json::{Value as Json, json};

/// Small document with what its spec has, and with what its report says of lost and narrowed pieces.
struct Case {
    document: Json,
    lines: &'static [&'static str],
    told: &'static [&'static str],
}

fn case(document: Json, lines: &'static [&'static str], told: &'static [&'static str]) -> Case {
    Case { document, lines, told }
}

/// Document of OpenAPI 3.1 with one operation. `more` replaces members of the document.
fn rest(operation: &Json, more: &Json) -> Json {
    let mut own = json!({ "operationId": "a", "responses": { "204": { "description": "Done." } } });
    let mut document = json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
    });
    for (to, from) in [(&mut own, operation), (&mut document, more)] {
        from.as_object().unwrap().iter().for_each(|(key, value)| to[key] = value.clone());
    }
    document["paths"] = json!({ "/a": { "put": own } });
    document
}

/// Operation whose body has some media types.
fn sends(content: &Json) -> Json {
    rest(&json!({ "requestBody": { "required": true, "content": content } }), &json!({}))
}

/// Operation whose body is an object of one required member `f` in parts.
fn sends_part(schema: &Json) -> Json {
    sends(
        &json!({ "multipart/form-data": { "schema": { "type": "object", "required": ["f"], "properties": { "f": schema } } } }),
    )
}

/// Guesses that the import makes of every method of JSON-RPC.
const GUESSES_OF_ALL_METHODS: [&str; 2] =
    ["the effect of a method, by its name", "the form of parameters: the document allows both"];

fn check(cases: Vec<Case>, import: impl Fn(&str) -> Imported) {
    for Case { document, lines, told } in cases {
        let imported = import(&document.to_string());
        let spec: String = imported.files.iter().map(|(_, text)| text.as_str()).collect();
        for line in lines {
            assert!(spec.contains(line), "{line}\n{document}\n{spec}{}", imported.report.text());
        }
        let entries = imported.report.entries.iter().filter(|entry| !entry.is_detail).map(|entry| entry.what.as_str());
        let entries: Vec<&str> = entries.filter(|what| !GUESSES_OF_ALL_METHODS.contains(what)).collect();
        assert_eq!(entries, told, "{document}\n{spec}");
        assert_eq!(imported.report.imported, imported.report.operations, "{document}");
    }
}

fn check_rest(cases: Vec<Case>) {
    check(cases, |text| openapi(text, &Options::default()).unwrap_or_else(|why| panic!("{text}: {why}")));
}

#[test]
fn files_among_alternatives_are_files() {
    let file = json!({ "type": "string", "format": "binary" });
    let files = json!({ "type": "array", "items": file });
    let nothing = json!({ "type": "null" });
    let text = json!({ "type": "string", "format": "uri" });
    check_rest(vec![
        case(sends_part(&json!({ "anyOf": [files, nothing] })), &["body: { f: [file] }"], &["null in place of a file"]),
        case(sends_part(&json!({ "anyOf": [file, files] })), &["body: { f: [file] }"], &[]),
        case(
            sends_part(&json!({ "anyOf": [file, text] })),
            &["body: { f: file }"],
            &["other values of a part that may be a file"],
        ),
        // Any value is a file since version 3.1, unless its media type is JSON.
        case(sends_part(&json!({})), &["body: { f: file }"], &[]),
        case(sends_part(&json!({ "type": "array", "items": {} })), &["body: { f: [file] }"], &[]),
        case(
            sends(&json!({ "multipart/form-data": {
                "schema": { "type": "object", "required": ["f"], "properties": { "f": {} } },
                "encoding": { "f": { "contentType": "application/json" } },
            } })),
            &["f: { type: json, content: application/json }"],
            &[],
        ),
    ]);
}

#[test]
fn bodies_are_sent_as_their_media_types_say() {
    let text = |more: Json| json!({ "schema": { "type": "string", "description": "Body.", "format": more } });
    let object =
        json!({ "schema": { "type": "object", "required": ["k"], "properties": { "k": { "type": "string" } } } });
    let further = json!({ "schema": { "type": "object", "required": ["k"], "properties": { "k": { "type": "string" } },
                          "additionalProperties": { "type": "string" } } });
    check_rest(vec![
        case(
            sends(&json!({ "image/png": text("byte".into()) })),
            &["content: image/png"],
            &["the encoding of a body as text, such as base64: it is sent as it is given"],
        ),
        case(
            sends(&json!({ "image/*": text("binary".into()) })),
            &["content: image/*", "headers: { \"Content-Type?\": {"],
            &["the media type of a body, for which the document states a range"],
        ),
        case(
            sends(&json!({ "text/*": text("binary".into()) })),
            &["content: text", "headers: { \"Content-Type?\": {"],
            &[],
        ),
        case(
            sends(&json!({ "*/*": text("binary".into()), "text/markdown": text("binary".into()) })),
            &["content: text/markdown"],
            &["another media type of a body"],
        ),
        case(sends(&json!({ "Multipart/Form-Data": object })), &["content: multipart", "body: { k: string }"], &[]),
        case(
            sends(&json!({ "Application/JSON": object, "multipart/Form-data": further })),
            &["body: { k: string }", "content: multipart"],
            &["further members of a body, beside those that have names"],
        ),
        case(sends(&json!({ "multipart/form-data": {} })), &["put: /a"], &["a body of parts without a schema"]),
        case(
            sends(&json!({ "application/x-www-form-urlencoded": {} })),
            &["content: form", "body: { map: string }"],
            &["the values of a form without a schema, which are sent as texts"],
        ),
        case(sends(&json!({ "application/merge-patch+json": {} })), &["content: merge-patch", "body: json"], &[]),
    ]);
}

#[test]
fn members_that_only_responses_have_are_not_sent() {
    let object = json!({ "type": "object", "required": ["id", "name", "word"], "properties": {
        "id": { "type": "string", "readOnly": true }, "name": { "type": "string" }, "word": { "type": "string", "writeOnly": true },
    } });
    let media_types = [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/merge-patch+json",
    ];
    let cases = media_types.map(|media| {
        case(sends(&json!({ media: { "schema": object } })), &["body: { name: string, word: string }"], &[])
    });
    check_rest(cases.into());
    let query = json!({ "parameters": [{ "name": "q", "in": "query", "schema": object }] });
    check_rest(vec![case(rest(&query, &json!({})), &["query: { \"name?\": string, \"word?\": string }"], &[])]);
}

#[test]
fn objects_of_a_query_are_their_members() {
    let page = json!({ "type": "object", "required": ["page"],
                       "properties": { "page": { "type": "integer" }, "sort": { "type": "array", "items": { "type": "string" } } } });
    let query =
        |schema: Json| json!({ "parameters": [{ "name": "p", "in": "query", "required": true, "schema": schema }] });
    let components = json!({ "components": { "schemas": { "Page": page } } });
    let reference = json!({ "$ref": "#/components/schemas/Page" });
    let lines: &[&str] = &["query: { page: integer, \"sort?\": [string] }"];
    check_rest(vec![
        case(rest(&query(reference.clone()), &components), lines, &[]),
        case(rest(&query(json!({ "allOf": [reference] })), &components), lines, &[]),
        case(rest(&query(json!({ "anyOf": [reference, { "type": "null" }] })), &components), lines, &[]),
    ]);
}

#[test]
fn secrets_are_sent_where_they_may_be_left_out() {
    let scheme =
        json!({ "components": { "securitySchemes": { "k": { "type": "apiKey", "in": "header", "name": "X-Key" } } } });
    let header = json!({ "parameters": [{ "name": "authorization", "in": "header", "schema": { "type": "string" } }] });
    let mut bearer = header.clone();
    bearer["security"] = json!([{ "b": [] }]);
    let of_bearer = json!({ "components": { "securitySchemes": { "b": { "type": "http", "scheme": "bearer" } } } });
    check_rest(vec![
        case(rest(&json!({ "security": [{}, { "k": [] }] }), &scheme), &["security: [k, []]"], &[]),
        case(rest(&header, &scheme), &[], &["the header `Authorization`, which no security scheme describes"]),
        case(rest(&bearer, &of_bearer), &[], &[]),
    ]);
}

#[test]
fn variables_of_servers_need_no_description() {
    let at = |url: &str| rest(&json!({}), &json!({ "servers": [{ "url": url }] }));
    let own = json!({ "servers": [{ "url": "https://{zone}.shop.example" }] });
    let told: &[&str] = &["a variable of a server that is not described"];
    check_rest(vec![
        case(at("https://{host}/v1"), &["baseUrl: https://{host}/v1", "host: { doc: "], told),
        case(at("https://{my-host}/v1"), &["baseUrl: https://{myHost}/v1", "myHost: { doc: "], told),
        case(
            at("/{server}/v1"),
            &["baseUrl: \"{server2}/{server}/v1\""],
            &["a variable of a server that is not described", "the base URL: the document has none"],
        ),
        case(rest(&own, &json!({})), &["baseUrl: \"https://{zone}.shop.example\"", "zone: { doc: "], told),
        // Braces that do not pair are no variables.
        case(
            at("https://shop.example/{v/{}"),
            &["baseUrl: https://shop.example/%7Bv/%7B%7D"],
            &["a brace in the URL of a server that belongs to no variable"],
        ),
    ]);
}

#[test]
fn servers_of_json_rpc_have_paths_and_variables() {
    let document = |server: Json| {
        json!({ "openrpc": "1.2.6", "info": { "title": "Node", "version": "1" }, "servers": [server],
                "methods": [{ "name": "a", "params": [], "result": { "name": "r", "schema": { "type": "string" } } }] })
    };
    let at = |url: &str| document(json!({ "url": url }));
    let variables = json!({ "net": { "default": "main" }, "key": { "default": "k" } });
    let described = |url: &str| document(json!({ "url": url, "variables": variables }));
    let cases = vec![
        case(at("/rpc"), &["baseUrl: \"{server}\"", "endpoint: /rpc"], &["the base URL: the document has none"]),
        case(
            described("https://${net}.x.example/v1/${key}"),
            &["baseUrl: \"https://{net}.x.example\"", "endpoint: /v1/{key}", "net: { default: main }"],
            &[],
        ),
        case(described("https://{net}.x.example/{key}"), &["endpoint: /{key}", "key: { default: k }"], &[]),
        case(at("https://x.example"), &["baseUrl: \"https://x.example\"", "endpoint: \"/\""], &[]),
        case(
            at("wss://x.example/rpc"),
            &["endpoint: /rpc", "websocket: /rpc"],
            &["the URL for HTTP: the document has the URL of a websocket"],
        ),
        case(
            at("localhost:8545"),
            &["baseUrl: \"http://localhost:8545\"", "endpoint: \"/\""],
            &["the scheme of the base URL: the document has none"],
        ),
    ];
    check(cases, |text| openrpc(text, &Options::default()).unwrap_or_else(|why| panic!("{text}: {why}")));
}

#[test]
fn a_guessed_form_fits_the_examples_of_its_sentence() {
    let id = json!({ "type": "string", "example": "3fa85f64-5717-4562-b3fc-2c963f66afa6", "description": "ID of the item." });
    let response = json!({ "200": { "description": "Item.", "content": { "application/json": {
        "schema": { "type": "object", "properties": { "id": id } } } } } });
    let operation = |sentence: &str| {
        let ids = json!({ "name": "ids", "in": "query", "description": sentence, "schema": { "type": "string" } });
        rest(&json!({ "parameters": [ids], "responses": response }), &json!({}))
    };
    const LIST: &str = "that a text is a list with commas between its items";
    const UUID: &str = "the form of a value: A UUID";
    check_rest(vec![
        case(operation("Comma-separated list of IDs, e.g. 1,2."), &["list: string, join: \",\""], &[LIST, UUID]),
        case(operation("Comma-separated list of IDs."), &["list: Uuid, join: \",\""], &[UUID, LIST, UUID]),
        case(operation("IDs that are not comma-separated."), &["ids?: { type: Uuid"], &[UUID, UUID]),
    ]);
}
