//! Paging of lists: how the next page is requested, and how the last page is recognized.

use super::{Field, PageWay, Source, TokenLife};
use crate::language::words::paging;

/// Paging of the list of an operation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Paginate {
    /// Member of the result that holds the items; empty if the result is the list.
    pub items: MemberPath,
    /// How the next page is requested.
    pub by: PageBy,
    /// Parameter for the page size.
    pub size: Option<String>,
    /// Signs of the last page, in addition to an empty page.
    pub end: Vec<PageEnd>,
    /// Number of items of a page that the next page may repeat.
    pub overlap: u32,
    /// Lifetime of a token.
    pub life: Option<TokenLife>,
    /// Whether a token may lead to several pages, one after the other.
    pub repeats: bool,
    /// Whether a URL of another origin is requested at the own one.
    pub any_origin: bool,
}

/// Path of a nested member: `["meta", "cursor"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct MemberPath(pub Vec<String>);

impl MemberPath {
    /// The names, separated by dots.
    pub fn dotted(&self) -> String {
        self.0.join(".")
    }
}

/// How the next page is requested; `P` identifies a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum PageBy<P = String> {
    /// The next call sends the value of a member of the response.
    Token {
        /// The member of the result that says where to go on.
        next: MemberPath,
        /// The parameter that takes it.
        into: P,
    },
    /// The header `Link` of the response has the URL of the next page.
    Link {
        /// The relation by which it is known there.
        rel: String,
    },
    /// A member of the response has the URL of the next page.
    Url {
        /// The member of the result that holds it.
        next: MemberPath,
    },
    /// Pages have numbers.
    Page {
        /// The parameter that takes the number.
        into: P,
        /// Number of the first page.
        first: u64,
    },
    /// Items have offsets: the next page begins after the received items.
    Offset {
        /// The parameter that takes the place.
        into: P,
    },
    /// The next call sends the last received item.
    Last {
        /// The member of an item that names it; empty where the item does itself.
        next: MemberPath,
        /// The parameter that takes it.
        into: P,
    },
}

impl<P> PageBy<P> {
    /// The kind without its data.
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

    /// The parameter that selects the page; `None` for URLs.
    pub const fn into_param(&self) -> Option<&P> {
        match self {
            Self::Token { into, .. } | Self::Page { into, .. } | Self::Offset { into } | Self::Last { into, .. } => {
                Some(into)
            }
            Self::Link { .. } | Self::Url { .. } => None,
        }
    }

    /// The value with each parameter mapped.
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

/// A sign of the last page; `P` identifies a member.
pub type PageEnd<P = MemberPath> = paging::PageEnd<P>;

/// Paging of the lists of a client; operations inherit it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Paging {
    /// Parameters of every paged operation.
    pub query: Vec<Field>,
    /// How the next page is requested.
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
    /// Signs of the last page, with members as written in the spec.
    pub end: Vec<PageEnd<String>>,
    /// Lifetime of a token.
    pub life: Option<TokenLife>,
    /// Whether a URL of another origin is requested at the own one.
    pub any_origin: bool,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
}
