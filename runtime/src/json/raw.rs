//! Preserved JSON: [`RawJson`], any value as text, and [`Extra`], the undescribed members of an
//! object.
//!
//! Input: a part of a body that the reader has checked. Output: the same text. Reading and writing
//! of both types is in `raw_impls`.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::json::text::Text;

/// Any JSON value, kept as text.
///
/// Digits, white space, escapes and nesting are preserved unchanged. Values are equal if their
/// texts are equal apart from white space between tokens.
#[derive(Clone)]
pub struct RawJson(Text);

impl RawJson {
    /// Creates a value from text that is known to be JSON.
    pub(crate) fn checked(text: &str) -> Self {
        Self(text.into())
    }

    /// Returns the JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the value is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.as_str() == "null"
    }

    /// Converts into a `serde_json` value.
    ///
    /// # Errors
    /// The value is nested deeper than `serde_json` reads, or has a string with an unpaired
    /// surrogate.
    pub fn to_value(&self) -> serde_json::Result<serde_json::Value> {
        serde_json::from_str(self.as_str())
    }
}

/// Returns the bytes of a JSON text without white space between tokens. In valid JSON, no two
/// tokens merge by that.
fn significant(text: &str) -> impl Iterator<Item = u8> {
    let (mut in_string, mut is_escaped) = (false, false);
    text.bytes().filter(move |byte| {
        let is_quote = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        in_string ^= is_quote;
        in_string || !matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
    })
}

/// Removes white space between tokens from a JSON text.
pub(crate) fn compact(json: &str) -> String {
    String::from_utf8(significant(json).collect()).unwrap_or_default()
}

/// Ignores white space between tokens.
impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || significant(&self.0).eq(significant(&other.0))
    }
}

impl Eq for RawJson {}

impl Hash for RawJson {
    fn hash<H: Hasher>(&self, state: &mut H) {
        significant(&self.0).for_each(|byte| state.write_u8(byte));
        state.write_u8(0xff);
    }
}

impl From<&serde_json::Value> for RawJson {
    fn from(value: &serde_json::Value) -> Self {
        Self(value.to_string().into())
    }
}

impl From<serde_json::Value> for RawJson {
    fn from(value: serde_json::Value) -> Self {
        Self::from(&value)
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawJson({})", self.as_str())
    }
}

/// Undescribed members of an object, in the order of the response.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra(Vec<(Text, RawJson)>);

impl Extra {
    /// Returns the value of a member, the last one if repeated; `None` if absent.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RawJson> {
        self.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// Iterates over names and values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &RawJson)> + ExactSizeIterator {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Appends a member, even if its name is present already.
    pub fn push(&mut self, name: impl Into<Text>, value: RawJson) {
        self.0.push((name.into(), value));
    }

    /// Returns the number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
