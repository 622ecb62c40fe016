//! Links between operations: an item of a list equals the result of the operation that fetches it.
//!
//! Input: the operations of a spec, and a result. Output: the result with such items. A record or
//! union is linked to an operation that returns it if each required parameter is a member of it, by
//! name and type. Records in examples are found by these parameters, too. An item that is pending
//! has the next free number, so that nothing shows as having replaced it.

use std::collections::{HashMap, HashSet};

use chainloom_interpret::{Api, Operation};
use chainloom_runtime::schema::{Bounds, NextValue, Replaced, Type};
use serde_json::Value;

use super::alike::are_alike;
use super::distinct::{DRAWS, at_draw};
use super::echo;
use super::fetched::{fetched_object, fetched_type, is_same_table, required, result_of_object};
use super::{paths, results};
use crate::requests::rest_parameters::Input;
use crate::routing::routes::OperationId;
use crate::synthesis::Style;

/// Maximum depth to which items within items are replaced by the results that fetch them.
const DEPTH: usize = 3;

/// Records and unions that operations fetch, with known results.
pub(crate) struct Links {
    fetching: Vec<(Type, OperationId)>,
    /// Records in the responses of examples.
    example_records: Vec<(Type, Value)>,
    /// Results that the spec states for the deployment, by the IDs of operations.
    results: HashMap<String, Value>,
    /// Descriptions of how a client sees that another item took the number of a pending item.
    replaced: Vec<&'static Replaced>,
}

impl Links {
    pub(crate) fn new(api: &Api, results: HashMap<String, Value>) -> Self {
        let waits = api.operations.iter().filter_map(|operation| operation.schema.wait);
        let replaced = waits.filter_map(|wait| wait.replaced).collect();
        let mut links = Self { fetching: Vec::new(), example_records: Vec::new(), results, replaced };
        for (id, operation) in api.operations.iter().enumerate() {
            let Some(ty) = fetched_type(operation.schema) else { continue };
            if links.fetching_operation(ty).is_none() {
                links.fetching.push((ty, id));
            }
        }
        for operation in &api.operations {
            let responses = operation.examples.iter().filter_map(|example| example.response.as_ref());
            let results: Vec<Value> = responses.filter_map(|json| serde_json::from_str(json).ok()).collect();
            for mut result in results {
                match (fetched_type(operation.schema), fetched_object(operation.schema, &mut result)) {
                    (Some(ty), Some(object)) => links.remember_records(ty, object),
                    _ => operation.schema.output.iter().for_each(|ty| links.remember_records(*ty, &result)),
                }
            }
        }
        links
    }

    /// Returns the operation that fetches values of a record or union; `None` if there is none.
    fn fetching_operation(&self, ty: Type) -> Option<OperationId> {
        self.fetching.iter().find(|(known, _)| is_same_table(*known, ty)).map(|(_, id)| *id)
    }

    /// Remembers the records and unions of an example that an operation can fetch.
    fn remember_records(&mut self, ty: Type, value: &Value) {
        match (ty.bare(), value) {
            (Type::List(list), Value::Array(items)) => {
                items.iter().for_each(|item| self.remember_records(list.item, item))
            }
            (Type::Record(_) | Type::Union(_), Value::Object(members)) => {
                if self.fetching_operation(ty).is_some() {
                    self.example_records.push((ty, value.clone()));
                }
                let fields = paths::fields(ty).iter();
                fields.for_each(|field| {
                    members.get(field.name).into_iter().for_each(|value| self.remember_records(field.ty, value))
                });
            }
            _ => {}
        }
    }

    /// Returns the whole result of a call, before it is cut into pages: from the deployment, an
    /// example or a record in an example, or else drawn.
    pub(crate) fn result(&self, api: &Api, operation: &Operation, input: &Input, style: Style) -> Value {
        self.result_at(api, operation, input, style, DEPTH)
    }

    fn result_at(&self, api: &Api, operation: &Operation, input: &Input, style: Style, depth: usize) -> Value {
        if let Some(result) = self.results.get(operation.schema.id) {
            return result.clone();
        }
        if let Some(response) = results::example(operation, input).filter(|_| !style.synthetic_only) {
            return response;
        }
        let Some(ty) = operation.schema.output else { return Value::Null };
        if let Some(record) = self.example_record(operation, input).filter(|_| !style.synthetic_only) {
            return result_of_object(operation.schema, record.clone());
        }
        let mut value = results::draw_result(operation, ty, input, style);
        self.agree(api, ty, &mut value, style, depth);
        if let Some(of) = self.replaced.iter().find(|of| of.pending.id == operation.schema.id) {
            self.number(api, of, (ty, &mut value), style, depth);
        }
        echo::repeat_holders(ty, &mut value, style);
        value
    }

