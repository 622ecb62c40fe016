//! Receives webhooks with axum: verifies each request, handles each event once, and responds before the
//! work is done.
//!
//! `WEBHOOK_SECRET=<secret> cargo run --bin webhook_axum -- 8080`. The page `docs/webhooks.md` says more.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use chainloom::data::webhook_events::{WEBHOOKS, WebhookMessage, WebhookMessageEventType};
use chainloom::runtime::webhooks::Receiver;
use tokio::sync::mpsc;

struct App {
    receiver: Receiver<WebhookMessage>,
    /// The IDs of events that were taken. A program with more than one process has a table with a unique key.
    taken: Mutex<HashSet<String>>,
    work: mpsc::Sender<WebhookMessage>,
}

async fn events(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let delivery = match app.receiver.receive(&headers, &body) {
        Ok(delivery) => delivery,
        Err(error) => {
            println!("refused: {error}");
            return error.status();
        }
    };
    let id = delivery.event.message_id.to_string();
    let mut taken = app.taken.lock().unwrap_or_else(PoisonError::into_inner);
    if taken.contains(&id) {
        println!("{id}: repeated");
        return StatusCode::OK;
    }
    match app.work.try_send(delivery.event) {
        Ok(()) => {
            taken.insert(id);
            StatusCode::OK
        }
        // The service sends the event again later.
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// The work of the program, which may take longer than the service waits for a response.
async fn work(mut events: mpsc::Receiver<WebhookMessage>) {
    while let Some(message) = events.recv().await {
        let id = &message.message_id;
        match message.event_type {
            WebhookMessageEventType::AddressActivity(activity) => {
                println!("{id}: {} token transfers", activity.event.transaction.erc20_transfers.len());
            }
            WebhookMessageEventType::PrimaryNetworkAddressActivity(_) => println!("{id}: an address of the P-Chain"),
            WebhookMessageEventType::ValidatorActivity(_) => println!("{id}: a validator"),
            other => println!("{id}: an event that is newer than this program: {other:?}"),
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).unwrap_or_else(|| "8080".to_owned());
    let receiver = WEBHOOKS.receiver([std::env::var("WEBHOOK_SECRET")?])?;
    let (sender, events_to_do) = mpsc::channel(1000);
    tokio::spawn(work(events_to_do));

    let app = Arc::new(App { receiver, taken: Mutex::default(), work: sender });
    let router = Router::new().route("/events", post(events)).with_state(app);
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    println!("listening at http://{}/events", listener.local_addr()?);
    axum::serve(listener, router).await?;
    Ok(())
}
