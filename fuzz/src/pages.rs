//! Lists in pages whose tokens, links and items are anything.
//!
//! Input: bytes, which choose a way of paging and the pages. Output: what is wrong. A list ends; no
//! page is requested twice; the items are those of the pages, in their order; a list that is said
//! to be complete lacks none.

use chainloom::runtime as rt;

use crate::Outcome;
use crate::hostile::library::{Book, Call};
use crate::hostile::{End, Response, Server, client, places::place, run, told};
use crate::input::Input;

const TOKENS: [&str; 12] = [
    "null", "\"\"", "\"a\"", "\"a\"", "\"b\"", "\"\\u0061\"", "\" a\"", "1", "1.0", "\"key-hush-4713\"", "{}",
    "\"\\ud800\"",
];
const LINKS: [&str; 6] = ["", "; rel=next", "; rel=\"prev next\"", "; rel=prev", "; rel=\"next\"; rel=prev", ", ,;;="];
/// The most pages of a script.
const PAGES: usize = 8;

/// Reads a list to its end.
///
/// # Errors
///
/// The list does not end, has items that no page has, or is complete without some.
pub fn check(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let (way, is_prefetching) = (input.below(5), input.below(2) == 1);
    let mut pages = vec![Page::new(&mut input, 0)];
    while !input.is_empty() && pages.len() < PAGES {
        let page = Page::new(&mut input, pages.len());
        pages.push(page);
    }
    let server = Server::new(pages.iter().map(|page| page.response(way)));
    let client = client(server.clone())?;
    let list = List { server: &server, pages: &pages, is_prefetching };
    run(async {
        match way {
            0 => list.read(client.list_by_token()).await,
            1 => list.read(client.list_by_link()).await,
            2 => list.read(client.list_by_page()).await,
            3 => list.read(client.list_by_offset()).await,
            _ => list.read(client.list_by_last()).await,
        }
    })
}

/// A page of the script.
struct Page {
    books: Vec<u64>,
    token: &'static str,
    more: &'static str,
    link: Option<Vec<u8>>,
    status: u16,
    end: End,
    /// Bytes in place of the page.
    body: Option<Vec<u8>>,
}

impl Page {
    fn new(input: &mut Input<'_>, number: usize) -> Self {
        // Books of their own, or those of any page.
        let first = [10 * number, 10 * number, 0, 10 * number.saturating_sub(1)][input.below(4)];
        let books = (first..first + input.below(4)).map(|book| book as u64).collect();
        let link = input.below(4) != 0;
        Self {
            books,
            token: input.one_of(&TOKENS).unwrap_or("null"),
            more: ["true", "true", "false", "null"][input.below(4)],
            link: link.then(|| {
                let address = match input.below(2) {
                    0 => format!("/base/by-link?page={}", input.below(4)).into_bytes(),
                    _ => place(input),
                };
                [b"<", address.as_slice(), b">", input.one_of(&LINKS).unwrap_or_default().as_bytes()].concat()
            }),
            status: [200, 200, 200, 200, 200, 200, 503, 404][input.below(8)],
            end: if input.below(16) == 15 { End::Broken } else { End::Whole },
            body: (input.below(16) == 15).then(|| input.bytes(32)),
        }
    }

    fn response(&self, way: usize) -> Response {
        let books: Vec<String> = self.books.iter().map(|book| format!("{{\"number\":{book}}}")).collect();
        let books = books.join(",");
        let body = match (&self.body, way) {
            (Some(body), _) => body.clone(),
            (None, 1) => format!("[{books}]").into_bytes(),
            (None, _) => format!("{{\"books\":[{books}],\"next\":{},\"more\":{}}}", self.token, self.more).into_bytes(),
        };
        let mut response = Response::new(self.status, "application/json", body);
        response.end = self.end;
        match &self.link {
            Some(link) => response.header("link", link.clone()),
            None => response,
        }
    }
}

struct List<'l> {
    server: &'l Server,
    pages: &'l [Page],
    is_prefetching: bool,
}

impl List<'_> {
    async fn read<O: rt::Paged<Item = Book> + Unpin>(&self, call: Call<O>) -> Outcome {
        let call = call.configure(|call| call.retry(rt::Retry::none()));
        let mut items = call.items().prefetch(self.is_prefetching);
        let (mut given, mut failures) = (Vec::new(), 0);
        // An error that may pass has the same page requested again.
        while failures < 3 {
            match items.next().await {
                Some(Ok(book)) => given.push(book.number),
                Some(Err(error)) => {
                    told(&error)?;
                    failures += 1;
                }
                None => break,
            }
            if given.len() > 4 * 2 * PAGES {
                return Err(format!("the list does not end: {given:?}"));
            }
        }
        if let Some(position) = items.position() {
            // Tokens and paths are kept as the server gave them, whatever they say.
            if position.to_string().contains("key=key-hush-4713") {
                return Err(format!("the key is in the position {position}"));
            }
            position.to_string().parse::<rt::PagePosition>().map_err(|error| format!("{position}: {error}"))?;
        }
        self.check_requests(failures)?;
        self.check_items(&given, items.is_complete() && failures == 0)
    }

    /// Each request leads to another page, but for those that are repeated behind a failure.
    fn check_requests(&self, failures: usize) -> Outcome {
        let sent = self.server.sent();
        sent.iter().try_for_each(|sent| sent.check(false))?;
        let mut addresses: Vec<String> = sent.iter().map(|sent| sent.request.uri().to_string()).collect();
        let all = addresses.len();
        addresses.sort();
        addresses.dedup();
        match all - addresses.len() {
            repeated if repeated > failures => Err(format!("{all} requests for {} pages", addresses.len())),
            _ => Ok(()),
        }
    }

    /// The items are those of the pages that were sent, in their order. The last page comes again
    /// and again.
    fn check_items(&self, given: &[u64], is_complete: bool) -> Outcome {
        let count = self.server.sent().len();
        let good = |page: &&Page| page.status == 200 && page.end == End::Whole && page.body.is_none();
        let served = (0..count).filter_map(|index| self.pages.get(index).or(self.pages.last()));
        let all: Vec<u64> = served.filter(good).flat_map(|page| page.books.iter().copied()).collect();
        let mut rest = all.iter();
        if let Some(alien) = given.iter().find(|book| !rest.any(|other| other == *book)) {
            return Err(format!("the book {alien} of {given:?} is not in its place in {all:?}"));
        }
        match all.iter().find(|book| is_complete && !given.contains(book)) {
            Some(book) => Err(format!("the list is complete without the book {book}: {given:?}, {all:?}")),
            None => Ok(()),
        }
    }
}
