//! Values as one text: parameters in paths, headers and cookies, and joined ones in queries.
//!
//! Input: a type, an unescaped text, and the style of the parameter. Output: the JSON that a client
//! encoded as this text. A text of another form stays a text, and is refused later.

use chainloom_runtime::schema::{ArmBody, Binding, Style, Type};
use serde_json::{Map, Value};

use super::text::{list_item, member, value};

/// Parses the text of a parameter as a value of the type `ty`, in the style of the parameter.
pub(crate) fn read(ty: Type, text: &str, binding: &Binding) -> Value {
    if binding.style == Style::Json {
        return serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    }
    let name = format!("{}=", binding.name);
    let separator = binding.separator();
    let text = match (binding.style, binding.explode) {
        (Style::Label, _) => text.strip_prefix('.').unwrap_or(text),
        (Style::Matrix, true) => text.strip_prefix(';').unwrap_or(text),
        (Style::Matrix, false) => text.strip_prefix(&format!(";{name}")).unwrap_or(text),
        _ => text,
    };
    let has_names = binding.style == Style::Matrix && binding.explode;
    let bare = |item| if has_names { str::strip_prefix(item, &name).unwrap_or(item) } else { item };
    let is_object = binding.style.is_one_text() && matches!(ty.bare(), Type::Record(_) | Type::Map(_));
    match item_type(ty) {
        _ if is_object => object(ty, text, separator, binding.explode),
        Some(item) if list_item(ty).is_some() || text.contains(separator) => match text {
            "" => Value::Array(Vec::new()),
            text => text.split(separator).map(|text| value(item, bare(text))).collect(),
        },
        _ => value(ty, bare(text)),
    }
}

/// Returns the type of the items of a list, also if the list is an arm of a union; `None` for other
/// types.
fn item_type(ty: Type) -> Option<Type> {
    let Type::Union(union) = ty.bare() else { return list_item(ty) };
    union.arms.iter().find_map(|arm| match arm.body {
        ArmBody::Value(ty) => list_item(ty),
        _ => None,
    })
}

/// Parses names and values that follow each other, or that are written as `name=value` with
/// `explode`.
fn object(ty: Type, text: &str, separator: &str, explode: bool) -> Value {
    let parts: Vec<&str> = text.split(separator).collect();
    let pairs: Vec<(&str, &str)> = match explode {
        true => parts.iter().map(|part| part.split_once('=').unwrap_or((part, ""))).collect(),
        false => parts.chunks(2).map(|pair| (pair[0], pair.get(1).copied().unwrap_or_default())).collect(),
    };
    let members = pairs.into_iter().map(|(name, text)| (name.to_owned(), value(member(ty, name), text)));
    Value::Object(members.collect::<Map<_, _>>())
}
