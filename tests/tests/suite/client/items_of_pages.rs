//! Items of pages: for each operation with pages, the typed items of a page are those of its body,
//! in their order.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chainloom::data;
use chainloom::data::blocks::calls::GetLatestBlocks;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::index::calls::GetContainerRange;
use chainloom::operations;
use chainloom::runtime::__private as rt;
use chainloom::runtime::catalog::Entry;
use chainloom::runtime::codec::Write;
use chainloom::runtime::schema::{Bounds, Type};
use chainloom::runtime::testing::{MockResponse, MockTransport};
use chainloom::runtime::{Operation as _, Paged};
use chainloom::{metrics, node};
use chainloom_tests::{equality, shape};
use chainloom_values::{Draw, Members};
use serde_json::{Value, json};

use crate::language::paging_tables::gallery;

/// Check of the pages of an operation, which returns the ID of the operation.
type Check = fn() -> &'static str;

/// Each operation with pages. A new one is added here.
const PAGED: [Check; 59] = [
    check::<GetContainerRange>,
    check::<GetLatestBlocks>,
    check::<data::balances::calls::ListCollectibleBalances>,
    check::<data::balances::calls::ListErc1155Balances>,
    check::<data::balances::calls::ListErc20Balances>,
    check::<data::balances::calls::ListErc721Balances>,
    check::<data::blocks::calls::ListAllLatestBlocks>,
    check::<data::blocks::calls::ListLatestBlocksAllChains>,
    check::<data::contracts::calls::ListContractDeployments>,
    check::<data::icm::calls::ListIcmMessages>,
    check::<data::icm::calls::ListIcmMessagesByAddress>,
    check::<data::l1_validators::calls::ListL1Validators>,
    check::<data::nfts::calls::ListTokens>,
    check::<data::primary_blocks::calls::ListLatestPrimaryNetworkBlocks>,
    check::<data::primary_blocks::calls::ListPrimaryNetworkBlocksByNodeId>,
    check::<data::primary_transactions::calls::ListActivePrimaryNetworkStakingTransactions>,
    check::<data::primary_transactions::calls::ListAssetTransactions>,
    check::<data::primary_transactions::calls::ListLatestPrimaryNetworkTransactions>,
    check::<data::rewards::calls::ListHistoricalPrimaryNetworkRewards>,
    check::<data::rewards::calls::ListPendingPrimaryNetworkRewards>,
    check::<data::staking::calls::GetSingleValidatorDetails>,
    check::<data::staking::calls::ListAutoRenewedValidatorCycles>,
    check::<data::staking::calls::ListDelegators>,
    check::<data::staking::calls::ListValidators>,
    check::<data::subnets::calls::ListBlockchains>,
    check::<data::subnets::calls::ListSubnets>,
    check::<data::teleporter::calls::ListTeleporterMessages>,
    check::<data::teleporter::calls::ListTeleporterMessagesByAddress>,
    check::<data::transactions::calls::GetTransactionsForBlock>,
    check::<data::transactions::calls::ListAllLatestTransactions>,
    check::<data::transactions::calls::ListLatestTransactions>,
    check::<data::transactions::calls::ListLatestTransactionsAllChains>,
    check::<data::transactions::calls::ListTransactions>,
    check::<data::transactions::calls::ListTransactionsV2>,
    check::<data::transfers::calls::ListErc1155Transactions>,
    check::<data::transfers::calls::ListErc20Transactions>,
    check::<data::transfers::calls::ListErc721Transactions>,
    check::<data::transfers::calls::ListInternalTransactions>,
    check::<data::transfers::calls::ListNativeTransactions>,
    check::<data::transfers::calls::ListTransfers>,
    check::<data::usage::calls::GetApiLogs>,
    check::<data::utxos::calls::GetUtxosByAddresses>,
    check::<data::utxos::calls::GetUtxosByAddressesV2>,
    check::<data::vertices::calls::GetVertexByHeight>,
    check::<data::vertices::calls::ListLatestXChainVertices>,
    check::<data::webhooks::calls::GetAddressesFromWebhook>,
    check::<data::webhooks::calls::ListWebhooks>,
    check::<metrics::calls::GetAverageTps>,
    check::<metrics::chain_metrics::calls::GetEvmChainMetrics>,
    check::<metrics::chains::calls::ListChains>,
    check::<metrics::icm::calls::GetIcmTimeseries>,
    check::<metrics::looking_glass::calls::CompositeQueryV2>,
    check::<metrics::looking_glass::calls::GetAddressesByBtcbBridged>,
    check::<metrics::looking_glass::calls::GetValidatorsByDateRange>,
    check::<metrics::staking::calls::GetStakingMetrics>,
    check::<node::evm_debug::calls::DebugStorageRangeAt>,
    check::<node::native_assets::calls::GetUtxos>,
    check::<node::pchain_transactions::calls::GetUtxos>,
    check::<node::xchain::calls::GetUtxos>,
];

fn check<O: Paged<Item: Write>>() -> &'static str {
    let operation = O::schema();
    let (pages, output) = (operation.paginate.unwrap(), operation.output.unwrap());
    let items_type = pages.items.iter().fold(output, |ty, name| member(ty, name));
    for seed in 0..20 {
        let body = Draw::new(seed).members(Members::All).value(output, &Bounds::NONE);
        let page: O::Output = rt::from_slice(output, body.to_string().as_bytes()).unwrap();
        let items: Value = O::into_items(page).iter().map(|item| written(item, items_type)).collect();
        let wanted = pages.items.iter().fold(&body, |value, name| &value[name]);
        let difference = equality::difference(&listed(wanted, items_type), &items);
        assert_eq!(difference, None, "{} seed {seed}: {body}", operation.id);
    }
    operation.id
}

