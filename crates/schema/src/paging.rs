//! Tables of pagination. Members of the input are identified by their index, members of responses
//! by their paths: one name for each enclosing object.

use crate::table::{choice, table};

table! {
    /// Description of the pagination of a list.
    #[derive(Debug)]
    struct Paginate {
        /// Selection of the next page in a request.
        by: PageBy,
        ..
        /// Path of the member that holds the items; empty if the response is the list.
        or items: &'static [&'static str] = &[],
        /// Index of the parameter that sets the page size; `None` if no parameter does.
        some size: usize,
        /// Conditions that mark the last page. For pages without token and URL, a page without items marks it,
        /// too.
        or end: &'static [PageEnd] = &[],
        /// Number of items of a page that the next page may repeat.
        or overlap: u32 = 0,
        /// Lifetime of a page token, in seconds; `None` if unknown.
        some life: u64,
        /// Whether a token may lead to several pages, one after another. An empty page then marks the end of
        /// the list, too.
        flag repeats: bool,
        /// Whether path and query of a URL are requested at the origin of the client, whatever
        /// origin the URL has.
        flag any_origin: bool,
    }
}

choice! {
    /// Selection of the next page in a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum PageBy {
        /// A token: a member of the response is a parameter of the next call.
        Token {
            /// Path of the token in the response.
            next: &'static [&'static str],
            /// Index of the parameter that takes the token.
            into: usize,
        },
        /// A URL in the header `Link` of the response.
        Link {
            /// Relation of the link.
            rel: &'static str,
        },
        /// A URL in a member of the response.
        Url {
            /// Path of the URL in the response.
            next: &'static [&'static str],
        },
        /// The number of the page.
        Page {
            /// Index of the parameter that takes the number.
            into: usize,
            /// Number of the first page.
            first: u64,
        },
        /// The index of the first item.
        Offset {
            /// Index of the parameter that takes the index of the item.
            into: usize,
        },
        /// The last item of the previous page.
        Last {
            /// Path of the member that identifies an item; empty if the item itself does.
            next: &'static [&'static str],
            /// Index of the parameter that takes that member.
            into: usize,
        },
    }
}

choice! {
    /// A condition that marks the last page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum PageEnd {
        /// The next token or URL is absent.
        Absent,
        /// The next token or URL is an empty string.
        Empty,
        /// The page has fewer items than requested.
        Short,
        /// The next token equals the one that was sent.
        Unchanged,
        /// The member at this path, a boolean, is false: no more pages follow.
        More(&'static [&'static str]),
        /// All pages so far have as many items as the member at this path states for the whole list.
        Total(&'static [&'static str]),
        /// The call for the page fails with this error, so the page before was the last one.
        Error {
            /// Code of the JSON-RPC error, or HTTP status; `None` for any.
            code: Option<i64>,
            /// A part of the service's message.
            message: &'static str,
        },
    }
}
