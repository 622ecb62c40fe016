//! Calls over websockets, which the server cuts: reads, writes, batches and dropped calls.

use std::sync::Arc;

use chainloom::node::evm::{BlockTag, EvmService};
use chainloom::runtime::Error;
use tokio::task::JoinSet;

use super::{DEADLINE, Soak, Traffic, WHO};
use crate::faults::Menu;
use crate::tally::Shape;

/// The calls of a connection, before another is opened.
const CALLS: usize = 100;

pub(super) fn spawn(soak: &Arc<Soak>, workers: &mut JoinSet<()>) {
    let kind = |name| Traffic::new(soak, name, Shape::Websocket, Menu::new(30, &[]));
    workers.spawn(connections(kind("calls over websockets"), false));
    workers.spawn(connections(kind("dropped calls over websockets"), true));
}

async fn connections(of: Traffic, drops: bool) {
    let node = of.node();
    let mut turns = of.turns();
    while turns.next().await.is_some() {
        let Some(evm) = of.tally.run(DEADLINE, node.evm("C").connect().into_future()).await else { continue };
        for _ in 0..CALLS {
            let Some(drawn) = turns.next().await else { break };
            if drops {
                of.dropped(drawn >> 8, 20, one(&of, &evm, drawn)).await;
            } else {
                of.tally.run(DEADLINE, one(&of, &evm, drawn)).await;
            }
        }
    }
}

async fn one(of: &Traffic, evm: &EvmService, drawn: u64) -> Result<(), Error> {
    match drawn % 4 {
        0 => evm.block_number().await.map(drop),
        1 => evm.get_balance(WHO, BlockTag::Latest).await.map(drop),
        2 => {
            let written = evm.send_raw_transaction(of.soak.next_write()).await;
            of.written(written.is_ok());
            written.map(drop)
        }
        _ => {
            let mut batch = evm.batch();
            let (chain, sent) =
                (batch.push(evm.chain_id()), batch.push(evm.send_raw_transaction(of.soak.next_write())));
            let mut replies = batch.send().await?;
            let written = replies.take(sent);
            of.written(written.is_ok());
            replies.take(chain).map(drop).and(written.map(drop))
        }
    }
}
