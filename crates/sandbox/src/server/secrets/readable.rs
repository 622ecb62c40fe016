//! Bodies that can be searched for secrets.
//!
//! Input: a body, and types. Output: its JSON, unless it cannot be read; and whether a value of a
//! type may hold a secret.

use bytes::Bytes;
use chainloom_runtime::schema::{ArmBody, Field, Record, Type};
use serde_json::Value;

/// Mark that replaces a body which may hold secrets, but cannot be searched for them.
const UNREADABLE: &[u8] = b"[unreadable]";
/// Maximum depth of types that are searched for a secret.
const DEPTH: usize = 64;

/// Returns the mark that replaces an unreadable body. An empty body stays.
pub(crate) fn mark(body: &Bytes) -> Bytes {
    if body.is_empty() { Bytes::new() } else { Bytes::from_static(UNREADABLE) }
}

/// Parses a body as JSON; `None` if it is none, is nested too deeply, or names a member twice. Of
/// such a member, another program may read the other value.
pub(crate) fn read(body: &[u8]) -> Option<Value> {
    let value = serde_json::from_slice(body).ok()?;
    (colons(body) == members(&value)).then_some(value)
}

/// Returns the number of colons outside of texts: one for each member of an object.
fn colons(json: &[u8]) -> usize {
    let (mut count, mut is_text, mut is_escaped) = (0, false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_text = !is_text,
            b':' if !is_text => count += 1,
            _ => {}
        }
    }
    count
}

/// Returns the number of members of all objects in a value.
fn members(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(members).sum(),
        Value::Object(all) => all.len() + all.values().map(members).sum::<usize>(),
        _ => 0,
    }
}

/// Returns whether a value of this type may hold a secret.
pub(super) fn may_hold_secrets(ty: Type) -> bool {
    is_secret_in(ty, &mut Vec::new(), DEPTH)
}

/// Searches a type for a secret member, and skips the records in `seen`. A deeper type counts as
/// holding one.
fn is_secret_in(ty: Type, seen: &mut Vec<&'static Record>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    let fields = |fields: &[Field], seen: &mut Vec<&'static Record>| {
        fields.iter().any(|field| field.secret || is_secret_in(field.ty, seen, depth))
    };
    match ty.plain() {
        Type::Nullable(inner) => is_secret_in(*inner, seen, depth),
        Type::List(list) => is_secret_in(list.item, seen, depth),
        Type::Map(map) => is_secret_in(map.value, seen, depth),
        Type::Tuple(types) => types.iter().any(|ty| is_secret_in(*ty, seen, depth)),
        Type::Record(record) if seen.iter().any(|known| std::ptr::eq(*known, record)) => false,
        Type::Record(record) => {
            seen.push(record);
            fields(record.fields, seen)
        }
        Type::Union(union) => {
            let in_arms = union.arms.iter().any(|arm| match arm.body {
                ArmBody::Fields { record, .. } => is_secret_in(Type::Record(record), seen, depth),
                ArmBody::Value(ty) => is_secret_in(ty, seen, depth),
                _ => false,
            });
            in_arms || fields(union.common, seen)
        }
        _ => false,
    }
}
