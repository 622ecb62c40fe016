//! Results at heights: events, objects fetched by a height or a hash, and confirmed results.
//!
//! Input: a call or an event, and its height. Output: its result. All operations and events return
//! the same object for a height, and its parent is the hash of the height below. The spec names
//! these members, and `echoes` names the operations that fetch an object by them. The items of a
//! height, such as the transactions of a block, are the same in the results of all operations.

use chainloom_interpret::{Api, Operation, Remarks};
use chainloom_runtime::schema::{self, Bounds, Field, HeightParam, Heights, Record, Service, Type};
use chainloom_values::Draw;
use serde_json::{Map, Value};

use super::chains::{Chain, Chains, ExampleRecord, Follower};
use super::contents::Contents;
use super::echo::{self, Asked};
use super::fetched::{can_be_null, is_same};
use super::paths;
use super::results;
use crate::requests::rest_parameters::Input;
use crate::routing::is_id;
use crate::synthesis::seed;

/// Number of heights from the first height of a chain to the height whose values are the newest.
/// Values of lower heights are older rows of the same list, so times rise with heights.
pub(super) const NEWEST: u64 = 1 << 20;

/// Call whose parameters are valid.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) input: &'a Input,
}

/// Members of a record that link it to heights and other records: height, hash, and hash of the
/// parent.
pub(super) struct Linked {
    pub(super) height: &'static Field,
    pub(super) hash: &'static Field,
    pub(super) parent: &'static Field,
}

impl Linked {
    /// Finds the links of a record by the names and types of the event's members; `None` if the record lacks one. A
    /// description may also name members within members, which are not links here.
    pub(super) fn of(follower: Follower, record: &'static Record) -> Option<Self> {
        let links = follower.how.links?;
        let member = |path: &[&str]| {
            let [name] = path else { return None };
            let ty = paths::type_at(follower.of.item, path)?;
            record.fields.iter().find(|field| field.name == *name && is_same(field.ty, ty))
        };
        let (height, hash) = (member(follower.how.height)?, member(links.hash)?);
        Some(Self { height, hash, parent: member(links.parent?)? })
    }

    pub(super) fn of_items(follower: Follower) -> Option<Self> {
        let Type::Record(record) = follower.of.item.bare() else { return None };
        Self::of(follower, record)
    }
}

impl Chains {
    /// Finds the items that the heights of each chain contain, and remembers the items in examples.
    pub(super) fn find_contents(&mut self, api: &Api) {
        let Some(remarks) = self.remarks() else { return };
        for chain in self.iter_mut() {
            chain.contents = chain.followers.iter().find_map(|follower| {
                let contents = api.operations.iter().find_map(|operation| {
                    let (holder, _) = fetches(*follower, operation, remarks)?;
                    Contents::of(api, operation.schema, holder, remarks)
                })?;
                Some((*follower, contents))
            });
            let Some((_, contents)) = &chain.contents else { continue };
            for (height, shown) in &chain.example_records {
                let keys = shown.iter().find_map(|shown| contents.keys(&shown.members));
                chain.contain(&keys.unwrap_or_default(), *height);
            }
        }
    }

    /// Remembers the records in examples that have heights, so that other results are equal at
    /// these heights.
    pub(super) fn remember_examples(&mut self, api: &Api) {
        let Some(remarks) = self.remarks().filter(|_| !self.style.synthetic_only) else { return };
        for chain in self.iter_mut() {
            for follower in chain.followers.clone() {
                let all = api.operations.iter();
                for (height, hash, shown) in all.flat_map(|operation| example_records(follower, operation, remarks)) {
                    chain.remember(&hash, height);
                    chain.example_records.entry(height).or_default().push(shown);
                }
            }
        }
    }

