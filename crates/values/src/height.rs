//! Detects recursive types.
//!
//! Input: a type. Output: whether a value can contain another of the same type. Each type is
//! visited once.

use chainloom_runtime::schema::{ArmBody, Field, Record, Type, Union};

/// Whether a value of the type can hold another value of the same record or union.
pub(crate) fn is_endless(ty: Type) -> bool {
    meets_itself(ty, &mut Vec::new())
}

fn meets_itself(ty: Type, above: &mut Vec<usize>) -> bool {
    match ty.known() {
        Type::Record(record) => under(std::ptr::from_ref(record).addr(), above, |above| of_record(record, above)),
        Type::Union(union) => under(std::ptr::from_ref(union).addr(), above, |above| of_union(union, above)),
        Type::List(list) => meets_itself(list.item, above),
        Type::Map(map) => meets_itself(map.value, above),
        Type::Tuple(items) => items.iter().any(|item| meets_itself(*item, above)),
        Type::Nullable(inner) => meets_itself(*inner, above),
        Type::Bounded(bounded) => meets_itself(bounded.ty, above),
        _ => false,
    }
}

fn under(place: usize, above: &mut Vec<usize>, walk: impl FnOnce(&mut Vec<usize>) -> bool) -> bool {
    if above.contains(&place) {
        return true;
    }
    above.push(place);
    let found = walk(above);
    above.pop();
    found
}

fn of_record(record: &Record, above: &mut Vec<usize>) -> bool {
    of_fields(record.fields, above)
}

fn of_fields(fields: &[Field], above: &mut Vec<usize>) -> bool {
    fields.iter().any(|field| meets_itself(field.ty, above))
}

fn of_union(union: &Union, above: &mut Vec<usize>) -> bool {
    of_fields(union.common, above)
        || union.arms.iter().any(|arm| match arm.body {
            ArmBody::Value(ty) => meets_itself(ty, above),
            ArmBody::Fields { record, .. } => of_record(record, above),
            ArmBody::Const(_) => false,
        })
}
