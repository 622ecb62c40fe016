//! Nothing of a document is lost or changed without a word in the report.
//!
//! Input: small documents, each with one habit of public ones. Output: the spec that they become,
//! our own OpenAPI of it, and the report. A client of a wrong spec compiles and sends something
//! else, and no test server of that spec can show it.

use chainloom_codegen::{SourceFile, generate};
use chainloom_import::{Imported, Kind, Options, openapi};
use serde_json::{Value as Json, json};

use super::sources;

/// A document of paths and schemas.
fn document(paths: &Json, schemas: &Json) -> Json {
    json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
        "paths": paths, "components": { "schemas": schemas }
    })
}

/// A response of a schema.
fn response(schema: &Json) -> Json {
    json!({ "200": { "description": "Done.", "content": { "application/json": { "schema": schema } } } })
}

/// Operations, each with a response of a schema.
fn lists(schemas: &[&str]) -> Json {
    let of = |name: &&str| {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        (format!("/{name}"), json!({ "get": { "operationId": format!("get{name}"), "responses": response(&schema) } }))
    };
    schemas.iter().map(of).collect::<serde_json::Map<_, _>>().into()
}

/// A request with a body of a schema.
fn writes(verb: &str, schema: &Json) -> Json {
    let body = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    json!({ "/items": { verb: {
        "operationId": "save", "requestBody": body, "responses": { "204": { "description": "Done." } }
    } } })
}

fn import(document: &Json) -> Imported {
    openapi(&document.to_string(), &Options::default()).unwrap()
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(_, text)| text.as_str()).collect()
}

/// Our own OpenAPI of what a document became.
fn written(imported: &Imported) -> Json {
    let files = generate(&sources(imported)).unwrap_or_else(|wrong| panic!("{}", wrong.lines()));
    let (_, text) = files.iter().find(|(path, _)| path.ends_with(".openapi.json")).unwrap();
    serde_json::from_str(text).unwrap()
}

/// What the report says of a place, without guesses.
fn told<'r>(imported: &'r Imported, place: &str) -> Vec<&'r str> {
    let here = imported.report.entries.iter().filter(|entry| entry.kind != Kind::Guessed && entry.place == place);
    here.map(|entry| entry.what.as_str()).collect()
}

fn nothing_refused(imported: &Imported) {
    let refused = imported.report.sorts(Kind::Refused);
    assert!(refused.is_empty(), "{refused:?}\n{}", spec(imported));
}

