//! Batches over HTTP: split ones, ones that are too large for the service, and ones with a write.

use std::sync::Arc;

use chainloom::node;
use chainloom::node::evm::{BlockTag, EvmService};
use chainloom::runtime::Error;
use tokio::task::JoinSet;

use super::{DEADLINE, Soak, Traffic, WHO};
use crate::faults::{Menu, OF_HTTP, OF_RPC};
use crate::tally::Shape;

/// The most calls of a batch; the service takes 40 in a request.
const MOST: u64 = 60;

pub(super) fn spawn(soak: &Arc<Soak>, workers: &mut JoinSet<()>) {
    workers.spawn(batches(Traffic::new(soak, "batches", Shape::Several, Menu::new(30, &[OF_HTTP, OF_RPC]))));
}

async fn batches(of: Traffic) {
    let split = of.node().evm("C");
    let builder = node::Client::builder().base_url(&of.soak.urls[0]).batch_max("100");
    let large = builder.configure(|to| of.settings(to)).build().unwrap().evm("C");
    let mut turns = of.turns();
    while let Some(drawn) = turns.next().await {
        let evm = if drawn.is_multiple_of(8) { &large } else { &split };
        // Parts go one after the other, within one deadline.
        of.tally.run(DEADLINE, one(&of, evm, drawn >> 3)).await;
    }
}

async fn one(of: &Traffic, evm: &EvmService, drawn: u64) -> Result<(), Error> {
    let mut batch = evm.batch();
    let (mut heights, mut balances, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    for place in 0..1 + drawn % MOST {
        match (drawn >> 8).wrapping_add(place) % 16 {
            0 => writes.push(batch.push(evm.send_raw_transaction(of.soak.next_write()))),
            1..8 => balances.push(batch.push(evm.get_balance(WHO, BlockTag::Latest))),
            _ => heights.push(batch.push(evm.block_number())),
        }
    }
    let mut replies = batch.send().await?;
    let count = |failed: Option<Error>| {
        if let Some(error) = failed {
            of.tally.count(&format!("call of a batch {:?}", error.kind()));
        }
    };
    heights.into_iter().for_each(|ticket| count(replies.take(ticket).err()));
    balances.into_iter().for_each(|ticket| count(replies.take(ticket).err()));
    for ticket in writes {
        let written = replies.take(ticket);
        of.written(written.is_ok());
        count(written.err());
    }
    Ok(())
}
