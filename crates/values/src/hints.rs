//! Hints: facts of a spec about its values that no table holds: examples, units and successors.
//!
//! Input: examples with their types, units of members, and the members that replace others. Output:
//! for each member, an example that a drawn value resembles. Members of one example stay together,
//! so that a drawn name has the symbol of the same example.

use std::collections::HashMap;

use chainloom_runtime::schema::{Arm, ArmBody, Discriminator, Field, Operation, Type, Union};
use serde_json::{Map, Value};

/// Maximum number of examples that are kept per record, member or result.
const MAX_EXAMPLES: usize = 16;

/// Examples of members, by the name of the member and the number of its type from [`kind`].
type Named = HashMap<(&'static str, usize), Vec<Value>>;

/// Examples, units and successors of the members of a spec, used by
/// [`Draw::hints`](crate::Draw::hints).
#[derive(Debug, Default)]
pub struct Hints {
    units: HashMap<usize, String>,
    /// Names of the members that replace deprecated ones, by the address of the deprecated member.
    successors: HashMap<usize, String>,
    /// Examples of objects, by the addresses of their field tables.
    objects: HashMap<usize, Vec<Map<String, Value>>>,
    named: Named,
    /// Examples of results, by the IDs of their operations.
    results: HashMap<&'static str, Vec<Value>>,
}

impl Hints {
    /// Creates empty hints.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the unit of a member, such as `seconds`.
    pub fn unit(&mut self, field: &'static Field, unit: &str) {
        self.units.insert(std::ptr::from_ref(field).addr(), unit.to_owned());
    }

    /// Adds the name of the member that replaces a deprecated one with the same value.
    pub fn successor(&mut self, field: &'static Field, name: &str) {
        self.successors.insert(std::ptr::from_ref(field).addr(), name.to_owned());
    }

    /// Adds an example of a member. Null is not counted as an example.
    pub fn member(&mut self, field: &'static Field, example: &Value) {
        let known = self.named.entry((field.name, kind(field.ty))).or_default();
        if !example.is_null() && known.len() < MAX_EXAMPLES && !known.contains(example) {
            known.push(example.clone());
        }
        self.value(field.ty, example);
    }

    /// Adds an example of the members of a record, or of the parameters of an operation.
    pub fn object(&mut self, fields: &'static [Field], example: &Map<String, Value>) {
        let known = self.objects.entry(fields.as_ptr().addr()).or_default();
        if known.len() < MAX_EXAMPLES && !known.contains(example) {
            known.push(example.clone());
        }
        for field in fields {
            if let Some(value) = example.get(field.name) {
                self.member(field, value);
            }
        }
    }

    /// Adds an example of the result of an operation.
    pub fn result(&mut self, operation: &Operation, example: &Value) {
        let Some(ty) = operation.output else { return };
        let known = self.results.entry(operation.id).or_default();
        if !example.is_null() && known.len() < MAX_EXAMPLES {
            known.push(example.clone());
        }
        self.value(ty, example);
    }

    /// Adds an example of a type: to its records, and to members within.
    fn value(&mut self, ty: Type, example: &Value) {
        match (ty.known(), example) {
            (Type::Nullable(inner), _) => self.value(*inner, example),
            (Type::Bounded(bounded), _) => self.value(bounded.ty, example),
            (Type::List(list), Value::Array(items)) => items.iter().for_each(|item| self.value(list.item, item)),
            (Type::Map(map), Value::Object(members)) => members.values().for_each(|value| self.value(map.value, value)),
            (Type::Tuple(types), Value::Array(items)) => {
                types.iter().zip(items).for_each(|(ty, item)| self.value(*ty, item));
            }
            (Type::Record(record), Value::Object(members)) => self.object(record.fields, members),
            (Type::Union(union), _) => self.union(union, example),
            _ => {}
        }
    }

    /// Adds an example of a union to the arm that it selects.
    fn union(&mut self, union: &'static Union, example: &Value) {
        let Some(members) = example.as_object() else {
            // A value that is no object may belong to any arm with a value.
            return union.arms.iter().for_each(|arm| {
                if let ArmBody::Value(ty) = arm.body {
                    self.value(ty, example)
                }
            });
        };
        if !union.common.is_empty() {
            self.object(union.common, members);
        }
        let selected = union.arms.iter().find(|arm| is_arm(union, arm, members));
        let Some(arm) = selected.or_else(|| union.arms.iter().find(|arm| is_default(union, arm))) else { return };
        match (union.discriminator, arm.body) {
            (Discriminator::Status | Discriminator::Event, ArmBody::Value(ty)) => {
                members.values().for_each(|value| self.value(ty, value));
            }
            (_, ArmBody::Value(ty)) => self.value(ty, example),
            (_, ArmBody::Fields { record, .. }) => self.object(record.fields, members),
            (_, ArmBody::Const(_)) => {}
        }
    }

    /// Returns the unit of a member; `None` if the spec states none.
    pub(crate) fn unit_of(&self, field: &Field) -> Option<&str> {
        self.units.get(&std::ptr::from_ref(field).addr()).map(String::as_str)
    }

    /// Returns the name of the member that replaces a deprecated one; `None` if the spec names
    /// none.
    pub(crate) fn successor_of(&self, field: &Field) -> Option<&str> {
        self.successors.get(&std::ptr::from_ref(field).addr()).map(String::as_str)
    }

    /// Returns one of the examples of an operation's result, chosen by `number`. `None` if there
    /// are none.
    pub(crate) fn result_of(&self, operation: &Operation, number: usize) -> Option<&Value> {
        pick(self.results.get(operation.id)?, number)
    }

    /// Returns one of the examples of an object with these fields, chosen by `number`. `None` if
    /// there are none.
    pub(crate) fn object_of(&self, fields: &[Field], number: usize) -> Option<&Map<String, Value>> {
        pick(self.objects.get(&fields.as_ptr().addr())?, number)
    }

    /// Returns one of the examples of members with this name and type, chosen by `number`. `None`
    /// if there are none.
    pub(crate) fn example_of(&self, field: &Field, number: usize) -> Option<&Value> {
        pick(self.named.get(&(field.name, kind(field.ty)))?, number)
    }
}

/// Returns the item at `number`, counted in a circle.
fn pick<T>(all: &[T], number: usize) -> Option<&T> {
    all.get(number.checked_rem(all.len())?)
}

/// Returns whether an arm takes all objects that no other arm of its union takes.
fn is_default(union: &Union, arm: &Arm) -> bool {
    union.discriminator == Discriminator::Members && matches!(arm.body, ArmBody::Fields { has: None, .. })
}

/// Returns whether an object selects an arm: by its tag, by the member of the arm, or by its only
/// key.
fn is_arm(union: &Union, arm: &Arm, members: &Map<String, Value>) -> bool {
    match (union.discriminator, arm.body) {
        (
            Discriminator::Tag(_)
            | Discriminator::IntegerTag(_)
            | Discriminator::BooleanTag(_)
            | Discriminator::NestedTag(_),
            _,
        ) => {
            let tag = union.discriminator.find_tag(|name| members.get(name), |value, name| value.get(name));
            tag.is_some_and(|value| arm.has_tag(&value.as_str().map_or(value.to_string(), str::to_owned)))
        }
        (Discriminator::Members, ArmBody::Fields { has, .. }) => has.is_some_and(|has| members.contains_key(has)),
        (Discriminator::Status | Discriminator::Event, _) => members.contains_key(arm.name),
        (_, ArmBody::Value(ty)) => matches!(ty.plain(), Type::Record(_) | Type::Map(_) | Type::Union(_)),
        _ => false,
    }
}

/// Returns a number that is equal for types whose values can replace each other.
pub(crate) fn kind(ty: Type) -> usize {
    match ty.known() {
        Type::Nullable(inner) => kind(*inner),
        Type::Bounded(bounded) => kind(bounded.ty),
        Type::Text => 1,
        Type::Integer(_) => 2,
        Type::Number => 3,
        Type::Boolean => 4,
        Type::Json => 5,
        Type::List(list) => kind(list.item).wrapping_add(16),
        Type::Scalar(scalar) => std::ptr::from_ref(scalar).addr(),
        Type::Enum(listed) => std::ptr::from_ref(listed).addr(),
        Type::IntegerEnum(listed) => std::ptr::from_ref(listed).addr(),
        Type::Record(record) => std::ptr::from_ref(record).addr(),
        Type::Union(union) => std::ptr::from_ref(union).addr(),
        Type::Map(map) => std::ptr::from_ref(map).addr(),
        _ => 0,
    }
}
