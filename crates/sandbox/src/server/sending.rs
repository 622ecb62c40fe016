//! Sends responses.
//!
//! Input: a response with its faults, and the connection. Output: the response, after its pause, or
//! a cut connection.

use axum::response::Response;

use super::OutgoingResponse;
use super::wire::Wire;
use crate::responses::event_streams;

/// Sends a response after its pause, and cuts the connection if its delivery requires it.
pub(crate) async fn send_response(OutgoingResponse { response, delivery }: OutgoingResponse, wire: &Wire) -> Response {
    if !delivery.before_head.is_zero() {
        tokio::time::sleep(delivery.before_head).await;
    }
    if delivery.is_cut_before_head() {
        wire.cut();
    }
    if delivery.is_plain() { event_streams::body(response) } else { delivery.apply(event_streams::whole(response)) }
}
