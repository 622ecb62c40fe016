//! Contents of objects that have a height, such as the transactions of a block.
//!
//! Input: the operations of a spec, and an object at a height. Output: the keys of the items that
//! the object contains, and the list of its record that has them: whole, or as keys only. An item
//! is the object that an operation fetches by one of its members, the key. An operation that names
//! this one as `pending` returns members of the same object.

use chainloom_interpret::{Api, Remarks};
use chainloom_runtime::schema::{Field, Operation, Record, Type};
use serde_json::{Map, Value};

use super::alike::are_alike;
use super::echo::Asked;
use super::fetched::{fetched_type, is_same, is_same_table, required};
use super::paths;
use crate::requests::rest_parameters::Input;
use crate::requests::text::list_item;

/// Items that each height contains, and the operations that return them.
pub(super) struct Contents {
    /// Operation that returns the record that lists the items.
    pub(super) holding: &'static Operation,
    pub(super) holder: &'static Record,
    /// Field of the holder that lists the items. Records of the same height have it under the same
    /// name.
    list: &'static Field,
    pub(super) item: Type,
    /// Operation that fetches an item by its key.
    pub(super) fetching: &'static Operation,
    /// Only required parameter of `fetching`, which is also a member of the item.
    key: &'static Field,
    /// Member of an item that is its position in the list; `None` if the spec names none.
    place: Option<&'static Field>,
}

impl Contents {
    /// Finds the items that the record `holder`, which the operation `holding` returns, lists;
    /// `None` if no operation fetches the items of a list by one member.
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
                    let returns_item = schema.output.is_some_and(|ty| is_same_table(ty, item));
                    let is_fetching = returns_item && fetched_type(schema).is_some();
                    let mut keys = required(schema).filter(|_| is_fetching);
                    let key = keys.next()?;
                    keys.next().is_none().then_some((schema, key))
                })?;
            let place = api.operations.iter().find_map(|operation| place(operation.schema, item, remarks));
            Some(Self { holding, holder, list, item, fetching, key, place })
        })
    }

    /// Writes the position of an item in the list into the item.
    pub(super) fn number(&self, item: &mut Map<String, Value>, place: usize) {
        if let (Some(field), Ok(place)) = (self.place, u64::try_from(place)) {
            item.insert(field.name.to_owned(), paths::write_height(field.ty, place));
        }
    }

    /// Returns the position in a request of an operation that fetches an item by its holder and
    /// position; `None` for other operations.
    pub(super) fn placed(&self, schema: &'static Operation, asked: Asked<'_>, remarks: &Remarks) -> Option<usize> {
        let field = place(schema, self.item, remarks)?;
        let place = paths::read_height(field.ty, &asked.echoed(field, remarks)?)?;
        usize::try_from(place).ok()
    }

    /// Returns the item of an object at a position; null if the list is shorter.
    pub(super) fn at(&self, object: &Value, place: usize) -> Value {
        object.get(self.list.name).and_then(|items| items.get(place)).cloned().unwrap_or_default()
    }

    pub(super) fn key_type(&self) -> Type {
        self.key.ty.bare()
    }

    /// Returns the parameters that fetch the item with this key.
    pub(super) fn input(&self, key: &Value) -> Input {
        Input::from_iter([(self.key.name.to_owned(), key.clone())])
    }

    /// Returns the key in a request for an item or for its outcome; `None` if the request has none.
    pub(super) fn requested(&self, input: &Input) -> Option<Value> {
        input.get(self.key.name).filter(|key| !key.is_null()).cloned()
    }

    /// Returns whether an operation returns the outcome of an item: its `wait` names `fetching` as
    /// the call for a pending item.
    pub(super) fn returns_outcome(&self, schema: &Operation) -> bool {
        let replaced = schema.wait.and_then(|wait| wait.replaced);
        replaced.is_some_and(|replaced| replaced.pending.id == self.fetching.id)
    }

    /// Returns the keys of the items in the list of an object, which holds items or only their
    /// keys. `None` if the object has no list.
    pub(super) fn keys(&self, object: &Map<String, Value>) -> Option<Vec<Value>> {
        let items = object.get(self.list.name)?.as_array()?;
        let key = |item: &Value| if item.is_object() { item.get(self.key.name).cloned() } else { Some(item.clone()) };
        Some(items.iter().filter_map(key).collect())
    }

    /// Returns the item with this key from the list of an object; `None` if the list lacks it.
    pub(super) fn find(&self, object: &Value, key: &Value) -> Option<Value> {
        let items = object.get(self.list.name)?.as_array()?;
        let is_wanted = |item: &&Value| item.get(self.key.name).is_some_and(|own| are_alike(self.key.ty, own, key));
        items.iter().find(is_wanted).cloned()
    }

    /// Writes the items of a height into the list of a record of the same height, as items or as
    /// keys, whichever the list holds. Other lists stay as they are.
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

    /// Copies the members of an item into its outcome where both have them, by name and type.
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

/// Returns the member of an item that is its position in the list. An operation fetches the item by this member and by
/// one that the item shares with its holder, as `echoes` declares.
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
