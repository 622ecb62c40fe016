//! serde for all types from the same tables: two functions, which generated impls call.
//!
//! Input: a value and a serializer, or a deserializer of a format that describes itself. Output: the JSON wire
//! form of the value as serde sees it, and back. One exception keeps numbers exact: a whole number above 64
//! bits and a fraction of more digits than a float has, which serde formats do not carry, go as decimal text; reading takes
//! that form everywhere.

use std::cell::RefCell;

use chainloom_forms::Number;
use serde::de::Error as _;
use serde::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
use serde::{Deserialize as _, Deserializer, Serialize, Serializer};

use super::token::{Kind, Tokens};
use super::{Read, Write, from_slice, to_vec};
use crate::schema::Type;

/// Serializes a value.
///
/// # Errors
/// When the value has no JSON form, or the serializer fails.
pub fn serialize<S: Serializer>(value: &dyn Write, ty: Type, serializer: S) -> Result<S::Ok, S::Error> {
    let body = to_vec(value, ty).map_err(S::Error::custom)?;
    let text = std::str::from_utf8(&body).map_err(S::Error::custom)?;
    Next(&RefCell::new(Tokens::new(text))).serialize(serializer)
}

/// Deserializes a value.
///
/// # Errors
/// When it does not fit, or the deserializer fails.
pub fn deserialize<'de, T: Read, D: Deserializer<'de>>(ty: Type, deserializer: D) -> Result<T, D::Error> {
    let tree = serde_json::Value::deserialize(deserializer)?;
    let body = serde_json::to_vec(&tree).map_err(D::Error::custom)?;
    from_slice(ty, &body).map_err(D::Error::custom)
}

/// The next value of a body that the writer made; serde calls for the values one after the other.
struct Next<'r, 'a>(&'r RefCell<Tokens<'a>>);

impl Serialize for Next<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let broken = |_| S::Error::custom("a member holds text that is not JSON");
        let kind = self.0.borrow_mut().peek().map_err(broken)?;
        match kind {
            Kind::Null => {
                self.0.borrow_mut().null().map_err(broken)?;
                serializer.serialize_unit()
            }
            Kind::Boolean => {
                let value = self.0.borrow_mut().boolean().map_err(broken)?;
                serializer.serialize_bool(value)
            }
            Kind::Text => {
                let text = self.0.borrow_mut().string().map_err(broken)?.to_owned();
                serializer.serialize_str(&text)
            }
            Kind::Number => {
                let digits = self.0.borrow_mut().number().map_err(broken)?;
                number(digits, serializer)
            }
            Kind::List => {
                let mut list = serializer.serialize_seq(None)?;
                let mut more = self.0.borrow_mut().enter_list().map_err(broken)?;
                while more {
                    list.serialize_element(self)?;
                    more = self.0.borrow_mut().next_item().map_err(broken)?;
                }
                list.end()
            }
            Kind::Object => {
                let mut map = serializer.serialize_map(None)?;
                let mut key = self.0.borrow_mut().enter_object().map_err(broken)?.map(str::to_owned);
                while let Some(name) = key {
                    map.serialize_entry(&name, self)?;
                    key = self.0.borrow_mut().next_key().map_err(broken)?.map(str::to_owned);
                }
                map.end()
            }
        }
    }
}

fn number<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(value) = digits.parse::<u64>() {
        return serializer.serialize_u64(value);
    }
    if let Ok(value) = digits.parse::<i64>() {
        return serializer.serialize_i64(value);
    }
    match digits.parse::<f64>() {
        Ok(value) if digits.contains(['.', 'e', 'E']) && is_exact(digits, value) => serializer.serialize_f64(value),
        _ => serializer.serialize_str(digits),
    }
}

/// Whether a float has all the digits of a number.
fn is_exact(digits: &str, value: f64) -> bool {
    Number::parse(digits).is_some_and(|number| Number::parse(&format!("{value:?}")) == Some(number))
}
