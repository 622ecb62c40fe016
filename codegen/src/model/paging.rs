//! Paging of lists: how the next page is requested, and how the last page is recognized.

use super::{Field, PageWay, Source, TokenLife};
use crate::language::words::paging;

/// Paging of the list of an operation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Paginate {
    /// Member of the result that holds the items; empty if the result is the list.
    pub items: MemberPath,
    /// Way to request the next page.
    pub by: PageBy,
    /// Parameter for the page size.
    pub size: Option<String>,
    /// Conditions of the last page, in addition to an empty page.
    pub end: Vec<PageEnd>,
    /// Number of items of a page that the next page may repeat.
    pub overlap: u32,
    /// Lifetime of a token.
    pub life: Option<TokenLife>,
    /// Whether several pages in succession may return the same token.
    pub repeats: bool,
    /// Whether a URL of another origin is requested at the client's own origin.
    pub any_origin: bool,
}

/// Path of a nested member: `["meta", "cursor"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct MemberPath(pub Vec<String>);

impl MemberPath {
    /// Returns the names, separated by dots.
    pub fn dotted(&self) -> String {
        self.0.join(".")
    }
}

/// Way to request the next page; `P` identifies a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum PageBy<P = String> {
    /// The next call sends the value of a member of the response.
    Token {
        /// Member of the result with the token of the next page.
        next: MemberPath,
        /// Parameter that takes the token.
        into: P,
    },
    /// The header `Link` of the response has the URL of the next page.
    Link {
        /// Relation of the link to the next page.
        rel: String,
    },
    /// A member of the response has the URL of the next page.
    Url {
        /// Member of the result that holds the URL.
        next: MemberPath,
    },
    /// Pages have numbers.
    Page {
        /// Parameter that takes the number.
        into: P,
        /// Number of the first page.
        first: u64,
    },
    /// Items have offsets: the next page begins after the received items.
    Offset {
        /// Parameter that takes the offset.
        into: P,
    },
    /// The next call sends a value of the last received item.
    Last {
        /// Member of an item that is sent; empty if the item itself is sent.
        next: MemberPath,
        /// Parameter that takes the value.
        into: P,
    },
}

impl<P> PageBy<P> {
    /// Returns the way without its data.
    pub const fn way(&self) -> PageWay {
        match self {
            Self::Token { .. } => PageWay::Token,
            Self::Link { .. } => PageWay::Link,
            Self::Url { .. } => PageWay::Url,
            Self::Page { .. } => PageWay::Page,
            Self::Offset { .. } => PageWay::Offset,
            Self::Last { .. } => PageWay::Last,
        }
    }

    /// Returns the parameter that selects the page; `None` for links and URLs.
    pub const fn into_param(&self) -> Option<&P> {
        match self {
            Self::Token { into, .. } | Self::Page { into, .. } | Self::Offset { into } | Self::Last { into, .. } => {
                Some(into)
            }
            Self::Link { .. } | Self::Url { .. } => None,
        }
    }

    /// Returns the way with each parameter mapped.
    pub fn map<Q>(&self, to: impl Fn(&P) -> Q) -> PageBy<Q> {
        match self {
            Self::Token { next, into } => PageBy::Token { next: next.clone(), into: to(into) },
            Self::Link { rel } => PageBy::Link { rel: rel.clone() },
            Self::Url { next } => PageBy::Url { next: next.clone() },
            Self::Page { into, first } => PageBy::Page { into: to(into), first: *first },
            Self::Offset { into } => PageBy::Offset { into: to(into) },
            Self::Last { next, into } => PageBy::Last { next: next.clone(), into: to(into) },
        }
    }
}

/// Condition by which the last page is recognized; `P` identifies a member.
pub type PageEnd<P = MemberPath> = paging::PageEnd<P>;

/// Paging of the lists of a client; operations inherit it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Paging {
    /// Parameters of every paged operation.
    pub query: Vec<Field>,
    /// Way to request the next page.
    pub way: PageWay,
    /// Member with the position of the next page, as written in the spec.
    pub next: Option<String>,
    /// Relation of the URL in the header `Link`.
    pub rel: Option<String>,
    /// Number of the first page.
    pub first: Option<u64>,
    /// Parameter that selects the page.
    pub into: Option<String>,
    /// Parameter for the page size.
    pub size: Option<String>,
    /// Conditions of the last page, with members as written in the spec.
    pub end: Vec<PageEnd<String>>,
    /// Lifetime of a token.
    pub life: Option<TokenLife>,
    /// Whether a URL of another origin is requested at the client's own origin.
    pub any_origin: bool,
    /// Section of the documents that describes the paging.
    pub source: Option<Source>,
}
