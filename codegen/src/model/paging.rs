//! How lists come in pages: how one leads to the next, and by which signs the last one is known.

use super::{Field, Source};

/// How the list of an operation is paged.
#[derive(Clone, Debug, PartialEq)]
pub struct Paginate {
    /// The member of the result that holds the items; empty where the result is the list.
    pub items: MemberPath,
    /// How a page leads to the next one.
    pub by: PageBy,
    /// The parameter that sets the size of a page.
    pub size: Option<String>,
    /// The signs that there are no more pages, beside a page without items.
    pub end: Vec<PageEnd>,
    /// How many items of a page a next page may repeat.
    pub overlap: u32,
    /// How long a token holds.
    pub life: Option<TokenLife>,
}

/// A member within members: `["meta", "cursor"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberPath(pub Vec<String>);

impl MemberPath {
    /// Its only name, or its names with dots between them.
    pub fn dotted(&self) -> String {
        self.0.join(".")
    }
}

/// How a page leads to the next one. Parameters are told by a `P`: their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageBy<P = String> {
    /// A member of an answer is what the next call takes.
    Token {
        /// The member of the result that says where to go on.
        next: MemberPath,
        /// The parameter that takes it.
        into: P,
    },
    /// The header `Link` of an answer has the address of the next page.
    Link {
        /// The relation by which it is known there.
        rel: String,
    },
    /// Pages have numbers.
    Page {
        /// The parameter that takes the number.
        into: P,
        /// The number of the first page.
        first: u64,
    },
    /// Items have places: the next page begins behind the items that were given.
    Offset {
        /// The parameter that takes the place.
        into: P,
    },
    /// The next call names the last item that was given.
    Last {
        /// The member of an item that names it; empty where the item does itself.
        next: MemberPath,
        /// The parameter that takes it.
        into: P,
    },
}

impl<P> PageBy<P> {
    /// The way without what belongs to it.
    pub const fn way(&self) -> PageWay {
        match self {
            Self::Token { .. } => PageWay::Token,
            Self::Link { .. } => PageWay::Link,
            Self::Page { .. } => PageWay::Page,
            Self::Offset { .. } => PageWay::Offset,
            Self::Last { .. } => PageWay::Last,
        }
    }

    /// The parameter that says which page is wanted; none where an address does.
    pub const fn into_param(&self) -> Option<&P> {
        match self {
            Self::Token { into, .. } | Self::Page { into, .. } | Self::Offset { into } | Self::Last { into, .. } => {
                Some(into)
            }
            Self::Link { .. } => None,
        }
    }

    /// The same, with parameters told in another way.
    pub fn map<Q>(&self, to: impl Fn(&P) -> Q) -> PageBy<Q> {
        match self {
            Self::Token { next, into } => PageBy::Token { next: next.clone(), into: to(into) },
            Self::Link { rel } => PageBy::Link { rel: rel.clone() },
            Self::Page { into, first } => PageBy::Page { into: to(into), first: *first },
            Self::Offset { into } => PageBy::Offset { into: to(into) },
            Self::Last { next, into } => PageBy::Last { next: next.clone(), into: to(into) },
        }
    }
}

/// The ways in which a page leads to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageWay {
    /// By a member of the answer.
    Token,
    /// By the header `Link`.
    Link,
    /// By its number.
    Page,
    /// By the place of its first item.
    Offset,
    /// By the last item.
    Last,
}

/// A sign that there are no more pages. Members are told by a `P`: where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageEnd<P = MemberPath> {
    /// `next`, or the address in the header, is absent.
    Absent,
    /// `next` is an empty text.
    Empty,
    /// Fewer items than asked for.
    Short,
    /// `next` is what was sent.
    Unchanged,
    /// This member says whether there are more, and it is false.
    More(P),
    /// This member counts the items of all pages, and so many were given.
    Total(P),
}

/// How the lists of a client are paged; operations start from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Paging {
    /// The parameters that every paged operation gets.
    pub query: Vec<Field>,
    /// How a page leads to the next one.
    pub way: PageWay,
    /// The member that says where to go on, as the spec writes it.
    pub next: Option<String>,
    /// The relation of an address in the header `Link`.
    pub rel: Option<String>,
    /// The number of the first page.
    pub first: Option<u64>,
    /// The parameter that says which page is wanted.
    pub into: Option<String>,
    /// The parameter that sets the size of a page.
    pub size: Option<String>,
    /// The signs that there are no more pages, with members as the spec writes them.
    pub end: Vec<PageEnd<String>>,
    /// How long a token holds.
    pub life: Option<TokenLife>,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// How long a page token holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenLife {
    /// The time in seconds.
    pub seconds: u64,
    /// Known from real services only.
    pub seen: bool,
}
