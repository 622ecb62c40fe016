//! What is told to `tracing`: one span for each attempt of a call.
//!
//! Input: the operation and the exchange. Output: the same exchange. No parameters, URLs, headers or bodies
//! are told, since all of them may hold secrets.

use crate::error::Failure;
use bytes::Bytes;
use http::Response;

/// Runs an attempt in its span.
#[cfg(feature = "tracing")]
pub(super) async fn call(
    operation: &'static str,
    attempt: u32,
    exchange: impl Future<Output = Result<Response<Bytes>, Failure>>,
) -> Result<Response<Bytes>, Failure> {
    use tracing::{Instrument as _, field::Empty};

    let span = tracing::debug_span!(target: "chainloom", "call", operation, attempt, status = Empty, bytes = Empty);
    let answer = exchange.instrument(span.clone()).await;
    match &answer {
        Ok(answer) => {
            span.record("status", answer.status().as_u16());
            span.record("bytes", answer.body().len());
        }
        Err(_) => {
            span.record("status", 0_u16);
        }
    }
    answer
}

/// Runs an attempt; nothing is told without the feature.
#[cfg(not(feature = "tracing"))]
pub(super) async fn call(
    _operation: &'static str,
    _attempt: u32,
    exchange: impl Future<Output = Result<Response<Bytes>, Failure>>,
) -> Result<Response<Bytes>, Failure> {
    exchange.await
}
