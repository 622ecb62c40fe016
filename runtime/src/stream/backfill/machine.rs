//! State machine of a backfill: decides which events are delivered, reported as missing or
//! replaced, and requested.
//!
//! Input: events that the connection pushes, gaps, and answers. Output: events and gaps in their
//! order, and requests with the wait before each. The machine has no I/O and no clock. Its
//! guarantee is the table in `docs/websocket.md`.

use crate::{
    Error, Gap, GapReason,
    events::EventJson,
    stream::backfill::{
        facts::EventFacts,
        history::{History, Verdict, differ},
        search::Search,
    },
};
use std::{
    collections::VecDeque,
    ops::RangeInclusive,
    time::{Duration, SystemTime},
};

/// Maximum number of heights per question about a range, unless the service refuses that many.
const RANGE: u64 = 1_000;
/// Maximum number of repeated questions before a gap is reported.
const PATIENCE: u32 = 8;
/// Number of repeated questions that an answer earns back.
const EARNED: u32 = 2;
/// Maximum number of contradictions that a task resolves by fetching.
const CONTRADICTIONS: u32 = 2;
/// Maximum number of heights that are confirmed after a gap, below heights that were left out.
const UNLINKED: usize = 8;
/// Maximum number of heights that a service adds while a subscription begins, and by which nodes
/// differ.
const NEAR: u64 = 64;
/// First and longest wait before a question is repeated; the wait doubles.
const WAITS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(300));

/// An event with its facts.
#[derive(Debug)]
pub(crate) struct ChainEvent {
    pub(crate) facts: EventFacts,
    pub(crate) json: EventJson,
}

/// Output of a backfill.
#[derive(Debug)]
pub(crate) enum BackfillItem {
    Event(EventJson),
    Gap(Gap),
}

/// A question to the service, with the wait before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) wait: Duration,
    pub(crate) topic: Topic,
}

/// Subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// The current height.
    Latest,
    /// The events from the first to the last height, inclusive.
    Events(u64, u64),
}

/// Answer of the service to a [`Question`]: the current height, the events, or the error of the call.
#[derive(Debug)]
pub(crate) enum Answer {
    Latest(u64),
    Events(Vec<ChainEvent>),
    Failed(Error),
}

/// State of a backfill.
pub(crate) struct BackfillMachine {
    /// Whether each height has exactly one event, so that missing heights are known.
    has_one: bool,
    /// Maximum number of heights fetched per gap.
    most: u64,
    history: History,
    /// With one event per height: the first height neither delivered nor reported as missing.
    /// Otherwise: the first height to ask about while no event is valid.
    next: u64,
    /// Whether no new event was pushed since the beginning or the last gap, so that heights after
    /// the last answer are unknown.
    is_behind_gap: bool,
    /// With several events per height: the highest height asked about, at the beginning or for a
    /// gap.
    asked: u64,
    /// Number of times that a question may still be repeated.
    patience: u32,
    /// Heights that were last reported as missing.
    told: RangeInclusive<u64>,
    items: VecDeque<BackfillItem>,
    task: Option<Task>,
}

/// Task of fetching missed events up to a height, before a pushed event or after a gap.
struct Task {
    step: Step,
    /// Gap to fill.
    gap: Gap,
    /// Pushed event, to be delivered after the fetched events.
    pushed: Option<ChainEvent>,
    /// Last height to fetch.
    last: u64,
    /// Maximum number of heights per question about a range; halved when the service refuses a range.
    range: u64,
    /// Fetched events that wait for confirmation of the events below, and their range of heights.
    fetched: Option<(Vec<ChainEvent>, (u64, u64))>,
    /// Heights beyond the limit, reported before the next event.
    left_out: Option<(u64, u64)>,
    /// Heights whose events are to be confirmed, the lowest first.
    unlinked: Vec<u64>,
    /// Height whose events were last confirmed.
    confirmed: Option<u64>,
    /// Whether a response or a pushed event has contradicted the delivered events since the last withdrawal.
    is_denied: bool,
    /// Whether the answer about a range remained incomplete.
    is_incomplete: bool,
    /// Error that prevents a confirmation.
    error: Option<Error>,
    /// Wait before the next question.
    wait: Duration,
    contradictions: u32,
    /// Whether fetching has ended, because the service contradicts itself.
    gives_up: bool,
}

