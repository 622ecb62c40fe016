//! Heights of the sandbox: the latest one grows, what has a height is the same by whatever call it
//! comes, and nothing that was not lost shows as lost.

use std::time::Duration;

use chainloom::node::Client;
use chainloom::node::EvmAddress;
use chainloom::node::evm::{BlockTag, EvmService, Header, LogFilter};
use chainloom::runtime::codec::Read;
use chainloom::runtime::{ErrorKind, FixedBytes, GapReason, Incoming, Subscription};
use chainloom_sandbox::{Builder, PreparedResponse, Sandbox};
use serde_json::json;

type B256 = FixedBytes<32>;

const EVERY: Duration = Duration::from_millis(1);

/// Starts a sandbox, with a client of the EVM interface.
pub(super) async fn started(builder: Builder) -> (Sandbox, EvmService) {
    let sandbox = builder.start().await.unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    (sandbox, client.evm("C"))
}

/// Heights to ask for: the latest, which is above those of examples, and others.
async fn heights(evm: &EvmService) -> [u64; 5] {
    assert!(evm.get_header_by_number(1_000_000).await.unwrap().is_some());
    let latest = evm.block_number().await.unwrap();
    [latest, latest - 1, 5, 7, latest / 2]
}

/// The next events of a subscription, of which none is a gap.
async fn events<T: Read + std::fmt::Debug>(of: &mut Subscription<T>, count: usize) -> Vec<T> {
    let mut all = Vec::new();
    for _ in 0..count {
        match of.try_next().await.unwrap().unwrap() {
            Incoming::Event(event) => all.push(event),
            other => panic!("{other:?}"),
        }
    }
    all
}

