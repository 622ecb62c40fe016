//! The answer of a call, bounded.
//!
//! Input: what a service sent, without secrets. Output: JSON that fits the limits. What is left out
//! is told, with the arguments that ask for it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value};

use crate::cut::{self, Cut, fit};
use crate::problem::Problem;

/// The bytes that are kept for what is said beside the values.
const ROOM: usize = 600;
/// How many positions are remembered.
const REMEMBERED: usize = 1_000;

const BY_POSITION: &str = "The list goes on: call again with the same arguments and this `position`.";
const BY_SELECT: &str = "Call again with the same arguments, and the `select` and `offset` of an entry of `cut`.";

/// What came of a call.
pub(crate) enum Answer {
    /// A value, and the name of its member.
    Single(&'static str, Value),
    /// A page of a list.
    Page {
        items: Vec<Value>,
        /// What stands beside the items; null for nothing.
        beside: Value,
        /// Where the list goes on behind each number of items of the page.
        positions: Vec<Option<String>>,
    },
    /// The beginning of a stream.
    Stream { items: Vec<Value>, ended: bool },
}

/// The positions that were given, the last of them.
#[derive(Debug, Default)]
pub(crate) struct Given(Mutex<VecDeque<String>>);

impl Given {
    pub(crate) fn has(&self, position: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|known| known == position)
    }

    fn add(&self, position: &str) {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if given.len() == REMEMBERED {
            given.pop_front();
        }
        given.push_back(position.to_owned());
    }
}

impl Answer {
    /// The whole answer, as far as it fits.
    pub(crate) fn whole(self, max_bytes: usize, limit: usize, given: &Given) -> String {
        let room = max_bytes.saturating_sub(ROOM);
        match self {
            Self::Single(name, value) => {
                let (value, cuts) = fit(value, &format!("/{name}"), 0, room, limit);
                text(Map::from_iter([(name.to_owned(), value)]), &cuts)
            }
            Self::Page { items, beside, positions } => page(items, beside, &positions, room, limit, given),
            Self::Stream { items, ended } => {
                let (items, cuts) = fit(Value::Array(items), "/items", 0, room, limit);
                text(Map::from_iter([("items".to_owned(), items), ("ended".to_owned(), ended.into())]), &cuts)
            }
        }
    }

    /// A part of the answer, by a JSON pointer.
    pub(crate) fn selected(self, at: &str, offset: usize, max_bytes: usize, limit: usize) -> Result<String, Problem> {
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
        Ok(text(Map::from_iter([("selected".to_owned(), part)]), &cuts))
    }

    /// All of it, into which pointers lead.
    fn json(self) -> Value {
        let members = match self {
            Self::Single(name, value) => vec![(name, value)],
            Self::Page { items, beside, .. } => vec![("items", items.into()), ("page", beside)],
            Self::Stream { items, .. } => vec![("items", items.into())],
        };
        members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<String, Value>>().into()
    }
}

/// The items that fit, and where the list goes on.
fn page(
    items: Vec<Value>,
    beside: Value,
    positions: &[Option<String>],
    room: usize,
    limit: usize,
    given: &Given,
) -> String {
    let room = room.saturating_sub(positions.iter().flatten().map(String::len).max().unwrap_or_default());
    let (beside, mut cuts) = fit(beside, "/page", 0, room / 4, usize::MAX);
    let (of, room) = (items.len(), room.saturating_sub(cut::size(&beside)));
    let mut shown = cut::count(&items, room, limit);
    let items = match items.first() {
        // An item that is larger than all of the room is shown in part.
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
    if let Some(position) = positions.get(shown).cloned().flatten() {
        given.add(&position);
        if shown < of {
            answer.insert("left".to_owned(), (of - shown).into());
        }
        answer.insert("position".to_owned(), position.into());
        answer.insert("next".to_owned(), BY_POSITION.into());
    }
    text(answer, &cuts)
}

/// The text of an answer, with what is missing from it.
fn text(mut answer: Map<String, Value>, cuts: &[Cut]) -> String {
    if !cuts.is_empty() {
        answer.insert("cut".to_owned(), cut::told(cuts));
        answer.insert("rest".to_owned(), BY_SELECT.into());
    }
    Value::Object(answer).to_string()
}
