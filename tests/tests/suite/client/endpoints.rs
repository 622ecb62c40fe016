//! Endpoints with keys of their own: which endpoint a call goes to, and with which key.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use chainloom::data::Client;
use chainloom::runtime::http::StatusCode;
use chainloom::runtime::{Endpoint, SecretString};
use chainloom_sandbox::Sandbox;

#[tokio::test(crate = "chainloom_bounded")]
async fn a_service_that_is_gone_is_replaced_by_the_next() {
    let first = Sandbox::builder().key("first-key").start().await.unwrap();
    let second = Sandbox::builder().key("second-key").start().await.unwrap();
    let client = Client::builder()
        .base_url(first.url())
        .api_key("first-key")
        .configure(|builder| builder.endpoint(Endpoint::new(second.url()).secret("apiKey", "second-key")));
    let client = client.build().unwrap();
    let reply = client.get_chain_info("43114").reply().await.unwrap();
    assert_eq!((reply.origin(), second.seen().len()), (first.url().as_str(), 0));
    drop(first);
    let reply = client.get_chain_info("43114").reply().await.unwrap();
    assert_eq!((reply.origin(), reply.body().chain_id.as_str()), (second.url().as_str(), "43114"));
    let seen = second.seen();
    assert_eq!((seen.len(), seen[0].status), (1, Some(StatusCode::OK)));
    assert!(seen[0].headers.values().all(|value| value != "first-key"), "{:?}", seen[0].headers);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_key_that_has_changed_is_asked_for() {
    let sandbox = Sandbox::builder().key("new-key").start().await.unwrap();
    let given = AtomicUsize::new(0);
    let client = Client::builder().base_url(sandbox.url()).configure(|builder| {
        builder.secret_provider("apiKey", move || {
            let key = ["old-key", "new-key"][given.fetch_add(1, SeqCst).min(1)];
            std::future::ready(Ok::<_, std::convert::Infallible>(SecretString::from(key)))
        })
    });
    let client = client.build().unwrap();
    for _ in 0..2 {
        client.get_chain_info("43114").await.unwrap();
    }
    let statuses: Vec<_> = sandbox.seen().iter().map(|seen| seen.status.unwrap().as_u16()).collect();
    assert_eq!(statuses, [401, 200, 200]);
}
