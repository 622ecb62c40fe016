//! Compares JSON with a type, and tells a sink what does not fit.
//!
//! Input: types, as tables or as the model; the side that sends the value; a type and JSON. Output:
//! misfits, each told at its place. All decisions are here: which arm of a union a value is, what
//! null and an empty value mean, which members an object must have. Which misfits matter and what is
//! said of them is up to the sink. Bounds and rules are not looked at.

mod decisions;
mod json;
mod model;
mod sink;
mod tables;
mod types;
mod unions;

use std::marker::PhantomData;

use crate::model::{Also, Direction};
use decisions::Decisions;

pub use json::{Json, JsonKind};
pub use model::ModelTypes;
pub use sink::{Found, Misfit, Names, Sink, Step, StepOf, TypeOf};
pub use tables::Tables;
pub use types::{ArmBody, Member, Side, Types, Union, View};
pub(crate) use unions::arm_of;

/// Types that lead to others for the same value are followed this far. A mistake of a spec may make a
/// type lead to itself.
const MOST_REPEATS: usize = 128;

/// Compares a value with a type, and tells the sink what does not fit, in the order of the value.
pub fn walk_value<J: Json, S: Sink<J>>(types: S::Types, side: Side, ty: TypeOf<S, J>, value: J, sink: &mut S) {
    Walk::new(types, side, sink).value(ty, value);
}

/// Compares a value with the field of a parameter, as [`walk_value`] does with a type. It has no
/// direction.
pub(crate) fn walk_member<J: Json, S: Sink<J>>(
    types: S::Types,
    side: Side,
    field: <S::Types as Types>::Field,
    value: J,
    sink: &mut S,
) {
    let parameter = Member { direction: Direction::Both, ..types.member(field) };
    Walk::new(types, side, sink).member(&parameter, value);
}

struct Walk<'s, J: Json, S: Sink<J>> {
    decide: Decisions<S::Types>,
    sink: &'s mut S,
    /// How many types the value was compared with already.
    repeats: usize,
    json: PhantomData<J>,
}

impl<'s, J: Json, S: Sink<J>> Walk<'s, J, S> {
    fn new(types: S::Types, side: Side, sink: &'s mut S) -> Self {
        Self { decide: Decisions { types, side }, sink, repeats: 0, json: PhantomData }
    }

    fn value(&mut self, ty: TypeOf<S, J>, value: J) {
        self.repeats += 1;
        if self.repeats <= MOST_REPEATS {
            self.viewed(ty, value);
            self.sink.compared(Found::Value(value), ty);
        }
        self.repeats -= 1;
    }

    fn viewed(&mut self, ty: TypeOf<S, J>, value: J) {
        match (self.decide.types.view(ty), value.kind()) {
            (View::Nullable(_), JsonKind::Null) => {}
            (View::Nullable(inner), _) => self.value(inner, value),
            (View::List { item, also }, _) => self.list(ty, item, also, value),
            (View::Tuple(types), JsonKind::List(items)) => {
                if items.len() != types.len() {
                    self.misfit(value, ty, Misfit::Length);
                }
                for (index, (ty, item)) in types.into_iter().zip(items).enumerate() {
                    self.at(Step::Item(index), item, |walk| walk.value(ty, item));
                }
            }
            (View::Map { key, value: of }, JsonKind::Object(members)) => {
                for (name, value) in members {
                    self.at(Step::Entry(name), value, |walk| walk.entry(key, of, name, value));
                }
            }
            (View::Record(record), JsonKind::Object(_)) => self.members(value, &[record], None),
            (View::Union(union), _) => self.union(ty, &union, value),
            (view, kind) => self.leaf(Found::Value(value), ty, &view, &kind),
        }
    }

    fn leaf(&mut self, found: Found<J>, ty: TypeOf<S, J>, view: &View<S::Types>, kind: &JsonKind<J>) {
        if let Some(misfit) = self.decide.leaf(ty, view, kind) {
            self.sink.misfit(found, ty, misfit);
        }
    }

