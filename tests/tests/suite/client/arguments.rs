//! Arguments of calls: a value, its text, or an `Option` of either.

use std::sync::Arc;
use std::time::Duration;

use chainloom::data::balances::calls::ListErc20Balances;
use chainloom::data::{self, Currency};
use chainloom::deployments::local::LOCAL;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::evm_filters::calls::{GetFilterLogs, GetLogs};
use chainloom::node::evm_personal::calls::PersonalUnlockAccount;
use chainloom::node::evm_state::calls::GetBalance;
use chainloom::node::evm_transactions::calls::SendRawTransaction;
use chainloom::node::index::calls::GetContainerRange;
use chainloom::node::native_assets::calls::IssueTx;
use chainloom::node::xchain::UtxoEncoding;
use chainloom::node::xchain::calls::GetUtxos;
use chainloom::node::{
    self,
    evm::{AccountOverride, BlockTag, CallRequest, LogFilter, TopicFilter},
};
use chainloom::runtime::testing::{MockResponse, MockTransport};
use chainloom::runtime::{Address, Bytes, DurationSeconds, ErrorKind, FixedBytes, Text, U256, with_checksum};
use chainloom::scalars::{Bech32Address, Id, NodeId};
use serde_json::json;

const WALLET: &str = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
const ADDRESS: &str = "X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5";
const NETWORK: &str = "11111111111111111111111111111111LpoYY";

fn data(mock: &MockTransport) -> data::Client {
    let transport = Arc::new(mock.clone());
    data::Client::builder().deployment(&MAINNET).configure(|builder| builder.transport(transport)).build().unwrap()
}

