//! Unions: selects the arm that a value takes.

use std::cell::Cell;

use serde_json::{Map, Value};

use super::Walk;
use super::decisions::{Decisions, is_json};
use super::sink::{Misfit, Sink, Step, TypeOf};
use super::types::{ArmBody, Side, Types, Union, View, positions};
use crate::model::{Also, Discriminator};

/// Maximum number of nested unions and nullable types that are compared to select an arm. In an
/// erroneous spec, a union may contain itself.
const MAX_UNIONS: usize = 1_000;

/// Fitness of a value for an arm that is selected by its form: the smaller, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The arm has the kind and the form of the value, lists the value, or is the value as a
    /// constant.
    Exact,
    /// The arm takes any text.
    AnyText,
    /// The arm takes any JSON, or is an enumeration that does not list the value.
    Open,
    /// The value is a number in another notation, or a list in another form, than the arm states.
    Other,
}

impl<S: Sink> Walk<'_, S> {
    /// Compares a value with a union: selects the arm, and compares the value with it.
    pub(super) fn compare_union(&mut self, ty: TypeOf<S>, union: &Union<S::Types>, value: &Value) {
        match (union.discriminator, value) {
            (Discriminator::Form, _) => match self.decide.arm_by_form(union, value) {
                Some(arm) => match self.decide.types.arm(arm) {
                    ArmBody::Value(ty) => self.compare_value(ty, value),
                    ArmBody::Members { record, .. } => self.compare_members(value, vec![record], None),
                    ArmBody::Constant(_) => {}
                },
                None => self.sink.misfit(value, ty, Misfit::NoArm(None)),
            },
            (Discriminator::Status | Discriminator::Event, Value::Object(members)) => {
                members.iter().for_each(|(name, value)| self.compare_named_arm(ty, union, name, value));
                if members.len() != 1 {
                    self.sink.misfit(value, ty, Misfit::Length);
                }
            }
            (_, Value::Object(members)) => self.compare_object(ty, union, value, members),
            _ => self.sink.misfit(value, ty, Misfit::Kind),
        }
    }

    /// Compares a value that an object holds under the name of its arm: by status or event.
    fn compare_named_arm(&mut self, ty: TypeOf<S>, union: &Union<S::Types>, name: &str, value: &Value) {
        let types = self.decide.types;
        match union.arms.iter().find(|arm| types.has_tag(**arm, name)) {
            Some(arm) => self.with_part(Step::Arm(*arm, name), |walk| match types.arm(*arm) {
                ArmBody::Value(ty) => walk.compare_value(ty, value),
                ArmBody::Constant(json) if !is_json(value, &json) => {
                    walk.sink.misfit(value, ty, Misfit::Constant(json));
                }
                ArmBody::Constant(_) | ArmBody::Members { .. } => {}
            }),
            None => {
                let name_value = Value::from(name);
                self.with_part(Step::Key(name, &name_value), |walk| {
                    walk.sink.misfit(&name_value, ty, Misfit::NoArm(None));
                });
            }
        }
    }

    /// Compares an object with the common members and the members of the arm that a tag or a member selects.
    fn compare_object(&mut self, ty: TypeOf<S>, union: &Union<S::Types>, object: &Value, members: &Map<String, Value>) {
        let types = self.decide.types;
        let arm = match union.discriminator.path() {
            [] => {
                let selected = self.decide.arm_by_members(union, members);
                let arm = selected.or_else(|| self.sink.meant_arm(union));
                arm.or_else(|| self.decide.default_arm(union)).ok_or(Misfit::NoArm(None))
            }
            _ => self.decide.arm_by_tag(union, members),
        };
        match arm.map(|arm| types.arm(arm)) {
            Ok(ArmBody::Members { record, .. }) => {
                return self.compare_members(object, vec![union.common, record], union.discriminator.tag());
            }
            Ok(_) => {}
            Err(misfit) => self.sink.misfit(object, ty, misfit),
        }
        // If no arm was selected, only the common members are known.
        let fields: Vec<_> = types.fields(union.common).collect();
        let positions = positions(types, &fields, self.decide.side);
        for (name, value) in members.iter().filter(|(_, value)| !value.is_null()) {
            if let Some(&at) = positions.get(name.as_str()) {
                let member = types.member(fields[at]);
                self.with_part(Step::Member(fields[at], name), |walk| walk.compare_member(&member, value));
            }
        }
    }
}

