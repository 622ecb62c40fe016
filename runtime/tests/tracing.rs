//! Content of the events of `tracing`: the operation, the attempt and the status; no secrets, parameters or bodies.
//!
//! In a separate program: `tracing` remembers for the whole program whether anybody listens to a span, so other tests
//! that run at the same time would disturb it.
#![cfg(feature = "tracing")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

#[path = "suite/client/books.rs"]
mod books;
#[path = "suite/client/servers.rs"]
mod servers;

use books::*;
use chainloom_runtime::{__private as rt, Builder, Call, Client, Rate, Retry, TransportError, catalog::Target};
use servers::Memory;
use std::{
    fmt::{Debug, Write as _},
    sync::{Arc, Mutex},
    time::Duration,
};
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

/// Writes all that it receives into one text.
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

/// Returns the events of a call that fails, with these settings in addition to the usual ones.
async fn told(memory: Arc<Memory>, configure: impl FnOnce(Builder) -> Builder) -> String {
    let told = Told::default();
    let guard = tracing::subscriber::set_default(told.clone());
    let client = Client::builder(&CLIENT).base_url("http://h/secret").secret("apiKey", "secret").transport(memory);
    let call = Call::new(Target::new(configure(client).build().unwrap()), FindBook::new("secret"));
    call.send().await.unwrap_err();
    drop(guard);
    told.0.lock().unwrap().clone()
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn one_span_for_an_attempt_and_one_event_for_a_retry() {
    let refused = told(Memory::fixed(404, "text/plain", "no such secret body"), |client| client).await;
    let span = "call operation=\"library.findBook\" attempt=1 endpoint=\"http://h\"";
    let ended = " message=attempt failed elapsed_ms=0";
    assert_eq!(refused, format!("{span} status=404 bytes=19 error=Status{ended}"));
    let broken = Memory::new(|_| Err(TransportError::other("secret")));
    let broken = told(broken, |client| client.retry(Retry::default().attempts(2))).await;
    let (first, rest) = broken.split_once(" message=retry").unwrap();
    assert_eq!(first, format!("{span} error=Transport{ended}"));
    let (event, second) = rest.split_once("call ").unwrap();
    let (event, wait) = event.split_once(" wait_ms=").unwrap();
    assert_eq!(event, " operation=\"library.findBook\" attempt=1 error=Transport");
    assert!(wait.parse::<u32>().unwrap() < 500, "{wait}");
    assert!(second.contains("attempt=2") && second.ends_with(&format!(" error=Transport{ended}")), "{second}");
    let rate = Rate::requests(1, Duration::from_secs(3));
    let held = told(Memory::fixed(503, "", ""), |client| client.limit(rate)).await;
    assert!(held.contains(" waited_ms="), "{held}");
    half_a_surrogate_pair_is_told().await;
    one_span_for_a_request_of_a_batch().await;
    #[cfg(feature = "ws")]
    lost_websocket::the_cause_shows_no_secret().await;
}

/// A text with U+FFFD in the place of half a character is reported.
async fn half_a_surrogate_pair_is_told() {
    let events = Told::default();
    let guard = tracing::subscriber::set_default(events.clone());
    let memory = Memory::fixed(200, "application/json", r#"{"title":"a\ud800","pages":1}"#);
    let client = Client::builder(&CLIENT).base_url("http://h").transport(memory).build().unwrap();
    Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap();
    drop(guard);
    let events = events.0.lock().unwrap().clone();
    assert!(events.contains("half of a surrogate pair became U+FFFD operation=\"library.findBook\""), "{events}");
}

/// The span of a batch is around the spans of its attempts. Not a separate test, see above.
async fn one_span_for_a_request_of_a_batch() {
    use rt::schema::{Endpoint, Operation, ParamStyle, Protocol, Record, Rpc, Service};

    static DESK: Service = Service::new("desk", &CLIENT)
        .endpoints(&[Endpoint { name: "", path: "/desk" }])
        .rpc(Rpc::new(ParamStyle::Named).batch());
    static INPUT: Record = Record { name: "open", fields: &[] };
    static OPEN: Operation = Operation::new("desk.open", &DESK, Protocol::Rpc { method: "open" }, &INPUT);
    let told = Told::default();
    let guard = tracing::subscriber::set_default(told.clone());
    let memory = Memory::fixed(200, "application/json", "[]");
    let client = Client::builder(&CLIENT).base_url("http://h").transport(memory).build().unwrap();
    let mut batch = chainloom_runtime::catalog::RawBatch::new(Target::new(client));
    batch.push(&OPEN, &[]);
    batch.push(&OPEN, &[]);
    assert_eq!(batch.send().await.unwrap().errors().count(), 2);
    drop(guard);
    let told = told.0.lock().unwrap().clone();
    assert!(told.starts_with("batch service=\"desk\" calls=2 operations=desk.open, desk.opencall"), "{told}");
}

#[cfg(feature = "ws")]
mod lost_websocket {
    use super::*;
    use bytes::Bytes;
    use chainloom_runtime::{BoxFuture, Limits, Transport, TransportResult, Upgrade, UpgradeResult, Websocket};
    use http::{Request, Response, header};
    use tokio_tungstenite::{
        WebSocketStream,
        tungstenite::{
            handshake::derive_accept_key,
            protocol::{CloseFrame, Role},
        },
    };

    /// Opens websockets that are closed at once, with a reason.
    struct Closing(&'static str);

    impl Transport for Closing {
        fn send(&self, _: Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
            unreachable!("calls go over the websocket")
        }

        fn upgrade(&self, request: Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
            let (here, there) = tokio::io::duplex(1 << 16);
            let accept = derive_accept_key(request.headers()[header::SEC_WEBSOCKET_KEY].as_bytes());
            let close = CloseFrame { code: 1008.into(), reason: self.0.into() };
            Box::pin(async move {
                let mut server = WebSocketStream::from_raw_socket(there, Role::Server, None).await;
                server.close(Some(close)).await.unwrap();
                // It is there until the test ends.
                tokio::spawn(async move { drop((server, std::future::pending::<()>().await)) });
                let response = Response::builder().status(101).header(header::SEC_WEBSOCKET_ACCEPT, accept);
                let response = response.header(header::UPGRADE, "websocket").header(header::CONNECTION, "upgrade");
                Ok(response.body(Upgrade::connection(here)).unwrap())
            })
        }
    }

    /// Not a separate test, see above.
    pub(super) async fn the_cause_shows_no_secret() {
        let told = Told::default();
        let guard = tracing::subscriber::set_default(told.clone());
        let client = Client::builder(&CLIENT).base_url("http://h").secret("apiKey", "key-of-the-books");
        let client = client.websocket(Websocket::default().reconnect(Retry::none()));
        let client = client.transport(Arc::new(Closing("no key-of-the-books"))).build().unwrap();
        let target = Target::new(client).connect(RETURNS.service).await.unwrap();
        let count = Count { shelf: None, after: None, limit: None };
        Call::new(target, count).retry(Retry::none()).send().await.unwrap_err();
        drop(guard);
        let told = told.0.lock().unwrap().clone();
        assert!(told.contains("websocket connection lost") && told.contains("no [secret]"), "{told}");
        assert!(!told.contains("key-of-the-books"), "{told}");
    }
}
