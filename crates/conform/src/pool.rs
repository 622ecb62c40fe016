//! Pool of values from responses, for the parameters of later calls.
//!
//! Input: results with their types. Output: for a parameter, the values of its type, sorted by the
//! similarity of names. Types alone do not determine the meaning of a value, since an ID may
//! identify anything, so the words of names decide.

use std::collections::BTreeSet;

use chainloom_codegen::model::{ArmBody, Field, Model, Type, TypeId, TypeKind};
use serde_json::Value;

use crate::words::words;

/// Maximum number of items of a list or a map that are visited.
const MAX_VISITED: usize = 3;
/// Maximum number of different values with the same names and type.
const MAX_KEPT: usize = 3;
/// Length of a text, in bytes, above which it is not kept.
const MAX_TEXT_BYTES: usize = 4_096;
/// Minimum score that a value needs to be used for a parameter.
const MIN_SCORE: usize = 2;
/// Maximum number of names on the path of a value.
const MAX_DEPTH: usize = 12;

/// Kind of values that can be used as parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueKind {
    Named(TypeId),
    Text,
}

/// Value from a response.
#[derive(Debug)]
struct PoolValue {
    kind: ValueKind,
    /// Name of the client, because values of other APIs mean nothing to this one.
    client: String,
    /// Words of the name of the value's member.
    own: BTreeSet<String>,
    /// Words of the member's name and of the two names before it on the path, such as its type.
    all: BTreeSet<String>,
    value: Value,
}

/// Values from responses, which become parameters of later calls.
#[derive(Debug, Default)]
pub(crate) struct Pool(Vec<PoolValue>);

/// Parameter or member for which a value is needed.
pub(crate) struct Wanted<'w> {
    pub(crate) client: &'w str,
    /// Name of the parameter or member.
    pub(crate) name: &'w str,
    /// Name of the operation.
    pub(crate) operation: &'w str,
}

/// Collector of the values in one result.
struct ValueCollector<'m> {
    model: &'m Model,
    client: String,
    found: Vec<PoolValue>,
}

impl Pool {
    /// Adds the values in the result of an operation. Secret members are left out.
    pub(crate) fn add_values(&mut self, model: &Model, client: &str, operation: &str, ty: &Type, value: &Value) {
        let mut collector = ValueCollector { model, client: client.to_owned(), found: Vec::new() };
        collector.value(ty, value, &[operation]);
        for known in collector.found {
            let same = |one: &&PoolValue| one.kind == known.kind && one.client == known.client && one.all == known.all;
            let alike: Vec<&PoolValue> = self.0.iter().filter(same).collect();
            if alike.len() < MAX_KEPT && !alike.iter().any(|one| one.value == known.value) {
                self.0.push(known);
            }
        }
    }

    /// Returns the values that fit a type and a parameter, beginning with the best.
    pub(crate) fn find(&self, model: &Model, ty: &Type, wanted: &Wanted<'_>) -> Vec<&Value> {
        let Some(kind) = value_kind(model, ty) else { return Vec::new() };
        let own = words(wanted.name);
        let around: BTreeSet<String> = own.union(&words(wanted.operation)).cloned().collect();
        let score = |known: &PoolValue| {
            let is_same = usize::from(known.own == own) * 4;
            let shared = around.intersection(&known.all).count() * 2;
            (is_same + shared).saturating_sub(known.all.difference(&around).count().min(1))
        };
        let fitting = self.0.iter().filter(|known| known.kind == kind && known.client == wanted.client);
        // Texts of no declared type must come from a member with the same words in its name.
        let fitting = fitting.filter(|known| kind != ValueKind::Text || known.own == own);
        let mut scored: Vec<(usize, &Value)> = fitting.map(|known| (score(known), &known.value)).collect();
        scored.retain(|(score, _)| *score >= MIN_SCORE);
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let mut values: Vec<&Value> = Vec::new();
        for (_, value) in scored {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

/// Returns the kind of values of a type. `None` for types whose values need no response, such as
/// enumerations.
fn value_kind(model: &Model, ty: &Type) -> Option<ValueKind> {
    match ty {
        Type::Bounded(bounded) => value_kind(model, &bounded.ty),
        Type::Nullable(inner) => value_kind(model, inner),
        Type::Text => Some(ValueKind::Text),
        Type::Named(id) => match &model.types.get(id.0)?.kind {
            TypeKind::Scalar(_) => Some(ValueKind::Named(*id)),
            TypeKind::Alias(target) => value_kind(model, target),
            _ => None,
        },
        _ => None,
    }
}

impl ValueCollector<'_> {
    /// Collects the values within a value of a type. `path` are the names that lead to it.
    fn value(&mut self, ty: &Type, value: &Value, path: &[&str]) {
        if path.len() > MAX_DEPTH || value.is_null() {
            return;
        }
        match (ty, value) {
            (Type::Bounded(bounded), value) => self.value(&bounded.ty, value, path),
            (Type::Nullable(inner), value) => self.value(inner, value, path),
            (Type::List(list), Value::Array(items)) => {
                items.iter().take(MAX_VISITED).for_each(|item| self.value(&list.item, item, path));
            }
            (Type::Map(map), Value::Object(members)) => {
                for (key, value) in members.iter().take(MAX_VISITED) {
                    self.value(&map.key, &Value::from(key.as_str()), path);
                    self.value(&map.value, value, path);
                }
            }
            (Type::Named(id), value) => self.named(*id, value, path),
            (Type::Text, Value::String(_)) => self.keep(ValueKind::Text, value, path),
            _ => {}
        }
    }

    /// Collects the values within a value of a named type.
    fn named(&mut self, id: TypeId, value: &Value, path: &[&str]) {
        let model = self.model;
        let Some(def) = model.types.get(id.0) else { return };
        let inside: Vec<&str> = path.iter().copied().chain([def.name.as_str()]).collect();
        match (&def.kind, value) {
            (TypeKind::Alias(target), value) => self.value(target, value, path),
            (TypeKind::Scalar(_), Value::String(_) | Value::Number(_)) => self.keep(ValueKind::Named(id), value, path),
            (TypeKind::Record(record), value) => self.members(&record.fields, value, &inside),
            (TypeKind::Union(union), value) => {
                self.members(&union.common, value, &inside);
                for arm in &union.arms {
                    match &arm.body {
                        ArmBody::Fields { record, .. } if value.is_object() => self.named(*record, value, path),
                        ArmBody::Value(ty) if union.discriminator.holds_values() => {
                            self.value(ty, value.get(&arm.name).unwrap_or(value), path);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Collects the values of the members of an object, except secret ones.
    fn members(&mut self, fields: &[Field], value: &Value, path: &[&str]) {
        for field in fields.iter().filter(|field| !field.secret) {
            if let Some(value) = value.get(&field.name) {
                let inside: Vec<&str> = path.iter().copied().chain([field.name.as_str()]).collect();
                self.value(&field.ty, value, &inside);
            }
        }
    }

    /// Adds a value, unless it is empty or too long.
    fn keep(&mut self, kind: ValueKind, value: &Value, path: &[&str]) {
        let own = path.last().map(|name| words(name)).unwrap_or_default();
        // Only the three nearest names count, because more distant ones say less about the value.
        let near = path.iter().rev().take(3).flat_map(|name| words(name));
        let all = near.collect();
        if value != "" && value.as_str().is_none_or(|text| text.len() <= MAX_TEXT_BYTES) {
            self.found.push(PoolValue { kind, client: self.client.clone(), own, all, value: value.clone() });
        }
    }
}
