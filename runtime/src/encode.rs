//! Parameters as they travel: in the path, the query, headers, the JSON body and JSON-RPC `params`.
//!
//! Input: the description of an operation and its members, each as JSON text, typed or not. Output: the
//! texts for each part of a request, or one text for each thing that is wrong. Typed and untyped calls
//! share all of it. URLs, servers and variables are not known here.

mod arguments;
mod body;
mod multipart;
mod nested;
mod path;

pub use self::arguments::Arguments;
use crate::plain::{Plain, put_text};

use crate::{
    Error, Record, Write, Writer,
    codec::WriteError,
    error::Failure,
    schema::{Binding, Operation, ParamStyle, Place, Type, Value as Source},
    template,
};
use std::borrow::Cow;

/// The members of an input in the order of its fields: the JSON text of each, none where it is left out.
pub type Members = Vec<Option<Vec<u8>>>;

/// Writes the members of a typed operation. The error is a number that JSON cannot express.
pub fn members(operation: &dyn Record) -> Result<Members, Error> {
    written(operation, &|value, ty, _| crate::to_vec(value, ty))
}

/// The same with marks in the place of secrets, each of which holds the index of its member.
pub(crate) fn marked(operation: &dyn Record, mark: &str) -> Result<Members, Error> {
    written(operation, &|value, ty, index| Writer::marked(value, ty, format!("{mark}{index}-")))
}

type Writing<'w> = dyn Fn(&dyn Write, Type, usize) -> Result<Vec<u8>, WriteError> + 'w;

fn written(operation: &dyn Record, write: &Writing<'_>) -> Result<Members, Error> {
    let mut wrong = Vec::new();
    let mut members = Members::new();
    for (index, field) in operation.table().fields.iter().enumerate() {
        let nullable = field.required && crate::rules::takes_null(field.ty);
        let member = operation.member(index).filter(|member| nullable || !member.is_absent());
        let json = member.map(|member| write(member, field.ty, index)).transpose();
        members.push(json.unwrap_or_else(|error| {
            wrong.push(format!("`{}`: {error}", field.name));
            None
        }));
    }
    if wrong.is_empty() { Ok(members) } else { Err(Error::new(None, Failure::InvalidRequest(wrong))) }
}

/// What a request is made of, beside its URL's base.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// Names in the path, with segments that are ready to be put there.
    pub(crate) path: Vec<(&'static str, String)>,
    /// The query, ready to be put into a URL; empty when there is none.
    pub(crate) query: String,
    /// Names and values of headers.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// The body of a REST call and its media type.
    pub(crate) body: Option<body::Body>,
}

/// Checks the members and puts those of a REST call in their places.
pub(crate) fn parts(operation: &Operation, members: &[Option<Vec<u8>>]) -> Result<Parts, Vec<String>> {
    placed(operation, members, crate::rules::check(operation, members))
}

/// Puts members in their places; `wrong` is what is known to be wrong with them.
pub(crate) fn placed(
    operation: &Operation,
    members: &[Option<Vec<u8>>],
    mut wrong: Vec<String>,
) -> Result<Parts, Vec<String>> {
    let mut parts = Parts::default();
    let around = operation.bindings.iter();
    for binding in around.filter(|binding| matches!(binding.place, Place::Path | Place::Query | Place::Header)) {
        let Some(json) = source(binding, members) else { continue };
        if let Err(text) = parts.put(binding, &json) {
            wrong.push(format!("`{}` {text}", binding.name));
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
    let wrong = crate::rules::check(operation, members);
    if wrong.is_empty() { Ok(shaped(operation, members, style)) } else { Err(wrong) }
}

/// Writes `params` of members that are right.
pub(crate) fn shaped(operation: &Operation, members: &[Option<Vec<u8>>], style: ParamStyle) -> Vec<u8> {
    let bindings = operation.bindings.iter().filter(|binding| binding.place == Place::Rpc);
    let values = bindings.map(|binding| (binding.name, source(binding, members)));
    if style == ParamStyle::Positional {
        return positional(values.map(|(_, json)| json));
    }
    let (mut object, mut first) = (Vec::new(), None);
    for (name, json) in values {
        match json {
            // A constant without a name stands before the object: the kind of a subscription.
            Some(json) if name.is_empty() => first = Some(json),
            Some(json) => member(&mut object, name, &json),
            None => {}
        }
    }
    let object = closed(object);
    match (first, style) {
        (Some(first), _) => [b"[".as_slice(), &first, b",", &object, b"]"].concat(),
        (None, ParamStyle::Named) => object,
        (None, _) => [b"[".as_slice(), &object, b"]"].concat(),
    }
}

/// The places of parameters carry meaning, so one that is left out in the middle is null.
fn positional<'a>(values: impl Iterator<Item = Option<Cow<'a, [u8]>>>) -> Vec<u8> {
    let (mut array, mut left_out) = (Vec::with_capacity(64), 0);
    array.push(b'[');
    for json in values {
        let Some(json) = json else {
            left_out += 1;
            continue;
        };
        let nulls = std::iter::repeat_n(b"null".as_slice(), std::mem::take(&mut left_out));
        for json in nulls.chain([json.as_ref()]) {
            if array.len() > 1 {
                array.push(b',');
            }
            array.extend_from_slice(json);
        }
    }
    array.push(b']');
    array
}

/// The JSON that a binding carries.
fn source<'a>(binding: &Binding, members: &'a [Option<Vec<u8>>]) -> Option<Cow<'a, [u8]>> {
    match binding.value {
        Source::Member(index) => members.get(index)?.as_deref().map(Cow::Borrowed),
        Source::Fixed(json) => Some(Cow::Borrowed(json.as_bytes())),
    }
}

