//! Latest height of the sandbox: nothing is served above it, and lists begin with it.

use chainloom::node::Client;
use chainloom::node::evm::{BlockTag, EvmService, LogFilter};
use chainloom_sandbox::{Builder, Sandbox};

async fn started(builder: Builder) -> (Sandbox, EvmService) {
    let sandbox = builder.start().await.unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    (sandbox, client.evm("C"))
}

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
