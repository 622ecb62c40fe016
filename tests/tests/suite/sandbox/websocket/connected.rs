//! The generated client over websockets of the sandbox: calls, events, lost connections, slow
//! readers.

use std::fmt::Debug;

use chainloom::node::{Client, evm::LogFilter};
use chainloom::runtime::{GapReason, Incoming, Overflow, Retry, Subscription, Websocket};
use chainloom_sandbox::{Fault, Sandbox};
use futures_util::{StreamExt as _, TryStreamExt as _};
use std::time::Duration;

/// A client that opens lost connections again without long waits.
fn client(sandbox: &Sandbox) -> Client {
    let quick = Retry::default().attempts(u32::MAX).backoff(Duration::from_millis(1), Duration::from_millis(20));
    let websocket = Websocket::default().reconnect(quick);
    let builder = Client::builder().base_url(sandbox.url()).configure(|builder| builder.websocket(websocket));
    builder.build().unwrap()
}

/// The next item, which must be an event.
async fn event<T: chainloom::runtime::codec::Read + Debug>(events: &mut Subscription<T>) -> T {
    let next = events.try_next().await.unwrap().unwrap();
    let text = format!("{next:?}");
    next.event().unwrap_or_else(|| panic!("{text}"))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn calls_and_all_subscriptions_go_over_one_connection() {
    let sandbox = Sandbox::builder().seed(3).start().await.unwrap();
    let evm = client(&sandbox).evm("C").connect().await.unwrap();
    let (mut heads, mut logs) = (evm.new_heads().await.unwrap(), evm.logs(LogFilter::new()).await.unwrap());
    let mut hashes = evm.new_pending_transactions().await.unwrap();
    let mut full = evm.new_accepted_transactions().full(true).await.unwrap();
    assert_eq!(evm.chain_id().await.unwrap(), 43_114);
    for kind in ["newHeads", "logs", "newPendingTransactions", "newAcceptedTransactions"] {
        assert_eq!(sandbox.publish(kind, 2).unwrap(), 2);
    }
    for _ in 0..2 {
        event(&mut heads).await;
        event(&mut logs).await;
        assert!(matches!(event(&mut hashes).await, chainloom::node::evm::TransactionOrHash::Hash(_)));
        assert!(!matches!(event(&mut full).await, chainloom::node::evm::TransactionOrHash::Hash(_)));
    }
    assert_eq!((sandbox.open_connections(), sandbox.open_subscriptions()), (1, 4));
    let seen = sandbox.seen();
    let calls = seen.iter().filter(|one| one.operations == ["evm.chainId"]);
    assert!(calls.map(|one| one.status.unwrap().as_u16()).eq([101]), "{seen:?}");
    drop(heads);
    evm.chain_id().await.unwrap();
    assert_eq!(sandbox.open_subscriptions(), 3);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_block_of_many_logs_arrives_whole() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let logs = client(&sandbox).evm("C").logs(LogFilter::new()).await.unwrap();
    assert_eq!(sandbox.publish("logs", 250).unwrap(), 250);
    let came: Vec<_> = logs.take(250).try_collect().await.unwrap();
    assert!(came.iter().all(|item| matches!(item, Incoming::Event(_))));
    assert_eq!(came.len(), 250);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_slow_reader_is_told_what_it_missed() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let evm = client(&sandbox).evm("C").connect().await.unwrap();
    for (overflow, before) in [(Overflow::DropNewest, 10), (Overflow::DropOldest, 0)] {
        let subscribe = evm.new_heads().configure(|subscribe| subscribe.buffer(10, 1 << 20).overflow(overflow));
        let mut heads = subscribe.await.unwrap();
        sandbox.publish("newHeads", 50).unwrap();
        // Its response comes behind the events.
        evm.chain_id().await.unwrap();
        for _ in 0..before {
            event(&mut heads).await;
        }
        let gap = heads.try_next().await.unwrap().unwrap();
        let gap = gap.gap().unwrap();
        assert_eq!((gap.reason(), gap.missed()), (GapReason::Overflow, Some(40)));
        for _ in before..10 {
            event(&mut heads).await;
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_cut_connection_is_a_gap_and_later_events_are_complete() {
    let sandbox = Sandbox::builder().fault(Fault::CutWebsocket(4).on("evm").times(1)).start().await.unwrap();
    let evm = client(&sandbox).evm("C");
    let mut heads = evm.new_heads().await.unwrap();
    // The reply and three events, then the end; and later all connections are cut.
    sandbox.publish("newHeads", 5).unwrap();
    for _ in 0..3 {
        event(&mut heads).await;
    }
    for round in 0..2 {
        let gap = heads.try_next().await.unwrap().unwrap();
        let gap = gap.gap().unwrap();
        assert_eq!((gap.reason(), gap.missed()), (GapReason::Reconnected, None), "{round}");
        assert!(gap.from() <= gap.to());
        assert_eq!((sandbox.open_connections(), sandbox.publish("newHeads", 20).unwrap()), (1, 20));
        for _ in 0..20 {
            event(&mut heads).await;
        }
        sandbox.cut_connections();
    }
}
