//! Walk: compares JSON with a type, and reports each misfit to a sink.
//!
//! Input: types, as tables or as the model; the side that sends the value; a type and JSON. Output:
//! misfits, each with its path. All decisions are made here: the arm of a union, the meaning of
//! null and of an empty value, the required members of an object. The sink decides which misfits
//! matter and how they are worded. Bounds and rules are not checked.

mod decisions;
mod model;
mod sink;
mod tables;
mod types;
mod unions;

use serde_json::Value;

use crate::model::{Also, Direction};
use decisions::Decisions;

pub use decisions::is_json;
pub(crate) use model::MAX_CHAIN_LENGTH;
pub use model::ModelTypes;
pub use sink::{Misfit, Names, Sink, Step, StepOf, TypeOf};
pub use tables::Tables;
pub use types::{ArmBody, Member, Side, Types, Union, View, positions};
pub(crate) use unions::arm_of;

/// Maximum number of types with which one value is compared, one after the other. In an erroneous
/// spec, a type may refer to itself.
const MAX_REPEATS: usize = 128;

/// Compares a value with a type, and passes misfits to the sink, in the order of the value.
pub fn walk_value<S: Sink>(types: S::Types, side: Side, ty: TypeOf<S>, value: &Value, sink: &mut S) {
    Walk { decide: Decisions { types, side }, sink, repeats: 0 }.compare_value(ty, value);
}

/// Compares a value with the field of a parameter, as [`walk_value`] does with a type. The
/// direction of the field is ignored.
pub(crate) fn walk_parameter<S: Sink>(
    types: S::Types,
    side: Side,
    field: <S::Types as Types>::Field,
    value: &Value,
    sink: &mut S,
) {
    let parameter = Member { direction: Direction::Both, ..types.member(field) };
    Walk { decide: Decisions { types, side }, sink, repeats: 0 }.compare_member(&parameter, value);
}

/// State of the comparison of one value with its type.
struct Walk<'s, S: Sink> {
    decide: Decisions<S::Types>,
    sink: &'s mut S,
    /// Number of types with which the value was compared already.
    repeats: usize,
}

