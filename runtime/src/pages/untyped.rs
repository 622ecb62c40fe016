//! Untyped pages of a list.
//!
//! Input: an untyped call of an operation whose response is one page of a list. Output: the pages
//! as JSON with their items, from the same core as typed pages.

use crate::{
    Error, PagePosition, RawJson, RawReply, Read,
    call::UntypedCall,
    pages::{PageJson, cursor::Cursor, fetch::AnyPage, machine::Machine},
    schema::Operation,
};
use std::{fmt, future::poll_fn};

impl UntypedCall {
    /// Returns all pages of the list, from the page of this call on. Nothing is sent until the first
    /// page is asked for. An operation without pages is an error of the first page.
    pub fn pages(self) -> UntypedPages {
        UntypedPages { machine: Machine::new(self.target, self.operation, Ok(self.members), self.options) }
    }
}

/// The pages of a list as JSON; see [`Pages`](crate::Pages), which says how pages follow each other
/// and which errors end them.
#[must_use = "pages do nothing until they are asked for"]
pub struct UntypedPages {
    machine: Machine,
}

impl UntypedPages {
    /// Sets whether the next page is requested while the present one is used; see
    /// [`Pages::prefetch`](crate::Pages::prefetch).
    pub fn prefetch(mut self, is_on: bool) -> Self {
        self.machine.prefetch(is_on);
        self
    }

    /// Ends the list after so many pages.
    pub fn max_pages(mut self, most: usize) -> Self {
        self.machine.max_pages(most);
        self
    }

    /// Goes on at a position of an earlier run. A position of another operation is an error of the
    /// first page.
    pub fn resume(mut self, position: PagePosition) -> Self {
        self.machine.resume(position);
        self
    }

    /// Returns where the list goes on behind the pages that were given; `None` if there are no
    /// more, or if the service wrote a secret of the client into the token of the page.
    /// [`UntypedPages::is_complete`] tells these apart.
    pub fn position(&self) -> Option<PagePosition> {
        self.machine.position()
    }

    /// Whether all pages of the list were given.
    pub fn is_complete(&self) -> bool {
        self.machine.is_complete()
    }

    /// Returns the next page; `None` at the end.
    ///
    /// # Errors
    ///
    /// The page could not be read. See [`Pages`](crate::Pages) for what the next call does.
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

impl fmt::Debug for UntypedPages {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("UntypedPages").field("operation", &self.machine.operation().id).finish_non_exhaustive()
    }
}

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

    /// Returns the items, without those that were given before. An item of a map is an object of
    /// one member.
    pub fn items(&self) -> &[RawJson] {
        &self.items
    }

    /// Returns how many items at the beginning of the page were given before, by the previous page
    /// or before the position.
    pub const fn repeated(&self) -> usize {
        self.repeated
    }

    /// Returns where the list goes on behind the first `given` items of this page; `None` if the
    /// service wrote a secret of the client into the token of the page.
    pub fn position(&self, given: u64) -> Option<PagePosition> {
        self.from.position(&self.reply.masking, self.operation, given)
    }

    /// Returns status, headers and raw bytes of the response.
    pub const fn reply(&self) -> &RawReply {
        &self.reply
    }
}

impl fmt::Debug for UntypedPage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("UntypedPage")
            .field("body", &self.body)
            .field("repeated", &self.repeated)
            .finish_non_exhaustive()
    }
}

fn blank() -> Box<dyn AnyPage> {
    Box::new(RawJson::blank())
}
