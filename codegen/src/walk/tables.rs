//! Types of the runtime's tables, for the walk: implements `Types` for them.

use chainloom_schema::{self as schema, Arm, Field, Form, Type};

use super::types::{ArmBody, Member, Side, Types, Union, View};

/// The tables of the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Tables;

impl Types for Tables {
    type Type = Type;
    type Field = &'static Field;
    type Record = &'static [Field];
    type Arm = &'static Arm;
    type Prefix = &'static str;
    type Form = &'static Form;

    fn view(self, ty: Type) -> View<Self> {
        match ty.plain() {
            Type::Boolean => View::Boolean,
            Type::Text => View::Text,
            Type::Number => View::Number,
            Type::Integer(integer) => View::Integer(integer),
            Type::Scalar(scalar) => View::Scalar(&scalar.form),
            Type::Enum(_) => View::Enum { is_integer: false },
            Type::IntegerEnum(_) => View::Enum { is_integer: true },
            Type::Record(record) => View::Record(record.fields),
            Type::Union(union) => View::Union(Union {
                discriminator: union.discriminator,
                common: union.common,
                arms: union.arms.iter().collect(),
            }),
            Type::List(list) => View::List { item: list.item, also: list.also },
            Type::Tuple(types) => View::Tuple(types.to_vec()),
            Type::Map(map) => View::Map { key: map.key, value: map.value },
            Type::Nullable(inner) => View::Nullable(*inner),
            bounded @ Type::Bounded(_) => self.view(bounded),
            Type::Json | Type::Bytes | Type::File | Type::Later(_) => View::Any,
        }
    }

    fn fields(self, record: Self::Record) -> impl Iterator<Item = Self::Field> {
        record.iter()
    }

    fn member(self, field: Self::Field) -> Member<Type> {
        Member {
            ty: field.ty,
            is_needed: field.required || field.needed,
            direction: field.direction,
            empty_is_absent: field.empty_is_absent,
            is_rest: field.rest,
            constant: field.constant.map(str::to_owned),
        }
    }

    fn names<'t>(self, field: Self::Field, side: Side) -> impl Iterator<Item = &'t str>
    where
        Self: 't,
    {
        let aliases = field.aliases.iter().filter(move |_| side == Side::Received);
        std::iter::once(&field.name).chain(aliases).filter(|_| !field.rest).copied()
    }

    fn lists(self, ty: Type, value: &str) -> bool {
        match ty.plain() {
            Type::Enum(listed) => listed.values.contains(&value),
            Type::IntegerEnum(listed) => value.parse().is_ok_and(|value| listed.values.contains(&value)),
            _ => false,
        }
    }

    fn arm(self, arm: Self::Arm) -> ArmBody<Self> {
        match arm.body {
            schema::ArmBody::Value(ty) => ArmBody::Value(ty),
            schema::ArmBody::Const(json) => ArmBody::Constant(json.to_owned()),
            schema::ArmBody::Fields { record, has } => {
                ArmBody::Members { record: record.fields, is_default: has.is_none() }
            }
        }
    }

    fn is_selected_by(self, arm: Self::Arm, name: &str, side: Side) -> bool {
        let schema::ArmBody::Fields { record, has: Some(has) } = arm.body else { return false };
        let mut fields = record.fields.iter();
        has == name || fields.any(|field| field.name == has && self.names(field, side).any(|one| one == name))
    }

    fn has_tag(self, arm: Self::Arm, tag: &str) -> bool {
        arm.has_tag(tag)
    }
}
