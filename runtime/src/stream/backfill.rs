//! Fetches the events that a subscription has missed, by their heights.
//!
//! Input: a gap, and the events before and after it. Output: the missed events in order, and the
//! gaps that remain: what the limit leaves out, and what could not be fetched. The description says
//! which calls fetch them.

use crate::{
    Error, Gap, ReadError, Target,
    client::Options,
    encode::Members,
    from_slice,
    json::{items, members, text_json},
    response::UnreadResponse,
    schema::{self, HeightParam, Heights, Subscription, Type},
    to_vec,
    transport::BoxFuture,
};
use std::{
    collections::{HashSet, VecDeque},
    task::{Context, Poll, ready},
};

/// How many heights are fetched before their events are handed on: one call each, or one call for
/// all.
const CHUNK: (u64, u64) = (16, 1_000);

/// What a subscription has missed, and what it has seen.
pub(crate) struct Backfill {
    how: &'static schema::Backfill,
    subscription: &'static Subscription,
    /// The websocket that calls go over.
    target: Target,
    /// The parameters of the subscription.
    members: Members,
    /// The most heights that are fetched for a gap.
    most: u64,
    /// The first height whose events may not all have come.
    next: u64,
    /// What came of this height.
    came: HashSet<String>,
    /// What was fetched up to a height: it may come once more.
    fetched: HashSet<String>,
    until: u64,
    queue: VecDeque<Box<str>>,
    gap: Option<Gap>,
    /// The heights that are still to be fetched, the first and the last.
    rest: Option<(u64, u64)>,
    /// The first of those that are on their way, and the last of all.
    fetching: (u64, u64),
    running: Option<BoxFuture<'static, Result<Step, Error>>>,
}

/// What a call has given.
enum Step {
    Latest(u64),
    Events(VecDeque<Box<str>>),
}

/// What comes before the next event of the connection.
pub(crate) enum BackfillItem {
    Event(Box<str>),
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
        let how = subscription.backfill.ok_or_else(|| {
            let text = format!("the description of `{}` does not say how missed events are fetched", subscription.id);
            Error::building(text).with_operation(subscription.id)
        })?;
        let next = latest(how, &target).await?.saturating_add(1);
        Ok(Self {
            how,
            subscription,
            target,
            members,
            most: most.max(1),
            next,
            came: HashSet::new(),
            fetched: HashSet::new(),
            until: 0,
            queue: VecDeque::new(),
            gap: None,
            rest: None,
            fetching: (0, 0),
            running: None,
        })
    }

    /// Begins to fill a gap.
    pub(crate) fn fill(&mut self, gap: Gap) {
        let (how, target) = (self.how, self.target.clone());
        self.gap = Some(gap);
        self.running = Some(Box::pin(async move { latest(how, &target).await.map(Step::Latest) }));
    }

    /// What comes before the next event of the connection; none where nothing is missing.
    pub(crate) fn poll_filled(&mut self, context: &mut Context<'_>) -> Poll<Option<BackfillItem>> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                let (_, id) = self.told(event.as_bytes());
                if self.came.contains(&id) {
                    continue;
                }
                self.has_come(event.as_bytes());
                self.fetched.insert(id);
                return Poll::Ready(Some(BackfillItem::Event(event)));
            }
            if let Some(running) = &mut self.running {
                let step = ready!(running.as_mut().poll(context));
                self.running = None;
                match step {
                    Ok(Step::Events(events)) => self.queue = events,
                    Ok(Step::Latest(latest)) => {
                        if let Some(gap) = self.plan(latest) {
                            return Poll::Ready(Some(BackfillItem::Gap(gap)));
                        }
                    }
                    Err(error) => return Poll::Ready(self.failed(error).map(BackfillItem::Gap)),
                }
                continue;
            }
            match self.rest {
                Some((from, to)) if from <= to => self.fetch(from, to),
                _ => {
                    (self.rest, self.gap) = (None, None);
                    return Poll::Ready(None);
                }
            }
        }
    }

    /// Whether an event of the connection is a new one.
    pub(crate) fn is_new(&mut self, event: &[u8]) -> bool {
        let (height, id) = self.told(event);
        if height.is_some_and(|height| height <= self.until) && self.fetched.contains(&id) {
            return false;
        }
        if height.is_some_and(|height| height > self.until) {
            self.fetched.clear();
        }
        self.has_come(event);
        true
    }

    /// Decides which heights are fetched; the gap of those that are left out.
    fn plan(&mut self, latest: u64) -> Option<Gap> {
        self.until = latest;
        if latest < self.next {
            return None;
        }
        let first = self.next.max(latest.saturating_sub(self.most - 1));
        self.rest = Some((first, latest));
        let mut gap = self.gap.as_ref().filter(|_| first > self.next).map(Gap::copy)?;
        gap.heights = (Some(self.next), Some(first - 1));
        gap.missed = matches!(self.how.heights, Heights::At(_)).then(|| first - self.next);
        Some(gap)
    }

    fn failed(&mut self, error: Error) -> Option<Gap> {
        let (from, to) = self.rest.take().map_or((self.next, None), |_| (self.fetching.0, Some(self.fetching.1)));
        let mut gap = self.gap.take()?;
        (gap.heights, gap.missed, gap.error) = ((Some(from), to), None, Some(Box::new(error)));
        Some(gap)
    }

    /// Begins to fetch the next heights.
    fn fetch(&mut self, from: u64, to: u64) {
        let (how, target) = (self.how, self.target.clone());
        let most = if matches!(how.heights, Heights::At(_)) { CHUNK.0 } else { CHUNK.1 };
        let last = to.min(from.saturating_add(most - 1));
        let calls = self.calls(from, last);
        self.fetching = (from, to);
        self.rest = last.checked_add(1).map(|next| (next, to));
        self.running = Some(Box::pin(async move {
            let mut events = VecDeque::new();
            for members in calls? {
                let options = Options::default();
                let client = target.client();
                let reply = client.call(how.call, &members, &target, &options, &mut UnreadResponse::into_raw).await?;
                let misfit = |error| Error::decode(how.call.id, error);
                match how.heights {
                    Heights::At(_) if reply.result() == b"null" => {}
                    Heights::At(_) => events.push_back(String::from_utf8_lossy(reply.result()).into()),
                    Heights::Between { .. } => {
                        let all = items(reply.result()).map_err(misfit)?;
                        events.extend(all.into_iter().map(Box::from));
                    }
                }
            }
            Ok(Step::Events(events))
        }));
    }

    /// The parameters of the calls that fetch these heights.
    fn calls(&self, from: u64, to: u64) -> Result<Vec<Members>, Error> {
        let own = self.subscription.input.fields;
        let given = |name: &str| self.members.get(own.iter().position(|field| field.name == name)?)?.clone();
        let shared: Members = self.how.call.input.fields.iter().map(|field| given(field.name)).collect();
        let with = |members: &mut Members, param: HeightParam, height: u64| {
            let invalid = |text: String| Error::invalid_request(self.how.call.id, vec![text]);
            let value = to_vec(&height, self.height_type()).map_err(|error| invalid(error.to_string()))?;
            let slot = members.get_mut(param.index).ok_or_else(|| invalid("there is no such parameter".to_owned()))?;
            let set = with_member(slot.as_deref(), param.path, &value);
            *slot = Some(set.map_err(|error| invalid(error.to_string()))?);
            Ok(())
        };
        match self.how.heights {
            Heights::At(param) => (from..=to)
                .map(|height| {
                    let mut members = shared.clone();
                    with(&mut members, param, height).map(|()| members)
                })
                .collect(),
            Heights::Between { from: first, to: last } => {
                let mut members = shared;
                with(&mut members, first, from)?;
                with(&mut members, last, to)?;
                Ok(vec![members])
            }
        }
    }

    /// Keeps how far events have come.
    fn has_come(&mut self, event: &[u8]) {
        let (Some(height), id) = self.told(event) else { return };
        match self.how.heights {
            // There is one event of each height.
            Heights::At(_) => self.next = self.next.max(height.saturating_add(1)),
            Heights::Between { .. } => {
                if height > self.next {
                    self.came.clear();
                }
                if height >= self.next {
                    self.next = height;
                    self.came.insert(id);
                }
            }
        }
    }

    /// The height of an event, and what tells it from others.
    fn told(&self, event: &[u8]) -> (Option<u64>, String) {
        let ty = self.height_type();
        let height = member(event, self.how.height).and_then(|json| from_slice::<u64>(ty, json.as_bytes()).ok());
        let same: Vec<&str> = self.how.same.iter().map(|path| member(event, path).unwrap_or_default()).collect();
        (height, same.join(" "))
    }

    /// The type of a height, which says its form.
    fn height_type(&self) -> Type {
        let inner = |ty: Type, name: &&str| match plain(ty) {
            Type::Record(record) => record.fields.iter().find(|field| field.name == *name).map(|field| field.ty),
            _ => None,
        };
        let ty = self.how.height.iter().try_fold(self.subscription.item, inner);
        plain(ty.unwrap_or(Type::Integer(schema::Integer::U64)))
    }
}

