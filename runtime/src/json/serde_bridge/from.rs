//! Converts a deserializer of any self-describing format to JSON text.
//!
//! Input: a deserializer. Output: its content as JSON text: members in their order, numbers with
//! all digits that the format provides. Nothing is known of types here.

use std::fmt;

use chainloom_forms::is_decimal;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use crate::json::writer::Writer;

/// Name of the only member that `serde_json` presents for a number with its feature
/// `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// Converts the content of a deserializer to JSON text.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let mut writer = Writer::new();
    Value(&mut writer).deserialize(deserializer)?;
    let json = writer.finish().map_err(D::Error::custom)?;
    String::from_utf8(json).map_err(D::Error::custom)
}

/// Writes the next value as JSON text.
struct Value<'w>(&'w mut Writer);

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON can express")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.0.raw(if value { "true" } else { "false" });
        Ok(())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.0.number(format_args!("{value}"));
        Ok(())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.0.number(format_args!("{value}"));
        Ok(())
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        self.0.number(format_args!("{value}"));
        Ok(())
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        self.0.number(format_args!("{value}"));
        Ok(())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.0.float(value);
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.text(text);
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.raw("null");
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.0.raw("[");
        let mut is_first = true;
        while items.next_element_seed(Item(self.0, is_first))?.is_some() {
            is_first = false;
        }
        self.0.raw("]");
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let Some(mut name) = members.next_key_seed(Key)? else {
            self.0.raw("{}");
            return Ok(());
        };
        if name == NUMBER {
            let digits: String = members.next_value()?;
            if !is_decimal(&digits) {
                return Err(A::Error::custom("a number with invalid digits"));
            }
            self.0.raw(&digits);
            return Ok(());
        }
        self.0.raw("{");
        loop {
            self.0.key(&name);
            members.next_value_seed(Value(self.0))?;
            match members.next_key_seed(Key)? {
                Some(next) => name = next,
                None => break,
            }
        }
        self.0.raw("}");
        Ok(())
    }
}

/// Writes an item of a list; the flag marks the first item.
struct Item<'w>(&'w mut Writer, bool);

impl<'de> DeserializeSeed<'de> for Item<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if !self.1 {
            self.0.raw(",");
        }
        Value(self.0).deserialize(deserializer)
    }
}

/// Reads a key: a text, or a number in formats whose keys are values.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Key {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key that is a text or a number")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }
}
