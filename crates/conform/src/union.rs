//! The comparison of a value with a union: which arm it is, and what differs from that arm.

use chainloom_codegen::model::{Arm, ArmBody, Discriminator, Type, TypeDef, TypeKind, Union};
use chainloom_codegen::sentences::json;
use serde_json::{Map, Value};

use crate::compare::{About, At, Walk, built_in};
use crate::drift::Kind;
use crate::form::{self, Fit};
use crate::mask::quoted;

impl<'m> Walk<'m> {
    pub(crate) fn union(&mut self, def: &'m TypeDef, union: &'m Union, value: &Value, at: &At) {
        match (union.discriminator.holds_values(), value) {
            (true, value) if union.discriminator == Discriminator::Form => match self.arm_by_form(union, value) {
                Some(ArmBody::Value(ty)) => self.value(ty, value, at),
                Some(_) => {}
                None => self.no_arm(def, value, "its JSON kind or form", at),
            },
            (true, Value::Object(members)) => {
                for (name, value) in members {
                    let at = at.member(name, at.span, false);
                    match union.arms.iter().find(|arm| arm.name == *name) {
                        Some(Arm { body: ArmBody::Value(ty), span, .. }) => self.value(ty, value, &at.with_span(*span)),
                        Some(_) => {}
                        None => self.no_arm(def, value, &format!("the name {}", quoted(name)), &at),
                    }
                }
            }
            (false, Value::Object(members)) => self.object(def, union, members, value, at),
            (_, other) => self.other_type("an object", &def.name, other, at),
        }
    }

    fn object(&mut self, def: &'m TypeDef, union: &'m Union, members: &Map<String, Value>, value: &Value, at: &At) {
        let path = union.discriminator.path().join(".");
        let arm = match path.as_str() {
            "" => {
                let found = arm_by_members(union, members);
                if found.is_none() {
                    self.no_arm(def, value, "its members", at);
                }
                found
            }
            tag => match union.discriminator.find_tag(|name| members.get(name), |value, name| value.get(name)) {
                None => {
                    let message = format!("the member `{tag}`, which tells the arms of `{}`, is absent", def.name);
                    let at = at.member(tag, union.tag_span, false);
                    return self.find(Kind::MissingMember, &at, message, None, About::Nothing);
                }
                Some(value) => {
                    let found = union.arms.iter().find(|arm| is_tag(&union.discriminator, arm, value));
                    if found.is_none() {
                        self.no_arm(
                            def,
                            value,
                            &format!("`{tag}`: {}", quoted(&value.to_string())),
                            &at.member(tag, def.span, false),
                        );
                    }
                    found
                }
            },
        };
        let of_arm = arm.and_then(|arm| match &arm.body {
            ArmBody::Fields { record, .. } => self.model.types.get(record.0),
            _ => None,
        });
        let mut tables = vec![(def, union.common.as_slice())];
        match of_arm.map(|def| (def, &def.kind)) {
            Some((def, TypeKind::Record(record))) => tables.push((def, record.fields.as_slice())),
            // What the members of an unknown arm are is not known.
            _ => return self.known_members(&union.common, members, at),
        }
        self.members(members, &tables, union.discriminator.tag(), at);
    }

    /// The members that all arms have, of an object whose arm is not known.
    fn known_members(&mut self, common: &'m [chainloom_codegen::model::Field], members: &Map<String, Value>, at: &At) {
        for field in common {
            if let Some(value) = members.get(&field.name).filter(|value| !value.is_null()) {
                self.value(&field.ty, value, &at.member(&field.name, field.span, field.secret));
            }
        }
    }

    fn no_arm(&mut self, def: &'m TypeDef, value: &Value, by: &str, at: &At) {
        let name = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let message = format!("no arm of the union `{}` has {by}", def.name);
        let at = at.clone().with_span(def.span);
        self.find(
            Kind::UndescribedArm,
            &at,
            message,
            Some(value),
            About::NewArm { of: def, name, ty: built_in(value) },
        );
    }

