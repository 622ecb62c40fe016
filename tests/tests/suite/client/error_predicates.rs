//! The tables of `docs/client.md`: which predicates hold for which failures, each of which is caused
//! here, and which methods wait for a result.

use std::time::Duration;

use chainloom::data::{self, Network};
use chainloom::node;
use chainloom::operations;
use chainloom::runtime::http::StatusCode;
use chainloom::runtime::{Builder, Error, Rate, Retry};
use chainloom_sandbox::{PreparedResponse, Rule, Sandbox};
use chainloom_tests::vectors::repository;
use serde_json::json;

const DOC: &str = include_str!("../../../../docs/client.md");
const HOUR: Duration = Duration::from_secs(3600);
const SHORT: Duration = Duration::from_millis(50);

type Predicate = fn(&Error) -> bool;

/// The predicates, in the order of the table.
const PREDICATES: [(&str, Predicate); 13] = [
    ("is_retryable", Error::is_retryable),
    ("is_unavailable", Error::is_unavailable),
    ("is_not_found", Error::is_not_found),
    ("is_unauthorized", Error::is_unauthorized),
    ("is_rate_limited", Error::is_rate_limited),
    ("is_timeout", Error::is_timeout),
    ("is_connect", Error::is_connect),
    ("is_transport", Error::is_transport),
    ("is_status", Error::is_status),
    ("is_rpc", Error::is_rpc),
    ("is_decode", Error::is_decode),
    ("is_invalid_request", Error::is_invalid_request),
    ("is_building", Error::is_building),
];

/// A row of the table.
fn row(failure: &str, error: &Error) -> String {
    let holding = PREDICATES.iter().filter(|(_, holds)| holds(error)).map(|(name, _)| format!("`{name}`"));
    let holding: Vec<String> = holding.collect();
    format!(
        "| {failure} | `{:?}` | {} |",
        error.kind(),
        if holding.is_empty() { "none".to_owned() } else { holding.join(", ") }
    )
}

/// The error of a call of REST to a server with a fault.
async fn faulty(fault: &str, timeout: Duration) -> Error {
    let rule: Rule = fault.parse().unwrap();
    let sandbox = Sandbox::builder().fault(rule).start().await.unwrap();
    let client = client(sandbox.url(), |to| to.max_response_bytes(1_000_000).timeout(timeout));
    client.get_chain_info("43114").await.unwrap_err()
}

fn client(url: String, change: impl FnOnce(Builder) -> Builder) -> data::Client {
    data::Client::builder().base_url(url).configure(|to| change(to.retry(Retry::none()))).build().unwrap()
}

/// The error of a call of JSON-RPC to a server with a prepared response for a path or an operation.
async fn answered(name: &str, response: PreparedResponse) -> Error {
    let sandbox = Sandbox::builder().response(name, response).start().await.unwrap();
    let node = node::Client::builder().base_url(sandbox.url()).configure(|to| to.retry(Retry::none())).build().unwrap();
    node.evm("C").block_number().await.unwrap_err()
}

async fn without_a_response() -> Vec<String> {
    let refused = client("http://127.0.0.1:1".to_owned(), |to| to);
    let sandbox = Sandbox::builder().start().await.unwrap();
    let held = client(sandbox.url(), |to| to.limit(Rate::requests(1, HOUR)).deadline(HOUR / 2));
    held.get_chain_info("43114").await.unwrap();
    let keyless = client(sandbox.url(), |to| {
        to.secret_provider("apiKey", || async { Err::<_, std::io::Error>(std::io::Error::other("no key")) })
    });
    let wallet = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
    let calls = client(sandbox.url(), |to| to);
    vec![
        row("a setting is wrong, such as the base URL", &data::Client::new("nowhere").unwrap_err()),
        row(
            "a parameter breaks a bound or a rule",
            &calls.list_erc20_balances("43114", wallet).page_size(1_000).await.unwrap_err(),
        ),
        row("the provider of a secret fails", &keyless.get_chain_info("43114").await.unwrap_err()),
        row(
            "the limits of the client hold the call beyond its deadline",
            &held.get_chain_info("43114").await.unwrap_err(),
        ),
        row("there is no connection", &refused.get_chain_info("43114").await.unwrap_err()),
        row("the connection breaks off", &faulty("cut-read", HOUR).await),
        row("the response does not come in time", &faulty("slow-head 600000", SHORT).await),
        row("the server redirects to a URL that is not followed", &faulty("redirect ftp://127.0.0.1/", HOUR).await),
        row("the response is larger than the limit", &faulty("oversized 2000000", HOUR).await),
    ]
}

