//! Webhooks of the sandbox, as a receiver of the generated client sees them over HTTP.

use std::collections::HashSet;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use chainloom::data::webhook_events::WEBHOOKS;
use chainloom::runtime::bytes::Bytes;
use chainloom::runtime::codec::Read;
use chainloom::runtime::http::{HeaderMap, StatusCode};
use chainloom::runtime::webhooks::{ErrorKind, Receiver};
use chainloom::runtime::{RawJson, Webhooks};
use chainloom_codegen::read_source;
use chainloom_interpret::Api;
use chainloom_sandbox::{Sandbox, SentWebhook, WebhookFault, WebhookTarget};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

const SECRET: &str = "c13cc017c4ed63bcc842c8edfb49df37512280326a32826de3b885340b8a3d53";

/// What a receiver did with a request.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Handled(String),
    Repeated(String),
    Refused(ErrorKind),
}

struct Server<E> {
    receiver: Receiver<E>,
    /// The IDs of handled events: the store of a program.
    seen: Mutex<HashSet<String>>,
    outcomes: mpsc::UnboundedSender<Outcome>,
}

async fn receive<E: Read>(State(server): State<Arc<Server<E>>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let (status, outcome) = match server.receiver.receive(&headers, &body) {
        Ok(delivery) => {
            let id = delivery.id.map(|id| id.to_string()).unwrap_or_default();
            let is_new = server.seen.lock().unwrap().insert(id.clone());
            (StatusCode::OK, if is_new { Outcome::Handled(id) } else { Outcome::Repeated(id) })
        }
        Err(error) => (error.status(), Outcome::Refused(error.kind())),
    };
    server.outcomes.send(outcome).unwrap();
    status
}

/// Starts a server with a receiver; returns its URL, and what it does with each request.
async fn serve<E: Read + 'static>(receiver: Receiver<E>) -> (String, mpsc::UnboundedReceiver<Outcome>) {
    let (outcomes, received) = mpsc::unbounded_channel();
    let server = Arc::new(Server { receiver, seen: Mutex::default(), outcomes });
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let url = format!("http://{}/events", listener.local_addr().unwrap());
    let router = Router::new().route("/events", post(receive::<E>)).with_state(server);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, received)
}