impl<S: Sink> Walk<'_, S> {
    fn compare_value(&mut self, ty: TypeOf<S>, value: &Value) {
        self.repeats += 1;
        if self.repeats <= MAX_REPEATS {
            self.compare_structure(ty, value);
            self.sink.compared(ty);
        }
        self.repeats -= 1;
    }

    fn compare_structure(&mut self, ty: TypeOf<S>, value: &Value) {
        match (self.decide.types.view(ty), value) {
            (View::Nullable(_), Value::Null) => {}
            (View::Nullable(inner), _) => self.compare_value(inner, value),
            (View::List { item, also }, _) => self.compare_list(ty, item, also, value),
            (View::Tuple(types), Value::Array(items)) => {
                if items.len() != types.len() {
                    self.sink.misfit(value, ty, Misfit::Length);
                }
                for (index, (ty, item)) in types.into_iter().zip(items).enumerate() {
                    self.with_part(Step::Item(index), |walk| walk.compare_value(ty, item));
                }
            }
            (View::Map { key, value: of }, Value::Object(members)) => {
                for (name, value) in members {
                    self.compare_key(key, name);
                    self.with_part(Step::Entry(name), |walk| walk.compare_value(of, value));
                }
            }
            (View::Record(record), Value::Object(_)) => self.compare_members(value, vec![record], None),
            (View::Union(union), _) => self.compare_union(ty, &union, value),
            (view, value) => self.compare_leaf(ty, &view, value),
        }
    }

    fn compare_leaf(&mut self, ty: TypeOf<S>, view: &View<S::Types>, value: &Value) {
        if let Some(misfit) = self.decide.leaf_misfit(ty, view, value) {
            self.sink.misfit(value, ty, misfit);
        }
    }

    fn compare_key(&mut self, ty: TypeOf<S>, name: &str) {
        let view = self.decide.types.view(ty);
        let value = decisions::value_of_key(&view, name);
        self.with_part(Step::Key(name, &value), |walk| {
            walk.compare_leaf(ty, &view, &value);
            walk.sink.compared(ty);
        });
    }

    fn compare_list(&mut self, ty: TypeOf<S>, item: TypeOf<S>, also: Also, value: &Value) {
        match (value, also) {
            (Value::Array(items), _) => {
                for (index, value) in items.iter().enumerate() {
                    self.with_part(Step::Item(index), |walk| walk.compare_value(item, value));
                }
            }
            (Value::Object(members), Also::At(inner)) if self.decide.is_list_at(inner, value) => {
                let mut names = Names { records: Vec::new(), unknown: Vec::new(), missing: Vec::new() };
                for (name, value) in members {
                    match name == inner {
                        true => self.with_part(Step::WrappedList(name), |walk| {
                            walk.compare_list(ty, item, Also::Nothing, value)
                        }),
                        false => names.unknown.push((name, value)),
                    }
                }
                self.sink.names(value, &names);
            }
            (_, Also::Single) if self.decide.is_single_item(value) => self.compare_value(item, value),
            _ => self.sink.misfit(value, ty, Misfit::Kind),
        }
    }

    /// Compares the members of an object with all fields of some records. `tag` is the member that has
    /// selected an arm.
    fn compare_members(&mut self, object: &Value, records: Vec<<S::Types as Types>::Record>, tag: Option<&str>) {
        let Value::Object(members) = object else { return };
        let (decide, types) = (self.decide, self.decide.types);
        let fields: Vec<_> = records.iter().flat_map(|record| types.fields(*record)).collect();
        let all: Vec<_> = fields.iter().map(|field| types.member(*field)).collect();
        let rest = fields.iter().zip(&all).find(|(_, member)| member.is_rest);
        let rest = rest.and_then(|(field, member)| match types.view(member.ty) {
            View::Map { key, value } => Some((*field, key, value)),
            _ => None,
        });
        let (positions, mut is_given) = (positions(types, &fields, decide.side), vec![false; fields.len()]);
        let mut names = Names { records, unknown: Vec::new(), missing: Vec::new() };
        for (name, value) in members {
            match (positions.get(name.as_str()), rest) {
                (Some(&at), _) => {
                    is_given[at] = true;
                    self.with_part(Step::Member(fields[at], name), |walk| walk.compare_member(&all[at], value));
                }
                (None, _) if tag == Some(name) => {}
                (None, Some((field, key, of))) => {
                    self.compare_key(key, name);
                    self.with_part(Step::Member(field, name), |walk| walk.compare_value(of, value));
                }
                (None, None) => names.unknown.push((name, value)),
            }
        }
        let missing = (0..fields.len()).filter(|at| !is_given[*at] && decide.is_needed(&all[*at]));
        names.missing = missing.map(|at| fields[at]).collect();
        self.sink.names(object, &names);
    }

    fn compare_member(&mut self, member: &Member<TypeOf<S>>, value: &Value) {
        let misfit = match (value, &member.constant) {
            _ if !self.decide.is_sent(member) => Misfit::Direction,
            _ if member.empty_is_absent && self.decide.is_empty_substitute(member.ty, value) => return,
            (Value::Null, _) if !member.is_needed || self.decide.takes_null(member.ty) => return,
            (Value::Null, _) => Misfit::Null,
            (_, Some(constant)) if is_json(value, constant) => return,
            (_, Some(constant)) => Misfit::Constant(constant.clone()),
            (_, None) => return self.compare_value(member.ty, value),
        };
        self.sink.misfit(value, member.ty, misfit);
    }

    /// Enters a part of the value, runs `look` there, and leaves it. Skips the part if the sink
    /// refuses it.
    fn with_part(&mut self, step: StepOf<'_, S>, look: impl FnOnce(&mut Self)) {
        if self.sink.enter(step) {
            let repeats = std::mem::take(&mut self.repeats);
            look(self);
            self.repeats = repeats;
            self.sink.leave();
        }
    }
}
