//! How a response leaves.
//!
//! Input: a response with its faults, and the connection. Output: what is sent, once its time has come.

use axum::response::Response;

use crate::events;
use crate::server::Answered;
use crate::wire::Wire;

/// The response as its faults let it out.
pub(crate) async fn sent(Answered { response, delivery }: Answered, wire: &Wire) -> Response {
    if !delivery.before_head.is_zero() {
        tokio::time::sleep(delivery.before_head).await;
    }
    if delivery.is_cut_before_head() {
        wire.cut();
    }
    if delivery.is_plain() { events::body(response) } else { delivery.of(events::whole(response)) }
}
