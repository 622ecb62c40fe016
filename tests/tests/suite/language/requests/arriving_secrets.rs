//! Secrets in requests: where they arrive, which of them a call carries, and that none is printed.

use super::secrets::{Builder, Client};
use super::server::Server;

async fn library(set: impl FnOnce(Builder) -> Builder) -> (Server, Client) {
    let server = Server::start().await;
    let client = set(Client::builder().base_url(server.url())).build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_secret_travels_in_its_place() {
    let (server, client) = library(|builder| builder.token("t-0-k").key("unused")).await;
    client.list_books().await.unwrap();
    let request = server.request();
    assert_eq!((request.target(), request.header("authorization")), ("/books", Some("Bearer t-0-k")));
    assert_eq!(request.header("x-version"), Some("v2"));
    assert_eq!(request.header("accept"), Some("application/x-books+json"));
    let (server, client) = library(|builder| builder.card("c 1").session("s1").login("a", "b")).await;
    client.list_books().await.unwrap();
    let request = server.request();
    assert_eq!((request.header("x-card"), request.header("cookie")), (Some("Card c 1"), Some("sid=s1")));
    assert_eq!(request.header("authorization"), None);
    let (server, client) = library(|builder| builder.card("c1").login("ann", "pass:word")).await;
    client.list_books().await.unwrap();
    assert_eq!(server.request().header("authorization"), Some("Basic YW5uOnBhc3M6d29yZA=="));
    let (server, client) =
        library(|builder| builder.key("k&y 1").configure(|inner| inner.header("cookie", "a=b"))).await;
    client.list_books().word("x").await.unwrap();
    assert_eq!(server.request().target(), "/books?word=x&key=k%26y%201");
    let (server, client) =
        library(|builder| builder.key("k1").session("s1").configure(|inner| inner.header("cookie", "a=b"))).await;
    client.list_loans().await.unwrap();
    let request = server.request();
    assert_eq!((request.target(), request.header("cookie")), ("/loans?key=k1", Some("a=b; sid=s1")));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_redirect_does_not_lose_a_secret_of_the_query() {
    let server = Server::start().await;
    let client = Client::builder().base_url(format!("{}/old", server.url())).key("k&y 1").build().unwrap();
    client.list_books().await.unwrap();
    assert_eq!((server.count(), server.request().target()), (2, "/books?moved=1&key=k%26y%201"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_carries_the_first_way_that_is_set_or_says_what_lacks() {
    let (server, client) = library(|builder| builder.card("c1")).await;
    let error = client.list_books().await.unwrap_err().to_string();
    assert!(error.contains("`token`, or `card` with `session`, or `login`, or `key`"), "{error}");
    assert_eq!(server.count(), 0);
    // A way of none, and no way.
    client.list_loans().await.unwrap();
    client.list_rooms().await.unwrap();
    assert_eq!((server.count(), server.request().header("x-card")), (2, None));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn no_form_of_a_secret_is_shown() {
    // No server listens there.
    let builder = Client::builder().base_url("http://127.0.0.1:1").key("k&y-hidden").card("c").session("s");
    let client = builder.build().unwrap();
    let error = client.list_loans().await.unwrap_err();
    let shown = format!("{client:?} {error} {error:?}");
    assert!(!shown.contains("hidden"), "{shown}");
    let builder = || Client::builder().base_url("http://h.example");
    // Encoded, a line break is a letter like others.
    assert!(builder().login("a", "b\r\n").build().is_ok());
    let error = builder().login("a:b", "hush").build().unwrap_err().to_string();
    assert!(error.contains("`login`") && !error.contains("a:b") && !error.contains("hush"), "{error}");
    let error = builder().configure(|inner| inner.secret("login", "no colon")).build().unwrap_err().to_string();
    assert!(error.contains("user:password") && !error.contains("no colon"), "{error}");
    let error = Client::builder().base_url("http://h.example").session("a;b").build().unwrap_err().to_string();
    assert!(error.contains("cookie") && !error.contains("a;b"), "{error}");
}
