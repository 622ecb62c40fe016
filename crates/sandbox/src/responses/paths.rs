//! Members of results by their paths, and the heights that they hold.
//!
//! Input: a type, a value of it, and a path of member names. Output: the member. Missing members on
//! the path are drawn.

use chainloom_runtime::codec::{Read as _, Reader, Write as _, Writer};
use chainloom_runtime::schema::{Bounds, Field, Type};
use chainloom_values::Draw;
use serde_json::Value;

/// Returns the members of a record, or the common members of a union; empty for other types.
pub(crate) fn fields(ty: Type) -> &'static [Field] {
    match ty.bare() {
        Type::Record(record) => record.fields,
        Type::Union(union) => union.common,
        _ => &[],
    }
}

/// Returns the type of the member at a path; `None` if a name on it is not declared.
pub(crate) fn type_at(ty: Type, path: &[&str]) -> Option<Type> {
    path.iter().try_fold(ty, |ty, name| fields(ty).iter().find(|field| field.name == *name).map(|field| field.ty))
}

/// Returns the member of a value at a path; `None` if it is absent.
pub(crate) fn at<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, name| value.get(name))
}

/// Changes the member at a path by `change_member`, which gets null for an absent member. Does
/// nothing if the type does not declare the member.
pub(crate) fn change(
    ty: Type,
    value: &mut Value,
    path: &[&str],
    draw: &mut Draw,
    change_member: impl FnOnce(Type, &mut Value, &mut Draw),
) {
    let Some((name, rest)) = path.split_first() else { return change_member(ty, value, draw) };
    if value.is_null() {
        *value = draw.value(ty.bare(), &Bounds::NONE);
    }
    let (Some(field), Value::Object(members)) = (fields(ty).iter().find(|field| field.name == *name), value) else {
        return;
    };
    change(field.ty, members.entry(field.name).or_insert(Value::Null), rest, draw, change_member);
}

/// Writes a height as a value of the type `ty`; null if the type cannot hold it.
pub(crate) fn write_height(ty: Type, height: u64) -> Value {
    let mut writer = Writer::new();
    height.write(ty.bare(), &mut writer);
    writer.finish().ok().and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
}

/// Reads the height in a value of the type `ty`; `None` if the value is not a height.
pub(crate) fn read_height(ty: Type, value: &Value) -> Option<u64> {
    u64::read(ty.bare(), &mut Reader::new(&value.to_string())).ok()
}
