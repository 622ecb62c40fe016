//! serde for all types, from the tables of the schema: functions which generated impls call.
//!
//! Input: a value and a serializer, or a deserializer of a self-describing format. Output: the JSON
//! form of the value for serde, and back. JSON text through `serde_json` is exact at any depth: it
//! is read as an equal value. Numbers keep their digits and members their order.
//!
//! Other formats, and `serde_json::Value`, have integers of 64 bits and floats. Any other number
//! becomes decimal text there, which is accepted wherever a number is described. `Format`
//! identifies the serializer by the name of its type, as serde has no other way. Unknown
//! serializers are treated as other formats.

mod from;
mod unchecked;

use std::cell::RefCell;

use chainloom_forms::Number;
use serde::de::Error as _;
use serde::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
use serde::{Deserialize as _, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::{
    json::{
        limits::ReadLimits,
        read_within,
        serde_bridge::unchecked::Unchecked,
        to_vec,
        token::{Fault, Kind, Tokens},
        traits::{Fill, Read, Write},
    },
    schema::Type,
};

/// Depth from which JSON text is written raw, without recursion, and other formats fail.
const MAX_DEPTH: usize = 128;

/// Serializes a value.
///
/// # Errors
/// The value has no JSON form, or the serializer fails.
pub fn serialize<S: Serializer>(value: &dyn Write, ty: Type, serializer: S) -> Result<S::Ok, S::Error> {
    let body = to_vec(value, ty).map_err(S::Error::custom)?;
    let text = std::str::from_utf8(&body).map_err(S::Error::custom)?;
    if Format::of::<S>() == Format::Compact {
        return raw(text, serializer);
    }
    Next { tokens: &RefCell::new(Tokens::new(text)), depth: 0 }.serialize(serializer)
}

/// Deserializes a value.
///
/// # Errors
/// The value does not fit the type, or the deserializer fails.
pub fn deserialize<'de, T: Read, D: Deserializer<'de>>(ty: Type, deserializer: D) -> Result<T, D::Error> {
    let mut value = T::blank();
    deserialize_into(&mut value, ty, deserializer)?;
    Ok(value)
}

/// Deserializes into a blank value.
///
/// # Errors
/// The value does not fit the type, or the deserializer fails.
pub(crate) fn deserialize_into<'de, D: Deserializer<'de>>(
    value: &mut dyn Fill,
    ty: Type,
    deserializer: D,
) -> Result<(), D::Error> {
    let text: Box<str> = match is_from_text::<D>() {
        true => Box::<RawValue>::deserialize(deserializer)?.into(),
        false => from::text(deserializer)?.into(),
    };
    read_within(ty, text.as_bytes(), ReadLimits::default(), value).map_err(D::Error::custom)
}

/// Format that a serializer writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// JSON text without white space.
    Compact,
    /// JSON text with white space.
    Laid,
    /// Another format.
    Other,
}

impl Format {
    /// Returns the format of a serializer.
    fn of<S>() -> Self {
        Self::named(std::any::type_name::<S>())
    }

    /// Returns the format by the name of the serializer's type. Its second type parameter is a
    /// formatter, which the name omits if it is the default.
    fn named(name: &str) -> Self {
        let Some(parameters) = name.strip_prefix("&mut serde_json::ser::Serializer<") else { return Self::Other };
        let mut depth = 0;
        for letter in parameters.chars() {
            match letter {
                '<' | '(' | '[' => depth += 1,
                '>' | ')' | ']' => depth -= 1,
                ',' if depth == 0 => return Self::Laid,
                _ => {}
            }
        }
        Self::Compact
    }

    /// Returns whether the format is JSON text.
    fn is_text(self) -> bool {
        self != Self::Other
    }
}

/// Returns whether a deserializer reads JSON text.
fn is_from_text<D>() -> bool {
    std::any::type_name::<D>().starts_with("&mut serde_json::de::Deserializer<")
}

/// The next value of a written body; serde serializes the values in their order.
struct Next<'r, 'a> {
    tokens: &'r RefCell<Tokens<'a>>,
    /// Number of arrays and objects around the value.
    depth: usize,
}

impl Serialize for Next<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kind = self.tokens.borrow_mut().peek().map_err(fault_error)?;
        match kind {
            Kind::Null => {
                self.tokens.borrow_mut().null().map_err(fault_error)?;
                serializer.serialize_unit()
            }
            Kind::Boolean => {
                let value = self.tokens.borrow_mut().boolean().map_err(fault_error)?;
                serializer.serialize_bool(value)
            }
            Kind::Text => self.text(serializer),
            Kind::Number => {
                let digits = self.tokens.borrow_mut().number().map_err(fault_error)?;
                number(digits, serializer)
            }
            Kind::List | Kind::Object if self.depth == MAX_DEPTH => self.write_deep(serializer),
            Kind::List => self.list(serializer),
            Kind::Object => self.object(serializer),
        }
    }
}

