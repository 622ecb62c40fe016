//! Events at heights: lists of them, and those that subscriptions get.
//!
//! Input: a height, and what was asked. Output: the event of this height. It has the hash and the
//! parent that all calls return there. An event of the kind that what becomes of an item lists, such as a log in
//! a receipt, is one of the first item of its height.

use chainloom_interpret::Operation;
use chainloom_runtime::schema::{self, HeightParam, Type};
use serde_json::{Map, Value};

use super::chains::{Chain, Chains, Follower, Shown};
use super::contents::Contents;
use super::echo::{self, Asked};
use super::fetched::{is_same, is_same_table};
use super::heads::{Call, Linked, height_in, linked_of};
use super::items;
use super::paths;
use crate::requests::rest_parameters::Input;
use crate::requests::text::list_item;

/// How many heights below that at which a chain begins have events in a list.
const BEFORE: u64 = 10;
/// The most heights of a list.
const MOST: u64 = 1_000;

impl Chains {
    /// The events of a range of heights, or of the height of a hash.
    pub(super) fn listed(
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
                .and_then(|height| self.found(chain, follower, height, asked))
                .into_iter()
                .collect();
        }
        let end = |param| height_in(follower, schema, param, call.input).unwrap_or_else(|| chain.height());
        let (from, to) = (end(from), end(to));
        // Only what the chain has grown since it began is there in full.
        let first = from.max(to.min(chain.first).saturating_sub(BEFORE - 1)).max(to.saturating_sub(MOST - 1));
        (first..=to).filter_map(|height| self.found(chain, follower, height, asked)).collect()
    }

    /// The event of a height in a list. What an example shows as empty has none.
    fn found(&self, chain: &Chain, follower: Follower, height: u64, asked: Asked<'_>) -> Option<Value> {
        let listing = self.listing(chain, follower);
        let is_empty = listing.is_some_and(|(contents, _)| self.keys(chain, contents, height).is_empty());
        (!is_empty).then(|| self.event(chain, follower, height, asked))
    }

    /// The item of the next event of a subscription, at its height.
    pub(crate) fn item(&self, id: &str, height: u64, input: &Input) -> Option<Value> {
        let (chain, follower) = self.of_subscription(id)?;
        Some(self.event(chain, follower, height, Asked::subscription(follower.of, input)))
    }

    /// The event of a height, for what was asked.
    pub(super) fn event(&self, chain: &Chain, follower: Follower, height: u64, asked: Asked<'_>) -> Value {
        let (of, how) = (follower.of, follower.how);
        let mut draw = self.draw(chain, of.id, height);
        let mut item = items::item(of, asked, draw.clone(), self.style);
        let linked = Linked::of_items(follower);
        if let (Some(_), shown @ [_, ..], Value::Object(members)) = (&linked, chain.shown_at(height), &mut item) {
            take_shown(follower, members, shown);
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
            // Where a height has several events, they have the hash that others have there alone.
            if paths::type_at(of.item, links.hash).is_some_and(|ty| is_same(ty, linked.hash.ty)) {
                put(links.hash, &|_| self.hash(chain, &linked, height));
            }
        }
        if let (Some(holder), Value::Object(members)) = (self.listing_at(chain, follower, height), &mut item) {
            echo::fill(of.item, members, &holder, self.style);
        }
        item
    }

    /// What becomes of the first item of a height, if it lists events of this kind.
    fn listing_at(&self, chain: &Chain, follower: Follower, height: u64) -> Option<Map<String, Value>> {
        let (contents, operation) = self.listing(chain, follower)?;
        let key = self.keys(chain, contents, height).into_iter().next()?;
        match self.becomes(contents, operation, &key) {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The contents of heights, and the operation that returns what becomes of an item, if that
    /// lists events of this kind.
    fn listing<'c>(&'c self, chain: &'c Chain, follower: Follower) -> Option<(&'c Contents, &'c Operation)> {
        let (_, contents) = chain.contents.as_ref()?;
        let lists = |ty: Type| {
            let mut fields = paths::fields(ty).iter();
            fields.any(|field| list_item(field.ty).is_some_and(|item| is_same_table(item, follower.of.item)))
        };
        let mut operations = self.api.operations.iter().filter(|of| contents.is_awaited(of.schema));
        Some((contents, operations.find(|of| of.schema.output.is_some_and(lists))?))
    }
}

/// The hash that a filter has in place of heights: a member beside the first height, with the name and
/// the type of the hash of an event.
fn hash_in<'i>(follower: Follower, call: &schema::Operation, from: HeightParam, input: &'i Input) -> Option<&'i Value> {
    let [name] = follower.how.links?.hash else { return None };
    let field = call.input.fields.get(from.index)?;
    let (_, outer) = from.path.split_last()?;
    let of_filter = paths::fields(paths::type_at(field.ty, outer)?).iter().find(|own| own.name == *name)?;
    let is_hash = paths::type_at(follower.of.item, &[name]).is_some_and(|ty| is_same(ty, of_filter.ty));
    paths::at(input.get(field.name)?, outer)?.get(name).filter(|hash| is_hash && !hash.is_null())
}

/// Gives an event the members that an example shows at its height.
fn take_shown(follower: Follower, members: &mut Map<String, Value>, shown: &[Shown]) {
    let of = |name: &str| shown.iter().find_map(|shown| shown.members.get(name)).cloned();
    members.retain(|name, _| of(name).is_some());
    let fields = paths::fields(follower.of.item).iter();
    members.extend(fields.filter_map(|field| Some((field.name.to_owned(), of(field.name)?))));
}
