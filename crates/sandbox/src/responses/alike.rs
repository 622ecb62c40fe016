//! Equality of parameters: compares two values independently of their notation.
//!
//! Input: a type and two values. Output: whether they are equal. The letter case of hex digits and
//! null members are ignored, because clients write values of examples in their own way.

use chainloom_runtime::schema::{ArmBody, Field, Form, Type, Union};
use serde_json::{Map, Value};

/// Returns whether two values of a type are equal. The letter case of hex and members of null are
/// ignored.
pub(crate) fn are_alike(ty: Type, left: &Value, right: &Value) -> bool {
    match (ty.known(), left, right) {
        (Type::Nullable(inner), ..) => are_alike(*inner, left, right),
        (Type::Bounded(bounded), ..) => are_alike(bounded.ty, left, right),
        (Type::Scalar(scalar), Value::String(left), Value::String(right)) if is_hex(&scalar.form) => {
            left.eq_ignore_ascii_case(right)
        }
        (Type::List(list), Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| are_alike(list.item, left, right))
        }
        (Type::Record(record), Value::Object(left), Value::Object(right)) => {
            have_alike_members(&[record.fields], left, right)
        }
        (Type::Union(union), ..) => are_alike_in_union(union, left, right),
        _ => left == right,
    }
}

fn is_hex(form: &Form) -> bool {
    matches!(form, Form::Hex { .. } | Form::Quantity(_) | Form::TimeQuantity(_))
}

/// Returns whether two values of a union are equal as values of one of its arms.
fn are_alike_in_union(union: &Union, left: &Value, right: &Value) -> bool {
    left == right
        || union.arms.iter().any(|arm| match (arm.body, left, right) {
            (ArmBody::Value(ty), ..) => are_alike(ty, left, right),
            (ArmBody::Fields { record, .. }, Value::Object(left), Value::Object(right)) => {
                have_alike_members(&[union.common, record.fields], left, right)
            }
            _ => false,
        })
}

/// Returns whether two objects have equal members, which `tables` describe. Null equals an absent
/// member.
pub(crate) fn have_alike_members(tables: &[&[Field]], left: &Map<String, Value>, right: &Map<String, Value>) -> bool {
    let given = |object: &Map<String, Value>| object.values().filter(|value| !value.is_null()).count();
    let field = |name: &str| tables.iter().flat_map(|fields| *fields).find(|field| field.name == name);
    given(left) == given(right)
        && left.iter().filter(|(_, value)| !value.is_null()).all(|(name, value)| {
            let ty = field(name).map_or(Type::Json, |field| field.ty);
            right.get(name).is_some_and(|other| are_alike(ty, value, other))
        })
}