    /// Gives members the results of the calls that they echo. Also replaces the values of examples.
    pub(crate) fn repeat_results(&self, service: &Service, ty: Type, value: &mut Value) {
        let result = |name: &str| {
            let operation = self.operation_of(service, name)?;
            Some(self.links.result(&self.api, operation, &Input::new(), self.style))
        };
        echo::repeat_results(ty, value, &result, self.style);
    }

    /// Returns the operation of a service with this name; `None` if there is none.
    pub(super) fn operation_of(&self, service: &Service, name: &str) -> Option<&Operation> {
        let is_meant = |of: &&Operation| of.schema.service.name == service.name && is_id(of.schema.id, name);
        self.api.operations.iter().find(is_meant)
    }

    /// Completes a result whose value depends on heights or other results: the latest height, a
    /// count, an awaited height, or an object or item at a height. The result of an example
    /// stays, unless it is an empty list.
    pub(crate) fn complete_result(&self, call: Call<'_>, value: &mut Value) {
        let (schema, style) = (call.operation.schema, self.style);
        if let Some(chain) = self.of_latest(schema.id) {
            return chain.write_latest_height(value, style);
        }
        if let Some(count) = self.counted(call) {
            *value = count;
            return;
        }
        // An example with an empty list does not count, because heights may have items by now.
        let is_telling = |shown: Value| shown.as_array().is_none_or(|items| !items.is_empty());
        let is_shown = !style.synthetic_only && results::example(call.operation, call.input).is_some_and(is_telling);
        let Some(ty) = schema.output.filter(|_| !is_shown) else { return };
        if let Some(of) = schema.wait.and_then(|wait| wait.confirmations) {
            let request = format!("{} {}", schema.id, Value::Object(call.input.clone()));
            if let Some(height) = self.of_latest(of.latest.id).map(|chain| chain.awaited_height(request)) {
                let mut draw = style.draw(&[schema.id, "confirmed"]);
                paths::change(ty, value, of.height, &mut draw, |ty, member, _| {
                    *member = paths::write_height(ty, height);
                });
                echo::repeat_holders(ty, value, style);
            }
        }
        let mut fetched = self.iter().flat_map(|chain| chain.followers.iter().map(move |follower| (chain, *follower)));
        if let Some(found) = fetched.find_map(|(chain, follower)| self.fetch_result(chain, follower, call)) {
            *value = found;
        }
        if let Some(found) = self.ledger_object(call) {
            *value = found;
        }
        if let Some(found) = self.iter().find_map(|chain| self.item_result(chain, call, value)) {
            *value = found;
        }
    }

    /// Returns the result of an operation that fetches events or objects by heights or hashes;
    /// `None` for other operations and unknown hashes.
    fn fetch_result(&self, chain: &Chain, follower: Follower, call: Call<'_>) -> Option<Value> {
        let schema = call.operation.schema;
        let is_call = follower.how.call.id == schema.id;
        match follower.how.heights {
            Heights::Between { from, to } if is_call => Some(self.events_of_heights(chain, follower, (from, to), call)),
            Heights::At(param) => {
                let Type::Record(record) = schema.output?.bare() else { return None };
                let height = if is_call {
                    Some(height_in(follower, schema, param, call.input).unwrap_or_else(|| chain.height()))
                } else {
                    self.height_by_echo(chain, follower, record, call)
                };
                let height = height?;
                above(chain, height, schema).or_else(|| Some(self.at(chain, follower, (record, height), call)))
            }
            Heights::Between { .. } => None,
        }
    }

    /// Returns the height of the record that an operation fetches: the parameter that the record
    /// echoes is this height, or the hash of this height.
    fn height_by_echo(
        &self,
        chain: &Chain,
        follower: Follower,
        record: &'static Record,
        call: Call<'_>,
    ) -> Option<u64> {
        let (schema, remarks) = (call.operation.schema, self.remarks()?);
        let linked = Linked::of(follower, record).filter(|_| schema.service.name == follower.of.service.name)?;
        let asked = Asked::call(schema, call.input);
        if asked.is_echoed(linked.height, remarks) {
            let told = asked.echoed(linked.height, remarks);
            let height = told.and_then(|value| paths::read_height(linked.height.ty, &value));
            // A value that is no height, such as a tag, refers to the latest height.
            return Some(height.unwrap_or_else(|| chain.height()));
        }
        chain.height_of(&asked.echoed(linked.hash, remarks)?)
    }

