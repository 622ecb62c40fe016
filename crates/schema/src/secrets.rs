//! Secrets among the parameters of an operation.
//!
//! Input: the table of the parameters. Output: whether one of them may hold a secret, which follows
//! when the table is compiled. Only the texts of such calls are searched for secrets.

use crate::types::{Arm, ArmBody, Field, Record, Type};

/// Maximum number of types that are searched for a secret. A record with more types counts as holding one.
const MAX_TYPES: usize = 1_000;
/// Maximum depth of types that are searched. A deeper type, as in a recursive type, counts as holding a secret.
const DEPTH: usize = 24;

/// Returns whether a member of a record may hold a secret, at any depth.
#[must_use]
pub const fn may_hold_secrets(record: &Record) -> bool {
    after_fields(record.fields, MAX_TYPES, DEPTH) == 0
}

/// Searches the types of fields for a secret. Each type uses up one of `left`. Returns the rest; 0 if there may
/// be a secret.
const fn after_fields(mut fields: &[Field], mut left: usize, depth: usize) -> usize {
    while let [field, rest @ ..] = fields {
        left = if field.secret { 0 } else { after_type(field.ty, left, depth) };
        fields = rest;
    }
    left
}

/// Searches a type for a secret. Returns the rest of `left`; 0 if there may be a secret.
const fn after_type(ty: Type, left: usize, depth: usize) -> usize {
    if left == 0 || depth == 0 {
        return 0;
    }
    let (left, depth) = (left - 1, depth - 1);
    match ty {
        Type::Nullable(inner) => after_type(*inner, left, depth),
        Type::Bounded(bounded) => after_type(bounded.ty, left, depth),
        Type::List(list) => after_type(list.item, left, depth),
        Type::Map(map) => after_type(map.value, left, depth),
        Type::Tuple(types) => after_types(types, left, depth),
        Type::Record(record) => after_fields(record.fields, left, depth),
        Type::Union(union) => after_arms(union.arms, after_fields(union.common, left, depth), depth),
        Type::Later(_) => 0,
        _ => left,
    }
}

/// Searches several types, like [`after_type`].
const fn after_types(mut types: &[Type], mut left: usize, depth: usize) -> usize {
    while let [ty, rest @ ..] = types {
        left = after_type(*ty, left, depth);
        types = rest;
    }
    left
}

/// Searches the arms of a union, like [`after_type`].
const fn after_arms(mut arms: &[Arm], mut left: usize, depth: usize) -> usize {
    while let [arm, rest @ ..] = arms {
        left = match arm.body {
            ArmBody::Fields { record, .. } => after_fields(record.fields, left, depth),
            ArmBody::Value(ty) => after_type(ty, left, depth),
            _ => left,
        };
        arms = rest;
    }
    left
}
