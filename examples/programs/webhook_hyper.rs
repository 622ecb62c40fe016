//! Receives webhooks without a framework, with hyper. The same function suits any server that gives
//! headers and a body. Two secrets are accepted while one is replaced by the other.
//!
//! `WEBHOOK_SECRET=<secret> cargo run --bin webhook_hyper -- 8080`. The page `docs/webhooks.md` says more.

use std::convert::Infallible;
use std::sync::Arc;

use chainloom::data::webhook_events::{WEBHOOKS, WebhookMessage};
use chainloom::runtime::bytes::Bytes;
use chainloom::runtime::http::{HeaderMap, Request, Response, StatusCode};
use chainloom::runtime::webhooks::Receiver;
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;

/// From a request to the status of the response: all that a server needs.
fn receive(receiver: &Receiver<WebhookMessage>, headers: &HeaderMap, body: &[u8]) -> StatusCode {
    match receiver.receive(headers, body) {
        Ok(delivery) => {
            println!("{}: {:?}", delivery.event.message_id, delivery.event.webhook_id);
            StatusCode::OK
        }
        Err(error) => {
            println!("refused: {error}");
            error.status()
        }
    }
}

async fn respond(
    receiver: Arc<Receiver<WebhookMessage>>,
    request: Request<Incoming>,
) -> Result<Response<Empty<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    // No more is read than the receiver takes.
    let status = match Limited::new(body, receiver.largest_body()).collect().await {
        Ok(body) => receive(&receiver, &head.headers, &body.to_bytes()),
        Err(_) => StatusCode::PAYLOAD_TOO_LARGE,
    };
    let mut response = Response::new(Empty::new());
    *response.status_mut() = status;
    Ok(response)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).unwrap_or_else(|| "8080".to_owned());
    let current = std::env::var("WEBHOOK_SECRET")?;
    let old = std::env::var("WEBHOOK_OLD_SECRET").ok();
    let receiver = Arc::new(WEBHOOKS.receiver([current].into_iter().chain(old))?);

    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    println!("listening at http://{}/events", listener.local_addr()?);
    loop {
        let (socket, _) = listener.accept().await?;
        let receiver = Arc::clone(&receiver);
        tokio::spawn(async move {
            let service = service_fn(|request| respond(Arc::clone(&receiver), request));
            if let Err(error) = http1::Builder::new().serve_connection(TokioIo::new(socket), service).await {
                println!("connection: {error}");
            }
        });
    }
}
