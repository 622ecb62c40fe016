//! Nested values in queries and forms.
//!
//! Input: a name, its JSON and the style that the service expects. Output: pairs of names and
//! values, percent-encoded in a query. Values that no style can express, such as null, are an
//! error; nothing is omitted silently.

use crate::{
    ReadError, Reader, Text,
    encode::{expanded, expanded::Escape, single, template},
    json::{self, Kind, Plain, text_json},
    schema::{Binding, Style},
};

/// Names and values, in the order in which they are sent.
pub(super) type Pairs = Vec<(String, String)>;

/// Escape for queries: items are percent-encoded, and separators where necessary.
const IN_QUERY: Escape =
    Escape { text: |text, _| Ok(template::percent_encode(text).into()), separator: template::separator_of_query };

/// Appends a parameter to a query or a form.
pub(super) fn put(query: &mut String, binding: &Binding, json: &[u8]) -> Result<(), String> {
    if binding.join.is_none() && binding.style != Style::Joined {
        return put_pairs(query, binding.name, json, binding.style);
    }
    let value = Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))?;
    if let Some(text) = expanded::text(&value, binding, &IN_QUERY)? {
        put_pair(query, binding.name, &text);
    }
    Ok(())
}

/// Appends the members of an object to a form, by their own names.
pub(super) fn put_members(form: &mut String, json: &[u8], style: Style) -> Result<(), String> {
    let members: Vec<(Text, &str)> =
        json::members(json).map_err(|error| format!("must be an object in a form: {error}"))?;
    for (name, value) in members {
        put_pairs(form, &name, value.as_bytes(), style).map_err(|text| format!("at `{name}` {text}"))?;
    }
    Ok(())
}

/// Appends the names and values of a value to the query, percent-encoded.
fn put_pairs(query: &mut String, name: &str, json: &[u8], style: Style) -> Result<(), String> {
    for (name, value) in pairs(name, json, style)? {
        put_pair(query, &name, &template::percent_encode(&value));
    }
    Ok(())
}

/// Appends a pair to the query. `value` is percent-encoded.
fn put_pair(query: &mut String, name: &str, value: &str) {
    if !query.is_empty() {
        query.push('&');
    }
    query.push_str(&template::percent_encode(name));
    query.push('=');
    query.push_str(value);
}

/// Returns the names and values of a value in a style, as they are before they are percent-encoded.
pub(super) fn pairs(name: &str, json: &[u8], style: Style) -> Result<Pairs, String> {
    if style == Style::Json {
        let value = Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))?;
        return Ok(vec![(name.to_owned(), value.json())]);
    }
    let not_json = |error: ReadError| format!("is not JSON: {error}");
    let text = std::str::from_utf8(json).map_err(|error| format!("is not JSON: {error}"))?;
    let mut pairs = Pairs::new();
    let mut walk = PairCollector { pairs: &mut pairs, style, refused: None };
    let mut reader = Reader::new(text);
    walk.value(&mut reader, Ok(name.to_owned())).and_then(|()| reader.finish()).map_err(not_json)?;
    walk.refused.map_or(Ok(pairs), Err)
}

/// Collects the names and values of a nested value in one pass.
struct PairCollector<'p> {
    pairs: &'p mut Pairs,
    style: Style,
    /// Error of a value that no style can express; the rest is skipped then.
    refused: Option<String>,
}

impl PairCollector<'_> {
    /// Adds the pairs of the next value under a name. The name is an error if the style cannot express it.
    fn value(&mut self, reader: &mut Reader<'_>, name: Result<String, String>) -> Result<(), ReadError> {
        let name = match name {
            Ok(name) if self.refused.is_none() => name,
            name => {
                self.refused = self.refused.take().or(name.err());
                return reader.skip();
            }
        };
        match reader.kind()? {
            Kind::List => {
                let mut at = 0;
                reader.items(&mut |reader| {
                    let is_single = !matches!(reader.kind()?, Kind::List | Kind::Object);
                    let name = item_name(&name, at, is_single, self.style);
                    at += 1;
                    self.value(reader, name)
                })
            }
            Kind::Object => {
                reader.map(&mut |reader, member| self.value(reader, member_name(&name, member, self.style)))
            }
            _ => {
                match single(&Plain::parse(reader.raw()?.as_bytes())?) {
                    Ok(text) => self.pairs.push((name, text.to_owned())),
                    Err(text) => self.refused = Some(text),
                }
                Ok(())
            }
        }
    }
}

/// Returns the name of an item. An item of several parts always has its number, since its parts could not be
/// distinguished from the parts of the next item otherwise.
fn item_name(name: &str, at: usize, is_single: bool, style: Style) -> Result<String, String> {
    match (style, is_single) {
        (Style::Repeated | Style::Dots, true) => Ok(name.to_owned()),
        (Style::Brackets, true) => Ok(format!("{name}[]")),
        (Style::Brackets | Style::Indices, _) => Ok(format!("{name}[{at}]")),
        (Style::Dots, false) => Ok(format!("{name}.{at}")),
        _ => Err("holds a list or an object, which cannot be written here".to_owned()),
    }
}

/// Returns the name under which a style sends a member of the object `name`.
fn member_name(name: &str, member: &str, style: Style) -> Result<String, String> {
    let refused = |marks: &[char]| (member.is_empty() || member.contains(marks)).then(|| Err(misleading_name(member)));
    match style {
        Style::Brackets | Style::Indices => refused(&['[', ']']).unwrap_or_else(|| Ok(format!("{name}[{member}]"))),
        Style::Dots => refused(&['.']).unwrap_or_else(|| Ok(format!("{name}.{member}"))),
        _ => Err("is an object, which cannot be written here".to_owned()),
    }
}

/// Returns the error of a name that a service would read as several names, or as an item of a list.
fn misleading_name(member: &str) -> String {
    format!("has the member {}, whose name would be read as another one", text_json(member))
}
