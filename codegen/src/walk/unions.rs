//! Values of unions: selects the arm of a value.

use std::cell::Cell;

use super::Found;
use super::decisions::Decisions;
use super::{ArmBody, Json, JsonKind, Misfit, Side, Sink, Step, TypeOf, Types, Union, View, Walk};
use crate::model::{Also, Discriminator};

/// The most unions within a union that are looked at for its arm. A mistake of a spec may make a union
/// hold itself.
const MOST_UNIONS: usize = 1_000;

/// How well a value fits an arm that is told by its form: the smaller, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The kind and the form of the value, a listed value, or the constant.
    Exact,
    /// Any text.
    AnyText,
    /// Any JSON, or an enumeration that does not list the value.
    Open,
    /// A number in another notation, or a list in another form.
    Other,
}

impl<J: Json, S: Sink<J>> Walk<'_, J, S> {
    pub(super) fn union(&mut self, ty: TypeOf<S, J>, union: &Union<S::Types>, value: J) {
        match (union.discriminator, value.kind()) {
            (Discriminator::Form, _) => match self.decide.arm_by_form(union, value) {
                Some(arm) => match self.decide.types.arm(arm) {
                    ArmBody::Value(ty) => self.value(ty, value),
                    ArmBody::Members { record, .. } => self.members(value, &[record], None),
                    ArmBody::Constant(_) => {}
                },
                None => self.misfit(value, ty, Misfit::NoArm(None)),
            },
            (Discriminator::Status | Discriminator::Event, JsonKind::Object(members)) => {
                let mut count = 0;
                for (name, value) in members {
                    self.named_arm(ty, union, name, value);
                    count += 1;
                }
                if count != 1 {
                    self.misfit(value, ty, Misfit::Length);
                }
            }
            (_, JsonKind::Object(_)) => self.object(ty, union, value),
            _ => self.misfit(value, ty, Misfit::Kind),
        }
    }

    /// Compares a value that stands under the name of its arm.
    fn named_arm(&mut self, ty: TypeOf<S, J>, union: &Union<S::Types>, name: J::Key, value: J) {
        let types = self.decide.types;
        match union.arms.iter().find(|arm| types.has_tag(**arm, name.as_ref())) {
            Some(arm) => self.at(Step::Arm(*arm, name), value, |walk| match types.arm(*arm) {
                ArmBody::Value(ty) => walk.value(ty, value),
                ArmBody::Constant(json) if !value.is_json(&json) => walk.misfit(value, ty, Misfit::Constant(json)),
                ArmBody::Constant(_) | ArmBody::Members { .. } => {}
            }),
            None => self.at(Step::Name(name), value, |walk| {
                walk.sink.misfit(Found::Key(name), ty, Misfit::NoArm(None));
            }),
        }
    }

    /// Compares an object with the common members and those of the arm that a tag or a member tells.
    fn object(&mut self, ty: TypeOf<S, J>, union: &Union<S::Types>, object: J) {
        let arm = match union.discriminator.path() {
            [] => {
                let told = self.decide.arm_by_members(union, object);
                let arm = told.or_else(|| self.sink.meant_arm(object, union));
                arm.or_else(|| self.decide.otherwise(union)).ok_or(Misfit::NoArm(None))
            }
            _ => self.decide.arm_by_tag(union, object),
        };
        match arm.map(|arm| self.decide.types.arm(arm)) {
            Ok(ArmBody::Members { record, .. }) => {
                return self.members(object, &[union.common, record], union.discriminator.tag());
            }
            Ok(_) => {}
            Err(misfit) => self.misfit(object, ty, misfit),
        }
        // What other members an unknown arm has is not known.
        let JsonKind::Object(members) = object.kind() else { return };
        let types = self.decide.types;
        let fields: Vec<_> = types.fields(union.common).collect();
        for (name, value) in members.filter(|(_, value)| !matches!(value.kind(), JsonKind::Null)) {
            if let Some(at) = self.decide.position(&fields, name.as_ref()) {
                let member = types.member(fields[at]);
                self.at(Step::Member(fields[at], name), value, |walk| walk.member(&member, value));
            }
        }
    }
}

impl<T: Types> Decisions<T> {
    fn arm_by_tag<J: Json>(self, union: &Union<T>, object: J) -> Result<T::Arm, Misfit<J>> {
        let tag = union.discriminator.find_tag(|name| object.get(name), Json::get).ok_or(Misfit::NoTag)?;
        let has_tag = |text: &str| union.arms.iter().find(|arm| self.types.has_tag(**arm, text));
        // A tag is of the kind of the names of the arms.
        let arm = match (union.discriminator, tag.kind()) {
            (Discriminator::Tag(_) | Discriminator::NestedTag(_), JsonKind::Text(text))
            | (Discriminator::IntegerTag(_), JsonKind::Number(text)) => has_tag(text.as_ref()),
            (Discriminator::BooleanTag(_), JsonKind::Boolean(value)) => has_tag(if value { "true" } else { "false" }),
            _ => None,
        };
        arm.copied().ok_or(Misfit::NoArm(Some(tag)))
    }

