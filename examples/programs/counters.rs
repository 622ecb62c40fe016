//! Limits the calls of a client, and counts them: calls, attempts, retries, bytes and failures, as
//! a metrics library would.
//!
//! `cargo run --bin counters`, or `cargo run --bin counters -- <base URL>` for another server with
//! the same API.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chainloom::ErrorKind;
use chainloom::data::{Client, Currency};
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime::{CallEvent, CallStep, Observer, Rate, Retry};

/// Counters that all clones share.
#[derive(Clone, Default)]
struct Counters(Arc<Inner>);

#[derive(Default)]
struct Inner {
    calls: AtomicU64,
    attempts: AtomicU64,
    retries: AtomicU64,
    bytes: AtomicU64,
    failures: Mutex<BTreeMap<String, u64>>,
}

impl Observer for Counters {
    fn on_event(&self, event: &CallEvent<'_>) {
        let count = |counter: &AtomicU64, by: u64| counter.fetch_add(by, Ordering::Relaxed);
        match event.step {
            CallStep::Begins => drop(count(&self.0.calls, 1)),
            CallStep::Retries { .. } => drop(count(&self.0.retries, 1)),
            CallStep::AttemptEnds { bytes, .. } => {
                count(&self.0.attempts, 1);
                count(&self.0.bytes, bytes.unwrap_or_default() as u64);
            }
            CallStep::Ends { error: Some(kind), .. } => self.fail(event.operation.id, kind),
            _ => {}
        }
    }
}

impl Counters {
    fn fail(&self, operation: &str, kind: ErrorKind) {
        let mut failures = self.0.failures.lock().unwrap_or_else(PoisonError::into_inner);
        *failures.entry(format!("{operation} {kind:?}")).or_default() += 1;
    }

    fn print(&self) {
        for (name, counter) in [
            ("calls", &self.0.calls),
            ("attempts", &self.0.attempts),
            ("retries", &self.0.retries),
            ("bytes", &self.0.bytes),
        ] {
            println!("{name}: {}", counter.load(Ordering::Relaxed));
        }
        for (what, count) in &*self.0.failures.lock().unwrap_or_else(PoisonError::into_inner) {
            println!("failures of {what}: {count}");
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let counters = Counters::default();
    let client = builder
        .configure(|settings| {
            settings
                .limit(Rate::requests(20, Duration::from_secs(1)))
                .max_concurrent(4)
                .retry(Retry::default().attempts(2).backoff(Duration::from_millis(10), Duration::from_millis(10)))
                .observer(counters.clone())
        })
        .build()?;
    let wallet = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
    let page = client.list_erc20_balances("43114", wallet).page_size(100).currency(Currency::Eur).await?;
    println!("{} balances", page.erc20_token_balances.len());
    let other = "0x0000000000000000000000000000000000000000";
    for chain in ["43113", "1", "no-chain"] {
        if let Err(error) = client.list_erc20_balances(chain, other).page_size(10).await {
            println!("{chain}: {:?}", error.kind());
        }
    }
    counters.print();
    Ok(())
}
