//! Answers that are no success, and HEAD: the protocol of OCI registries, whose `HEAD` says whether a
//! blob is there and how large it is, and whose 404 is an ordinary answer. The server knows nothing
//! of the client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use axum::body::Body;
use axum::http::{Method, Response};
use chainloom::runtime::{self as rt, ErrorKind, Operation as _};
use chainloom_sandbox::{PreparedResponse, Sandbox};
use registry::calls::BlobExists;
use registry::{BlobExistsResult, Client, ManifestResult};
use serde_json::json;

use crate::loopback::Recorder;

chainloom::include_api!("tests/macros/registry.yaml");

/// The description in Rust.
#[chainloom::api]
mod declared {
    trait Registry {
        /// Tells whether there is a blob.
        #[api(head = "/v2/{name}/blobs/{digest}", response("200" = none, "404" = none))]
        fn blob_exists(&self, name: String, digest: String, mount: Option<String>) -> ();

        /// The head of the whole.
        #[api(head = "/v2/", response(headers("Docker-Distribution-Api-Version" = string)))]
        fn version(&self) -> ();
    }
}

const DIGEST: &str = "sha256:6c3c624b58dbbcd3c0dd82b4c53f04194d1247c6eebdaab7c610cf7d66709b3b";

async fn server() -> Recorder {
    Recorder::start(|arrived| answer(&arrived.method, &arrived.uri.path().replace("%3A", ":"))).await
}

fn answer(method: &Method, path: &str) -> Response<Body> {
    let json = |status: u16, body: serde_json::Value| {
        Response::builder().status(status).header("content-type", "application/json").body(body.to_string().into())
    };
    let errors = |code: &str| json!({ "errors": [{ "code": code, "message": "unknown", "detail": {} }] });
    let answer = Response::builder();
    let is_blob = path == format!("/v2/library/books/blobs/{DIGEST}");
    match (method.as_str(), path) {
        // As the specification has it: the length of the blob, which does not follow.
        ("HEAD", _) if is_blob => {
            let head = answer.header("content-length", "8388608").header("docker-content-digest", DIGEST);
            head.header("content-type", "application/octet-stream").body(Body::empty())
        }
        ("HEAD", "/v2/") => answer.header("docker-distribution-api-version", "registry/2.0").body(Body::empty()),
        ("HEAD", "/v2/busy/blobs/a") => answer.status(503).body(Body::empty()),
        ("HEAD", "/v2/moved/blobs/a") => {
            answer.status(307).header("location", format!("/v2/library/books/blobs/{DIGEST}")).body(Body::empty())
        }
        ("HEAD", _) => answer.status(404).header("content-length", "97").body(Body::empty()),
        ("GET", "/v2/library/books/manifests/latest") => json(200, json!({ "schemaVersion": 2, "layers": [] })),
        ("GET", "/v2/closed/manifests/latest") => json(401, errors("UNAUTHORIZED")),
        ("GET", "/v2/odd/manifests/latest") => json(410, errors("GONE")),
        _ => json(404, errors("MANIFEST_UNKNOWN")),
    }
    .unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_head_has_no_body_and_a_404_is_an_answer() {
    let server = server().await;
    let client = Client::new(&server.url).unwrap();
    let (found, headers) = client.blob_exists("library/books", DIGEST).with_headers().await.unwrap();
    assert_eq!(found, BlobExistsResult::Ok);
    assert_eq!((headers.content_length, headers.docker_content_digest.as_deref()), (Some(8_388_608), Some(DIGEST)));
    // The connection is in order behind it.
    let reply = client.blob_exists("library/books", "sha256:0").reply().await.unwrap();
    assert_eq!((reply.status().as_u16(), reply.body()), (404, &BlobExistsResult::NotFound));
    assert!(reply.raw().is_empty());
    assert_eq!(client.blob_exists("moved", "a").await.unwrap(), BlobExistsResult::Ok);
    // Neither is tried again.
    assert_eq!(server.take_lines().len(), 4);
    let ManifestResult::Ok(manifest) = client.manifest("library/books", "latest").await.unwrap() else { panic!() };
    assert_eq!(manifest.schema_version, 2);
    let ManifestResult::NotFound(problem) = client.manifest("library/books", "none").await.unwrap() else { panic!() };
    assert_eq!(problem.errors[0].code, "MANIFEST_UNKNOWN");
    assert_eq!(server.take_lines().len(), 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn other_failures_are_errors() {
    let server = server().await;
    let client = Client::builder().base_url(&server.url).configure(|builder| builder.retry(rt::Retry::none()));
    let client = client.build().unwrap();
    let error = client.manifest("closed", "latest").await.unwrap_err();
    assert!(error.is_unauthorized() && error.kind() == ErrorKind::Status, "{error}");
    // A status that the operation does not describe, and a 404 of one that describes none.
    assert_eq!(client.manifest("odd", "latest").await.unwrap_err().status().unwrap(), 410);
    assert_eq!(client.tags("a").await.unwrap_err().status().unwrap(), 404);
    let error = client.blob_exists("busy", "a").await.unwrap_err();
    assert!(error.is_retryable() && error.status().unwrap() == 503, "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_same_is_said_in_rust() {
    let server = server().await;
    let client = declared::Client::new(&server.url).unwrap();
    let found = client.blob_exists("a", "b").mount("c").await.unwrap();
    assert_eq!(found, declared::registry::BlobExistsResult::NotFound);
    assert_eq!(server.take_lines(), ["HEAD /v2/a/blobs/b?mount=c"]);
    let ((), headers) = client.version().with_headers().await.unwrap();
    assert_eq!(headers.docker_distribution_api_version.as_str(), "registry/2.0");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_that_the_description_lacks_may_be_a_head() {
    let server = server().await;
    let client = rt::Client::builder(BlobExists::schema().service.client).base_url(&server.url);
    let reply = client.build().unwrap().request(rt::http::Method::HEAD, "/v2/").reply().await.unwrap();
    assert_eq!(reply.headers()["docker-distribution-api-version"], "registry/2.0");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_answers_so() {
    let text = include_bytes!("../../macros/registry.yaml").to_vec();
    let spec = chainloom_codegen::read_sources("spec", vec![("registry.yaml".to_owned(), text)]).unwrap();
    let sandbox = Sandbox::builder()
        .spec(spec)
        .response("registry.blobExists", PreparedResponse::json(json!({ "404": null })).times(1));
    let sandbox = sandbox.start().await.unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    assert_eq!(client.blob_exists("a", "sha256:1").await.unwrap(), BlobExistsResult::NotFound);
    assert_eq!(client.blob_exists("a", "sha256:1").await.unwrap(), BlobExistsResult::Ok);
    assert!(matches!(client.manifest("a", "x").await.unwrap(), ManifestResult::NotFound(_)));
    // Failures come from examples and prepared responses only.
    for digest in 0..16 {
        assert_eq!(client.blob_exists("b", digest.to_string()).await.unwrap(), BlobExistsResult::Ok);
    }
    let seen = sandbox.seen();
    assert!(seen.iter().all(|request| !request.operations.is_empty()), "{seen:?}");
}
