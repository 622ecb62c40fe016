//! Serving: the sandbox serves every operation, checks requests, and ends pages as the spec says.

use chainloom::data::{self, Network};
use chainloom::node::{self, evm::BlockTag};
use chainloom::operations;
use chainloom::runtime::catalog::Entry;
use chainloom::runtime::{self as rt, FixedBytes};
use chainloom_sandbox::Sandbox;
use chainloom_tests::full::step;
use chainloom_values::{Draw, Members};
use serde_json::{Value, json};

use super::Clients;

/// Value of a variable of a service without a default.
const INSTANCE: &str = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";

/// A call with drawn parameters, or why it failed.
async fn called(entry: &Entry, clients: &mut Clients, seed: u64) -> Result<(), String> {
    let operation = entry.operation();
    let service = operation.service;
    let client = clients.of(service.client);
    let vars = service.vars.iter().filter(|var| var.default.is_none());
    let target = vars.fold(rt::catalog::Target::new(client), |target, var| target.var(var.name, INSTANCE));
    let members = if seed == 0 { Members::Required } else { Members::All };
    let mut input = Draw::new(seed).members(members).input(operation);
    // A token is one that the service gave.
    let token = operation.paginate.and_then(token).map(|token| &operation.input.fields[token]);
    if let Some(token) = token.filter(|token| !token.required) {
        input.shift_remove(token.name);
    }
    let input = Value::Object(input).to_string();
    let answer = entry.call(target, input.as_bytes()).await;
    answer.map(drop).map_err(|error| format!("{input}: {error}"))
}

fn token(pages: &rt::schema::Paginate) -> Option<usize> {
    match pages.by {
        rt::schema::PageBy::Token { into, .. } | rt::schema::PageBy::Last { into, .. } => Some(into),
        _ => None,
    }
}

