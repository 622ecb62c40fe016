//! Chains: the latest height of each, and its growth.
//!
//! Input: the operations that return the latest height by the spec, requests for it, and events.
//! Output: heights, and the results that were returned for them. The height grows with each request
//! for it, until somebody subscribes to events that have heights; from then on, with these events.
//! The values of a result at a height are determined in [`super::heads`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chainloom_interpret::Api;
use chainloom_runtime::schema::{Backfill, Operation, Record, Subscription};
use serde_json::{Map, Value};

use super::contents::Contents;
use super::ledgers::Ledger;
use super::links::Links;
use super::memory::{HIGHEST, Latest, MAX_KEPT, bounded, key};
use super::paths;
use crate::requests::rest_parameters::Input;
use crate::synthesis::Style;

/// Chains of a spec: one for each operation, and member of its result, that is a latest height.
pub(crate) struct Chains {
    pub(super) api: Arc<Api>,
    pub(super) links: Arc<Links>,
    pub(super) style: Style,
    all: Vec<Chain>,
    /// Objects at heights without events.
    pub(super) ledgers: Vec<Ledger>,
}

/// Sequence of heights that grows, with the events and objects at these heights.
pub(crate) struct Chain {
    /// Operation that returns the latest height.
    latest: &'static Operation,
    member: &'static [&'static str],
    /// Subscriptions whose events have heights of this chain.
    pub(super) followers: Vec<Follower>,
    /// Records in examples, by their heights.
    pub(super) example_records: HashMap<u64, Vec<ExampleRecord>>,
    /// Subscription to the heights, and the items that each height contains, such as the
    /// transactions of a block. `None` if the spec describes none.
    pub(super) contents: Option<(Follower, Contents)>,
    /// Height at which the chain begins.
    pub(super) first: u64,
    state: Mutex<State>,
}

/// Subscription whose events have heights, with the description of these heights.
#[derive(Clone, Copy)]
pub(crate) struct Follower {
    pub(super) of: &'static Subscription,
    pub(super) how: &'static Backfill,
}

/// Record in an example, whose members are shown at its height.
#[derive(Debug)]
pub(super) struct ExampleRecord {
    pub(super) record: &'static Record,
    pub(super) members: Map<String, Value>,
}

#[derive(Default)]
struct State {
    latest: Latest,
    /// Number of heights by which the chain has grown since the start.
    grown: u64,
    /// Whether a request has got the present height.
    is_requested: bool,
    /// Whether anybody has subscribed since the start.
    is_followed: bool,
    /// Height of the last event of each subscription, by the ID of the subscription.
    sent: HashMap<&'static str, u64>,
    /// Heights of awaited results, by their requests.
    asked: HashMap<String, u64>,
    /// Heights of hashes that were sent.
    hashes: HashMap<String, u64>,
    /// Heights that contain items, by the keys of the items.
    contained: HashMap<String, u64>,
    /// Keys that were first requested while each height was the latest one.
    added: HashMap<u64, Vec<Value>>,
}

impl Chains {
    pub(crate) fn new(api: &Arc<Api>, links: &Arc<Links>, style: Style) -> Self {
        let (ledgers, all) = (Ledger::all(api, style), Vec::new());
        let mut chains = Self { api: Arc::clone(api), links: Arc::clone(links), style, all, ledgers };
        for of in &api.subscriptions {
            if let Some(how) = of.backfill {
                chains.add(how.latest, &[]).followers.push(Follower { of, how });
            }
        }
        for operation in &api.operations {
            if let Some(of) = operation.schema.wait.and_then(|wait| wait.confirmations) {
                chains.add(of.latest, of.latest_height);
            }
        }
        chains.remember_examples(api);
        chains.find_contents(api);
        for chain in &mut chains.all {
            let operation = api.operation(chain.latest.id);
            let value = operation.map(|operation| links.result(api, operation, &Input::new(), style));
            chain.begin_at(&value.unwrap_or_default());
        }
        chains
    }

