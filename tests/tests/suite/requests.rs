//! Requests of all kinds, made by generated calls: what arrives at a server on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "requests/server.rs"]
mod server;

use requests::{Client, Filter};
use server::Server;

chainloom::include_api!("tests/macros/requests.yaml");

/// A filter with one of everything.
fn filter() -> Filter {
    Filter::new().word("a&b").years([1, 2]).within(Filter::new().word("ü"))
}

#[tokio::test]
async fn parameters_arrive_in_their_styles() {
    let server = Server::start().await;
    let client = Client::new(server.url()).unwrap();
    let call = client.find_books(["a b", "c"], "d/e f").filter(filter()).all([filter(), Filter::new().word("z")]);
    call.order(["x", "y"]).near(filter()).extra(filter()).x_words(["p", "q"]).await.unwrap();
    let request = server.request();
    let (path, query) = request.target().split_once('?').unwrap();
    assert_eq!(path, "/shelves/a%20b,c/files/d/e%20f");
    let pairs: Vec<String> = query.split('&').map(server::decoded).collect();
    let expected = [
        "format=json",
        "filter[word]=a&b",
        "filter[years][]=1",
        "filter[years][]=2",
        "filter[within][word]=ü",
        "all[0][word]=a&b",
        "all[0][years][]=1",
        "all[0][years][]=2",
        "all[0][within][word]=ü",
        "all[1][word]=z",
        "order[0]=x",
        "order[1]=y",
        "near.word=a&b",
        "near.years=1",
        "near.years=2",
        "near.within.word=ü",
        r#"extra={"word":"a&b","years":[1,2],"within":{"word":"ü"}}"#,
    ];
    assert_eq!(pairs, expected);
    assert_eq!(request.header("x-words"), Some("p;q"));
    assert_eq!(request.header("x-version"), Some("2"));
}

#[tokio::test]
async fn what_would_be_another_path_is_not_sent() {
    let server = Server::start().await;
    let client = Client::new(server.url()).unwrap();
    for (shelves, file) in
        [(vec!["a"], "b/../c"), (vec!["a"], "/b"), (vec!["a"], "b/"), (vec![], "b"), (vec!["a,b"], "c")]
    {
        let error = client.find_books(shelves.clone(), file).await.unwrap_err();
        assert!(error.is_invalid_request(), "{shelves:?} {file}: {error}");
    }
    assert_eq!(server.count(), 0);
}
