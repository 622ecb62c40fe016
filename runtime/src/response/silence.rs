//! Idle timeout of a body, by the clock of tokio.
//!
//! Input: a body and the maximum time between two chunks. Output: its chunks, or one error.

use crate::{BodyStream, error::Failure};
use ::bytes::Bytes;
use futures_core::Stream;
use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep};

/// A body with a maximum time between two chunks.
pub(crate) struct TimedBody {
    body: Option<BodyStream>,
    silence: Duration,
    until: Pin<Box<Sleep>>,
}

impl TimedBody {
    /// Creates the stream. The function must be called where there are timers.
    pub(crate) fn new(body: BodyStream, silence: Duration) -> Self {
        Self { body: Some(body), silence, until: Box::pin(sleep(silence)) }
    }

    /// Polls the next part; after an error there are none.
    pub(crate) fn poll_part(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let part = match Pin::new(body).poll_next(context) {
            Poll::Ready(Some(Ok(part))) => {
                let next = Instant::now().checked_add(self.silence);
                next.into_iter().for_each(|next| self.until.as_mut().reset(next));
                return Poll::Ready(Some(Ok(part)));
            }
            Poll::Ready(Some(Err(error))) => Some(Err(Failure::Transport(error))),
            Poll::Ready(None) => None,
            Poll::Pending => match self.until.as_mut().poll(context) {
                Poll::Ready(()) => Some(Err(Failure::Silence(self.silence))),
                Poll::Pending => return Poll::Pending,
            },
        };
        self.body = None;
        Poll::Ready(part)
    }
}
