//! Fetches the events that a subscription has missed, by their heights.
//!
//! Input: gaps, and the events of the connection. Output: all events in order, and the gaps that
//! remain: what the limit leaves out, what could not be fetched, and where the chain went back. The
//! description says which calls fetch events.

mod chain;
mod fetch;

use self::{
    chain::{Chain, Facts, Place, are_among},
    fetch::Fetch,
};
use crate::{
    Error, Gap, GapReason, Target,
    encode::Members,
    events::EventJson,
    schema::{Heights, Subscription},
    transport::BoxFuture,
};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    task::{Context, Poll, ready},
    time::SystemTime,
};

/// How many heights are fetched before their events are handed on: one call each, or one call for
/// all.
const CHUNK: (u64, u64) = (16, 1_000);

/// What a subscription has missed, and what it has given.
pub(crate) struct Backfill {
    fetch: Fetch,
    /// The most heights that are fetched for a gap.
    most: u64,
    chain: Chain,
    /// What was fetched up to a height, with its height: it may come once more.
    fetched: HashMap<String, u64>,
    until: u64,
    /// What comes before all else.
    gaps: VecDeque<Gap>,
    queue: VecDeque<Box<str>>,
    /// An event of the connection that comes behind what is fetched.
    held: Option<EventJson>,
    /// The gap that is filled.
    gap: Option<Gap>,
    /// Where the chain changed was looked for, since that gap.
    is_searched: bool,
    /// The heights that are still to be fetched, the first and the last.
    rest: Option<(u64, u64)>,
    /// The first of those that are on their way, and the last of all.
    fetching: Option<(u64, u64)>,
    running: Option<BoxFuture<'static, Result<Step, Error>>>,
}

/// What calls have given.
enum Step {
    Latest(u64),
    Events(Vec<Box<str>>),
    /// The first height whose events are others now.
    Changed(u64),
}

/// What comes before the next event of the connection.
pub(crate) enum BackfillItem {
    Event(EventJson),
    Gap(Gap),
}

impl Backfill {
    /// For a subscription that begins now.
    pub(crate) async fn begin(
        subscription: &'static Subscription,
        target: Target,
        members: Members,
        most: u64,
    ) -> Result<Self, Error> {
        let fetch = Fetch::new(subscription, target, members)?;
        let next = fetch.latest().await?.saturating_add(1);
        Ok(Self {
            chain: Chain::new(fetch.how.heights, next),
            fetch,
            most: most.max(1),
            fetched: HashMap::new(),
            until: 0,
            gaps: VecDeque::new(),
            queue: VecDeque::new(),
            held: None,
            gap: None,
            is_searched: false,
            rest: None,
            fetching: None,
            running: None,
        })
    }

    /// Begins to fill a gap.
    pub(crate) fn fill(&mut self, gap: Gap) {
        (self.gap, self.is_searched, self.fetching) = (Some(gap), false, None);
        let fetch = self.fetch.clone();
        self.running = Some(Box::pin(async move { fetch.latest().await.map(Step::Latest) }));
    }

    /// Takes an event of the connection. It comes back where it is the next; otherwise it was
    /// given, or comes behind what is to be given first.
    pub(crate) fn take(&mut self, event: EventJson) -> Option<EventJson> {
        let facts = self.fetch.facts(event.json());
        if facts.height.is_some_and(|height| height <= self.until) && self.fetched.contains_key(&facts.id) {
            return None;
        }
        if facts.height.is_some_and(|height| height > self.until) {
            self.fetched.clear();
        }
        match (self.chain.place(&facts), facts.height) {
            (Place::Replaces(from), _) => self.replaced(from),
            (Place::Elsewhere, Some(height)) => {
                self.gap = Some(Gap::new(GapReason::Reorganized { from: height }, None, SystemTime::now()));
                self.until = height.saturating_sub(1);
                self.search(self.until);
            }
            _ => {
                self.chain.add(facts);
                return Some(event);
            }
        }
        self.held = Some(event);
        None
    }

    /// What comes before the next event of the connection; none where nothing is missing.
    pub(crate) fn poll_filled(&mut self, context: &mut Context<'_>) -> Poll<Option<BackfillItem>> {
        loop {
            if let Some(gap) = self.gaps.pop_front() {
                return Poll::Ready(Some(BackfillItem::Gap(gap)));
            }
            if let Some(event) = self.queue.pop_front() {
                if let Some(event) = self.take_fetched(event) {
                    return Poll::Ready(Some(BackfillItem::Event(event)));
                }
            } else if let Some(running) = &mut self.running {
                let step = ready!(running.as_mut().poll(context));
                self.running = None;
                self.step(step);
            } else if let Some((from, to)) = self.rest.take() {
                self.begin_fetching(from, to);
            } else {
                self.gap = None;
                let held = self.held.take();
                held.iter().for_each(|event| self.chain.add(self.fetch.facts(event.json())));
                return Poll::Ready(held.map(BackfillItem::Event));
            }
        }
    }

