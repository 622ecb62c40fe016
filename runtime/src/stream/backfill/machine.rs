//! State machine of a backfill: decides which events are delivered, reported as missing or replaced, and requested.
//!
//! Input: events that the connection pushes, gaps, and answers. Output: events and gaps in their order, and requests
//! with the wait before each. It has no I/O and no clock. The guarantee that it keeps is the table in
//! `docs/websocket.md`.

use crate::{
    Error, ErrorKind, Gap, GapReason,
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

/// Maximum number of heights that one question about a range covers.
const RANGE: u64 = 1_000;
/// How often a question is asked again before a gap is told instead, and how often more for each
/// fetched answer.
const PATIENCE: u32 = 8;
const EARNED: u32 = 2;
/// How many contradictions a task resolves by fetching.
const CONTRADICTIONS: u32 = 2;
/// How many heights below heights that were left out are asked about after a gap.
const UNLINKED: usize = 8;
/// How many heights at most a service makes while a subscription begins, and how far nodes differ.
const NEAR: u64 = 64;
/// The first wait before a question is asked again; it doubles up to the longest.
const WAITS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(300));

/// An event with its facts.
#[derive(Debug)]
pub(crate) struct ChainEvent {
    pub(crate) facts: EventFacts,
    pub(crate) json: EventJson,
}

/// What comes out of a backfill.
#[derive(Debug)]
pub(crate) enum BackfillItem {
    Event(EventJson),
    Gap(Gap),
}

/// A question to the service, and the wait before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) wait: Duration,
    pub(crate) topic: Topic,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// The current height.
    Latest,
    /// The events of the heights from the first to the last.
    Events(u64, u64),
}

/// The answer to a question.
#[derive(Debug)]
pub(crate) enum Answer {
    Latest(u64),
    Events(Vec<ChainEvent>),
    Failed(Error),
}

/// The state of a backfill.
pub(crate) struct Machine {
    /// Whether there is one event per height, so that heights show what is missing.
    has_one: bool,
    /// Maximum number of heights that are fetched for a gap.
    most: u64,
    history: History,
    /// With one event per height: the first height that is neither given nor told as missing.
    /// Otherwise: the first height that is asked about while no event holds.
    next: u64,
    /// Whether no new event was pushed since the beginning or the last gap: the heights between the
    /// last answer and that event are unknown.
    is_behind_gap: bool,
    /// With several events per height: the highest height that was asked about at the beginning or
    /// for a gap.
    asked: u64,
    /// How often a question may be asked again.
    patience: u32,
    /// The heights that were told as missing last.
    told: RangeInclusive<u64>,
    items: VecDeque<BackfillItem>,
    task: Option<Task>,
}

/// Fetching what was missed up to a height, before an event of the connection or after a gap.
struct Task {
    step: Step,
    /// The gap that is filled.
    gap: Gap,
    /// The event of the connection that comes behind what is fetched.
    pushed: Option<ChainEvent>,
    /// The last height that is fetched.
    last: u64,
    /// Fetched events that wait until the events below them are confirmed, and their heights.
    fetched: Option<(Vec<ChainEvent>, (u64, u64))>,
    /// Heights beyond the limit; they are told before the next event.
    left_out: Option<(u64, u64)>,
    /// Heights whose events are to be confirmed, the lowest first.
    unlinked: Vec<u64>,
    /// The height whose events were confirmed last.
    confirmed: Option<u64>,
    /// Whether a node has other events than the given ones.
    is_denied: bool,
    /// Why events cannot be confirmed.
    error: Option<Error>,
    /// The wait before the next question.
    wait: Duration,
    contradictions: u32,
    /// Whether nothing more is fetched, because the service contradicts itself.
    gives_up: bool,
}

enum Step {
    /// Asks for the current height.
    Latest,
    /// Asks whether the events of a height hold.
    Confirm(u64),
    /// Looks for the highest height whose events hold.
    Search(Search),
    /// Fetches the heights from the first to the last.
    Fetch(u64, u64),
}

