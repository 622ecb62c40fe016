//! Keeps responses for some seconds, in a layer around the transport. The same place suits metrics,
//! or a log of your own.
//!
//! `cargo run --bin cache`, or `cargo run --bin cache -- <base URL>` for another server with the same
//! API.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chainloom::data::Client;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime::http::{Method, Request, Response};
use chainloom::runtime::{Body, BoxFuture, Limits, StreamResult, Transport, TransportResult, UpgradeResult};

/// A response, and when it came.
type Kept = (Instant, Response<Body>);

/// What the layers of all clones share.
#[derive(Clone, Default)]
struct Cache {
    kept: Arc<Mutex<HashMap<String, Kept>>>,
    hits: Arc<AtomicU32>,
}

impl Cache {
    fn fresh(&self, url: &str) -> Option<Response<Body>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, response) = kept.get(url).filter(|(came, _)| came.elapsed() < Duration::from_secs(30))?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(response.clone())
    }
}

/// A transport with a cache before it.
struct Cached {
    inner: Arc<dyn Transport>,
    cache: Cache,
}

impl Transport for Cached {
    fn send(&self, request: Request<Body>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        Box::pin(async move {
            // Requests whose effect is only to read. Clients with different keys need caches of their own.
            let url = (request.method() == Method::GET).then(|| request.uri().to_string());
            if let Some(response) = url.as_deref().and_then(|url| self.cache.fresh(url)) {
                return Ok(response);
            }
            let response = self.inner.send(request, limits).await?;
            if let Some(url) = url.filter(|_| response.status().is_success()) {
                let mut kept = self.cache.kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.insert(url, (Instant::now(), response.clone()));
            }
            Ok(response)
        })
    }

    fn stream(&self, request: Request<Body>) -> BoxFuture<'_, StreamResult> {
        self.inner.stream(request)
    }

    fn upgrade(&self, request: Request<Body>) -> BoxFuture<'_, UpgradeResult> {
        self.inner.upgrade(request)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let cache = Cache::default();
    let layer = {
        let cache = cache.clone();
        move |inner| Cached { inner, cache: cache.clone() }
    };
    let client = builder.configure(|settings| settings.layer(layer)).build()?;
    for _ in 0..3 {
        let page = client.get_latest_blocks("43114").page_size(2).await?;
        println!("latest block: {}", page.blocks[0].block_number);
    }
    println!("{} of 3 responses from the cache", cache.hits.load(Ordering::Relaxed));
    Ok(())
}
