//! Faults of the sandbox, as the generated client and a plain HTTP client see them. The error and the
//! number of requests that each fault leads to are in `fault_matrix`.

use std::time::Duration;

use chainloom::data::{self, Network};
use chainloom::node;
use chainloom::runtime::http::StatusCode;
use chainloom::runtime::{Error, ErrorKind::Status, Retry};
use chainloom_sandbox::{FAULT_HEADER, Fault, Rule, Sandbox};
use serde_json::{Value, json};

async fn sandbox(rule: impl Into<Rule>) -> Sandbox {
    Sandbox::builder().synthetic_only().fault(rule).start().await.unwrap()
}

async fn rest(sandbox: &Sandbox) -> Result<(), Error> {
    let client = data::Client::builder().base_url(sandbox.url());
    let client = client.configure(|builder| builder.retry(Retry::none())).build().unwrap();
    client.get_chain_info("43114").await.map(drop)
}

async fn rpc(sandbox: &Sandbox) -> Result<(), Error> {
    let client = node::Client::builder().base_url(sandbox.url());
    let client = client.configure(|builder| builder.retry(Retry::none())).build().unwrap();
    client.evm("C").block_number().await.map(drop)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_limit_says_when_to_try_again() {
    for (fault, least, most) in [("retry-after 2", 2, 2), ("retry-at 60", 31, 61)] {
        let sandbox = sandbox(fault.parse::<Rule>().unwrap()).await;
        for error in [rest(&sandbox).await.unwrap_err(), rpc(&sandbox).await.unwrap_err()] {
            let wait = error.retry_after().unwrap();
            assert!(wait >= Duration::from_secs(least) && wait <= Duration::from_secs(most), "{fault}: {wait:?}");
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_cut_says_whether_the_request_was_carried_out() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    for (fault, operations) in [(Fault::CutUnread, vec![]), (Fault::CutRead, vec!["data.getChainInfo"])] {
        sandbox.add_fault(fault.clone()).unwrap();
        rest(&sandbox).await.unwrap_err();
        sandbox.clear_faults();
        let seen = sandbox.seen();
        let last = seen.last().unwrap();
        assert_eq!((last.status, &last.operations, &last.faults), (None, &operations, &vec![fault]));
    }
    rest(&sandbox).await.unwrap();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_rule_meets_what_it_names_and_a_header_its_own_request() {
    let rule = Fault::Status(StatusCode::SERVICE_UNAVAILABLE).on("data.getChainInfo").skip(1).times(2);
    let sandbox = sandbox(rule).await;
    rpc(&sandbox).await.unwrap();
    let mut met = Vec::new();
    for _ in 0..4 {
        met.push(rest(&sandbox).await.is_err());
    }
    assert_eq!(met, [false, true, true, false]);
    sandbox.add_fault(Fault::Html.on("evm").times(1)).unwrap();
    assert_eq!(rpc(&sandbox).await.unwrap_err().kind(), Status);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/v1/chains/43114", sandbox.url());
    for (faults, status) in [("status 500", 500), ("slow-head 1, status 418", 418), ("nothing", 400), ("", 400)] {
        let response = http.get(&url).header(FAULT_HEADER, faults).send().await.unwrap();
        assert_eq!(response.status(), status, "{faults}");
    }
    assert_eq!(http.get(&url).send().await.unwrap().status(), 200);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_rule_on_a_name_that_nothing_has_is_refused() {
    let told = |name: &str, hint: &str| {
        format!(
            "a fault is given on `{name}`, which is no operation, service, client or path: paths begin with `/`{hint}"
        )
    };
    let rule = |name: &str| Fault::Html.on(name);
    for (name, hint) in [
        ("data.nope", ""),
        ("data.getChainInfos", "; did you mean `data.getChainInfo`?"),
        ("evmm", "; did you mean `evm`?"),
    ] {
        let error = Sandbox::builder().fault(rule(name)).start().await.unwrap_err();
        assert_eq!(error.to_string(), told(name, hint));
    }
    let sandbox = sandbox(rule("/nothing/is/here")).await;
    for name in ["data.getChainInfo", "evm", "node", "data", "metrics"] {
        sandbox.add_fault(rule(name).times(0)).unwrap();
    }
    assert_eq!(sandbox.add_fault(rule("Data")).unwrap_err().to_string(), told("Data", "; did you mean `data`?"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_body_is_cut_after_its_head() {
    let sandbox = sandbox(Fault::CutBody).await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let response = http.get(format!("{}/v1/chains/43114", sandbox.url())).send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.bytes().await.unwrap_err();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_heals_by_itself_is_not_seen() {
    let quick = Retry::default().backoff(Duration::from_millis(1), Duration::from_millis(1));
    let sandbox = Sandbox::builder().synthetic_only().start().await.unwrap();
    for (number, fault) in
        ["status 503", "html", "cut-unread", "cut-read", "cut-body", "retry-after 0"].iter().enumerate()
    {
        sandbox.clear_faults();
        sandbox.add_fault(fault.parse::<Rule>().unwrap().times(2)).unwrap();
        let client = data::Client::builder().base_url(sandbox.url());
        let client = client.configure(|builder| builder.retry(quick.clone())).build().unwrap();
        client.get_chain_info("43114").await.unwrap();
        assert_eq!(sandbox.seen().len(), 3 * (number + 1), "{fault}");
    }
}

/// The replies of a batch of three calls, as their IDs.
async fn batch(fault: &str) -> Vec<Value> {
    let sandbox = sandbox(fault.parse::<Rule>().unwrap()).await;
    let call = |id: u32| json!({ "jsonrpc": "2.0", "id": id, "method": "eth_chainId", "params": [] });
    let body = json!([call(1), call(2), call(3)]).to_string();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = http.post(format!("{}/ext/bc/C/rpc", sandbox.url())).header("content-type", "application/json");
    let replies: Value = serde_json::from_str(&request.body(body).send().await.unwrap().text().await.unwrap()).unwrap();
    match replies {
        Value::Array(replies) => replies.iter().map(|reply| reply["id"].clone()).collect(),
        one => vec![one["error"]["code"].clone()],
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn replies_of_a_batch_are_disturbed() {
    for (fault, ids) in [
        ("shuffled-batch", json!([3, 2, 1])),
        ("missing-reply", json!([2, 3])),
        ("doubled-reply", json!([1, 2, 3, 1])),
        ("alien-reply", json!(["alien", 1, 2, 3])),
        ("wrong-id", json!(["alien", "alien", "alien"])),
        ("batch-error", json!([-32600])),
    ] {
        assert_eq!(Value::Array(batch(fault).await), ids, "{fault}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn pages_are_disturbed() {
    let pages = |sandbox: &Sandbox| {
        let client = data::Client::new(sandbox.url()).unwrap();
        move |token: Option<String>| client.list_delegators(Network::Mainnet).page_size(10).page_token(token)
    };
    let clamped = sandbox(Fault::Clamp(3)).await;
    let first = pages(&clamped)(None).await.unwrap();
    assert_eq!(first.delegators.len(), 3);
    assert!(first.next_page_token.is_some());

    let cycle = sandbox(Fault::TokenCycle).await;
    let page = pages(&cycle);
    let token = |page: &data::staking::DelegatorPage| page.next_page_token.as_ref().map(ToString::to_string);
    let first = page(None).await.unwrap();
    let second = page(token(&first)).await.unwrap();
    assert_eq!((&first.delegators, token(&first)), (&second.delegators, token(&second)));

    let expired = sandbox(Fault::ExpiredToken).await;
    let page = pages(&expired);
    let first = page(None).await.unwrap();
    assert_eq!(page(token(&first)).await.unwrap_err().status().unwrap(), 400);
}
