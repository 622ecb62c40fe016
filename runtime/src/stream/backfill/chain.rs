//! What a subscription has given of a chain, and where an event belongs in it.
//!
//! Input: what is known of each event. Output: whether it follows, was given, or replaces what was
//! given. No I/O is done here. Only the last heights are remembered.

use crate::{
    from_slice,
    json::members,
    schema::{self, Heights, Subscription, Type},
};
use std::collections::{BTreeMap, HashSet};

/// How many heights, and how many events of them, are remembered.
const MOST: (usize, usize) = (128, 16_384);

/// What is known of an event.
pub(crate) struct Facts {
    pub(crate) height: Option<u64>,
    /// What tells it from others.
    pub(crate) id: String,
    hash: Option<String>,
    parent: Option<String>,
    /// It withdraws an earlier event.
    is_removed: bool,
}

impl Facts {
    pub(crate) fn of(subscription: &Subscription, how: &schema::Backfill, event: &[u8]) -> Self {
        let ty = height_type(subscription, how);
        let text = |path: &[&str]| member(event, path).filter(|json| *json != "null").map(str::to_owned);
        let same: Vec<&str> = how.same.iter().map(|path| member(event, path).unwrap_or_default()).collect();
        Self {
            height: member(event, how.height).and_then(|json| from_slice::<u64>(ty, json.as_bytes()).ok()),
            id: same.join(" "),
            hash: how.links.and_then(|links| text(links.hash)),
            parent: how.links.and_then(|links| text(links.parent)),
            is_removed: how.removed.is_some_and(|path| member(event, path) == Some("true")),
        }
    }
}

/// Where an event belongs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Behind what was given.
    Next,
    /// It was given.
    Given,
    /// It replaces or withdraws what was given from this height on.
    Replaces(u64),
    /// Behind another event than the one that was given a height below: more was replaced.
    Elsewhere,
}

/// What was given, as far as it still holds.
pub(crate) struct Chain {
    /// There is one event of each height.
    has_one: bool,
    /// The first height whose events may not all have come.
    next: u64,
    /// The highest height of what was given.
    last: Option<u64>,
    /// What was given of the last heights.
    seen: BTreeMap<u64, Seen>,
    events: usize,
}

#[derive(Default)]
struct Seen {
    ids: HashSet<String>,
    hash: Option<String>,
}

impl Chain {
    /// For a subscription whose first missing event would have the height `next`.
    pub(crate) fn new(heights: Heights, next: u64) -> Self {
        let has_one = matches!(heights, Heights::At(_));
        Self { has_one, next, last: None, seen: BTreeMap::new(), events: 0 }
    }

    pub(crate) const fn next(&self) -> u64 {
        self.next
    }

    /// Whether events above a height were given.
    pub(crate) fn is_above(&self, height: u64) -> bool {
        self.last.is_some_and(|last| last > height)
    }

    pub(crate) fn place(&self, event: &Facts) -> Place {
        let Some(height) = event.height else { return Place::Next };
        let goes_back = self.last.is_some_and(|last| height < last || height == last && self.has_one);
        if event.is_removed {
            return if self.last >= Some(height) { Place::Replaces(height) } else { Place::Next };
        }
        if self.seen.get(&height).is_some_and(|seen| seen.ids.contains(&event.id)) {
            return Place::Given;
        }
        let below = height.checked_sub(1).and_then(|below| self.seen.get(&below)?.hash.as_ref());
        match below.zip(event.parent.as_ref()) {
            Some((below, parent)) if below != parent => Place::Elsewhere,
            _ if goes_back => Place::Replaces(height),
            _ => Place::Next,
        }
    }

    /// An event is given.
    pub(crate) fn add(&mut self, event: Facts) {
        let Some(height) = event.height.filter(|_| !event.is_removed) else { return };
        self.next = self.next.max(if self.has_one { height.saturating_add(1) } else { height });
        self.last = self.last.max(Some(height));
        let seen = self.seen.entry(height).or_default();
        seen.hash = event.hash;
        self.events += usize::from(seen.ids.insert(event.id));
        while self.seen.len() > 1 && (self.seen.len() > MOST.0 || self.events > MOST.1) {
            let first = self.seen.pop_first();
            self.events -= first.map_or(0, |(_, seen)| seen.ids.len());
        }
    }

    /// What was given from a height on does not hold any more.
    pub(crate) fn cut(&mut self, from: u64) {
        let gone = self.seen.split_off(&from);
        self.events -= gone.values().map(|seen| seen.ids.len()).sum::<usize>();
        self.next = self.next.min(from);
        self.last = self.last.min(from.checked_sub(1));
    }

    /// What was given up to a height, the highest first.
    pub(crate) fn down_from(&self, height: u64) -> impl Iterator<Item = (u64, &HashSet<String>)> {
        self.seen.range(..=height).rev().map(|(height, seen)| (*height, &seen.ids))
    }

