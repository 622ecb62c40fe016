//! Reads values of unions from texts, as people write them.
//!
//! Input: a text, or several. Output: the value that a response with these texts would have. A text
//! that fits no arm is preserved and sent unchanged: services accept more than is described.

use crate::{
    json::{Read, Reader, text_json},
    schema::Type,
};

/// Converts a text to a value of a union.
#[doc(hidden)]
#[must_use]
pub fn of_text<T: Read>(text: &str) -> T {
    read(&text_json(text))
}

/// Converts texts to a list of values.
#[doc(hidden)]
#[must_use]
pub fn of_texts<T: Read>(texts: &[&str]) -> T {
    let items: Vec<_> = texts.iter().map(|text| text_json(text)).collect();
    read(&format!("[{}]", items.join(",")))
}

/// Reads JSON that this module has written. Reading succeeds, as unions preserve unknown values.
fn read<T: Read>(json: &str) -> T {
    T::read(Type::Json, &mut Reader::new(json)).unwrap_or_else(|_| T::blank())
}