    pub(super) fn remarks(&self) -> Option<&'static Remarks> {
        self.style.facts.map(|facts| &facts.remarks)
    }

    /// Returns the record of a height: the members of the event at this height, further drawn
    /// members, and the items of the height. An example of this height is returned as it is.
    pub(super) fn at(
        &self,
        chain: &Chain,
        follower: Follower,
        (record, height): (&'static Record, u64),
        call: Call<'_>,
    ) -> Value {
        let (schema, style, ty) = (call.operation.schema, self.style, Type::Record(record));
        if let Some(shown) = chain.example_records_at(height).iter().find(|shown| std::ptr::eq(shown.record, record)) {
            return Value::Object(shown.members.clone());
        }
        let mut draw = self.draw(chain, record.name, height);
        let mut value = draw.value(ty, &Bounds::NONE);
        self.links.agree_within(&self.api, ty, &mut value, style);
        echo::repeat(ty, &mut value, Asked::call(schema, call.input), style);
        let nothing = Input::new();
        let mut event = self.event(chain, follower, height, Asked::subscription(follower.of, &nothing));
        if let (Value::Object(members), Value::Object(event)) = (&mut value, &mut event) {
            project(follower, record, members, event);
            self.list(chain, (record, height), members);
        }
        echo::repeat_holders(ty, &mut value, style);
        value
    }

    /// Writes the items of a height into the list of a record of this height.
    fn list(&self, chain: &Chain, (record, height): (&Record, u64), members: &mut Map<String, Value>) {
        let Some((_, contents)) = &chain.contents else { return };
        let Some(fetching) = self.api.operation(contents.fetching.id) else { return };
        let holder = members.clone();
        contents.put(record, members, self.keys(chain, contents, height), |place, key| {
            let mut item = self.links.result(&self.api, fetching, &contents.input(&key), self.style);
            if let Value::Object(members) = &mut item {
                echo::fill(contents.item, members, &holder, self.style);
                contents.number(members, place);
            }
            item
        });
    }

    /// Returns the keys of the items that a height contains: as an example has them, or else drawn,
    /// with the keys that were first requested at this height.
    pub(super) fn keys(&self, chain: &Chain, contents: &Contents, height: u64) -> Vec<Value> {
        let drawn = || {
            let mut draw = self.draw(chain, contents.holder.name, height);
            let holder = draw.value(Type::Record(contents.holder), &Bounds::NONE);
            let mut keys = holder.as_object().and_then(|holder| contents.keys(holder)).unwrap_or_default();
            keys.extend(chain.added_at(height));
            if keys.is_empty() {
                // Each height has an item, to which its events can refer.
                keys.push(draw.value(contents.key_type(), &Bounds::NONE));
            }
            keys
        };
        let shown = chain.example_records_at(height).iter().find_map(|shown| contents.keys(&shown.members));
        let keys = shown.unwrap_or_else(drawn);
        chain.contain(&keys, height);
        keys
    }

    /// Returns the hash of `height`, and records the height of this hash. Prefers the hash in an example of this
    /// height, then the parent hash in an example of the next height, then a drawn hash.
    pub(super) fn hash(&self, chain: &Chain, linked: &Linked, height: u64) -> Value {
        let drawn = || {
            let mut draw = self.style.draw(&[chain.id(), "hash", &height.to_string()]);
            draw.value(linked.hash.ty.bare(), linked.hash.bounds)
        };
        let member = |height: u64, name| {
            chain.example_records_at(height).iter().find_map(|shown| shown.members.get(name)).cloned()
        };
        let shown = member(height, linked.hash.name).or_else(|| member(height + 1, linked.parent.name));
        let hash = shown.unwrap_or_else(drawn);
        chain.remember(&hash, height);
        hash
    }

    /// Returns a source of values for what a chain has at a height, in which times rise with
    /// heights.
    pub(super) fn draw(&self, chain: &Chain, what: &str, height: u64) -> Draw {
        let list = seed(&[chain.id(), &self.style.seed.to_string()]);
        let row = (chain.first + NEWEST).saturating_sub(height);
        let draw = self.style.draw(&[chain.id(), what, &height.to_string()]);
        draw.row(list, usize::try_from(row).unwrap_or(usize::MAX))
    }
}

