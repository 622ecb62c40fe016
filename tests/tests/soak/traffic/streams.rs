//! Subscriptions over websockets that are cut, with and without `backfill`, and streams of
//! server-sent events that break off: events are in order, and what is missing is told.

use std::sync::Arc;
use std::time::Duration;

use chainloom::node::evm::{EvmService, Header};
use chainloom::runtime::{Error, Gap, GapReason, Incoming};
use tokio::task::JoinSet;

use super::{Soak, Traffic};
use crate::faults::{Menu, OF_EVENTS};
use crate::server::EVENTS;
use crate::tally::Shape;

chainloom::include_api!("tests/macros/responses.yaml");

/// The time of a subscription or a stream.
const TIME: Duration = Duration::from_secs(60);
/// The most heads of a subscription, of which one comes each 25 ms.
const HEADS: u64 = 200;
/// The most heights that are fetched.
const MISSED: u64 = 10_000;

pub(super) fn spawn(soak: &Arc<Soak>, workers: &mut JoinSet<()>) {
    let kind = |name| Traffic::new(soak, name, Shape::Websocket, Menu::new(30, &[]));
    workers.spawn(subscriptions(kind("subscriptions"), false));
    workers.spawn(subscriptions(kind("subscriptions with backfill"), true));
    workers.spawn(feeds(Traffic::new(soak, "event streams", Shape::Several, Menu::new(40, &[OF_EVENTS]))));
}

async fn subscriptions(of: Traffic, fills: bool) {
    let evm = of.node().evm("C");
    let mut turns = of.turns();
    while let Some(drawn) = turns.next().await {
        of.tally.run(TIME, heads(&of, &evm, fills, 1 + drawn % HEADS)).await;
    }
}

/// Reads heads: each is one above the last, or a gap stands between.
async fn heads(of: &Traffic, evm: &EvmService, fills: bool, most: u64) -> Result<(), Error> {
    let heads = evm.new_heads();
    let mut heads = if fills { heads.backfill(MISSED).await? } else { heads.await? };
    let (mut last, mut has_gap) = (None, false);
    for _ in 0..most {
        match heads.try_next().await? {
            Some(Incoming::Event(head)) => (last, has_gap) = (follows(of, last, has_gap, &head), false),
            Some(Incoming::Gap(gap)) => {
                has_gap = true;
                tell(of, &gap);
            }
            _ => of.tally.wrong("a subscription ended without an error".to_owned()),
        }
    }
    Ok(())
}

/// Checks the height of a head, and returns it.
fn follows(of: &Traffic, last: Option<u64>, has_gap: bool, head: &Header) -> Option<u64> {
    match (last, head.number) {
        (_, None) => of.tally.wrong("a head has no number".to_owned()),
        (Some(last), Some(number)) if number <= last => of.tally.wrong(format!("head {number} came behind {last}")),
        (Some(last), Some(number)) if number > last + 1 && !has_gap => {
            of.tally.wrong(format!("head {number} came behind {last}, and no gap was told"));
        }
        _ => {}
    }
    of.tally.count("events");
    head.number
}

fn tell(of: &Traffic, gap: &Gap) {
    of.tally.count(&format!("gaps {:?}", gap.reason()));
    if let GapReason::Reorganized { .. } = gap.reason() {
        of.tally.wrong(format!("the chain never goes back, and a gap says so: {gap}"));
    }
}

async fn feeds(of: Traffic) {
    let client = responses::Client::builder().url(of.feed()).configure(|to| of.settings(to)).build().unwrap();
    let mut turns = of.turns();
    while turns.next().await.is_some() {
        of.tally.run(TIME, feed(&of, &client)).await;
    }
}

/// Reads a stream to its end: its events have the IDs from 1 on.
async fn feed(of: &Traffic, client: &responses::Client) -> Result<(), Error> {
    let mut events = client.news().stream().await?;
    let mut last = 0;
    while let Some(incoming) = events.try_next().await? {
        match incoming {
            Incoming::Event(event) => {
                let id = event.id.as_ref().and_then(|id| id.parse::<usize>().ok());
                if id != Some(last + 1) {
                    of.tally.wrong(format!("event {id:?} came behind {last}"));
                }
                last += 1;
                of.tally.count("events");
            }
            Incoming::Gap(gap) => tell(of, &gap),
            _ => {}
        }
    }
    if last != EVENTS {
        of.tally.wrong(format!("a stream of {EVENTS} events ended after {last}"));
    }
    Ok(())
}