/// Current question of a task.
enum Step {
    /// Asks for the current height.
    Latest,
    /// Asks whether the events of a height are still valid.
    Confirm(u64),
    /// Searches for the highest height whose events are still valid.
    Search(Search),
    /// Fetches the heights from the first to the last, inclusive.
    Fetch(u64, u64),
}

/// Position of an event relative to the delivered ones.
enum EventPosition {
    /// Directly after the delivered events.
    Next,
    /// Delivered already, and valid.
    Known,
    /// Below valid events: its height was reported as missing, or a node returned too few events.
    Late,
    /// After missing heights.
    Behind,
    /// In contradiction to the events delivered from this height on.
    Instead(u64),
    /// Next to heights that were left out: the events of this height need a confirmation.
    Unlinked(u64),
}

impl BackfillMachine {
    /// Creates the state of a subscription that begins at the height `latest`.
    pub(crate) fn new(has_one: bool, latest: u64, most: u64) -> Self {
        Self {
            has_one,
            most: most.max(1),
            history: History::default(),
            next: latest.saturating_add(1),
            is_behind_gap: true,
            asked: latest,
            patience: PATIENCE,
            told: 0..=0,
            items: VecDeque::new(),
            task: None,
        }
    }

    /// Removes and returns the next item.
    pub(crate) fn pop(&mut self) -> Option<BackfillItem> {
        self.items.pop_front()
    }

    /// Returns the question to answer before the next event or gap; `None` if there is none.
    pub(crate) fn question(&self) -> Option<Question> {
        let task = self.task.as_ref()?;
        let topic = match &task.step {
            Step::Latest => Topic::Latest,
            Step::Confirm(height) => Topic::Events(*height, *height),
            Step::Fetch(first, last) => Topic::Events(*first, *last),
            Step::Search(search) => search.probe().map(|height| Topic::Events(height, height))?,
        };
        Some(Question { wait: task.wait, topic })
    }

    /// Starts filling a gap of the connection.
    pub(crate) fn gap(&mut self, gap: Gap) {
        self.is_behind_gap = true;
        self.task = Some(Task::new(gap));
    }

    /// Adds an event from the connection.
    pub(crate) fn push(&mut self, event: ChainEvent) {
        match event.facts.height {
            None => self.items.push_back(BackfillItem::Event(event.json)),
            Some(height) if event.facts.is_removed => self.remove(height, event),
            Some(height) => {
                let mut task = Task::new(Gap::new(GapReason::Skipped, None, SystemTime::now()));
                task.last = if self.has_one { height.saturating_sub(1) } else { height };
                self.take_pushed(task, event);
            }
        }
    }

    /// Forgets a delivered event, so that it may be delivered again.
    pub(crate) fn take_back(&mut self, height: u64, id: &str) {
        self.history.remove(height, id);
    }