/// The place of an event among those that were given.
enum Place {
    /// Behind what was given.
    Next,
    /// The event holds already.
    Known,
    /// Below events that hold: its height was told as missing, or a node told less than it has.
    Late,
    /// Behind heights that are missing.
    Behind,
    /// In contradiction to what was given from this height on.
    Instead(u64),
    /// Above or below heights that were left out: the events of this height may not hold.
    Unlinked(u64),
}

impl Machine {
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

    /// Takes out the next item.
    pub(crate) fn pop(&mut self) -> Option<BackfillItem> {
        self.items.pop_front()
    }

    /// Returns the question that is to be answered before the next push or gap.
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

    /// Begins to fill a gap of the connection.
    pub(crate) fn gap(&mut self, gap: Gap) {
        self.is_behind_gap = true;
        self.task = Some(Task::new(gap));
    }

    /// Takes an event of the connection.
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

    /// Takes the answer to the question.
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
                    Verdict::Denied => self.contradict(task, height, None),
                    Verdict::Silent => self.unanswered(task, None),
                }
            }
            (Step::Search(search), Answer::Events(events)) => {
                match search.probe().map(|at| self.compare(at, &events)) {
                    Some(Verdict::Silent) => self.unanswered(task, None),
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
                    None => self.unanswered(task, None),
                }
            }
            (Step::Fetch(first, last), Answer::Events(events)) => {
                let (first, last) = (*first, *last);
                self.take_range(task, (first, last), events);
            }
            (_, Answer::Failed(error)) => self.unanswered(task, Some(error)),
            (_, Answer::Latest(_)) | (Step::Latest, Answer::Events(_)) => self.unanswered(task, None),
        }
    }

    fn compare(&self, height: u64, events: &[ChainEvent]) -> Verdict {
        self.history.compare(height, events.iter().map(|event| &event.facts))
    }

    /// Passes a notice of withdrawal on, unless its event does not hold any more.
    fn remove(&mut self, height: u64, event: ChainEvent) {
        if self.history.has(height, &event.facts.id) || self.history.is_forgotten(height) {
            self.withdraw(height, SystemTime::now());
        }
        if self.history.highest().is_none_or(|highest| highest <= height) {
            self.items.push_back(BackfillItem::Event(event.json));
        }
    }

    /// Gives an event of the connection, or begins what comes before it.
    fn take_pushed(&mut self, mut task: Task, event: ChainEvent) {
        let height = event.facts.height.unwrap_or_default();
        let place = self.place(height, &event.facts, &task);
        match place {
            Place::Next => {
                // The first event is right above the beginning: nothing is unknown.
                self.is_behind_gap &= self.history.highest().is_some();
                return self.give(height, event);
            }
            Place::Known => return,
            Place::Late if self.told.contains(&height) => return,
            Place::Late => return self.tell_missing(&task, (height, Some(height)), None),
            // Nobody else has it.
            Place::Instead(_) if task.contradictions >= CONTRADICTIONS => {
                self.next = if self.has_one { self.next.max(height.saturating_add(1)) } else { self.next };
                return self.tell_missing(&task, (height, Some(height)), None);
            }
            _ => {}
        }
        let parent = event.facts.parent.clone();
        task.pushed = Some(event);
        match place {
            Place::Instead(from) => self.contradict(task, from, parent.as_deref()),
            Place::Unlinked(known) => self.ask(task, Step::Confirm(known)),
            _ => {
                // What came while the subscription began lies right above what was asked.
                if !self.has_one && height.saturating_sub(self.asked) > self.most.max(NEAR) {
                    task.last = self.asked.saturating_add(self.most);
                    return self.fetch_range(task, self.asked.saturating_add(1));
                }
                self.plan(task);
            }
        }
    }

    /// Gives a fetched event, of which there is one per height.
    fn take_fetched(&mut self, mut task: Task, event: ChainEvent) {
        self.earn_patience(true);
        let height = event.facts.height.unwrap_or_default();
        match self.place(height, &event.facts, &task) {
            Place::Instead(from) => return self.contradict(task, from, event.facts.parent.as_deref()),
            Place::Unlinked(below) => {
                task.fetched = Some((vec![event], (height, height)));
                return self.ask(task, Step::Confirm(below));
            }
            Place::Known | Place::Late => self.next = self.next.max(height.saturating_add(1)),
            Place::Next | Place::Behind => {
                self.tell_left_out(&mut task);
                self.give(height, event);
            }
        }
        self.plan(task);
    }

    /// Takes the events of a range of heights. What was given at its first height, or below it, has
    /// to be confirmed.
    fn take_range(&mut self, mut task: Task, (first, last): (u64, u64), events: Vec<ChainEvent>) {
        if task.lacks_pushed((first, last), &events) && self.can_ask_again(&mut task) {
            self.task = Some(task);
            return;
        }
        match self.history.highest() {
            Some(highest) if highest == first => match self.compare(first, &events) {
                Verdict::Confirmed => task.confirmed = Some(first),
                Verdict::Denied => return self.contradict(task, first, None),
                Verdict::Silent => return self.unanswered(task, None),
            },
            // Behind the answer, since the chain may change meanwhile.
            Some(highest) if task.left_out.is_some() && !task.is_confirmed(highest) => {
                task.fetched = Some((events, (first, last)));
                return self.ask(task, Step::Confirm(highest));
            }
            _ => {}
        }
        self.give_range(task, (first, last), events);
    }

    fn give_range(&mut self, mut task: Task, (first, last): (u64, u64), mut events: Vec<ChainEvent>) {
        let is_incomplete = task.lacks_pushed((first, last), &events);
        self.earn_patience(!is_incomplete);
        self.tell_left_out(&mut task);
        events.sort_by_key(|event| event.facts.height);
        for event in events {
            let Some(height) = event.facts.height.filter(|height| (first..=last).contains(height)) else { continue };
            if !event.facts.is_removed && matches!(self.place_among(height, &event.facts, &task), Place::Next) {
                self.give(height, event);
            }
        }
        if is_incomplete {
            self.tell_missing(&task, (first, Some(last)), None);
        }
        match last < task.last {
            true => self.fetch_range(task, last + 1),
            false => self.finish(task),
        }
    }

    fn take_latest(&mut self, mut task: Task, latest: u64) {
        let highest = self.history.highest();
        task.last = if self.has_one { latest } else { latest.max(highest.unwrap_or(0)) };
        let is_linked = highest.is_some_and(|highest| self.history.block(highest).is_some());
        if self.has_one {
            // Heights that were left out break the links: what lies below them is asked about too.
            let top = self.history.below(latest.saturating_add(1)).filter(|_| latest < self.next || !is_linked);
            task.unlinked = self.history.unlinked(UNLINKED).into_iter().chain(top).collect();
        }
        match task.unlinked.pop() {
            Some(height) => self.ask(task, Step::Confirm(height)),
            None => self.plan(task),
        }
    }

    /// Goes on behind a confirmation.
    fn proceed(&mut self, mut task: Task) {
        match task.fetched.take() {
            Some((events, heights)) if !self.has_one => self.give_range(task, heights, events),
            Some((mut events, _)) => match events.pop() {
                Some(event) => self.take_fetched(task, event),
                None => self.plan(task),
            },
            None => self.plan(task),
        }
    }

    /// Decides which heights are fetched, and which ones the limit leaves out.
    fn plan(&mut self, mut task: Task) {
        let highest = self.history.highest().filter(|_| !self.has_one);
        // Heights from here on are missing; the highest one with several events may be incomplete.
        let (next, last) = (highest.unwrap_or(self.next), task.last);
        if next > last {
            return self.finish(task);
        }
        if task.gives_up {
            self.tell_left_out(&mut task);
            let error = task.error.take();
            self.tell_missing(&task, (next, Some(last)), error);
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

    fn fetch_range(&mut self, task: Task, first: u64) {
        let last = task.last.min(first.saturating_add(RANGE - 1));
        self.ask(task, Step::Fetch(first, last));
    }

    /// Looks for what holds below a height whose events are others now.
    fn contradict(&mut self, mut task: Task, from: u64, parent: Option<&str>) {
        task.is_denied = true;
        task.last = task.last.max(self.history.highest().filter(|_| !self.has_one).unwrap_or(0));
        (task.gives_up, task.contradictions) = (task.contradictions >= CONTRADICTIONS, task.contradictions + 1);
        let below = from.checked_sub(1).filter(|below| parent.is_some() && self.history.block(*below) == parent);
        match below {
            Some(below) => self.settle(task, Some(below)),
            None => self.search(task, from),
        }
    }

    fn search(&mut self, mut task: Task, from: u64) {
        task.fetched = None;
        task.step = Step::Search(Search::new(self.history.all_below(from)));
        self.search_on(task);
    }

    fn search_on(&mut self, task: Task) {
        match &task.step {
            Step::Search(search) if search.probe().is_none() => {
                let found = search.found();
                self.settle(task, found);
            }
            _ => self.task = Some(task),
        }
    }

    /// Withdraws what does not hold, or tells what nobody confirms.
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
                self.tell_unconfirmed(&task, from, error);
                task.gives_up = true;
                self.finish(task);
            }
            None => self.plan(task),
        }
    }

    /// Asks again, or goes on without an answer.
    fn unanswered(&mut self, mut task: Task, error: Option<Error>) {
        // Another node may know more. A connection that breaks or is silent is asked once.
        let may_help = error.as_ref().is_none_or(|error| error.kind() == ErrorKind::Rpc);
        if may_help && self.can_ask_again(&mut task) {
            self.task = Some(task);
            return;
        }
        match &mut task.step {
            Step::Latest => self.tell_missing(&task, (self.next, None), error),
            Step::Search(search) if may_help => {
                search.answer(false);
                self.search_on(task);
            }
            // What is known so far decides.
            Step::Search(search) => {
                let found = search.found();
                self.settle(task, found);
            }
            // The connection is below: the service has other events, or fewer.
            Step::Confirm(height) if task.pushed.as_ref().is_some_and(|pushed| pushed.facts.height < Some(*height)) => {
                let height = *height;
                self.contradict(task, height, None);
            }
            // Events below may hold, where nobody says that these do.
            Step::Confirm(height) | Step::Fetch(height, _)
                if !self.has_one && self.history.highest() == Some(*height) =>
            {
                let height = *height;
                task.error = error;
                self.search(task, if may_help { height } else { 0 });
            }
            Step::Confirm(height) => {
                let height = *height;
                // The parent of the next event decides it, unless heights are left out.
                if !self.has_one
                    || task.fetched.is_some()
                    || task.pushed.is_some()
                    || self.history.parent(height).is_none()
                {
                    self.tell_unconfirmed(&task, self.history.lowest().unwrap_or(height), error);
                }
                task.confirmed = Some(height);
                self.proceed(task);
            }
            Step::Fetch(first, _) if self.has_one => {
                let (first, last) = (*first, task.last);
                self.tell_left_out(&mut task);
                self.tell_missing(&task, (first, Some(last)), error);
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

    /// Gives the event of the connection behind what was fetched.
    fn finish(&mut self, mut task: Task) {
        self.tell_left_out(&mut task);
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

    /// Sets the wait before the same question; whether there is patience for it.
    fn can_ask_again(&mut self, task: &mut Task) -> bool {
        let Some(patience) = self.patience.checked_sub(1) else { return false };
        (self.patience, task.wait) = (patience, task.wait.saturating_mul(2).clamp(WAITS.0, WAITS.1));
        true
    }

    /// Patience comes back with answers, so that a service without them delays no later events.
    fn earn_patience(&mut self, is_answered: bool) {
        self.patience = PATIENCE.min(self.patience + if is_answered { EARNED } else { 0 });
    }

    fn ask(&mut self, mut task: Task, step: Step) {
        (task.step, task.wait) = (step, Duration::ZERO);
        self.task = Some(task);
    }

    fn place(&self, height: u64, event: &EventFacts, task: &Task) -> Place {
        if self.has_one {
            return self.place_in_chain(height, event, task);
        }
        let is_unknown = match self.history.highest() {
            None => self.next < height,
            Some(highest) => highest < height || highest == height && !self.history.has(height, &event.id),
        };
        match self.is_behind_gap && is_unknown {
            true => Place::Behind,
            false => self.place_among(height, event, task),
        }
    }

    /// The place of one of several events per height.
    fn place_among(&self, height: u64, event: &EventFacts, task: &Task) -> Place {
        let has_other = differ(self.history.block(height), event.block.as_deref());
        match self.history.highest().filter(|highest| height < *highest) {
            _ if self.history.has(height, &event.id) => Place::Known,
            _ if has_other => Place::Instead(height),
            None => Place::Next,
            Some(highest) if task.is_confirmed(highest) => Place::Late,
            Some(highest) => Place::Unlinked(highest),
        }
    }

    /// The place of the one event of its height.
    fn place_in_chain(&self, height: u64, event: &EventFacts, task: &Task) -> Place {
        let (history, block, parent) = (&self.history, event.block.as_deref(), event.parent.as_deref());
        let below = height.checked_sub(1);
        if history.has(height, &event.id) {
            return Place::Known;
        }
        if history.has_height(height) {
            return Place::Instead(height);
        }
        if let Some(above) = history.from(height) {
            return match above - 1 == height && differ(history.parent(above), block) {
                true => Place::Instead(height),
                false if task.is_confirmed(above) => Place::Late,
                false => Place::Unlinked(above),
            };
        }
        if height > self.next {
            return Place::Behind;
        }
        match below.filter(|below| history.has_height(*below)) {
            Some(below) if differ(history.block(below), parent) => Place::Instead(below),
            Some(_) => Place::Next,
            None => match history.below(height) {
                Some(known) if !task.is_confirmed(known) => Place::Unlinked(known),
                _ => Place::Next,
            },
        }
    }

    fn give(&mut self, height: u64, event: ChainEvent) {
        if self.has_one {
            self.next = height.saturating_add(1);
        }
        self.history.add(height, event.facts);
        self.items.push_back(BackfillItem::Event(event.json));
    }

    /// Tells that events do not hold from a height on.
    fn withdraw(&mut self, from: u64, since: SystemTime) {
        self.history.withdraw(from);
        self.next = self.next.min(from);
        self.tell(Gap::new(GapReason::Reorganized { from }, None, since), (from, None), None);
    }

    fn tell_left_out(&mut self, task: &mut Task) {
        if let Some((first, last)) = task.left_out.take() {
            self.tell_missing(task, (first, Some(last)), None);
        }
    }

    fn tell_missing(&mut self, task: &Task, (first, last): (u64, Option<u64>), error: Option<Error>) {
        let mut gap = task.gap.copy();
        self.told = first..=last.unwrap_or(first);
        gap.missed = last.filter(|_| self.has_one).map(|last| (last - first).saturating_add(1));
        self.tell(gap, (first, last), error);
    }

    fn tell_unconfirmed(&mut self, task: &Task, from: u64, error: Option<Error>) {
        self.tell(Gap::new(GapReason::Unconfirmed, None, task.gap.from), (from, None), error);
    }

    fn tell(&mut self, mut gap: Gap, (first, last): (u64, Option<u64>), error: Option<Error>) {
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
            fetched: None,
            left_out: None,
            unlinked: Vec::new(),
            confirmed: None,
            is_denied: false,
            error: None,
            wait: Duration::ZERO,
            contradictions: 0,
            gives_up: false,
        }
    }

    /// Whether the answer about these heights has no pushed event that belongs there.
    fn lacks_pushed(&self, (first, last): (u64, u64), events: &[ChainEvent]) -> bool {
        self.pushed.as_ref().map(|pushed| &pushed.facts).is_some_and(|pushed| {
            pushed.height.is_some_and(|height| (first..=last).contains(&height))
                && !events.iter().any(|event| event.facts.id == pushed.id)
        })
    }

    /// Whether the events of a height are taken to hold.
    fn is_confirmed(&self, height: u64) -> bool {
        self.gives_up || self.confirmed == Some(height)
    }
}
