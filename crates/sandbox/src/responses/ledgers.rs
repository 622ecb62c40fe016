//! Ledgers: sequences of objects at heights that a service fetches and lists, without events.
//!
//! Input: the operations of a spec, and the members that echo. Output: the members that are the
//! height, the hash and the hash of the object below, and the latest height of each sequence. The
//! height and the hash echo one parameter, and another member echoes the hash `below`.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chainloom_interpret::{Api, Example, Operation, Remarks};
use chainloom_runtime::schema::{self, Bounds, Field, Record, Type};
use serde_json::{Map, Value};

use super::alike::are_alike;
use super::echo::Asked;
use super::fetched::{is_same_table, required};
use super::memory::{HIGHEST, Latest, bounded, key};
use super::paths;
use crate::requests::fits;
use crate::requests::rest_parameters::Input;
use crate::requests::text::list_item;
use crate::synthesis::Style;

/// Number of heights from the greatest height in examples to the first latest height, so that lists
/// do not mix objects of examples, with their times, and drawn ones.
const ABOVE: u64 = 1_000;

/// Objects of one record, in a sequence for each scope: the parameters other than the height or hash, such as the ID of
/// a chain.
pub(super) struct Ledger {
    /// Operation that fetches an object by its height or its hash.
    pub(super) fetching: &'static schema::Operation,
    /// Parameter that is the height or the hash.
    pub(super) parameter: &'static Field,
    pub(super) record: &'static Record,
    pub(super) height: &'static Field,
    pub(super) hash: &'static Field,
    pub(super) parent: &'static Field,
    /// Height at which each sequence begins.
    pub(super) first: u64,
    /// Objects in examples, with the parameters that fetch them.
    examples: Vec<(Input, Value)>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Latest heights of the sequences without the growth of chains, by scopes.
    latest: HashMap<String, Latest>,
    /// Heights of hashes that were sent, by scopes and hashes.
    hashes: HashMap<String, u64>,
}

impl State {
    /// Returns the latest height of a sequence. A new sequence begins at `first`.
    fn latest(&mut self, scope: &str, first: u64) -> &mut Latest {
        bounded(&mut self.latest).entry(scope.to_owned()).or_insert(Latest::at(first))
    }
}

impl Ledger {
    /// Returns the ledgers of all operations that fetch by a height and a hash.
    pub(super) fn all(api: &Api, style: Style) -> Vec<Self> {
        let Some(facts) = style.facts else { return Vec::new() };
        api.operations.iter().filter_map(|operation| Self::of(api, operation, &facts.remarks, style)).collect()
    }

    /// Finds the members of the record that an operation fetches by a height and a hash; `None` for
    /// other operations.
    fn of(api: &Api, operation: &Operation, remarks: &Remarks, style: Style) -> Option<Self> {
        let fetching = operation.schema;
        let Type::Record(record) = fetching.output?.bare() else { return None };
        let below = |field: &Field| remarks.of(field)?.of_below.as_deref();
        let parent = record.fields.iter().find(|field| below(field).is_some())?;
        let hash = record.fields.iter().find(|field| below(parent) == Some(field.name))?;
        let nothing = Input::new();
        let asked = Asked::call(fetching, &nothing);
        let parameter = required(fetching).find(|own| asked.repeats(hash, own.name, remarks))?;
        let is_height = |field: &&Field| {
            let is_whole = paths::read_height(field.ty, &paths::write_height(field.ty, 1)) == Some(1);
            is_whole && field.name != hash.name && asked.repeats(field, parameter.name, remarks)
        };
        let height = record.fields.iter().find(is_height)?;
        let (examples, state) = (examples(operation), Mutex::default());
        let mut ledger = Self { fetching, parameter, record, height, hash, parent, first: 0, examples, state };
        let shown = ledger.shown_heights(api).max();
        ledger.first =
            shown.map_or_else(|| ledger.drawn_height(style), |height| height.saturating_add(ABOVE)) % HIGHEST;
        if style.synthetic_only {
            ledger.examples.clear();
        }
        Some(ledger)
    }

    /// Iterates over the heights of the objects in examples: fetched or listed.
    fn shown_heights<'a>(&'a self, api: &'a Api) -> impl Iterator<Item = u64> + 'a {
        let listed = api.operations.iter().flat_map(|operation| self.example_objects(operation));
        let fetched = self.examples.iter().map(|(_, shown)| shown.clone());
        fetched.chain(listed).filter_map(|shown| self.height_of(&shown))
    }

