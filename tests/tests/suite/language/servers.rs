//! Operations on other servers than that of the base URL: the assets of releases in the manner of
//! GitHub, and a service of JSON-RPC. The servers know nothing of the client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use chainloom::runtime::schema::Effect;
use chainloom::runtime::{Endpoint, ErrorKind, Incoming};
use chainloom_sandbox::Sandbox;
use releases::Client;
use serde_json::json;

use crate::loopback::{Arrived, Recorder};

chainloom::include_api!("tests/macros/releases.yaml");
chainloom::include_api!("tests/macros/lighthouse.yaml");

/// The description in Rust.
#[chainloom::api(client(
    baseUrl = "{apiUrl}",
    vars(apiUrl(doc = "Where the service is."), uploadsUrl(doc = "Where files are uploaded to.")),
    auth(token(scheme = "bearer", optional, doc = "Token of a person.")),
    servers(
        uploads(baseUrl = "{uploadsUrl}/v3", security = [token], doc = "Takes the files of releases."),
        status(baseUrl = "https://status.example", doc = "Shows the state of the service."),
    ),
))]
mod declared {
    /// A file of a release.
    struct Asset {
        name: String,
        size: u64,
    }

    /// State of the service.
    struct State {
        indicator: String,
    }

    trait Releases {
        /// Adds a file to a release.
        #[api(post = "/releases/{id}/assets", server = uploads, content = "bytes", effect = "write")]
        fn add_asset(&self, id: u64, #[api(query)] name: String) -> Asset;

        /// Returns the names of the files of a release, without a token too.
        #[api(get = "/releases/{id}/assets/names", server = uploads, security = [token, []])]
        fn list_assets(&self, id: u64) -> Vec<String>;

        /// Returns the state of the service.
        #[api(get = "/status.json", server = status)]
        fn get_state(&self) -> State;
    }