fn statuses(sent: &[SentWebhook]) -> Vec<u16> {
    sent.iter().map(|one| one.status.as_ref().unwrap().as_u16()).collect()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn events_are_received_by_their_types() {
    let sandbox = Sandbox::builder().seed(5).start().await.unwrap();
    // The old secret is accepted beside the new one while it is rotated.
    let (url, mut outcomes) = serve(WEBHOOKS.receiver(["00ff", SECRET]).unwrap()).await;
    let target = WebhookTarget::new(&url).secret(SECRET);
    let mut ids = HashSet::new();
    for number in 0..20 {
        let sent = sandbox.send_webhook(&target).await.unwrap();
        assert_eq!(statuses(&sent), [200], "{number}: {sent:?}");
        let id = sent[0].id.clone().unwrap();
        assert_eq!(outcomes.recv().await, Some(Outcome::Handled(id.clone())));
        assert!(ids.insert(id), "each event has an ID of its own");
    }
    let own = json!({ "webhookId": "w", "eventType": "unknown", "messageId": "m", "event": { "big": 9_007_199_254_740_993_u64 } });
    assert_eq!(statuses(&sandbox.send_webhook_value(&target, &own).await.unwrap()), [200]);
    assert_eq!(outcomes.recv().await, Some(Outcome::Handled("m".to_owned())));
}

/// What a service sends that is newer than the spec, a receiver takes.
#[tokio::test(crate = "chainloom_bounded")]
async fn surprises_are_received() {
    let sandbox = Sandbox::builder().surprises().synthetic_only().start().await.unwrap();
    let (url, _outcomes) = serve(WEBHOOKS.receiver([SECRET]).unwrap()).await;
    let target = WebhookTarget::new(&url).secret(SECRET);
    for _ in 0..40 {
        let sent = sandbox.send_webhook(&target).await.unwrap();
        assert_eq!(statuses(&sent), [200], "{sent:?}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn faults_meet_a_receiver() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let (url, mut outcomes) = serve(WEBHOOKS.receiver([SECRET]).unwrap()).await;
    let target = WebhookTarget::new(&url).secret(SECRET);
    let all =
        [WebhookFault::WrongSignature, WebhookFault::NoSignature, WebhookFault::Repeated, WebhookFault::OutOfOrder];
    let target = all.into_iter().fold(target, WebhookTarget::fault);
    // Deliveries in turn: without a fault, then each fault.
    assert_eq!(statuses(&sandbox.send_webhook(&target).await.unwrap()), [200]);
    assert!(matches!(outcomes.recv().await, Some(Outcome::Handled(_))));
    for expected in [ErrorKind::Mismatch, ErrorKind::MissingHeader] {
        let sent = sandbox.send_webhook(&target).await.unwrap();
        assert_eq!(statuses(&sent), [401], "{sent:?}");
        assert_eq!(outcomes.recv().await, Some(Outcome::Refused(expected)));
    }
    let sent = sandbox.send_webhook(&target).await.unwrap();
    let id = sent[0].id.clone().unwrap();
    assert_eq!((statuses(&sent), sent[0].body == sent[1].body), (vec![200, 200], true));
    assert_eq!(outcomes.recv().await, Some(Outcome::Handled(id.clone())));
    assert_eq!(outcomes.recv().await, Some(Outcome::Repeated(id)));
    let sent = sandbox.send_webhook(&target).await.unwrap();
    assert_eq!(sent.len(), 2);
    assert_ne!(sent[0].id, sent[1].id);
    assert!(sent.iter().all(|one| one.fault == Some(WebhookFault::OutOfOrder)));
    // No timestamp is signed here, so a late delivery looks as any other.
    let late = WebhookTarget::new(&url).secret(SECRET).fault(WebhookFault::Late);
    let error = Sandbox::builder().webhooks_to(late).start().await.unwrap_err();
    assert!(error.to_string().contains("needs a signed timestamp"), "{error}");
}

const TIMED: &str = "chainloom: 1\ndoc: A shop.\nclient: { baseUrl: \"https://shop.example\" }\nwebhooks:\n  doc: Events.\n  \
                     event: { fields: { text: { type: string, doc: Text. } } }\n  id: { header: X-Id }\n  signature: { header: X-Sig, \
                     algorithm: hmac-sha256, form: \"v1={hex}\", separator: \",\", timestamp: { part: t }, over: \
                     \"{id}.{timestamp}.{body}\", tolerance: { minutes: 5 } }\n";

#[tokio::test(crate = "chainloom_bounded")]
async fn a_late_delivery_is_refused() {
    let sources = vec![read_source("", "shop.yaml", TIMED.as_bytes().to_vec()).unwrap()];
    let api = Api::load(&sources, &[]).unwrap();
    let webhooks = Webhooks::<RawJson>::new(api.find_webhooks(None).unwrap().schema);
    let (url, mut outcomes) = serve(webhooks.receiver(["secret"]).unwrap()).await;
    let sandbox = Sandbox::builder().spec(sources).start().await.unwrap();
    let target = WebhookTarget::new(&url).secret("secret").fault(WebhookFault::Late);
    let sent = sandbox.send_webhook(&target).await.unwrap();
    assert_eq!((statuses(&sent), outcomes.recv().await), (vec![200], sent[0].id.clone().map(Outcome::Handled)));
    assert_eq!(statuses(&sandbox.send_webhook(&target).await.unwrap()), [401]);
    assert_eq!(outcomes.recv().await, Some(Outcome::Refused(ErrorKind::OutsideTolerance)));
    // Another secret is another service.
    let other = WebhookTarget::new(&url).secret("other");
    assert_eq!(statuses(&sandbox.send_webhook(&other).await.unwrap()), [401]);
    assert_eq!(outcomes.recv().await, Some(Outcome::Refused(ErrorKind::Mismatch)));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_sandbox_sends_from_its_start_on() {
    let (url, mut outcomes) = serve(WEBHOOKS.receiver([SECRET]).unwrap()).await;
    let (seen, mut watched) = mpsc::unbounded_channel();
    let every = std::time::Duration::from_millis(1);
    let sandbox = Sandbox::builder()
        .webhooks_to(WebhookTarget::new(&url).secret(SECRET).every(every))
        .webhooks_to(WebhookTarget::new("http://127.0.0.1:9/").secret(SECRET))
        .on_webhook(move |sent| drop(seen.send(sent.status.clone())))
        .start()
        .await
        .unwrap();
    for _ in 0..5 {
        assert!(matches!(outcomes.recv().await, Some(Outcome::Handled(_))));
    }
    let (mut answered, mut lost) = (0, 0);
    while answered < 5 || lost < 1 {
        match watched.recv().await.unwrap() {
            Ok(status) => answered += usize::from(status == 200),
            Err(_) => lost += 1,
        }
    }
    drop(sandbox);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_target_that_cannot_be_sent_to_is_refused_at_the_start() {
    let target = || WebhookTarget::new("http://127.0.0.1:9/");
    let start =
        async |target: WebhookTarget| Sandbox::builder().webhooks_to(target).start().await.unwrap_err().to_string();
    assert!(start(target()).await.contains("the target has no secret"));
    let wrong = start(target().secret("hunter2")).await;
    assert!(wrong.contains("hex digits") && !wrong.contains("hunter2"), "{wrong}");
    assert!(start(target().secret(SECRET).file("data/x")).await.contains("there are: data/webhook_events"));
    assert!(start(WebhookTarget::new("no URL").secret(SECRET)).await.contains("is no URL of a receiver"));
    let shown = format!("{:?}", target().secret(SECRET));
    assert!(!shown.contains(SECRET) && shown.contains("has_secret: true"), "{shown}");
}
