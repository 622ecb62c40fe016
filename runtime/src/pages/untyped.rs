//! Untyped pages of a list.
//!
//! Input: an untyped call of an operation whose response is one page of a list. Output: the pages
//! as JSON with their items, from the same core as typed pages.

use crate::{
    Error, PagePosition, RawJson, RawReply, Read,
    call::UntypedCall,
    pages::{PageJson, cursor::Cursor, fetch::AnyPage, machine::PageMachine},
    schema::Operation,
};
use std::future::poll_fn;

impl UntypedCall {
    /// Returns all pages of the list, starting with the page of this call. No request is sent
    /// before the first page is requested. For an operation without pages, the first page is an
    /// error.
    pub fn pages(self) -> UntypedPages {
        UntypedPages { machine: PageMachine::new(self.target, self.operation, Ok(self.members), self.options) }
    }
}

/// Pages of a list as JSON. [`Pages`](crate::Pages) describes their order and the errors that end
/// them.
#[must_use = "pages do nothing until they are asked for"]
pub struct UntypedPages {
    machine: PageMachine,
}

impl UntypedPages {
    crate::setters! {
        /// Sets whether the next page is requested while the current one is processed; see
        /// [`Pages::prefetch`](crate::Pages::prefetch).
        pub fn prefetch(self, is_on: bool) { self.machine.prefetch(is_on); }

        /// Ends the list after `most` pages.
        pub fn max_pages(self, most: usize) { self.machine.max_pages(most); }

        /// Resumes at a position of an earlier run. If the position belongs to another operation, the
        /// first page is an error.
        pub fn resume(self, position: PagePosition) { self.machine.resume(position); }
    }

    /// Returns the position after the returned pages. `None` if no page follows, or if the page
    /// token contains a secret of the client; [`UntypedPages::is_complete`] distinguishes the two.
    pub fn position(&self) -> Option<PagePosition> {
        self.machine.position()
    }

    /// Returns whether all pages of the list were returned.
    pub fn is_complete(&self) -> bool {
        self.machine.is_complete()
    }

    /// Returns the error with which the next [`try_next`](Self::try_next) fails without a request, such as a last page
    /// that leads to another origin; `None` if another request is made, and at the end of the list.
    pub const fn next_error(&self) -> Option<&Error> {
        self.machine.next_error()
    }

    /// Returns the next page; `None` at the end.
    ///
    /// # Errors
    ///
    /// The page could not be read. [`Pages`](crate::Pages) describes what the next call does.
    pub async fn try_next(&mut self) -> Result<Option<UntypedPage>, Error> {
        let Some(given) = poll_fn(|context| self.machine.poll_page(context, blank, None)).await.transpose()? else {
            return Ok(None);
        };
        let operation = self.machine.operation();
        let path = operation.paginate.map_or(&[][..], |paging| paging.items);
        let mut items = PageJson::of(&given.reply, None, path).entries(path);
        items.drain(..given.repeated.min(items.len()));
        let items = items.iter().map(|item| RawJson::checked(item)).collect();
        let body = given.page.into_any().downcast::<RawJson>().map_or_else(|_| RawJson::blank(), |body| *body);
        Ok(Some(UntypedPage { operation, body, items, repeated: given.repeated, from: given.from, reply: given.reply }))
    }
}

crate::debug_fields!(UntypedPages, self, operation: self.machine.operation().id);

/// A page of a list as JSON.
pub struct UntypedPage {
    operation: &'static Operation,
    body: RawJson,
    items: Vec<RawJson>,
    repeated: usize,
    from: Cursor,
    reply: RawReply,
}

impl UntypedPage {
    /// Returns the result of the call for the page.
    pub const fn body(&self) -> &RawJson {
        &self.body
    }

    /// Returns the items, without those returned before. An item of a map is an object with one
    /// member.
    pub fn items(&self) -> &[RawJson] {
        &self.items
    }

    /// Returns the number of leading items that were returned before, by the previous page or
    /// before the position.
    pub const fn repeated(&self) -> usize {
        self.repeated
    }

    /// Returns the position after the first `given` items of this page; `None` if the page token
    /// contains a secret of the client.
    pub fn position(&self, given: u64) -> Option<PagePosition> {
        self.from.position(&self.reply.masking, self.operation, given)
    }

    /// Returns status, headers and raw bytes of the response.
    pub const fn reply(&self) -> &RawReply {
        &self.reply
    }
}

crate::debug_fields!(UntypedPage, self, body: self.body, repeated: self.repeated);

fn blank() -> Box<dyn AnyPage> {
    Box::new(RawJson::blank())
}