fn assert_linked(heads: &[Header]) {
    for pair in heads.windows(2) {
        assert_eq!(pair[1].number, pair[0].number.map(|number| number + 1));
        assert_eq!(Some(pair[1].parent_hash), pair[0].hash);
        assert!(pair[1].timestamp >= pair[0].timestamp);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn confirmations_come() {
    for builder in [Sandbox::builder(), Sandbox::builder().synthetic_only().seed(3), Sandbox::builder().surprises()] {
        let (sandbox, evm) = started(builder).await;
        for byte in [1, 2] {
            let receipt = evm.wait_for_receipt(B256::repeat_byte(byte)).every(EVERY).confirmations(3).await.unwrap();
            let again = evm.get_transaction_receipt(B256::repeat_byte(byte)).await.unwrap().unwrap();
            assert_eq!(receipt.block_number, again.block_number);
            // The request for the latest height makes it grow once more.
            assert_eq!(evm.block_number().await.unwrap(), receipt.block_number + 4);
        }
        let calls = sandbox.seen().iter().filter(|seen| seen.operations == ["evm.getTransactionReceipt"]).count();
        assert!((9..=10).contains(&calls), "{calls}");
    }
}

/// The recipe of docs/sandbox.md for a result that is not there at first.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_receipt_that_is_late_is_not_taken_for_replaced() {
    for (builder, byte) in [(Sandbox::builder(), 1), (Sandbox::builder().seed(9), 2), (Sandbox::builder(), 3)] {
        let late = PreparedResponse::json(json!(null)).times(3);
        let (_sandbox, evm) = started(builder.response("evm.getTransactionReceipt", late)).await;
        let hash = B256::repeat_byte(byte);
        let receipt = evm.wait_for_receipt(hash).every(EVERY).await.unwrap();
        let transaction = evm.get_transaction_by_hash(hash).await.unwrap().unwrap();
        assert_eq!((receipt.transaction_hash, transaction.hash), (hash, hash));
        let next = evm.get_transaction_count(transaction.from, BlockTag::Latest).await.unwrap();
        assert_eq!(transaction.nonce, next);
    }
}

/// The sender is given as an argument of a call is: as an address, or as its text.
#[tokio::test(crate = "chainloom_bounded")]
async fn the_owner_of_a_number_is_given_by_its_text() {
    let (sandbox, evm) = started(Sandbox::builder()).await;
    let (hash, sender) = (B256::repeat_byte(1), "0x71C7656EC7ab88b098defB751B7401B5f6d8976F");
    let waiting = || evm.wait_for_receipt(hash).every(EVERY);
    let by_text = waiting().number(sender, 7).await.unwrap();
    assert_eq!(by_text, waiting().number(sender.parse::<EvmAddress>().unwrap(), 7).await.unwrap());
    let before = sandbox.seen().len();
    let error = waiting().number("me", 7).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("`address` must be `0x` and 20 bytes in hex, but is \"me\""), "{error}");
    assert_eq!(sandbox.seen().len(), before);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_block_is_the_same_by_its_number_and_by_its_hash() {
    for builder in [Sandbox::builder(), Sandbox::builder().all_members().seed(5), Sandbox::builder().synthetic_only()] {
        let (_sandbox, evm) = started(builder).await;
        for number in heights(&evm).await {
            let block = evm.get_block_by_number(number).await.unwrap().unwrap();
            let hash = block.hash.unwrap();
            assert_eq!(block.number, Some(number));
            assert_eq!(evm.get_block_by_hash(hash).await.unwrap().unwrap(), block);
            let full = evm.get_full_block_by_hash(hash).await.unwrap().unwrap();
            assert_eq!(evm.get_full_block_by_number(number).await.unwrap().unwrap(), full);
            let header = evm.get_header_by_number(number).await.unwrap().unwrap();
            assert_eq!(evm.get_header_by_hash(hash).await.unwrap().unwrap(), header);
            assert_eq!((header.hash, header.number, header.state_root), (block.hash, block.number, block.state_root));
            assert_eq!((full.hash, full.timestamp, full.miner), (block.hash, block.timestamp, block.miner));
            let below = evm.get_header_by_number(number - 1).await.unwrap().unwrap();
            assert_eq!(below.hash, Some(block.parent_hash));
        }
        let newest = evm.get_header_by_number(BlockTag::Latest).await.unwrap().unwrap();
        assert_eq!(newest.number, Some(evm.block_number().await.unwrap() - 1));
        let strange = evm.get_block_by_hash(B256::repeat_byte(9)).await.unwrap();
        assert!(strange.is_none_or(|block| block.hash == Some(B256::repeat_byte(9))));
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_block_agrees_with_its_transactions_and_receipts() {
    for builder in [Sandbox::builder(), Sandbox::builder().all_members().seed(5), Sandbox::builder().synthetic_only()] {
        let (_sandbox, evm) = started(builder).await;
        for number in heights(&evm).await {
            let block = evm.get_full_block_by_number(number).await.unwrap().unwrap();
            let hashes: Vec<B256> = block.transactions.iter().map(|transaction| transaction.hash).collect();
            assert_eq!(evm.get_block_by_number(number).await.unwrap().unwrap().transactions, hashes);
            let receipts = evm.get_block_receipts(number).await.unwrap().unwrap();
            assert_eq!(receipts.iter().map(|receipt| receipt.transaction_hash).collect::<Vec<_>>(), hashes);
            assert_eq!(evm.get_block_receipts(block.hash.unwrap()).await.unwrap().unwrap(), receipts);
            for (place, (transaction, receipt)) in (0..).zip(block.transactions.iter().zip(&receipts)) {
                let placed = evm.get_transaction_by_block_number_and_index(number, place).await.unwrap();
                assert_eq!(placed.as_ref(), Some(transaction));
                assert_eq!((transaction.transaction_index, receipt.transaction_index), (Some(place), place));
                let alone = evm.get_transaction_by_hash(transaction.hash).await.unwrap().unwrap();
                assert_eq!((alone.block_hash, alone.block_number), (block.hash, block.number));
                assert_eq!(alone.from, receipt.from);
                assert_eq!((Some(receipt.block_hash), Some(receipt.block_number)), (block.hash, block.number));
                let again = evm.get_transaction_receipt(transaction.hash).await.unwrap().unwrap();
                assert_eq!((again.from, &again.to, again.block_hash), (receipt.from, &receipt.to, receipt.block_hash));
                for log in &again.logs {
                    assert!(log.block_hash.is_none_or(|hash| hash == again.block_hash));
                    assert!(log.transaction_hash.is_none_or(|hash| hash == again.transaction_hash));
                }
            }
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_transaction_that_is_asked_for_is_in_a_block() {
    for builder in [Sandbox::builder(), Sandbox::builder().all_members().seed(5), Sandbox::builder().synthetic_only()] {
        let (_sandbox, evm) = started(builder).await;
        for byte in [1, 2] {
            let hash = B256::repeat_byte(byte);
            let receipt = evm.wait_for_receipt(hash).every(EVERY).confirmations(2).await.unwrap();
            let block = evm.get_full_block_by_number(receipt.block_number).await.unwrap().unwrap();
            assert_eq!(Some(receipt.block_hash), block.hash);
            let transaction = block.transactions.iter().find(|transaction| transaction.hash == hash).unwrap();
            assert_eq!((transaction.from, transaction.to), (receipt.from, receipt.to));
            assert!(evm.get_block_by_hash(receipt.block_hash).await.unwrap().unwrap().transactions.contains(&hash));
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn logs_are_of_transactions_that_are_served() {
    for builder in [Sandbox::builder(), Sandbox::builder().all_members().seed(5), Sandbox::builder().synthetic_only()] {
        let (_sandbox, evm) = started(builder).await;
        for number in heights(&evm).await {
            let block = evm.get_block_by_number(number).await.unwrap().unwrap();
            let by_height = evm.get_logs(LogFilter::new().from_block(number).to_block(number)).await.unwrap();
            let by_hash = evm.get_logs(LogFilter::new().block_hash(block.hash.unwrap())).await.unwrap();
            assert_eq!(by_hash, by_height);
            assert_eq!(by_height.is_empty(), block.transactions.is_empty());
            for log in by_height {
                assert_eq!((log.block_hash, log.block_number), (block.hash, block.number));
                let transaction = evm.get_transaction_by_hash(log.transaction_hash.unwrap()).await.unwrap().unwrap();
                assert_eq!((transaction.block_hash, transaction.block_number), (log.block_hash, log.block_number));
                assert_eq!(transaction.transaction_index, log.transaction_index);
                assert!(block.transactions.contains(&transaction.hash));
            }
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn counts_are_of_the_block_that_is_served() {
    for builder in [Sandbox::builder(), Sandbox::builder().all_members().seed(5), Sandbox::builder().synthetic_only()] {
        let (_sandbox, evm) = started(builder).await;
        for number in heights(&evm).await {
            let block = evm.get_block_by_number(number).await.unwrap().unwrap();
            let (hash, transactions) = (block.hash.unwrap(), block.transactions.len() as u64);
            assert_eq!(evm.get_block_transaction_count_by_number(number).await.unwrap(), Some(transactions));
            assert_eq!(evm.get_block_transaction_count_by_hash(hash).await.unwrap(), Some(transactions));
            let uncles = block.uncles.len() as u64;
            assert_eq!(evm.get_uncle_count_by_block_number(number).await.unwrap(), Some(uncles));
            assert_eq!(evm.get_uncle_count_by_block_hash(hash).await.unwrap(), Some(uncles));
        }
    }
}

/// The examples of the spec are from several chains.
#[tokio::test(crate = "chainloom_bounded")]
async fn transactions_have_the_id_of_the_chain() {
    for builder in [Sandbox::builder(), Sandbox::builder().all_members().deployment("fuji")] {
        let (_sandbox, evm) = started(builder).await;
        let id = evm.chain_id().await.unwrap();
        let shown = "0x72de2d883b846050d6b97ddba8bbb260e22e57a76f830300fc898e97acffd426";
        let mut transactions = vec![evm.get_transaction_by_hash(shown).await.unwrap().unwrap()];
        for number in heights(&evm).await {
            transactions.extend(evm.get_full_block_by_number(number).await.unwrap().unwrap().transactions);
        }
        let ids: Vec<u64> = transactions.iter().filter_map(|transaction| transaction.chain_id).collect();
        assert!(ids.len() > 1 && ids.iter().all(|own| *own == id), "{ids:?} on the chain {id}");
    }
}

/// The example of the receipts of the latest block shows none.
#[tokio::test(crate = "chainloom_bounded")]
async fn an_empty_example_hides_no_contents() {
    let (_sandbox, evm) = started(Sandbox::builder()).await;
    let block = evm.get_block_by_number(BlockTag::Latest).await.unwrap().unwrap();
    let receipts = evm.get_block_receipts(BlockTag::Latest).await.unwrap().unwrap();
    assert!(!receipts.is_empty());
    assert_eq!(receipts.iter().map(|receipt| receipt.transaction_hash).collect::<Vec<_>>(), block.transactions);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn heads_that_were_missed_follow_those_that_came() {
    let (sandbox, evm) = started(Sandbox::builder()).await;
    let mut heads = evm.new_heads().backfill(100).await.unwrap();
    sandbox.publish("newHeads", 3).unwrap();
    let mut all = events(&mut heads, 3).await;
    assert_eq!(evm.get_header_by_hash(all[2].hash.unwrap()).await.unwrap().as_ref(), Some(&all[2]));
    sandbox.cut_connections();
    sandbox.publish("newHeads", 4).unwrap();
    all.extend(events(&mut heads, 4).await);
    sandbox.publish("newHeads", 2).unwrap();
    all.extend(events(&mut heads, 2).await);
    assert_linked(&all);
    // Somebody who does not subscribe sees the same heights.
    assert_eq!(Some(evm.block_number().await.unwrap()), all[8].number);
    assert_eq!(Some(evm.block_number().await.unwrap()), all[8].number);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_missing_head_is_still_told() {
    let (sandbox, evm) = started(Sandbox::builder()).await;
    let mut heads = evm.new_heads().backfill(2).await.unwrap();
    sandbox.publish("newHeads", 1).unwrap();
    let before = events(&mut heads, 1).await;
    sandbox.cut_connections();
    sandbox.publish("newHeads", 5).unwrap();
    let Some(Incoming::Gap(gap)) = heads.try_next().await.unwrap() else { panic!("no gap") };
    assert!(!matches!(gap.reason(), GapReason::Reorganized { .. }), "{gap}");
    let after = events(&mut heads, 2).await;
    assert_eq!(after[0].number, before[0].number.map(|number| number + 4));
    assert_linked(&after);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn logs_fit_their_filter_and_are_found_again() {
    let (sandbox, evm) = started(Sandbox::builder()).await;
    let (address, topic) = ("0x1111111111111111111111111111111111111111", B256::repeat_byte(7));
    let filter = LogFilter::new().address(address).topics([topic]);
    let mut logs = evm.logs(filter.clone()).backfill(100).await.unwrap();
    let first = evm.block_number().await.unwrap();
    sandbox.publish("logs", 2).unwrap();
    let mut all = events(&mut logs, 2).await;
    sandbox.cut_connections();
    sandbox.publish("logs", 3).unwrap();
    all.extend(events(&mut logs, 3).await);
    for (log, above) in all.iter().zip(1..) {
        assert_eq!((log.address.to_string(), log.topics[0]), (address.to_owned(), topic));
        assert_eq!(log.block_number, Some(first + above));
    }
    let found = evm.get_logs(filter.from_block(first + 1).to_block(first + 5)).await.unwrap();
    assert_eq!(found, all);
    for log in &found {
        let header = evm.get_header_by_number(log.block_number.unwrap()).await.unwrap().unwrap();
        assert!(log.block_hash.is_none() || log.block_hash == header.hash);
    }
    // Heads of the same heights come behind.
    let other = LogFilter::new().from_block(first + 2).to_block(first + 2);
    assert_ne!(evm.get_logs(other).await.unwrap()[0].topics.first(), Some(&topic));
}
