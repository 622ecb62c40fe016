//! Paging: how the next page is requested, and how the last page is recognized.

use super::common::{check_message_part, sentence};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::mapping::{choice, mapping, words};
use crate::language::node::{At, Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::Shape;
use crate::language::word::{Closed, Form, Word};

/// Way to request the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum PageWay {
    /// With a token from a member of the response.
    Token,
    /// With the URL in the header `Link`.
    Link,
    /// With a URL in the response.
    Url,
    /// With the number of the page.
    Page,
    /// With the offset of the first item of the page.
    Offset,
    /// With a value of the last item.
    Last,
}

words! { PageWay { Token "token", Link "link", Url "url", Page "page", Offset "offset", Last "last" } }

/// Condition by which the last page is recognized; `P` identifies a member.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum PageEnd<P> {
    /// `next`, or the URL of the next page, is absent.
    Absent,
    /// `next` is an empty text.
    Empty,
    /// The page has fewer items than requested.
    Short,
    /// `next` equals the sent value.
    Unchanged,
    /// The member that states whether more pages exist is false.
    More(P),
    /// The member counts the items of all pages, and all were received.
    Total(P),
    /// The call for a page after the last one fails with this error.
    Error {
        /// Code of the JSON-RPC error, or the HTTP status; `None` for any.
        code: Option<i64>,
        /// Part of the message of the service.
        message: String,
    },
}

/// Entry of `end` that is one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndWord {
    Absent,
    Empty,
    Short,
    Unchanged,
}

words! { EndWord { Absent "absent", Empty "empty", Short "short", Unchanged "unchanged" } }

mapping! {
    /// Entry of `end` that names a member or an error.
    #[derive(Clone, Debug)]
    pub(crate) struct EndDecl = "pageEnd", "an entry of `end`" {
        one kind: EndKind; "The member or the error.";
        some code: i64; "The code of that error: of JSON-RPC, or the HTTP status; by default any.";
    }
    then check_code;
}

choice! {
    /// Member or error that indicates the last page.
    #[derive(Clone, Debug)]
    pub(crate) enum EndKind {
        More "more": String; "The member of the response that says whether there are more pages.";
        Total "total": String; "The member of the response with the number of items on all pages.";
        Error "error": Text; "A part of the message of the error of a call behind the last page.";
    }
    hint "write `{ more: member }`, `{ total: member }` or `{ error: message }`";
}

/// Refuses `code` without `error`, and an `error` that is part of every message.
fn check_code(reader: &mut Reader, members: &Members<'_>, end: EndDecl) -> Option<EndDecl> {
    match (&end.kind, members.key_span("code")) {
        (EndKind::Error(text), _) => {
            check_message_part(reader, &text.value, text.span, Code::BadPagination).then_some(end)
        }
        (_, None) => Some(end),
        (_, Some(span)) => {
            let problem = Diagnostic::error(Code::BadShape, span, "`code` applies to `error`");
            reader.report(problem.hint("remove `code`"));
            None
        }
    }
}

impl Word for PageEnd<String> {
    const SHAPE: Shape = Shape::Either(&[EndWord::SHAPE, EndDecl::SHAPE]);

    fn read(reader: &mut Reader, node: &Node, _: &str) -> Option<Self> {
        if let NodeKind::Map(_) = node.kind {
            let EndDecl { kind, code } = Word::read(reader, node, "an entry of `end`")?;
            return Some(match kind {
                EndKind::More(member) => Self::More(member),
                EndKind::Total(member) => Self::Total(member),
                EndKind::Error(message) => Self::Error { code, message: message.value },
            });
        }
        Some(match EndWord::read(reader, node, "an entry of `end`")? {
            EndWord::Absent => Self::Absent,
            EndWord::Empty => Self::Empty,
            EndWord::Short => Self::Short,
            EndWord::Unchanged => Self::Unchanged,
        })
    }
}

/// Notation of `end`: the conditions of the last page, at least one.
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
    /// Time with its unit: hours, minutes or seconds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub enum LifeLength {
        Hours "hours": u32; "The lifetime of a page token in hours.";
        Minutes "minutes": u32; "The lifetime of a page token in minutes.";
        Seconds "seconds": u32; "The lifetime of a page token in seconds.";
    }
}

impl TokenLife {
    /// Returns the lifetime in seconds.
    #[must_use]
    pub fn seconds(self) -> u64 {
        match self.length {
            LifeLength::Hours(count) => u64::from(count) * 3_600,
            LifeLength::Minutes(count) => u64::from(count) * 60,
            LifeLength::Seconds(count) => count.into(),
        }
    }
}