    /// Whether all that was given of a height is among what was fetched.
    pub(crate) fn holds<'f>(&self, height: u64, fetched: impl IntoIterator<Item = &'f Facts>) -> bool {
        self.seen.get(&height).is_none_or(|seen| are_among(&seen.ids, height, fetched))
    }
}

/// Whether all events of a height are among what was fetched.
pub(crate) fn are_among<'f>(ids: &HashSet<String>, height: u64, fetched: impl IntoIterator<Item = &'f Facts>) -> bool {
    let of_height = fetched.into_iter().filter(|event| event.height == Some(height));
    let fetched: HashSet<&str> = of_height.map(|event| event.id.as_str()).collect();
    ids.iter().all(|id| fetched.contains(id.as_str()))
}

/// The type of a height, which says its form.
pub(crate) fn height_type(subscription: &Subscription, how: &schema::Backfill) -> Type {
    let inner = |ty: Type, name: &&str| match plain(ty) {
        Type::Record(record) => record.fields.iter().find(|field| field.name == *name).map(|field| field.ty),
        _ => None,
    };
    let ty = how.height.iter().try_fold(subscription.item, inner);
    plain(ty.unwrap_or(Type::Integer(schema::Integer::U64)))
}

fn plain(ty: Type) -> Type {
    match ty.plain() {
        Type::Nullable(inner) => inner.plain(),
        ty => ty,
    }
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const PARAM: schema::HeightParam = schema::HeightParam { index: 0, path: &[] };

    fn event(height: u64, hash: &str, parent: &str) -> Facts {
        let (hash_of, parent) = (Some(hash.to_owned()), Some(parent.to_owned()));
        Facts { height: Some(height), id: hash.to_owned(), hash: hash_of, parent, is_removed: false }
    }

    #[test]
    fn heads_follow_or_replace() {
        let mut chain = Chain::new(Heights::At(PARAM), 5);
        // What came while the height at the beginning was asked for is no step back.
        for (height, hash, parent) in [(4, "d", "c"), (5, "e", "d"), (6, "f", "e")] {
            assert_eq!(chain.place(&event(height, hash, parent)), Place::Next);
            chain.add(event(height, hash, parent));
        }
        assert_eq!((chain.next(), chain.is_above(5), chain.is_above(6)), (7, true, false));
        assert_eq!(chain.place(&event(6, "f", "e")), Place::Given);
        assert_eq!(chain.place(&event(6, "F", "e")), Place::Replaces(6));
        assert_eq!(chain.place(&event(6, "F", "E")), Place::Elsewhere);
        assert_eq!(chain.place(&event(7, "g", "F")), Place::Elsewhere);
        assert_eq!(chain.place(&event(9, "i", "h")), Place::Next);
        assert_eq!(chain.place(&event(2, "b", "a")), Place::Replaces(2));
        chain.cut(5);
        assert_eq!((chain.next(), chain.place(&event(5, "E", "d"))), (5, Place::Next));
        chain.cut(0);
        assert_eq!(chain.place(&event(0, "A", "")), Place::Next);
    }

    #[test]
    fn logs_are_withdrawn() {
        let mut chain = Chain::new(Heights::Between { from: PARAM, to: PARAM }, 5);
        let log = |height, id| Facts { hash: None, parent: None, ..event(height, id, "") };
        let removed = |height, id| Facts { is_removed: true, ..log(height, id) };
        for (height, id) in [(5, "a"), (5, "b"), (7, "c")] {
            assert_eq!(chain.place(&log(height, id)), Place::Next);
            chain.add(log(height, id));
        }
        assert_eq!((chain.next(), chain.place(&log(6, "x"))), (7, Place::Replaces(6)));
        assert_eq!((chain.place(&removed(7, "c")), chain.place(&removed(8, "x"))), (Place::Replaces(7), Place::Next));
        chain.cut(5);
        // The others of the same branch are told with the first.
        assert_eq!(chain.place(&removed(7, "c")), Place::Next);
        chain.add(removed(7, "c"));
        assert_eq!((chain.next(), chain.place(&log(5, "a"))), (5, Place::Next));
    }

    #[test]
    fn few_heights_are_remembered() {
        let mut chain = Chain::new(Heights::Between { from: PARAM, to: PARAM }, 0);
        for height in 0..100_000 {
            chain.add(event(height / 2, &height.to_string(), ""));
        }
        assert_eq!((chain.seen.len(), chain.events), (MOST.0, 2 * MOST.0));
        let mut chain = Chain::new(Heights::Between { from: PARAM, to: PARAM }, 0);
        for height in 0..100_000 {
            chain.add(event(height / 10_000, &height.to_string(), ""));
        }
        assert_eq!((chain.seen.len(), chain.events), (1, 10_000));
    }
}
