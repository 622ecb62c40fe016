//! Stream of the items of a list.
//!
//! Input: a stream of pages. Output: their items, each once.

use crate::{
    Error, PagePosition, Paged,
    pages::{blank, cursor::Cursor, downcast_page, machine::PageMachine},
};
use futures_core::Stream;
use std::{
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll, ready},
    vec::IntoIter,
};

/// A `Stream` of the items of all pages of a list, returned by [`Call::items`](crate::Call::items).
///
/// Each item is returned once, even if pages of the service overlap. The next page is requested
/// after the last item of the current one, so memory holds one page with its body, or two with
/// [`Items::prefetch`]. Each page is a call with the options of the first call.
///
/// The errors are the same as for [`Pages`](crate::Pages).
#[must_use = "a stream of items does nothing until it is polled"]
pub struct Items<O: Paged> {
    pages: PageMachine,
    page: IntoIter<O::Item>,
    /// Position of the current page, and the number of its new items.
    from: Option<Cursor>,
    fresh: usize,
    /// Maximum number of further items.
    left: Option<u64>,
}

impl<O: Paged> Items<O> {
    pub(super) fn new(pages: PageMachine) -> Self {
        Self { pages, page: Vec::new().into_iter(), from: None, fresh: 0, left: None }
    }

    crate::setters! {
        /// Sets whether the next page is requested while the items of the current one are processed: at
        /// most one page ahead. The default is `false`.
        pub fn prefetch(self, is_on: bool) { self.pages.prefetch(is_on); }

        /// Ends the stream after `most` pages. [`Items::is_complete`] and [`Items::position`] show whether more items
        /// may follow.
        pub fn max_pages(self, most: usize) { self.pages.max_pages(most); }

        /// Ends the stream after `most` items. [`Items::is_complete`] and [`Items::position`] show whether more items
        /// may follow.
        pub fn max_items(self, most: u64) { self.left = Some(most); }

        /// Resumes at a position of an earlier stream. If the position belongs to another operation,
        /// the first item is an error.
        pub fn resume(self, position: PagePosition) { self.pages.resume(position); }
    }

    /// Returns the position after the returned items. `None` if no item follows, or if the page
    /// token contains a secret of the client; [`Items::is_complete`] distinguishes the two.
    ///
    /// Within a page, the position is the position of the page with the number of items returned from it.
    pub fn position(&self) -> Option<PagePosition> {
        match &self.from {
            Some(from) if !self.page.as_slice().is_empty() => {
                self.pages.position_at(from, (self.fresh - self.page.len()) as u64)
            }
            _ => self.pages.position(),
        }
    }

    /// Returns whether all items of the list were returned; `false` if a maximum or an error ended
    /// the stream.
    pub fn is_complete(&self) -> bool {
        self.pages.is_complete() && self.page.as_slice().is_empty()
    }

    /// Returns the next item; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<O::Item, Error>> {
        self.try_next().await.transpose()
    }

    /// Returns the next item; `None` at the end.
    ///
    /// # Errors
    ///
    /// The page of the item could not be read. [`Pages`](crate::Pages) describes what the next call
    /// does.
    pub async fn try_next(&mut self) -> Result<Option<O::Item>, Error> {
        // The current page usually has a further item.
        if self.page.as_slice().is_empty() {
            poll_fn(|context| self.poll_ready(context)).await?;
        }
        Ok(self.take())
    }

    /// Waits until the next item is available, or the list has ended. The item is not returned
    /// here, so that it is moved only once.
    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        while self.page.as_slice().is_empty() && self.left != Some(0) {
            self.from = None;
            let given = match ready!(self.pages.poll_page(context, blank::<O>, self.left)) {
                Some(Ok(given)) => given,
                Some(Err(error)) => return Poll::Ready(Err(error)),
                None => break,
            };
            let repeated = given.repeated;
            let mut items = O::into_items(downcast_page::<O>(given.page));
            items.drain(..repeated.min(items.len()));
            // After a position within a page, its earlier items count as returned.
            (self.fresh, self.page, self.from) = (items.len(), items.into_iter(), Some(given.from));
        }
        Poll::Ready(Ok(()))
    }

    /// Removes and returns the next available item.
    fn take(&mut self) -> Option<O::Item> {
        match &mut self.left {
            Some(0) => return None,
            Some(left) => *left -= u64::from(!self.page.as_slice().is_empty()),
            None => {}
        }
        // Called last, so that the item is moved once.
        self.page.next()
    }
}

/// No field is pinned.
impl<O: Paged> Unpin for Items<O> {}

impl<O: Paged> Stream for Items<O> {
    type Item = Result<O::Item, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let items = self.get_mut();
        Poll::Ready(match ready!(items.poll_ready(context)) {
            Ok(()) => items.take().map(Ok),
            Err(error) => Some(Err(error)),
        })
    }
}

crate::debug_fields!(Items<O: Paged>, self, operation: self.pages.operation().id);
