//! Listener: a receiver of webhooks on loopback, for local development.
//!
//! Input: a receiver. Output: verified events and refusals, in their order. Bodies and the queue
//! are bounded: if the queue is full, a request is refused, so that the service sends it again.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use chainloom_runtime::RawJson;
use chainloom_runtime::webhooks::{Delivery, Error as Refusal, Receiver};
use http::{Method, StatusCode};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::Error;

/// Maximum number of deliveries that wait to be taken.
const MAX_WAITING: usize = 256;

/// Receiver of webhooks on loopback, which listens until this value is dropped.
#[derive(Debug)]
pub struct WebhookListener {
    address: SocketAddr,
    received: mpsc::Receiver<Result<Delivery<RawJson>, Refusal>>,
    task: JoinHandle<()>,
}

/// State of the listener: the receiver, and the queue of its deliveries.
struct Context {
    receiver: Receiver<RawJson>,
    received: mpsc::Sender<Result<Delivery<RawJson>, Refusal>>,
}

impl WebhookListener {
    /// Begins to listen on a port of loopback; 0 takes any free one. Requests may have any path.
    ///
    /// # Errors
    ///
    /// The port is taken.
    pub async fn start(receiver: Receiver<RawJson>, port: u16) -> Result<Self, Error> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
        let listener = listener.map_err(|error| Error(format!("cannot listen on port {port}: {error}")))?;
        let address = listener.local_addr().map_err(|error| Error(error.to_string()))?;
        let (sender, received) = mpsc::channel(MAX_WAITING);
        let context = Arc::new(Context { receiver, received: sender });
        let router = Router::new().fallback(handle).with_state(context);
        let task = tokio::spawn(async move {
            // The task runs until it is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { address, received, task })
    }

    /// Returns the URL to which a service, or a tunnel to this listener, sends events.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits for the next request, and returns its event or its refusal. `None` once the server has
    /// ended.
    pub async fn next(&mut self) -> Option<Result<Delivery<RawJson>, Refusal>> {
        self.received.recv().await
    }
}

impl Drop for WebhookListener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn handle(State(context): State<Arc<Context>>, request: Request<Body>) -> StatusCode {
    if request.method() != Method::POST {
        return StatusCode::METHOD_NOT_ALLOWED;
    }
    // Room is taken first, since an event that was acknowledged to the service must not be lost.
    let Ok(room) = context.received.try_reserve() else { return StatusCode::SERVICE_UNAVAILABLE };
    let (head, body) = request.into_parts();
    // A body that is larger than a receiver takes is not read to its end.
    let body = match to_bytes(body, context.receiver.largest_body()).await {
        Ok(body) => body,
        Err(error) => return super::status_of_body_error(&error),
    };
    let received = context.receiver.receive(&head.headers, &body);
    let status = received.as_ref().map_or_else(Refusal::status, |_| StatusCode::OK);
    room.send(received);
    status
}