    /// Processes the answer to the question.
    pub(crate) fn answer(&mut self, answer: Answer) {
        let Some(mut task) = self.task.take() else { return };
        match (&mut task.step, answer) {
            (Step::Latest, Answer::Latest(latest)) => self.take_latest(task, latest),
            (Step::Confirm(height), Answer::Events(events)) => {
                let height = *height;
                match self.compare(height, &events) {
                    Verdict::Confirmed => {
                        task.confirmed = Some(height);
                        self.proceed(task);
                    }
                    Verdict::Denied => self.search_valid_events(task, height, None),
                    Verdict::Silent => self.continue_unanswered(task, None),
                }
            }
            (Step::Search(search), Answer::Events(events)) => {
                match search.probe().map(|at| self.compare(at, &events)) {
                    Some(Verdict::Silent) => self.continue_unanswered(task, None),
                    verdict => {
                        search.answer(verdict == Some(Verdict::Confirmed));
                        task.is_denied |= verdict == Some(Verdict::Denied);
                        self.search_on(task);
                    }
                }
            }
            (Step::Fetch(first, _), Answer::Events(events)) if self.has_one => {
                let wanted = Some(*first);
                let found = events.into_iter().find(|event| event.facts.height == wanted);
                match found {
                    Some(event) => self.take_fetched(task, event),
                    None => self.continue_unanswered(task, None),
                }
            }
            (Step::Fetch(first, last), Answer::Events(events)) => {
                let (first, last) = (*first, *last);
                self.take_range(task, (first, last), events);
            }
            (_, Answer::Failed(error)) => self.continue_unanswered(task, Some(error)),
            (_, Answer::Latest(_)) | (Step::Latest, Answer::Events(_)) => self.continue_unanswered(task, None),
        }
    }

    fn compare(&self, height: u64, events: &[ChainEvent]) -> Verdict {
        self.history.compare(height, events.iter().map(|event| &event.facts))
    }

    /// Delivers a withdrawal, unless its event is no longer valid.
    fn remove(&mut self, height: u64, event: ChainEvent) {
        if self.history.has(height, &event.facts.id) || self.history.is_forgotten(height) {
            self.withdraw(height, SystemTime::now());
        }
        if self.history.highest().is_none_or(|highest| highest <= height) {
            self.items.push_back(BackfillItem::Event(event.json));
        }
    }

    /// Delivers a pushed event, or first fetches the events before it.
    fn take_pushed(&mut self, mut task: Task, event: ChainEvent) {
        let height = event.facts.height.unwrap_or_default();
        let place = self.position_of(height, &event.facts, &task);
        match place {
            EventPosition::Next => {
                // The first event lies directly above the beginning: no height is unknown.
                self.is_behind_gap &= self.history.highest().is_some();
                return self.deliver(height, event);
            }
            EventPosition::Known => return,
            EventPosition::Late if self.told.contains(&height) => return,
            EventPosition::Late => return self.report_missing(&task, (height, Some(height)), None),
            // No node confirms the event.
            EventPosition::Instead(_) if task.contradictions >= CONTRADICTIONS => {
                self.next = if self.has_one { self.next.max(height.saturating_add(1)) } else { self.next };
                return self.report_missing(&task, (height, Some(height)), None);
            }
            _ => {}
        }
        let parent = event.facts.parent.clone();
        task.pushed = Some(event);
        match place {
            EventPosition::Instead(from) => self.search_valid_events(task, from, parent.as_deref()),
            EventPosition::Unlinked(known) => self.ask(task, Step::Confirm(known)),
            _ => {
                // Events that came while the subscription began lie directly above the asked
                // heights.
                if !self.has_one && height.saturating_sub(self.asked) > self.most.max(NEAR) {
                    task.last = self.asked.saturating_add(self.most);
                    return self.fetch_range(task, self.asked.saturating_add(1));
                }
                self.plan(task);
            }
        }
    }

    /// Delivers a fetched event, with one event per height.
    fn take_fetched(&mut self, mut task: Task, event: ChainEvent) {
        self.earn_patience(true);
        let height = event.facts.height.unwrap_or_default();
        match self.position_of(height, &event.facts, &task) {
            EventPosition::Instead(from) => return self.search_valid_events(task, from, event.facts.parent.as_deref()),
            EventPosition::Unlinked(below) => {
                task.fetched = Some((vec![event], (height, height)));
                return self.ask(task, Step::Confirm(below));
            }
            EventPosition::Known | EventPosition::Late => self.next = self.next.max(height.saturating_add(1)),
            EventPosition::Next | EventPosition::Behind => {
                self.report_left_out(&mut task);
                self.deliver(height, event);
            }
        }
        self.plan(task);
    }