/// The type of a member of a record.
fn member(ty: Type, name: &str) -> Type {
    let Type::Record(record) = ty else { panic!("{name} of {ty:?}") };
    record.fields.iter().find(|field| field.name == name).unwrap().ty.plain()
}

/// An item as it is written; one of a map is a pair.
fn written(item: &impl Write, items: Type) -> Value {
    let ty = if let Type::List(list) = items { list.item.plain() } else { Type::Json };
    serde_json::from_slice(&rt::to_vec(item, ty).unwrap()).unwrap()
}

/// The items of a body, in the form of the documents.
fn listed(items: &Value, ty: Type) -> Value {
    match shape::canonical(items, ty).0 {
        Value::Object(members) => {
            let sorted: BTreeMap<String, Value> = members.into_iter().collect();
            sorted.into_iter().map(|(key, value)| json!([key, value])).collect()
        }
        list => list,
    }
}

#[test]
fn every_page_gives_the_items_of_its_body() {
    let checked: BTreeSet<&str> = PAGED.iter().map(|check| check()).collect();
    let paged = operations().iter().map(Entry::operation).filter(|operation| operation.paginate.is_some());
    let paged: BTreeSet<&str> = paged.map(|operation| operation.id).collect();
    let (missing, gone): (Vec<_>, Vec<_>) =
        (paged.difference(&checked).collect(), checked.difference(&paged).collect());
    assert!(
        missing.is_empty() && gone.is_empty(),
        "`PAGED` in tests/tests/suite/client/items_of_pages.rs must check all {} operations with pages: it lacks \
         {missing:?}, and checks {gone:?}, which have no pages",
        paged.len()
    );
}

/// A function over pages of any list.
async fn count<O: Paged>(call: rt::Call<O>) -> usize {
    O::into_items(call.send().await.unwrap()).len()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_function_takes_pages_of_any_list() {
    let mock = MockTransport::new();
    mock.respond::<GetLatestBlocks>(MockResponse::json(r#"{"blocks":[]}"#));
    mock.respond::<GetContainerRange>(MockResponse::json(r#"{"containers":[]}"#));
    let transport = Arc::new(mock.clone());
    let data = data::Client::builder().deployment(&MAINNET).configure(|builder| builder.transport(transport));
    assert_eq!(count(data.build().unwrap().get_latest_blocks("43114").into_inner()).await, 0);
    let transport = Arc::new(mock.clone());
    let node = node::Client::builder().base_url("http://node").configure(|builder| builder.transport(transport));
    let call = node.build().unwrap().index().x_tx().get_container_range(0, 1);
    assert_eq!(count(call.into_inner()).await, 0);
}

/// What a node says behind the last container, and of an index without any.
#[tokio::test(crate = "chainloom_bounded")]
async fn the_containers_of_an_index_end_where_the_node_has_no_more() {
    let container = |index: u64| {
        json!({ "id": "6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY", "bytes": "0x00000000000400003039",
            "timestamp": "2021-04-02T15:34:00Z", "encoding": "hex", "index": index.to_string() })
    };
    let page = |indices: std::ops::Range<u64>| {
        MockResponse::json(json!({ "containers": indices.map(container).collect::<Vec<_>>() }).to_string())
    };
    let refused = |message: &str| MockResponse::rpc_error(-32000, message);
    let end = || refused("start index (4) > last accepted index (3)");
    let cases = [
        (vec![page(0..2), page(2..4), end()], Ok(4)),
        (vec![page(0..2), page(2..3), end()], Ok(3)),
        (vec![refused("no containers have been accepted")], Ok(0)),
        (vec![page(0..2), refused("database closed")], Err(2)),
    ];
    for (responses, wanted) in cases {
        let mock = MockTransport::new();
        responses.into_iter().for_each(|response| _ = mock.respond::<GetContainerRange>(response));
        let transport = Arc::new(mock.clone());
        let node = node::Client::builder().base_url("http://node").configure(|builder| builder.transport(transport));
        let mut items = node.build().unwrap().index().x_tx().get_container_range(0, 2).items();
        let mut count = 0;
        let ended = loop {
            match items.try_next().await {
                Ok(Some(container)) => count += u64::from(container.index == count),
                Ok(None) => break Ok(count),
                Err(_) => break Err(count),
            }
        };
        assert_eq!((ended, items.is_complete()), (wanted, wanted.is_ok()));
    }
}

/// Items behind members that may be absent or null, and behind the key of an arm.
#[test]
fn items_may_be_missing_on_the_way() {
    let items = |body: &str| {
        let schema = gallery::calls::ByRoom::schema().output.unwrap();
        gallery::calls::ByRoom::into_items(rt::from_slice(schema, body.as_bytes()).unwrap())
    };
    for nothing in ["null", "{}", r#"{"room":null}"#, r#"{"room":{}}"#, r#"{"room":{"pictures":{}}}"#] {
        assert!(items(nothing).is_empty(), "{nothing}");
    }
    let [(name, picture)] = &items(r#"{"room":{"pictures":{"sea":{"id":7}}}}"#)[..] else { panic!("one item") };
    assert_eq!((name.as_str(), picture.id), ("sea", 7));
}
