//! Lists over all of their pages: each item comes once, also where pages fail in between.

use std::sync::Arc;
use std::time::Duration;

use chainloom::data::{self, Network};
use chainloom::runtime::Error;
use tokio::task::JoinSet;

use super::{Soak, Traffic};
use crate::faults::{CYCLES, Menu, OF_HTTP, OF_PAGES};
use crate::server::ITEMS;
use crate::tally::Shape;

/// The time of a list, which is many calls.
const TIME: Duration = Duration::from_secs(60);
/// How many failures of a list are borne.
const FAILURES: usize = 3;

pub(super) fn spawn(soak: &Arc<Soak>, workers: &mut JoinSet<()>) {
    let kind = |name, faults| Traffic::new(soak, name, Shape::Several, Menu::new(20, faults));
    workers.spawn(lists(kind("lists", &[OF_HTTP, OF_PAGES])));
    workers.spawn(lists(kind("lists that turn back", &[OF_HTTP, CYCLES])));
}

async fn lists(of: Traffic) {
    let data = of.data();
    let mut turns = of.turns();
    while let Some(drawn) = turns.next().await {
        of.tally.run(TIME, one(&of, &data, drawn)).await;
    }
}

async fn one(of: &Traffic, data: &data::Client, drawn: u64) -> Result<(), Error> {
    let call = data.list_delegators(Network::Mainnet).page_size((4 + drawn % 7) as i64);
    let mut items = call.items().prefetch(drawn & 8 == 0);
    // Some are dropped before their end, with the page that may be on its way.
    let most = if drawn & 48 == 0 { ITEMS / 2 } else { usize::MAX };
    let (mut seen, mut last, mut failures) = (Vec::new(), None, 0);
    while seen.len() < most {
        match items.try_next().await {
            Ok(Some(item)) => {
                if seen.contains(&item) {
                    of.tally.wrong("an item came twice".to_owned());
                }
                seen.push(item);
            }
            Ok(None) => break,
            Err(error) if failures == FAILURES => return Err(error),
            // After an error that may pass, the same page is asked for once more.
            Err(error) => (last, failures) = (Some(error), failures + 1),
        }
    }
    match last.filter(|_| seen.len() < ITEMS.min(most)) {
        Some(error) => Err(error),
        None if seen.len() < ITEMS.min(most) => {
            of.tally.wrong(format!("a list of {ITEMS} items ended after {}", seen.len()));
            Ok(())
        }
        None => Ok(()),
    }
}
