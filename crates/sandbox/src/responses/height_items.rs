//! Results of operations that return an item of a height, such as a transaction or its receipt.
//!
//! Input: a call, and its result so far. Output: the result with the members that the object at the
//! height has. An item that no height contains yet is added to the latest height when it is first
//! requested.

use chainloom_interpret::Operation;
use chainloom_runtime::schema::Type;
use serde_json::Value;

use super::chains::{Chain, Chains, Follower};
use super::contents::Contents;
use super::echo::{self, Asked};
use super::fetched::{can_be_null, is_same_table};
use super::heads::{Call, Linked, above};
use super::paths;
use crate::requests::rest_parameters::Input;
use crate::requests::text::list_item;

impl Chains {
    /// Returns the result of an operation that fetches an item of a height, or the outcome of an
    /// item, such as its receipt. `None` for other operations and unknown items.
    pub(super) fn item_result(&self, chain: &Chain, call: Call<'_>, value: &Value) -> Option<Value> {
        let (follower, contents) = chain.contents.as_ref()?;
        let (schema, place) = (call.operation.schema, (chain, *follower, contents));
        if schema.id == contents.fetching.id {
            return self.item_of(place, &contents.requested(call.input)?);
        }
        if contents.returns_outcome(schema) {
            let (ty, mut value) = (schema.output?, value.clone());
            let item = self.item_of(place, &contents.requested(call.input)?)?;
            contents.share(ty, value.as_object_mut()?, &item);
            echo::repeat_holders(ty, &mut value, self.style);
            return Some(value);
        }
        if is_same_table(schema.output?, contents.item) {
            return self.item_at(place, call);
        }
        self.outcomes(place, list_item(schema.output?)?, call)
    }

    /// Returns the item with a key from the list of the object at its height; `None` if the list
    /// lacks it.
    fn item_of(&self, (chain, follower, contents): (&Chain, Follower, &Contents), key: &Value) -> Option<Value> {
        let object = self.object_at((chain, follower, contents), chain.height_of_key(key))?;
        contents.find(&object, key)
    }

    /// Returns the object at a height that lists the items of this height.
    fn object_at(&self, (chain, follower, contents): (&Chain, Follower, &Contents), height: u64) -> Option<Value> {
        let nothing = Input::new();
        let holding = Call { operation: self.api.operation(contents.holding.id)?, input: &nothing };
        Some(self.at(chain, follower, (contents.holder, height), holding))
    }

    /// Returns the item that an operation fetches by a height and a position in its list. Null if
    /// the list is shorter and the result may be null.
    fn item_at(&self, (chain, follower, contents): (&Chain, Follower, &Contents), call: Call<'_>) -> Option<Value> {
        let asked = Asked::call(call.operation.schema, call.input);
        let place = contents.placed(call.operation.schema, asked, self.remarks()?)?;
        let height = self.height_by_items((chain, follower, contents), contents.item, call)?;
        if let Some(nothing) = above(chain, height, call.operation.schema) {
            return Some(nothing);
        }
        let item = contents.at(&self.object_at((chain, follower, contents), height)?, place);
        (can_be_null(call.operation.schema) || !item.is_null()).then_some(item)
    }

    /// Returns the outcomes of all items of a height, for an operation that lists them.
    fn outcomes(
        &self,
        (chain, follower, contents): (&Chain, Follower, &Contents),
        item: Type,
        call: Call<'_>,
    ) -> Option<Value> {
        let is_awaited = |ty: Type| is_same_table(ty, item);
        let mut operations = self.api.operations.iter().filter(|of| contents.returns_outcome(of.schema));
        let operation = operations.find(|of| of.schema.output.is_some_and(is_awaited))?;
        let height = self.height_by_items((chain, follower, contents), item, call)?;
        if let Some(nothing) = above(chain, height, call.operation.schema) {
            return Some(nothing);
        }
        Some(self.keys(chain, contents, height).iter().map(|key| self.outcome(contents, operation, key)).collect())
    }

    /// Returns the outcome of the item with this key, as `operation` returns it.
    pub(super) fn outcome(&self, contents: &Contents, operation: &Operation, key: &Value) -> Value {
        let input = contents.input(key);
        let mut value = self.links.result(&self.api, operation, &input, self.style);
        self.complete_result(Call { operation, input: &input }, &mut value);
        value
    }

    /// Returns the height of which an operation returns a list: the parameter that the items echo
    /// is this height, or the hash of the object at this height. `None` for an unknown hash.
    fn height_by_items(
        &self,
        (chain, follower, contents): (&Chain, Follower, &Contents),
        item: Type,
        call: Call<'_>,
    ) -> Option<u64> {
        let (remarks, linked) = (self.remarks()?, Linked::of(follower, contents.holder)?);
        let asked = Asked::call(call.operation.schema, call.input);
        // Returns the member of `item` that repeats the member `name` of the object that lists the
        // items, and the value of the parameter that this member echoes.
        let echoed = |name: &str| {
            let own = paths::fields(contents.item).iter().find(|field| {
                remarks.of(field).is_some_and(|remark| remark.of_holder.iter().any(|of_holder| of_holder == name))
            })?;
            let field = paths::fields(item).iter().find(|field| field.name == own.name)?;
            asked.is_echoed(field, remarks).then(|| (field, asked.echoed(field, remarks)))
        };
        match (echoed(linked.hash.name), echoed(linked.height.name)) {
            (Some((_, Some(hash))), _) => chain.height_of(&hash),
            (_, Some((field, Some(height)))) => paths::read_height(field.ty, &height),
            // Any other value, such as a tag, means the latest height.
            (_, Some((_, None))) => Some(chain.height()),
            _ => None,
        }
    }
}
