//! The reference page of the sandbox, and calls from pages of other origins.

use chainloom_caller::answer_dry_run;
use chainloom_codegen::SourceFile;
use chainloom_sandbox::{Fault, Sandbox};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test(crate = "chainloom_bounded")]
async fn the_page_is_served_where_the_spec_has_nothing() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let start = reqwest::get(sandbox.url()).await.unwrap();
    assert_eq!(start.status(), StatusCode::OK);
    assert_eq!(start.headers()["content-type"], "text/html; charset=utf-8");
    let policy = start.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'") && policy.contains("frame-ancestors 'none'"));
    assert!(start.text().await.unwrap().contains("data-root=\"\""));
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

/// What a page asks for a call of `data.listErc20Balances`.
fn question(parameters: &Value) -> Value {
    json!({
        "operation": "data.listErc20Balances", "parameters": parameters, "secrets": ["apiKey"], "variables": {},
        "deployment": "local", "url": "https://data.example", "endpoint": null,
    })
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_dry_run_has_the_request_or_the_problem_of_each_parameter() {
    let sandbox = Sandbox::builder().dry_runs(answer_dry_run).start().await.unwrap();
    let page = reqwest::get(format!("{}/reference/service-data.html", sandbox.url())).await.unwrap();
    assert!(page.text().await.unwrap().contains("data-dry-run=\"../reference/dry-run\""));
    let ask = async |parameters: Value| {
        let asked = Client::new().post(format!("{}/reference/dry-run", sandbox.url()));
        let answer = asked.body(question(&parameters).to_string()).send().await.unwrap().text().await.unwrap();
        serde_json::from_str::<Value>(&answer).unwrap()
    };
    let address = "0x0000000000000000000000000000000000000001";
    let wrong = ask(json!({ "address": "7", "chainId": "43114", "pageSize": "1000" })).await;
    let parameters: Vec<&Value> = wrong["problems"].as_array().unwrap().iter().map(|one| &one["parameters"]).collect();
    assert_eq!(parameters, [&json!(["address"]), &json!(["pageSize"])]);
    assert!(wrong["request"].is_null() && wrong["snippets"].is_null(), "{wrong}");
    let elsewhere = ask(json!({ "address": address, "chainId": ".." })).await;
    assert_eq!(elsewhere["problems"][0]["parameters"], json!(["chainId"]), "{elsewhere}");
    let right = ask(json!({ "address": address, "chainId": "43114", "pageSize": "7" })).await;
    assert_eq!(right["problems"], json!([]), "{right}");
    let request = &right["request"];
    assert_eq!(request["method"], "GET");
    let url = format!("https://data.example/v1/chains/43114/addresses/{address}/balances:listErc20?pageSize=7");
    assert_eq!(request["url"], json!([url]));
    let key = json!(["x-data-api-key", ["", { "secret": "apiKey", "encoding": "plain" }, ""]]);
    assert!(request["headers"].as_array().unwrap().contains(&key), "{request}");
    let snippets = &right["snippets"];
    assert!(snippets["curl"].as_str().unwrap().contains("x-data-api-key: '\"${DATA_API_KEY}\""), "{snippets}");
    let command = format!(
        "chainloom call data.listErc20Balances '{{\"chainId\": \"43114\", \"address\": \"{address}\", \"pageSize\": 7}}' \
         --deployment local --url https://data.example"
    );
    assert_eq!(snippets["command"], command);
    assert!(snippets["rust"].as_str().unwrap().starts_with("use chainloom::runtime::catalog::Target;"), "{snippets}");
    assert!(sandbox.seen().iter().all(|seen| seen.method == Method::GET), "a dry run is no call");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn only_the_page_itself_asks_for_dry_runs_and_briefly() {
    let sandbox = Sandbox::builder().dry_runs(answer_dry_run).start().await.unwrap();
    let url = format!("{}/reference/dry-run", sandbox.url());
    let ask = async |origin: &str, body: String| {
        let asked = Client::new().post(&url).header("origin", origin).body(body).send().await.unwrap();
        assert!(!asked.headers().contains_key("access-control-allow-origin"));
        asked.status()
    };
    let body = || question(&json!({})).to_string();
    assert_eq!(ask(&sandbox.url(), body()).await, StatusCode::OK);
    for origin in ["null", "http://127.0.0.1:1", "http://page.example"] {
        assert_eq!(ask(origin, body()).await, StatusCode::FORBIDDEN, "{origin}");
    }
    let large = "x".repeat(2 * 1024 * 1024);
    assert_eq!(ask(&sandbox.url(), large).await, StatusCode::PAYLOAD_TOO_LARGE);
    // Without them, there is no form, and the path is that of the spec.
    let plain = Sandbox::builder().start().await.unwrap();
    let page = reqwest::get(format!("{}/reference/service-data.html", plain.url())).await.unwrap();
    assert!(!page.text().await.unwrap().contains("call-data"));
    let asked = Client::new().post(format!("{}/reference/dry-run", plain.url())).body(body()).send().await.unwrap();
    assert_eq!(asked.status(), StatusCode::NOT_FOUND);
}