fn node(mock: &MockTransport) -> node::Client {
    let transport = Arc::new(mock.clone());
    node::Client::builder().deployment(&LOCAL).configure(|builder| builder.transport(transport)).build().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_loop_over_pages_hands_on_the_token_as_it_came() {
    let mock = MockTransport::new();
    mock.respond::<ListErc20Balances>(MockResponse::json(r#"{"erc20TokenBalances":[],"nextPageToken":"t-2"}"#))
        .respond::<ListErc20Balances>(MockResponse::json(r#"{"erc20TokenBalances":[]}"#));
    let client = data(&mock);
    let mut next: Option<Text> = None;
    loop {
        let page = client.list_erc20_balances("43114", WALLET).page_token(next).page_size(10).await.unwrap();
        next = page.next_page_token;
        if next.is_none() {
            break;
        }
    }
    let queries: Vec<_> = mock.asked().iter().map(|one| one.request().uri().query().unwrap().to_owned()).collect();
    assert_eq!(queries, ["pageSize=10", "pageSize=10&pageToken=t-2"]);
}

#[test]
fn a_setter_takes_a_value_or_an_option_of_one() {
    let wallet: Address = WALLET.parse().unwrap();
    let call = || ListErc20Balances::new("43114", wallet);
    let (text, some, none) = (String::from("t"), Some(String::from("t")), None::<&str>);
    for set in
        [call().page_token("t"), call().page_token(&text), call().page_token(text.clone()), call().page_token(some)]
    {
        assert_eq!(set.page_token.as_deref(), Some("t"));
    }
    assert_eq!(call().page_token("t").page_token(none).page_token, None);
    assert_eq!(call().page_size(10).page_size, Some(10));
    assert_eq!(call().page_size(Some(10)).page_size(None).page_size, None);
    assert_eq!(call().currency(Currency::Eur).currency, Some(Currency::Eur));
    assert_eq!(call().currency(Some(Currency::Eur)).currency(None::<Currency>).currency, None);
    assert_eq!(call().filter_spam_tokens(false).filter_spam_tokens, Some(false));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_address_and_its_text_are_the_same() {
    let mock = MockTransport::new();
    mock.respond::<ListErc20Balances>(MockResponse::json(r#"{"erc20TokenBalances":[]}"#));
    let (client, wallet) = (data(&mock), WALLET.parse::<Address>().unwrap());
    client.list_erc20_balances("43114", wallet).await.unwrap();
    client.list_erc20_balances("43114", WALLET).await.unwrap();
    client.list_erc20_balances("43114", WALLET.to_owned()).await.unwrap();
    client.list_erc20_balances("43114", Text::from(WALLET)).await.unwrap();
    let asked = mock.asked();
    assert!(asked.iter().all(|one| one.request().uri() == asked[0].request().uri()), "{asked:?}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_wrong_text_is_refused_before_sending_and_named() {
    let mock = MockTransport::new();
    let error = data(&mock).list_erc20_balances("43114", "0x71C7").page_size(10).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(error.operation(), Some("data.listErc20Balances"));
    assert_eq!(error.broken_rules(), ["`address` must be `0x` and 20 bytes in hex, but is 0x71C7"]);

    let wrong = ADDRESS.replace("lre5", "lre4");
    let error = node(&mock).xchain().get_utxos([ADDRESS, &wrong]).await.unwrap_err().to_string();
    assert!(error.contains("`addresses[1]` must be") && error.contains("with a valid checksum"), "{error}");

    let error = node(&mock).pchain().get_current_supply().subnet_id("11111").await.unwrap_err().to_string();
    assert!(error.contains("`subnetID` must be 32 bytes in base58 with a valid checksum"), "{error}");
    assert!(mock.asked().is_empty());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn lists_and_optional_parameters_take_texts_too() {
    let mock = MockTransport::new();
    mock.respond::<GetUtxos>(MockResponse::rpc_error(-32000, "not now"));
    let client = node(&mock);
    let address: Bech32Address = ADDRESS.parse().unwrap();
    client.xchain().get_utxos([ADDRESS]).await.unwrap_err();
    client.xchain().get_utxos(vec![address]).await.unwrap_err();
    // Nodes take more encodings than the documents say.
    client.xchain().get_utxos([ADDRESS]).encoding("hexnc").await.unwrap_err();
    client.xchain().get_utxos([ADDRESS]).encoding(UtxoEncoding::Hexc).await.unwrap_err();
    let sent = |index: usize| -> serde_json::Value {
        let body: serde_json::Value = serde_json::from_slice(mock.asked()[index].request().body()).unwrap();
        body["params"].clone()
    };
    assert_eq!(sent(0)["addresses"][0], ADDRESS);
    assert_eq!(sent(0), sent(1));
    assert_eq!([&sent(2)["encoding"], &sent(3)["encoding"]], ["hexnc", "hexc"]);

    let id: Id = NETWORK.parse().unwrap();
    let call = client.pchain().get_current_supply();
    assert_eq!(call.clone().subnet_id(Some(NETWORK)).operation().subnet_id, Some(id));
    assert_eq!(call.clone().subnet_id(id).operation().subnet_id, Some(id));
    assert_eq!(call.subnet_id(id).subnet_id(None::<Id>).operation().subnet_id, None);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn required_parameters_are_arguments_in_the_order_of_the_spec() {
    let mock = MockTransport::new();
    mock.respond::<GetContainerRange>(MockResponse::json(r#"{"containers":[]}"#));
    let index = node(&mock).index().x_tx();
    index.get_container_range(1, 9).await.unwrap();
    let body: serde_json::Value = serde_json::from_slice(mock.asked()[0].request().body()).unwrap();
    assert_eq!(body["params"], serde_json::json!({ "startIndex": 1, "numToFetch": 9 }));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_transaction_is_sent_with_its_checksum() {
    let mock = MockTransport::new();
    mock.respond::<IssueTx>(MockResponse::rpc_error(-32000, "not now"));
    node(&mock).native_assets().issue_tx(with_checksum([0x00, 0x00])).await.unwrap_err();
    let body: serde_json::Value = serde_json::from_slice(mock.asked()[0].request().body()).unwrap();
    assert_eq!(body["params"], serde_json::json!([{ "tx": "0x00000a09cfc7" }]));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_text_for_bytes_is_their_hex_and_never_its_characters() {
    let mock = MockTransport::new();
    mock.respond::<SendRawTransaction>(MockResponse::rpc_error(-32000, "not now"));
    let evm = node(&mock).evm("C");
    evm.send_raw_transaction("0x6001").await.unwrap_err();
    evm.send_raw_transaction(String::from("0x6001")).await.unwrap_err();
    evm.send_raw_transaction(vec![0x60, 0x01]).await.unwrap_err();
    evm.send_raw_transaction([0x60, 0x01]).await.unwrap_err();
    evm.send_raw_transaction("0x6001".parse::<Bytes>().unwrap()).await.unwrap_err();
    let asked = mock.asked();
    for one in &asked {
        let body: serde_json::Value = serde_json::from_slice(one.request().body()).unwrap();
        assert_eq!(body["params"], serde_json::json!(["0x6001"]));
    }
    for wrong in ["6001", "0x600", "0xcode"] {
        let error = evm.send_raw_transaction(wrong).await.unwrap_err();
        let told = error.broken_rules().join(" ");
        assert!(told.starts_with("`raw` must be `0x` and bytes in hex, but is "), "{told}");
    }
    assert_eq!((asked.len(), mock.asked().len()), (5, 5));
}

#[test]
fn records_take_bytes_from_what_holds_them() {
    let code = "0x6001".parse::<Bytes>().unwrap();
    let overrides = AccountOverride::default();
    let given = [
        overrides.clone().code(vec![0x60, 0x01]),
        overrides.clone().code([0x60, 0x01]),
        overrides.clone().code([0x60, 0x01].as_slice()),
        overrides.clone().code(Some(code.clone())),
    ];
    assert!(given.iter().all(|one| one.code.as_ref() == Some(&code)));
    assert_eq!(overrides.code(None::<Bytes>).code, None);
    assert_eq!(CallRequest::new().blobs([vec![0x60, 0x01]]).blobs, Some(vec![code]));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_duration_is_given_with_its_unit() {
    let mock = MockTransport::new();
    mock.respond::<PersonalUnlockAccount>(MockResponse::json("true"));
    let evm = node(&mock).evm("C");
    let (wallet, password) = (WALLET.parse::<Address>().unwrap(), "pw");
    evm.personal_unlock_account(wallet, password).duration(Duration::from_millis(30_500)).await.unwrap();
    evm.personal_unlock_account(wallet, password).duration(30_u64).await.unwrap();
    evm.personal_unlock_account(wallet, password).duration(Some(DurationSeconds(30))).await.unwrap();
    for one in mock.asked() {
        let body: serde_json::Value = serde_json::from_slice(one.request().body()).unwrap();
        assert_eq!(body["params"], serde_json::json!([WALLET.to_lowercase(), "pw", 30]));
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn optional_lists_take_texts_and_a_wrong_one_is_told_with_its_place() {
    let mock = MockTransport::new();
    let text = "NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";
    let id: NodeId = text.parse().unwrap();
    let call = || node(&mock).pchain().get_current_validators();
    let given = [call().node_ids([text]), call().node_ids(vec![id]), call().node_ids([text.to_owned()])];
    assert!(given.iter().all(|call| call.operation().node_ids.as_deref() == Some(&[id])));
    let error = call().node_ids([text, "NodeID-5"]).await.unwrap_err().to_string();
    assert!(error.contains("`nodeIDs[1]` must be `NodeID-` and 20 bytes in base58"), "{error}");
    assert!(mock.asked().is_empty());
}

/// The parameters of the last call that a mock was asked.
fn last_params(mock: &MockTransport) -> serde_json::Value {
    let body: serde_json::Value = serde_json::from_slice(mock.asked().last().unwrap().request().body()).unwrap();
    body["params"].clone()
}

/// A union takes the text of an arm: an address, a topic, a block or its tag.
#[tokio::test(crate = "chainloom_bounded")]
async fn log_filters_and_blocks_take_texts() {
    let mock = MockTransport::new();
    mock.respond::<GetLogs>(MockResponse::rpc_error(-32000, "not now"));
    mock.respond::<GetBalance>(MockResponse::rpc_error(-32000, "not now"));
    let (evm, topic) = (node(&mock).evm("C"), format!("0x{}", "a".repeat(64)));
    let filter = || LogFilter::new().address(WALLET).from_block("0x7").to_block("latest");
    evm.get_logs(filter().topics([topic.as_str()])).await.unwrap_err();
    let lower = WALLET.to_lowercase();
    let expected = json!([{ "fromBlock": "0x7", "toBlock": "latest", "address": lower, "topics": [topic] }]);
    assert_eq!(last_params(&mock), expected);
    let typed = LogFilter::new().address(WALLET.parse::<Address>().unwrap()).from_block(7).to_block(BlockTag::Latest);
    let typed = typed.topics([topic.parse::<FixedBytes<32>>().unwrap()]);
    evm.get_logs(typed).await.unwrap_err();
    assert_eq!(last_params(&mock), expected);
    // Any topic, and any of two.
    let topics = [None, Some(TopicFilter::from(&[topic.as_str(), topic.as_str()]))];
    evm.get_logs(LogFilter::new().address(&[WALLET, WALLET]).topics(topics)).await.unwrap_err();
    let expected = json!([{ "address": [lower, lower], "topics": [null, [topic, topic]] }]);
    assert_eq!(last_params(&mock), expected);
    evm.get_balance(WALLET, "latest").await.unwrap_err();
    assert_eq!(last_params(&mock), json!([lower, "latest"]));

    // A text in another form goes as it is: nodes take more than is described, such as zeros in front.
    evm.get_logs(LogFilter::new().from_block("0x007")).await.unwrap_err();
    assert_eq!(last_params(&mock), json!([{ "fromBlock": "0x007" }]));
}

/// A parameter of 256 bits takes whole numbers of the language.
#[tokio::test(crate = "chainloom_bounded")]
async fn wide_parameters_take_whole_numbers() {
    let mock = MockTransport::new();
    let request = CallRequest::new().value(5_u64).gas_price(Some(U256::from(6)));
    assert_eq!((request.value, request.gas_price), (Some(U256::from(5)), Some(U256::from(6))));
    let filters = node(&mock).evm("C");
    mock.respond::<GetFilterLogs>(MockResponse::rpc_error(-32000, "not now"));
    filters.get_filter_logs(1).await.unwrap_err();
    assert_eq!(last_params(&mock), json!(["0x1"]));
    filters.get_filter_logs(5_u64).await.unwrap_err();
    assert_eq!(last_params(&mock), json!(["0x5"]));
    let error = filters.get_filter_logs(-1).await.unwrap_err().to_string();
    assert!(error.contains("must not be negative, but is -1"), "{error}");
}
