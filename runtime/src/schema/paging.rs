//! How lists come in pages. Members of the input are told by their index, members of answers by their names: one for
//! each object that they stand in.

/// Description of the pagination of a list.
#[derive(Debug)]
pub struct Paginate {
    /// The path of the member that holds the items; empty where the response is the list.
    pub items: &'static [&'static str],
    /// How the next page is requested.
    pub by: PageBy,
    /// The index of the parameter that sets the page size.
    pub size: Option<usize>,
    /// The signs of the last page. Without a token or an address, a page without items is another.
    pub end: &'static [PageEnd],
    /// How many items of a page the next page may repeat.
    pub overlap: u32,
    /// The lifetime of a page token, in seconds.
    pub life: Option<u64>,
    /// Whether a token may lead to several pages, one after the other. The end is an empty page then, beside its other signs.
    pub repeats: bool,
}

impl Paginate {
    /// Describes pages whose response is the list of items.
    pub const fn new(by: PageBy) -> Self {
        Self { items: &[], by, size: None, end: &[], overlap: 0, life: None, repeats: false }
    }

    /// Sets the path of the member that holds the items.
    pub const fn items(self, items: &'static [&'static str]) -> Self {
        Self { items, ..self }
    }

    /// Sets the parameter that sets the page size.
    pub const fn size(self, member: usize) -> Self {
        Self { size: Some(member), ..self }
    }

    /// Sets the signs of the last page.
    pub const fn end(self, end: &'static [PageEnd]) -> Self {
        Self { end, ..self }
    }

    /// Sets how many items of a page the next page may repeat.
    pub const fn overlap(self, overlap: u32) -> Self {
        Self { overlap, ..self }
    }

    /// Sets the lifetime of a page token, in seconds.
    pub const fn life(self, seconds: u64) -> Self {
        Self { life: Some(seconds), ..self }
    }

    /// Allows a token to lead to several pages.
    pub const fn repeats(self) -> Self {
        Self { repeats: true, ..self }
    }
}

/// How the next page is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageBy {
    /// By a token: a member of a response is a parameter of the next call.
    Token {
        /// The member of the answer that says where to go on.
        next: &'static [&'static str],
        /// The member of the input that takes it.
        into: usize,
    },
    /// By an address in the header `Link` of a response.
    Link {
        /// The relation by which it is known there.
        rel: &'static str,
    },
    /// By page number.
    Page {
        /// The member of the input that takes the number.
        into: usize,
        /// The number of the first page.
        first: u64,
    },
    /// By the index of the first item.
    Offset {
        /// The member of the input that takes the place.
        into: usize,
    },
    /// By the last item of the previous page.
    Last {
        /// The member of an item that names it; empty where the item does itself.
        next: &'static [&'static str],
        /// The member of the input that takes it.
        into: usize,
    },
}

/// A sign of the last page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageEnd {
    /// The next token, or the address in the header, is absent.
    Absent,
    /// The next token is an empty string.
    Empty,
    /// The page has fewer items than requested.
    Short,
    /// The next token equals the one that was sent.
    Unchanged,
    /// This member of the response is false.
    More(&'static [&'static str]),
    /// As many items were received as this member of the response counts over all pages.
    Total(&'static [&'static str]),
}
