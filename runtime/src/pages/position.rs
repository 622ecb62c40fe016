//! Position in a list, as a text to store.
//!
//! Input: the position of a stream of pages. Output: a text, and the position parsed from it. The
//! text has no secrets: the URL of a page is stored without its origin and keys. A token that
//! contains a secret is not stored at all.

use crate::{Text, value::ParseError};
use std::{fmt, str::FromStr};

/// Version of the text format.
const VERSION: &str = "1";

/// Position at which a list continues, returned by [`Pages::position`](crate::Pages::position) and
/// accepted by [`Pages::resume`](crate::Pages::resume).
///
/// Positions can be stored as text: `Display` writes the text, `FromStr` parses it, and serde's
/// traits do both. A position is valid for its operation with the same parameters. The text has no
/// secrets.
///
/// ```
/// use chainloom_runtime::PagePosition;
///
/// let stored = "1:library.listBooks:0:-::token:\"b2\"";
/// let position: PagePosition = stored.parse()?;
/// assert_eq!(position.to_string(), stored);
/// # Ok::<(), chainloom_runtime::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PagePosition {
    /// ID of the operation.
    pub(super) operation: Text,
    pub(super) place: PagePlace,
    /// Number of new items, from this page on, that were already returned.
    pub(super) given: u64,
    /// Number of items before this page; `None` if unknown.
    pub(super) before: Option<u64>,
    /// Digests of the last items before this page, which the page may repeat.
    pub(super) tail: Vec<u64>,
}

/// Part of a request that selects a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum PagePlace {
    /// The unchanged parameters of the first call.
    Start,
    /// A page token or the last item, as JSON.
    Token(Text),
    /// Number of a page, or of an item.
    Number(u64),
    /// A URL relative to the base URL.
    Link(Text),
}

impl fmt::Display for PagePosition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.before.map_or_else(|| "-".to_owned(), |before| before.to_string());
        write!(out, "{VERSION}:{}:{}:{before}:", self.operation, self.given)?;
        for (index, digest) in self.tail.iter().enumerate() {
            write!(out, "{}{digest:016x}", if index == 0 { "" } else { "," })?;
        }
        match &self.place {
            PagePlace::Start => write!(out, ":start:"),
            PagePlace::Token(json) => write!(out, ":token:{json}"),
            PagePlace::Number(number) => write!(out, ":number:{number}"),
            PagePlace::Link(address) => write!(out, ":link:{address}"),
        }
    }
}

impl FromStr for PagePosition {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_position(text).ok_or(ParseError::new("the position of a list, as `PagePosition` writes it"))
    }
}

/// Parses the text of a position.
fn parse_position(text: &str) -> Option<PagePosition> {
    let mut parts = text.splitn(7, ':');
    let mut part = || parts.next();
    part().filter(|version| *version == VERSION)?;
    let (operation, given, before, tail, kind, value) = (part()?, part()?, part()?, part()?, part()?, part()?);
    let place = match kind {
        "start" if value.is_empty() => PagePlace::Start,
        "token" => PagePlace::Token(crate::json::RawJson::parse(value).ok()?.as_str().into()),
        "number" => PagePlace::Number(value.parse().ok()?),
        "link" if value.starts_with(['/', '~']) => PagePlace::Link(value.into()),
        _ => return None,
    };
    let digest = |text: &str| u64::from_str_radix(text, 16).ok();
    Some(PagePosition {
        operation: operation.into(),
        place,
        given: given.parse().ok()?,
        before: if before == "-" { None } else { Some(before.parse().ok()?) },
        tail: tail.split(',').filter(|text| !text.is_empty()).map(digest).collect::<Option<_>>()?,
    })
}

#[cfg(feature = "serde")]
impl serde::Serialize for PagePosition {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for PagePosition {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Text::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in [
            "1:library.books:0:0::start:",
            "1:library.books:3:-:00000000000000ff,0000000000000001:token:\"a:b\"",
            "1:library.books:3:-::token:{\"a\":[1]}",
            "1:library.books:0:12::number:40",
            "1:library.books:0:-::link:~/books?page=2&a=:",
        ] {
            let position: PagePosition = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "b2",
            "2:library.books:0:0::start:",
            "1:library.books:0:0::start:x",
            "1:library.books:0:0::token:b2",
            "1:library.books:0:0::number:-1",
            "1:library.books:0:0::link:https://elsewhere/",
            "1:library.books:x:0::start:",
            "1:library.books:0:0:zz:start:",
            "1:library.books:0:0::other:",
        ] {
            assert!(text.parse::<PagePosition>().is_err(), "{text}");
        }
    }
}
