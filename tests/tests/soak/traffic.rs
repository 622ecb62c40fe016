//! The kinds of traffic, and the clients of each.
//!
//! Input: the URLs of the server, the seed and the end of the run. Output: counts by kind. Each kind
//! has clients of its own, so that its counts are told apart.

mod batches;
mod calls;
mod lists;
mod streams;
mod websockets;

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chainloom::runtime::{Builder, CallEvent, Error, Retry, Websocket};
use chainloom::{data, node};
use fastrand::Rng;
use tokio::task::JoinSet;

use crate::connection::ServerProcess;
use crate::faults::{Faulty, Menu};
use crate::server::book::WRITE;
use crate::tally::{Shape, Tally, add};
use crate::watch::Watch;

/// The time of an attempt, and that of a call.
const TIMEOUT: Duration = Duration::from_secs(2);
pub(crate) const DEADLINE: Duration = Duration::from_secs(5);
/// The longest pause between two operations of a worker, in milliseconds.
const PAUSE: u64 = 10;
/// Less than what the faults `oversized` and `bomb` send.
const LARGEST: usize = 1_000_000;
/// An address of the EVM.
const WHO: &str = "0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc";

/// All that the kinds of traffic share.
pub(crate) struct Soak {
    urls: [String; 2],
    seed: u64,
    until: Instant,
    watch: Arc<Watch>,
    tallies: Mutex<Vec<Arc<Tally>>>,
    writes: AtomicU64,
}

/// A kind of traffic.
#[derive(Clone)]
pub(crate) struct Traffic {
    pub(crate) soak: Arc<Soak>,
    pub(crate) tally: Arc<Tally>,
    menu: Menu,
    draw: Arc<Mutex<Rng>>,
}

/// The turns of a worker, up to the end of the run.
pub(crate) struct Turns {
    soak: Arc<Soak>,
    draw: Rng,
}

impl Turns {
    /// Makes a pause. Returns a number that decides what is done next, or `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<u64> {
        tokio::time::sleep(self.pause()).await;
        self.drawn()
    }

    /// The same on a thread that waits.
    pub(crate) fn wait(&mut self) -> Option<u64> {
        std::thread::sleep(self.pause());
        self.drawn()
    }

    fn pause(&mut self) -> Duration {
        Duration::from_millis(self.draw.u64(..PAUSE))
    }

    fn drawn(&mut self) -> Option<u64> {
        (Instant::now() < self.soak.until).then(|| self.draw.u64(..))
    }
}

/// Carries out all kinds until the end of the run.
pub(crate) async fn run(soak: &Arc<Soak>) {
    let mut workers = JoinSet::new();
    calls::spawn(soak, &mut workers);
    batches::spawn(soak, &mut workers);
    lists::spawn(soak, &mut workers);
    websockets::spawn(soak, &mut workers);
    streams::spawn(soak, &mut workers);
    while let Some(ended) = workers.join_next().await {
        ended.expect("no worker panics");
    }
}

impl Soak {
    pub(crate) fn new(server: &ServerProcess, seed: u64, until: Instant, watch: Arc<Watch>) -> Self {
        let (urls, tallies, writes) = (server.urls.clone(), Mutex::default(), AtomicU64::default());
        Self { urls, seed, until, watch, tallies, writes }
    }

    pub(crate) fn tallies(&self) -> Vec<Arc<Tally>> {
        self.tallies.lock().unwrap().clone()
    }

    /// A transaction that no other write has.
    fn next_write(&self) -> String {
        format!("{WRITE}{:016x}", add(&self.writes))
    }
}

impl Traffic {
    /// A kind of traffic with the faults that it meets.
    pub(crate) fn new(soak: &Arc<Soak>, name: &'static str, shape: Shape, menu: Menu) -> Self {
        let tally = Arc::new(Tally::new(name, shape, Arc::clone(&soak.watch)));
        let mut tallies = soak.tallies.lock().unwrap();
        let seed = soak.seed.wrapping_mul(1_000).wrapping_add(tallies.len() as u64);
        tallies.push(Arc::clone(&tally));
        Self { soak: Arc::clone(soak), tally, menu, draw: Arc::new(Mutex::new(Rng::with_seed(seed))) }
    }

    /// The settings of all clients.
    pub(crate) fn settings(&self, to: Builder) -> Builder {
        let (of_layer, of_observer) = (self.clone(), Arc::clone(&self.tally));
        let again = Retry::default().attempts(u32::MAX).backoff(Duration::from_millis(5), Duration::from_millis(100));
        to.retry(Retry::default().backoff(Duration::from_millis(5), Duration::from_millis(50)))
            .timeout(TIMEOUT)
            .deadline(DEADLINE)
            .max_response_bytes(LARGEST)
            .websocket(Websocket::default().reconnect(again))
            .observer(move |event: &CallEvent<'_>| of_observer.observe(event))
            .layer(move |inner| {
                let (tally, menu, draw) = (&of_layer.tally, &of_layer.menu, &of_layer.draw);
                Faulty::new(inner, Arc::clone(tally), menu.clone(), Arc::clone(draw))
            })
    }

    pub(crate) fn data(&self) -> data::Client {
        data::Client::builder().base_url(&self.soak.urls[0]).configure(|to| self.settings(to)).build().unwrap()
    }

    pub(crate) fn node(&self) -> node::Client {
        self.node_of(|builder| builder)
    }

    /// A client with further settings.
    pub(crate) fn node_of(&self, change: impl FnOnce(Builder) -> Builder) -> node::Client {
        let builder = node::Client::builder().base_url(&self.soak.urls[0]);
        builder.configure(|to| change(self.settings(to))).build().unwrap()
    }

    /// The base URL of the service with a stream of events.
    pub(crate) fn feed(&self) -> &str {
        &self.soak.urls[1]
    }

    /// The turns of a worker.
    pub(crate) fn turns(&self) -> Turns {
        Turns { soak: Arc::clone(&self.soak), draw: self.draw.lock().unwrap().fork() }
    }

    /// Counts a write that ended well.
    pub(crate) fn written(&self, is_ok: bool) {
        self.tally.writes_ok.fetch_add(u64::from(is_ok), SeqCst);
    }

    /// Drops what has not ended after a drawn time, of up to so many milliseconds.
    pub(crate) async fn dropped<T>(&self, drawn: u64, most: u64, work: impl Future<Output = Result<T, Error>>) {
        let operation = self.tally.run(DEADLINE, work);
        let _ = tokio::time::timeout(Duration::from_millis(drawn % most), operation).await;
    }
}