    #[api(endpoint = "/rpc", rpc(params = "positional"), server = status)]
    trait Lamp {
        /// Returns how long the lamp has been on.
        #[api(method = "getHours", effect = "read")]
        fn get_hours(&self) -> u64;
    }
}

async fn host() -> Recorder {
    Recorder::start(|arrived| {
        let body = match arrived.uri.path() {
            "/rpc" => json!({ "jsonrpc": "2.0", "id": arrived.json()["id"], "result": 7 }),
            "/status.json" => json!({ "indicator": "none" }),
            "/releases/7" => json!({ "id": 7 }),
            "/v3/releases/7/assets" | "/releases/7/assets" => json!({ "name": "loom.zip", "size": 3 }),
            "/v3/releases/7/assets/names" | "/releases/7/assets/names" => json!(["loom.zip"]),
            _ => return StatusCode::NOT_FOUND.into_response(),
        };
        axum::Json(body).into_response()
    })
    .await
}

/// What arrived at a host: method, path and query, and two headers.
fn seen(host: &Recorder) -> Vec<String> {
    let line = |arrived: &Arrived| {
        format!("{} {} {}", arrived.line(), arrived.header("authorization"), arrived.header("x-team"))
    };
    host.take().iter().map(line).collect()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_goes_to_its_server_with_the_secrets_that_are_sent_there() {
    let [api, uploads, status] = [host().await, host().await, host().await];
    let builder = Client::builder().api_url(&api.url).uploads_url(&uploads.url).status_url(&status.url);
    let client = builder.token("open sesame").configure(|builder| builder.header("x-team", "looms")).build().unwrap();
    assert_eq!(client.get_release(7).await.unwrap().id, 7);
    assert_eq!(client.add_asset(7, "loom.zip", b"zip".as_slice()).await.unwrap().size, 3);
    assert_eq!(client.list_assets(7).await.unwrap(), ["loom.zip"]);
    assert_eq!(client.get_state().await.unwrap().indicator, "none");
    // The headers of the client belong to the base URL.
    assert_eq!(seen(&api), ["GET /releases/7 Bearer open sesame looms"]);
    let sent = [
        "POST /v3/releases/7/assets?name=loom.zip Bearer open sesame -",
        "GET /v3/releases/7/assets/names Bearer open sesame -",
    ];
    assert_eq!(seen(&uploads), sent);
    assert_eq!(seen(&status), ["GET /status.json - -"]);
    // A header of one call goes where the call goes.
    client.get_state().configure(|call| call.header("x-team", "own")).await.unwrap();
    assert_eq!(seen(&status), ["GET /status.json - own"]);
    let reply = client.get_state().reply().await.unwrap();
    assert_eq!(reply.origin(), status.url);
    let curl = client.add_asset(7, "loom.zip", b"zip".as_slice()).to_curl().unwrap();
    assert!(curl.contains(&format!("{}/v3/releases/7/assets", uploads.url)) && !curl.contains("sesame"), "{curl}");
    assert!(!client.get_state().to_curl().unwrap().contains("TOKEN"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_same_is_said_in_rust() {
    let [api, uploads, status] = [host().await, host().await, host().await];
    let builder = declared::Client::builder().api_url(&api.url).uploads_url(&uploads.url).token("open sesame");
    let client = builder.status_server(Endpoint::new(&status.url)).build().unwrap();
    assert_eq!(client.add_asset(7, "loom.zip", b"zip".as_slice()).await.unwrap().size, 3);
    assert_eq!(client.list_assets(7).await.unwrap(), ["loom.zip"]);
    assert_eq!(client.get_state().await.unwrap().indicator, "none");
    assert_eq!(client.lamp().get_hours().await.unwrap(), 7);
    let sent = [
        "POST /v3/releases/7/assets?name=loom.zip Bearer open sesame -",
        "GET /v3/releases/7/assets/names Bearer open sesame -",
    ];
    assert_eq!(seen(&uploads), sent);
    assert_eq!(seen(&status), ["GET /status.json - -", "POST /rpc - -"]);
    assert!(api.take().is_empty());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn where_the_base_url_is_set_a_server_must_be_set_too() {
    let [api, uploads] = [host().await, host().await];
    let builder = || Client::builder().base_url(&api.url).token("open sesame");
    let client = builder().build().unwrap();
    assert_eq!(client.get_release(7).await.unwrap().id, 7);
    let error = client.get_state().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Setup);
    let text = "the base URL is set, but the URL of the server `status` is not: call `.server(\"status\", …)`";
    assert!(error.to_string().contains(text), "{error}");
    assert_eq!(seen(&api), ["GET /releases/7 Bearer open sesame -"]);
    // An endpoint has secrets of its own, and what asks for one says where it is missing.
    let set = |endpoint| builder().uploads_server(endpoint).build().unwrap();
    let client = set(Endpoint::new(&uploads.url));
    assert_eq!(client.list_assets(7).await.unwrap(), ["loom.zip"]);
    let error = client.add_asset(7, "loom.zip", b"zip".as_slice()).await.unwrap_err();
    assert!(error.to_string().contains("`token`; call `.secret(name, …)` on its `Endpoint`"), "{error}");
    let client = set(Endpoint::new(&uploads.url).secret("token", "its own"));
    client.add_asset(7, "loom.zip", b"zip".as_slice()).await.unwrap();
    let sent = ["GET /releases/7/assets/names - -", "POST /releases/7/assets?name=loom.zip Bearer its own -"];
    assert_eq!(seen(&uploads), sent);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_server_that_nothing_sets_is_an_error_of_its_calls_alone() {
    let api = host().await;
    let client = Client::builder().api_url(&api.url).build().unwrap();
    assert_eq!(client.get_release(7).await.unwrap().id, 7);
    let error = client.get_state().await.unwrap_err().to_string();
    let text = "the variable `statusUrl` is not set: call `.server(\"status\", …)` or `.var(\"statusUrl\", …)`";
    assert!(error.contains(text), "{error}");
    let unknown = Client::builder().api_url(&api.url).configure(|builder| builder.server("stats", Endpoint::new("x")));
    let error = unknown.build().unwrap_err().to_string();
    assert!(error.contains("there is no server `stats`; there are: `uploads`, `status`"), "{error}");
    let wrong = Client::builder().api_url(&api.url).status_server(Endpoint::new("status.example"));
    assert!(wrong.build().unwrap_err().to_string().contains("is no URL"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_serves_all_at_one_address() {
    let spec = || crate::loopback::spec("releases", include_str!("../../macros/releases.yaml"));
    let sandbox = Sandbox::builder().spec(spec()).key("open sesame").start().await.unwrap();
    let endpoint = || Endpoint::new(sandbox.url());
    let builder = Client::builder().base_url(sandbox.url()).token("open sesame").status_server(endpoint());
    let client = builder.uploads_server(endpoint().secret("token", "open sesame")).build().unwrap();
    client.get_release(7).await.unwrap();
    client.add_asset(7, "loom.zip", b"zip".as_slice()).await.unwrap();
    client.list_assets(7).await.unwrap();
    client.get_state().await.unwrap();
    assert!(sandbox.services().iter().any(|service| service.curl.is_some()));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_service_of_json_rpc_is_on_a_server_with_its_websocket() {
    let spec = crate::loopback::spec("lighthouse", include_str!("../../macros/lighthouse.yaml"));
    let sandbox = Sandbox::builder().spec(spec).start().await.unwrap();
    // Nothing listens at the base URL.
    let builder = lighthouse::Client::builder().base_url("http://127.0.0.1:9").key("of the keeper");
    let client = builder.lamp_server(Endpoint::new(sandbox.url()).secret("key", "its own")).build().unwrap();
    assert_eq!(client.lamp().get_hours().await.unwrap(), 7);
    let mut batch = client.lamp().batch();
    let (first, second) = (batch.push(client.lamp().get_hours()), batch.push(client.lamp().get_hours()));
    let mut replies = batch.send().await.unwrap();
    assert_eq!((replies.take(first).unwrap(), replies.take(second).unwrap()), (7, 7));
    let raw = client.lamp().raw("getHours", "[]").effect(Effect::Read).await.unwrap();
    assert_eq!(raw.as_str(), "7");
    let mut ships = client.lamp().ships().await.unwrap();
    sandbox.publish("ships", 1).unwrap();
    assert!(matches!(ships.try_next().await.unwrap(), Some(Incoming::Event(_))));
}
