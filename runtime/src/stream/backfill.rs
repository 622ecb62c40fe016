//! Backfill: fetches the events that a subscription has missed, by their heights.
//!
//! Input: gaps, and the events of the connection. Output: all events in order, and the gaps that
//! remain. `machine` decides and `fetch` calls; this module executes the decisions one after the
//! other.

mod facts;
mod fetch;
mod history;
mod machine;
#[cfg(test)]
mod model;
mod search;

pub(crate) use self::machine::BackfillItem;
use self::{
    fetch::Fetch,
    machine::{Answer, BackfillMachine, ChainEvent},
};
use crate::{
    Error, Gap, Target,
    encode::Members,
    events::EventJson,
    schema::{Heights, Subscription},
    transport::BoxFuture,
};
use std::task::{Context, Poll, ready};

/// Backfill of a subscription.
pub(crate) struct Backfill {
    fetch: Fetch,
    machine: BackfillMachine,
    running: Option<BoxFuture<'static, Answer>>,
}

impl Backfill {
    /// Starts the backfill of a subscription that begins now; `most` is the maximum number of
    /// heights per gap.
    pub(crate) async fn begin(
        subscription: &'static Subscription,
        target: Target,
        members: Members,
        most: u64,
    ) -> Result<Self, Error> {
        let fetch = Fetch::new(subscription, target, members)?;
        let has_one = matches!(fetch.how.heights, Heights::At(_));
        let machine = BackfillMachine::new(has_one, fetch.latest().await?, most);
        Ok(Self { fetch, machine, running: None })
    }

    /// Starts filling a gap.
    pub(crate) fn gap(&mut self, gap: Gap) {
        self.machine.gap(gap);
    }

    /// Adds an event from the connection.
    pub(crate) fn push(&mut self, json: EventJson) {
        self.machine.push(ChainEvent { facts: self.fetch.facts(json.json()), json });
    }

    /// Forgets a returned event that cannot be read, so that it may be returned again; returns its height.
    pub(crate) fn take_back(&mut self, event: &str) -> Option<u64> {
        let facts = self.fetch.facts(event);
        let height = facts.height?;
        self.machine.take_back(height, &facts.id);
        Some(height)
    }

    /// Returns the next item that precedes further events of the connection; `None` if there is
    /// none.
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<BackfillItem>> {
        loop {
            if let Some(item) = self.machine.pop() {
                return Poll::Ready(Some(item));
            }
            if let Some(running) = &mut self.running {
                let answer = ready!(running.as_mut().poll(context));
                self.running = None;
                self.machine.answer(answer);
                continue;
            }
            let Some(question) = self.machine.question() else { return Poll::Ready(None) };
            let fetch = self.fetch.clone();
            self.running = Some(Box::pin(async move { fetch.answer(question).await }));
        }
    }
}
