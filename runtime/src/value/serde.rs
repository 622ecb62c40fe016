//! serde's traits for the values of this crate, so that structs of a user that contain them can
//! derive the traits.
//!
//! Input and output are the same as for [`crate::serde_bridge`]. Each value is serialized as its text; a UNIX time or a
//! duration in whole units is serialized as a number. Every form that a response may have is accepted.

use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    Base58, Base64, Date, DateTime, Decimal, DurationMicros, DurationMillis, DurationNanos, DurationSeconds,
    FixedBase58, FixedBase64, IsoDuration, LooseHex, SecretText, Timestamp, TimestampMicros, TimestampMillis,
    TimestampNanos, Uuid,
};
use crate::Text;
use crate::json::{Extra, Maybe, RawJson, serde_bridge};
use crate::schema::{Integer, Type};

/// Implements serde's traits for each value.
macro_rules! values {
    ($($name:ident $(<$length:ident>)? as $ty:expr;)*) => {$(
        impl $(<const $length: usize>)? Serialize for $name $(<$length>)? {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde_bridge::serialize(self, $ty, serializer)
            }
        }

        impl<'de $(, const $length: usize)?> Deserialize<'de> for $name $(<$length>)? {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                serde_bridge::deserialize($ty, deserializer)
            }
        }
    )*};
}

values! {
    Base58 as Type::Text;
    Base64 as Type::Text;
    Date as Type::Text;
    DateTime as Type::Text;
    Decimal as Type::Text;
    DurationMicros as Type::Integer(Integer::U64);
    DurationMillis as Type::Integer(Integer::U64);
    DurationNanos as Type::Integer(Integer::U64);
    DurationSeconds as Type::Integer(Integer::U64);
    FixedBase58<N> as Type::Text;
    FixedBase64<N> as Type::Text;
    IsoDuration as Type::Text;
    LooseHex as Type::Text;
    RawJson as Type::Json;
    SecretText as Type::Text;
    Timestamp as Type::Integer(Integer::I64);
    TimestampMicros as Type::Integer(Integer::I64);
    TimestampMillis as Type::Integer(Integer::I64);
    TimestampNanos as Type::Integer(Integer::I64);
    Uuid as Type::Text;
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_bridge::deserialize(Type::Text, deserializer)
    }
}

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(Some(self.len()))?;
        for (name, value) in self.iter() {
            members.serialize_entry(name, value)?;
        }
        members.end()
    }
}

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_bridge::deserialize(Type::Json, deserializer)
    }
}

/// Serializes an absent value as null. To omit the member, use `#[serde(default,
/// skip_serializing_if = "Maybe::is_absent")]`.
impl<T: Serialize> Serialize for Maybe<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::Absent | Self::Null => serializer.serialize_none(),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Maybe<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}