    /// Delivers the events of a range. Events delivered at its first height, or below it, need a
    /// confirmation first.
    fn take_range(&mut self, mut task: Task, (first, last): (u64, u64), events: Vec<ChainEvent>) {
        if task.lacks_event((first, last), &events) && self.can_ask_again(&mut task) {
            self.task = Some(task);
            return;
        }
        match self.history.highest() {
            Some(highest) if highest == first => match self.compare(first, &events) {
                Verdict::Confirmed => task.confirmed = Some(first),
                Verdict::Denied => return self.search_valid_events(task, first, None),
                Verdict::Silent => return self.continue_unanswered(task, None),
            },
            // Confirmed after the answer, since the chain may have changed meanwhile.
            Some(highest) if task.left_out.is_some() && !task.is_confirmed(highest) => {
                task.fetched = Some((events, (first, last)));
                return self.ask(task, Step::Confirm(highest));
            }
            _ => {}
        }
        self.deliver_range(task, (first, last), events);
    }

    /// Delivers the events of a fetched range that were not delivered before, and fetches the next range.
    fn deliver_range(&mut self, mut task: Task, (first, last): (u64, u64), mut events: Vec<ChainEvent>) {
        let is_incomplete = task.lacks_event((first, last), &events);
        task.is_incomplete |= is_incomplete;
        self.report_left_out(&mut task);
        events.sort_by_key(|event| event.facts.height);
        for event in events {
            let Some(height) = event.facts.height.filter(|height| (first..=last).contains(height)) else { continue };
            if !event.facts.is_removed
                && matches!(self.position_among(height, &event.facts, &task), EventPosition::Next)
            {
                self.deliver(height, event);
            }
        }
        if is_incomplete {
            self.report_missing(&task, (first, Some(last)), None);
        }
        match last < task.last {
            true => self.fetch_range(task, last + 1),
            false => {
                self.earn_patience(!task.is_incomplete);
                self.finish(task);
            }
        }
    }

    /// Continues a gap with the current height.
    fn take_latest(&mut self, mut task: Task, latest: u64) {
        let highest = self.history.highest();
        task.last = if self.has_one { latest } else { latest.max(highest.unwrap_or(0)) };
        let is_linked = highest.is_some_and(|highest| self.history.block(highest).is_some());
        if self.has_one {
            // Left-out heights break the links, so events below them are confirmed too.
            let top = self.history.below(latest.saturating_add(1)).filter(|_| latest < self.next || !is_linked);
            task.unlinked = self.history.unlinked(UNLINKED).into_iter().chain(top).collect();
        }
        match task.unlinked.pop() {
            Some(height) => self.ask(task, Step::Confirm(height)),
            None => self.plan(task),
        }
    }

    /// Continues after a confirmation.
    fn proceed(&mut self, mut task: Task) {
        match task.fetched.take() {
            Some((events, heights)) if !self.has_one => self.deliver_range(task, heights, events),
            Some((mut events, _)) => match events.pop() {
                Some(event) => self.take_fetched(task, event),
                None => self.plan(task),
            },
            None => self.plan(task),
        }
    }

    /// Decides which heights are fetched, and which ones exceed the limit.
    fn plan(&mut self, mut task: Task) {
        let highest = self.history.highest().filter(|_| !self.has_one);
        // Heights from `next` on are missing; with several events per height, the highest one may
        // be incomplete.
        let (next, last) = (highest.unwrap_or(self.next), task.last);
        if next > last {
            return self.finish(task);
        }
        if task.gives_up {
            self.report_left_out(&mut task);
            let error = task.error.take();
            self.report_missing(&task, (next, Some(last)), error);
            self.next = if self.has_one { last.saturating_add(1) } else { self.next };
            return self.finish(task);
        }
        let missing = next.saturating_add(u64::from(highest.is_some()));
        let first = missing.max(last.saturating_sub(self.most - 1));
        task.left_out = (first > missing).then(|| (missing, first - 1));
        match highest {
            None if self.has_one => {
                self.next = first;
                self.ask(task, Step::Fetch(first, first));
            }
            _ => self.fetch_range(task, if first > missing { first } else { next }),
        }
    }

