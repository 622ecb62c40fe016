//! Compares JSON with a type, and tells a sink what does not fit.
//!
//! Input: types, as tables or as the model; the side that sends the value; a type and JSON. Output:
//! misfits, each told at its place. All decisions are here: which arm of a union a value is, what
//! null and an empty value mean, which members an object must have. Which misfits matter and what is
//! said of them is up to the sink. Bounds and rules are not looked at.

mod json;
mod leaf;
mod model;
mod tables;
mod types;
mod unions;

use std::marker::PhantomData;

use crate::model::{Also, Direction};

pub use json::{Json, JsonKind};
pub use model::ModelTypes;
pub use tables::Tables;
pub use types::{ArmBody, Member, Types, Union, View};

/// Who sends a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A client: in a request. Texts must have right checksums, and other forms are not accepted.
    Sent,
    /// A service: in a response.
    Received,
}

impl Side {
    /// Returns the direction of messages of this side.
    #[must_use]
    pub const fn direction(self) -> Direction {
        match self {
            Self::Sent => Direction::Request,
            Self::Received => Direction::Response,
        }
    }
}

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug)]
pub enum Step<F, A, N> {
    /// An item of a list, by its index.
    Item(usize),
    /// A key of a map with its value.
    Entry(N),
    /// A described member, under the name that it has in the object. The field of `rest` describes
    /// all members that no other field describes.
    Member(F, N),
    /// A value that stands under the name of its arm.
    Arm(A, N),
    /// A member that no field describes.
    Name(N),
}

/// A step through values of a sink.
pub type StepOf<S, J> = Step<
    <<S as Sink<J>>::Types as Types>::Field,
    <<S as Sink<J>>::Types as Types>::Arm,
    <J as Json>::Text,
>;

/// A type of a sink.
pub type TypeOf<S, J> = <<S as Sink<J>>::Types as Types>::Type;

/// A value that does not fit.
#[derive(Clone, Copy, Debug)]
pub enum Found<J: Json> {
    /// JSON.
    Value(J),
    /// A key of a map.
    Key(J::Text),
}

/// How a value differs from its type.
#[derive(Clone, Debug)]
pub enum Misfit<J> {
    /// It is JSON of another kind.
    Kind,
    /// It has the kind, but another form, or is beyond the range.
    Form,
    /// It is a number in another notation.
    Notation,
    /// The enumeration does not list it.
    Unlisted,
    /// It is null, but the member is required.
    Null,
    /// It is not this constant, in JSON.
    Constant(String),
    /// It is a member that only the other side sends.
    Direction,
    /// It is a list of another length than the tuple.
    Length,
    /// It lacks the tag of its union.
    NoTag,
    /// It is no arm of its union: the tag, if there is one, selects none.
    NoArm(Option<J>),
}

/// The members of an object that are not described, and those that are missing.
#[derive(Clone, Debug)]
pub struct Names<'r, T: Types, J: Json> {
    /// What describes the object: a record, or a union and the record of an arm. Empty for an object
    /// around a list.
    pub records: &'r [T::Record],
    /// The members that none of them describes, with their values.
    pub unknown: Vec<(J::Text, J)>,
    /// The fields of members that are required of the side, but absent.
    pub missing: Vec<T::Field>,
}

/// What is told of misfits.
pub trait Sink<J: Json> {
    /// The source of types.
    type Types: Types;
    /// Goes one step further in. Returns whether the walk shall follow; else it goes on behind the
    /// part, and nothing is left.
    fn enter(&mut self, step: StepOf<Self, J>, value: J) -> bool;
    /// Goes back to what holds the value.
    fn leave(&mut self);
    /// Takes a misfit of the value at this place with its type.
    fn misfit(&mut self, found: Found<J>, ty: TypeOf<Self, J>, misfit: Misfit<J>);
    /// Takes the names in the object at this place that differ from those of its type; once for an
    /// object, and behind the misfits of its members.
    fn names(&mut self, object: J, names: &Names<'_, Self::Types, J>);
}

/// Compares a value with a type, and tells the sink what does not fit, in the order of the value.
pub fn walk_value<J: Json, S: Sink<J>>(types: S::Types, side: Side, ty: TypeOf<S, J>, value: J, sink: &mut S) {
    Walk { types, side, sink, json: PhantomData }.value(ty, value);
}

struct Walk<'s, J: Json, S: Sink<J>> {
    types: S::Types,
    side: Side,
    sink: &'s mut S,
    json: PhantomData<J>,
}

