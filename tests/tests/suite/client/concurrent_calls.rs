//! Many concurrent calls on one client: each gets its own response, no more are open than allowed,
//! and dropped calls free their slots.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use chainloom::data::Client;
use chainloom::runtime::http::Request;
use chainloom::runtime::{Body, BoxFuture, CallEvent, CallStep, Limits, Transport, TransportResult};
use chainloom_sandbox::Sandbox;
use chainloom_tests::full::is_full;
use tokio::task::JoinSet;

const OPEN: usize = 40;

/// How many requests are open, and how many were at most.
#[derive(Default)]
struct Count {
    now: AtomicUsize,
    most: AtomicUsize,
}

/// Counts the requests through it.
struct CountingTransport(Arc<dyn Transport>, Arc<Count>);

/// A request that is open until it is dropped.
struct OpenRequest<'c>(&'c Count);

impl Drop for OpenRequest<'_> {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, SeqCst);
    }
}

impl Transport for CountingTransport {
    fn send(&self, request: Request<Body>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        Box::pin(async move {
            self.1.most.fetch_max(self.1.now.fetch_add(1, SeqCst) + 1, SeqCst);
            let _open = OpenRequest(&self.1);
            self.0.send(request, limits).await
        })
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn many_calls_on_one_client() {
    let calls: usize = if is_full() { 10_000 } else { 200 };
    let sandbox = Sandbox::builder().synthetic_only().start().await.unwrap();
    let (count, begun, ended) =
        (Arc::new(Count::default()), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (layer, begins, ends) = (Arc::clone(&count), Arc::clone(&begun), Arc::clone(&ended));
    let builder = Client::builder().base_url(sandbox.url()).configure(|builder| {
        let builder = builder.max_concurrent(OPEN).deadline(Duration::from_secs(600));
        builder.layer(move |inner| CountingTransport(inner, Arc::clone(&layer))).observer(
            move |event: &CallEvent<'_>| {
                let is_end = matches!(event.step, CallStep::Ends { error: None, .. } | CallStep::Dropped { .. });
                begins.fetch_add(usize::from(matches!(event.step, CallStep::Begins)), SeqCst);
                ends.fetch_add(usize::from(is_end), SeqCst);
            },
        )
    });
    let client = builder.build().unwrap();
    let mut set = JoinSet::new();
    for chain in 0..calls {
        let client = client.clone();
        set.spawn(async move { (chain.to_string(), client.get_chain_info(chain.to_string()).await.unwrap()) });
    }
    let answers = set.join_all().await;
    assert_eq!(answers.len(), calls);
    for (asked, answer) in &answers {
        assert_eq!(answer.chain_id, asked.as_str());
    }
    assert_eq!((count.now.load(SeqCst), count.most.load(SeqCst), ended.load(SeqCst)), (0, OPEN, calls));
    assert_eq!(sandbox.seen().len(), calls);
    // As many again, of which half are dropped while they wait or are open; all slots are free
    // afterwards.
    let mut set = JoinSet::new();
    let kept: Vec<_> = (0..calls)
        .filter_map(|chain| {
            let client = client.clone();
            let call =
                async move { client.get_chain_info(chain.to_string()).await.unwrap().chain_id == chain.to_string() };
            if chain % 2 == 0 {
                return Some(tokio::spawn(call));
            }
            set.spawn(call);
            None
        })
        .collect();
    // Until some are open, and others in the queue.
    while count.now.load(SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    set.shutdown().await;
    for call in kept {
        assert!(call.await.unwrap());
    }
    assert_eq!((count.now.load(SeqCst), count.most.load(SeqCst)), (0, OPEN));
    assert_eq!(begun.load(SeqCst), ended.load(SeqCst), "a call began, and has not ended");
    assert!(ended.load(SeqCst) > calls + calls / 2, "some calls were dropped after they began");
}