    fn list(&mut self, ty: TypeOf<S, J>, item: TypeOf<S, J>, also: Also, value: J) {
        match (value.kind(), also) {
            (JsonKind::List(items), _) => {
                for (index, value) in items.enumerate() {
                    self.at(Step::Item(index), value, |walk| walk.value(item, value));
                }
            }
            (JsonKind::Object(members), Also::At(inner)) if self.decide.is_list_at(inner, value) => {
                let mut names = Names { records: &[], unknown: Vec::new(), missing: Vec::new() };
                for (name, value) in members {
                    match name.as_ref() == inner {
                        true => self.at(Step::Name(name), value, |walk| walk.list(ty, item, Also::Nothing, value)),
                        false => names.unknown.push((name, value)),
                    }
                }
                self.names(value, &names);
            }
            (_, Also::Single) if self.decide.is_single_item(value) => self.value(item, value),
            _ => self.misfit(value, ty, Misfit::Kind),
        }
    }

    fn entry(&mut self, key: TypeOf<S, J>, of: TypeOf<S, J>, name: J::Key, value: J) {
        let view = self.decide.types.view(key);
        self.leaf(Found::Key(name), key, &view, &decisions::kind_of_key(&view, name));
        self.sink.compared(Found::Key(name), key);
        self.value(of, value);
    }

    /// Compares the members of an object with all fields of some records. `tag` is the member that has
    /// selected an arm.
    fn members(&mut self, object: J, records: &[<S::Types as Types>::Record], tag: Option<&str>) {
        let JsonKind::Object(members) = object.kind() else { return };
        let (decide, types) = (self.decide, self.decide.types);
        let fields: Vec<_> = records.iter().flat_map(|record| types.fields(*record)).collect();
        let all: Vec<_> = fields.iter().map(|field| types.member(*field)).collect();
        let rest = fields.iter().zip(&all).find(|(_, member)| member.is_rest);
        let rest = rest.and_then(|(field, member)| match types.view(member.ty) {
            View::Map { key, value } => Some((*field, key, value)),
            _ => None,
        });
        let mut is_given = vec![false; fields.len()];
        let mut names = Names { records, unknown: Vec::new(), missing: Vec::new() };
        for (name, value) in members {
            match (decide.position(&fields, name.as_ref()), rest) {
                (Some(at), _) => {
                    is_given[at] = true;
                    self.at(Step::Member(fields[at], name), value, |walk| walk.member(&all[at], value));
                }
                (None, _) if tag == Some(name.as_ref()) => {}
                (None, Some((field, key, of))) => {
                    self.at(Step::Member(field, name), value, |walk| walk.entry(key, of, name, value));
                }
                (None, None) => names.unknown.push((name, value)),
            }
        }
        let missing = (0..fields.len()).filter(|at| !is_given[*at] && decide.is_needed(&all[*at]));
        names.missing = missing.map(|at| fields[at]).collect();
        self.names(object, &names);
    }

    fn names(&mut self, object: J, names: &Names<'_, S::Types, J>) {
        if !(names.unknown.is_empty() && names.missing.is_empty()) {
            self.sink.names(object, names);
        }
    }

    fn member(&mut self, member: &Member<TypeOf<S, J>>, value: J) {
        let misfit = match (value.kind(), &member.constant) {
            _ if !self.decide.is_sent(member) => Misfit::Direction,
            _ if member.empty_is_absent && self.decide.is_empty_of_another_kind(member.ty, value) => return,
            (JsonKind::Null, _) if !member.is_needed || self.decide.takes_null(member.ty, value) => return,
            (JsonKind::Null, _) => Misfit::Null,
            (_, Some(constant)) if value.is_json(constant) => return,
            (_, Some(constant)) => Misfit::Constant(constant.clone()),
            (_, None) => return self.value(member.ty, value),
        };
        self.misfit(value, member.ty, misfit);
    }

    fn misfit(&mut self, value: J, ty: TypeOf<S, J>, misfit: Misfit<J>) {
        self.sink.misfit(Found::Value(value), ty, misfit);
    }

    /// Goes one step further in, and back.
    fn at(&mut self, step: StepOf<S, J>, value: J, look: impl FnOnce(&mut Self)) {
        if self.sink.enter(step, value) {
            let repeats = std::mem::take(&mut self.repeats);
            look(self);
            self.repeats = repeats;
            self.sink.leave();
        }
    }
}
