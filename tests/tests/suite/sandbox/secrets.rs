//! Secrets: the sandbox requires them in the places of the spec, and refuses wrong ones if keys are
//! set.

use std::collections::HashMap;

use chainloom::data;
use chainloom::runtime::Error;
use chainloom_codegen::{SourceFile, read_sources};
use chainloom_sandbox::Sandbox;

chainloom::include_api!("tests/macros/secrets.yaml");

use secrets::{Builder, Client};

/// Gives a client secrets.
type Change = fn(Builder) -> Builder;

fn spec() -> Vec<SourceFile> {
    let library = include_bytes!("../../macros/secrets.yaml").to_vec();
    let lib = b"chainloom: 1\ndoc: An invented API.\n".to_vec();
    let files = HashMap::from([("lib.yaml".to_owned(), lib), ("secrets.yaml".to_owned(), library)]);
    read_sources("spec", files.into_iter().collect()).unwrap()
}

fn refused(result: Result<impl Sized, Error>, told: &str) {
    let error = result.map(drop).unwrap_err();
    assert!(error.is_unauthorized(), "{error}");
    assert!(error.to_string().contains(told), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_place_of_a_secret_is_looked_at() {
    let sandbox = Sandbox::builder().spec(spec()).key("k 1").key("s/2").key("ann:pass").start().await.unwrap();
    let client = |change: Change| change(Client::builder().base_url(sandbox.url())).build().unwrap();
    let right: [Change; 4] = [
        |builder| builder.token("s/2"),
        |builder| builder.card("k 1").session("s/2"),
        |builder| builder.login("ann", "pass"),
        |builder| builder.key("k 1"),
    ];
    for change in right {
        client(change).list_books().await.unwrap();
    }
    let wrong: [(Change, &str); 4] = [
        (|builder| builder.token("s/3"), "token"),
        (|builder| builder.card("k 1").session("other-8"), "session"),
        (|builder| builder.login("ann", "other-7"), "login"),
        (|builder| builder.key("other-9"), "key"),
    ];
    for (change, name) in wrong {
        refused(client(change).list_books().await, &format!("the secret `{name}` is wrong"));
    }
    // Other operations have ways of their own.
    let none = client(|builder| builder);
    none.list_rooms().await.unwrap();
    none.list_loans().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let response = http.get(format!("{}/books", sandbox.url())).send().await.unwrap();
    assert_eq!(response.status(), 401);
    assert!(response.text().await.unwrap().contains("a secret is missing: `token`, or `card` with `session`"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_key_that_may_be_left_out_must_still_be_right() {
    let sandbox = Sandbox::builder().key("mine").start().await.unwrap();
    let client = |key: Option<&str>| {
        let builder = data::Client::builder().base_url(sandbox.url());
        key.map_or(builder.clone(), |key| builder.api_key(key)).build().unwrap()
    };
    client(None).get_chain_info("43114").await.unwrap();
    client(Some("mine")).get_chain_info("43114").await.unwrap();
    refused(client(Some("yours")).get_chain_info("43114").await, "401 Unauthorized: the secret `apiKey` is wrong");
    let any = Sandbox::builder().start().await.unwrap();
    let client = data::Client::builder().base_url(any.url()).api_key("yours").build().unwrap();
    client.get_chain_info("43114").await.unwrap();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_key_is_refused_where_none_is_wanted() {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let own = Sandbox::builder().start().await.unwrap();
    let get = |key: &'static str| http.get(format!("{}/v1/avg_tps/43114", own.url())).header(key, "k");
    for (key, status) in [("x-data-api-key", 400), ("x-other", 200)] {
        let response = get(key).send().await.unwrap();
        let (found, told) = (response.status(), response.text().await.unwrap());
        assert_eq!(found, status, "{told}");
        assert_eq!(
            told.contains("the secret `apiKey` is sent, but the call does not take it"),
            status == 400,
            "{told}"
        );
    }
    let upgrade = [("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "13")];
    let handshake =
        http.get(format!("{}/ext/bc/C/ws", own.url())).header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==");
    let handshake = upgrade.iter().fold(handshake, |call, (name, value)| call.header(*name, *value));
    let with_key = handshake.try_clone().unwrap().header("x-data-api-key", "k");
    assert_eq!(with_key.send().await.unwrap().status(), 400);
    assert_eq!(handshake.send().await.unwrap().status(), 101);
    let library = Sandbox::builder().spec(spec()).start().await.unwrap();
    let rooms = http.get(format!("{}/rooms?key=k", library.url())).send().await.unwrap();
    assert_eq!(rooms.status(), 400);
    assert!(rooms.text().await.unwrap().contains("the secret `key` is sent, but the call does not take it"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_body_of_another_media_type_is_refused() {
    let text = include_bytes!("../../macros/requests.yaml").to_vec();
    let spec = read_sources("spec", vec![("requests.yaml".to_owned(), text)]).unwrap();
    let sandbox = Sandbox::builder().spec(spec).start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    for (media, status) in [("application/json; charset=utf-8", 200), ("text/plain", 415), ("application/xml", 415)] {
        let call = http.post(format!("{}/books", sandbox.url())).header("content-type", media);
        assert_eq!(call.body("{}").send().await.unwrap().status(), status, "{media}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_log_shows_no_secret() {
    let (told, lines) = std::sync::mpsc::channel();
    let sandbox = Sandbox::builder().spec(spec()).on_request(move |seen| told.send(seen.target().to_owned()).unwrap());
    let sandbox = sandbox.start().await.unwrap();
    for key in ["k1", "k/1 &long enough"] {
        let client = Client::builder().base_url(sandbox.url()).key(key).build().unwrap();
        client.list_books().await.unwrap();
        assert_eq!(lines.recv().unwrap(), "/books?key=[secret]");
    }
}
