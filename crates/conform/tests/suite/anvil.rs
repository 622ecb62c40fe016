//! The EVM node of the tests, which `cargo xtask test` installs: it conforms, with exceptions that
//! `anvil.toml` explains.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use chainloom_caller::{Caller, Profile};
use chainloom_codegen::{name, read_sources};
use chainloom_conform::{Exceptions, Options, Spec, conform};

#[path = "../../../../tests/src/anvil.rs"]
#[allow(missing_docs, unreachable_pub)]
mod process;

use process::Node;

/// Starts a proxy in front of a node, which serves `/` only: it forwards calls from the paths of the spec.
async fn in_front_of(url: &str) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(forward).with_state((url.to_owned(), reqwest::Client::new()));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

async fn forward(State((url, client)): State<(String, reqwest::Client)>, request: Request) -> Response {
    if request.uri().path() != "/ext/bc/C/rpc" {
        return StatusCode::NOT_FOUND.into_response();
    }
    let body = axum::body::to_bytes(request.into_body(), 1_000_000).await.unwrap();
    let sent = client.post(url).header(CONTENT_TYPE, "application/json").body(body).send();
    let body = sent.await.unwrap().bytes().await.unwrap();
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2, crate = "chainloom_bounded")]
async fn the_evm_node_conforms_with_explained_exceptions() {
    let Some(node) = Node::run(&["--port", "0"]) else { return };
    let url = in_front_of(&node.url).await;
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let sources = read_sources("spec", files.collect()).unwrap();
    let spec = Spec::new(name(&sources, &[]).unwrap(), sources);
    let profile = Profile { url: Some(url), retries: Some(0), ..Profile::default() };
    let caller = Caller::new(spec.api(), profile).unwrap();
    let exceptions = Exceptions::parse(include_str!("../anvil.toml")).unwrap();
    let options = Options { services: vec!["evm".to_owned()], rate: 1_000, exceptions, ..Options::default() };
    let report = conform(&spec, &caller, &options).await.unwrap();
    assert!(report.conforms(), "{}", report.to_text());
    assert!(report.unused_exceptions.is_empty(), "{:?}", report.unused_exceptions);
    assert!(report.services[0].conforming >= 50, "{}", report.to_text());
}
