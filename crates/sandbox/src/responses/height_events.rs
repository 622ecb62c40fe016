//! Events at heights, in lists and for subscriptions.
//!
//! Input: a height, and the parameters of a call or a subscription. Output: the event of this
//! height. It has the hash and the parent that all calls return there. Outcomes of items may list
//! events of the same type, such as the logs in a receipt. Then the event has the values of the
//! first item of its height.

use chainloom_interpret::Operation;
use chainloom_runtime::schema::{self, HeightParam, Type};
use serde_json::{Map, Value};

use super::chains::{Chain, Chains, ExampleRecord, Follower};
use super::contents::Contents;
use super::echo::{self, Asked};
use super::fetched::{is_same, is_same_table};
use super::heads::{Call, Linked, height_in, linked_of};
use super::items;
use super::paths;
use crate::requests::rest_parameters::Input;
use crate::requests::text::list_item;

/// Number of heights, up to the first one of a chain, that a list of events includes.
const BEFORE: u64 = 10;
/// Maximum number of heights in a list of events; the latest ones are listed.
const MAX_HEIGHTS: u64 = 1_000;

impl Chains {
    /// Returns the events of a range of heights, or the event at the height of a hash.
    pub(super) fn events_of_heights(
        &self,
        chain: &Chain,
        follower: Follower,
        (from, to): (HeightParam, HeightParam),
        call: Call<'_>,
    ) -> Value {
        let schema = call.operation.schema;
        let asked = Asked::call(schema, call.input);
        if let Some(hash) = hash_in(follower, schema, from, call.input) {
            return chain
                .height_of(hash)
                .and_then(|height| self.event_at_height(chain, follower, height, asked))
                .into_iter()
                .collect();
        }
        let end = |param| height_in(follower, schema, param, call.input);
        if let Some(from) = end(from) {
            chain.reaches(from);
        }
        let latest = chain.height();
        let (from, to) = (end(from).unwrap_or(latest), end(to).unwrap_or(latest).min(latest));
        // Below the first height of the chain, only a few heights are listed.
        let first = from.max(to.min(chain.first).saturating_sub(BEFORE - 1)).max(to.saturating_sub(MAX_HEIGHTS - 1));
        (first..=to).filter_map(|height| self.event_at_height(chain, follower, height, asked)).collect()
    }

    /// Returns the event of a height in a list; `None` if an example shows the height without
    /// items.
    fn event_at_height(&self, chain: &Chain, follower: Follower, height: u64, asked: Asked<'_>) -> Option<Value> {
        let listing = self.listing(chain, follower);
        let is_empty = listing.is_some_and(|(contents, _)| self.keys(chain, contents, height).is_empty());
        (!is_empty).then(|| self.event(chain, follower, height, asked))
    }

    /// Returns the next event of a subscription, at its height; `None` for a subscription without
    /// heights.
    pub(crate) fn item(&self, id: &str, height: u64, input: &Input) -> Option<Value> {
        let (chain, follower) = self.of_subscription(id)?;
        Some(self.event(chain, follower, height, Asked::subscription(follower.of, input)))
    }

    /// Returns the event of a height, with the values of the parameters that it echoes.
    pub(super) fn event(&self, chain: &Chain, follower: Follower, height: u64, asked: Asked<'_>) -> Value {
        let (of, how) = (follower.of, follower.how);
        let mut draw = self.draw(chain, of.id, height);
        let mut item = items::item(of, asked, draw.clone(), self.style);
        let linked = Linked::of_items(follower);
        if let (Some(_), shown @ [_, ..], Value::Object(members)) =
            (&linked, chain.example_records_at(height), &mut item)
        {
            take_example_members(follower, members, shown);
            return item;
        }
        let mut put = |path: &[&str], new: &dyn Fn(Type) -> Value| {
            paths::change(of.item, &mut item, path, &mut draw, |ty, member, _| *member = new(ty));
        };
        put(how.height, &|ty| paths::write_height(ty, height));
        how.removed.iter().for_each(|path| put(path, &|_| Value::Bool(false)));
        if let Some(linked) = linked {
            put(&[linked.hash.name], &|_| self.hash(chain, &linked, height));
            if let Some(below) = height.checked_sub(1) {
                put(&[linked.parent.name], &|_| self.hash(chain, &linked, below));
            }
        } else if let (Some(links), Some(linked)) = (how.links, linked_of(chain)) {
            // Several events of one height share its hash.
            if paths::type_at(of.item, links.hash).is_some_and(|ty| is_same(ty, linked.hash.ty)) {
                put(links.hash, &|_| self.hash(chain, &linked, height));
            }
        }
        if let (Some(holder), Value::Object(members)) = (self.listing_at(chain, follower, height), &mut item) {
            echo::fill(of.item, members, &holder, self.style);
        }
        item
    }

    /// Returns the outcome of the first item of a height, if outcomes list events of this type.
    fn listing_at(&self, chain: &Chain, follower: Follower, height: u64) -> Option<Map<String, Value>> {
        let (contents, operation) = self.listing(chain, follower)?;
        let key = self.keys(chain, contents, height).into_iter().next()?;
        match self.outcome(contents, operation, &key) {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the contents of heights, and the operation that returns the outcome of an item, if
    /// outcomes list events of this type.
    fn listing<'c>(&'c self, chain: &'c Chain, follower: Follower) -> Option<(&'c Contents, &'c Operation)> {
        let (_, contents) = chain.contents.as_ref()?;
        let lists = |ty: Type| {
            let mut fields = paths::fields(ty).iter();
            fields.any(|field| list_item(field.ty).is_some_and(|item| is_same_table(item, follower.of.item)))
        };
        let mut operations = self.api.operations.iter().filter(|of| contents.returns_outcome(of.schema));
        Some((contents, operations.find(|of| of.schema.output.is_some_and(lists))?))
    }
}

/// Returns the hash by which a filter selects a height instead of a range; `None` without one. The hash is a member
/// next to the first height, with the name and type of the hash in events.
fn hash_in<'i>(follower: Follower, call: &schema::Operation, from: HeightParam, input: &'i Input) -> Option<&'i Value> {
    let [name] = follower.how.links?.hash else { return None };
    let field = call.input.fields.get(from.index)?;
    let (_, outer) = from.path.split_last()?;
    let of_filter = paths::fields(paths::type_at(field.ty, outer)?).iter().find(|own| own.name == *name)?;
    let is_hash = paths::type_at(follower.of.item, &[name]).is_some_and(|ty| is_same(ty, of_filter.ty));
    paths::at(input.get(field.name)?, outer)?.get(name).filter(|hash| is_hash && !hash.is_null())
}

/// Gives an event the members that examples show at its height, and removes its other members.
fn take_example_members(follower: Follower, members: &mut Map<String, Value>, shown: &[ExampleRecord]) {
    let of = |name: &str| shown.iter().find_map(|shown| shown.members.get(name)).cloned();
    members.retain(|name, _| of(name).is_some());
    let fields = paths::fields(follower.of.item).iter();
    members.extend(fields.filter_map(|field| Some((field.name.to_owned(), of(field.name)?))));
}
