//! Meaning of plain YAML scalars: null, a boolean, a number or text. serde_yaml decides.
//! Outside of tests, only this file names serde_yaml.

use std::fmt;

use chainloom_forms::is_json_number;
use serde_yaml::Deserializer;
// serde_yaml implements these traits of serde.
use serde::de::{Deserialize, Visitor};

/// Meaning of a plain scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    Null,
    Boolean(bool),
    Number,
    Text,
}

/// Returns the meaning of a plain (unquoted) scalar.
pub(crate) fn plain(text: &str) -> Plain {
    // serde_yaml takes numbers beyond a double for texts.
    if is_json_number(text) {
        return Plain::Number;
    }
    if is_surely_text(text) {
        return Plain::Text;
    }
    // As an item of a list, the text cannot be read as the start of a document or a comment.
    let item = format!("- {text}");
    let [plain] = <[Plain; 1]>::deserialize(Deserializer::from_str(&item)).unwrap_or([Plain::Text]);
    plain
}

/// Returns whether a scalar is a text for sure: no null, boolean or number begins with its first
/// letter, or it is very long.
fn is_surely_text(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|first| first.is_alphabetic() && !"nNtTfF".contains(first)) || text.len() > 400
}

/// Visitor that converts a YAML scalar to its meaning.
struct PlainVisitor;

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

impl Visitor<'_> for PlainVisitor {
    type Value = Plain;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a scalar")
    }
    fn visit_unit<E>(self) -> Result<Plain, E> {
        Ok(Plain::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Plain, E> {
        Ok(Plain::Boolean(value))
    }
    fn visit_u64<E>(self, _: u64) -> Result<Plain, E> {
        Ok(Plain::Number)
    }
    fn visit_i64<E>(self, _: i64) -> Result<Plain, E> {
        Ok(Plain::Number)
    }
    fn visit_u128<E>(self, _: u128) -> Result<Plain, E> {
        Ok(Plain::Number)
    }
    fn visit_i128<E>(self, _: i128) -> Result<Plain, E> {
        Ok(Plain::Number)
    }
    fn visit_f64<E>(self, _: f64) -> Result<Plain, E> {
        Ok(Plain::Number)
    }
    fn visit_str<E>(self, _: &str) -> Result<Plain, E> {
        Ok(Plain::Text)
    }
}
