//! Untyped core of all streams of pages.
//!
//! Input: the call of the first page. Output: the pages, one at a time, as raw responses with their
//! typed values. The machine is independent of the type of the operation, so it is compiled once.

use crate::{
    Error, ErrorKind, RawReply, Target,
    client::{Masking, Options},
    encode::{self, Members},
    error::{Failure, PageFault},
    pages::{
        cursor::{Cursor, First},
        fetch::{AnyPage, Fetched, PageFetch},
        outcome::{Ahead, PageOutcome, Seen, turn},
        position::{PagePlace, PagePosition},
    },
    schema::{Operation, PageBy, PageEnd},
};
use std::task::{Context, Poll, ready};

/// Fetcher of one page after another.
pub(super) struct PageMachine {
    operation: &'static Operation,
    masking: Masking,
    state: State,
    flight: Option<PageFetch>,
    /// Marks of the pages that were requested, and of the next one.
    seen: Seen,
    /// Maximum number of further pages.
    left: Option<usize>,
    is_prefetching: bool,
}

/// State of a list.
enum State {
    /// The call is invalid and not sent. The error is returned once.
    Wrong(Option<Error>),
    Open(Box<First>, Cursor),
    /// The stream ends before the end of the list. The error is returned once.
    Stopped(Cursor, Option<Error>),
    Complete,
}

/// A page to return, with its response.
pub(super) struct GivenPage {
    pub(super) page: Box<dyn AnyPage>,
    pub(super) reply: RawReply,
    /// Number of leading items that were returned before.
    pub(super) repeated: usize,
    /// Position of the page.
    pub(super) from: Cursor,
}

impl PageMachine {
    pub(super) fn new(
        target: Target,
        operation: &'static Operation,
        members: Result<Members, Error>,
        options: Options,
    ) -> Self {
        let members = members.and_then(|members| match operation.paginate {
            Some(paging) => Ok((members, paging)),
            None => Err(Error::building("the operation has no pages").with_operation(operation.id)),
        });
        let secrets = members.as_ref().map(|(members, _)| encode::secret_texts(operation, members)).unwrap_or_default();
        let masking = Masking::of_call(target.client().clone(), &options, &secrets);
        let mut seen = Seen::default();
        let state = match members {
            Err(error) => State::Wrong(Some(error)),
            Ok((members, paging)) => {
                let first = First { target, operation, paging, members, options };
                let cursor = Cursor::start(&first);
                seen.marks.extend(first.page_mark(&cursor.place));
                match first.parameter_error() {
                    Some(error) => State::Wrong(Some(error)),
                    None => State::Open(Box::new(first), cursor),
                }
            }
        };
        Self { operation, masking, state, flight: None, seen, left: None, is_prefetching: false }
    }