impl<'a> Next<'_, 'a> {
    /// Returns the next value, one level deeper.
    fn inner(&self) -> Self {
        Self { tokens: self.tokens, depth: self.depth + 1 }
    }

    /// Serializes the next array.
    fn list<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut more = self.tokens.borrow_mut().enter_list().map_err(fault_error)?;
        while more {
            list.serialize_element(&self.inner())?;
            more = self.tokens.borrow_mut().next_item().map_err(fault_error)?;
        }
        list.end()
    }

    /// Serializes the next object.
    fn object<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut more = self.tokens.borrow_mut().enter_object();
        while more {
            let name = self.tokens.borrow_mut().kept_key().map_err(fault_error)?;
            map.serialize_entry(&name, &self.inner())?;
            more = self.tokens.borrow_mut().next_member().map_err(fault_error)?;
        }
        map.end()
    }

    /// Serializes the next string.
    fn text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let start = self.tokens.borrow().offset();
        if let Ok(text) = self.tokens.borrow_mut().string().map(str::to_owned) {
            return serializer.serialize_str(&text);
        }
        // An unpaired surrogate in an undescribed member, which only JSON text can express.
        self.tokens.borrow_mut().seek(start);
        match Format::of::<S>().is_text() {
            true => raw(self.skip_value().map_err(fault_error)?, serializer),
            false => serializer.serialize_str(self.tokens.borrow_mut().string().map_err(fault_error)?),
        }
    }

    /// Writes a value that is too deep for recursion.
    fn write_deep<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match Format::of::<S>().is_text() {
            true => raw(self.skip_value().map_err(fault_error)?, serializer),
            false => Err(S::Error::custom(format!(
                "the value is nested deeper than {MAX_DEPTH}, which only the JSON text of `serde_json` holds"
            ))),
        }
    }

    /// Returns the JSON text of the next value.
    fn skip_value(&self) -> Result<&'a str, Fault> {
        let mut tokens = self.tokens.borrow_mut();
        let start = tokens.offset();
        tokens.skip(&mut ())?;
        Ok(tokens.all().get(start..tokens.offset()).unwrap_or_default())
    }
}

fn fault_error<E: serde::ser::Error>(_: Fault) -> E {
    E::custom("a member holds text that is not JSON")
}

/// Serializes JSON text unchanged. The writer has made the text, so `serde_json` neither checks nor
/// copies it.
fn raw<S: Serializer>(json: &str, serializer: S) -> Result<S::Ok, S::Error> {
    match *unchecked::NAME {
        Some(name) => Unchecked { name, json }.serialize(serializer),
        None => RawValue::from_string(json.to_owned()).map_err(S::Error::custom)?.serialize(serializer),
    }
}

/// Serializes a number as the smallest type that keeps its digits.
fn number<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    // The digits `-0` differ from those of the value 0.
    let is_same = |value: &dyn std::fmt::Display| value.to_string() == digits;
    if let Some(value) = digits.parse::<u64>().ok().filter(|value| is_same(value)) {
        return serializer.serialize_u64(value);
    }
    if let Some(value) = digits.parse::<i64>().ok().filter(|value| is_same(value)) {
        return serializer.serialize_i64(value);
    }
    if Format::of::<S>().is_text() {
        return raw(digits, serializer);
    }
    match digits.parse::<f64>() {
        Ok(value) if is_exact(digits, value) => serializer.serialize_f64(value),
        _ => serializer.serialize_str(digits),
    }
}

/// Returns whether a float equals the number in `digits`. Whole numbers count only if written with
/// a point or an exponent.
fn is_exact(digits: &str, value: f64) -> bool {
    (digits.contains(['.', 'e', 'E']) || digits == "-0")
        && Number::parse(digits).is_some_and(|number| Number::parse(&format!("{value:?}")) == Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::ser::PrettyFormatter;

    #[test]
    fn the_format_is_told_by_the_type() {
        type Compact<'a, W> = &'a mut serde_json::Serializer<W>;
        assert!(Format::of::<Compact<'_, &mut Vec<u8>>>() == Format::Compact);
        assert!(Format::of::<Compact<'_, Result<Vec<u8>, (u8, u8)>>>() == Format::Compact);
        assert!(Format::of::<&mut serde_json::Serializer<Vec<u8>, PrettyFormatter<'_>>>() == Format::Laid);
        assert!(Format::of::<serde_json::value::Serializer>() == Format::Other);
        assert!(is_from_text::<&mut serde_json::Deserializer<serde_json::de::StrRead<'_>>>());
        assert!(!is_from_text::<serde_json::Value>());
    }
}
