//! JSON of a parameter as a scalar or a list of scalars.
//!
//! Input: JSON text. Output: the value in the detail that paths, queries, headers and rules need.
//! Numbers keep their digits: floats would round large ones.

use crate::{
    ReadError, Reader, Text, from_slice,
    json::{self, reader::Lexeme, unescaped::plain_length},
    schema::{Also, List, Type},
};

/// Type of a list of any values.
pub(crate) static ITEMS: List = List { item: Type::Json, also: Also::Nothing };

/// A scalar, or a list of scalars, independent of JSON syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    Null,
    Boolean(bool),
    /// The number as written.
    Number(String),
    Text(String),
    /// Items of a list; nested lists and objects stay JSON text.
    List(Vec<Plain>),
    /// An object or a nested list, as JSON text.
    Other(String),
}

impl Plain {
    /// Parses a JSON text.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, ReadError> {
        match json.trim_ascii_start().first() {
            Some(b'[') => {
                let texts: Vec<crate::RawJson> = from_slice(Type::List(&ITEMS), json)?;
                let items = texts.iter().map(|text| Self::item(text.as_str()));
                items.collect::<Result<_, _>>().map(Self::List)
            }
            Some(b'"' | b'-' | b'0'..=b'9') => Self::scalar(json).or_else(|_| Self::any(json)),
            _ => Self::any(json),
        }
    }

    /// Parses a text or a number in one pass.
    fn scalar(json: &[u8]) -> Result<Self, ReadError> {
        let mut reader = Reader::new(json::as_text(json)?);
        let scalar = Self::read(&mut reader)?;
        reader.finish().map(|()| scalar)
    }

    /// Parses a value that is not a list into its members. The errors are the same as for any JSON.
    fn any(json: &[u8]) -> Result<Self, ReadError> {
        let text: crate::RawJson = from_slice(Type::Json, json)?;
        Self::item(text.as_str())
    }

    /// Parses a value that is not a list, or an item of a list.
    fn item(json: &str) -> Result<Self, ReadError> {
        match json.bytes().next() {
            Some(b'[' | b'{') => Ok(Self::Other(json.to_owned())),
            Some(b'n') => Ok(Self::Null),
            _ => Self::read(&mut Reader::new(json)),
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.scalar(|lexeme| {
            Ok(match lexeme {
                Lexeme::Text(text) => Self::Text(text.to_owned()),
                Lexeme::Number(digits) => Self::Number(digits.to_owned()),
                Lexeme::Boolean(value) => Self::Boolean(value),
            })
        })
    }

    /// Returns the number of items, members or characters, and their plural noun; `None` for other
    /// scalars.
    pub(crate) fn size(&self) -> Option<(usize, &'static str)> {
        match self {
            Self::List(items) => Some((items.len(), "items")),
            Self::Text(text) => Some((text.chars().count(), "characters")),
            Self::Other(json) => {
                let members: Vec<(Text, &str)> = json::members(json.as_bytes()).ok()?;
                Some((members.len(), "members"))
            }
            _ => None,
        }
    }

    /// Returns the value as JSON text.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => value.to_string(),
            Self::Number(text) | Self::Other(text) => text.clone(),
            Self::Text(text) => text_json(text),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::json).collect();
                format!("[{}]", items.join(","))
            }
        }
    }
}

/// Converts a text to a JSON string.
pub(crate) fn text_json(text: &str) -> String {
    match is_plain(text) {
        true => ["\"", text, "\""].concat(),
        false => serde_json::Value::from(text).to_string(),
    }
}

/// Appends a text as a JSON string.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    if is_plain(text) {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        out.extend_from_slice(text_json(text).as_bytes());
    }
}

/// Returns whether a text needs no escape in JSON.
fn is_plain(text: &str) -> bool {
    plain_length(text.as_bytes()) == text.len()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn takes_apart() {
        let round = |json: &str| Plain::parse(json.as_bytes()).unwrap().json();
        for json in
            ["null", "true", "\"a\\\"b\"", "123456789012345678901234567890.50e7", "[1,\"2\",[3],{\"a\":4}]", "[]"]
        {
            assert_eq!(round(json), json);
        }
        assert_eq!(round(" [ 1 , null ] "), "[1,null]");
        assert_eq!(Plain::parse(b"{\"a\":1,\"b\":[2]}").unwrap().size(), Some((2, "members")));
        for json in ["", "nul", "[1", "{", "1 2", "tru", "\"\n\"", "\u{fc}"] {
            assert!(Plain::parse(json.as_bytes()).is_err(), "{json}");
        }
        assert!(Plain::parse(&[b'"', 0xff, b'"']).is_err());
    }
}