    /// Gives a pending item the next free number of its owner, so that nothing seems to have
    /// replaced it. Does nothing if the item lacks a parameter of the operation that returns this
    /// number.
    fn number(&self, api: &Api, of: &Replaced, (ty, item): (Type, &mut Value), style: Style, depth: usize) {
        let free = || {
            let (next, input) = (api.operation(of.next.id)?, owner(of, item)?);
            let free = self.result_at(api, next, &input, style, depth.checked_sub(1)?);
            paths::read_height(of.next.output?, &free)
        };
        if let Some(number) = free() {
            let mut draw = style.draw(&[of.pending.id, "number"]);
            paths::change(ty, item, of.number, &mut draw, |ty, member, _| *member = paths::write_height(ty, number));
        }
    }

    /// Returns a record in an example whose members equal the required parameters; `None` if there
    /// is none.
    fn example_record(&self, operation: &Operation, input: &Input) -> Option<&Value> {
        let ty = fetched_type(operation.schema)?;
        let has_all = |value: &Value| {
            required(operation.schema).all(|parameter| {
                let (given, member) = (input.get(parameter.name), value.get(parameter.name));
                given.zip(member).is_some_and(|(given, member)| are_alike(parameter.ty, given, member))
            })
        };
        let own = self.example_records.iter().filter(|(known, _)| is_same_table(*known, ty));
        own.map(|(_, value)| value).find(|value| has_all(value))
    }

    /// Replaces the items in a result by the results of the operations that fetch them.
    fn agree(&self, api: &Api, ty: Type, value: &mut Value, style: Style, depth: usize) {
        match (ty.bare(), value) {
            (Type::List(list), Value::Array(items)) => {
                self.set_apart(api, list.item, items, style);
                items.iter_mut().for_each(|item| self.agree_item(api, list.item, item, style, depth));
            }
            (Type::Record(record), Value::Object(members)) => {
                for field in record.fields {
                    if let Some(member) = members.get_mut(field.name) {
                        self.agree(api, field.ty, member, style, depth);
                    }
                }
            }
            _ => {}
        }
    }

    /// Replaces items that the same parameters fetch as an item before them, as far as the type has room.
    fn set_apart(&self, api: &Api, ty: Type, items: &mut [Value], style: Style) {
        let mut keys: HashSet<String> = HashSet::new();
        for (place, item) in items.iter_mut().enumerate() {
            let key = |item: &Value| self.key(api, ty, item).map(|key| Value::Object(key).to_string());
            let Some(own) = key(item) else { continue };
            if !keys.insert(own.clone()) {
                let (place, style) = (place.to_string(), &style);
                let drawn = |number: u8| {
                    at_draw(style.draw(&[&own, &place, &number.to_string()]), number).value(ty, &Bounds::NONE)
                };
                let is_new = |item: &Value| key(item).is_some_and(|key| keys.insert(key));
                *item = (1..DRAWS).map(drawn).find(is_new).unwrap_or_else(|| item.clone());
            }
        }
    }

    /// Returns the parameters that fetch an item; `None` if no operation fetches it.
    pub(crate) fn key(&self, api: &Api, ty: Type, item: &Value) -> Option<Input> {
        let operation = api.operations.get(self.fetching_operation(ty)?)?;
        parameters(operation, item)
    }

    /// Replaces an item by the result of the operation that fetches it, or else the items inside
    /// the item.
    fn agree_item(&self, api: &Api, ty: Type, item: &mut Value, style: Style, depth: usize) {
        let fetching = self.fetching_operation(ty).and_then(|id| api.operations.get(id));
        match fetching.and_then(|operation| Some((operation, parameters(operation, item)?))) {
            Some((operation, input)) if depth > 0 => {
                let mut result = self.result_at(api, operation, &input, style, depth - 1);
                if let Some(object) = fetched_object(operation.schema, &mut result) {
                    *item = object.take();
                }
            }
            _ => self.agree(api, ty, item, style, depth),
        }
    }

    /// Replaces the items inside a result by the results of the operations that fetch them.
    pub(crate) fn agree_within(&self, api: &Api, ty: Type, value: &mut Value, style: Style) {
        self.agree(api, ty, value, style, DEPTH);
    }

    /// Replaces an item of a list in pages by the result of the operation that fetches it.
    pub(crate) fn agree_listed(&self, api: &Api, ty: Type, item: &mut Value, style: Style) {
        self.agree_item(api, ty, item, style, DEPTH);
    }
}

/// Returns the parameters of the operation that returns the next free number of the item's owner;
/// `None` if the item lacks one.
fn owner(of: &Replaced, item: &Value) -> Option<Input> {
    let parameter = |(index, source): &(usize, NextValue)| {
        let value = match source {
            NextValue::Member(path) => paths::at(item, path)?.clone(),
            NextValue::Fixed(json) => serde_json::from_str(json).ok()?,
        };
        Some((of.next.input.fields.get(*index)?.name.to_owned(), value))
    };
    of.with.iter().map(parameter).collect()
}

/// Returns the parameters that fetch an item; `None` if the item lacks one.
fn parameters(operation: &Operation, item: &Value) -> Option<Input> {
    let of = |name: &str| item.get(name).filter(|value| !value.is_null()).cloned();
    required(operation.schema).map(|parameter| Some((parameter.name.to_owned(), of(parameter.name)?))).collect()
}