    /// Fetches a range of heights, from `first` up to at most the last height of the task.
    fn fetch_range(&mut self, task: Task, first: u64) {
        let last = task.last.min(first.saturating_add(task.range - 1));
        self.ask(task, Step::Fetch(first, last));
    }

    /// Searches for the valid events below a height whose events have changed.
    fn search_valid_events(&mut self, mut task: Task, from: u64, parent: Option<&str>) {
        task.is_denied = true;
        task.last = task.last.max(self.history.highest().filter(|_| !self.has_one).unwrap_or(0));
        (task.gives_up, task.contradictions) = (task.contradictions >= CONTRADICTIONS, task.contradictions + 1);
        let below = from.checked_sub(1).filter(|below| parent.is_some() && self.history.block(*below) == parent);
        match below {
            Some(below) => self.settle(task, Some(below)),
            None => self.search(task, from),
        }
    }

    /// Begins a search for the highest valid height below `from`.
    fn search(&mut self, mut task: Task, from: u64) {
        task.fetched = None;
        task.step = Step::Search(Search::new(self.history.all_below(from)));
        self.search_on(task);
    }

    /// Asks the next question of a search, or ends the search.
    fn search_on(&mut self, task: Task) {
        match &task.step {
            Step::Search(search) if search.probe().is_none() => {
                let found = search.found();
                self.settle(task, found);
            }
            _ => self.task = Some(task),
        }
    }

    /// Withdraws invalid events, or reports events that no node confirms.
    fn settle(&mut self, mut task: Task, held: Option<u64>) {
        if let Some((first, _)) = task.left_out.take() {
            self.next = self.next.min(first);
        }
        let lost = match held {
            Some(height) => self.history.from(height.saturating_add(1)),
            None => self.history.lowest(),
        };
        (task.confirmed, task.fetched) = (held, None);
        match lost {
            Some(from) if std::mem::take(&mut task.is_denied) => {
                self.withdraw(from, task.gap.from);
                self.plan(task);
            }
            Some(_) => {
                let first = self.history.lowest().map_or(self.next, |lowest| self.next.min(lowest));
                let from = held.map_or(first, |height| height.saturating_add(1));
                let error = task.error.take();
                self.report_unconfirmed(&task, from, error);
                task.gives_up = true;
                // The gap reaches up to the pushed event, which may be below the last height.
                match task.pushed.as_ref().is_some_and(|pushed| pushed.facts.height < Some(task.last)) {
                    true => self.plan(task),
                    false => self.finish(task),
                }
            }
            None => self.plan(task),
        }
    }

