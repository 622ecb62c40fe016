//! A real EVM node on loopback, used by generated methods as an application uses it.
//!
//! How the node is started and where it comes from: `chainloom_tests::evm`. Every method by itself:
//! `evm_methods`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use chainloom::node::evm::{BlockId, BlockTag, CallRequest, EvmService, Header, LogFilter, SyncState, TopicFilter};
use chainloom::runtime as rt;
use chainloom_tests::evm::{CHAIN_ID, Node, TOPIC, deploy_and_call, raw, send};
use rt::{Bytes, FixedBytes};
use serde_json::json;

#[tokio::test(crate = "chainloom_bounded")]
async fn chain_id_and_sync_state() {
    let Some(node) = Node::start(&[]) else { return };
    let evm = node.client().evm("C");
    assert_eq!(evm.chain_id().send().await.unwrap(), CHAIN_ID);
    assert_eq!(evm.syncing().await.unwrap(), SyncState::Idle);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn blocks_with_hashes_and_with_transactions() {
    let Some(node) = Node::start(&[]) else { return };
    let client = node.client();
    let evm = client.evm("C");
    let hash = send(&client, json!({ "to": "0x00000000000000000000000000000000000c0fee", "value": "0x1" })).await;

    let block = evm.get_block_by_number(BlockTag::Latest).await.unwrap().expect("there is a latest block");
    assert_eq!(block.number, Some(1));
    assert_eq!(block.transactions, [hash]);
    assert!(block.extra.is_empty(), "not in the spec: {:?}", block.extra);

    let full = evm.get_full_block_by_number(1).await.unwrap().expect("there is a block 1");
    assert_eq!(full.hash, block.hash);
    assert_eq!(full.transactions[0].hash, hash);
    assert_eq!(full.transactions[0].value, rt::U256::from(1));

    assert_eq!(evm.get_block_by_number(1_000_000).await.unwrap(), None);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_receipt_of_a_sent_transaction() {
    let Some(node) = Node::start(&[]) else { return };
    let client = node.client();
    let evm = client.evm("C");
    let hash = send(&client, json!({ "to": "0x00000000000000000000000000000000000c0fee", "value": "0x1" })).await;
    let receipt = evm.get_transaction_receipt(hash).await.unwrap().expect("the transaction is in a block");
    assert_eq!(receipt.transaction_hash, hash);
    assert_eq!(receipt.status, Some(1));
    assert_eq!(receipt.gas_used, 21_000);
    assert_eq!(evm.wait_for_receipt(hash).await.unwrap(), receipt);
    let waiting = evm.wait_for_receipt(hash).confirmations(1).every(Duration::from_millis(10));
    let error = waiting.clone().deadline(Duration::from_millis(50)).await.unwrap_err();
    assert_eq!(error.kind(), rt::ErrorKind::WaitTimeout);
    send(&client, json!({ "to": "0x00000000000000000000000000000000000c0fee", "value": "0x1" })).await;
    assert_eq!(waiting.await.unwrap(), receipt);
    let unknown = evm.get_transaction_receipt(FixedBytes::<32>::repeat_byte(7)).await.unwrap();
    assert_eq!(unknown, None);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn logs_with_a_filter() {
    let Some(node) = Node::start(&[]) else { return };
    let client = node.client();
    let evm = client.evm("C");
    let (address, hash) = deploy_and_call(&client, &evm).await;
    let topic: FixedBytes<32> = TOPIC.parse().unwrap();

    let filter =
        LogFilter::new().from_block(0).to_block(BlockTag::Latest).address(address).topics([topic_filter(topic)]);
    let logs = evm.get_logs(filter).await.unwrap();
    assert_eq!(logs.len(), 1);
    assert_eq!(logs[0].address, address);
    assert_eq!(logs[0].topics, [topic]);
    assert_eq!(logs[0].transaction_hash, Some(hash));
    assert_eq!(logs[0].data.last(), Some(&42));

    let other = LogFilter::new().from_block(0).topics([topic_filter(FixedBytes::repeat_byte(1))]);
    assert!(evm.get_logs(other).await.unwrap().is_empty());
}

fn topic_filter(topic: FixedBytes<32>) -> TopicFilter {
    topic.into()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_returns_bytes_or_an_error_with_data() {
    let Some(node) = Node::start(&[]) else { return };
    let client = node.client();
    let evm = client.evm("C");
    let (address, _) = deploy_and_call(&client, &evm).await;
    let output = evm.call(CallRequest::new().to(address)).block(BlockId::Tag(BlockTag::Latest)).await.unwrap();
    assert_eq!(output.last(), Some(&42));

    // PUSH1 0 PUSH1 0 REVERT, run as the code of a new contract.
    let revert = CallRequest::new().data(Bytes::from_static(&[0x60, 0, 0x60, 0, 0xfd]));
    let error = evm.call(revert).await.unwrap_err();
    assert_eq!(error.rpc_code(), Some(3), "{error}");
    assert!(error.to_string().contains("revert"), "{error}");
    assert!(!error.is_retryable());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn fee_history() {
    let Some(node) = Node::start(&[]) else { return };
    let evm = node.client().evm("C");
    // The first block only: the node takes later ones into its history a moment after it made them.
    let fees = evm.fee_history(1, 0, [10.0, 50.5]).await.unwrap();
    assert_eq!(fees.oldest_block, 0);
    assert_eq!(fees.gas_used_ratio.len(), 1);
    assert_eq!(fees.reward.expect("percentiles were asked for")[0].len(), 2);

    let fees = evm.fee_history(1, 0, []).await.unwrap();
    assert!(fees.reward.is_none_or(|rewards| rewards.iter().all(Vec::is_empty)), "no percentiles were asked for");

    let error = evm.fee_history(2, BlockTag::Latest, [90.0, 10.0]).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

/// The numbers of heads; a gap is its reason.
async fn numbers(heads: &mut rt::Subscription<Header>, count: usize) -> Vec<Result<u64, rt::GapReason>> {
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(match heads.try_next().await.unwrap().unwrap() {
            rt::Incoming::Event(head) => Ok(head.number.unwrap()),
            rt::Incoming::Gap(gap) => Err(gap.reason()),
            _ => unreachable!(),
        });
    }
    all
}

/// The node ends and comes again with its state, and with blocks that were made meanwhile.
#[tokio::test(crate = "chainloom_bounded")]
async fn subscriptions_of_a_node_that_was_away() {
    let state = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("away.json");
    let _ = std::fs::remove_file(&state);
    let flags = ["--state", state.to_str().unwrap()];
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let Some(node) = Node::start_at(port, &flags) else { return };
    let client = node.client();
    let evm = client.evm("C");
    let (address, _) = deploy_and_call(&client, &evm).await;
    let socket = evm.connect().await.unwrap();
    let mut plain = socket.new_heads().await.unwrap();
    let mut filled = socket.new_heads().backfill(100).await.unwrap();
    let mut logs = socket.logs(LogFilter::new().address(address)).backfill(100).await.unwrap();
    let called = send(&client, json!({ "to": address.to_string() })).await;
    assert_eq!(numbers(&mut plain, 1).await, [Ok(3)]);
    assert_eq!(numbers(&mut filled, 1).await, [Ok(3)]);
    let log = logs.try_next().await.unwrap().unwrap().event().unwrap();
    assert_eq!(log.transaction_hash, Some(called));

    // Elsewhere, so that the subscriptions do not see it.
    node.end();
    let elsewhere = Node::start_at(0, &flags).unwrap();
    let away = send(&elsewhere.client(), json!({ "to": address.to_string() })).await;
    raw(&elsewhere.client(), "evm_mine", &[]).await;
    elsewhere.end();
    let _node = Node::start_at(port, &flags).unwrap();
    assert_eq!(numbers(&mut plain, 1).await, [Err(rt::GapReason::Reconnected)]);
    assert_eq!(numbers(&mut filled, 2).await, [Ok(4), Ok(5)]);
    let log = logs.try_next().await.unwrap().unwrap().event().unwrap();
    assert_eq!((log.transaction_hash, log.block_number), (Some(away), Some(4)));

    let last = send(&client, json!({ "to": address.to_string() })).await;
    assert_eq!(numbers(&mut plain, 1).await, [Ok(6)]);
    assert_eq!(numbers(&mut filled, 1).await, [Ok(6)]);
    let log = logs.try_next().await.unwrap().unwrap().event().unwrap();
    assert_eq!(log.transaction_hash, Some(last));
}

/// What a program believes that follows heads: blocks by their numbers, and numbers it was told to
/// be missing.
#[derive(Default)]
struct Follower {
    held: BTreeMap<u64, FixedBytes<32>>,
    covered: HashSet<u64>,
    replaced: usize,
}

impl Follower {
    /// Follows heads up to this one.
    async fn follow(&mut self, heads: &mut rt::Subscription<Header>, last: FixedBytes<32>) {
        loop {
            match heads.try_next().await.unwrap().unwrap() {
                rt::Incoming::Event(head) => {
                    let number = head.number.unwrap();
                    assert!(self.held.range(number..).next().is_none(), "{number} is not above what is held");
                    let below = self.held.get(&(number - 1));
                    assert!(below.is_none_or(|below| *below == head.parent_hash), "{number} is not linked");
                    self.held.insert(number, head.hash.unwrap());
                    if head.hash == Some(last) {
                        return;
                    }
                }
                rt::Incoming::Gap(gap) => {
                    let from = gap.from_height().unwrap();
                    match gap.reason() {
                        rt::GapReason::Reorganized { .. } => {
                            self.replaced += 1;
                            self.held.split_off(&from);
                            self.covered.retain(|number| *number < from);
                        }
                        _ => self.covered.extend(from..=gap.to_height().unwrap()),
                    }
                }
                _ => unreachable!(),
            }
        }
    }

    /// All blocks of the chain are held or told as missing, and no others are held.
    async fn agrees(&self, evm: &EvmService, start: u64) {
        for number in start..=evm.block_number().await.unwrap() {
            let block = evm.get_block_by_number(number).await.unwrap().unwrap();
            match self.held.get(&number) {
                Some(held) => assert_eq!(Some(*held), block.hash, "{number} was replaced without a word"),
                None => assert!(self.covered.contains(&number), "{number} is lost: {:?}", self.held),
            }
        }
    }
}

/// A way to the node that can be cut and closed.
struct Bridge {
    is_open: tokio::sync::watch::Sender<bool>,
    url: String,
}

impl Bridge {
    async fn to(node: String) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (is_open, state) = tokio::sync::watch::channel(true);
        tokio::spawn(async move {
            while let Ok((mut here, _)) = listener.accept().await {
                let mut state = state.clone();
                if !*state.borrow_and_update() {
                    continue;
                }
                let mut there = tokio::net::TcpStream::connect(node.as_str()).await.unwrap();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut here, &mut there) => {}
                        _ = state.wait_for(|is_open| !is_open) => {}
                    }
                });
            }
        });
        Self { is_open, url }
    }
}

