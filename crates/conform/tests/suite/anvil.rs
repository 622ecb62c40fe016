//! The EVM node of the tests, which `cargo xtask test` installs: it conforms, with exceptions that
//! `anvil.toml` explains.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use chainloom_caller::{Caller, Profile};
use chainloom_codegen::{name, read_sources};
use chainloom_conform::{Exceptions, Options, Spec, conform};

struct Node {
    process: Child,
    url: String,
}

impl Node {
    /// Starts a node; none where there is none to start.
    fn start() -> Option<Self> {
        let Some(program) = std::env::var_os("CHAINLOOM_ANVIL") else {
            assert!(std::env::var_os("CHAINLOOM_CI").is_none(), "CHAINLOOM_ANVIL is not set; run `cargo xtask test`");
            eprintln!("skipped: CHAINLOOM_ANVIL is not set; `cargo xtask test` installs the node");
            return None;
        };
        let mut command = Command::new(program);
        command.args(["--port", "0", "--chain-id", "43112"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("the node starts");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("Listening on ").map(str::to_owned));
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { process, url: format!("http://{}", address.expect("the node says where it listens")) })
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

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
    let Some(node) = Node::start() else { return };
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