    /// Asks for a shorter range, repeats the question, or continues without an answer.
    fn continue_unanswered(&mut self, mut task: Task, error: Option<Error>) {
        // The service may answer a question about fewer heights.
        let is_refused = error.as_ref().is_some_and(|error| error.is_rpc() && !error.is_rate_limited());
        match task.step {
            Step::Fetch(first, last) if is_refused && first < last => {
                task.range = (last - first).div_ceil(2);
                return self.fetch_range(task, first);
            }
            _ => {}
        }
        // Another node may have the answer. After a broken or silent connection, a question is not
        // repeated, nor after an error that the call itself has repeated.
        let may_help = error.as_ref().is_none_or(|error| error.is_rpc() && !error.is_retryable());
        if may_help && self.can_ask_again(&mut task) {
            self.task = Some(task);
            return;
        }
        match &mut task.step {
            Step::Latest => self.report_missing(&task, (self.next, None), error),
            Step::Search(search) if may_help => {
                search.answer(false);
                self.search_on(task);
            }
            // The answers so far decide.
            Step::Search(search) => {
                let found = search.found();
                self.settle(task, found);
            }
            // The pushed event is lower: the service has other events, or fewer.
            Step::Confirm(height) if task.pushed.as_ref().is_some_and(|pushed| pushed.facts.height < Some(*height)) => {
                let height = *height;
                self.search_valid_events(task, height, None);
            }
            // Events below may be valid, although these are not confirmed.
            Step::Confirm(height) | Step::Fetch(height, _)
                if !self.has_one && self.history.highest() == Some(*height) =>
            {
                let height = *height;
                task.error = error;
                self.search(task, if may_help { height } else { 0 });
            }
            Step::Confirm(height) => {
                let height = *height;
                // The parent of the next event confirms it, unless heights are left out.
                if !self.has_one
                    || task.fetched.is_some()
                    || task.pushed.is_some()
                    || self.history.parent(height).is_none()
                {
                    self.report_unconfirmed(&task, self.history.lowest().unwrap_or(height), error);
                }
                task.confirmed = Some(height);
                self.proceed(task);
            }
            Step::Fetch(first, _) if self.has_one => {
                let (first, last) = (*first, task.last);
                self.report_left_out(&mut task);
                self.report_missing(&task, (first, Some(last)), error);
                self.next = last.saturating_add(1);
                self.finish(task);
            }
            Step::Fetch(..) => {
                (task.error, task.gives_up, task.left_out) = (error, true, None);
                match self.history.highest().filter(|highest| task.confirmed != Some(*highest)) {
                    Some(highest) => self.ask(task, Step::Confirm(highest)),
                    None => self.plan(task),
                }
            }
        }
    }

    /// Delivers the pushed event after the fetched ones.
    fn finish(&mut self, mut task: Task) {
        self.report_left_out(&mut task);
        while let Some(height) = task.unlinked.pop() {
            if self.history.has_height(height) {
                return self.ask(task, Step::Confirm(height));
            }
        }
        self.asked = self.asked.max(task.last);
        if let Some(event) = task.pushed.take() {
            self.is_behind_gap = false;
            self.take_pushed(task, event);
        }
    }

    /// Sets the wait before the question is repeated; returns whether it may be.
    fn can_ask_again(&mut self, task: &mut Task) -> bool {
        let Some(patience) = self.patience.checked_sub(1) else { return false };
        (self.patience, task.wait) = (patience, task.wait.saturating_mul(2).clamp(WAITS.0, WAITS.1));
        true
    }

    /// Earns back repetitions by answers, so that a service without answers delays no later events.
    fn earn_patience(&mut self, is_answered: bool) {
        self.patience = PATIENCE.min(self.patience + if is_answered { EARNED } else { 0 });
    }

    /// Asks a question without a wait.
    fn ask(&mut self, mut task: Task, step: Step) {
        (task.step, task.wait) = (step, Duration::ZERO);
        self.task = Some(task);
    }

    fn position_of(&self, height: u64, event: &EventFacts, task: &Task) -> EventPosition {
        if self.has_one {
            return self.position_in_chain(height, event, task);
        }
        let is_unknown = match self.history.highest() {
            None => self.next < height,
            Some(highest) => highest < height || highest == height && !self.history.has(height, &event.id),
        };
        match self.is_behind_gap && is_unknown {
            true => EventPosition::Behind,
            false => self.position_among(height, event, task),
        }
    }

    /// Returns the position of an event, with several events per height.
    fn position_among(&self, height: u64, event: &EventFacts, task: &Task) -> EventPosition {
        let has_other = differ(self.history.block(height), event.block.as_deref());
        match self.history.highest().filter(|highest| height < *highest) {
            _ if self.history.has(height, &event.id) => EventPosition::Known,
            _ if has_other => EventPosition::Instead(height),
            None => EventPosition::Next,
            Some(highest) if task.is_confirmed(highest) => EventPosition::Late,
            Some(highest) => EventPosition::Unlinked(highest),
        }
    }

