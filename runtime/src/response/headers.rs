//! Headers of a response as the members of an object.
//!
//! Input: headers, and the table of typed headers. Output: JSON of the present ones, in the form
//! that their types are read from.

use crate::{
    Writer,
    schema::{Field, Record, Type},
};
use http::HeaderMap;

/// Converts the headers that a table names to a JSON object.
pub(crate) fn json(headers: &HeaderMap, table: &'static Record) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.raw("{");
    for field in table.fields {
        let values = values(headers, field);
        if !is_absent(field, &values) {
            writer.key(field.name);
            value(&mut writer, field.ty, &values);
        }
    }
    writer.raw("}");
    writer.finish().unwrap_or_default()
}

/// Returns whether a header is absent. An optional header whose empty value is no value of its type is absent, too.
fn is_absent(field: &Field, values: &[&str]) -> bool {
    let takes_empty =
        matches!(field.ty.bare(), Type::Text | Type::Enum(_) | Type::List(_) | Type::Union(_) | Type::Json);
    values.is_empty() || !field.required && !takes_empty && values.iter().all(|value| value.is_empty())
}

/// Returns the lines of a header. A line that is not text is left out.
fn values<'h>(headers: &'h HeaderMap, field: &Field) -> Vec<&'h str> {
    headers.get_all(field.name).iter().filter_map(|value| value.to_str().ok()).map(str::trim).collect()
}

/// Writes the lines of a header as JSON of a type.
fn value(writer: &mut Writer, ty: Type, values: &[&str]) {
    match ty {
        Type::Nullable(inner) => value(writer, *inner, values),
        Type::List(list) => {
            writer.raw("[");
            let items = values.iter().flat_map(|line| line.split(',')).map(str::trim).filter(|item| !item.is_empty());
            for (index, item) in items.enumerate() {
                writer.raw(if index == 0 { "" } else { "," });
                value(writer, list.item, &[item]);
            }
            writer.raw("]");
        }
        Type::Boolean if matches!(values, ["true" | "false"]) => values.iter().for_each(|word| writer.raw(word)),
        // Numbers are read from text too.
        _ => writer.text(&values.join(", ")),
    }
}