    fn add(&mut self, latest: &'static Operation, member: &'static [&'static str]) -> &mut Chain {
        let known = self.all.iter().position(|chain| chain.latest.id == latest.id && chain.member == member);
        let place = known.unwrap_or(self.all.len());
        if known.is_none() {
            let (followers, example_records, state) = (Vec::new(), HashMap::new(), Mutex::default());
            self.all.push(Chain { latest, member, followers, example_records, contents: None, first: 0, state });
        }
        &mut self.all[place]
    }

    /// Returns the chain whose latest height is the result of the operation with this ID.
    pub(super) fn of_latest(&self, id: &str) -> Option<&Chain> {
        self.all.iter().find(|chain| chain.latest.id == id)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Chain> {
        self.all.iter_mut()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Chain> {
        self.all.iter()
    }

    /// Returns the number of heights by which the chains have grown since the start: the growth of the chain that has
    /// grown most.
    pub(super) fn grown(&self) -> u64 {
        self.all.iter().map(|chain| chain.state().grown).max().unwrap_or_default()
    }

    /// Returns the chain of a subscription whose events have heights; `None` for other
    /// subscriptions.
    pub(super) fn of_subscription(&self, id: &str) -> Option<(&Chain, Follower)> {
        let follower = |chain: &Chain| chain.followers.iter().find(|follower| follower.of.id == id).copied();
        self.all.iter().find_map(|chain| Some((chain, follower(chain)?)))
    }

    /// Records that a subscription begins. If it is the first open one to these events, it gets no
    /// events of earlier heights.
    pub(crate) fn begin(&self, id: &'static str, is_first: bool) {
        let Some((chain, _)) = self.of_subscription(id) else { return };
        let mut state = chain.state();
        state.is_followed = true;
        let height = state.latest.disclose();
        if is_first {
            state.sent.insert(id, height);
        }
    }

    /// Returns the height of the next event of a subscription; `None` if its events have no
    /// heights. The chain grows, unless events of another subscription have already reached this
    /// height.
    pub(crate) fn next(&self, id: &'static str) -> Option<u64> {
        let (chain, _) = self.of_subscription(id)?;
        let mut state = chain.state();
        let latest = state.latest.disclose();
        let next = state.sent.get(id).copied().unwrap_or(latest) + 1;
        if next > latest {
            state.grow(next - latest);
            state.is_requested = false;
        }
        state.sent.insert(id, next);
        Some(next)
    }
}

impl State {
    fn grow(&mut self, heights: u64) {
        self.latest.grow(heights);
        self.grown += heights;
    }
}

impl Chain {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the ID of the operation that returns the latest height.
    pub(super) fn id(&self) -> &'static str {
        self.latest.id
    }

    /// Sets the first height of the chain: the height in the result `latest`, or a higher one that
    /// examples show.
    fn begin_at(&mut self, latest: &Value) {
        let ty = self.latest.output.and_then(|ty| paths::type_at(ty, self.member));
        let height = ty.zip(paths::at(latest, self.member)).and_then(|(ty, value)| paths::read_height(ty, value));
        let shown = self.example_records.keys().copied().max().unwrap_or_default();
        self.first = height.unwrap_or_default().max(shown) % HIGHEST;
        self.state().latest = Latest::at(self.first);
    }

    /// Writes the latest height into the result of the operation that returns it.
    pub(super) fn write_latest_height(&self, value: &mut Value, style: Style) {
        let height = self.next_height();
        let Some(ty) = self.latest.output else { return };
        let mut draw = style.draw(&[self.latest.id]);
        paths::change(ty, value, self.member, &mut draw, |ty, member, _| *member = paths::write_height(ty, height));
    }

    /// Returns the latest height to a request. If nobody has subscribed, the chain grows at each
    /// request after the first.
    fn next_height(&self) -> u64 {
        let mut state = self.state();
        if state.is_requested && !state.is_followed {
            state.grow(1);
        }
        state.is_requested = true;
        state.latest.disclose()
    }

    /// Returns the latest height, without growth.
    pub(super) fn height(&self) -> u64 {
        self.state().latest.disclose()
    }

    /// Returns whether the chain has reached a height that a caller asks for. Until the latest height is disclosed, it
    /// is raised to this height.
    pub(super) fn reaches(&self, height: u64) -> bool {
        self.state().latest.reaches(height)
    }

    /// Returns the height of an awaited result: the height that was the latest when the result was
    /// first requested.
    pub(super) fn awaited_height(&self, request: String) -> u64 {
        let mut state = self.state();
        let height = state.latest.disclose();
        *bounded(&mut state.asked).entry(request).or_insert(height)
    }

    /// Returns the records that examples have at a height.
    pub(super) fn example_records_at(&self, height: u64) -> &[ExampleRecord] {
        self.example_records.get(&height).map_or(&[], Vec::as_slice)
    }

    /// Remembers the height of a hash.
    pub(super) fn remember(&self, hash: &Value, height: u64) {
        bounded(&mut self.state().hashes).insert(key(hash), height);
    }

    /// Returns the height of a hash that was sent; `None` for an unknown hash.
    pub(super) fn height_of(&self, hash: &Value) -> Option<u64> {
        self.state().hashes.get(&key(hash)).copied()
    }
}

impl Chain {
    /// Returns the height that contains the item with a key. An unknown key is added to the latest
    /// height.
    pub(super) fn height_of_key(&self, of: &Value) -> u64 {
        let mut state = self.state();
        if let Some(known) = state.contained.get(&key(of)) {
            return *known;
        }
        let height = state.latest.disclose();
        if state.contained.len() >= MAX_KEPT {
            state.added.clear();
        }
        bounded(&mut state.contained).insert(key(of), height);
        state.added.entry(height).or_default().push(of.clone());
        height
    }

    /// Returns the keys that were first requested while this height was the latest one.
    pub(super) fn added_at(&self, height: u64) -> Vec<Value> {
        self.state().added.get(&height).cloned().unwrap_or_default()
    }

    /// Remembers that a height contains the items with these keys.
    pub(super) fn contain(&self, keys: &[Value], height: u64) {
        let mut state = self.state();
        for of in keys {
            bounded(&mut state.contained).insert(key(of), height);
        }
    }
}