async fn with_a_response() -> Vec<String> {
    let mut rows = Vec::new();
    for status in [400, 401, 403, 404, 408, 410, 429, 500, 502, 503, 504, 520, 522, 529] {
        rows.push(row(&format!("the status {status}"), &faulty(&format!("status {status}"), HOUR).await));
    }
    let starting = PreparedResponse::body("404 page not found\n").status(StatusCode::NOT_FOUND);
    let rpc_error = |message: &str| answered("evm.blockNumber", PreparedResponse::error(-32_000, message));
    let limited = answered("evm.blockNumber", PreparedResponse::error(-32_005, "limit exceeded"));
    let compressed = PreparedResponse::body(&b"\x8b\x00\x80{}\x03"[..]).header("content-encoding", "br");
    rows.extend([
        row(
            "the status 404 of a node that does not serve the chain yet, or of a wrong path",
            &answered("*", starting).await,
        ),
        row("a JSON-RPC error that says nothing of retries", &rpc_error("execution reverted").await),
        row("a JSON-RPC error whose message speaks of a rate limit", &rpc_error("rate limit exceeded").await),
        row("a JSON-RPC error that the spec says is `limited`, with the status 200", &limited.await),
        row("the response is compressed, unasked", &answered("*", compressed).await),
        row("the response is no response to the JSON-RPC call", &answered("*", PreparedResponse::body("")).await),
        row("the response does not fit its type", &faulty("empty", HOUR).await),
    ]);
    rows
}

async fn of_several_calls() -> Vec<String> {
    let cycle: Rule = "token-cycle on data.listDelegators".parse().unwrap();
    let waited = |status: &str| {
        let response = PreparedResponse::json(json!({ "status": status }));
        Sandbox::builder().response("pchain.getTxStatus", response).start()
    };
    let sandbox = Sandbox::builder().fault(cycle).start().await.unwrap();
    let mut delegators = client(sandbox.url(), |to| to).list_delegators(Network::Mainnet).page_size(10).items();
    let repeated = loop {
        match delegators.try_next().await {
            Ok(item) => assert!(item.is_some(), "the list ends"),
            Err(error) => break error,
        }
    };
    let mut rows = vec![row("a page of a list leads to one that was requested before", &repeated)];
    let failures = [
        ("a result that is waited for cannot be reached any more", "Aborted"),
        ("a result that is waited for is not reached before the deadline", "Processing"),
    ];
    for (failure, status) in failures {
        let sandbox = waited(status).await.unwrap();
        let pchain = node::Client::new(sandbox.url()).unwrap().pchain();
        let waiting =
            pchain.wait_for_status("2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD").every(SHORT).deadline(SHORT);
        rows.push(row(failure, &waiting.await.unwrap_err()));
    }
    rows
}

/// The rows of the table of the page that has this head.
fn documented(head: &str) -> Vec<&'static str> {
    let (_, table) = DOC.split_once(head).unwrap_or_else(|| panic!("docs/client.md has no table `{head}`"));
    table.lines().skip(2).take_while(|line| line.starts_with('|')).collect()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_page_says_which_predicates_hold() {
    let rows = [without_a_response().await, with_a_response().await, of_several_calls().await].concat();
    assert_eq!(documented("| failure | kind | what holds |"), rows, "write:\n{}\n", rows.join("\n"));
}

#[test]
fn the_page_lists_the_methods_that_wait() {
    let head = "| method | calls | the result is reached when |";
    let rows = documented(head);
    let described: Vec<&str> =
        operations().iter().map(|entry| entry.operation()).filter(|one| one.wait.is_some()).map(|one| one.id).collect();
    let listed: Vec<&str> = rows.iter().filter_map(|row| row.split('`').nth(3)).collect();
    assert_eq!(listed, described, "the second column of `{head}`");
    let files = walkdir::WalkDir::new(repository().join("generated/src")).sort_by_file_name();
    let sources: String =
        files.into_iter().filter_map(|file| std::fs::read_to_string(file.unwrap().path()).ok()).collect();
    let made = sources.matches("pub fn wait_for_").count();
    assert_eq!(made, rows.len(), "each method that waits has a row");
    for row in rows {
        let method = row
            .split('`')
            .nth(1)
            .and_then(|call| call.split_once('.'))
            .map(|(_, call)| call.split('(').next().unwrap());
        assert!(sources.contains(&format!("pub fn {}", method.unwrap())), "{row}");
    }
}

/// Errors by which providers limit the rate of calls, in responses of status 200.
#[tokio::test(crate = "chainloom_bounded")]
async fn limits_of_providers_are_known() {
    for (code, message) in [
        (-32_005, "You've exceeded the RPS limit available on the current plan."),
        (-32_005, "daily request count exceeded, request rate limited"),
        (-32_007, "50/second request limit reached"),
        (-32_090, "Too many requests, reason: call rate limit exhausted, retry in 10s"),
        (-32_016, "over rate limit"),
    ] {
        let error = answered("evm.blockNumber", PreparedResponse::error(code, message)).await;
        assert!(error.is_rate_limited() && error.is_retryable(), "{error}");
    }
    let error = answered("evm.blockNumber", PreparedResponse::error(-32_016, "no such account")).await;
    assert!(!error.is_rate_limited(), "{error}");
}
