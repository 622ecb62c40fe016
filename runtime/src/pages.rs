//! Paged lists: streams of pages, and of items.
//!
//! Input: a call of an operation whose response is one page of a list. Output: all pages, or all
//! items, each once, in the order of the pagination that the operation describes. These types are
//! thin: `machine` is independent of them.

mod cursor;
mod fetch;
mod items;
mod link;
mod machine;
mod outcome;
mod page_json;
mod paged;
mod position;
mod untyped;

pub(crate) use self::page_json::{PageJson, bare_text, whole};
pub use self::{
    items::Items,
    paged::{Held, Paged, Passage},
    position::PagePosition,
    untyped::{UntypedPage, UntypedPages},
};

use crate::{
    Call, Error, Read, Reply,
    call::{members_json, table_of},
    pages::{fetch::AnyPage, machine::PageMachine},
};
use futures_core::Stream;
use std::{
    fmt,
    future::poll_fn,
    marker::PhantomData,
    pin::Pin,
    task::{Context, Poll, ready},
};

impl<O: Paged> Call<O> {
    /// Returns all pages of the list, starting with the page of this call. No request is sent
    /// before the stream is polled.
    pub fn pages(self) -> Pages<O> {
        let (target, operation, options) = self.into_parts();
        let members = members_json(table_of::<O>(), &operation, &options);
        Pages { machine: PageMachine::new(target, table_of::<O>(), members, options.into_options()), page: PhantomData }
    }

    /// Returns all items of the list, each once, starting with the page of this call. No request is
    /// sent before the stream is polled.
    ///
    /// ```
    /// use chainloom_runtime::{Call, Error, Paged};
    ///
    /// async fn count<O: Paged>(call: Call<O>) -> Result<usize, Error> {
    ///     let (mut items, mut count) = (call.items(), 0);
    ///     while let Some(_item) = items.try_next().await? {
    ///         count += 1;
    ///     }
    ///     Ok(count)
    /// }
    /// ```
    pub fn items(self) -> Items<O> {
        Items::new(self.pages().machine)
    }
}

/// A `Stream` of the pages of a list, returned by [`Call::pages`](crate::Call::pages).
///
/// Each page is a call with the options of the first call: retries, deadline, timeout and headers apply per page. The
/// list ends as the spec defines; [`Pages::is_complete`] returns whether that end was reached. Dropping the stream
/// cancels the pending call. Dropping the future of [`Pages::next`] loses no page: the next future waits for the same
/// page.
///
/// After a retryable error ([`Error::is_retryable`]), the next poll requests the same page again.
/// After any other error the stream ends. In both cases [`Pages::position`] is the position of the
/// missing page, for [`Pages::resume`].
///
/// These errors concern pagination, and end the stream:
///
/// - [`RepeatedPage`](crate::ErrorKind::RepeatedPage): the response leads to a page that was
///   requested before, or has the items of the previous page, so pages would repeat endlessly.
/// - [`PageOrigin`](crate::ErrorKind::PageOrigin): the URL of the next page has another origin.
/// - [`NoNextPage`](crate::ErrorKind::NoNextPage): the page is not marked as the last one, and does
///   not lead to a next page.
///
/// A page token that the service no longer accepts is detected by [`Error::is_expired_token`].
///
/// If the spec says that pages overlap, a page size without room for new items is increased. If the
/// spec says that a short page is the last one, a page is short if it has fewer items than
/// requested and than an earlier page. For the first page one more request decides, because a
/// service may return fewer items than requested.
#[must_use = "a stream of pages does nothing until it is polled"]
pub struct Pages<O: Paged> {
    machine: PageMachine,
    page: PhantomData<fn() -> O>,
}

impl<O: Paged> Pages<O> {
    crate::setters! {
        /// Sets whether the next page is requested while the current one is processed: at most one page
        /// ahead. The default is `false`.
        pub fn prefetch(self, is_on: bool) { self.machine.prefetch(is_on); }

        /// Ends the stream after `most` pages. [`Pages::is_complete`] and [`Pages::position`] show whether more pages
        /// may follow.
        pub fn max_pages(self, most: usize) { self.machine.max_pages(most); }

        /// Resumes at a position of an earlier stream. If the position belongs to another operation,
        /// the first page is an error.
        pub fn resume(self, position: PagePosition) { self.machine.resume(position); }
    }

    /// Returns the position after the returned pages. `None` if no page follows, or if the page
    /// token contains a secret of the client; [`Pages::is_complete`] distinguishes the two.
    pub fn position(&self) -> Option<PagePosition> {
        self.machine.position()
    }

    /// Returns whether all pages of the list were returned; `false` if a maximum or an error ended
    /// the stream.
    pub fn is_complete(&self) -> bool {
        self.machine.is_complete()
    }

    /// Returns the next page; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Page<O>, Error>> {
        poll_fn(|context| self.poll_page(context)).await
    }

    /// Returns the next page; `None` at the end.
    ///
    /// # Errors
    ///
    /// The page could not be read. [`Pages`] describes what the next call does.
    pub async fn try_next(&mut self) -> Result<Option<Page<O>>, Error> {
        self.next().await.transpose()
    }

    fn poll_page(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Page<O>, Error>>> {
        let given = ready!(self.machine.poll_page(context, blank::<O>, None));
        Poll::Ready(given.map(|given| {
            let given = given?;
            let repeated = given.repeated;
            Ok(Page { reply: Reply::new(downcast_page::<O>(given.page), given.reply), repeated })
        }))
    }
}

impl<O: Paged> Stream for Pages<O> {
    type Item = Result<Page<O>, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_page(context)
    }
}

crate::debug_fields!(Pages<O: Paged>, self, operation: self.machine.operation().id);

/// A page of a list, with its response.
pub struct Page<O: Paged> {
    reply: Reply<O::Output>,
    repeated: usize,
}

impl<O: Paged> Page<O> {
    /// Returns the body, as a single call returns it.
    pub const fn body(&self) -> &O::Output {
        self.reply.body()
    }

    /// Converts the page into its body.
    pub fn into_body(self) -> O::Output {
        self.reply.into_body()
    }

    /// Returns the body with status, headers and raw bytes of the response.
    pub const fn reply(&self) -> &Reply<O::Output> {
        &self.reply
    }

    /// Returns the number of leading items that were returned before, by the previous page or
    /// before the position.
    pub const fn repeated(&self) -> usize {
        self.repeated
    }

    /// Converts the page into its items, without those returned before.
    pub fn into_items(self) -> Vec<O::Item> {
        let mut items = O::into_items(self.reply.into_body());
        items.drain(..self.repeated.min(items.len()));
        items
    }
}

crate::debug_fields!(Page<O: Paged<Output: fmt::Debug>>, self, body: self.body(), repeated: self.repeated);

/// Returns a blank page to read into.
fn blank<O: Paged>() -> Box<dyn AnyPage> {
    Box::new(O::Output::blank())
}

/// Converts an untyped page into its type.
fn downcast_page<O: Paged>(page: Box<dyn AnyPage>) -> O::Output {
    page.into_any().downcast().map_or_else(|_| O::Output::blank(), |page| *page)
}
