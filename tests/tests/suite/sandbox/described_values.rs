//! Values that a sandbox serves fit what the spec says of them: items of lists differ, results have their bounds, and
//! parameters are read and repeated, whatever their types.

use std::collections::BTreeSet;

use chainloom_codegen::{SourceFile, name, read_sources};
use chainloom_reference::Reference;
use chainloom_sandbox::Sandbox;
use serde_json::{Value, json};

/// Beginning of each spec.
const HEAD: &str = r#"
chainloom: 1
doc: A harbour.
client: { baseUrl: "{u}", vars: { u: { doc: URL. } } }
service: t
allow: [no-doc, no-example]
"#;

fn spec(text: &str) -> Vec<SourceFile> {
    read_sources("spec", vec![("t.yaml".to_owned(), format!("{HEAD}{text}").into_bytes())]).unwrap()
}

/// Starts a sandbox for a spec.
async fn started(text: &str, seed: u64) -> Sandbox {
    Sandbox::builder().spec(spec(text)).seed(seed).start().await.unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the status and the JSON of a response; null for an empty one.
async fn get(sandbox: &Sandbox, path: &str) -> (u16, Value) {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let response = http.get(format!("{}{path}", sandbox.url())).send().await.unwrap();
    let (status, text) = (response.status().as_u16(), response.text().await.unwrap());
    (status, serde_json::from_str(&text).unwrap_or_default())
}

/// Returns the items of all pages.
async fn paged(sandbox: &Sandbox, path: &str) -> Vec<Value> {
    let (mut items, mut token) = (Vec::new(), String::new());
    loop {
        let (status, page) = get(sandbox, &format!("{path}?size=5{token}")).await;
        assert_eq!(status, 200, "{page}");
        items.extend(page["ships"].as_array().unwrap().iter().cloned());
        match page["next"].as_str().filter(|next| !next.is_empty()) {
            Some(next) => token = format!("&page={next}"),
            None => return items,
        }
    }
}

fn number_of_different(items: &[Value]) -> usize {
    items.iter().map(Value::to_string).collect::<BTreeSet<_>>().len()
}

/// A list in pages of ships, whose key is a member of another type in each case.
const SHIPS: &str = r#"
scalars: { Price: { doc: P., text: decimal } }
types:
  Page: { doc: P., fields: { "next?": { type: string, doc: N. }, ships: [Ship] } }
  Ship: { doc: S., fields: { KEY, name: { type: string, example: Ada } } }
  Grade: { doc: G., enum: { a: A., b: B., c: C. } }
operations:
  listShips:
    doc: L.
    get: /ships
    query: { "size?": uint16, "page?": string }
    response: Page
    paginate: { items: ships, next: next, into: page, size: size }
"#;

const GET: &str = "  getShip: { doc: G., get: \"/ships/{id}\", path: { PATH }, response: Ship }\n";

/// Declarations of the member `id` that have room for many values.
const KEYS: [&str; 9] = [
    r#"id: { type: string, example: "9074729" }"#,
    r#"id: { type: string, example: "978-0-306-40615-7" }"#,
    r#"id: { type: string, example: "red-vase" }"#,
    r#"id: { type: string, example: "AB", pattern: "^[A-Z]{2}$" }"#,
    r#"id: { type: string, example: "x-1", size: 3..=3 }"#,
    r#"id: { type: uint32, example: 7 }"#,
    r#"id: { type: uint8, range: 10..=60, example: 12 }"#,
    r#"id: string"#,
    r#"id: { type: Price, example: "0.1" }"#,
];

#[tokio::test(crate = "chainloom_bounded")]
async fn items_of_a_list_in_pages_differ_whatever_their_examples_are() {
    for key in KEYS {
        for (seed, with_get) in [(1, true), (2, false), (3, true)] {
            let mut text = SHIPS.replace("KEY", key);
            if with_get {
                text.push_str(&GET.replace("PATH", key));
            }
            let sandbox = started(&text, seed).await;
            let items = paged(&sandbox, "/ships").await;
            assert!(items.len() > 10, "{key}: {items:?}");
            assert_eq!(number_of_different(&items), items.len(), "{key}, {with_get}: {items:#?}");
            for item in items.iter().filter(|_| with_get) {
                let id = item["id"].as_str().map_or_else(|| item["id"].to_string(), str::to_owned);
                assert_eq!(get(&sandbox, &format!("/ships/{id}")).await, (200, item.clone()), "{key}");
            }
            assert_eq!(paged(&sandbox, "/ships").await, items, "equal requests have equal responses");
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn items_of_a_list_differ_as_far_as_their_type_has_room() {
    let key = "id: { type: Grade, example: a }";
    let sandbox = started(&format!("{}{}", SHIPS.replace("KEY", key), GET.replace("PATH", "id: Grade")), 1).await;
    let items = paged(&sandbox, "/ships").await;
    assert_eq!(number_of_different(&items), 3, "{items:#?}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn items_of_a_list_without_pages_differ() {
    const TEXT: &str = r#"
types:
  Ship: { doc: S., fields: { imo: { type: string, example: "9074729" }, name: { type: string, example: Ada } } }
operations:
  listShips: { doc: L., get: /ships, response: { list: Ship, size: 6.. } }
  listCodes: { doc: L., get: /codes, response: { list: { type: uint8, range: 1..=9 }, size: 6..=6 } }
"#;
    for get_ship in ["", "  getShip: { doc: G., get: \"/ships/{imo}\", path: { imo: string }, response: Ship }\n"] {
        for seed in 0..5 {
            let sandbox = started(&format!("{TEXT}{get_ship}"), seed).await;
            for path in ["/ships", "/codes"] {
                let (_, items) = get(&sandbox, path).await;
                let items = items.as_array().unwrap();
                assert!(items.len() >= 6, "{items:?}");
                assert_eq!(number_of_different(items), items.len(), "{items:#?}");
            }
        }
    }
}

/// Operations whose results are no records, and have bounds.
const BOUNDED: &str = r#"
types:
  Small: { doc: S., type: uint8, range: 5..=9 }
  Code: { doc: C., type: string, pattern: "^[A-Z]{3}$" }
operations:
  getSmall: { doc: G., get: /small, response: Small }
  getCode: { doc: G., get: /code, response: Code }
  getText: { doc: G., get: /text, response: { type: string, pattern: "^[A-Z]{3}$" } }
  getList: { doc: G., get: /list, response: { list: Code, size: 4..=5 } }
  getMaybe: { doc: G., get: /maybe, response: { type: "Small | null" } }
"#;

#[test]
fn descriptions_tell_the_bounds_of_a_result() {
    let named = name(&spec(BOUNDED), &[]).unwrap_or_else(|_| panic!("the spec is right"));
    let page = Reference::of(&named);
    let response = |id: &str| page.operation(id).unwrap().response.clone();
    assert_eq!(response("t.getText"), "The result: Pattern: `^[A-Z]{3}$`.");
    assert_eq!(response("t.getList"), "The result: Length: 4 to 5.");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn results_have_their_bounds() {
    let is_code = |value: &Value| {
        value.as_str().is_some_and(|text| text.len() == 3 && text.chars().all(|letter| letter.is_ascii_uppercase()))
    };
    let is_small = |value: &Value| value.as_u64().is_some_and(|number| (5..=9).contains(&number));
    for seed in 0..8 {
        let sandbox = started(BOUNDED, seed).await;
        let small = get(&sandbox, "/small").await.1;
        assert!(is_small(&small), "{small}");
        let maybe = get(&sandbox, "/maybe").await.1;
        assert!(maybe.is_null() || is_small(&maybe), "{maybe}");
        for path in ["/code", "/text"] {
            let code = get(&sandbox, path).await.1;
            assert!(is_code(&code), "{path}: {code}");
        }
        let list = get(&sandbox, "/list").await.1;
        let codes = list.as_array().unwrap();
        assert!((4..=5).contains(&codes.len()) && codes.iter().all(is_code), "{list}");
    }
}

/// A union by form in each place of a REST request.
const UNIONS: &str = r#"
scalars: { Uuid: { doc: U., text: uuid } }
types:
  Id: { doc: I., union: form, arms: { text: Uuid, number: integer, flag: boolean } }
  Thing: { doc: T., fields: { id: Id, name: string } }
  Numbered: { doc: N., fields: { n: uint64, name: string } }
operations:
  getThing: { doc: G., get: "/things/{id}", path: { id: Id }, response: Thing }
  findThing: { doc: G., get: /things, query: { id: Id }, response: Thing }
  mayHave: { doc: G., get: "/may/{id}", path: { id: Id }, response: { "200": Thing, "204": none } }
  numbered: { doc: G., get: "/numbered/{n}", path: { n: uint64 }, response: { "200": Numbered, "204": none } }
  sendThing: { doc: S., post: /things, content: form, body: { id: Id }, response: Thing, effect: read }
"#;

#[tokio::test(crate = "chainloom_bounded")]
async fn parameters_of_a_union_are_read_and_repeated() {
    let uuid = "7f3e7e46-55bb-4cf1-8f6c-2d8d1e6d2d0b";
    for seed in 0..8 {
        let sandbox = started(UNIONS, seed).await;
        for (given, id) in [("5", json!(5)), ("true", json!(true)), (uuid, json!(uuid))] {
            for path in [format!("/things/{given}"), format!("/things?id={given}"), format!("/may/{given}")] {
                let (status, thing) = get(&sandbox, &path).await;
                assert_eq!((status, &thing["id"]), (200, &id), "{path}: {thing}");
            }
            let http = reqwest::Client::builder().no_proxy().build().unwrap();
            let request = http.post(format!("{}/things", sandbox.url()));
            let request = request.header("content-type", "application/x-www-form-urlencoded");
            let response = request.body(format!("id={given}")).send().await.unwrap();
            assert_eq!(response.status(), 200, "{}", response.text().await.unwrap());
        }
        let (status, numbered) = get(&sandbox, "/numbered/7").await;
        assert_eq!((status, &numbered["n"]), (200, &json!(7)), "{numbered}");
        assert_eq!(get(&sandbox, "/things/5.5").await.0, 400);
        assert_eq!(get(&sandbox, "/things/no").await.0, 400);
    }
}
