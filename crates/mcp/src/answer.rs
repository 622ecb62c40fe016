//! Answer of a call, bounded in size.
//!
//! Input: the response of a service, without secrets. Output: JSON that fits the limits. Omitted
//! parts are listed, with the arguments that request them.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use chainloom_runtime::PagePosition;
use chainloom_runtime::catalog::{UntypedPage, UntypedPages};
use serde_json::{Map, Value};

use crate::cut::{self, Cut, fit, text_size as size};
use crate::problem::Problem;

/// Bytes reserved for the text around the values.
const ROOM: usize = 600;
/// Maximum number of remembered page positions.
const REMEMBERED: usize = 1_000;

const BY_POSITION: &str = "The list goes on: call again with the same arguments and this `position`.";
const NO_POSITION: &str = "The list goes on, but no `position` is given: the service's page token holds a secret, or is \
                           too long. Ask for larger pages, or filter the list.";
const BY_SELECT: &str = "Call again with the same arguments, and the `select` and `offset` of an entry of `cut`.";

/// Content of an answer to a call.
pub(crate) enum Answer {
    /// A value, with the name of its member in the answer.
    Single(&'static str, Value),
    /// A page of a list.
    Page {
        items: Vec<Value>,
        /// Members of the page other than the items; null if there are none.
        beside: Value,
        /// Positions in the list; `None` at its end.
        places: Option<Box<Places>>,
    },
    /// The first items of a stream, and whether it has ended.
    Stream { items: Vec<Value>, ended: bool },
}

/// Positions after a page and within it.
pub(crate) struct Places {
    pub(crate) pages: UntypedPages,
    pub(crate) page: UntypedPage,
}

impl Places {
    /// Returns whether further items follow the first `shown` items of the page.
    fn has_more_items(&self, shown: usize) -> bool {
        shown < self.page.items().len() || !self.pages.is_complete()
    }

    /// Returns the position after the first `shown` items of the page. `None` at the end of the
    /// list, and if the position contains a secret or is longer than `most` bytes.
    fn behind(&self, shown: usize, most: usize) -> Option<String> {
        let is_within = shown < self.page.items().len();
        let position = if is_within { self.page.position(shown as u64) } else { self.pages.position() };
        position.as_ref().map(PagePosition::to_string).filter(|position| size(position) <= most)
    }
}

/// The last positions that were returned.
#[derive(Debug, Default)]
pub(crate) struct RecentPositions(Mutex<VecDeque<String>>);

impl RecentPositions {
    pub(crate) fn has(&self, position: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|known| known == position)
    }

    /// Remembers a position that is returned, and forgets the oldest beyond the maximum.
    fn add(&self, position: &str) {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if given.len() == REMEMBERED {
            given.pop_front();
        }
        given.push_back(position.to_owned());
    }
}

impl Answer {
    /// Returns the whole answer, cut to the limits.
    pub(crate) fn whole(self, max_bytes: usize, limit: usize, given: &RecentPositions) -> Map<String, Value> {
        let room = max_bytes.saturating_sub(ROOM);
        match self {
            Self::Single(name, value) => {
                let (value, cuts) = fit(value, &format!("/{name}"), 0, room, limit);
                with_cuts(Map::from_iter([(name.to_owned(), value)]), &cuts)
            }
            Self::Page { items, beside, places } => page(items, beside, places.as_deref(), (room, limit), given),
            Self::Stream { items, ended } => {
                let (items, cuts) = fit(Value::Array(items), "/items", 0, room, limit);
                with_cuts(Map::from_iter([("items".to_owned(), items), ("ended".to_owned(), ended.into())]), &cuts)
            }
        }
    }

    /// Returns the part of the answer at a JSON pointer, cut to the limits.
    pub(crate) fn selected(
        self,
        at: &str,
        offset: usize,
        max_bytes: usize,
        limit: usize,
    ) -> Result<Map<String, Value>, Problem> {
        let whole = self.json();
        let Some(part) = whole.pointer(at) else {
            let names: Vec<String> =
                whole.as_object().into_iter().flatten().map(|(name, _)| format!("`/{name}`")).collect();
            let problem = Problem::usage(format!("`select` is `{at}`, which the answer does not have"));
            return Err(problem.hint(format!(
                "`select` is a JSON pointer into the answer, which begins with {}.",
                names.join(" or ")
            )));
        };
        let (part, cuts) = fit(part.clone(), at, offset, max_bytes.saturating_sub(ROOM), limit);
        Ok(with_cuts(Map::from_iter([("selected".to_owned(), part)]), &cuts))
    }

    /// Returns the answer as JSON, to which pointers refer.
    fn json(self) -> Value {
        let members = match self {
            Self::Single(name, value) => vec![(name, value)],
            Self::Page { items, beside, .. } => vec![("items", items.into()), ("page", beside)],
            Self::Stream { items, .. } => vec![("items", items.into())],
        };
        members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<String, Value>>().into()
    }
}

/// Returns the items that fit, and the position after them.
fn page(
    items: Vec<Value>,
    beside: Value,
    places: Option<&Places>,
    (room, limit): (usize, usize),
    given: &RecentPositions,
) -> Map<String, Value> {
    let longest = room / 2;
    let place = |shown| places.and_then(|places| places.behind(shown, longest));
    let of_place = [0, items.len()].into_iter().filter_map(place).map(|position| size(&position)).max();
    let room = room.saturating_sub(of_place.unwrap_or_default());
    let (beside, mut cuts) = fit(beside, "/page", 0, room / 4, usize::MAX);
    let (of, room) = (items.len(), room.saturating_sub(cut::size(&beside)));
    let mut shown = cut::count(&items, room, limit);
    let items = match items.first() {
        // An item larger than the available room is shown in part.
        Some(first) if shown == 0 => {
            let (short, of_first) = cut::shortest(first, "/items/0", room);
            cuts.extend(of_first);
            shown = 1;
            vec![short]
        }
        _ => items.into_iter().take(shown).collect(),
    };
    let mut answer = Map::from_iter([("items".to_owned(), Value::Array(items))]);
    if !beside.is_null() {
        answer.insert("page".to_owned(), beside);
    }
    if places.is_some_and(|places| places.has_more_items(shown)) {
        if shown < of {
            answer.insert("left".to_owned(), (of - shown).into());
        }
        let stop = places.filter(|_| shown == of).and_then(|places| places.pages.next_error());
        let position = place(shown).filter(|_| stop.is_none());
        let next = match (stop, &position) {
            (Some(error), _) => format!("The list cannot go on: {error}"),
            (None, Some(_)) => BY_POSITION.to_owned(),
            (None, None) => NO_POSITION.to_owned(),
        };
        answer.extend(position.map(|position| {
            given.add(&position);
            ("position".to_owned(), position.into())
        }));
        answer.insert("next".to_owned(), next.into());
    }
    with_cuts(answer, &cuts)
}

/// Adds a list of its missing parts to an answer.
fn with_cuts(mut answer: Map<String, Value>, cuts: &[Cut]) -> Map<String, Value> {
    if !cuts.is_empty() {
        answer.insert("cut".to_owned(), cut::cuts_json(cuts));
        answer.insert("rest".to_owned(), BY_SELECT.into());
    }
    answer
}