    pub(super) const fn operation(&self) -> &'static Operation {
        self.operation
    }

    pub(super) fn prefetch(&mut self, is_on: bool) {
        self.is_prefetching = is_on;
    }

    pub(super) fn max_pages(&mut self, most: usize) {
        self.left = Some(most);
    }

    /// Continues at a position. A position of another list makes the first page an error.
    pub(super) fn resume(&mut self, position: PagePosition) {
        let State::Open(first, cursor) = &mut self.state else { return };
        match first.check(&position) {
            Err(error) => self.state = State::Wrong(Some(error)),
            Ok(()) => {
                *cursor = Cursor::at_position(position);
                self.seen = Seen::default();
                self.seen.marks.extend(first.page_mark(&cursor.place));
            }
        }
    }

    /// Returns the position after the returned pages; `None` if no page follows, or if the position
    /// contains a secret.
    pub(super) fn position(&self) -> Option<PagePosition> {
        match &self.state {
            State::Open(_, cursor) | State::Stopped(cursor, _) => self.position_at(cursor, 0),
            State::Complete | State::Wrong(_) => None,
        }
    }

    /// Returns the position after `taken` new items of a page.
    pub(super) fn position_at(&self, page: &Cursor, taken: u64) -> Option<PagePosition> {
        page.position(&self.masking, self.operation, taken)
    }

    pub(super) const fn is_complete(&self) -> bool {
        matches!(self.state, State::Complete)
    }

    /// Returns the error that the next poll returns without a request; `None` if there is none.
    pub(super) const fn next_error(&self) -> Option<&Error> {
        match &self.state {
            State::Wrong(error) | State::Stopped(_, error) => error.as_ref(),
            State::Open(..) | State::Complete => None,
        }
    }

    /// Returns the next page. If the page has `most` new items, the page after it is not
    /// prefetched.
    pub(super) fn poll_page(
        &mut self,
        context: &mut Context<'_>,
        blank: fn() -> Box<dyn AnyPage>,
        most: Option<u64>,
    ) -> Poll<Option<Result<GivenPage, Error>>> {
        let (first, cursor) = match &mut self.state {
            State::Open(first, cursor) => (first, cursor),
            State::Wrong(error) | State::Stopped(_, error) => return Poll::Ready(error.take().map(Err)),
            State::Complete => return Poll::Ready(None),
        };
        if self.left == Some(0) {
            return Poll::Ready(None);
        }
        let flight = self.flight.get_or_insert_with(|| launch(first, cursor, blank, false));
        let fetched = ready!(flight.poll(context));
        self.flight = None;
        match fetched {
            Ok(fetched) => Poll::Ready(Some(self.accept_page(fetched, blank, most))),
            Err(error) => Poll::Ready(self.error_to_report(error).map(Err)),
        }
    }

    /// Processes a page that has arrived: determines the next position, and prefetches the next page.
    fn accept_page(
        &mut self,
        fetched: Fetched,
        blank: fn() -> Box<dyn AnyPage>,
        most: Option<u64>,
    ) -> Result<GivenPage, Error> {
        let state = std::mem::replace(&mut self.state, State::Complete);
        let State::Open(first, mut from) = state else {
            return Err(Error::building("a page without its list").with_operation(self.operation.id));
        };
        let Fetched { page, reply, notes } = fetched;
        let PageOutcome { repeated, fresh, ahead } = turn(&first, &from, (&reply, notes.as_ref()), &mut self.seen);
        // The body of the previous page is no longer needed.
        from.content = None;
        self.left = self.left.map(|left| left.saturating_sub(1));
        let behind = |from: &Cursor| Cursor { given: from.given.saturating_add(fresh as u64), ..from.clone() };
        match ahead {
            Ahead::End => {}
            Ahead::Fault { error, is_double: true } => {
                self.state = State::Stopped(from, None);
                return Err(error);
            }
            Ahead::Fault { error, .. } => self.state = State::Stopped(behind(&from), Some(error)),
            Ahead::At(cursor) => {
                let is_enough = most.is_some_and(|most| most <= fresh as u64) || self.left == Some(0);
                if self.is_prefetching && !is_enough {
                    self.flight = Some(launch(&first, &cursor, blank, true));
                }
                self.state = State::Open(first, cursor);
            }
        }
        Ok(GivenPage { page, reply, repeated, from })
    }

    /// Returns the error to report; `None` if the error means the end of the list. After a
    /// retryable error the position stays, so that the next poll requests the page again.
    fn error_to_report(&mut self, error: Error) -> Option<Error> {
        let State::Open(first, cursor) = &self.state else { return Some(error) };
        if is_end_of_list(first, &error) {
            self.state = State::Complete;
            return None;
        }
        // A request that cannot be built with the token of a response is the mistake of the service.
        if let (ErrorKind::InvalidRequest, PagePlace::Token(token) | PagePlace::Link(token)) =
            (error.kind(), &cursor.place)
        {
            let failure = Failure::Page(PageFault::Unreadable(token.to_string()));
            let error = Error::new(Some(self.operation.id), failure).redacted(|text| self.masking.redact(text));
            self.state = State::Stopped(cursor.clone(), None);
            return Some(error);
        }
        // Services reject the number of a page or item after the last one, which answers the
        // question whether it exists.
        let is_numbered = matches!(first.paging.by, PageBy::Page { .. } | PageBy::Offset { .. });
        if cursor.is_check && is_numbered && is_refusal(&error) {
            self.state = State::Complete;
            return None;
        }
        if !error.is_retryable() {
            self.state = State::Stopped(cursor.clone(), None);
        }
        Some(error)
    }
}

/// Returns whether the spec defines this error as the end of the list.
fn is_end_of_list(first: &First, error: &Error) -> bool {
    first.paging.end.iter().any(|sign| match sign {
        PageEnd::Error { code, message } => error.has_message(message, *code),
        _ => false,
    })
}

/// Returns whether the service rejects the call as such.
fn is_refusal(error: &Error) -> bool {
    let is_about_caller = error.is_unauthorized() || error.is_rate_limited() || error.is_retryable();
    let is_response = matches!(error.kind(), ErrorKind::Rpc | ErrorKind::InBody)
        || error.status().is_some_and(|status| status.is_client_error());
    is_response && !is_about_caller
}

/// Starts the call for the page of a cursor.
fn launch(first: &First, cursor: &Cursor, blank: fn() -> Box<dyn AnyPage>, is_ahead: bool) -> PageFetch {
    PageFetch::new(first.target.clone(), first.operation, first.call(&cursor.place), blank(), is_ahead)
}