/// Operations that are called.
fn sampled() -> impl Iterator<Item = &'static Entry> {
    operations().iter().step_by(step(5))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn every_operation_is_served() {
    for (sandbox, surprises) in [(Sandbox::builder(), false), (Sandbox::builder().surprises().seed(3), true)] {
        let sandbox = sandbox.synthetic_only().start().await.unwrap();
        let (mut wrong, mut clients) = (Vec::new(), Clients::new(sandbox.url()));
        for entry in sampled() {
            for seed in 0..2 {
                wrong.extend(called(entry, &mut clients, seed).await.err().map(|why| format!("{entry:?}: {why}")));
            }
        }
        assert!(wrong.is_empty(), "{} wrong, surprises {surprises}:\n{}", wrong.len(), wrong.join("\n"));
        let seen = sandbox.seen();
        assert_eq!(seen.len(), 2 * sampled().count());
        for entry in sampled() {
            let id = entry.operation().id;
            assert!(seen.iter().any(|request| request.operations.contains(&id)), "{id} was not called");
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn examples_are_answered_with_their_responses() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    let chain = client.get_chain_info("43114").await.unwrap();
    assert_eq!(chain.chain_id, "43114");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn pages_have_all_items_once_and_end() {
    let sandbox = Sandbox::builder().synthetic_only().items(23).start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    let (mut all, mut next, mut sizes) = (Vec::new(), None, Vec::new());
    loop {
        let mut call = client.list_delegators(Network::Mainnet).page_size(10);
        if let Some(token) = next {
            call = call.page_token(token);
        }
        let page = call.await.unwrap();
        sizes.push(page.delegators.len());
        all.extend(page.delegators);
        next = page.next_page_token.filter(|token| !token.is_empty());
        if next.is_none() {
            break;
        }
    }
    assert_eq!(sizes, [10, 10, 3]);
    all.dedup();
    assert_eq!(all.len(), 23);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn wrong_requests_are_refused() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let get = |path: &str| http.get(format!("{}{path}", sandbox.url()));
    for (path, status, told) in [
        ("/v1/nothing", 404, "404"),
        ("/v1/chains?pageToken=1&network=mainnet&nosuch=1", 400, "nosuch"),
        ("/v1/chains/43114/addresses/0x1/balances:listErc20", 400, "address"),
        ("/v1/chains/43114/blocks?pageSize=1000", 400, "pageSize"),
        ("/v1/chains/43114/blocks?pageToken=never", 400, "pageToken"),
    ] {
        let response = get(path).send().await.unwrap();
        let (actual, text) = (response.status().as_u16(), response.text().await.unwrap());
        assert_eq!(actual, status, "{path}: {text}");
        assert!(text.contains(told), "{path}: {text}");
    }
    // The value of a variable would hold the rest of the last path, which is not the resource meant.
    for (path, verbs) in [
        ("/v1/chains", "GET"),
        ("/v1/webhooks", "POST, GET"),
        ("/v1/operations/transactions:export", "POST"),
        ("/v1/chains/43114/nfts/collections/0x1/tokens/7:reindex", "POST"),
    ] {
        let response = http.delete(format!("{}{path}", sandbox.url())).send().await.unwrap();
        assert_eq!(response.status(), 405, "{path}");
        assert_eq!(response.headers()["allow"], verbs, "{path}");
    }
    let rpc = |path: &str, body: Value| {
        let call = http.post(format!("{}{path}", sandbox.url())).header("content-type", "application/json");
        call.body(body.to_string()).send()
    };
    let call = |method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    for (path, body, code) in [
        ("/ext/bc/C/rpc", call("eth_nothing", json!([])), -32601),
        ("/ext/bc/C/rpc", call("eth_getBalance", json!(["0x1", "latest"])), -32602),
        ("/ext/bc/P", json!([call("platform.getHeight", json!({}))]), -32700),
    ] {
        let reply: Value = serde_json::from_str(&rpc(path, body).await.unwrap().text().await.unwrap()).unwrap();
        assert_eq!(reply["error"]["code"], code, "{reply}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_asked_for_by_its_id_has_it() {
    let sandbox = Sandbox::builder().synthetic_only().start().await.unwrap();
    let node = node::Client::new(sandbox.url()).unwrap();
    let hash = "0x00000000000000000000000000000000000000000000000000000000000000aa".parse().unwrap();
    let block = node.evm("C").get_block_by_hash(hash).await.unwrap();
    assert!(block.is_none_or(|block| block.hash == Some(hash)));
    // The parameter is `hash`, the member `transactionHash`.
    let mut receipts = 0;
    for last in 0..8 {
        let hash = FixedBytes::with_last_byte(last);
        if let Some(receipt) = node.evm("C").get_transaction_receipt(hash).await.unwrap() {
            receipts += 1;
            assert!(receipt.transaction_hash == hash && receipt.block_hash != hash);
        }
    }
    assert!(receipts > 0);
    let [first, second] =
        [node.evm("C").get_block_by_number(BlockTag::Latest), node.evm("C").get_block_by_number(BlockTag::Latest)];
    assert_eq!(first.await.unwrap(), second.await.unwrap());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_item_of_a_list_is_what_fetches_it() {
    let mut count = 0;
    for seed in 0..6 {
        let sandbox = Sandbox::builder().synthetic_only().seed(seed).start().await.unwrap();
        let client = data::Client::new(sandbox.url()).unwrap();
        let listed = client.supported_chains().await.unwrap().chains;
        for chain in listed {
            count += 1;
            assert_eq!(client.get_chain_info(chain.chain_id.clone()).await.unwrap(), chain);
        }
    }
    assert!(count > 5, "{count} chains");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_client_that_accepts_gzip_gets_it() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/v1/chains", sandbox.url());
    for (accepts, is_compressed) in
        [("gzip, br", true), ("br;q=1, gzip;q=0.5", true), ("gzip;q=0", false), ("br", false)]
    {
        let response = http.get(&url).header("accept-encoding", accepts).send().await.unwrap();
        let coding = response.headers().get("content-encoding").cloned();
        let body = response.bytes().await.unwrap();
        assert_eq!(
            (coding.is_some_and(|it| it == "gzip"), body.starts_with(&[0x1f, 0x8b])),
            (is_compressed, is_compressed),
            "{accepts}"
        );
        assert!(is_compressed || serde_json::from_slice::<Value>(&body).is_ok(), "{accepts}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_error_body_has_the_name_of_its_status() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/v1/chains/43114", sandbox.url());
    for (status, name) in [(404, "Not Found"), (503, "Service Unavailable")] {
        let asked = http.get(&url).header(chainloom_sandbox::FAULT_HEADER, format!("status {status}"));
        let body: Value = serde_json::from_str(&asked.send().await.unwrap().text().await.unwrap()).unwrap();
        assert_eq!((&body["statusCode"], &body["error"]), (&json!(status), &json!(name)), "{body}");
    }
}
