//! What is told to `tracing`: one span for each attempt of a call.
//!
//! Input: the operation and the exchange. Output: the same exchange. No parameters, URLs, headers or bodies
//! are told, since all of them may hold secrets.

use crate::error::Failure;
use http::Response;

/// Runs an attempt in its span. `size` is that of a body, where it is known.
#[cfg(feature = "tracing")]
pub(super) async fn call<B>(
    operation: &'static str,
    attempt: u32,
    exchange: impl Future<Output = Result<Response<B>, Failure>>,
    size: fn(&B) -> Option<usize>,
) -> Result<Response<B>, Failure> {
    use tracing::{Instrument as _, field::Empty};

    let span = tracing::debug_span!(target: "chainloom", "call", operation, attempt, status = Empty, bytes = Empty);
    let answer = exchange.instrument(span.clone()).await;
    match &answer {
        Ok(answer) => {
            span.record("status", answer.status().as_u16());
            if let Some(size) = size(answer.body()) {
                span.record("bytes", size);
            }
        }
        Err(_) => {
            span.record("status", 0_u16);
        }
    }
    answer
}

/// Runs an attempt; nothing is told without the feature.
#[cfg(not(feature = "tracing"))]
pub(super) async fn call<B>(
    _operation: &'static str,
    _attempt: u32,
    exchange: impl Future<Output = Result<Response<B>, Failure>>,
    _size: fn(&B) -> Option<usize>,
) -> Result<Response<B>, Failure> {
    exchange.await
}
