//! Single calls over HTTP: reads, writes, dropped ones, short deadlines, limits, threads that wait,
//! and clients that live for a few calls.

use std::sync::Arc;
use std::time::Duration;

use chainloom::node::evm::BlockTag;
use chainloom::runtime::blocking::Wait as _;
use chainloom::runtime::{Error, Rate};
use chainloom::{data, node};
use tokio::task::JoinSet;

use super::{DEADLINE, Soak, Traffic, WHO};
use crate::faults::{LATE, Menu, OF_HTTP, OF_RPC};
use crate::tally::Shape;

/// How many requests of the limited client are open at most.
const OPEN: usize = 4;

pub(super) fn spawn(soak: &Arc<Soak>, workers: &mut JoinSet<()>) {
    let kind = |name, menu| Traffic::new(soak, name, Shape::Calls, menu);
    let faulty = || Menu::new(30, &[OF_HTTP]);
    let rest = kind("REST reads", faulty());
    let data = rest.data();
    (0..2).for_each(|_| drop(workers.spawn(rest_reads(rest.clone(), data.clone()))));
    let rpc = kind("JSON-RPC reads", Menu::new(30, &[OF_HTTP, OF_RPC]));
    let node = rpc.node();
    (0..2).for_each(|_| drop(workers.spawn(rpc_reads(rpc.clone(), node.clone()))));
    workers.spawn(writes(kind("JSON-RPC writes", Menu::new(30, &[OF_HTTP, OF_RPC]))));
    workers.spawn(dropped(kind("dropped calls", Menu::new(60, &[LATE]))));
    workers.spawn(deadlines(kind("short deadlines", Menu::new(60, &[LATE]))));
    workers.spawn(limited(kind("limits", faulty())));
    workers.spawn(short_lived(kind("short-lived clients", faulty())));
    let blocking = kind("threads that wait", faulty());
    let data = blocking.data();
    for _ in 0..2 {
        let (blocking, data) = (blocking.clone(), data.clone());
        workers.spawn_blocking(move || waiting(&blocking, &data));
    }
}

async fn read_rest(data: &data::Client, which: u64) -> Result<(), Error> {
    match which % 4 {
        0 => data.get_chain_info("43114").await.map(drop),
        1 => data.list_delegators(data::Network::Mainnet).page_size(5).await.map(drop),
        2 => data.get_latest_blocks("43114").await.map(drop),
        _ => data.list_erc20_balances("43114", WHO).await.map(drop),
    }
}

async fn read_rpc(node: &node::Client, which: u64) -> Result<(), Error> {
    match which % 6 {
        0 => node.evm("C").chain_id().await.map(drop),
        1 => node.evm("C").block_number().await.map(drop),
        2 => node.evm("C").get_balance(WHO, BlockTag::Latest).await.map(drop),
        3 => node.info().get_node_version().await.map(drop),
        4 => node.pchain().get_current_supply().await.map(drop),
        _ => node.evm("C").get_block_by_number(1_000).await.map(drop),
    }
}

async fn rest_reads(of: Traffic, data: data::Client) {
    let mut turns = of.turns();
    while let Some(drawn) = turns.next().await {
        of.tally.run(DEADLINE, read_rest(&data, drawn)).await;
    }
}

async fn rpc_reads(of: Traffic, node: node::Client) {
    let mut turns = of.turns();
    while let Some(drawn) = turns.next().await {
        of.tally.run(DEADLINE, read_rpc(&node, drawn)).await;
    }
}

async fn writes(of: Traffic) {
    let evm = of.node().evm("C");
    let mut turns = of.turns();
    while turns.next().await.is_some() {
        let sent = evm.send_raw_transaction(of.soak.next_write()).into_future();
        of.written(of.tally.run(DEADLINE, sent).await.is_some());
    }
}

async fn dropped(of: Traffic) {
    let node = of.node();
    let mut turns = of.turns();
    while let Some(drawn) = turns.next().await {
        of.dropped(drawn >> 8, 60, read_rpc(&node, drawn)).await;
    }
}

async fn deadlines(of: Traffic) {
    let data = of.data();
    let mut turns = of.turns();
    while let Some(drawn) = turns.next().await {
        let time = Duration::from_millis(20 + drawn % 180);
        of.tally.run(time, data.get_chain_info("43114").configure(|call| call.deadline(time)).into_future()).await;
    }
}

/// More calls at a time than slots, and more than the rate lets go within their deadlines.
async fn limited(of: Traffic) {
    let rate = Rate::requests(20, Duration::from_secs(1));
    let node = of.node_of(|builder| builder.max_concurrent(OPEN).limit(rate).deadline(Duration::from_millis(500)));
    let mut workers = JoinSet::new();
    for _ in 0..3 * OPEN {
        let (of, node) = (of.clone(), node.clone());
        workers.spawn(async move {
            let mut turns = of.turns();
            while let Some(drawn) = turns.next().await {
                of.tally.run(DEADLINE, read_rpc(&node, drawn)).await;
            }
        });
    }
    workers.join_all().await;
    let most = of.tally.most_open.load(std::sync::atomic::Ordering::SeqCst);
    if most > OPEN as u64 {
        of.tally.wrong(format!("{most} requests were open at a time, of {OPEN}"));
    }
}

async fn short_lived(of: Traffic) {
    let mut turns = of.turns();
    while let Some(drawn) = turns.next().await {
        let data = of.data();
        for call in 0..3 {
            of.tally.run(DEADLINE, read_rest(&data, drawn >> call)).await;
        }
    }
}

fn waiting(of: &Traffic, data: &data::Client) {
    let mut turns = of.turns();
    while turns.wait().is_some() {
        of.tally.wait(DEADLINE, || data.get_chain_info("43114").wait());
    }
}
