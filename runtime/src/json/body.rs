//! A whole JSON text: its value, its members, its items.
//!
//! Input: a body. Output: the value of a type, or unchanged parts of the body. The syntax of the
//! whole body is checked.

use crate::{
    json::{
        error::ReadError,
        limits::ReadLimits,
        reader::{Done, Reader, Step},
        text::Text,
        token::Tokens,
        traits::{Fill, Read, Write},
        writer::{WriteError, Writer},
    },
    schema::{Also, List, Type},
};
use std::ops::Range;

/// Reads a value from a JSON text, which may have white space around it.
///
/// # Errors
/// The text is not JSON, or does not fit the type.
pub fn from_slice<T: Read>(ty: Type, body: &[u8]) -> Result<T, ReadError> {
    from_slice_within(ty, body, ReadLimits::default())
}

/// Reads a value from a JSON text within limits that the caller sets.
pub(crate) fn from_slice_within<T: Read>(ty: Type, body: &[u8], limits: ReadLimits) -> Result<T, ReadError> {
    let mut value = T::blank();
    read_within(ty, body, limits, &mut value)?;
    Ok(value)
}

/// Reads a JSON text within limits into a blank value.
pub(crate) fn read_within(ty: Type, body: &[u8], limits: ReadLimits, value: &mut dyn Fill) -> Done {
    read_text_within(ty, as_text(body)?, limits, value)
}

/// Reads a JSON text that is known to be UTF-8 within limits into a blank value.
pub(crate) fn read_text_within(ty: Type, text: &str, limits: ReadLimits, value: &mut dyn Fill) -> Done {
    let mut reader = Reader::within(text, limits);
    reader.fill(ty, value)?;
    reader.finish()
}

/// Writes a value as JSON text.
///
/// # Errors
/// The value contains a float that is not finite.
pub fn to_vec(value: &dyn Write, ty: Type) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new();
    value.write(ty, &mut writer);
    writer.finish()
}

/// The members of an object, each with its value as it stands in the body: for envelopes whose
/// members are read by different parties. A member that came more than once is there more than
/// once.
///
/// # Errors
/// The body is not an object.
pub fn members(body: &[u8]) -> Result<Vec<(Text, &str)>, ReadError> {
    let mut reader = Reader::new(as_text(body)?);
    let mut members = Vec::new();
    reader.map(&mut |reader, name| {
        members.push((name.clone(), reader.raw()?));
        Ok(())
    })?;
    reader.finish()?;
    Ok(members)
}

/// The items of an array, each as it stands in the body.
///
/// # Errors
/// When the body is not an array.
pub(crate) fn items(body: &[u8]) -> Result<Vec<&str>, ReadError> {
    let mut items = Vec::new();
    list_items(as_text(body)?, &mut |item| items.push(item))?;
    Ok(items)
}

/// Visits the items of an array, each as it stands in the text.
///
/// # Errors
/// When the text is not an array. Items before the mistake are visited.
pub(crate) fn list_items<'t>(text: &'t str, visit: &mut dyn FnMut(&'t str)) -> Result<(), ReadError> {
    static ANY: List = List { item: Type::Json, also: Also::Nothing };
    let mut reader = Reader::new(text);
    reader.list(Type::List(&ANY), &mut |reader, step| {
        // There is but one array.
        if matches!(step, Step::Begin) {
            return Ok(());
        }
        reader.kind()?;
        let start = reader.tokens.offset();
        reader.skip()?;
        visit(text.get(start..reader.tokens.offset()).unwrap_or_default());
        Ok(())
    })?;
    reader.finish()
}

/// How many escapes in the texts and keys of a JSON text are half of a surrogate pair; zero for what is
/// no JSON.
pub(crate) fn lone_surrogates(body: &[u8]) -> usize {
    let Ok(text) = as_text(body) else { return 0 };
    let mut tokens = Tokens::new(text);
    tokens.skip(&mut ()).map_or(0, |()| tokens.halves())
}

/// Where a part of a body stands in it; none for a text of its own.
pub(crate) fn place_in(body: &[u8], part: &[u8]) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).wrapping_sub(body.as_ptr() as usize);
    let end = start.checked_add(part.len())?;
    (end <= body.len()).then_some(start..end)
}

/// The text of a body. All of it is checked, so that every part of it is text.
pub(crate) fn as_text(body: &[u8]) -> Result<&str, ReadError> {
    // Several times as fast as the check of the standard library.
    simdutf8::compat::from_utf8(body)
        .map_err(|error| ReadError::new(body, error.valid_up_to(), "valid UTF-8", "other bytes"))
}