#[test]
fn whole_numbers_stay_numbers() {
    let imported = import(&document(
        &lists(&["Item"]),
        &json!({ "Item": { "type": "object", "required": ["kind", "fixed", "shape"], "properties": {
            "kind": { "type": "integer", "enum": [0, 1], "description": "Kind." },
            "fixed": { "type": "integer", "const": 7 },
            "one": { "type": "integer", "enum": [3] },
            "shape": { "oneOf": [{ "$ref": "#/components/schemas/Round" }, { "$ref": "#/components/schemas/Flat" }],
                       "discriminator": { "propertyName": "type" } },
        } },
        "Round": { "type": "object", "required": ["type", "radius"], "properties": {
            "type": { "type": "integer", "enum": [1] }, "radius": { "type": "integer" } } },
        "Flat": { "type": "object", "required": ["type", "width"], "properties": {
            "type": { "type": "integer", "const": 2 }, "width": { "type": "integer" } } } }),
    ));
    nothing_refused(&imported);
    let text = spec(&imported);
    assert!(text.contains("enum: { 0: { rust: Value0 }, 1: { rust: Value1 } }"), "{text}");
    assert!(text.contains("arms: { 1: Round, 2: Flat }"), "{text}");
    assert!(text.contains("type: { const: 1 }") && text.contains("type: { const: 2 }"), "{text}");
    let ours = written(&imported);
    let members = &ours["components"]["schemas"]["Item"]["properties"];
    assert_eq!(members["fixed"]["const"], 7, "{members}");
    let all = ours.to_string();
    assert!(all.contains(r#""enum":[0,1]"#) && all.contains(r#""enum":[3]"#), "{all}");
    assert!(all.contains(r#""const":1"#) && all.contains(r#""const":2"#), "{all}");
}

#[test]
fn a_link_without_an_origin_costs_no_operation() {
    let mut paths = lists(&["Item"]);
    paths["/Item"]["get"]["externalDocs"] = json!({ "url": "/docs/items" });
    let imported = import(&document(&paths, &json!({ "Item": { "type": "object", "properties": {} } })));
    assert_eq!((imported.report.imported, imported.report.operations), (1, 1), "{:?}", imported.report);
    assert!(spec(&imported).contains("source: /docs/items"), "{}", spec(&imported));
    nothing_refused(&imported);
}

#[test]
fn parts_that_describe_one_member_are_merged() {
    let path = |members: &Json| json!({ "properties": { "path": { "type": "object", "properties": members } } });
    let imported = import(&document(
        &lists(&["Item"]),
        &json!({ "Item": { "allOf": [
            path(&json!({ "id": { "type": "integer" }, "created_at": { "type": "string", "format": "date-time" } })),
            path(&json!({ "id": { "description": "Its ID." } })),
            { "type": "object", "properties": { "path": { "description": "Where it is." } }, "required": ["path"] },
        ] } }),
    ));
    let text = spec(&imported);
    assert!(text.contains("\"id?\": { type: integer, doc: Its ID. }"), "{text}");
    assert!(text.contains("\"created_at?\": DateTime") && text.contains("Where it is."), "{text}");
    nothing_refused(&imported);
}

#[test]
fn parameters_of_a_refused_paging_stay() {
    let mut paths = lists(&["Item", "Other"]);
    for path in ["/Item", "/Other"] {
        let text = |name: &str| json!({ "name": name, "in": "query", "schema": { "type": "string" } });
        paths[path]["get"]["parameters"] = json!([text("page"), text("limit")]);
        paths[path]["get"]["responses"] = response(&json!({ "type": "array", "items": { "type": "string" } }));
    }
    let imported = import(&document(&paths, &json!({})));
    let ours = written(&imported);
    for path in ["/Item", "/Other"] {
        let names: Vec<&str> = ours["paths"][path]["get"]["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        assert_eq!(names, ["page", "limit"], "{}", spec(&imported));
    }
}

#[test]
fn heads_are_operations_and_failures_stay_errors() {
    let status = |description: &str| json!({ "description": description });
    let mut with_body = response(&json!({ "type": "string" }))["200"].clone();
    with_body["headers"] = json!({ "Content-Length": { "required": true, "schema": { "type": "integer" } } });
    let paths = json!({ "/items": {
        "head": { "operationId": "hasItems", "responses": { "200": with_body, "404": status("None.") } },
        "get": { "operationId": "items", "responses": { "204": status("Done."), "404": status("None.") } },
        "options": { "operationId": "asks", "responses": { "204": status("Done.") } },
    } });
    let imported = import(&document(&paths, &json!({})));
    let text = spec(&imported);
    assert!(text.contains("head: /items") && text.contains("headers: { Content-Length: integer }"), "{text}");
    assert!(!text.contains("effect") && !text.contains("404:"), "{text}");
    assert!(text.contains("request: OPTIONS /items"), "{text}");
    let place = "/paths/~1items/head/responses/200";
    assert_eq!(told(&imported, place), ["the body of a response to HEAD, which has none"]);
    nothing_refused(&imported);
}

#[test]
fn answers_of_our_own_documents_stay_answers() {
    let text = "chainloom: 1\ndoc: A library.\nclient: { baseUrl: \"https://a.example\", errors: { body: Problem, statuses: { 404: Not Found } } }\n\
                service: library\ntypes: { Problem: { doc: A problem., fields: { code: { type: string, doc: Its kind. } } } }\noperations:\n  \
                a: { doc: A., head: /a, response: { 200: none, 404: { type: none, doc: Nobody has it. }, headers: { \"ETag?\": { type: string, doc: State. } } } }\n  \
                b: { doc: B., get: /b, response: { 200: string, 404: Problem } }\n  \
                c: { doc: C., get: /c, response: { 204: none, 404: none } }\n  \
                d: { doc: D., get: /d, response: Problem }\n  \
                e: { doc: E., get: /e, response: { fields: { \"@next.url?\": { type: string, doc: URL. }, items: { list: string, doc: Items. } } }, \
                paginate: { by: url, items: items, next: \"@next.url\" } }\n";
    let sources =
        chainloom_codegen::read_sources("", vec![("library.yaml".to_owned(), text.as_bytes().to_vec())]).unwrap();
    let files = generate(&sources).unwrap_or_else(|wrong| panic!("{}", wrong.render(&sources, false)));
    let (_, document) = files.iter().find(|(path, _)| path.ends_with(".openapi.json")).unwrap();
    let before: Json = serde_json::from_str(document).unwrap();
    assert_eq!(before["paths"]["/b"]["get"]["responses"]["404"]["description"], "A problem.");
    assert_eq!(before["paths"]["/d"]["get"]["responses"]["404"]["$ref"], "#/components/responses/Error404");
    let imported = openapi(document, &Options::default()).unwrap();
    nothing_refused(&imported);
    assert_eq!(written(&imported)["paths"], before["paths"], "{}", spec(&imported));
}

/// A page of items, with one more member.
fn page_with(name: &str, member: &Json) -> Json {
    json!({ "type": "object", "properties": { "items": { "type": "array", "items": { "type": "string" } }, name: member } })
}

#[test]
fn lists_that_go_on_by_a_url() {
    let text = json!({ "type": "string" });
    let url = json!({ "type": "string", "format": "uri" });
    let or_null = json!({ "anyOf": [{ "type": "string", "format": "uri" }, { "type": "null" }] });
    let links = |next: &Json| json!({ "type": "object", "properties": { "next": next } });
    for (name, member, next) in [
        ("next_page_uri", &text, Some("next_page_uri")),
        ("nextLink", &text, Some("nextLink")),
        ("@odata.nextLink", &text, Some("\"@odata.nextLink\"")),
        ("next", &url, Some("next")),
        ("next", &or_null, Some("next")),
        ("next", &json!({ "$ref": "#/components/schemas/Address" }), Some("next")),
        ("links", &links(&text), Some("links.next")),
        ("_links", &links(&text), Some("_links.next")),
        ("paging", &links(&url), Some("paging.next")),
        // These may be tokens or numbers, and the request has no parameter for them.
        ("next", &text, None),
        ("paging", &links(&text), None),
        ("next_page_url", &json!({ "type": "integer" }), None),
    ] {
        let schemas = json!({ "Page": page_with(name, member), "Address": { "type": "string", "format": "uri" } });
        let imported = import(&document(&lists(&["Page"]), &schemas));
        let text = spec(&imported);
        let wanted =
            next.map(|next| format!("paginate: {{ items: items, by: url, next: {next} }} # guessed: by the names"));
        match wanted {
            Some(wanted) => assert!(text.contains(&wanted), "{wanted}\n{text}"),
            None => assert!(!text.contains("paginate"), "{text}"),
        }
        nothing_refused(&imported);
    }
    // What most lists share is said once.
    let schemas = json!({ "Page": page_with("next_page_uri", &text), "Other": page_with("next_page_uri", &text) });
    let text = spec(&import(&document(&lists(&["Page", "Other"]), &schemas)));
    assert!(text.contains("by: url") && text.matches("next_page_uri }").count() <= 1, "{text}");
    assert_eq!(text.matches("paginate: { items: items }").count(), 2, "{text}");
}

#[test]
fn a_reference_to_null_is_null() {
    let imported = import(&document(
        &lists(&["Found"]),
        &json!({
            "Null": { "title": "Nothing", "type": "null" },
            "Block": { "type": "object", "required": ["number"], "properties": { "number": { "type": "integer" } } },
            "Found": { "type": "object", "required": ["block"], "properties": {
                "block": { "oneOf": [{ "$ref": "#/components/schemas/Null" }, { "$ref": "#/components/schemas/Block" }] }
            } },
        }),
    ));
    let text = spec(&imported);
    assert!(text.contains("block: Block | null") || text.contains("block: \"Block | null\""), "{text}");
    nothing_refused(&imported);
}

#[test]
fn bounds_beyond_a_type_cost_no_type() {
    let number = |digits: &str| serde_json::from_str::<Json>(digits).unwrap();
    let schemas = json!({ "Item": { "type": "object", "required": ["seed", "size"], "properties": {
        "seed": { "type": "integer", "minimum": number("-9223372036854776000"), "maximum": number("9223372036854776000") },
        "size": { "type": "integer", "minimum": 1 } } } });
    let text = document(&lists(&["Item"]), &schemas).to_string();
    // JSON behind a comment is read as YAML.
    for text in [text.clone(), format!("# A document.\n{text}")] {
        let imported = openapi(&text, &Options::default()).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let ours = written(&imported);
        let members = &ours["components"]["schemas"]["Item"]["properties"];
        assert_eq!(
            (&members["seed"]["type"], &members["size"]["minimum"]),
            (&json!("integer"), &json!(1)),
            "{members}"
        );
        let place = "/components/schemas/Item/properties/seed";
        assert_eq!(told(&imported, place), ["a bound that no number of the type reaches"], "{:?}", imported.report);
    }
}

#[test]
fn a_patch_of_a_declared_type_can_clear_members() {
    let change = json!({ "type": "object", "properties": {
        "name": { "type": ["string", "null"] },
        "size": { "allOf": [{ "$ref": "#/components/schemas/Size" }], "description": "Size." } } });
    let schemas = json!({ "Change": change, "Size": { "type": "object", "properties": { "width": { "type": ["integer", "null"] } } } });
    let imported = import(&document(&writes("patch", &json!({ "$ref": "#/components/schemas/Change" })), &schemas));
    let text = spec(&imported);
    assert!(text.contains("\"name?\": \"string | null\""), "{text}");
    assert!(text.contains("\"width?\": \"integer | null\""), "{text}");
    nothing_refused(&imported);
}

#[test]
fn titles_become_names_of_values() {
    let value = |title: &str, value: u32| json!({ "title": title, "const": value });
    let arms = json!([value("PING", 1), value("APPLICATION_COMMAND", 2), value("2fa code", 3)]);
    let imported = import(&document(&lists(&["Kind"]), &json!({ "Kind": { "type": "integer", "oneOf": arms } })));
    let text = spec(&imported);
    assert!(text.contains("1: { rust: Ping }, 2: { rust: ApplicationCommand }, 3: { rust: Value2faCode }"), "{text}");
    nothing_refused(&imported);
}

#[test]
fn members_of_one_direction_stay_so() {
    let item = json!({ "type": "object", "required": ["id", "name", "password"], "properties": {
        "id": { "type": "string", "readOnly": true }, "name": { "type": "string" },
        "note": { "type": ["string", "null"], "readOnly": true },
        "password": { "type": "string", "writeOnly": true } } });
    let mut paths = writes("post", &json!({ "$ref": "#/components/schemas/Item" }));
    paths["/items"]["post"]["responses"] = response(&json!({ "$ref": "#/components/schemas/Item" }));
    let imported = import(&document(&paths, &json!({ "Item": item })));
    let ours = &written(&imported)["components"]["schemas"]["Item"];
    assert_eq!(ours["required"], json!(["id", "name", "password"]), "{}", spec(&imported));
    assert_eq!(ours["properties"]["id"]["readOnly"], true);
    assert_eq!(ours["properties"]["note"]["readOnly"], true);
    assert_eq!(ours["properties"]["password"]["writeOnly"], true);
    assert!(told(&imported, "/components/schemas/Item/properties/id").is_empty());
    nothing_refused(&imported);
}

#[test]
fn values_without_quotes_are_texts_where_the_type_says_so() {
    let schemas = json!({ "Version": { "type": "string", "enum": [4, 4.1] } });
    let imported = import(&document(&lists(&["Version"]), &schemas));
    assert!(
        spec(&imported).contains("enum: { \"4\": { rust: Value4 }, \"4.1\": { rust: Value41 } }"),
        "{}",
        spec(&imported)
    );
    let told = told(&imported, "/components/schemas/Version");
    assert_eq!(told, ["values of a text that are no texts, and are taken for texts"]);
    nothing_refused(&imported);
}

#[test]
fn media_types_that_are_not_chosen_are_told() {
    let item = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
    let get = |types: &[(&str, &Json)]| {
        let content: serde_json::Map<_, _> =
            types.iter().map(|(name, schema)| ((*name).to_owned(), json!({ "schema": schema }))).collect();
        json!({ "get": { "responses": { "200": { "description": "Done.", "content": content } } } })
    };
    let bytes = json!({ "type": "string", "format": "binary" });
    let paths = json!({
        "/both": get(&[("application/octet-stream", &bytes), ("text/event-stream", &item)]),
        "/xml": get(&[("application/xml", &item)]),
        "/lines": get(&[("application/x-ndjson", &item)]),
        "/bytes": get(&[("application/octet-stream", &bytes)]),
    });
    let imported = import(&document(&paths, &json!({})));
    let at = |path: &str, media: &str| format!("/paths/~1{path}/get/responses/200/content/{media}");
    assert_eq!(told(&imported, &at("both", "application~1octet-stream")), ["another media type of a response"]);
    let schema_lost = ["the schema of XML, which is read as bytes"];
    assert_eq!(told(&imported, &at("xml", "application~1xml")), schema_lost);
    assert_eq!(told(&imported, &at("lines", "application~1x-ndjson")), [""; 0]);
    assert_eq!(told(&imported, &at("bytes", "application~1octet-stream")), [""; 0]);
    let imported = import(&document(&writes("post", &item), &json!({})));
    assert!(imported.report.is_complete(), "{:?}", imported.report);
    let mut paths = writes("post", &item);
    paths["/items"]["post"]["requestBody"]["content"] = json!({ "application/x-ndjson": { "schema": item } });
    let imported = import(&document(&paths, &json!({})));
    let place = "/paths/~1items/post/requestBody/content/application~1x-ndjson";
    assert_eq!(told(&imported, place), [""; 0]);
}

#[test]
fn json_lines_are_read_in_both_directions_and_come_back() {
    let item = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
    let of = |media: &str, key: &str, schema: &Json| json!({ media: { key: schema } });
    let list = json!({ "$ref": "#/components/schemas/Items" });
    let one = json!({ "$ref": "#/components/schemas/Item" });
    let response = |content: Json| json!({ "200": { "description": "Done.", "content": content } });
    let body = |content: Json| json!({ "required": true, "content": content });
    let paths = json!({
        "/of-a-list": { "get": { "responses": response(of("application/x-ndjson", "schema", &list)) } },
        "/of-a-line": { "get": { "responses": response(of("application/jsonl", "schema", &one)) } },
        "/said": { "get": { "responses": response(of("application/x-ndjson", "itemSchema", &item)) } },
        "/text": { "get": { "responses": response(of("application/x-ndjson", "schema", &json!({ "type": "string" }))) } },
        "/json": { "get": { "responses": response(json!({
            "application/json": { "schema": list }, "application/x-ndjson": { "schema": one } })) } },
        "/bulk": { "post": { "requestBody": body(of("application/x-ndjson", "schema", &one)), "responses": response(json!({})) } },
        "/other": { "put": { "requestBody": body(of("application/vnd.shop+ndjson", "itemSchema", &one)),
            "responses": response(json!({})) } },
    });
    let mut document = document(&paths, &json!({ "Item": item, "Items": { "type": "array", "items": one } }));
    document["openapi"] = "3.2.0".into();
    document["paths"]["/bulk"]["post"]["requestBody"]["content"]["application/x-ndjson"]["example"] =
        "{\"id\":\"a\"}\n{\"id\":\"b\"}\n".into();
    document["paths"]["/text"]["get"]["responses"]["200"]["headers"] =
        json!({ "X-Total": { "description": "Number of lines.", "required": true, "schema": { "type": "integer" } } });
    let imported = import(&document);
    nothing_refused(&imported);
    let text = spec(&imported);
    for part in [
        "get: /of-a-list\n    lines: Item # guessed: that of a line\n",
        "lines:\n      type: Item # guessed: that of a line\n      mediaType: application/jsonl\n",
        "get: /text\n    lines: { type: json, headers: { X-Total: { type: integer, doc: Number of lines. } } }\n",
        "get: /json\n    response: Items\n",
        "body:\n      - Item # guessed: that of a line\n    content: json-lines\n",
        "body: [Item]\n    content: application/vnd.shop+ndjson\n",
        "request: { body: [{ id: a }, { id: b }] }",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let guessed = imported.report.entries.iter().filter(|entry| entry.what.contains("one of the lines")).count();
    assert_eq!(guessed, 3, "{:?}", imported.report);
    let ours = written(&imported);
    let again = import(&ours);
    nothing_refused(&again);
    assert_eq!(written(&again), ours, "{}", spec(&again));
}

/// Our own documents tell text from bytes by the schema, others by the media type.
#[test]
fn texts_and_bytes_of_any_media_type_come_back() {
    let spec_text = "chainloom: 1\ndoc: Shop.\nclient: { baseUrl: \"https://shop.example\" }\nservice: shop\noperations:\n  \
                     getText: { get: /text, response: { text: [application/yaml, text/plain] } }\n  \
                     getBytes: { get: /bytes, response: { bytes: [text/csv, image/png] } }\n";
    let source = SourceFile { path: "shop.yaml".to_owned(), module: "shop".to_owned(), text: spec_text.to_owned() };
    let files = generate(&[source]).unwrap_or_else(|wrong| panic!("{}", wrong.lines()));
    let ours: Json = serde_json::from_str(files.get("docs/shop.openapi.json").unwrap()).unwrap();
    let again = import(&ours);
    let text = spec(&again);
    assert!(
        text.contains("text: [application/yaml, text/plain]") && text.contains("bytes: [text/csv, image/png]"),
        "{text}"
    );
    assert_eq!(written(&again), ours);
    let media = json!({ "application/yaml": { "schema": { "type": "string" } } });
    let get = json!({ "get": { "responses": { "200": { "description": "Done.", "content": media } } } });
    let imported = import(&document(&json!({ "/text": get }), &json!({})));
    assert!(spec(&imported).contains("bytes: application/yaml"), "{}", spec(&imported));
    let place = "/paths/~1text/get/responses/200/content/application~1yaml";
    let what = "that a response is text: other media types than `text/*` are read as bytes";
    assert_eq!(told(&imported, place), [what]);
}

/// The documents of services that stream answers word by word say so in words.
#[test]
fn the_mark_of_the_end_of_a_stream_is_guessed_and_comes_back() {
    let events = json!({ "schema": { "type": "object", "properties": { "word": { "type": "string" } } } });
    let get = |text: &str| json!({ "get": { "responses": { "200": { "description": text, "content": { "text/event-stream": events } } } } });
    let paths = json!({ "/chat": get("Words, and `data: [DONE]` at last."), "/news": get("News.") });
    let imported = import(&document(&paths, &json!({})));
    nothing_refused(&imported);
    let text = spec(&imported);
    assert_eq!(text.matches("stream: { end: \"[DONE]\" }").count(), 1, "{text}");
    let what = "the mark at the end of a stream of events";
    let guesses: Vec<_> = imported.report.entries.iter().filter(|entry| entry.what == what).collect();
    assert_eq!((guesses.len(), guesses[0].kind), (1, Kind::Guessed));
    assert_eq!(guesses[0].place, "/paths/~1chat/get/responses/200/content/text~1event-stream");
    let ours = written(&imported);
    let again = import(&ours);
    assert!(spec(&again).contains("stream: { end: \"[DONE]\" }"), "{}", spec(&again));
    assert_eq!(written(&again), ours);
}

#[test]
fn unlike_bodies_and_streams_are_operations_of_their_own_and_come_back() {
    let object = |members: Json| json!({ "schema": { "type": "object", "required": ["text"], "properties": members } });
    let text = json!({ "type": "string" });
    let chat = object(json!({ "text": text, "stream": { "type": "boolean" } }));
    let either = json!({ "application/json": object(json!({ "text": text })), "text/event-stream": object(json!({ "text": text })) });
    let form = object(json!({ "text": text, "file": { "type": "string", "format": "binary" } }));
    let note = json!({ "application/json": object(json!({ "text": text })), "multipart/form-data": form });
    let post = |id: &str, body: &Json, response: &Json| {
        json!({ "post": {
            "operationId": id, "requestBody": { "required": true, "content": body },
            "responses": { "200": { "description": "Done.", "content": response } }
        } })
    };
    let paths = json!({
        "/chat": post("chat", &json!({ "application/json": chat }), &either),
        "/notes": post("addNote", &note, &json!({ "application/json": object(json!({ "text": text })) })),
    });
    let imported = import(&document(&paths, &json!({})));
    assert!(imported.report.is_complete(), "{:?}", imported.report);
    let spec = spec(&imported);
    for part in ["chat:", "chatStream:", "const: true", "const: false", "addNote:", "addNoteMultipart:"] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    let ours = written(&imported);
    let of = |pointer: &str| ours.pointer(pointer).unwrap().as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(of("/paths/~1chat/post/responses/200/content"), ["application/json", "text/event-stream"]);
    assert_eq!(of("/paths/~1notes/post/requestBody/content"), ["application/json", "multipart/form-data"]);
    let again = import(&ours);
    assert_eq!(written(&again), ours);
}

#[test]
fn methods_of_later_versions_are_operations() {
    let mut paths = lists(&["Item"]);
    paths["/Item"]["query"] = json!({ "operationId": "ask", "responses": {} });
    let copy = "/paths/~1Item/additionalOperations/COPY";
    paths["/Item"]["additionalOperations"] = json!({ "COPY": { "operationId": "copy", "responses": {} } });
    let mut document = document(&paths, &json!({ "Item": { "type": "object", "properties": {} } }));
    document["openapi"] = "3.2.0".into();
    let imported = import(&document);
    assert_eq!((imported.report.imported, imported.report.operations), (3, 3), "{:?}", imported.report);
    let ours = written(&imported);
    assert_eq!(ours["openapi"], "3.2.0");
    assert!(ours.pointer("/paths/~1Item/query").is_some() && ours.pointer(copy).is_some(), "{ours}");
    assert_eq!(written(&import(&ours)), ours);
    document["openapi"] = "3.3.0".into();
    let refused = openapi(&document.to_string(), &Options::default()).unwrap_err();
    assert!(refused.contains("versions 3.0, 3.1 and 3.2 are read"), "{refused}");
}

#[test]
fn unions_in_unions_keep_their_arms() {
    let arm = |kind: &str, member: &str| {
        json!({ "type": "object", "required": ["kind", member],
                "properties": { "kind": { "type": "string", "const": kind }, member: { "type": "integer" } } })
    };
    let imported = import(&document(
        &lists(&["Outer"]),
        &json!({
            "A": arm("a", "x"), "B": arm("b", "y"), "C": arm("c", "z"),
            "Inner": { "oneOf": [{ "$ref": "#/components/schemas/A" }, { "$ref": "#/components/schemas/B" }] },
            "Outer": { "oneOf": [
                { "type": "object", "title": "Inner ones", "$ref": "#/components/schemas/Inner" },
                { "type": "object", "title": "The last", "$ref": "#/components/schemas/C" },
            ] },
        }),
    ));
    let text = spec(&imported);
    assert!(text.contains("arms: { a: A, b: B, c: C }"), "{text}");
    nothing_refused(&imported);
}

/// An operation on another server is described there, and not at the base URL.
#[test]
fn objects_that_cannot_be_told_apart_may_hold_themselves() {
    let either = json!({ "anyOf": [{ "$ref": "#/components/schemas/Node" }, { "$ref": "#/components/schemas/Leaf" }] });
    let children = json!({ "type": "array", "items": either });
    let schemas = json!({
        "Node": { "type": "object", "properties": { "name": { "type": "string" }, "children": children } },
        "Leaf": { "type": "object", "properties": { "name": { "type": "string" } } }
    });
    let paths = json!({ "/tree": { "get": { "operationId": "getTree", "responses": response(&either) } } });
    let imported = import(&document(&paths, &schemas));
    assert_eq!(imported.report.imported, 1);
    assert!(spec(&imported).contains("children?\": [Items]"), "{}", spec(&imported));
    assert!(written(&imported)["components"]["schemas"].get("Items").is_some());
}

#[test]
fn any_object_beside_a_described_one_is_null() {
    let schemas = json!({
        "Owner": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } },
        "Item": { "type": "object", "required": ["owner"], "properties": { "owner": {
            "anyOf": [{ "$ref": "#/components/schemas/Owner" }, { "type": ["object", "null"] }]
        } } }
    });
    let imported = import(&document(&lists(&["Item"]), &schemas));
    assert!(spec(&imported).contains("owner: \"Owner | null\""), "{}", spec(&imported));
    assert_eq!(told(&imported, "/components/schemas/Item/properties/owner/anyOf/1").len(), 1);
}

#[test]
fn an_example_goes_before_a_member_of_its_type_in_another_file() {
    let user = json!({ "$ref": "#/components/schemas/User" });
    let mut get = json!({ "operationId": "getUser", "tags": ["users"], "responses": response(&user) });
    get["responses"]["200"]["content"]["application/json"]["example"] = json!({ "id": "1", "name": 2 });
    let other = json!({ "operationId": "getOwner", "tags": ["owners"], "responses": response(&user) });
    let paths = json!({ "/user": { "get": get }, "/owner": { "get": other } });
    let schemas = json!({ "User": { "type": "object", "required": ["id"], "properties": {
        "id": { "type": "string" }, "name": { "type": "string" }
    } } });
    let imported = import(&document(&paths, &schemas));
    let properties = &written(&imported)["components"]["schemas"]["User"]["properties"];
    assert!(properties.get("name").is_some(), "{}", spec(&imported));
}

#[test]
fn parameters_of_two_spellings_are_kept() {
    let schemas = json!({ "Item": { "type": "object", "properties": { "id": { "type": "string" } } } });
    let list = |size: &str| {
        let parameter = |name: &str| json!({ "name": name, "in": "query", "schema": { "type": "integer" } });
        let items = json!({ "type": "array", "items": { "$ref": "#/components/schemas/Item" } });
        json!({ "get": {
            "operationId": format!("list{size}"), "parameters": [parameter("page"), parameter(size)],
            "responses": response(&items)
        } })
    };
    let paths =
        json!({ "/a": list("page_size"), "/b": list("page_size"), "/c": list("pageSize"), "/d": list("limit") });
    let imported = import(&document(&paths, &schemas));
    for (path, size) in [("/a", "page_size"), ("/b", "page_size"), ("/c", "pageSize"), ("/d", "limit")] {
        let parameters = &written(&imported)["paths"][path]["get"]["parameters"];
        assert!(parameters.to_string().contains(&format!("\"{size}\"")), "{path}: {parameters}\n{}", spec(&imported));
    }
}

#[test]
fn servers_of_paths_and_operations_are_kept() {
    let done = response(&json!({ "type": "string" }));
    let uploads = json!([{ "url": "https://uploads.shop.example/v3/", "description": "Takes pictures." }]);
    let regional = json!([{
        "url": "https://{region}.files.shop.example", "variables": { "region": { "default": "eu", "enum": ["eu", "us"] } }
    }]);
    let mut document = document(
        &json!({
            "/pictures": {
                "servers": uploads,
                "post": { "operationId": "addPicture", "responses": done },
                "delete": { "operationId": "removePictures", "servers": regional, "responses": done },
            },
            "/thumbs": { "get": { "operationId": "thumbs", "servers": uploads, "responses": done } },
            "/same": { "get": { "operationId": "same", "servers": [{ "url": "https://shop.example" }], "responses": done } },
            "/near": { "get": { "operationId": "near", "servers": [{ "url": "/v2" }], "responses": done } },
        }),
        &json!({}),
    );
    document["security"] = json!([{ "key": [] }, {}]);
    document["components"]["securitySchemes"] = json!({ "key": { "type": "apiKey", "in": "header", "name": "X-Key" } });
    let imported = import(&document);
    assert_eq!(
        told(&imported, "/paths/~1near/get/servers"),
        ["a server of some operations, whose URL is relative: `--base-url` takes the URL of the document"]
    );
    let ours = written(&imported);
    let url = |place: &str| ours.pointer(&format!("/paths/{place}/servers/0/url")).and_then(Json::as_str);
    assert_eq!(url("~1pictures/post"), Some("https://uploads.shop.example/v3"));
    assert_eq!(url("~1pictures/delete"), Some("https://{region}.files.shop.example"));
    assert_eq!((url("~1thumbs/get"), url("~1same/get")), (Some("https://uploads.shop.example/v3"), None));
    assert_eq!(ours["x-chainloom"]["shop"]["client"]["servers"]["uploads"]["doc"], "Takes pictures.");
    // What each call shows goes there as well.
    assert_eq!(ours["paths"]["/thumbs"]["get"]["security"], json!([{ "key": [] }, {}]));
    let variable = &ours["paths"]["/pictures"]["delete"]["servers"][0]["variables"]["region"];
    assert_eq!(variable["default"], "eu");
    assert!(spec(&imported).contains("server: uploads"));
}

#[test]
fn a_document_of_which_little_comes_through_says_so_first() {
    let done = response(&json!({ "type": "string" }));
    let mut paths = json!({ "/a": { "get": { "operationId": "a", "responses": done } } });
    for number in 0..2 {
        paths[format!("/p{number}")] = json!({ "additionalOperations": { "CONNECT": { "responses": done } } });
    }
    let imported = import(&document(&paths, &json!({})));
    let text = imported.report.text();
    let first = "Less than half of the document was imported: 1 of 3 operations are in the spec.\nLeft out: 2;";
    assert!(
        text.starts_with(first) && text.contains("     2  the method `CONNECT` of `additionalOperations`\n"),
        "{text}"
    );
    assert!(!imported.report.is_complete());
}

#[test]
fn a_body_must_be_there_only_where_the_document_says_so() {
    for (required, is_needed) in [(None, false), (Some(true), true), (Some(false), false)] {
        let schema = json!({ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } });
        let mut paths = writes("put", &json!({ "$ref": "#/components/schemas/Item" }));
        let body = paths["/items"]["put"]["requestBody"].as_object_mut().unwrap();
        match required {
            None => drop(body.remove("required")),
            Some(required) => drop(body.insert("required".to_owned(), required.into())),
        }
        let imported = import(&document(&paths, &json!({ "Item": schema })));
        assert_eq!(imported.report.count(Kind::Guessed), 0, "{:?}", imported.report);
        let body = &written(&imported)["paths"]["/items"]["put"]["requestBody"];
        assert_eq!(body["required"] == true, is_needed, "{body}");
    }
}

#[test]
fn what_people_go_on_with_is_flat_and_one_file_a_tag() {
    let object = |name: &str, inner: &Json| json!({ "type": "object", "properties": { name: inner } });
    let deep = ["e", "d", "c", "b", "a"].iter().fold(json!({ "type": "string" }), |inner, name| object(name, &inner));
    let get =
        |id: &str, tag: &str| json!({ "get": { "operationId": id, "tags": [tag], "responses": response(&deep) } });
    let imported = import(&document(&json!({ "/a": get("a", "cats"), "/b": get("b", "dogs") }), &json!({})));
    let paths: Vec<&str> = imported.files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["shop.yaml", "shop/cats.yaml", "shop/dogs.yaml"]);
    let text = spec(&imported);
    let deepest = text.lines().map(|line| line.matches("fields:").count()).max();
    assert!(deepest <= Some(2) && text.contains("ResponseA: "), "{text}");
    nothing_refused(&imported);
}

#[test]
fn imports_have_no_warnings() {
    let described = json!({ "type": "object", "description": "What is sold.", "properties": { "name": { "type": "string", "description": "As printed." } } });
    let schemas = json!({ "Item": described, "Article": { "$ref": "#/components/schemas/Item" } });
    let imported = import(&document(&lists(&["Article", "Item"]), &schemas));
    let (_, warnings) = chainloom_codegen::understand(&sources(&imported), &[]).unwrap();
    assert!(warnings.is_empty(), "{}", warnings.lines());
}
