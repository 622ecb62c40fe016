//! Contents of what has a height, such as the transactions of a block.
//!
//! Input: the operations of a spec, and an object at a height. Output: the keys of what it contains,
//! and the list by which a record of this height shows it: whole, or as keys. The spec describes
//! the contents by a list of what an operation fetches by its own member, the key. An operation
//! that names this one as `pending` returns members of the same object.

use chainloom_interpret::{Api, Remarks};
use chainloom_runtime::schema::{Field, Operation, Record, Type};
use serde_json::{Map, Value};

use super::alike::alike;
use super::echo::Asked;
use super::fetched::{fetched, is_same, is_same_table, required};
use super::paths;
use crate::requests::rest_parameters::Input;
use crate::requests::text::list_item;

/// What each height contains.
pub(super) struct Contents {
    /// An operation that returns the record which lists the contents.
    pub(super) holding: &'static Operation,
    pub(super) holder: &'static Record,
    /// The list of the holder. Records of the same height have it under the same name.
    list: &'static Field,
    pub(super) item: Type,
    /// The operation that fetches an item.
    pub(super) fetching: &'static Operation,
    /// The only required parameter of `fetching`, which is also a member of the item.
    key: &'static Field,
    /// The member of an item that is its place in the list.
    place: Option<&'static Field>,
}

impl Contents {
    /// Returns the contents that a record lists which an operation returns.
    pub(super) fn of(
        api: &Api,
        holding: &'static Operation,
        holder: &'static Record,
        remarks: &Remarks,
    ) -> Option<Self> {
        holder.fields.iter().find_map(|list| {
            let item = list_item(list.ty)?;
            let operations = api.operations.iter().map(|operation| operation.schema);
            let (fetching, key) =
                operations.filter(|schema| schema.service.name == holding.service.name).find_map(|schema| {
                    let is_fetching = fetched(schema).is_some_and(|ty| is_same_table(ty, item));
                    let mut keys = required(schema).filter(|_| is_fetching);
                    let key = keys.next()?;
                    keys.next().is_none().then_some((schema, key))
                })?;
            let place = api.operations.iter().find_map(|operation| place(operation.schema, item, remarks));
            Some(Self { holding, holder, list, item, fetching, key, place })
        })
    }

    /// Gives an item its place in the list.
    pub(super) fn number(&self, item: &mut Map<String, Value>, place: usize) {
        if let (Some(field), Ok(place)) = (self.place, u64::try_from(place)) {
            item.insert(field.name.to_owned(), paths::write_height(field.ty, place));
        }
    }

    /// Returns the place of the item that an operation fetches by the holder and the place.
    pub(super) fn placed(&self, schema: &'static Operation, asked: Asked<'_>, remarks: &Remarks) -> Option<usize> {
        let field = place(schema, self.item, remarks)?;
        let place = paths::read_height(field.ty, &asked.echoed(field, remarks)?)?;
        usize::try_from(place).ok()
    }

    /// The item of an object at a place; null if there is none.
    pub(super) fn at(&self, object: &Value, place: usize) -> Value {
        object.get(self.list.name).and_then(|items| items.get(place)).cloned().unwrap_or_default()
    }

    pub(super) fn key_type(&self) -> Type {
        self.key.ty.bare()
    }

    /// The parameters that fetch an item.
    pub(super) fn input(&self, key: &Value) -> Input {
        Input::from_iter([(self.key.name.to_owned(), key.clone())])
    }

    /// The key in a request for an item, or for what becomes of it.
    pub(super) fn requested(&self, input: &Input) -> Option<Value> {
        input.get(self.key.name).filter(|key| !key.is_null()).cloned()
    }

    /// Whether an operation returns what becomes of an item, by the same parameter.
    pub(super) fn is_awaited(&self, schema: &Operation) -> bool {
        let replaced = schema.wait.and_then(|wait| wait.replaced);
        replaced.is_some_and(|replaced| replaced.pending.id == self.fetching.id)
    }

    /// The keys of what an object lists: of whole items, or alone. `None` if it lists nothing.
    pub(super) fn keys(&self, object: &Map<String, Value>) -> Option<Vec<Value>> {
        let items = object.get(self.list.name)?.as_array()?;
        let key = |item: &Value| if item.is_object() { item.get(self.key.name).cloned() } else { Some(item.clone()) };
        Some(items.iter().filter_map(key).collect())
    }

    /// The item of an object that has a key.
    pub(super) fn find(&self, object: &Value, key: &Value) -> Option<Value> {
        let items = object.get(self.list.name)?.as_array()?;
        let is_wanted = |item: &&Value| item.get(self.key.name).is_some_and(|own| alike(self.key.ty, own, key));
        items.iter().find(is_wanted).cloned()
    }

    /// Puts the contents into the list of a record of the same height, in the form that it has there.
    pub(super) fn put(
        &self,
        record: &Record,
        members: &mut Map<String, Value>,
        keys: Vec<Value>,
        fetch: impl Fn(usize, Value) -> Value,
    ) {
        let field = record.fields.iter().find(|field| field.name == self.list.name);
        let item = field.and_then(|field| list_item(field.ty)).filter(|_| members.contains_key(self.list.name));
        let items = match item {
            Some(ty) if is_same_table(ty, self.item) => {
                keys.into_iter().enumerate().map(|(place, key)| fetch(place, key)).collect()
            }
            Some(ty) if is_same(ty, self.key.ty) => keys,
            _ => return,
        };
        members.insert(self.list.name.to_owned(), Value::Array(items));
    }

    /// Gives what becomes of an item the members that both have, by name and type.
    pub(super) fn share(&self, ty: Type, members: &mut Map<String, Value>, item: &Value) {
        for field in paths::fields(ty) {
            let own = paths::fields(self.item).iter().find(|own| own.name == field.name && is_same(own.ty, field.ty));
            if own.is_none() {
                continue;
            }
            match item.get(field.name).filter(|value| !value.is_null()) {
                Some(value) => drop(members.insert(field.name.to_owned(), value.clone())),
                None if !field.required => drop(members.remove(field.name)),
                None => {}
            }
        }
    }
}

/// The member of an item that an operation takes beside one that the item shares with its holder, as
/// `echoes` says: the place of the item in the list of the holder.
fn place(schema: &'static Operation, item: Type, remarks: &Remarks) -> Option<&'static Field> {
    if !schema.output.is_some_and(|ty| is_same_table(ty, item)) || required(schema).count() != 2 {
        return None;
    }
    let nothing = Input::new();
    let asked = Asked::call(schema, &nothing);
    let echoing = paths::fields(item).iter().filter(|field| asked.is_echoed(field, remarks));
    let is_shared = |field: &&Field| remarks.of(field).is_some_and(|remark| !remark.of_holder.is_empty());
    let (shared, own): (Vec<&Field>, Vec<&Field>) = echoing.partition(is_shared);
    own.first().filter(|_| own.len() == 1 && !shared.is_empty()).copied()
}
