//! Objects of ledgers, fetched by a height or a hash, or listed from the latest height.
//!
//! Input: a call, and for a list the place of the item. Output: the object of a height, which is the
//! same in all results, and linked to the object below by its hash.

use std::cell::LazyCell;
use std::ops::Deref;

use chainloom_runtime::schema::{Bounds, Field, Type};
use serde_json::Value;

use super::chains::Chains;
use super::echo::{self, Asked};
use super::fetched::{can_be_null, required};
use super::heads::{Call, NEWEST};
use super::ledgers::{Ledger, name};
use super::paths;
use crate::requests::rest_parameters::Input;
use crate::synthesis::seed;

impl Chains {
    /// Returns the object that an operation fetches by its height or its hash; `None` for other
    /// operations and unknown hashes.
    pub(super) fn ledger_object(&self, call: Call<'_>) -> Option<Value> {
        let schema = call.operation.schema;
        let ledger = self.ledgers.iter().find(|ledger| ledger.fetching.id == schema.id)?;
        let scope = ledger.scope(call.input, self.style);
        let (given, name) = (call.input.get(ledger.parameter.name)?, name(&scope));
        let height = ledger.height_in(&name, given)?;
        let is_reached = ledger.reaches(&name, height, self.grown());
        Some(if can_be_null(schema) && !is_reached { Value::Null } else { self.ledger_row(ledger, &scope, height) })
    }

    /// Returns the item at a place of a list that begins with the latest height; `None` for other lists. Such a list
    /// needs no parameters other than the parameters that select a sequence.
    pub(crate) fn ledger_item(&self, call: Call<'_>, item: Type, place: usize) -> Option<Value> {
        let schema = call.operation.schema;
        let is_listed = |ledger: &&Ledger| {
            let mut needed = required(schema);
            ledger.is_of(item)
                && ledger.fetching.service.name == schema.service.name
                && needed.all(|own| ledger.scoping().any(|scoping| scoping.name == own.name))
        };
        let ledger = self.ledgers.iter().find(is_listed)?;
        let scope = ledger.scope(call.input, self.style);
        let height = ledger.latest(&name(&scope), self.grown()).saturating_sub(u64::try_from(place).ok()?);
        Some(self.ledger_row(ledger, &scope, height))
    }

    /// Returns the object at a height: as an example shows it, or else drawn, with the hash of the
    /// object below.
    fn ledger_row(&self, ledger: &Ledger, scope: &Input, height: u64) -> Value {
        let drawn = self.ledger_draw(ledger, scope, height);
        let hash = self.ledger_hash(ledger, scope, height, &drawn);
        if let Some(shown) = ledger.shown(scope, height) {
            return shown.clone();
        }
        let mut value = drawn.clone();
        let ty = Type::Record(ledger.record);
        self.links.agree_within(&self.api, ty, &mut value, self.style);
        echo::repeat(ty, &mut value, Asked::call(ledger.fetching, scope), self.style);
        if let Value::Object(members) = &mut value {
            let hash_at = |below| self.ledger_hash(ledger, scope, below, &self.ledger_draw(ledger, scope, below));
            let parent = height.checked_sub(1).map(hash_at);
            let height = paths::write_height(ledger.height.ty, height);
            let known = [(ledger.height, Some(height)), (ledger.hash, Some(hash)), (ledger.parent, parent)];
            members.extend(known.into_iter().filter_map(|(field, value)| Some((field.name.to_owned(), value?))));
        }
        echo::repeat_holders(ty, &mut value, self.style);
        value
    }

    /// Returns the hash of the object at `height`, and records the height of this hash. Prefers the hash in an example
    /// of this height, then the parent hash in an example of the next height, then the hash in `drawn`.
    fn ledger_hash(&self, ledger: &Ledger, scope: &Input, height: u64, drawn: &impl Deref<Target = Value>) -> Value {
        let member = |height, field: &Field| ledger.shown(scope, height)?.get(field.name).cloned();
        let shown = member(height, ledger.hash).or_else(|| member(height.checked_add(1)?, ledger.parent));
        let hash = shown.unwrap_or_else(|| drawn.get(ledger.hash.name).cloned().unwrap_or_default());
        ledger.remember(&name(scope), &hash, height);
        hash
    }

    /// Draws the object of a height when it is first read; its times rise with heights.
    fn ledger_draw(&self, ledger: &Ledger, scope: &Input, height: u64) -> impl Deref<Target = Value> {
        LazyCell::new(move || {
            let (id, name) = (ledger.fetching.id, name(scope));
            let list = seed(&[id, &name, &self.style.seed.to_string()]);
            let row = (ledger.first + NEWEST).saturating_sub(height);
            let draw = self.style.draw(&[id, &name, &height.to_string()]);
            let mut draw = draw.row(list, usize::try_from(row).unwrap_or(usize::MAX));
            draw.value(Type::Record(ledger.record), &Bounds::NONE)
        })
    }
}