impl<T: Types> Decisions<T> {
    fn arm_by_tag<'v>(self, union: &Union<T>, members: &'v Map<String, Value>) -> Result<T::Arm, Misfit<'v>> {
        let tag = union.discriminator.find_tag(|name| members.get(name), |value, name| value.get(name));
        let tag = tag.ok_or(Misfit::NoTag)?;
        let has_tag = |text: &str| union.arms.iter().find(|arm| self.types.has_tag(**arm, text));
        // The discriminator decides whether a tag is a string, a number or a boolean.
        let arm = match (union.discriminator, tag) {
            (Discriminator::Tag(_) | Discriminator::NestedTag(_), Value::String(text)) => has_tag(text),
            (Discriminator::IntegerTag(_), Value::Number(number)) => has_tag(number.as_str()),
            (Discriminator::BooleanTag(_), Value::Bool(value)) => has_tag(if *value { "true" } else { "false" }),
            _ => None,
        };
        arm.copied().ok_or(Misfit::NoArm(Some(tag)))
    }

    /// Returns the first arm whose discriminating member is present and not null.
    fn arm_by_members(self, union: &Union<T>, members: &Map<String, Value>) -> Option<T::Arm> {
        let given = || members.iter().filter(|(_, value)| !value.is_null());
        let is_selected = |arm: &T::Arm| given().any(|(name, _)| self.types.is_selected_by(*arm, name, self.side));
        union.arms.iter().copied().find(is_selected)
    }

    /// Returns the default arm, which no member selects.
    fn default_arm(self, union: &Union<T>) -> Option<T::Arm> {
        let is_default = |body| matches!(body, ArmBody::Members { is_default: true, .. });
        union.arms.iter().copied().find(|arm| is_default(self.types.arm(*arm)))
    }

    /// Returns the arm that fits a value best; of several that fit equally well, the first.
    pub(super) fn arm_by_form(self, union: &Union<T>, value: &Value) -> Option<T::Arm> {
        self.best_arm(union, value, &Cell::new(MAX_UNIONS)).map(|(_, arm)| arm)
    }

    /// Returns how well the JSON kind and the form of a value fit a type; `None` if they do not fit.
    /// Items and members are not compared.
    pub(super) fn rank_of(self, ty: T::Type, value: &Value) -> Option<Rank> {
        self.rank(ty, value, &Cell::new(MAX_UNIONS))
    }

    /// Returns the arm that fits a value best, with its rank. `left` is the number of further unions that may be
    /// compared.
    fn best_arm(self, union: &Union<T>, value: &Value, left: &Cell<usize>) -> Option<(Rank, T::Arm)> {
        let ranked = union.arms.iter().filter_map(|arm| {
            let rank = match self.types.arm(*arm) {
                ArmBody::Value(ty) => self.rank(ty, value, left),
                ArmBody::Constant(json) => is_json(value, &json).then_some(Rank::Exact),
                ArmBody::Members { .. } => value.is_object().then_some(Rank::Exact),
            };
            Some((rank?, *arm))
        });
        ranked.min_by_key(|(rank, _)| *rank)
    }

    /// Returns the rank of a value as [`Self::rank_of`] does. `left` is the number of further
    /// unions that may be compared.
    fn rank(self, ty: T::Type, value: &Value, left: &Cell<usize>) -> Option<Rank> {
        let view = self.types.view(ty);
        match (&view, value) {
            (View::Any, _) => Some(Rank::Open),
            (View::Nullable(_), Value::Null)
            | (View::List { .. } | View::Tuple(_), Value::Array(_))
            | (View::Map { .. } | View::Record(_), Value::Object(_)) => Some(Rank::Exact),
            (View::Nullable(_) | View::Union(_), _) if left.get() == 0 => None,
            (View::Nullable(inner), _) => {
                left.set(left.get() - 1);
                self.rank(*inner, value, left)
            }
            (View::Union(union), _) if union.discriminator == Discriminator::Form => {
                left.set(left.get() - 1);
                self.best_arm(union, value, left).map(|(rank, _)| rank)
            }
            (View::Union(_), value) => value.is_object().then_some(Rank::Exact),
            (View::List { also: Also::At(member), .. }, Value::Object(_)) => {
                self.is_list_at(member, value).then_some(Rank::Other)
            }
            (View::List { item, also: Also::Single }, _) if self.is_single_item(value) => {
                self.rank(*item, value, left).and(Some(Rank::Other))
            }
            (view, value) => match self.leaf_misfit(ty, view, value) {
                None if matches!(view, View::Text) => Some(Rank::AnyText),
                None => Some(Rank::Exact),
                Some(Misfit::Unlisted) => Some(Rank::Open),
                Some(Misfit::Notation) => Some(Rank::Other),
                Some(_) => None,
            },
        }
    }
}

/// Returns the arm that fits a value best, in a union whose arms are distinguished by form. `None`
/// if no arm fits or the type is no union.
pub(crate) fn arm_of<T: Types>(types: T, side: Side, union: T::Type, value: &Value) -> Option<T::Arm> {
    match types.view(union) {
        View::Union(union) => Decisions { types, side }.arm_by_form(&union, value),
        _ => None,
    }
}
