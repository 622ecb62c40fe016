//! Strips nullability from types, and finds the types of items.
//!
//! Input: a type of the schema. Output: the type by which a present value or an item is read and
//! written.

use crate::schema::{Also, Type};

/// Strips one level of [`Type::Nullable`].
pub(super) fn inner(ty: Type) -> Type {
    match ty {
        Type::Nullable(inner) => *inner,
        other => other,
    }
}

/// Strips all levels of [`Type::Nullable`].
pub(super) fn strip(ty: Type) -> Type {
    match ty {
        Type::Nullable(inner) => strip(*inner),
        other => other,
    }
}

/// Returns the item type of a list, and the other form in which the list may come.
pub(super) fn item_of(ty: Type) -> (Type, Also) {
    match strip(ty) {
        Type::List(list) => (list.item.plain(), list.also),
        _ => (Type::Json, Also::Nothing),
    }
}