    /// Returns the objects of this ledger that the examples of an operation list in pages.
    fn example_objects(&self, operation: &Operation) -> Vec<Value> {
        let list = |pages: &schema::Paginate| operation.schema.output.and_then(|ty| paths::type_at(ty, pages.items));
        let is_meant = |pages: &&schema::Paginate| list(pages).and_then(list_item).is_some_and(|item| self.is_of(item));
        let Some(pages) = operation.schema.paginate.filter(is_meant) else { return Vec::new() };
        let items = |(_, body): (Input, Value)| paths::at(&body, pages.items).and_then(Value::as_array).cloned();
        examples(operation).into_iter().filter_map(items).flatten().collect()
    }

    fn drawn_height(&self, style: Style) -> u64 {
        let drawn = style.draw(&[self.fetching.id, "first"]).value(Type::Record(self.record), &Bounds::NONE);
        self.height_of(&drawn).unwrap_or_default()
    }

    /// Returns the height of an object; `None` if it has none.
    fn height_of(&self, object: &Value) -> Option<u64> {
        paths::read_height(self.height.ty, object.get(self.height.name)?)
    }

    /// Returns whether a type is the record of this ledger.
    pub(super) fn is_of(&self, ty: Type) -> bool {
        is_same_table(ty, Type::Record(self.record))
    }

    /// Iterates over the parameters that select a sequence.
    pub(super) fn scoping(&self) -> impl Iterator<Item = &'static Field> {
        required(self.fetching).filter(|own| own.name != self.parameter.name)
    }

    /// Returns the parameters that select a sequence, from the parameters of a call. Those that the
    /// call lacks are as in the first example, or else drawn.
    pub(super) fn scope(&self, input: &Input, style: Style) -> Input {
        let shown = |field: &Field| self.examples.iter().find_map(|(request, _)| request.get(field.name));
        let value = |field: &Field| {
            let given = input.get(field.name).filter(|given| !given.is_null()).or_else(|| shown(field));
            let drawn = || style.draw(&[self.fetching.id, field.name]).value(field.ty.bare(), field.bounds);
            (field.name.to_owned(), given.cloned().unwrap_or_else(drawn))
        };
        self.scoping().map(value).collect()
    }

    /// Returns the object that an example shows at a height.
    pub(super) fn shown(&self, scope: &Input, height: u64) -> Option<&Value> {
        let is_in = |request: &Input| {
            let mut own = self.scoping();
            own.all(|field| {
                request.get(field.name).zip(scope.get(field.name)).is_some_and(|(a, b)| are_alike(field.ty, a, b))
            })
        };
        let mut shown = self.examples.iter().filter(|(request, _)| is_in(request)).map(|(_, shown)| shown);
        shown.find(|shown| self.height_of(shown) == Some(height))
    }

    /// Remembers the height of a hash.
    pub(super) fn remember(&self, scope: &str, hash: &Value, height: u64) {
        bounded(&mut self.state().hashes).insert(format!("{scope} {}", key(hash)), height);
    }

    /// Returns the height in a parameter: the height itself, or the height of a hash that was sent.
    pub(super) fn height_in(&self, scope: &str, given: &Value) -> Option<u64> {
        let known = || self.state().hashes.get(&format!("{scope} {}", key(given))).copied();
        // A hash in hex could be read as a number, too.
        let is_height = fits::is_received(self.height.ty, given);
        if is_height { paths::read_height(self.height.ty, given) } else { known() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the latest height of a sequence, after all chains have grown by `grown` heights.
    pub(super) fn latest(&self, scope: &str, grown: u64) -> u64 {
        self.state().latest(scope, self.first).disclose() + grown
    }

    /// Returns whether a sequence has reached a height that a caller asks for. Until a list discloses the latest
    /// height, it is raised to this height.
    pub(super) fn reaches(&self, scope: &str, height: u64, grown: u64) -> bool {
        self.state().latest(scope, self.first).reaches(height.saturating_sub(grown))
    }
}

/// Returns the name of a sequence. Texts may be in any case, as hex digits are.
pub(super) fn name(scope: &Input) -> String {
    key(&Value::Object(scope.clone()))
}

/// Returns the parameters and responses of the examples of an operation.
fn examples(operation: &Operation) -> Vec<(Input, Value)> {
    let example = |example: &Example| {
        let request: Map<String, Value> = serde_json::from_str(&example.request).ok()?;
        Some((request, serde_json::from_str(example.response.as_ref()?).ok()?))
    };
    operation.examples.iter().filter_map(example).collect()
}
