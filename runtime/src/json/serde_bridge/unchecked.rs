//! Writes JSON text through `serde_json` without a check or a copy.
//!
//! Input: text that is JSON. Output: the same text through its serializer. A `RawValue` is a struct
//! with a name that only `serde_json` knows. The name is obtained from a `RawValue` and tested
//! once; `NAME` is `None` if the test fails.

use std::sync::LazyLock;

use serde::de::{Error as _, Visitor};
use serde::ser::SerializeStruct as _;
use serde::{Deserialize as _, Deserializer, Serialize, Serializer, forward_to_deserialize_any};
use serde_json::value::RawValue;

/// Name of the struct whose text `serde_json` writes unchanged; `None` if unknown.
pub(super) static NAME: LazyLock<Option<&'static str>> = LazyLock::new(|| {
    let mut name = None;
    // The probe records the name that is requested, and then fails.
    let _ = Box::<RawValue>::deserialize(NameProbe(&mut name));
    let name = name?;
    let written = serde_json::to_string(&Unchecked { name, json: "[1 ]" });
    (written.ok()? == "[1 ]").then_some(name)
});

/// JSON text, serialized as the struct `name`.
pub(super) struct Unchecked<'j> {
    pub(super) name: &'static str,
    pub(super) json: &'j str,
}

impl Serialize for Unchecked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = serializer.serialize_struct(self.name, 1)?;
        text.serialize_field(self.name, self.json)?;
        text.end()
    }
}

/// A deserializer that records the requested type name.
struct NameProbe<'n>(&'n mut Option<&'static str>);

impl<'de> Deserializer<'de> for NameProbe<'_> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(Self::Error::custom("there is no value"))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, _: V) -> Result<V::Value, Self::Error> {
        *self.0 = Some(name);
        Err(Self::Error::custom("there is no value"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::NAME;

    #[test]
    fn the_name_is_known_and_works() {
        assert!(NAME.is_some());
    }
}
