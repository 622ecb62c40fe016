//! How lists come in pages. Members of the input are told by their index, members of answers by their names: one for
//! each object that they stand in.

/// How a list is paged.
#[derive(Debug)]
pub struct Paginate {
    /// The member of the answer that holds the items; empty where the answer is the list.
    pub items: &'static [&'static str],
    /// How a page leads to the next one.
    pub by: PageBy,
    /// The member of the input that sets the size of a page.
    pub size: Option<usize>,
    /// The signs that there are no more pages. A page without items is one where no token or address tells.
    pub end: &'static [PageEnd],
    /// How many items of a page the next one may repeat.
    pub overlap: u32,
    /// How long a token holds, in seconds.
    pub life: Option<u64>,
}

impl Paginate {
    /// Pages whose answer is the list of items.
    pub const fn new(by: PageBy) -> Self {
        Self { items: &[], by, size: None, end: &[], overlap: 0, life: None }
    }

    /// The same, with the member of the answer that holds the items.
    pub const fn items(self, items: &'static [&'static str]) -> Self {
        Self { items, ..self }
    }

    /// The same, with the member of the input that sets the size of a page.
    pub const fn size(self, member: usize) -> Self {
        Self { size: Some(member), ..self }
    }

    /// The same, with the signs that there are no more pages.
    pub const fn end(self, end: &'static [PageEnd]) -> Self {
        Self { end, ..self }
    }

    /// The same, where a page may repeat so many items of the one before.
    pub const fn overlap(self, overlap: u32) -> Self {
        Self { overlap, ..self }
    }

    /// The same, where a token holds for so many seconds.
    pub const fn life(self, seconds: u64) -> Self {
        Self { life: Some(seconds), ..self }
    }
}

/// How a page leads to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageBy {
    /// A member of an answer is what the next call takes.
    Token {
        /// The member of the answer that says where to go on.
        next: &'static [&'static str],
        /// The member of the input that takes it.
        into: usize,
    },
    /// The header `Link` of an answer has the address of the next page.
    Link {
        /// The relation by which it is known there.
        rel: &'static str,
    },
    /// Pages have numbers.
    Page {
        /// The member of the input that takes the number.
        into: usize,
        /// The number of the first page.
        first: u64,
    },
    /// Items have places: the next page begins behind the items that were given.
    Offset {
        /// The member of the input that takes the place.
        into: usize,
    },
    /// The next call names the last item that was given.
    Last {
        /// The member of an item that names it; empty where the item does itself.
        next: &'static [&'static str],
        /// The member of the input that takes it.
        into: usize,
    },
}

/// A sign that there are no more pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageEnd {
    /// The next token, or the address in the header, is absent.
    Absent,
    /// The next token is an empty text.
    Empty,
    /// There are fewer items than asked for.
    Short,
    /// The next token is the one that was sent.
    Unchanged,
    /// This member of the answer says whether there are more, and it is false.
    More(&'static [&'static str]),
    /// This member of the answer counts the items of all pages, and so many came.
    Total(&'static [&'static str]),
}
