//! What `tracing` is told: the operation, the attempt and the status; no secrets, parameters or bodies.
//!
//! In a program of its own: `tracing` remembers for the whole program whether anybody listens to a span, so other
//! tests that run at the same time would disturb it.
#![cfg(feature = "tracing")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

#[path = "client/books.rs"]
mod books;
#[path = "client/servers.rs"]
mod servers;

use books::*;
use chainloom_runtime::{Call, Client, catalog::Target};
use servers::Memory;
use std::{
    fmt::{Debug, Write as _},
    sync::{Arc, Mutex},
};
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

/// Writes all that it is told into one text.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<String>>);

impl Visit for Told {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0.lock().unwrap(), " {field}={value:?}");
    }
}

impl Subscriber for Told {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "chainloom"
    }
    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        self.0.lock().unwrap().push_str(attributes.metadata().name());
        attributes.record(&mut self.clone());
        span::Id::from_u64(1)
    }
    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut self.clone());
    }
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

#[tokio::test]
async fn one_span_for_an_attempt() {
    let told = Told::default();
    let guard = tracing::subscriber::set_default(told.clone());
    let memory = Memory::fixed(404, "text/plain", "no such secret body");
    let client = Client::builder(&CLIENT).base_url("http://h").secret("apiKey", "secret").transport(memory);
    let call = Call::new(Target::new(client.build().unwrap()), FindBook::new("secret"));
    call.send().await.unwrap_err();
    drop(guard);
    let told = told.0.lock().unwrap().clone();
    assert_eq!(told, "call operation=\"library.findBook\" attempt=1 status=404 bytes=19");
}
