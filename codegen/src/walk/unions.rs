//! Values of unions: selects the arm of a value.

use super::{ArmBody, Found, Json, JsonKind, Misfit, Sink, Step, TypeOf, Types, Union, View, Walk};
use crate::model::{Also, Discriminator};

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

/// The body of an arm.
type Body<J, S> = ArmBody<<S as Sink<J>>::Types>;

impl<J: Json, S: Sink<J>> Walk<'_, J, S> {
    pub(super) fn union(&mut self, ty: TypeOf<S, J>, union: &Union<S::Types>, value: J) {
        match (union.discriminator, value.kind()) {
            (Discriminator::Form, _) => match self.arm_by_form(union, value) {
                Some((_, ArmBody::Value(ty))) => self.value(ty, value),
                Some((_, ArmBody::Members { record, .. })) => self.members(value, &[record], None),
                Some((_, ArmBody::Constant(_))) => {}
                None => self.sink.misfit(Found::Value(value), ty, Misfit::NoArm(None)),
            },
            (Discriminator::Status | Discriminator::Event, JsonKind::Object(members)) => {
                for (name, value) in members {
                    self.named_arm(ty, union, name, value);
                }
            }
            (_, JsonKind::Object(_)) => self.object(ty, union, value),
            _ => self.sink.misfit(Found::Value(value), ty, Misfit::Kind),
        }
    }

    /// Compares a value that stands under the name of its arm.
    fn named_arm(&mut self, ty: TypeOf<S, J>, union: &Union<S::Types>, name: J::Text, value: J) {
        match union.arms.iter().find(|arm| self.types.has_tag(**arm, name.as_ref())) {
            Some(arm) => {
                if let ArmBody::Value(ty) = self.types.arm(*arm) {
                    self.at(Step::Arm(*arm, name), value, |walk| walk.value(ty, value));
                }
            }
            None => self.at(Step::Name(name), value, |walk| {
                walk.sink.misfit(Found::Value(value), ty, Misfit::NoArm(None));
            }),
        }
    }

    /// Compares an object with the common members and those of the arm that a tag or a member tells.
    fn object(&mut self, ty: TypeOf<S, J>, union: &Union<S::Types>, object: J) {
        let misfit = match self.arm_of_object(union, object) {
            Ok(ArmBody::Members { record, .. }) => {
                return self.members(object, &[union.common, record], union.discriminator.tag());
            }
            Ok(_) => None,
            Err(misfit) => Some(misfit),
        };
        if let Some(misfit) = misfit {
            self.sink.misfit(Found::Value(object), ty, misfit);
        }
        // What other members an unknown arm has is not known.
        let JsonKind::Object(members) = object.kind() else { return };
        let fields: Vec<_> = self.types.fields(union.common).collect();
        for (name, value) in members.filter(|(_, value)| !matches!(value.kind(), JsonKind::Null)) {
            if let Some(at) = self.position(&fields, name.as_ref()) {
                let member = self.types.member(fields[at]);
                self.at(Step::Member(fields[at], name), value, |walk| walk.member(&member, value));
            }
        }
    }

    fn arm_of_object(&self, union: &Union<S::Types>, object: J) -> Result<Body<J, S>, Misfit<J>> {
        if union.discriminator.path().is_empty() {
            return self.arm_by_members(union, object).ok_or(Misfit::NoArm(None));
        }
        let tag = union.discriminator.find_tag(|name| object.get(name), Json::get).ok_or(Misfit::NoTag)?;
        let has_tag = |text: &str| union.arms.iter().find(|arm| self.types.has_tag(**arm, text));
        // A tag is of the kind of the names of the arms.
        let arm = match (union.discriminator, tag.kind()) {
            (Discriminator::Tag(_) | Discriminator::NestedTag(_), JsonKind::Text(text))
            | (Discriminator::IntegerTag(_), JsonKind::Number(text)) => has_tag(text.as_ref()),
            (Discriminator::BooleanTag(_), JsonKind::Boolean(value)) => has_tag(if value { "true" } else { "false" }),
            _ => None,
        };
        arm.map(|arm| self.types.arm(*arm)).ok_or(Misfit::NoArm(Some(tag)))
    }

    /// Returns the first arm that a member tells, which is there and not null; else the arm that no
    /// member tells.
    fn arm_by_members(&self, union: &Union<S::Types>, object: J) -> Option<Body<J, S>> {
        let JsonKind::Object(members) = object.kind() else { return None };
        let given = members.filter(|(_, value)| !matches!(value.kind(), JsonKind::Null));
        let given: Vec<J::Text> = given.map(|(name, _)| name).collect();
        let mut otherwise = None;
        for body in union.arms.iter().map(|arm| self.types.arm(*arm)) {
            match &body {
                ArmBody::Members { has: Some(has), .. } => {
                    if given.iter().any(|name| self.types.is_named(*has, name.as_ref(), self.side)) {
                        return Some(body);
                    }
                }
                ArmBody::Members { has: None, .. } if otherwise.is_none() => otherwise = Some(body),
                _ => {}
            }
        }
        otherwise
    }

    /// Returns the arm that a value fits best; the first of those that it fits equally well.
    fn arm_by_form(&self, union: &Union<S::Types>, value: J) -> Option<(Rank, Body<J, S>)> {
        let arms = union.arms.iter().map(|arm| self.types.arm(*arm));
        let ranked = arms.filter_map(|body| {
            let rank = match &body {
                ArmBody::Value(ty) => self.rank(*ty, value),
                ArmBody::Constant(json) => value.is_json(json).then_some(Rank::Exact),
                ArmBody::Members { .. } => matches!(value.kind(), JsonKind::Object(_)).then_some(Rank::Exact),
            };
            Some((rank?, body))
        });
        ranked.min_by_key(|(rank, _)| *rank)
    }

    /// Returns how well the kind and the form of a value fit a type; `None` where they do not. Parts are
    /// not looked at.
    pub(super) fn rank(&self, ty: TypeOf<S, J>, value: J) -> Option<Rank> {
        let is_single = |kind: &JsonKind<J>| self.is_received() && !matches!(kind, JsonKind::Null);
        let view = self.types.view(ty);
        match (&view, value.kind()) {
            (View::Any, _) => Some(Rank::Open),
            (View::Nullable(_), JsonKind::Null)
            | (View::List { .. } | View::Tuple(_), JsonKind::List(_))
            | (View::Map { .. } | View::Record(_), JsonKind::Object(_)) => Some(Rank::Exact),
            (View::Nullable(inner), _) => self.rank(*inner, value),
            (View::List { also: Also::At(member), .. }, JsonKind::Object(_)) if self.is_received() => {
                value.get(member).map(|_| Rank::Other)
            }
            (View::List { item, also: Also::Single }, kind) if is_single(&kind) => {
                self.rank(*item, value).and(Some(Rank::Other))
            }
            (View::Union(union), _) if union.discriminator == Discriminator::Form => {
                self.arm_by_form(union, value).map(|(rank, _)| rank)
            }
            (View::Union(_), kind) => matches!(kind, JsonKind::Object(_)).then_some(Rank::Exact),
            (view, kind) => match self.misfit_of_leaf(ty, view, &kind) {
                None if matches!(view, View::Text) => Some(Rank::AnyText),
                None => Some(Rank::Exact),
                Some(Misfit::Unlisted) => Some(Rank::Open),
                Some(Misfit::Notation) => Some(Rank::Other),
                Some(_) => None,
            },
        }
    }
}
