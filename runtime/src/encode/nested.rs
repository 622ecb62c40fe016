//! Lists and objects where there is no JSON: in queries and forms.
//!
//! Input: a name, its JSON and the style in which a service reads it. Output: names and values, not escaped yet. What no
//! style can say, such as null, is an error; nothing is left out in silence.

use super::{joined, single};
use crate::{
    Text, json,
    plain::Plain,
    schema::{Binding, Style},
};

/// Names and values, in the order in which they are sent.
pub(super) type Pairs = Vec<(String, String)>;

/// Adds what a value is in a style.
pub(super) fn put(pairs: &mut Pairs, name: &str, json: &[u8], style: Style) -> Result<(), String> {
    if style == Style::Json {
        let value = Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))?;
        pairs.push((name.to_owned(), value.json()));
        return Ok(());
    }
    walk(pairs, name.to_owned(), json, style)
}

/// Adds a parameter: a list that is joined is one text, all else is in its style.
pub(super) fn put_joined(pairs: &mut Pairs, binding: &Binding, json: &[u8]) -> Result<(), String> {
    let Some(join) = binding.join else { return put(pairs, binding.name, json, binding.style) };
    let value = Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))?;
    pairs.extend(joined(&value, join)?.map(|text| (binding.name.to_owned(), text)));
    Ok(())
}

/// Adds the members of an object, by their own names.
pub(super) fn put_members(pairs: &mut Pairs, json: &[u8], style: Style) -> Result<(), String> {
    let members: Vec<(Text, &str)> =
        json::members(json).map_err(|error| format!("must be an object in a form: {error}"))?;
    for (name, value) in members {
        put(pairs, &name, value.as_bytes(), style).map_err(|text| format!("at `{name}` {text}"))?;
    }
    Ok(())
}

fn walk(pairs: &mut Pairs, name: String, json: &[u8], style: Style) -> Result<(), String> {
    match Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))? {
        Plain::List(items) => items.iter().enumerate().try_for_each(|(at, item)| {
            let is_single = !matches!(item, Plain::List(_) | Plain::Other(_));
            let name = item_name(&name, at, is_single, style)?;
            if is_single {
                pairs.push((name, single(item)?));
                return Ok(());
            }
            walk(pairs, name, item.json().as_bytes(), style)
        }),
        Plain::Other(object) => {
            let members: Vec<(Text, &str)> = json::members(object.as_bytes()).map_err(|error| error.to_string())?;
            members.into_iter().try_for_each(|(member, value)| {
                let name = member_name(&name, &member, style)?;
                walk(pairs, name, value.as_bytes(), style)
            })
        }
        value => {
            pairs.push((name, single(&value)?));
            Ok(())
        }
    }
}

/// The name of an item. An item of several parts always has its number, or its parts could not be told from the next one's.
fn item_name(name: &str, at: usize, is_single: bool, style: Style) -> Result<String, String> {
    match (style, is_single) {
        (Style::Repeated | Style::Dots, true) => Ok(name.to_owned()),
        (Style::Brackets, true) => Ok(format!("{name}[]")),
        (Style::Brackets | Style::Indices, _) => Ok(format!("{name}[{at}]")),
        (Style::Dots, false) => Ok(format!("{name}.{at}")),
        (Style::Repeated | Style::Json, _) => Err("holds a list or an object, which cannot be written here".to_owned()),
    }
}

fn member_name(name: &str, member: &str, style: Style) -> Result<String, String> {
    match style {
        Style::Brackets | Style::Indices => Ok(format!("{name}[{member}]")),
        Style::Dots => Ok(format!("{name}.{member}")),
        Style::Repeated | Style::Json => Err("is an object, which cannot be written here".to_owned()),
    }
}
