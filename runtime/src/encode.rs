//! Encoding of parameters: into the path, the query, headers, the JSON body and JSON-RPC `params`.
//!
//! Input: the table of an operation and its members, each as JSON text. Output: the text of each
//! part of a request, or one message for each mistake. Typed and untyped calls share all of it.
//! URLs, servers and variables are not known here.

mod argument;
mod arguments;
mod body;
mod expanded;
mod instance;
mod marked;
mod multipart;
mod nested;
mod path;
mod raw;
mod rules;
pub(crate) mod template;

pub use self::{
    argument::{Argument, IntoOption, OptionalArgument, TypedArguments, given},
    arguments::Arguments,
    raw::IntoJson,
    rules::Violation,
};
pub(crate) use self::{
    instance::Instance,
    marked::{marked_json, secret_texts, without_secrets},
    raw::RawRequest,
    rules::{are_equal, expected, takes_null, texts},
};

use self::expanded::Escape;
use crate::{
    Error, Record, Write, Writer,
    error::Failure,
    json::{Plain, WriteError, put_text},
    schema::{Binding, Operation, ParamStyle, Place, Protocol, Type, Value as Source},
};

use std::borrow::Cow;

/// The members of an input in the order of its fields: the JSON text of each, none where it is left
/// out.
pub type Members = Vec<Option<Vec<u8>>>;

/// Writes the members of a typed operation. The error is a number that JSON cannot express.
pub fn members(operation: &dyn Record) -> Result<Members, Error> {
    let mut members = Members::new();
    put_members(operation, &mut members)?;
    Ok(members)
}

/// Writes the members of a typed operation in place of others, whose buffers are used again.
pub(crate) fn put_members(operation: &dyn Record, members: &mut Members) -> Result<(), Error> {
    write_all(operation, members, &|value, ty, _, buffer| {
        let mut writer = Writer::of_request(buffer);
        value.write(ty, &mut writer);
        writer.finish()
    })
}

/// Writes the members, with a mark in place of each secret: `mark` with the index of the member.
pub(crate) fn mark_secrets(operation: &dyn Record, mark: &str) -> Result<Members, Error> {
    let mut members = Members::new();
    write_all(operation, &mut members, &|value, ty, index, _| Writer::marked(value, ty, format!("{mark}{index}-")))?;
    Ok(members)
}

/// Writes a member as JSON. It is given the index of the member, and a buffer to write into.
type Writing<'w> = dyn Fn(&dyn Write, Type, usize, Vec<u8>) -> Result<Vec<u8>, WriteError> + 'w;

/// Writes each given member by `write`. Values that have no JSON form are errors.
fn write_all(operation: &dyn Record, members: &mut Members, write: &Writing<'_>) -> Result<(), Error> {
    let fields = operation.table().fields;
    let mut wrong = Vec::new();
    members.resize(fields.len(), None);
    for (index, (field, place)) in fields.iter().zip(members).enumerate() {
        let nullable = field.required && crate::encode::rules::takes_null(field.ty);
        let member = operation.member(index).filter(|member| nullable || !member.is_absent());
        let buffer = place.take().unwrap_or_default();
        match member.map(|member| write(member, field.ty, index, buffer)).transpose() {
            Ok(json) => *place = json,
            Err(error) => wrong.push(format!("`{}`: {error}", field.name)),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Error::new(None, Failure::InvalidRequest(wrong))) }
}

/// Content of a request, in addition to the base of its URL.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// Path placeholders by name, with their encoded values.
    pub(crate) path: Vec<(&'static str, String)>,
    /// The query, ready to be put into a URL; empty when there is none.
    pub(crate) query: String,
    /// Names and values of headers.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// Cookies, ready to be put into a header.
    pub(crate) cookies: Vec<String>,
    /// The body of a REST call and its media type.
    pub(crate) body: Option<body::Body>,
}

/// Checks the members and puts the members of a REST call in their places.
pub(crate) fn parts(operation: &Operation, members: &[Option<Vec<u8>>]) -> Result<Parts, Vec<String>> {
    place_members(operation, members, rules::check(operation, members)).map_err(texts)
}

/// Returns the values that cannot be put in their places.
pub(crate) fn placement_violations(operation: &Operation, members: &[Option<Vec<u8>>]) -> Vec<Violation> {
    match operation.protocol {
        Protocol::Rest { .. } => place_members(operation, members, Vec::new()).err().unwrap_or_default(),
        Protocol::Rpc { .. } => Vec::new(),
    }
}

/// Puts members in their places. The error adds misplaced members to `wrong`, the violations found before.
pub(crate) fn place_members(
    operation: &Operation,
    members: &[Option<Vec<u8>>],
    mut wrong: Vec<Violation>,
) -> Result<Parts, Vec<Violation>> {
    let mut parts = Parts::default();
    let around = operation.bindings.iter();
    let is_around = |place| matches!(place, Place::Path | Place::Query | Place::Header | Place::Cookie);
    for binding in around.filter(|binding| is_around(binding.place)) {
        let Some(json) = source(binding, members) else { continue };
        if let Err(text) = parts.put(binding, &json) {
            wrong.push(Violation::misplaced(operation, binding, &text));
        }
    }
    parts.body = body::write(operation, members, &mut wrong);
    if wrong.is_empty() { Ok(parts) } else { Err(wrong) }
}