    /// The arm whose form a value has. An enumeration takes other texts only where no other arm does.
    fn arm_by_form(&self, union: &'m Union, value: &Value) -> Option<&'m ArmBody> {
        let exact = union.arms.iter().find(|arm| self.arm_takes(&arm.body, value, false));
        exact.or_else(|| union.arms.iter().find(|arm| self.arm_takes(&arm.body, value, true))).map(|arm| &arm.body)
    }

    fn arm_takes(&self, body: &'m ArmBody, value: &Value, open: bool) -> bool {
        match body {
            ArmBody::Const(constant) => {
                serde_json::from_str::<Value>(&json(constant)).is_ok_and(|wanted| wanted == *value)
            }
            ArmBody::Value(ty) => self.takes(ty, value, open),
            ArmBody::Fields { .. } => value.is_object(),
        }
    }

    /// Whether a value has the JSON kind and the form of a type.
    fn takes(&self, ty: &'m Type, value: &Value, open: bool) -> bool {
        match self.resolved(ty) {
            Type::Json | Type::Foreign(_) => true,
            Type::Nullable(inner) => value.is_null() || self.takes(inner, value, open),
            Type::Boolean => value.is_boolean(),
            Type::Text => value.is_string(),
            Type::Number => value.is_number(),
            Type::Integer(integer) => form::integer(*integer, value) == Fit::Fits,
            Type::List(_) | Type::Tuple(_) => value.is_array(),
            Type::Map(_) => value.is_object(),
            Type::Named(id) => match self.model.types.get(id.0).map(|def| &def.kind) {
                Some(TypeKind::Scalar(scalar)) => form::scalar(&scalar.form, value) == Fit::Fits,
                Some(TypeKind::Enum(listed)) => {
                    let text = match value {
                        Value::String(text) if !listed.integers => text.as_str(),
                        Value::Number(number) if listed.integers => number.as_str(),
                        _ => return false,
                    };
                    open || listed.values.iter().any(|known| known.name == text)
                }
                Some(TypeKind::Record(_)) => value.is_object(),
                Some(TypeKind::Union(union)) if union.discriminator == Discriminator::Form => {
                    union.arms.iter().any(|arm| self.arm_takes(&arm.body, value, open))
                }
                Some(TypeKind::Union(_)) => value.is_object(),
                Some(TypeKind::Alias(_)) | None => false,
            },
            Type::Bytes | Type::File | Type::Bounded(_) => false,
        }
    }

    /// Whether a type is a union by form one of whose arms takes a value.
    pub(crate) fn union_takes(&self, ty: &'m Type, value: &Value) -> bool {
        let Type::Named(id) = self.resolved(ty) else { return false };
        let kind = self.model.types.get(id.0).map(|def| &def.kind);
        matches!(kind, Some(TypeKind::Union(union)) if union.discriminator == Discriminator::Form)
            && self.takes(ty, value, false)
    }
}

/// Whether the value of a tag selects an arm.
fn is_tag(discriminator: &Discriminator, arm: &Arm, value: &Value) -> bool {
    match (discriminator, value) {
        (Discriminator::Tag(_) | Discriminator::NestedTag(_), Value::String(text)) => arm.has_tag(text),
        (Discriminator::IntegerTag(_), Value::Number(number)) => arm.has_tag(number.as_str()),
        (Discriminator::BooleanTag(_), Value::Bool(value)) => arm.has_tag(if *value { "true" } else { "false" }),
        _ => false,
    }
}

fn arm_by_members<'m>(union: &'m Union, members: &Map<String, Value>) -> Option<&'m Arm> {
    let is_told = |arm: &&Arm| match &arm.body {
        ArmBody::Fields { has: Some(has), .. } => members.get(has).is_some_and(|value| !value.is_null()),
        _ => false,
    };
    let is_other = |arm: &&Arm| matches!(arm.body, ArmBody::Fields { has: None, .. });
    union.arms.iter().find(is_told).or_else(|| union.arms.iter().find(is_other))
}
