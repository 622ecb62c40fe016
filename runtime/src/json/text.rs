//! Text type of values: a string that stores up to 24 bytes inline, without an allocation, because
//! most texts of responses are short. The wrapper hides the string library from users.

use std::borrow::{Borrow, Cow};
use std::convert::Infallible;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use compact_str::CompactString;

/// An owned string that stores up to 24 bytes inline.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(CompactString);

impl Text {
    /// Returns the empty text.
    pub(crate) const fn empty() -> Self {
        Self(CompactString::const_new(""))
    }

    /// Returns the string as a slice.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(CompactString::new(text))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(CompactString::from(text))
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&Self> for Text {
    fn from(text: &Self) -> Self {
        text.clone()
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        Self(CompactString::from(text))
    }
}

impl From<Box<str>> for Text {
    fn from(text: Box<str>) -> Self {
        Self(CompactString::from(text))
    }
}

impl From<char> for Text {
    fn from(letter: char) -> Self {
        Self::from(&*letter.encode_utf8(&mut [0; 4]))
    }
}

/// Any string is a text.
impl FromStr for Text {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

impl From<&Text> for String {
    fn from(text: &Text) -> Self {
        text.as_str().to_owned()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0.into_string()
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Text {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<Text> for str {
    fn eq(&self, other: &Text) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<Text> for &str {
    fn eq(&self, other: &Text) -> bool {
        *self == other.as_str()
    }
}

impl PartialEq<Text> for String {
    fn eq(&self, other: &Text) -> bool {
        self == other.as_str()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
