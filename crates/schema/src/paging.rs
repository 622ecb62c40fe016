//! Tables of pagination. Members of the input are identified by their index, members of responses
//! by their paths: one name for each enclosing object.

use crate::table::{choice, table};

table! {
    /// Description of the pagination of a list.
    #[derive(Debug)]
    struct Paginate {
        /// How the next page is requested.
        by: PageBy,
        ..
        /// The path of the member that holds the items; empty where the response is the list.
        or items: &'static [&'static str] = &[],
        /// The index of the parameter that sets the page size.
        some size: usize,
        /// The signs of the last page. Without a token or an address, a page without items is
        /// another.
        or end: &'static [PageEnd] = &[],
        /// How many items of a page the next page may repeat.
        or overlap: u32 = 0,
        /// The lifetime of a page token, in seconds.
        some life: u64,
        /// Whether a token may lead to several pages, one after the other. The end is an empty page
        /// then, beside its other signs.
        flag repeats: bool,
        /// Whether path and query of an address are requested at the origin of the client, whatever
        /// origin the address has.
        flag any_origin: bool,
    }
}

choice! {
    /// How the next page is requested.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum PageBy {
        /// By a token: a member of a response is a parameter of the next call.
        Token {
            /// The member of the response that says where to go on.
            next: &'static [&'static str],
            /// The member of the input that takes it.
            into: usize,
        },
        /// By an address in the header `Link` of a response.
        Link {
            /// The relation by which it is known there.
            rel: &'static str,
        },
        /// By an address in a member of a response.
        Url {
            /// The member of the response that holds it.
            next: &'static [&'static str],
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
}

choice! {
    /// A sign of the last page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum PageEnd {
        /// The next token, or the address of the next page, is absent.
        Absent,
        /// The next token, or the address of the next page, is an empty string.
        Empty,
        /// The page has fewer items than requested.
        Short,
        /// The next token equals the one that was sent.
        Unchanged,
        /// This member of the response is false.
        More(&'static [&'static str]),
        /// As many items were received as this member of the response counts over all pages.
        Total(&'static [&'static str]),
        /// The call for the page fails with this error, so the page before was the last one.
        Error {
            /// The code of the JSON-RPC error, or the HTTP status; any by default.
            code: Option<i64>,
            /// A part of the service's message.
            message: &'static str,
        },
    }
}
