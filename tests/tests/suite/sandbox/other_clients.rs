//! What clients that are not ours need of the sandbox's answers.

use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::{evm, evm::BlockTag, evm_debug::calls::DebugGetRawBlock, evm_state::calls::GetBalance};
use chainloom::runtime::schema::{Bounds, Integer, Operation, Protocol, Record, Type};
use chainloom::runtime::{Address, Support, http::Method};
use chainloom::{data, node};
use chainloom_bounded::Bounded as _;
use chainloom_sandbox::Sandbox;
use chainloom_tests::vectors::is_ci;
use chainloom_values::Draw;
use std::process::Command;

const SAFE: i64 = (1 << 53) - 1;

#[tokio::test(crate = "chainloom_bounded")]
async fn success_has_the_status_of_the_spec() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let status =
        async |path: &str| http.get(format!("{}{path}", sandbox.url())).send().await.unwrap().status().as_u16();
    let hash = "3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP";
    assert_eq!(status(&format!("/v1/signatureAggregator/mainnet/aggregateSignatures/{hash}")).await, 201);
    assert_eq!(status("/v1/chains").await, 200);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_empty_text_is_an_empty_list() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/v1/networks/mainnet/delegators?nodeIds=&rewardAddresses=", sandbox.url());
    assert_eq!(http.get(url).send().await.unwrap().status(), 200);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn all_members_are_there_where_they_are_asked_for() {
    let sandbox = Sandbox::builder().synthetic_only().all_members().start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    for chain in 0..8 {
        let chain = client.get_chain_info(chain.to_string()).await.unwrap();
        assert!(chain.subnet_id.is_some() && chain.ws_url.is_some() && chain.private.is_some(), "{chain:?}");
    }
}

/// What `curl` sends is what the client sends; what the spec lacks goes through the same client.
#[tokio::test(crate = "chainloom_bounded")]
async fn commands_and_raw_calls_arrive() {
    let sandbox = Sandbox::builder().key("secret-key").start().await.unwrap();
    let data = data::Client::builder().base_url(sandbox.url()).api_key("secret-key").build().unwrap();
    let evm = node::Client::new(sandbox.url()).unwrap().evm("C");
    let rest = data.list_delegators("mainnet").node_ids(["NodeID-111111111111111111116DBWJs"]).page_size(2);
    let (rpc, error) =
        (evm.get_balance(Address::ZERO, BlockTag::Latest), evm.raw("eth_unknown", "[]").await.unwrap_err());
    assert_eq!(error.rpc_code(), Some(-32601), "{error}");
    let raw = data.request(Method::GET, "/v1/chains/43114").send_as::<data::chains::ChainInfo>().await.unwrap();
    assert_eq!(raw.chain_id, "43114");
    for (line, id) in [(rest.to_curl().unwrap(), "data.listDelegators"), (rpc.to_curl().unwrap(), "evm.getBalance")] {
        assert!(!line.contains("secret-key"), "{line}");
        let shell = move || {
            Command::new("sh")
                .args(["-c", &line])
                .env("DATA_API_KEY", "secret-key")
                .env("NO_PROXY", "127.0.0.1")
                .bounded_output()
        };
        let output = tokio::task::spawn_blocking(shell).await.unwrap().unwrap();
        // So a shell says that there is no such program.
        if output.status.code() == Some(127) {
            assert!(!is_ci(), "`curl` is not installed");
            return eprintln!("skipped: `curl` is not installed");
        }
        let seen = sandbox.seen().pop().unwrap();
        assert_eq!((seen.status.unwrap().as_u16(), seen.operations), (200, vec![id]), "{output:?}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_node_says_which_version_it_runs() {
    static LATER: Operation = Operation {
        since: Some("900.0"),
        ..Operation::new("evm.later", &evm::__tables::EVM_SERVICE, LATER_METHOD, &NOTHING)
    };
    const LATER_METHOD: Protocol = Protocol::Rpc { method: "eth_later" };
    static NOTHING: Record = Record { name: "later", fields: &[] };
    let sandbox = Sandbox::builder().start().await.unwrap();
    let node = node::Client::builder().deployment(&MAINNET).base_url(sandbox.url()).build().unwrap();
    assert_eq!(node.supports::<GetBalance>().await.unwrap(), Support::Supported);
    assert_eq!(node.supports::<DebugGetRawBlock>().await.unwrap(), Support::NotServed { deployment: "mainnet" });
    assert!(sandbox.seen().is_empty(), "neither depends on the version");
    let later = node.inner().supports(&LATER).await.unwrap();
    assert!(matches!(later, Support::NotBefore { .. }), "{later:?}");
    assert_eq!(node.inner().supports(&LATER).await.unwrap(), later);
    let asked: Vec<_> = sandbox.seen().into_iter().flat_map(|seen| seen.operations).collect();
    assert_eq!(asked, ["info.getNodeVersion"]);
}

#[test]
fn safe_integers_are_those_that_javascript_reads_exactly() {
    let drawn = |draw: Draw, integer| draw.clone().value(Type::Integer(integer), &Bounds::NONE);
    let mut beyond = 0;
    for seed in 0..200 {
        let safe = drawn(Draw::new(seed), Integer::U64).as_u64().unwrap();
        assert!(safe <= SAFE.unsigned_abs(), "{safe}");
        let safe = drawn(Draw::new(seed), Integer::I64).as_i64().unwrap();
        assert!((-SAFE..=SAFE).contains(&safe), "{safe}");
        beyond += u32::from(drawn(Draw::new(seed).wild(), Integer::U64).as_u64().unwrap() > SAFE.unsigned_abs());
    }
    assert!(beyond > 0, "without being asked, greater numbers come too");
}