/// Adds a member to an object that is being written.
fn member(object: &mut Vec<u8>, name: &str, json: &[u8]) {
    object.push(if object.is_empty() { b'{' } else { b',' });
    put_text(object, name);
    object.push(b':');
    object.extend_from_slice(json);
}

fn closed(mut object: Vec<u8>) -> Vec<u8> {
    if object.is_empty() {
        object.push(b'{');
    }
    object.push(b'}');
    object
}

impl Parts {
    fn put(&mut self, binding: &Binding, json: &[u8]) -> Result<(), String> {
        let value = Plain::parse(json).map_err(|error| format!("is not JSON: {error}"))?;
        match binding.place {
            Place::Path => {
                self.path.push((binding.name, path::part(&value, binding)?));
            }
            Place::Header => {
                if let Some(text) = joined(&value, binding.join.unwrap_or(","))? {
                    self.headers.push((binding.name, text));
                }
            }
            Place::Query => self.put_query(binding, &value, json)?,
            _ => {}
        }
        Ok(())
    }

    fn put_query(&mut self, binding: &Binding, value: &Plain, json: &[u8]) -> Result<(), String> {
        let mut pairs = nested::Pairs::new();
        if !matches!(value, Plain::Null) {
            nested::put_joined(&mut pairs, binding, json)?;
        }
        for (name, value) in pairs {
            self.pair(&name, &value);
        }
        Ok(())
    }

    fn pair(&mut self, name: &str, value: &str) {
        if !self.query.is_empty() {
            self.query.push('&');
        }
        self.query.push_str(&template::query(name));
        self.query.push('=');
        self.query.push_str(&template::query(value));
    }
}

/// A list as one text, none for an empty list; anything else as [`single`].
fn joined(value: &Plain, separator: &str) -> Result<Option<String>, String> {
    let Plain::List(items) = value else { return single(value).map(Some) };
    let mut texts = Vec::with_capacity(items.len());
    for item in items {
        let text = single(item)?;
        refuse_separator(&text, item, separator)?;
        texts.push(text);
    }
    Ok((!texts.is_empty()).then(|| texts.join(separator)))
}

/// Nobody could tell where an item ends that holds what separates the items.
fn refuse_separator(text: &str, item: &Plain, separator: &str) -> Result<(), String> {
    match text.contains(separator) {
        true => Err(format!("holds the item {}, but `{separator}` separates the items", item.json())),
        false => Ok(()),
    }
}

/// A value outside of JSON: texts without quotation marks, numbers and booleans as they are.
fn single(value: &Plain) -> Result<String, String> {
    match value {
        Plain::Text(text) | Plain::Number(text) => Ok(text.clone()),
        Plain::Boolean(value) => Ok(value.to_string()),
        Plain::Null => Err("holds null, which cannot be written here".to_owned()),
        Plain::List(_) | Plain::Other(_) => Err("holds a list or an object, which cannot be written here".to_owned()),
    }
}
