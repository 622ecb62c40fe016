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

/// Reads a value from a JSON text; surrounding white space is accepted.
///
/// # Errors
/// The text is not JSON, or does not fit the type.
pub fn from_slice<T: Read>(ty: Type, body: &[u8]) -> Result<T, ReadError> {
    from_slice_within(ty, body, ReadLimits::default())
}

/// Reads a value from a JSON text, within the limits of the caller.
pub(crate) fn from_slice_within<T: Read>(ty: Type, body: &[u8], limits: ReadLimits) -> Result<T, ReadError> {
    let mut value = T::blank();
    read_within(ty, body, limits, &mut value)?;
    Ok(value)
}

/// Reads a JSON text into a blank value, within limits.
pub(crate) fn read_within(ty: Type, body: &[u8], limits: ReadLimits, value: &mut dyn Fill) -> Done {
    read_text_within(ty, as_text(body)?, limits, value)
}

/// Reads a JSON text, known to be UTF-8, into a blank value, within limits.
pub(crate) fn read_text_within(ty: Type, text: &str, limits: ReadLimits, value: &mut dyn Fill) -> Done {
    let mut reader = Reader::within(text, limits);
    reader.fill(ty, value)?;
    reader.finish()
}

/// Writes a value as JSON text in UTF-8.
///
/// # Errors
/// The value has no JSON form, such as a float that is not finite.
pub fn to_vec(value: &dyn Write, ty: Type) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new();
    value.write(ty.plain(), &mut writer);
    writer.finish()
}

/// Returns the members of an object in their order, each with its value as unchanged JSON text. A
/// repeated member is returned each time.
///
/// # Errors
/// The body is not JSON, or not an object; `null` counts as an object without members.
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

/// Returns the items of an array, each as unchanged JSON text.
///
/// # Errors
/// The body is not JSON, or not an array; `null` counts as an empty array.
pub(crate) fn items(body: &[u8]) -> Result<Vec<&str>, ReadError> {
    let mut items = Vec::new();
    list_items(as_text(body)?, &mut |item| items.push(item))?;
    Ok(items)
}

/// Calls `visit` with each item of an array, as unchanged JSON text.
///
/// # Errors
/// The text is not an array. Items before the error have been visited.
pub(crate) fn list_items<'t>(text: &'t str, visit: &mut dyn FnMut(&'t str)) -> Result<(), ReadError> {
    /// Type of an array of any items.
    static ANY: List = List { item: Type::Json, also: Also::Nothing };
    let mut reader = Reader::new(text);
    reader.list(Type::List(&ANY), &mut |reader, step| {
        // The text is a single array.
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

/// Returns the number of unpaired surrogates, written as escapes, in a JSON text; 0 if the text is
/// not JSON.
pub(crate) fn lone_surrogates(body: &[u8]) -> usize {
    let Ok(text) = as_text(body) else { return 0 };
    let mut tokens = Tokens::new(text);
    tokens.skip(&mut ()).map_or(0, |()| tokens.halves())
}

/// Returns the byte range of `part` in `body`; `None` if `part` is not a slice of `body`.
pub(crate) fn place_in(body: &[u8], part: &[u8]) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).wrapping_sub(body.as_ptr() as usize);
    let end = start.checked_add(part.len())?;
    (end <= body.len()).then_some(start..end)
}

/// Converts a body to text. The whole body is checked to be UTF-8.
pub(crate) fn as_text(body: &[u8]) -> Result<&str, ReadError> {
    // simdutf8 is several times as fast as the check of the standard library.
    simdutf8::compat::from_utf8(body)
        .map_err(|error| ReadError::new(body, error.valid_up_to(), "valid UTF-8", "other bytes"))
}
