//! Templates: texts with variables such as `/v1/{network}/items`.
//!
//! Input: a template from the schema and a function that resolves a variable. Output: the text. The
//! meaning and the source of a variable's value are decided elsewhere.

use crate::schema::Template;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::borrow::Cow;

/// Characters that are escaped in a segment: all except those that RFC 3986 calls unreserved.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Characters that are escaped in a separator of list items in a query; `,` and `:` never need an escape there.
const QUERY_SEPARATOR: &AsciiSet = &SEGMENT.remove(b',').remove(b':');

/// Characters that are escaped in a separator of list items in a segment, by RFC 3986.
const PATH_SEPARATOR: &AsciiSet = &COOKIE_SEPARATOR.remove(b';');

/// Characters that are escaped in a separator of list items in a cookie; `;` ends the cookie.
const COOKIE_SEPARATOR: &AsciiSet = &SEGMENT
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// Replaces each variable by its value; errors of the lookup are returned.
pub(crate) fn fill<E>(template: &str, mut value: impl FnMut(&str) -> Result<String, E>) -> Result<String, E> {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, next)) = after.split_once('}') else { break };
        out.push_str(before);
        out.push_str(&value(name)?);
        rest = next;
    }
    out.push_str(rest);
    Ok(out)
}

/// Writes a path, with one segment for each variable; errors of the lookup are returned.
pub(crate) fn path<'s, E>(
    path: Template,
    mut segment: impl FnMut(&str) -> Result<Cow<'s, str>, E>,
) -> Result<String, E> {
    // Most values are longer than their names.
    let mut out = String::with_capacity(path.text.len() + 64 * path.slots.len());
    for (before, name) in path.parts() {
        out.push_str(before);
        if let Some(name) = name {
            out.push_str(&segment(name)?);
        }
    }
    Ok(out)
}

/// Inserts the values of variables, without a copy of a template that has none.
pub(crate) fn fill_variables<E>(
    template: &'static str,
    value: impl FnMut(&str) -> Result<String, E>,
) -> Result<Cow<'static, str>, E> {
    if template.contains('{') { fill(template, value).map(Cow::Owned) } else { Ok(Cow::Borrowed(template)) }
}

/// Writes a value as one segment of a path; the error is the reason why it cannot be one.
///
/// A value may not be `.` or `..`, which lead to another path even if they are percent-encoded, and not empty,
/// since a path with an empty segment addresses another resource or none.
pub(crate) fn segment(value: &str) -> Result<Cow<'_, str>, &'static str> {
    match value {
        "" => Err("is empty, and a part of a path must not be"),
        "." | ".." => Err("is `.` or `..`, which names another path"),
        _ => Ok(percent_encode(value)),
    }
}

/// Writes a name or a value of a query, a form or a cookie: all but what RFC 3986 calls unreserved is
/// percent-encoded.
pub(crate) fn percent_encode(value: &str) -> Cow<'_, str> {
    // Most values are letters and digits. Looking at all is faster than stopping at the first other character.
    match value.bytes().fold(true, |is_plain, byte| is_plain & byte.is_ascii_alphanumeric()) {
        true => Cow::Borrowed(value),
        false => utf8_percent_encode(value, SEGMENT).into(),
    }
}

/// Escapes the separator of list items in a query or a form.
pub(crate) fn separator_of_query(separator: &str) -> String {
    utf8_percent_encode(separator, QUERY_SEPARATOR).to_string()
}

/// Escapes the separator of list items in a segment of a path.
pub(crate) fn separator_of_path(separator: &str) -> String {
    utf8_percent_encode(separator, PATH_SEPARATOR).to_string()
}

/// Escapes the separator of list items in a cookie.
pub(crate) fn separator_of_cookie(separator: &str) -> String {
    utf8_percent_encode(separator, COOKIE_SEPARATOR).to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn fills() {
        let value = |name: &str| if name == "b" { Ok("x{a}".to_owned()) } else { Err(name.to_owned()) };
        assert_eq!(fill("/a/{b}/c", value), Ok("/a/x{a}/c".to_owned()));
        assert_eq!(fill("{b}{b}", value), Ok("x{a}x{a}".to_owned()));
        assert_eq!(fill("plain", value), Ok("plain".to_owned()));
        assert_eq!(fill("{open", value), Ok("{open".to_owned()));
        assert_eq!(fill("/{nope}", value), Err("nope".to_owned()));
    }

    #[test]
    fn paths_are_made_of_parts() {
        let segment = |name: &str| if name == "b" { Ok("x{a}".into()) } else { Err(name.to_owned()) };
        assert_eq!(path(Template::new("/a/{b}:{b}/c", &[(3, 6), (7, 10)]), segment), Ok("/a/x{a}:x{a}/c".to_owned()));
        assert_eq!(path(Template::new("/a", &[]), segment), Ok("/a".to_owned()));
        assert_eq!(path(Template::new("/{nope}", &[(1, 7)]), segment), Err("nope".to_owned()));
        // Slots that do not fit the text give less of it.
        assert_eq!(path(Template::new("/ü", &[(2, 0), (9, 99)]), |_| Ok::<_, ()>("".into())), Ok(String::new()));
    }

    #[test]
    fn escapes() {
        assert_eq!(segment("a/b c%2e?#ü"), Ok("a%2Fb%20c%252e%3F%23%C3%BC".into()));
        assert!(segment("").is_err() && segment(".").is_err() && segment("..").is_err());
        assert_eq!(segment("..."), Ok("...".into()));
        assert_eq!(percent_encode("a,b:&c=d+e f"), "a%2Cb%3A%26c%3Dd%2Be%20f");
        assert_eq!(
            [separator_of_query(",:|"), separator_of_path(",;|"), separator_of_cookie(",;|")],
            [",:%7C", ",;%7C", ",%3B%7C"]
        );
    }
}