/// Blocks are replaced while the connection lives, and while it is cut.
#[tokio::test(crate = "chainloom_bounded")]
async fn reorganisations_are_told() {
    for most in [100, 2] {
        let Some(node) = Node::start(&[]) else { return };
        let bridge = Bridge::to(node.address().to_owned()).await;
        let (client, evm) = (node.client(), node.client().evm("C"));
        let mut heads = node.client_at(&bridge.url).evm("C").new_heads().backfill(most).await.unwrap();
        let mut follower = Follower::default();
        for (depth, is_cut) in [(3, false), (4, true), (1, false), (5, true), (2, true)] {
            for _ in 0..6 {
                raw(&client, "evm_mine", &[]).await;
            }
            let last = evm.get_block_by_number(BlockTag::Latest).await.unwrap().unwrap();
            follower.follow(&mut heads, last.hash.unwrap()).await;
            let replaced = follower.replaced;
            bridge.is_open.send_replace(!is_cut);
            raw(&client, "anvil_reorg", &[json!(depth), json!([])]).await;
            for _ in 0..if is_cut { 5 } else { 1 } {
                raw(&client, "evm_mine", &[]).await;
            }
            bridge.is_open.send_replace(true);
            let last = evm.get_block_by_number(BlockTag::Latest).await.unwrap().unwrap();
            follower.follow(&mut heads, last.hash.unwrap()).await;
            follower.agrees(&evm, 1).await;
            assert!(follower.replaced > replaced, "it is told that {depth} blocks were replaced");
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_batch_of_calls() {
    let Some(node) = Node::start(&[]) else { return };
    let client = node.client();
    let evm = client.evm("C");
    let (address, hash) = deploy_and_call(&client, &evm).await;
    let mut batch = evm.batch().max_calls(3);
    let block = batch.push(evm.get_block_by_number(1));
    let receipt = batch.push(evm.get_transaction_receipt(hash));
    let output = batch.push(evm.call(CallRequest::new().to(address)));
    let revert = batch.push(evm.call(CallRequest::new().data(Bytes::from_static(&[0x60, 0, 0x60, 0, 0xfd]))));
    let chain = batch.push(evm.chain_id());
    let mut replies = batch.send().await.unwrap();
    assert_eq!(replies.take(block).unwrap(), evm.get_block_by_number(1).await.unwrap());
    assert_eq!(replies.take(receipt).unwrap().unwrap().transaction_hash, hash);
    assert_eq!(replies.take(output).unwrap().last(), Some(&42));
    assert_eq!(replies.take(revert).unwrap_err().rpc_code(), Some(3));
    assert_eq!(replies.take(chain).unwrap(), CHAIN_ID);
    assert!(replies.strays().is_empty());
}