    /// Returns the first arm that a member tells, which is there and not null.
    fn arm_by_members<J: Json>(self, union: &Union<T>, object: J) -> Option<T::Arm> {
        let JsonKind::Object(members) = object.kind() else { return None };
        let given = members.filter(|(_, value)| !matches!(value.kind(), JsonKind::Null));
        let given: Vec<J::Key> = given.map(|(name, _)| name).collect();
        let is_told = |arm: &T::Arm| given.iter().any(|name| self.types.is_told(*arm, name.as_ref(), self.side));
        union.arms.iter().copied().find(is_told)
    }

    /// Returns the arm that no member tells.
    fn otherwise(self, union: &Union<T>) -> Option<T::Arm> {
        let is_otherwise = |body| matches!(body, ArmBody::Members { is_otherwise: true, .. });
        union.arms.iter().copied().find(|arm| is_otherwise(self.types.arm(*arm)))
    }

    /// Returns the arm that a value fits best; the first of those that it fits equally well.
    pub(super) fn arm_by_form<J: Json>(self, union: &Union<T>, value: J) -> Option<T::Arm> {
        self.best_arm(union, value, &Cell::new(MOST_UNIONS)).map(|(_, arm)| arm)
    }

    /// Returns how well the kind and the form of a value fit a type; `None` where they do not. Parts are
    /// not looked at.
    pub(super) fn rank_of<J: Json>(self, ty: T::Type, value: J) -> Option<Rank> {
        self.rank(ty, value, &Cell::new(MOST_UNIONS))
    }

    /// `left` is how many further unions may be looked at.
    fn best_arm<J: Json>(self, union: &Union<T>, value: J, left: &Cell<usize>) -> Option<(Rank, T::Arm)> {
        let ranked = union.arms.iter().filter_map(|arm| {
            let rank = match self.types.arm(*arm) {
                ArmBody::Value(ty) => self.rank(ty, value, left),
                ArmBody::Constant(json) => value.is_json(&json).then_some(Rank::Exact),
                ArmBody::Members { .. } => matches!(value.kind(), JsonKind::Object(_)).then_some(Rank::Exact),
            };
            Some((rank?, *arm))
        });
        ranked.min_by_key(|(rank, _)| *rank)
    }

    fn rank<J: Json>(self, ty: T::Type, value: J, left: &Cell<usize>) -> Option<Rank> {
        let view = self.types.view(ty);
        match (&view, value.kind()) {
            (View::Any, _) => Some(Rank::Open),
            (View::Nullable(_), JsonKind::Null)
            | (View::List { .. } | View::Tuple(_), JsonKind::List(_))
            | (View::Map { .. } | View::Record(_), JsonKind::Object(_)) => Some(Rank::Exact),
            (View::Nullable(_) | View::Union(_), _) if left.get() == 0 => None,
            (View::Nullable(inner), _) => {
                left.set(left.get() - 1);
                self.rank(*inner, value, left)
            }
            (View::Union(union), _) if union.discriminator == Discriminator::Form => {
                left.set(left.get() - 1);
                self.best_arm(union, value, left).map(|(rank, _)| rank)
            }
            (View::Union(_), kind) => matches!(kind, JsonKind::Object(_)).then_some(Rank::Exact),
            (View::List { also: Also::At(member), .. }, JsonKind::Object(_)) => {
                self.is_list_at(member, value).then_some(Rank::Other)
            }
            (View::List { item, also: Also::Single }, _) if self.is_single_item(value) => {
                self.rank(*item, value, left).and(Some(Rank::Other))
            }
            (view, kind) => match self.leaf(ty, view, &kind) {
                None if matches!(view, View::Text) => Some(Rank::AnyText),
                None => Some(Rank::Exact),
                Some(Misfit::Unlisted) => Some(Rank::Open),
                Some(Misfit::Notation) => Some(Rank::Other),
                Some(_) => None,
            },
        }
    }
}

/// Returns the arm of a union by form that a value of a side is.
pub(crate) fn arm_of<T: Types, J: Json>(types: T, side: Side, union: T::Type, value: J) -> Option<T::Arm> {
    match types.view(union) {
        View::Union(union) => Decisions { types, side }.arm_by_form(&union, value),
        _ => None,
    }
}
