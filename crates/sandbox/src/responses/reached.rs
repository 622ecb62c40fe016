//! Results that clients wait for: a synthetic one is what they wait for, so that waiting ends.
//!
//! Input: a synthetic result, its type, and how the operation is waited for. Output: the result with
//! members that fulfil the conditions. A test that needs another one prepares its responses.

use chainloom_runtime::schema::{Bounds, Field, Type, Wait};
use chainloom_values::Draw;
use serde_json::Value;

use crate::requests::text::inner;

/// Changes a result so that it is reached.
pub(crate) fn settle(ty: Type, value: &mut Value, wait: &Wait, draw: &mut Draw) {
    for condition in wait.until {
        set(ty, value, condition.member, condition.values, draw);
    }
}

fn set(ty: Type, value: &mut Value, path: &[&str], values: &[&str], draw: &mut Draw) {
    let mut wanted = values.iter().filter_map(|json| serde_json::from_str::<Value>(json).ok());
    if path.is_empty() && !values.is_empty() {
        if let Some(first) = wanted.next().filter(|first| first != value && !wanted.any(|other| other == *value)) {
            *value = first;
        }
        return;
    }
    if value.is_null() {
        *value = draw.value(inner(ty), &Bounds::NONE);
    }
    let (Some((name, rest)), Value::Object(members)) = (path.split_first(), value) else { return };
    if let Some(field) = fields(ty).iter().find(|field| field.name == *name) {
        set(field.ty, members.entry(field.name).or_insert(Value::Null), rest, values, draw);
    }
}

fn fields(ty: Type) -> &'static [Field] {
    match inner(ty) {
        Type::Record(record) => record.fields,
        Type::Union(union) => union.common,
        _ => &[],
    }
}
