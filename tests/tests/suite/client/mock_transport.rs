//! Mock transport: programs are tested without a network, with a response for each operation.

use std::sync::Arc;

use chainloom::data::Client;
use chainloom::data::blocks::BlockPage;
use chainloom::data::blocks::calls::GetLatestBlocks;
use chainloom::data::staking::{ValidatorPage, calls::ListValidators};
use chainloom::deployments::local::LOCAL;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::node;
use chainloom::node::evm_blocks::calls::BlockNumber;
use chainloom::node::evm_chain::calls::ChainId;
use chainloom::runtime::Retry;
use chainloom::testing::{Draw, Fault, Members, MockResponse, MockTransport, fixture, response};

fn data(mock: &MockTransport) -> Client {
    let transport = Arc::new(mock.clone());
    let client = Client::builder().deployment(&MAINNET).api_key("k-1");
    client.configure(|builder| builder.transport(transport).retry(Retry::none())).build().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn answers_come_in_their_order_and_the_last_one_stays() {
    let mock = MockTransport::new();
    mock.respond::<GetLatestBlocks>(MockResponse::status(429, "").header("retry-after", "1"));
    let mut page = BlockPage::default();
    page.next_page_token = Some("t-2".into());
    mock.respond_with::<GetLatestBlocks>(&page);
    let client = data(&mock);
    let error = client.get_latest_blocks("43114").await.unwrap_err();
    assert_eq!(error.retry_after().map(|wait| wait.as_secs()), Some(1));
    for _ in 0..2 {
        assert_eq!(client.get_latest_blocks("43114").await.unwrap(), page);
    }
    let asked = mock.asked();
    assert_eq!(asked.len(), 3);
    assert_eq!(asked[0].operation(), "data.getLatestBlocks");
    assert_eq!(asked[0].request().uri().path(), "/v1/chains/43114/blocks");
    assert!(!format!("{asked:?} {mock:?}").contains("k-1"), "{asked:?} {mock:?}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn json_rpc_answers_have_the_envelope_of_their_request() {
    let mock = MockTransport::new();
    mock.respond::<ChainId>(MockResponse::json("\"0xa86a\""))
        .respond::<ChainId>(MockResponse::rpc_error(-32000, "not \"yet\""));
    let transport = Arc::new(mock.clone());
    let client = node::Client::builder().deployment(&LOCAL).configure(|builder| builder.transport(transport));
    let evm = client.build().unwrap().evm("C");
    assert_eq!(evm.chain_id().await.unwrap().to_string(), "43114");
    let error = evm.chain_id().await.unwrap_err();
    assert_eq!((error.rpc_code(), error.server_message()), (Some(-32000), Some("not \"yet\"")));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_batch_is_answered_by_the_operations_of_its_calls() {
    let mock = MockTransport::new();
    mock.respond::<ChainId>(MockResponse::fault(Fault::Connect)).respond::<ChainId>(MockResponse::json("\"0xa86a\""));
    mock.respond::<BlockNumber>(MockResponse::rpc_error(-32000, "not yet").header("x-request-id", "7"));
    let transport = Arc::new(mock.clone());
    let client = node::Client::builder().deployment(&LOCAL).configure(|builder| builder.transport(transport));
    let evm = client.build().unwrap().evm("C");
    let batch = || {
        let mut batch = evm.batch().retry(Retry::none());
        (batch.push(ChainId::new()), batch.push(evm.block_number()), batch.push(ChainId::new()), batch)
    };
    let (.., refused) = batch();
    assert!(refused.send().await.unwrap_err().is_connect());
    let (first, number, second, batch) = batch();
    let mut replies = batch.send().await.unwrap();
    assert_eq!((replies.take(first).unwrap(), replies.take(second).unwrap()), (43_114, 43_114));
    let error = replies.take(number).unwrap_err();
    assert_eq!((error.rpc_code(), error.request_id()), (Some(-32000), Some("7")));
    let asked = mock.asked();
    let operations: Vec<&str> = asked[1].operations().collect();
    assert_eq!((asked.len(), operations), (2, vec!["evm.chainId", "evm.blockNumber", "evm.chainId"]));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn answers_may_be_drawn() {
    let mock = MockTransport::new();
    let page = response::<GetLatestBlocks>(7).unwrap();
    assert_eq!(page, response::<GetLatestBlocks>(7).unwrap());
    assert_ne!(page, response::<GetLatestBlocks>(8).unwrap());
    mock.respond_with::<GetLatestBlocks>(&page);
    assert_eq!(data(&mock).get_latest_blocks("43114").await.unwrap(), page);
    let validators: ValidatorPage = response::<ListValidators>(7).unwrap();
    assert_eq!(validators, response::<ListValidators>(7).unwrap());
}

#[test]
fn structs_may_be_drawn_with_all_members_and_with_none() {
    for seed in 0..20 {
        let most: BlockPage = Draw::new(seed).members(Members::All).typed().unwrap();
        let least: BlockPage = Draw::new(seed).members(Members::Required).typed().unwrap();
        assert!(most.next_page_token.is_some() && !most.blocks.is_empty(), "{most:?}");
        assert!(least.next_page_token.is_none(), "{least:?}");
        let _: BlockPage = Draw::new(seed).surprises().typed().unwrap();
        assert_eq!(fixture::<BlockPage>(seed).unwrap(), fixture::<BlockPage>(seed).unwrap());
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn faults_are_those_of_a_network() {
    let mock = MockTransport::new();
    for fault in [Fault::Connect, Fault::Timeout, Fault::Broken] {
        mock.respond::<GetLatestBlocks>(MockResponse::fault(fault));
    }
    let client = data(&mock);
    let call = || client.get_latest_blocks("43114");
    assert!(call().await.unwrap_err().is_connect());
    assert!(call().await.unwrap_err().is_timeout());
    let broken = call().await.unwrap_err();
    assert!(broken.is_transport() && !broken.is_connect(), "{broken}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_missing_or_wrong_is_named() {
    let mock = MockTransport::new();
    let client = data(&mock);
    let call = || client.get_latest_blocks("43114");
    let error = call().await.unwrap_err().to_string();
    assert!(error.contains("no response for the operation `data.getLatestBlocks`"), "{error}");
    mock.respond::<GetLatestBlocks>(MockResponse::status(99, ""));
    assert!(call().await.unwrap_err().to_string().contains("99 is no HTTP status"));
    mock.respond::<GetLatestBlocks>(MockResponse::json("{}").header("a b", ""));
    assert!(call().await.unwrap_err().to_string().contains("the header `a b`"));
}