/// Checks the members and writes `params` of a JSON-RPC call.
pub(crate) fn params(
    operation: &Operation,
    members: &[Option<Vec<u8>>],
    style: ParamStyle,
) -> Result<Vec<u8>, Vec<String>> {
    check(operation, members).map(|()| params_json(operation, members, style))
}

/// Checks the members of a JSON-RPC call.
pub(crate) fn check(operation: &Operation, members: &[Option<Vec<u8>>]) -> Result<(), Vec<String>> {
    let wrong = rules::check(operation, members);
    if wrong.is_empty() { Ok(()) } else { Err(texts(wrong)) }
}

/// Writes `params` of members that are known to be valid.
pub(crate) fn params_json(operation: &Operation, members: &[Option<Vec<u8>>], style: ParamStyle) -> Vec<u8> {
    let mut out = Vec::with_capacity(64);
    put_params(&mut out, operation, members, style);
    out
}

/// Appends the `params` of a JSON-RPC call.
pub(crate) fn put_params(out: &mut Vec<u8>, operation: &Operation, members: &[Option<Vec<u8>>], style: ParamStyle) {
    let values = |place| {
        let bindings = operation.bindings.iter().filter(move |binding| binding.place == place);
        bindings.map(|binding| (binding.name, source(binding, members)))
    };
    if style == ParamStyle::Positional {
        return put_positional(out, values(Place::Rpc).map(|(_, json)| json));
    }
    let kind = values(Place::Kind).find_map(|(_, json)| json);
    let is_list = kind.is_some() || style != ParamStyle::Named;
    if is_list {
        out.push(b'[');
    }
    if let Some(json) = kind {
        out.extend_from_slice(&json);
        out.push(b',');
    }
    put_object(out, values(Place::Rpc).filter_map(|(name, json)| Some((name, json?))));
    if is_list {
        out.push(b']');
    }
}

/// Writes parameters by position. Positions carry meaning, so a parameter that is left out in the middle is null.
fn put_positional<'a>(out: &mut Vec<u8>, values: impl Iterator<Item = Option<Cow<'a, [u8]>>>) {
    out.push(b'[');
    let (start, mut left_out) = (out.len(), 0);
    let mut put = |json: &[u8]| {
        if out.len() > start {
            out.push(b',');
        }
        out.extend_from_slice(json);
    };
    for json in values {
        let Some(json) = json else {
            left_out += 1;
            continue;
        };
        (0..std::mem::take(&mut left_out)).for_each(|_| put(b"null"));
        put(&json);
    }
    out.push(b']');
}

/// Returns the JSON that a binding sends; `None` if it is left out.
fn source<'a>(binding: &Binding, members: &'a [Option<Vec<u8>>]) -> Option<Cow<'a, [u8]>> {
    match binding.value {
        Source::Member(index) => members.get(index)?.as_deref().map(Cow::Borrowed),
        Source::Fixed(json) => Some(Cow::Borrowed(json.as_bytes())),
    }
}

/// Appends an object to the output.
fn put_object<'a>(out: &mut Vec<u8>, members: impl Iterator<Item = (&'a str, Cow<'a, [u8]>)>) {
    out.push(b'{');
    for (place, (name, json)) in members.enumerate() {
        if place > 0 {
            out.push(b',');
        }
        put_text(out, name);
        out.push(b':');
        out.extend_from_slice(&json);
    }
    out.push(b'}');
}

impl Parts {
    /// Puts the JSON of a binding into its part of the request. The error is the reason why the part cannot
    /// hold it.
    fn put(&mut self, binding: &Binding, json: &[u8]) -> Result<(), String> {
        let value = Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))?;
        match binding.place {
            Place::Path => {
                self.path.push((binding.name, path::part(&value, binding)?));
            }
            Place::Header => {
                if let Some(text) = expanded::text(&value, binding, &AS_IT_IS)? {
                    self.headers.push((binding.name, text));
                }
            }
            Place::Cookie => {
                if let Some(text) = expanded::text(&value, binding, &IN_COOKIE)? {
                    self.cookies.push(format!("{}={text}", binding.name));
                }
            }
            Place::Query if !matches!(value, Plain::Null) => nested::put(&mut self.query, binding, json)?,
            _ => {}
        }
        Ok(())
    }
}

/// Escape for headers and parts of forms, which hold texts unescaped.
const AS_IT_IS: Escape = Escape { text: |text, _| Ok(text.to_owned()), separator: |separator| separator.to_owned() };

/// Escape for cookies, in which no text can be read as the end of the cookie.
const IN_COOKIE: Escape =
    Escape { text: |text, _| Ok(template::percent_encode(text).into()), separator: template::separator_of_cookie };

/// Refuses an item that contains the separator of items, because nobody could tell where the item ends.
fn refuse_separator(text: &str, item: &Plain, separator: &str) -> Result<(), String> {
    match text.contains(separator) {
        true => Err(format!("holds the item {}, but `{separator}` separates the items", item.json())),
        false => Ok(()),
    }
}

/// Returns the text of a value outside of JSON: texts without quotation marks, numbers and booleans as they are.
fn single(value: &Plain) -> Result<&str, String> {
    match value {
        Plain::Text(text) | Plain::Number(text) => Ok(text),
        Plain::Boolean(value) => Ok(if *value { "true" } else { "false" }),
        Plain::Null => Err("holds null, which cannot be written here".to_owned()),
        Plain::List(_) | Plain::Other(_) => Err("holds a list or an object, which cannot be written here".to_owned()),
    }
}
