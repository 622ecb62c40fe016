//! Values in a path.
//!
//! Input: a value and how its parameter is written. Output: text that is ready to be put into the
//! path, or why it cannot be: no value may lead to another path than the described one.

use crate::{
    encode::{single, template},
    json::Plain,
    schema::Binding,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a separator may be as it is: what RFC 3986 lets stand in a segment.
const SEPARATOR: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// A value as a part of a path; the items of a list stand behind each other.
pub(super) fn part(value: &Plain, binding: &Binding) -> Result<String, String> {
    let Plain::List(items) = value else { return one(&single(value)?, binding) };
    let separator = binding.join.unwrap_or(",");
    let mut parts = Vec::with_capacity(items.len());
    for item in items {
        let text = single(item)?;
        crate::encode::refuse_separator(&text, item, separator)?;
        parts.push(one(&text, binding)?);
    }
    if parts.is_empty() {
        return Err("is empty, and a part of a path must not be".to_owned());
    }
    Ok(parts.join(&utf8_percent_encode(separator, SEPARATOR).to_string()))
}

fn one(text: &str, binding: &Binding) -> Result<String, String> {
    if !binding.keeps_slashes {
        return Ok(template::segment(text)?.into_owned());
    }
    let segments: Result<Vec<_>, _> = text.split('/').map(template::segment).collect();
    Ok(segments?.join("/"))
}
