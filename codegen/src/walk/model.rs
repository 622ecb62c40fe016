//! Types of the model, for the walk: implements `Types` by following aliases.

use super::types::{ArmBody, Member, Side, Types, Union, View};
use crate::model::{self, Arm, Field, Form, Type, TypeDef, TypeId, TypeKind};
use crate::sentences::json;

/// Maximum number of aliases that are followed from a type.
pub(crate) const MAX_CHAIN_LENGTH: usize = 64;

/// The types of a model.
#[derive(Clone, Copy, Debug)]
pub struct ModelTypes<'m>(pub &'m [TypeDef]);

impl<'m> ModelTypes<'m> {
    /// Returns the definition of the named type behind all aliases and bounds; `None` for a built-in
    /// type.
    #[must_use]
    pub fn definition(self, ty: &'m Type) -> Option<&'m TypeDef> {
        self.resolve(ty).1
    }

    /// Returns the ID of a definition; `None` if it is of another model.
    pub(crate) fn id(self, def: &TypeDef) -> Option<TypeId> {
        self.0.iter().position(|one| std::ptr::eq(one, def)).map(TypeId)
    }

    /// Follows aliases, and leaves bounds out.
    pub(crate) fn resolve(self, ty: &'m Type) -> (&'m Type, Option<&'m TypeDef>) {
        let mut ty = ty;
        for _ in 0..MAX_CHAIN_LENGTH {
            ty = match ty {
                Type::Bounded(bounded) => &bounded.ty,
                Type::Named(id) => match self.0.get(id.0) {
                    Some(TypeDef { kind: TypeKind::Alias(target), .. }) => target,
                    def => return (ty, def),
                },
                ty => return (ty, None),
            };
        }
        (ty, None)
    }

    fn view_named(def: &'m TypeDef) -> View<Self> {
        match &def.kind {
            TypeKind::Scalar(scalar) => View::Scalar(&scalar.form),
            TypeKind::Enum(listed) => View::Enum { is_integer: listed.integers },
            TypeKind::Record(_) => View::Record(def),
            TypeKind::Union(union) => View::Union(Union {
                discriminator: union.discriminator,
                common: def,
                arms: union.arms.iter().collect(),
            }),
            TypeKind::Alias(_) => View::Any,
        }
    }
}

impl<'m> Types for ModelTypes<'m> {
    type Type = &'m Type;
    type Field = &'m Field;
    type Record = &'m TypeDef;
    type Arm = &'m Arm;
    type Prefix = String;
    type Form = &'m Form;

    fn view(self, ty: &'m Type) -> View<Self> {
        match self.resolve(ty) {
            (_, Some(def)) => Self::view_named(def),
            (Type::Bytes | Type::File, _) => View::Bytes,
            (Type::Boolean, _) => View::Boolean,
            (Type::Text, _) => View::Text,
            (Type::Number, _) => View::Number,
            (Type::Integer(integer), _) => View::Integer(*integer),
            (Type::List(list), _) => View::List { item: &list.item, also: list.also },
            (Type::Map(map), _) => View::Map { key: &map.key, value: &map.value },
            (Type::Tuple(types), _) => View::Tuple(types.iter().collect()),
            (Type::Nullable(inner), _) => View::Nullable(&**inner),
            // Only the Rust code of a foreign type decides which values fit. A type whose mistake was
            // reported fits all values.
            (Type::Json | Type::Foreign(_) | Type::Named(_) | Type::Bounded(_), _) => View::Any,
        }
    }

    fn fields(self, record: &'m TypeDef) -> impl Iterator<Item = &'m Field> {
        match &record.kind {
            TypeKind::Record(record) => record.fields.iter(),
            TypeKind::Union(union) => union.common.iter(),
            TypeKind::Scalar(_) | TypeKind::Enum(_) | TypeKind::Alias(_) => [].iter(),
        }
    }

    fn member(self, field: &'m Field) -> Member<&'m Type> {
        Member {
            ty: &field.ty,
            is_needed: field.is_demanded(),
            direction: field.direction,
            empty_is_absent: field.empty_is_absent,
            is_rest: field.rest,
            constant: field.constant.as_ref().map(json),
        }
    }

    fn names<'t>(self, field: &'m Field, side: Side) -> impl Iterator<Item = &'t str>
    where
        Self: 't,
    {
        let aliases = field.aliases.iter().filter(move |_| side == Side::Received);
        let names = std::iter::once(&field.name).chain(aliases).filter(|_| !field.rest);
        names.map(String::as_str)
    }

    fn lists(self, ty: &'m Type, value: &str) -> bool {
        match self.definition(ty).map(|def| &def.kind) {
            Some(TypeKind::Enum(listed)) => listed.values.iter().any(|known| known.name == value),
            _ => false,
        }
    }

    fn arm(self, arm: &'m Arm) -> ArmBody<Self> {
        match &arm.body {
            model::ArmBody::Value(ty) => ArmBody::Value(ty),
            model::ArmBody::Const(value) => ArmBody::Constant(json(value)),
            model::ArmBody::Fields { record, has } => match self.0.get(record.0) {
                Some(record) => ArmBody::Members { record, is_default: has.is_none() },
                // The mistake of the arm was reported.
                None => ArmBody::Value(&Type::Json),
            },
        }
    }

    fn is_selected_by(self, arm: &'m Arm, name: &str, side: Side) -> bool {
        let model::ArmBody::Fields { record, has: Some(has) } = &arm.body else { return false };
        let mut fields = self.0.get(record.0).into_iter().flat_map(|record| self.fields(record));
        has == name || fields.any(|field| field.name == *has && self.names(field, side).any(|one| one == name))
    }

    fn has_tag(self, arm: &'m Arm, tag: &str) -> bool {
        arm.has_tag(tag)
    }
}
