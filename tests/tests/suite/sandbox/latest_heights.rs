//! Latest height of the sandbox: nothing is served above it, and lists begin with it.

use chainloom::data::{self, Block, Network, PrimaryBlockchain};
use chainloom::node::Client;
use chainloom::node::evm::{BlockTag, LogFilter};
use chainloom::runtime::Text;
use chainloom_sandbox::Sandbox;
use futures_util::TryStreamExt as _;

use super::heights::started;

#[tokio::test(crate = "chainloom_bounded")]
async fn nothing_is_above_the_latest_height() {
    for builder in [Sandbox::builder(), Sandbox::builder().all_members().seed(5), Sandbox::builder().synthetic_only()] {
        let (sandbox, evm) = started(builder).await;
        let latest = evm.block_number().await.unwrap();
        for number in [latest + 1, latest + 1_000, u64::MAX] {
            assert_eq!(evm.get_block_by_number(number).await.unwrap(), None);
            assert_eq!(evm.get_full_block_by_number(number).await.unwrap(), None);
            assert_eq!(evm.get_header_by_number(number).await.unwrap(), None);
            assert_eq!(evm.get_block_receipts(number).await.unwrap(), None);
            assert_eq!(evm.get_block_transaction_count_by_number(number).await.unwrap(), None);
            assert_eq!(evm.get_transaction_by_block_number_and_index(number, 0).await.unwrap(), None);
            assert_eq!(evm.get_logs(LogFilter::new().from_block(number).to_block(number)).await.unwrap(), []);
        }
        // A height is served as soon as an event or a response has told it.
        sandbox.publish("newHeads", 1).unwrap();
        let block = evm.get_block_by_number(latest + 1).await.unwrap().unwrap();
        assert_eq!(evm.get_block_by_number(BlockTag::Latest).await.unwrap().as_ref(), Some(&block));
        let below = evm.get_block_by_number(latest).await.unwrap().unwrap();
        assert_eq!(Some(block.parent_hash), below.hash);
        let logs = evm.get_logs(LogFilter::new().from_block(latest).to_block(latest + 9)).await.unwrap();
        assert!(logs.iter().all(|log| log.block_number <= Some(latest + 1)), "{logs:?}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_height_that_is_asked_for_first_is_served() {
    for builder in [Sandbox::builder(), Sandbox::builder().synthetic_only()] {
        let (_sandbox, evm) = started(builder).await;
        let block = evm.get_block_by_number(1_000_000).await.unwrap().unwrap();
        assert_eq!(evm.get_block_by_number(7).await.unwrap().unwrap().number, Some(7));
        assert_eq!(evm.block_number().await.unwrap(), 1_000_000);
        assert_eq!(evm.get_block_by_hash(block.hash.unwrap()).await.unwrap(), Some(block));
        assert_eq!(evm.get_block_by_number(2_000_000).await.unwrap(), None);
    }
}

/// Blocks of a list: numbers fall by one, times fall, and each block has the hash of the next as its parent.
fn assert_descending(blocks: &[Block]) {
    for pair in blocks.windows(2) {
        assert_eq!(pair[0].block_number, pair[1].block_number + 1);
        assert_eq!(pair[0].parent_hash, pair[1].block_hash);
        assert!(pair[0].block_timestamp >= pair[1].block_timestamp);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_list_of_latest_blocks_grows() {
    for builder in [Sandbox::builder(), Sandbox::builder().all_members().seed(5), Sandbox::builder().synthetic_only()] {
        let sandbox = builder.start().await.unwrap();
        let client = data::Client::new(sandbox.url()).unwrap();
        let first = client.get_latest_blocks("43114").page_size(5).await.unwrap().blocks;
        assert_eq!(client.get_latest_blocks("43114").page_size(5).await.unwrap().blocks, first);
        sandbox.publish("newHeads", 3).unwrap();
        let all: Vec<Block> = client.get_latest_blocks("43114").page_size(7).items().try_collect().await.unwrap();
        assert_descending(&first);
        assert_descending(&all);
        assert_eq!(all[0].block_number, first[0].block_number + 3);
        assert_eq!(all[3..8], first);
        for block in &all {
            assert_eq!(client.get_block("43114", block.block_number).await.unwrap(), *block);
            assert_eq!(client.get_block("43114", block.block_hash).await.unwrap(), *block);
        }
        let below = client.get_block("43114", all[9].block_number - 21).await.unwrap();
        let lower = client.get_block("43114", below.parent_hash).await.unwrap();
        assert_eq!((lower.block_number + 1, lower.block_hash), (below.block_number, below.parent_hash));
        // Requests for the latest height let it grow, too, until somebody subscribes.
        let evm = Client::new(sandbox.url()).unwrap().evm("C");
        let told = (evm.block_number().await.unwrap(), evm.block_number().await.unwrap());
        assert_eq!(told.1, told.0 + 1);
        let newest = client.get_latest_blocks("43114").await.unwrap().blocks[0].block_number;
        assert_eq!(newest, all[0].block_number + 1);
        let other = client.get_latest_blocks("43113").page_size(2).await.unwrap().blocks;
        assert_descending(&other);
        assert_ne!(other[0].block_hash, first[0].block_hash);
        let of_all: Vec<Block> = client.list_latest_blocks_all_chains().items().try_collect().await.unwrap();
        assert_descending(&of_all);
        let chain = of_all.iter().find_map(|block| block.chain_id.clone()).unwrap();
        let again = client.get_block(&chain, of_all[3].block_hash).await.unwrap();
        assert_eq!(again, of_all[3]);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_block_that_is_asked_for_first_is_below_the_latest() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    for number in [12_345, 900_000_000] {
        assert_eq!(client.get_block("43114", number).await.unwrap().block_number, number);
    }
    assert_eq!(client.get_latest_blocks("43114").await.unwrap().blocks[0].block_number, 900_000_000);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_primary_block_has_the_number_or_the_hash_that_was_asked_for() {
    for builder in [Sandbox::builder(), Sandbox::builder().synthetic_only().seed(5)] {
        let sandbox = builder.start().await.unwrap();
        let client = data::Client::new(sandbox.url()).unwrap();
        let get = |id: Text| client.get_block_by_id(Network::Mainnet, PrimaryBlockchain::PChain, id);
        let block = get("12345".into()).await.unwrap();
        assert_eq!(block.block_number, 12_345);
        assert_ne!(block.block_hash, "12345");
        assert_eq!(get(block.block_hash.clone()).await.unwrap(), block);
        let below = get(block.parent_hash.clone()).await.unwrap();
        assert_eq!((below.block_number, &below.block_hash), (12_344, &block.parent_hash));
        let strange = "2JCPoFqvdbEcHyFsNNBNdFN9MFXhMrWrMAMQUZkkqgVzjPsNzU";
        assert_eq!(get(strange.into()).await.unwrap().block_hash, strange);
        let list = client.list_latest_primary_network_blocks(Network::Mainnet, PrimaryBlockchain::PChain);
        let blocks = list.await.unwrap().blocks;
        for pair in blocks.windows(2) {
            assert_eq!(pair[0].block_number, pair[1].block_number + 1);
            assert_eq!(pair[0].parent_hash, pair[1].block_hash);
        }
        assert_eq!(get(blocks[2].block_hash.clone()).await.unwrap(), blocks[2]);
    }
}