/// Returns null for a height that the chain has not reached, if the result of the operation may be
/// null; `None` otherwise.
pub(super) fn above(chain: &Chain, height: u64, schema: &schema::Operation) -> Option<Value> {
    let is_reached = chain.reaches(height);
    (!is_reached && can_be_null(schema)).then_some(Value::Null)
}

/// Returns the members that link the events of a chain; `None` if no subscription describes them.
pub(super) fn linked_of(chain: &Chain) -> Option<Linked> {
    chain.followers.iter().find_map(|follower| Linked::of_items(*follower))
}

/// Returns the record that an operation fetches by heights or hashes, with its links; `None` for
/// other operations.
fn fetches(follower: Follower, operation: &Operation, remarks: &Remarks) -> Option<(&'static Record, Linked)> {
    let (schema, nothing) = (operation.schema, Input::new());
    let Type::Record(record) = schema.output?.bare() else { return None };
    let linked = Linked::of(follower, record).filter(|_| schema.service.name == follower.of.service.name)?;
    let asked = Asked::call(schema, &nothing);
    let is_echoed = [linked.height, linked.hash].iter().any(|field| asked.is_echoed(field, remarks));
    (follower.how.call.id == schema.id || is_echoed).then_some((record, linked))
}

/// Returns the records in the examples of an operation that fetches by heights or hashes, each with
/// its height and hash.
fn example_records(follower: Follower, operation: &Operation, remarks: &Remarks) -> Vec<(u64, Value, ExampleRecord)> {
    let Some((record, linked)) = fetches(follower, operation, remarks) else { return Vec::new() };
    let responses = operation.examples.iter().filter_map(|example| example.response.as_ref());
    let objects = responses.filter_map(|response| serde_json::from_str::<Map<String, Value>>(response).ok());
    let with_heights = objects.filter_map(|members| {
        let height = paths::read_height(linked.height.ty, members.get(linked.height.name)?)?;
        let hash = members.get(linked.hash.name)?.clone();
        members.contains_key(linked.parent.name).then_some((height, hash, ExampleRecord { record, members }))
    });
    with_heights.collect()
}

/// Copies the members of an event into a record of the same height where both have them, and moves
/// them out of `event`. Removes members that the event could have and lacks.
fn project(follower: Follower, record: &Record, members: &mut Map<String, Value>, event: &mut Map<String, Value>) {
    let is_shared = |field: &&Field| record.fields.iter().any(|own| own.name == field.name);
    for field in paths::fields(follower.of.item).iter().filter(is_shared) {
        match event.remove(field.name) {
            Some(value) => drop(members.insert(field.name.to_owned(), value)),
            None => drop(members.remove(field.name)),
        }
    }
}

/// Returns the height in a parameter of a call; `None` if it is absent or no height, such as a tag.
pub(super) fn height_in(
    follower: Follower,
    call: &schema::Operation,
    param: HeightParam,
    input: &Input,
) -> Option<u64> {
    let field = call.input.fields.get(param.index)?;
    let value = paths::at(input.get(field.name)?, param.path)?;
    paths::read_height(paths::type_at(follower.of.item, follower.how.height)?, value)
}