    /// Returns the position of an event, with one event per height.
    fn position_in_chain(&self, height: u64, event: &EventFacts, task: &Task) -> EventPosition {
        let (history, block, parent) = (&self.history, event.block.as_deref(), event.parent.as_deref());
        let below = height.checked_sub(1);
        if history.has(height, &event.id) {
            return EventPosition::Known;
        }
        if history.has_height(height) {
            return EventPosition::Instead(height);
        }
        if let Some(above) = history.from(height) {
            return match above - 1 == height && differ(history.parent(above), block) {
                true => EventPosition::Instead(height),
                false if task.is_confirmed(above) => EventPosition::Late,
                false => EventPosition::Unlinked(above),
            };
        }
        if height > self.next {
            return EventPosition::Behind;
        }
        match below.filter(|below| history.has_height(*below)) {
            Some(below) if differ(history.block(below), parent) => EventPosition::Instead(below),
            Some(_) => EventPosition::Next,
            None => match history.below(height) {
                Some(known) if !task.is_confirmed(known) => EventPosition::Unlinked(known),
                _ => EventPosition::Next,
            },
        }
    }

    /// Adds an event to the output and to the history.
    fn deliver(&mut self, height: u64, event: ChainEvent) {
        if self.has_one {
            self.next = height.saturating_add(1);
        }
        self.history.add(height, event.facts);
        self.items.push_back(BackfillItem::Event(event.json));
    }

    /// Withdraws the events from a height on, and reports that.
    fn withdraw(&mut self, from: u64, since: SystemTime) {
        self.history.withdraw(from);
        self.next = self.next.min(from);
        self.report_gap(Gap::new(GapReason::Reorganized { from }, None, since), (from, None), None);
    }

    /// Reports the heights that were left out, once.
    fn report_left_out(&mut self, task: &mut Task) {
        if let Some((first, last)) = task.left_out.take() {
            self.report_missing(task, (first, Some(last)), None);
        }
    }

    fn report_missing(&mut self, task: &Task, (first, last): (u64, Option<u64>), error: Option<Error>) {
        let mut gap = task.gap.copy();
        self.told = first..=last.unwrap_or(first);
        gap.missed = last.filter(|_| self.has_one).map(|last| (last - first).saturating_add(1));
        self.report_gap(gap, (first, last), error);
    }

    fn report_unconfirmed(&mut self, task: &Task, from: u64, error: Option<Error>) {
        self.report_gap(Gap::new(GapReason::Unconfirmed, None, task.gap.from), (from, None), error);
    }

    fn report_gap(&mut self, mut gap: Gap, (first, last): (u64, Option<u64>), error: Option<Error>) {
        (gap.heights, gap.error) = ((Some(first), last), error.map(Box::new));
        self.items.push_back(BackfillItem::Gap(gap));
    }
}

impl Task {
    fn new(gap: Gap) -> Self {
        Self {
            step: Step::Latest,
            gap,
            pushed: None,
            last: 0,
            range: RANGE,
            fetched: None,
            left_out: None,
            unlinked: Vec::new(),
            confirmed: None,
            is_denied: false,
            is_incomplete: false,
            error: None,
            wait: Duration::ZERO,
            contradictions: 0,
            gives_up: false,
        }
    }

    /// Returns whether an answer about a range has an event without a readable height, or lacks the pushed event,
    /// which belongs there.
    fn lacks_event(&self, (first, last): (u64, u64), events: &[ChainEvent]) -> bool {
        let has_unplaced = events.iter().any(|event| event.facts.height.is_none() && !event.facts.is_removed);
        has_unplaced
            || self.pushed.as_ref().map(|pushed| &pushed.facts).is_some_and(|pushed| {
                pushed.height.is_some_and(|height| (first..=last).contains(&height))
                    && !events.iter().any(|event| event.facts.id == pushed.id)
            })
    }

    /// Returns whether the events of a height count as valid.
    fn is_confirmed(&self, height: u64) -> bool {
        self.gives_up || self.confirmed == Some(height)
    }
}
