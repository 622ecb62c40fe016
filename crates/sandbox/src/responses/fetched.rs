//! Records and unions that are fetched by their own members, such as an ID.
//!
//! Input: an operation. Output: the type that it fetches, if each required parameter is a member
//! of this type, by name and type. Where the status selects the result, this is the result of the first success.

use chainloom_runtime::schema::{ArmBody, Effect, Field, Operation, ResponseBody, Type};
use serde_json::{Map, Value};

use super::paths;

/// Returns the record or union that an operation fetches by some of its members; `None` for other
/// operations, such as operations that page or that change something.
pub(crate) fn fetched_type(schema: &'static Operation) -> Option<Type> {
    let ty = success(schema)?.1.bare();
    let is_member = |parameter: &Field| {
        paths::fields(ty).iter().any(|field| field.name == parameter.name && is_same(field.ty, parameter.ty))
    };
    let is_plain = schema.paginate.is_none() && schema.effect == Effect::Read;
    let mut needed = required(schema).peekable();
    (is_plain && needed.peek().is_some() && needed.all(is_member)).then_some(ty)
}

/// Returns the type of a successful result, and its status if the status selects it.
fn success(schema: &'static Operation) -> Option<(Option<&'static str>, Type)> {
    let ResponseBody::ByStatus(union) = schema.response.body else { return schema.output.map(|ty| (None, ty)) };
    union.arms.iter().find_map(|arm| match arm.body {
        ArmBody::Value(ty) if arm.name.starts_with('2') => Some((Some(arm.name), ty)),
        _ => None,
    })
}

/// Returns the object that an operation fetched, without its status; `None` if the result is another one, or null.
pub(crate) fn fetched_object<'v>(schema: &'static Operation, result: &'v mut Value) -> Option<&'v mut Value> {
    let object = match success(schema)?.0 {
        Some(status) => result.get_mut(status)?,
        None => result,
    };
    (!object.is_null()).then_some(object)
}

/// Returns the result of an operation that fetched an object, with its status if the status selects the result.
pub(crate) fn result_of_object(schema: &'static Operation, object: Value) -> Value {
    match success(schema).and_then(|(status, _)| status) {
        Some(status) => Value::Object(Map::from_iter([(status.to_owned(), object)])),
        None => object,
    }
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

/// Returns whether two types are the same scalar, enumeration, union, string, boolean or number type.
pub(crate) fn is_same(left: Type, right: Type) -> bool {
    match (left.bare(), right.bare()) {
        (Type::Scalar(left), Type::Scalar(right)) => std::ptr::eq(left, right),
        (Type::Enum(left), Type::Enum(right)) => std::ptr::eq(left, right),
        (Type::IntegerEnum(left), Type::IntegerEnum(right)) => std::ptr::eq(left, right),
        (Type::Union(left), Type::Union(right)) => std::ptr::eq(left, right),
        (Type::Text, Type::Text) | (Type::Boolean, Type::Boolean) | (Type::Number, Type::Number) => true,
        (Type::Integer(left), Type::Integer(right)) => left == right,
        _ => false,
    }
}
