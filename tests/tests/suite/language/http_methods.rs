//! Operations with any HTTP method, as they arrive at the sandbox.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom::runtime::http::Method;
use chainloom_codegen::read_sources;
use chainloom_sandbox::Sandbox;
use methods::{Client, Filter};

chainloom::include_api!("tests/macros/methods.yaml");

#[chainloom::api]
mod shelf {
    trait Shelf {
        /// Searches a shelf.
        #[api(request = "QUERY /shelves/{shelf}")]
        fn search_shelf(&self, shelf: String, word: String) -> Vec<String>;
        /// Says what can be done with a shelf.
        #[api(request = "OPTIONS /shelves/{shelf}")]
        fn describe_shelf(&self, shelf: String, kind: Option<String>) -> Vec<String>;
    }
}

async fn library() -> (Sandbox, Client) {
    let text = include_bytes!("../../macros/methods.yaml").to_vec();
    let spec = read_sources("spec", vec![("methods.yaml".to_owned(), text)]).unwrap();
    let sandbox = Sandbox::builder().spec(spec).start().await.unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    (sandbox, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn methods_arrive_as_they_are_stated() {
    let (sandbox, client) = library().await;
    client.search_books(Filter::new().word("sea")).await.unwrap();
    let last = sandbox.seen().pop().unwrap();
    assert_eq!(
        (last.method.as_str(), last.uri.path(), last.body.as_ref()),
        ("QUERY", "/books", &br#"{"word":"sea"}"#[..])
    );
    client.describe_book("a").await.unwrap();
    client.trace_book("a").await.unwrap();
    client.purge_book("a").await.unwrap();
    let methods: Vec<String> =
        sandbox.seen().iter().map(|seen| format!("{} {}", seen.method, seen.uri.path())).collect();
    assert_eq!(methods, ["QUERY /books", "OPTIONS /books/a", "TRACE /books/a", "PURGE /books/a"]);
    let curl = client.search_books(Filter::new().word("sea")).to_curl().unwrap();
    assert!(curl.starts_with("curl -X QUERY "), "{curl}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_names_the_methods_of_a_path() {
    let (sandbox, _) = library().await;
    let copy = Method::from_bytes(b"COPY").unwrap();
    let response = reqwest::Client::new().request(copy, format!("{}/books/a", sandbox.url())).send().await.unwrap();
    assert_eq!(response.status(), 405);
    assert_eq!(response.headers()["allow"], "OPTIONS, TRACE, PURGE, GET");
}

#[test]
fn parameters_of_signatures_stand_where_the_method_has_them() {
    let client = shelf::Client::new("http://127.0.0.1:9").unwrap();
    let query = client.search_shelf("a", "sea").dry_run().unwrap().to_string();
    assert!(query.starts_with("QUERY http://127.0.0.1:9/shelves/a") && query.contains(r#"{"word":"sea"}"#), "{query}");
    let options = client.describe_shelf("a").kind("x").dry_run().unwrap().to_string();
    assert!(options.starts_with("OPTIONS http://127.0.0.1:9/shelves/a?kind=x"), "{options}");
}
