//! Anything that a server sends over a websocket.
//!
//! Input: bytes, which choose what the server does. Output: what is wrong. Each call and each
//! subscription ends. A call has the result that was sent for it; a subscription has its own
//! events, in their order and each once. No failure and no gap shows a secret.

mod peer;
mod script;

use std::sync::Arc;

use chainloom::runtime as rt;
use rt::{Error, Incoming, Subscription};

use crate::Outcome;
use crate::hostile::library::{Book, hall::HallService};
use crate::hostile::{client, ended, hushed, run, told};
use crate::input::Input;
use peer::{Facts, Peer, Wire};
use script::Act;

/// The shelves of the calls, and those of the subscriptions.
const CALLS: [u32; 3] = [10, 11, 12];
const SUBSCRIPTIONS: [u32; 2] = [20, 21];
/// The most events that a subscription gives: those of a script that does nothing else.
const MOST: usize = script::MOST * script::FLOOD;

/// Calls and subscribes over a websocket.
///
/// # Errors
///
/// Something does not end, has what belongs to another, or shows a secret.
pub fn check(data: &[u8]) -> Outcome {
    let acts = Act::all(Input::new(data));
    crate::show("script", &format!("{acts:?}"));
    let (wire, ends) = Wire::new();
    let client = client(Arc::new(wire))?;
    run(async {
        let server = Peer::serve(ends, acts);
        let (facts, used) = tokio::join!(server, async {
            match client.hall().connect().await {
                Ok(hall) => used(&hall).await,
                Err(error) => told(&error).map(|()| Used::default()),
            }
        });
        used?.check(&facts)
    })
}

/// What the client got.
#[derive(Debug, Default)]
struct Used {
    /// The shelf of each call, and its result.
    results: Vec<(u32, u64)>,
    /// The shelf of each subscription, and the numbers of its books.
    events: Vec<(u32, Vec<u64>)>,
}

async fn used(hall: &HallService) -> Result<Used, String> {
    let calls = async {
        let [one, two, three] = CALLS;
        let (one, two, three) = tokio::join!(
            called(one, hall.count(one).send()),
            called(two, hall.count(two).send()),
            called(three, hall.take(three).send())
        );
        // Once more, on the connection as it is then.
        let last = called(CALLS[0], hall.count(CALLS[0]).send()).await;
        Ok::<_, String>([one?, two?, three?, last?].into_iter().flatten().collect())
    };
    let [first, second] = SUBSCRIPTIONS;
    let subscriptions = async { tokio::join!(subscribed(hall, first), subscribed(hall, second)) };
    let (results, (one, two)) = tokio::join!(calls, subscriptions);
    Ok(Used { results: results?, events: vec![(first, one?), (second, two?)] })
}

/// The shelf of a call and its result, if it has one.
async fn called(shelf: u32, call: impl Future<Output = Result<u64, Error>>) -> Result<Option<(u32, u64)>, String> {
    match call.await {
        Ok(number) => Ok(Some((shelf, number))),
        Err(error) => told(&error).map(|()| None),
    }
}

async fn subscribed(hall: &HallService, shelf: u32) -> Result<Vec<u64>, String> {
    let mut books = Vec::new();
    let result: Result<Subscription<Book>, Error> = hall.returns(shelf).send().await;
    let mut events = match result {
        Ok(events) => events,
        Err(error) => return told(&error).map(|()| books),
    };
    while let Some(item) = events.next().await {
        match item {
            Ok(Incoming::Event(book)) => books.push(book.number),
            Ok(Incoming::Gap(gap)) => {
                hushed(&format!("{gap} {gap:?}"))?;
                gap.error().map_or(Ok(()), told)?;
            }
            Ok(_) => return Err("neither event nor gap".to_owned()),
            Err(error) => ended::<()>(Err(error))?,
        }
        if books.len() > MOST {
            return Err(format!("{MOST} events and more"));
        }
    }
    Ok(books)
}

impl Used {
    /// Numbers that the server did not choose, which bytes of the fuzzer may hold, are left out.
    fn check(&self, facts: &Facts) -> Outcome {
        for (shelf, number) in &self.results {
            if facts.results.get(number).is_some_and(|other| other != shelf) {
                return Err(format!("the call for shelf {shelf} has the result {number}: {facts:?}"));
            }
        }
        for (shelf, numbers) in &self.events {
            let mut known: Vec<_> = numbers.iter().filter(|number| facts.events.contains_key(number)).collect();
            if let Some(number) = known.iter().find(|number| !facts.may_have(*shelf, ***number)) {
                return Err(format!("the subscription to shelf {shelf} has the event {number}: {facts:?}"));
            }
            let given = known.len();
            known.dedup();
            if known.len() < given || !known.is_sorted() {
                return Err(format!("the subscription to shelf {shelf} has the events {numbers:?}: {facts:?}"));
            }
        }
        Ok(())
    }
}
