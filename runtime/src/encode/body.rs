//! Body of a REST call.
//!
//! Input: the bindings of the body with their values. Output: the body and its media type, `None`
//! for a call without a body, or one violation for each value that cannot be written. The bindings
//! determine the kind of body, and a body has one kind.

use crate::{
    encode::{
        multipart::Multipart,
        nested, put_object,
        rules::{Violation, is_raw},
        single, source,
    },
    json::{Plain, compact, items},
    schema::{Binding, JSON, JSON_LINES, Operation, Place, Type, Value},
};
use std::borrow::Cow;
const FORM: &str = "application/x-www-form-urlencoded";
const BYTES: &str = "application/octet-stream";

/// A body and its media type.
pub(crate) type Body = (Vec<u8>, Cow<'static, str>);

/// Writes the body of a call.
pub(super) fn write(operation: &Operation, members: &[Option<Vec<u8>>], wrong: &mut Vec<Violation>) -> Option<Body> {
    let mut bindings = operation.bindings.iter().filter(|binding| is_body(binding.place)).peekable();
    let place = bindings.peek()?.place;
    let given = bindings.filter_map(|binding| Some((binding, source(binding, members)?)));
    let told = |usual: &'static str| operation.content.unwrap_or(usual).into();
    match place {
        // A form without members is no body, so it has no media type.
        Place::Form | Place::WholeForm => {
            let form = form(operation, given, wrong);
            (!form.is_empty()).then(|| (form, told(FORM)))
        }
        Place::Part => parts(operation, given, wrong).map(|(body, media)| (body, media.into())),
        Place::Whole => whole(given).map(|json| (json, told(JSON))),
        Place::Lines => lines(operation, given, wrong).map(|body| (body, told(JSON_LINES))),
        Place::Raw => raw(operation, given, wrong).map(|body| (body, told(BYTES))),
        _ => Some((object(given), told(JSON))),
    }
}

const fn is_body(place: Place) -> bool {
    matches!(
        place,
        Place::Body | Place::Form | Place::Part | Place::Whole | Place::Lines | Place::WholeForm | Place::Raw
    )
}

/// Part of a body: a binding and the JSON that it carries.
type BoundValue<'b> = (&'b Binding, Cow<'b, [u8]>);

/// Writes a JSON object.
fn object<'b>(given: impl Iterator<Item = BoundValue<'b>>) -> Vec<u8> {
    let mut object = Vec::new();
    put_object(&mut object, given.map(|(binding, json)| (binding.name, json)));
    object
}

/// Writes a form, percent-encoded.
fn form<'b>(operation: &Operation, given: impl Iterator<Item = BoundValue<'b>>, wrong: &mut Vec<Violation>) -> Vec<u8> {
    let mut form = String::new();
    for (binding, json) in given {
        let put = match binding.place {
            Place::WholeForm => nested::put_members(&mut form, &json, binding.style),
            _ => nested::put(&mut form, binding, &json),
        };
        wrong.extend(put.err().map(|text| Violation::misplaced(operation, binding, &text)));
    }
    form.into_bytes()
}

/// Writes a multipart body, and returns its media type, too; `None` without a part.
fn parts<'b>(
    operation: &Operation,
    given: impl Iterator<Item = BoundValue<'b>>,
    wrong: &mut Vec<Violation>,
) -> Option<(Vec<u8>, String)> {
    let mut parts = Multipart::new();
    for (binding, value) in given {
        let put = parts.put(binding, type_of(operation, binding), &value);
        wrong.extend(put.err().map(|text| Violation::misplaced(operation, binding, &text)));
    }
    parts.finish()
}

/// Returns the JSON of the only value, which is the whole body.
fn whole<'b>(mut given: impl Iterator<Item = BoundValue<'b>>) -> Option<Vec<u8>> {
    given.next().map(|(_, json)| json.into_owned())
}

/// Writes each item of a list as a line. Line feeds are only between the tokens of JSON.
fn lines<'b>(
    operation: &Operation,
    mut given: impl Iterator<Item = BoundValue<'b>>,
    wrong: &mut Vec<Violation>,
) -> Option<Vec<u8>> {
    let (binding, json) = given.next()?;
    match items(&json) {
        Ok(items) => Some(items.into_iter().flat_map(|item| format!("{}\n", compact(item)).into_bytes()).collect()),
        Err(error) => {
            wrong.push(Violation::misplaced(operation, binding, &format!("is no list: {error}")));
            None
        }
    }
}

/// Writes bytes as they are, and a JSON value as its text without quotation marks.
fn raw<'b>(
    operation: &Operation,
    mut given: impl Iterator<Item = BoundValue<'b>>,
    wrong: &mut Vec<Violation>,
) -> Option<Vec<u8>> {
    let (binding, value) = given.next()?;
    if is_raw(type_of(operation, binding)) {
        return Some(value.into_owned());
    }
    let text = Plain::parse(&value)
        .map_err(|error| format!("is not JSON: {error}"))
        .and_then(|value| single(&value).map(str::to_owned));
    match text {
        Ok(text) => Some(text.into_bytes()),
        Err(text) => {
            wrong.push(Violation::misplaced(operation, binding, &text));
            None
        }
    }
}

/// Returns the type of the value that a binding carries.
fn type_of(operation: &Operation, binding: &Binding) -> Type {
    match binding.value {
        Value::Member(index) => operation.input.fields.get(index).map_or(Type::Json, |field| field.ty),
        Value::Fixed(_) => Type::Json,
    }
}