    fn step(&mut self, step: Result<Step, Error>) {
        match step {
            Ok(Step::Latest(latest)) => {
                self.until = latest;
                match self.chain.is_above(latest) {
                    true => self.search(latest),
                    false => self.plan(),
                }
            }
            Ok(Step::Events(events)) => self.came(events),
            Ok(Step::Changed(from)) => {
                self.replaced(from);
                self.plan();
            }
            Err(error) => self.failed(error),
        }
    }

    /// Decides which heights are fetched; those that are left out stay a gap.
    fn plan(&mut self) {
        let (next, latest) = (self.chain.next(), self.until);
        let first = next.max(latest.saturating_sub(self.most - 1));
        self.rest = (next <= latest).then_some((first, latest));
        let left_out = self.gap.as_ref().filter(|_| self.rest.is_some() && first > next);
        if let Some(mut gap) = left_out.map(Gap::copy) {
            gap.heights = (Some(next), Some(first - 1));
            gap.missed = matches!(self.fetch.how.heights, Heights::At(_)).then(|| first - next);
            self.gaps.push_back(gap);
        }
    }

    fn failed(&mut self, error: Error) {
        self.rest = None;
        let (from, to) = self.fetching.map_or((self.chain.next(), None), |(from, to)| (from, Some(to)));
        if let Some(mut gap) = self.gap.take() {
            (gap.heights, gap.missed, gap.error) = ((Some(from), to), None, Some(Box::new(error)));
            self.gaps.push_back(gap);
        }
    }

    /// What was given from a height on does not hold any more.
    fn replaced(&mut self, from: u64) {
        self.chain.cut(from);
        self.fetched.retain(|_, height| *height < from);
        let (reason, since) = (GapReason::Reorganized { from }, self.gap.as_ref().map(Gap::from));
        let mut gap = Gap::new(reason, None, since.unwrap_or_else(SystemTime::now));
        gap.heights = (Some(from), None);
        if let Some(filled) = self.gap.as_mut().filter(|gap| matches!(gap.reason, GapReason::Reorganized { .. })) {
            filled.reason = reason;
        }
        self.gaps.push_back(gap);
    }

    /// Begins to fetch the next heights.
    fn begin_fetching(&mut self, from: u64, to: u64) {
        let most = if matches!(self.fetch.how.heights, Heights::At(_)) { CHUNK.0 } else { CHUNK.1 };
        let last = to.min(from.saturating_add(most - 1));
        self.fetching = Some((from, to));
        self.rest = (last < to).then(|| (last + 1, to));
        let fetch = self.fetch.clone();
        self.running = Some(Box::pin(async move { fetch.events(from, last).await.map(Step::Events) }));
    }

    /// Events were fetched. What was given of their first height has to be among them.
    fn came(&mut self, events: Vec<Box<str>>) {
        let mut events: Vec<(Facts, Box<str>)> =
            events.into_iter().map(|event| (self.fetch.facts(&event), event)).collect();
        let from = self.fetching.map_or(0, |(from, _)| from);
        if !self.is_searched && !self.chain.holds(from, events.iter().map(|(facts, _)| facts)) {
            return self.search(from.saturating_sub(1));
        }
        events.sort_by_key(|(facts, _)| facts.height);
        self.queue = events.into_iter().map(|(_, event)| event).collect();
    }

    /// Takes an event that was fetched; none where it was given, or where others come first.
    fn take_fetched(&mut self, event: Box<str>) -> Option<EventJson> {
        let facts = self.fetch.facts(&event);
        let from = match (self.chain.place(&facts), facts.height) {
            (Place::Given, _) => return None,
            (Place::Replaces(from), _) => from,
            (Place::Elsewhere, Some(height)) => height.saturating_sub(1),
            _ => {
                self.fetched.extend(facts.height.map(|height| (facts.id.clone(), height)));
                self.chain.add(facts);
                return Some(event.into());
            }
        };
        match self.is_searched {
            true => {
                self.replaced(from);
                self.queue.push_front(event);
            }
            // It is fetched again.
            false => self.search(facts.height.unwrap_or(from).saturating_sub(1)),
        }
        None
    }

    /// Looks for the first height whose events are others now: down from a height, to one whose
    /// events are those that were given.
    fn search(&mut self, height: u64) {
        self.is_searched = true;
        self.queue.clear();
        (self.rest, self.fetching) = (None, None);
        let most = usize::try_from(self.most).unwrap_or(usize::MAX);
        let known = self.chain.down_from(height).take(most).map(|(height, ids)| (height, ids.clone()));
        let (known, fetch): (Vec<(u64, HashSet<String>)>, _) = (known.collect(), self.fetch.clone());
        self.running = Some(Box::pin(async move {
            let mut changed = height.saturating_add(1);
            for (height, ids) in known {
                let events = fetch.events(height, height).await?;
                let facts: Vec<Facts> = events.iter().map(|event| fetch.facts(event)).collect();
                if are_among(&ids, height, &facts) {
                    return Ok(Step::Changed(height.saturating_add(1)));
                }
                changed = height;
            }
            Ok(Step::Changed(changed))
        }));
    }
}
