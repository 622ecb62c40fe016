//! Records and unions that are fetched by their own members, such as an ID.
//!
//! Input: an operation. Output: the type that it fetches, if each required parameter is a member
//! of this type, by name and type.

use chainloom_runtime::schema::{Effect, Field, Operation, Type};

use super::paths;

/// Returns the record or union that an operation fetches by some of its members; `None` for other
/// operations, such as operations that page or that change something.
pub(crate) fn fetched_type(schema: &'static Operation) -> Option<Type> {
    let ty = schema.output?.bare();
    let is_member = |parameter: &Field| {
        paths::fields(ty).iter().any(|field| field.name == parameter.name && is_same(field.ty, parameter.ty))
    };
    let is_plain = schema.paginate.is_none() && schema.effect == Effect::Read;
    let mut needed = required(schema).peekable();
    (is_plain && needed.peek().is_some() && needed.all(is_member)).then_some(ty)
}

/// Returns whether the result of an operation may be null.
pub(crate) fn can_be_null(schema: &Operation) -> bool {
    schema.output.is_some_and(|ty| matches!(ty.plain(), Type::Nullable(_)))
}

/// Iterates over the required parameters of an operation.
pub(crate) fn required(schema: &'static Operation) -> impl Iterator<Item = &'static Field> {
    schema.input.fields.iter().filter(|field| field.required)
}

/// Returns whether two types are the same record or the same union.
pub(crate) fn is_same_table(left: Type, right: Type) -> bool {
    match (left.bare(), right.bare()) {
        (Type::Record(left), Type::Record(right)) => std::ptr::eq(left, right),
        (Type::Union(left), Type::Union(right)) => std::ptr::eq(left, right),
        _ => false,
    }
}

/// Returns whether two types are the same scalar, text enumeration, string, boolean or integer
/// type.
pub(crate) fn is_same(left: Type, right: Type) -> bool {
    match (left.bare(), right.bare()) {
        (Type::Scalar(left), Type::Scalar(right)) => std::ptr::eq(left, right),
        (Type::Enum(left), Type::Enum(right)) => std::ptr::eq(left, right),
        (Type::Text, Type::Text) | (Type::Boolean, Type::Boolean) => true,
        (Type::Integer(left), Type::Integer(right)) => left == right,
        _ => false,
    }
}
