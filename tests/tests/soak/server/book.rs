//! The counts of the server.
//!
//! Input: the requests and messages that arrived. Output: for each kind of traffic how many, and
//! which arrived twice; how often each write was taken.

use std::collections::{BTreeMap, HashMap, HashSet};

use chainloom::runtime::http::{StatusCode, header};
use chainloom_sandbox::{Fault, SeenRequest};
use serde_json::{Value, json};

use crate::faults::{KIND, NUMBER};

/// What stands before the number of a write in a body.
pub(crate) const WRITE: &str = "0x02";
/// The digits of the number of a write.
const DIGITS: usize = 16;

/// All that has arrived.
#[derive(Default)]
pub(crate) struct Book {
    kinds: BTreeMap<String, Seen>,
    /// How often each write was taken, by its number.
    writes: HashMap<u64, u32>,
}

#[derive(Default)]
struct Seen {
    requests: u64,
    /// The requests that were not cut before the head of their response.
    answered: u64,
    /// The requests whose connection was cut.
    cut: u64,
    /// Messages over websockets that call operations.
    messages: u64,
    /// Messages that begin a subscription, also anew on another connection.
    subscribed: u64,
    numbers: HashSet<u64>,
    repeated: u64,
}

impl Book {
    pub(crate) fn add(&mut self, seen: &SeenRequest) {
        let text = |name: &str| seen.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let kind = self.kinds.entry(text(KIND).to_owned()).or_default();
        if seen.headers.contains_key(header::UPGRADE) && !seen.body.is_empty() {
            kind.messages += u64::from(!seen.operations.is_empty());
            kind.subscribed += u64::from(String::from_utf8_lossy(&seen.body).contains("eth_subscribe"));
        } else {
            kind.requests += 1;
            kind.answered += u64::from(seen.status.is_some());
            kind.cut += u64::from(seen.status.is_none() || seen.faults.contains(&Fault::CutBody));
            let is_new = text(NUMBER).parse().is_ok_and(|number| kind.numbers.insert(number));
            kind.repeated += u64::from(!is_new);
        }
        if seen.status != Some(StatusCode::TOO_MANY_REQUESTS) {
            let taken = writes(&seen.body).collect::<Vec<u64>>();
            taken.into_iter().for_each(|number| *self.writes.entry(number).or_default() += 1);
        }
    }

    pub(crate) fn report(&self, open: usize) -> Value {
        let kinds = self.kinds.iter().map(|(name, seen)| {
            let Seen { requests, answered, cut, messages, subscribed, repeated, .. } = seen;
            let counts =
                json!({ "requests": requests, "answered": answered, "cut": cut, "messages": messages, "subscribed": subscribed,
                "repeated": repeated });
            (name.clone(), counts)
        });
        let kinds: serde_json::Map<String, Value> = kinds.collect();
        let twice = self.writes.values().filter(|count| **count > 1).count();
        json!({ "kinds": kinds, "open": open, "writes": self.writes.len(), "twice": twice })
    }
}

/// The numbers of the writes of a body.
fn writes(body: &[u8]) -> impl Iterator<Item = u64> {
    let text =
        std::str::from_utf8(body).ok().filter(|text| text.contains("eth_sendRawTransaction")).unwrap_or_default();
    let digits = text.split(WRITE).skip(1).filter_map(|rest| rest.get(..DIGITS));
    digits.filter_map(|digits| u64::from_str_radix(digits, 16).ok())
}
