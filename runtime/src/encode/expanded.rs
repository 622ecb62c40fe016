//! Lists and objects as one text: their items or members, joined by separators.
//!
//! Input: a value, the style of its parameter, and the escape function of its place. Output: the text, `None` for an
//! empty list or object. The styles are defined by RFC 6570; which characters a place may hold is decided by its
//! module.

use crate::{
    encode::single,
    json::{Plain, members},
    schema::{Binding, Style},
};

/// Escapes the texts of a place.
pub(super) struct Escape {
    /// Escapes a name, an item or a value. The error is the reason why the place cannot hold the text.
    pub(super) text: fn(&str, &Binding) -> Result<String, String>,
    /// Escapes a separator.
    pub(super) separator: fn(&str) -> String,
}

/// Writes a value as one text in the style of its parameter.
pub(super) fn text(value: &Plain, binding: &Binding, escape: &Escape) -> Result<Option<String>, String> {
    if binding.style == Style::Json {
        return (escape.text)(&value.json(), binding).map(Some);
    }
    let writer = Writer { binding, escape, separator: binding.separator() };
    let parts = match value {
        Plain::List(items) => writer.items(items)?,
        Plain::Other(json) if binding.style.is_one_text() => writer.members(json)?,
        value => vec![(escape.text)(single(value)?, binding)?],
    };
    if parts.is_empty() {
        return Ok(None);
    }
    let is_object = matches!(value, Plain::Other(_));
    writer.join_with_prefix(parts, is_object).map(Some)
}

/// Writer of a value as one text.
struct Writer<'w> {
    binding: &'w Binding,
    escape: &'w Escape,
    separator: &'static str,
}

impl Writer<'_> {
    /// Returns the escaped items of a list.
    fn items(&self, items: &[Plain]) -> Result<Vec<String>, String> {
        let item = |item: &Plain| {
            let text = single(item)?;
            super::refuse_separator(text, item, self.separator)?;
            (self.escape.text)(text, self.binding)
        };
        items.iter().map(item).collect()
    }

    /// Returns the escaped members of an object, joined or as names and values in turn.
    fn members(&self, json: &str) -> Result<Vec<String>, String> {
        let mut parts = Vec::new();
        for (name, json) in members(json.as_bytes()).map_err(|error| format!("is not JSON: {error}"))? {
            let value = Plain::parse(json.as_bytes()).map_err(|error| format!("is not JSON: {error}"))?;
            let value = single(&value).map_err(|text| format!("at `{name}` {text}"))?;
            self.refuse_mark(&name, self.separator)?;
            self.refuse_mark(value, self.separator)?;
            let [name_part, value] =
                [(self.escape.text)(&name, self.binding)?, (self.escape.text)(value, self.binding)?];
            if self.binding.explode {
                self.refuse_mark(&name, "=")?;
                parts.push(format!("{name_part}={value}"));
            } else {
                parts.extend([name_part, value]);
            }
        }
        Ok(parts)
    }

    /// Refuses a member name or value that contains `mark`, which a service would read as a separator.
    fn refuse_mark(&self, text: &str, mark: &str) -> Result<(), String> {
        match text.contains(mark) {
            true => {
                Err(format!("holds the text {}, but `{mark}` separates names and values", crate::json::text_json(text)))
            }
            false => Ok(()),
        }
    }

    /// Joins the parts, after the prefix of the style.
    fn join_with_prefix(&self, parts: Vec<String>, is_object: bool) -> Result<String, String> {
        let named =
            |part: String| Ok::<_, String>(format!("{}={part}", (self.escape.text)(self.binding.name, self.binding)?));
        let names_items = self.binding.style == Style::Matrix && self.binding.explode && !is_object;
        let mut parts: Vec<String> = match names_items {
            true => parts.into_iter().map(named).collect::<Result<_, _>>()?,
            false => parts,
        };
        let joined = match parts.len() {
            1 => parts.remove(0),
            _ => parts.join(&(self.escape.separator)(self.separator)),
        };
        Ok(match self.binding.style {
            Style::Label => format!(".{joined}"),
            Style::Matrix if self.binding.explode => format!(";{joined}"),
            Style::Matrix => format!(";{}", named(joined)?),
            _ => joined,
        })
    }
}