fn plain(ty: Type) -> Type {
    match ty.plain() {
        Type::Nullable(inner) => inner.plain(),
        ty => ty,
    }
}

async fn latest(how: &'static schema::Backfill, target: &Target) -> Result<u64, Error> {
    let (members, options) = (vec![None; how.latest.input.fields.len()], Options::default());
    let reply = target.client().call(how.latest, &members, target, &options, &mut UnreadResponse::into_raw).await?;
    let ty = how.latest.output.unwrap_or(Type::Integer(schema::Integer::U64));
    from_slice(ty, reply.result()).map_err(|error| Error::decode(how.latest.id, error))
}

/// A member within members, as it stands in the JSON.
fn member<'j>(json: &'j [u8], path: &[&str]) -> Option<&'j str> {
    let mut json = std::str::from_utf8(json).ok()?;
    for name in path {
        let all = members(json.as_bytes()).ok()?;
        json = all.into_iter().rev().find(|(known, _)| known.as_str() == *name)?.1;
    }
    Some(json)
}

/// Replaces the value of a member within nested members of a JSON object.
fn with_member(json: Option<&[u8]>, path: &[&str], value: &[u8]) -> Result<Vec<u8>, ReadError> {
    let Some((name, rest)) = path.split_first() else { return Ok(value.to_vec()) };
    let all = json.map(members).transpose()?.unwrap_or_default();
    let old = all.iter().rev().find(|(known, _)| known.as_str() == *name).map(|(_, value)| value.as_bytes());
    let value = with_member(old, rest, value)?;
    let mut out = [b"{", text_json(name).as_bytes(), b":", value.as_slice()].concat();
    for (other, value) in all.iter().filter(|(other, _)| other.as_str() != *name) {
        out.extend([b",", text_json(other.as_str()).as_bytes(), b":", value.as_bytes()].concat());
    }
    out.push(b'}');
    Ok(out)
}
