//! Operations that are added to a spec that exists.

use chainloom_codegen::{SourceFile, generate};
use chainloom_import::{Imported, Kind, Options, Target, openapi, openrpc};
use serde_json::{Value as Json, json};

const CLIENT: &str = "chainloom: 1
doc: Library.
client:
  baseUrl: https://library.example
  auth: { key: { header: x-key, doc: Key of a reader. } }
  paging:
    query: { \"cursor?\": { type: string, doc: Token of the page. }, \"limit?\": { type: integer, doc: Page size. } }
    next: next
    into: cursor
    size: limit
service: library
types:
  Title: { doc: Title of a book., fields: { text: { type: string, doc: Words of the title. } } }
";

const BOOKS: &str = "chainloom: 1
doc: Books.
service: library
types:
  Book: { doc: Book., fields: { title: { type: Title, doc: Title., }, \"pages?\": { type: integer, doc: Number of pages. } } }
operations:
  getBook: { doc: Returns a book., get: \"/books/{id}\", path: { id: { type: string, doc: ID. } }, response: Book, examples: [{ request: { id: a }, response: { title: { text: A } } }] }
";

fn sources(files: &[(&str, &str)]) -> Vec<SourceFile> {
    let source = |(module, text): &(&str, &str)| SourceFile {
        path: format!("{module}.yaml"),
        module: (*module).to_owned(),
        text: (*text).to_owned(),
    };
    files.iter().map(source).collect()
}

fn library() -> Target {
    Target { sources: sources(&[("library", CLIENT), ("library/books", BOOKS)]), ..Target::default() }
}

fn schema(name: &str) -> Json {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn get(id: &str, tag: &str, schema: &Json, further: &Json) -> Json {
    let content = json!({ "application/json": { "schema": schema } });
    let mut operation = json!({ "operationId": id, "tags": [tag], "responses": { "200": { "description": "Done.", "content": content } } });
    for (key, value) in further.as_object().unwrap() {
        operation[key] = value.clone();
    }
    json!({ "get": operation })
}

/// A document of the library, whose loans the spec lacks.
fn document(paths: &Json) -> String {
    let text = json!({ "type": "string" });
    let object = |required: &[&str], properties: Json| json!({ "type": "object", "required": required, "properties": properties });
    json!({
        "openapi": "3.1.0", "info": { "title": "Library", "version": "1" }, "servers": [{ "url": "https://library.example" }],
        "security": [{ "reader": [] }],
        "components": {
            "securitySchemes": {
                "reader": { "type": "apiKey", "in": "header", "name": "X-Key" },
                "staff": { "type": "apiKey", "in": "header", "name": "X-Staff" },
            },
            "schemas": {
                "Title": object(&["text"], json!({ "text": { "type": "string", "description": "Other words." } })),
                "Book": object(&["title"], json!({ "title": schema("Title"), "pages": { "type": "integer" } })),
                "Loan": object(&["book"], json!({ "book": schema("Book"), "by": schema("Reader") })),
                "Reader": object(&["name"], json!({ "name": text, "title": schema("Title") })),
                "LoanPage": object(&["loans"], json!({ "loans": { "type": "array", "items": schema("Loan") }, "next": text })),
            },
        },
        "paths": paths,
    })
    .to_string()
}

fn add(document: &str, only: &[&str], target: Target) -> Result<Imported, String> {
    let only = only.iter().map(|name| (*name).to_owned()).collect();
    openapi(document, &Options { only, into: Some(target), ..Options::default() })
}

/// Asserts that the generator accepts the new files beside those of the spec.
fn assert_accepted(imported: &Imported, target: &Target) {
    let own = imported.files.iter().map(|(path, text)| (path.trim_end_matches(".yaml"), text.as_str()));
    let all = [sources(&own.collect::<Vec<_>>()), target.sources.clone()].concat();
    generate(&all).unwrap_or_else(|wrong| panic!("{}", wrong.lines()));
}

#[test]
fn operations_become_one_file_that_uses_the_types_of_the_spec() {
    let page = json!([{ "name": "cursor", "in": "query", "schema": { "type": "string" } },
                      { "name": "limit", "in": "query", "schema": { "type": "integer" } }]);
    let paths = json!({
        "/loans": get("listLoans", "loans", &schema("LoanPage"), &json!({ "parameters": page })),
        "/loans/last": get("lastLoan", "loans", &schema("Loan"), &json!({})),
        "/readers": get("firstReader", "readers", &schema("Reader"), &json!({})),
    });
    let imported = add(&document(&paths), &["/loans", "lastLoan"], library()).unwrap();
    let [(path, text)] = imported.files.as_slice() else { panic!("{:?}", imported.files) };
    assert_eq!(path, "library/loans.yaml");
    for part in [
        "\nuse: { library/books: [Book] }\n",
        "\nservice: library\n",
        "  Loan: { fields: { book: Book, \"by?\": Reader } }\n",
        "  Reader: { fields: { name: string, \"title?\": Title } }\n",
        "    get: /loans\n    response: LoanPage\n    paginate: { items: loans }",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    for part in ["client:", "baseUrl", "  Title:", "  Book:", "readers", "security", "query"] {
        assert!(!text.contains(part), "{part}\n{text}");
    }
    assert_accepted(&imported, &library());
    assert!(imported.report.is_complete(), "{}", imported.report.text());
    assert_eq!((imported.report.imported, imported.report.operations), (2, 2));
}

/// Of two scalars of one form, neither is meant.
#[test]
fn a_scalar_of_the_same_form_is_used_under_its_name_in_the_spec() {
    let date = json!({ "type": "string", "format": "date" });
    let properties = json!({ "Date": date, "due": date, "at": { "type": "string", "format": "date-time" },
                             "ids": { "type": "array", "items": { "type": "string", "format": "uuid" } } });
    let loan = json!({ "type": "object", "properties": properties });
    let paths = json!({ "/Date/loans": get("lastLoan", "loans", &loan, &json!({ "parameters": [
        { "name": "since", "in": "query", "schema": date },
    ] })) });
    let scalars = "scalars:\n  Day: { text: date, doc: Day of a loan. }\n  \
                   Copy: { text: uuid, doc: ID of a copy. }\n  Reader: { text: uuid, doc: ID of a reader. }\ntypes:\n";
    let client = CLIENT.replace("types:\n", scalars);
    let moment = "scalars:\n  Moment: { text: date-time, doc: Time of a loan. }\ntypes:\n";
    let books = BOOKS.replace("types:\n", moment);
    let target = Target { sources: sources(&[("library", &client), ("library/books", &books)]), ..Target::default() };
    let imported = add(&document(&paths), &[], target.clone()).unwrap();
    let text = &imported.files[0].1;
    for part in [
        "\"Date?\": Day", "\"due?\": Day", "\"at?\": Moment", "since?", "[Uuid]", "get: /Date/loans",
        "use: { library/books: [Moment] }",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    for part in ["DateTime", "Date:", "Copy", "Reader"] {
        assert!(!text.contains(part), "{part}\n{text}");
    }
    assert_accepted(&imported, &target);
    let said: Vec<&str> = imported.report.sorts(Kind::Reused).into_iter().map(|(what, _)| what).collect();
    assert_eq!(
        said,
        ["the scalar `Day` of `library.yaml` for `Date`", "the scalar `Moment` of `library/books.yaml` for `DateTime`"]
    );
    assert!(imported.report.is_complete(), "{}", imported.report.text());
}

#[test]
fn what_the_spec_has_under_the_same_name_is_refused_unless_it_is_the_same() {
    let mut target = library();
    target.sources[1].text = BOOKS.replace("\"pages?\": { type: integer", "\"pages?\": { type: string");
    let document = document(&json!({ "/loans": get("listLoans", "loans", &schema("Loan"), &json!({})) }));
    let refused = add(&document, &["listLoans"], target.clone()).unwrap_err();
    let expected = "the spec has types with these names that differ in JSON: `Book` of `library/books.yaml`; take each as \
                    it is there with `--reuse NAME`, or import into another folder and move by hand what is new";
    assert_eq!(refused, expected);
    target.reuse = vec!["Book".to_owned()];
    let imported = add(&document, &["listLoans"], target.clone()).unwrap();
    assert_accepted(&imported, &target);
    let told: Vec<&str> = imported.report.entries.iter().map(|entry| entry.what.as_str()).collect();
    assert_eq!(told, ["the responses, which the spec states otherwise"]);
    target.reuse.push("Cover".to_owned());
    let refused = add(&document, &["listLoans"], target).unwrap_err();
    assert_eq!(refused, "`--reuse Cover` names no type that both the operations and the spec have");
}

#[test]
fn what_has_no_place_in_the_spec_is_refused() {
    let paths = json!({
        "/books/{id}": get("getBook", "books", &schema("Book"), &json!({})),
        "/loans": get("listLoans", "books", &schema("Loan"), &json!({})),
    });
    let document = document(&paths);
    let refused = |only: &str, change: fn(&mut Target)| {
        let mut target = library();
        change(&mut target);
        add(&document, &[only], target).unwrap_err()
    };
    let is_there = "the spec has a file `library/books.yaml` already; name the new one with `--name`";
    assert_eq!(refused("listLoans", |_| {}), is_there);
    let named = Options { name: Some("more".to_owned()), into: Some(library()), ..Options::default() };
    assert_eq!(openapi(&document, &named).unwrap_err(), "the service `library` has the operations `getBook` already");
    let wrong = refused("listLoans", |target| target.service = Some("librari".to_owned()));
    assert_eq!(wrong, "the spec has no REST service `librari`: did you mean `library`?");
    let several = refused("listLoans", |target| {
        let other = "chainloom: 1\ndoc: Films.\nclient: { baseUrl: https://films.example }\nservice: films\n";
        target.sources.extend(sources(&[("films", other)]));
    });
    assert_eq!(several, "the spec has several REST services: name one with `--service`: `films`, `library`");
    let broken = refused("listLoans", |target| target.sources[1].text.push_str("operation: {}\n"));
    assert!(broken.starts_with("the spec has mistakes:\nlibrary/books.yaml:"), "{broken}");
}

#[test]
fn what_the_client_of_the_spec_states_otherwise_is_told() {
    let failure = json!({ "description": "No.", "content": { "application/json": { "schema": schema("Reader") } } });
    let success = json!({ "description": "Yes.", "content": { "application/json": { "schema": schema("Loan") } } });
    let paths = json!({
        "/a": get("a", "loans", &schema("Loan"), &json!({ "security": [{ "staff": [] }] })),
        "/b": get("b", "loans", &schema("Loan"), &json!({ "responses": { "200": success, "404": failure } })),
        "/c": get("c", "loans", &schema("Loan"), &json!({ "servers": [{ "url": "https://c.example" }] })),
    });
    let imported = add(&document(&paths), &[], library()).unwrap();
    assert_accepted(&imported, &library());
    let told: Vec<(&str, &str)> =
        imported.report.entries.iter().map(|entry| (entry.what.as_str(), entry.place.as_str())).collect();
    let expected = [
        ("the error responses, which the spec states otherwise", "/paths/~1b/get"),
        ("the secrets, which the spec states otherwise", "/paths/~1a/get"),
        ("the server, which the spec states otherwise", "/paths/~1c/get"),
    ];
    for one in expected {
        assert!(told.contains(&one), "{one:?} {told:?}");
    }
    assert!(!imported.report.is_complete());
    // Where the document states no error responses, the errors of the client apply, and the report names no difference.
    let client = CLIENT.replace("  auth:", "  errors: { body: Title, statuses: { 404: None } }\n  auth:");
    let target = Target { sources: sources(&[("library", &client), ("library/books", BOOKS)]), ..Target::default() };
    let paths = json!({ "/d": get("d", "loans", &schema("Loan"), &json!({})) });
    let imported = add(&document(&paths), &[], target).unwrap();
    assert!(imported.report.is_complete(), "{}", imported.report.text());
}

#[test]
fn methods_join_a_service_of_json_rpc() {
    let node = "chainloom: 1\ndoc: Node.\nclient: { baseUrl: https://node.example }\nservice: node\nendpoint: /rpc\n\
                rpc: { params: named, batch: false }\n";
    let target = Target { sources: sources(&[("node", node)]), ..Target::default() };
    let method = |name: &str| json!({ "name": name, "paramStructure": "by-name", "params": [], "result": { "name": "result", "schema": { "type": "string" } } });
    let open =
        json!({ "name": "getHead", "params": [], "result": { "name": "result", "schema": { "type": "string" } } });
    let positional = json!({ "name": "getTail", "paramStructure": "by-position", "params": [], "result": { "name": "result", "schema": { "type": "string" } } });
    let document = json!({ "openrpc": "1.2.6", "info": { "title": "Node", "version": "1" }, "methods": [method("getPeer"), method("getHeight"), open, positional] });
    let options = Options { only: vec!["getHeight".to_owned()], into: Some(target.clone()), ..Options::default() };
    let imported = openrpc(&document.to_string(), &options).unwrap();
    let [(path, text)] = imported.files.as_slice() else { panic!("{:?}", imported.files) };
    assert_eq!(path, "node/get_height.yaml");
    assert!(text.contains("method: getHeight") && !text.contains("endpoint") && !text.contains("getPeer"), "{text}");
    assert_accepted(&imported, &target);
    assert!(imported.report.is_complete(), "{}", imported.report.text());
    // The report is about the chosen method, and about a form of parameters that the document states.
    for (name, is_complete) in [("getHead", true), ("getTail", false)] {
        let options = Options { only: vec![name.to_owned()], ..options.clone() };
        let imported = openrpc(&document.to_string(), &options).unwrap();
        assert_eq!(imported.report.is_complete(), is_complete, "{}", imported.report.text());
        let is_of_all = |place: &str| place == "/methods" && name == "getTail";
        assert!(!imported.report.entries.iter().any(|entry| is_of_all(&entry.place)), "{}", imported.report.text());
    }
}

const LOANS: &str = "chainloom: 1
doc: Loans.
service: library
use: { library/books: [Book] }
types:
  Loan: { doc: Loan of a book., fields: { book: { type: Book, doc: Book that is lent. }, \"due?\": { type: Due, doc: Last day of the loan. } } }
  LoanPage: { doc: Page of loans., fields: { loans: [Loan], \"next?\": { type: string, doc: Token of the next page. } } }
  Fine: { doc: Fine., fields: { \"amount?\": { type: number, doc: Amount. }, day: { type: uint64, doc: Day of the fine. } } }
scalars: { Due: { doc: Day., text: date } }
operations:
  listLoans: { doc: Lists loans., get: /loans, response: LoanPage, paginate: { items: loans }, cost: { units: 3 }, examples: [{ request: {}, response: { loans: [] } }] }
  getDay: { doc: Returns the day., get: /day, response: uint64, examples: [{ request: {}, response: 1 }] }
  getFine: { doc: Returns a fine., get: /fine, response: Fine, wait: { until: { amount: present }, confirmations: { height: day, latest: getDay } }, examples: [{ request: {}, response: { amount: 1, day: 1 } }] }
";

#[test]
fn an_operation_of_a_document_of_ours_joins_a_spec_as_it_is_written() {
    let all = sources(&[("library", CLIENT), ("library/books", BOOKS), ("library/loans", LOANS)]);
    let files = generate(&all).unwrap_or_else(|wrong| panic!("{}", wrong.lines()));
    let document = files.get("docs/library.openapi.json").unwrap();
    let imported = add(document, &["listLoans"], library()).unwrap();
    let [(path, text)] = imported.files.as_slice() else { panic!("{:?}", imported.files) };
    assert_eq!(path, "library/loans.yaml");
    for part in ["use: { library/books: [Book] }", "cost: { units: 3 }", "paginate: { items: loans }", "  Due: {"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("Fine") && !text.contains("allow"), "{text}");
    assert_accepted(&imported, &library());
    assert!(imported.report.entries.is_empty(), "{}", imported.report.text());
    // What another operation is needed for goes, and is told.
    let imported = openapi(document, &Options { only: vec!["getFine".to_owned()], ..Options::default() }).unwrap();
    let told: Vec<(&str, &str)> =
        imported.report.entries.iter().map(|entry| (entry.what.as_str(), entry.place.as_str())).collect();
    assert!(matches!(told.as_slice(), [(what, "/paths/~1fine/get")] if what.contains("wait")), "{told:?}");
    assert_eq!((imported.report.operations, imported.report.imported), (1, 1));
}
