//! Paging: how a list goes on, and where it ends.

use super::common::{is_part, sentence};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::mapping::{choice, mapping, words};
use crate::language::node::{At, Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::Shape;
use crate::language::word::{Closed, Form, Word};

/// Ways to request the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum PageWay {
    /// By a member of the response.
    Token,
    /// By the header `Link`.
    Link,
    /// By a URL in the response.
    Url,
    /// By its number.
    Page,
    /// By the offset of its first item.
    Offset,
    /// By the last item.
    Last,
}

words! { PageWay { Token "token", Link "link", Url "url", Page "page", Offset "offset", Last "last" } }

/// A sign of the last page; `P` identifies a member.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum PageEnd<P> {
    /// `next`, or the URL of the next page, is absent.
    Absent,
    /// `next` is an empty text.
    Empty,
    /// Fewer items than asked for.
    Short,
    /// `next` is what was sent.
    Unchanged,
    /// This member says whether there are more pages, and is false.
    More(P),
    /// This member counts the items of all pages, and all were received.
    Total(P),
    /// The call for a page behind it fails with this error.
    Error {
        /// The code of the JSON-RPC error, or the HTTP status; any by default.
        code: Option<i64>,
        /// A part of the service's message.
        message: String,
    },
}

/// A sign of the end that is one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndWord {
    Absent,
    Empty,
    Short,
    Unchanged,
}

words! { EndWord { Absent "absent", Empty "empty", Short "short", Unchanged "unchanged" } }

mapping! {
    /// A sign of the end that is a member or an error.
    #[derive(Clone, Debug)]
    pub(crate) struct EndSign = "pageEnd", "a sign of the end" {
        one sign: Sign; "The member or the error.";
        some code: i64; "The code of that error: of JSON-RPC, or the HTTP status; by default any.";
    }
    then with_code;
}

choice! {
    /// A member or an error by which the end is told.
    #[derive(Clone, Debug)]
    pub(crate) enum Sign {
        More "more": String; "The member of the response that says whether there are more pages.";
        Total "total": String; "The member of the response with the number of items on all pages.";
        Error "error": Text; "A part of the message of the error of a call behind the last page.";
    }
    hint "write `{ more: member }`, `{ total: member }` or `{ error: message }`";
}

/// Only an error has a code, and a part of its message.
fn with_code(reader: &mut Reader, members: &Members<'_>, end: EndSign) -> Option<EndSign> {
    match (&end.sign, members.key_span("code")) {
        (Sign::Error(text), _) => is_part(reader, &text.value, text.span, Code::BadPagination).then_some(end),
        (_, None) => Some(end),
        (_, Some(span)) => {
            let problem = Diagnostic::error(Code::BadShape, span, "`code` applies to `error`");
            reader.report(problem.hint("remove it"));
            None
        }
    }
}

impl Word for PageEnd<String> {
    const SHAPE: Shape = Shape::Either(&[EndWord::SHAPE, EndSign::SHAPE]);

    fn read(reader: &mut Reader, node: &Node, _: &str) -> Option<Self> {
        if let NodeKind::Map(_) = node.kind {
            let EndSign { sign, code } = Word::read(reader, node, "a sign of the end")?;
            return Some(match sign {
                Sign::More(member) => Self::More(member),
                Sign::Total(member) => Self::Total(member),
                Sign::Error(message) => Self::Error { code, message: message.value },
            });
        }
        Some(match EndWord::read(reader, node, "a sign of the end")? {
            EndWord::Absent => Self::Absent,
            EndWord::Empty => Self::Empty,
            EndWord::Short => Self::Short,
            EndWord::Unchanged => Self::Unchanged,
        })
    }
}

/// At least one sign of the end.
#[derive(Debug)]
pub(crate) enum Ends {}

impl Form<Vec<At<PageEnd<String>>>> for Ends {
    const SHAPE: Shape = Shape::List(&PageEnd::SHAPE);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<At<PageEnd<String>>>> {
        if matches!(&node.kind, NodeKind::List(items) if items.is_empty()) {
            let problem = Diagnostic::error(Code::BadPagination, node.span, format!("{what} lists nothing"));
            let words: Vec<String> = EndWord::ALL.iter().map(|(word, _)| format!("`{word}`")).collect();
            reader.report(problem.hint(format!("name at least one of {}", words.join(", "))));
        }
        Word::read(reader, node, what)
    }
}

mapping! {
    /// Lifetime of a page token.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub struct TokenLife = "life", "`life`" {
        one length: LifeLength; "The lifetime.";
        flag seen: bool; sentence!(seen);
    }
}

choice! {
    /// A time of minutes and more.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub enum LifeLength {
        Hours "hours": u32; "The lifetime of a page token in hours.";
        Minutes "minutes": u32; "The lifetime of a page token in minutes.";
        Seconds "seconds": u32; "The lifetime of a page token in seconds.";
    }
}

impl TokenLife {
    /// The time in seconds.
    #[must_use]
    pub fn seconds(self) -> u64 {
        match self.length {
            LifeLength::Hours(count) => u64::from(count) * 3_600,
            LifeLength::Minutes(count) => u64::from(count) * 60,
            LifeLength::Seconds(count) => count.into(),
        }
    }
}
