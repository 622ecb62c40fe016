//! Records that are fetched by their own members, such as an ID.
//!
//! Input: an operation. Output: the record that it fetches, if each required parameter is a member
//! of the record, by name and type.

use chainloom_runtime::schema::{Effect, Field, Operation, Record, Type};

/// The record that an operation fetches by some of its members.
pub(crate) fn fetched(schema: &'static Operation) -> Option<&'static Record> {
    let Type::Record(record) = schema.output?.bare() else { return None };
    let is_member = |parameter: &Field| {
        record.fields.iter().any(|field| field.name == parameter.name && is_same(field.ty, parameter.ty))
    };
    let is_plain = schema.paginate.is_none() && schema.effect == Effect::Read;
    let mut needed = required(schema).peekable();
    (is_plain && needed.peek().is_some() && needed.all(is_member)).then_some(record)
}

/// The parameters that must be given.
pub(crate) fn required(schema: &'static Operation) -> impl Iterator<Item = &'static Field> {
    schema.input.fields.iter().filter(|field| field.required)
}

/// Whether two types are one: the same scalar or enumeration, or the same plain type.
pub(crate) fn is_same(left: Type, right: Type) -> bool {
    match (left.bare(), right.bare()) {
        (Type::Scalar(left), Type::Scalar(right)) => std::ptr::eq(left, right),
        (Type::Enum(left), Type::Enum(right)) => std::ptr::eq(left, right),
        (Type::Text, Type::Text) | (Type::Boolean, Type::Boolean) => true,
        (Type::Integer(left), Type::Integer(right)) => left == right,
        _ => false,
    }
}
