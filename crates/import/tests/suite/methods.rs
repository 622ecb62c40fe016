//! HTTP methods, and what only OpenAPI 3.2 has.

use chainloom_import::{Imported, Kind, Options, openapi};
use serde_json::{Value as Json, json};

fn document(paths: &Json, components: &Json) -> Json {
    json!({
        "openapi": "3.2.0", "$self": "https://shop.example/api.json", "info": { "title": "Shop", "version": "1" },
        "servers": [{ "url": "https://shop.example" }],
        "tags": [
            { "name": "goods", "summary": "Goods", "kind": "nav" },
            { "name": "shelves", "parent": "goods", "summary": "Shelves", "kind": "badge" },
        ],
        "paths": paths, "components": components
    })
}

fn import(paths: &Json, components: &Json) -> Imported {
    openapi(&document(paths, components).to_string(), &Options::default()).unwrap()
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(_, text)| text.as_str()).collect()
}

fn has(imported: &Imported, lines: &[&str]) {
    let text = spec(imported);
    for line in lines {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

fn lost(imported: &Imported) -> Vec<(String, Vec<String>)> {
    let sorts = imported.report.sorts(Kind::Lost).into_iter();
    sorts.map(|(what, places)| (what.to_owned(), places.into_iter().map(str::to_owned).collect())).collect()
}

fn done() -> Json {
    json!({ "204": { "description": "Done." } })
}

#[test]
fn every_method_is_an_operation() {
    let body = json!({ "required": true, "content": { "application/json": { "schema": {
        "type": "object", "required": ["word"], "properties": { "word": { "type": "string" } } } } } });
    let found = json!({ "200": { "description": "Found.", "content": { "application/json": { "schema": {
        "type": "array", "items": { "type": "string" } } } } } });
    let imported = import(
        &json!({ "/books": {
            "query": { "operationId": "searchBooks", "requestBody": body, "responses": found },
            "options": { "operationId": "bookOptions", "responses": done() },
            "trace": { "operationId": "traceBooks", "responses": done() },
            "additionalOperations": {
                "PURGE": { "operationId": "purgeBooks", "responses": done() },
                "COPY": { "operationId": "copyBooks", "requestBody": body, "responses": done() },
            },
        } }),
        &json!({}),
    );
    has(
        &imported,
        &[
            "request: QUERY /books\n",
            "body: { word: string }",
            "request: OPTIONS /books\n",
            "request: TRACE /books\n",
            "request: PURGE /books\n",
            "request: COPY /books\n",
            "effect: write # guessed: by PURGE",
        ],
    );
    assert_eq!((imported.report.imported, imported.report.operations), (5, 5));
    assert!(imported.report.is_complete(), "{}", imported.report.text());
}

#[test]
fn methods_that_no_operation_may_have_are_told() {
    let operation = |id: &str| json!({ "operationId": id, "responses": done() });
    let imported = import(
        &json!({ "/books": { "get": operation("books"), "additionalOperations": {
            "POST": operation("addBook"), "CONNECT": operation("connect"), "query": operation("find"), "A B": operation("odd"),
        } } }),
        &json!({}),
    );
    assert_eq!((imported.report.imported, imported.report.operations), (1, 5));
    let told = lost(&imported);
    for method in ["POST", "CONNECT", "query", "A B"] {
        let what = format!("the method `{method}` of `additionalOperations`");
        let place = format!("/paths/~1books/additionalOperations/{method}");
        assert!(told.contains(&(what, vec![place])), "{method}: {told:?}");
    }
}

#[test]
fn a_trace_carries_neither_body_nor_secrets() {
    let mut document = document(
        &json!({ "/books": { "get": { "operationId": "books", "responses": done() }, "trace": {
            "operationId": "traceBooks", "responses": done(),
            "requestBody": { "content": { "application/json": { "schema": { "type": "string" } } } } } } }),
        &json!({ "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } }),
    );
    document["security"] = json!([{ "key": [] }]);
    let imported = openapi(&document.to_string(), &Options::default()).unwrap();
    has(&imported, &["request: TRACE /books\n", "security: []"]);
    let told: Vec<String> = lost(&imported).into_iter().map(|(what, _)| what).collect();
    assert!(told.contains(&"the body of a TRACE request".to_owned()), "{told:?}");
    assert!(told.contains(&"the secrets of a TRACE request".to_owned()), "{told:?}");
    assert_eq!(imported.report.imported, 2);
}

#[test]
fn a_query_of_one_value_is_its_members_where_it_is_a_form() {
    let query = |media: &str, schema: Json| json!({ "name": "all", "in": "querystring", "content": { media: { "schema": schema } } });
    let form = "application/x-www-form-urlencoded";
    let get = |id: &str, parameter: Json| json!({ "get": { "operationId": id, "parameters": [parameter], "responses": done() } });
    let imported = import(
        &json!({
            "/a": get("a", query(form, json!({ "$ref": "#/components/schemas/Filter" }))),
            "/b": get("b", json!({ "$ref": "#/components/parameters/Whole" })),
        }),
        &json!({
            "schemas": { "Filter": { "type": "object", "properties": {
                "word": { "type": "string" }, "tags": { "type": "array", "items": { "type": "string" } } } } },
            "parameters": { "Whole": query(form, json!({ "type": "object", "properties": { "page": { "type": "integer" } } })) },
        }),
    );
    has(&imported, &["\"word?\": string", "\"tags?\": [string]", "\"page?\": integer"]);
    assert!(imported.report.is_complete(), "{}", imported.report.text());
    for media in ["application/json", "text/plain"] {
        let imported = import(&json!({ "/a": get("a", query(media, json!({ "type": "string" }))) }), &json!({}));
        let told = lost(&imported);
        assert_eq!(told[0].0, "a whole-query parameter (`in: querystring`) that is not form-encoded");
        assert!(!imported.report.is_complete());
    }
}

#[test]
fn media_types_by_reference_are_read() {
    let content = json!({ "application/json": { "$ref": "#/components/mediaTypes/Book" } });
    let imported = import(
        &json!({ "/a": { "get": { "operationId": "a", "responses": { "200": { "description": "A book.", "content": content } } } } }),
        &json!({ "mediaTypes": { "Book": { "schema": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } } } } }),
    );
    has(&imported, &["title: string"]);
    assert!(imported.report.is_complete(), "{}", imported.report.text());
}

#[test]
fn schemas_of_items_are_read_as_lines_or_told() {
    let responds = |media: &str| {
        let content = json!({ media: { "itemSchema": { "type": "object", "required": ["a"], "properties": { "a": { "type": "integer" } } } } });
        import(
            &json!({ "/a": { "get": { "operationId": "a", "responses": { "200": { "description": "All.", "content": content } } } } }),
            &json!({}),
        )
    };
    let lines = responds("application/jsonl");
    has(&lines, &["lines: ", "a: integer"]);
    assert!(lines.report.is_complete(), "{}", lines.report.text());
    for media in ["application/json", "text/event-stream"] {
        let imported = responds(media);
        let what = "`itemSchema` of another media type than JSON lines";
        assert!(lost(&imported).iter().any(|(told, _)| told == what), "{media}: {}", imported.report.text());
    }
}

#[test]
fn relative_servers_are_those_of_a_base_url() {
    let done = json!({ "204": { "description": "Done." } });
    let near = |url: &str| json!({ "servers": [{ "url": url }], "get": { "responses": done } });
    let document = |servers: Json| {
        json!({
            "openapi": "3.2.0", "info": { "title": "Shop", "version": "1" }, "servers": servers,
            "paths": { "/a": near("files"), "/b": near("/v3"), "/c": { "get": { "responses": done } } },
        })
    };
    let whole = "https://shop.example/v2/openapi.json";
    let options = |base: &str| Options { base_url: Some(base.to_owned()), ..Options::default() };
    let mut with_own = document(json!([{ "url": "." }]));
    with_own["$self"] = whole.into();
    for (document, options, url) in [
        (document(json!([{ "url": "." }])), options(whole), "https://shop.example/v2"),
        (with_own, Options::default(), "https://shop.example/v2"),
        (document(json!([])), options(whole), "https://shop.example"),
    ] {
        let imported = openapi(&document.to_string(), &options).unwrap();
        let text: String = imported.files.iter().map(|(_, text)| text.replace('"', "")).collect();
        for url in [url, "https://shop.example/v2/files", "https://shop.example/v3"] {
            let is_there = [" }", "\n"].iter().any(|end| text.contains(&format!("baseUrl: {url}{end}")));
            assert!(is_there, "{url}\n{text}");
        }
        assert!(imported.report.is_complete(), "{}", imported.report.text());
    }
    let document = document(json!([{ "url": "/" }])).to_string();
    let imported = openapi(&document, &Options::default()).unwrap();
    assert!(imported.report.text().contains("`--base-url` takes the URL of the document"));
    let refused = openapi(&document, &options("shop.example")).unwrap_err();
    assert_eq!(refused, "the base URL `shop.example` does not begin with `https://` or `http://` and a host");
}
