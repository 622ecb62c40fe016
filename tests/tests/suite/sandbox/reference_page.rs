//! The reference page of the sandbox, and calls from pages of other origins.

use chainloom_codegen::SourceFile;
use chainloom_sandbox::{Fault, Sandbox};
use reqwest::{Client, Method, StatusCode};
use serde_json::json;

#[tokio::test(crate = "chainloom_bounded")]
async fn the_page_is_served_where_the_spec_has_nothing() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let start = reqwest::get(sandbox.url()).await.unwrap();
    assert_eq!(start.status(), StatusCode::OK);
    assert_eq!(start.headers()["content-type"], "text/html; charset=utf-8");
    let policy = start.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'") && policy.contains("frame-ancestors 'none'"));
    assert!(start.text().await.unwrap().contains("data-base-mode=\"own\""));
    for (path, media) in [("page.js", "text/javascript"), ("page.css", "text/css"), ("service-evm.html", "text/html")] {
        let file = reqwest::get(format!("{}/reference/{path}", sandbox.url())).await.unwrap();
        assert!(file.headers()["content-type"].to_str().unwrap().starts_with(media), "{path}");
    }
    let missing = reqwest::get(format!("{}/reference/nothing.html", sandbox.url())).await.unwrap();
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);
    let posted = Client::new().post(sandbox.url()).send().await.unwrap();
    assert_ne!(posted.status(), StatusCode::OK);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn routes_and_prepared_responses_go_first() {
    let text = "
chainloom: 1
doc: A start.
client: { baseUrl: '{url}', vars: { url: { doc: Base URL. } } }
operations:
  start: { doc: Returns the start., get: /, response: string, examples: [{ request: {}, response: the start }] }
";
    let file = SourceFile { path: "spec/start.yaml".to_owned(), module: "start".to_owned(), text: text.to_owned() };
    let own = Sandbox::builder().spec(vec![file]).start().await.unwrap();
    assert_eq!(reqwest::get(own.url()).await.unwrap().text().await.unwrap(), "\"the start\"");
    let index = reqwest::get(format!("{}/index.html", own.url())).await.unwrap();
    assert!(index.text().await.unwrap().starts_with("<!DOCTYPE html>"));
    let prepared = Sandbox::builder().response("GET /", json!(7)).start().await.unwrap();
    assert_eq!(reqwest::get(prepared.url()).await.unwrap().text().await.unwrap(), "7");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn pages_of_other_origins_may_call() {
    let sandbox =
        Sandbox::builder().fault(Fault::Status(StatusCode::SERVICE_UNAVAILABLE).times(1)).start().await.unwrap();
    let url = format!("{}/v1/chains/43114", sandbox.url());
    let client = Client::new();
    let asked = client
        .request(Method::OPTIONS, &url)
        .header("origin", "null")
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "x-key")
        .send()
        .await
        .unwrap();
    assert_eq!(asked.status(), StatusCode::NO_CONTENT);
    assert_eq!(asked.headers()["access-control-allow-headers"], "x-key");
    assert!(sandbox.seen().is_empty(), "no call was made");
    // A page reads errors, too.
    for status in [StatusCode::SERVICE_UNAVAILABLE, StatusCode::OK] {
        let response = client.get(&url).header("origin", "http://127.0.0.1:1").send().await.unwrap();
        assert_eq!(response.status(), status);
        assert_eq!(response.headers()["access-control-allow-origin"], "*");
    }
    let plain = client.get(&url).send().await.unwrap();
    assert!(!plain.headers().contains_key("access-control-allow-origin"));
    // What a real server answers is its own.
    let behind = Sandbox::builder().upstream(sandbox.url()).start().await.unwrap();
    let response = client.get(format!("{}/nothing", behind.url())).header("origin", "null").send().await.unwrap();
    assert_eq!(response.headers().get_all("access-control-allow-origin").iter().count(), 1);
}
