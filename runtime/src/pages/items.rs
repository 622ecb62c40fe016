//! Stream of the items of a list.
//!
//! Input: a stream of pages. Output: their items, each once.

use crate::{
    Error, PagePosition, Paged,
    pages::{blank, cursor::Cursor, machine::Machine, taken},
};
use futures_core::Stream;
use std::{
    fmt,
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll, ready},
    vec::IntoIter,
};

/// The items of all pages of a list as a `Stream`: [`Call::items`](crate::Call::items).
///
/// Each item comes once, also where pages of the service overlap. The next page is requested when
/// the items of the present one are used up, so memory holds one page and the body that it was read
/// from, or two with [`Items::prefetch`]. Each page is a call with the options of the call.
///
/// Errors are those of the pages, see [`Pages`](crate::Pages).
#[must_use = "a stream of items does nothing until it is polled"]
pub struct Items<O: Paged> {
    pages: Machine,
    page: IntoIter<O::Item>,
    /// The place of the present page, and how many of its new items were given.
    from: Option<Cursor>,
    given: u64,
    /// How many items may still be given.
    left: Option<u64>,
}

impl<O: Paged> Items<O> {
    pub(super) fn new(pages: Machine) -> Self {
        Self { pages, page: Vec::new().into_iter(), from: None, given: 0, left: None }
    }

    /// Sets whether the next page is requested while the items of the present one are read: one
    /// page ahead, never more. It is off by default.
    pub fn prefetch(mut self, is_on: bool) -> Self {
        self.pages.prefetch(is_on);
        self
    }

    /// Ends the stream after so many pages. [`Items::is_complete`] and [`Items::position`] tell
    /// whether there may be more.
    pub fn max_pages(mut self, most: usize) -> Self {
        self.pages.max_pages(most);
        self
    }

    /// Ends the stream after so many items. [`Items::is_complete`] and [`Items::position`] tell
    /// whether there may be more.
    pub fn max_items(mut self, most: u64) -> Self {
        self.left = Some(most);
        self
    }

    /// Goes on at a position that an earlier stream returned. A position of another operation is an
    /// error of the first item.
    pub fn resume(mut self, position: PagePosition) -> Self {
        self.pages.resume(position);
        self
    }

    /// Returns where the list goes on behind the items that were given; `None` if there are no
    /// more, or if the service wrote a secret of the client into the token of the page.
    /// [`Items::is_complete`] tells these apart.
    ///
    /// Within a page, it is the page with the number of items that were given.
    pub fn position(&self) -> Option<PagePosition> {
        match &self.from {
            Some(from) if !self.page.as_slice().is_empty() => self.pages.position_at(from, self.given),
            _ => self.pages.position(),
        }
    }

    /// Whether all items of the list were given. It is false where a cap or an error ended the
    /// stream.
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
    /// The page of the item could not be read. See [`Pages`](crate::Pages) for what the next call
    /// does.
    pub async fn try_next(&mut self) -> Result<Option<O::Item>, Error> {
        poll_fn(|context| self.poll_ready(context)).await?;
        Ok(self.take())
    }

    /// Waits until the next item is here, or there is none. The item itself is moved once, and not
    /// through all that waits.
    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        while self.page.as_slice().is_empty() && self.left != Some(0) {
            self.from = None;
            let given = match ready!(self.pages.poll_page(context, blank::<O>, self.left)) {
                Some(Ok(given)) => given,
                Some(Err(error)) => return Poll::Ready(Err(error)),
                None => break,
            };
            let repeated = given.repeated;
            let mut items = O::into_items(taken::<O>(given.page));
            items.drain(..repeated.min(items.len()));
            // Where the place is one in the middle of a page, its items before are given already.
            (self.page, self.from, self.given) = (items.into_iter(), Some(given.from), 0);
        }
        Poll::Ready(Ok(()))
    }

    /// The next item that is here.
    fn take(&mut self) -> Option<O::Item> {
        if self.left == Some(0) {
            return None;
        }
        let taken = u64::from(!self.page.as_slice().is_empty());
        self.given += taken;
        self.left = self.left.map(|left| left - taken);
        // Last, so that the item is moved once.
        self.page.next()
    }
}

/// No part of it is pinned.
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

impl<O: Paged> fmt::Debug for Items<O> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Items").field("operation", &self.pages.operation().id).finish_non_exhaustive()
    }
}