impl<J: Json, S: Sink<J>> Walk<'_, J, S> {
    fn value(&mut self, ty: TypeOf<S, J>, value: J) {
        match (self.types.view(ty), value.kind()) {
            (View::Any, _) | (View::Nullable(_), JsonKind::Null) => {}
            (View::Nullable(inner), _) => self.value(inner, value),
            (View::List { item, also }, _) => self.list(ty, item, also, value),
            (View::Tuple(types), JsonKind::List(items)) => {
                if items.len() != types.len() {
                    self.sink.misfit(Found::Value(value), ty, Misfit::Length);
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

    fn list(&mut self, ty: TypeOf<S, J>, item: TypeOf<S, J>, also: Also, value: J) {
        match (value.kind(), also) {
            (JsonKind::List(items), _) => {
                for (index, value) in items.enumerate() {
                    self.at(Step::Item(index), value, |walk| walk.value(item, value));
                }
            }
            (JsonKind::Object(members), Also::At(inner)) if self.is_received() && value.get(inner).is_some() => {
                let mut names = Names { records: &[], unknown: Vec::new(), missing: Vec::new() };
                for (name, value) in members {
                    match name.as_ref() == inner {
                        true => self.at(Step::Name(name), value, |walk| walk.list(ty, item, Also::Nothing, value)),
                        false => names.unknown.push((name, value)),
                    }
                }
                self.names(value, &names);
            }
            (kind, Also::Single) if self.is_received() && !matches!(kind, JsonKind::Null) => self.value(item, value),
            _ => self.sink.misfit(Found::Value(value), ty, Misfit::Kind),
        }
    }

    fn entry(&mut self, key: TypeOf<S, J>, of: TypeOf<S, J>, name: J::Text, value: J) {
        let view = self.types.view(key);
        self.leaf(Found::Key(name), key, &view, &leaf::kind_of_key(&view, name));
        self.value(of, value);
    }

    /// Compares the members of an object with all fields of some records. `tag` is the member that has
    /// selected an arm.
    fn members(&mut self, object: J, records: &[<S::Types as Types>::Record], tag: Option<&str>) {
        let JsonKind::Object(members) = object.kind() else { return };
        let fields: Vec<_> = records.iter().flat_map(|record| self.types.fields(*record)).collect();
        let all: Vec<_> = fields.iter().map(|field| self.types.member(*field)).collect();
        let rest = fields.iter().zip(&all).find(|(_, member)| member.is_rest);
        let rest = rest.and_then(|(field, member)| match self.types.view(member.ty) {
            View::Map { key, value } => Some((*field, key, value)),
            _ => None,
        });
        let mut is_given = vec![false; fields.len()];
        let mut names = Names { records, unknown: Vec::new(), missing: Vec::new() };
        for (name, value) in members {
            let found = self.position(&fields, name.as_ref());
            match (found, rest) {
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
        let is_missing = |at: &usize| !is_given[*at] && all[*at].is_needed && !all[*at].is_rest;
        let missing = (0..fields.len()).filter(is_missing).filter(|at| self.side_sends(&all[*at]));
        names.missing = missing.map(|at| fields[at]).collect();
        self.names(object, &names);
    }

    /// Returns which of the fields describes a member.
    fn position(&self, fields: &[<S::Types as Types>::Field], name: &str) -> Option<usize> {
        fields.iter().position(|field| self.types.is_named(*field, name, self.side))
    }

    fn names(&mut self, object: J, names: &Names<'_, S::Types, J>) {
        if !(names.unknown.is_empty() && names.missing.is_empty()) {
            self.sink.names(object, names);
        }
    }

    fn member(&mut self, member: &Member<TypeOf<S, J>>, value: J) {
        let misfit = match (value.kind(), &member.constant) {
            _ if !self.side_sends(member) => Misfit::Direction,
            _ if member.empty_is_absent && self.is_empty_of_another_kind(member.ty, value) => return,
            (JsonKind::Null, _) if !member.is_needed || self.takes_null(member.ty, value) => return,
            (JsonKind::Null, _) => Misfit::Null,
            (_, Some(constant)) if value.is_json(constant) => return,
            (_, Some(constant)) => Misfit::Constant(constant.clone()),
            (_, None) => return self.value(member.ty, value),
        };
        self.sink.misfit(Found::Value(value), member.ty, misfit);
    }

    fn takes_null(&self, ty: TypeOf<S, J>, null: J) -> bool {
        match self.types.view(ty) {
            View::Nullable(_) | View::Any => true,
            View::Union(_) => self.rank(ty, null).is_some(),
            _ => false,
        }
    }

    /// Whether a value is empty and of another kind than the type.
    fn is_empty_of_another_kind(&self, ty: TypeOf<S, J>, value: J) -> bool {
        let view = match self.types.view(ty) {
            View::Nullable(inner) => self.types.view(inner),
            view => view,
        };
        let is_list = matches!(view, View::List { .. });
        let is_object = matches!(view, View::Map { .. } | View::Record(_));
        match value.kind() {
            JsonKind::Text(text) => text.as_ref().is_empty(),
            JsonKind::Boolean(value) => !value && (is_list || is_object),
            JsonKind::List(mut items) => is_object && items.next().is_none(),
            JsonKind::Object(mut members) => is_list && members.next().is_none(),
            JsonKind::Null | JsonKind::Number(_) => false,
        }
    }

    fn side_sends(&self, member: &Member<TypeOf<S, J>>) -> bool {
        [Direction::Both, self.side.direction()].contains(&member.direction)
    }

    fn is_received(&self) -> bool {
        self.side == Side::Received
    }

    /// Goes one step further in, and back.
    fn at(&mut self, step: StepOf<S, J>, value: J, look: impl FnOnce(&mut Self)) {
        if self.sink.enter(step, value) {
            look(self);
            self.sink.leave();
        }
    }
}
