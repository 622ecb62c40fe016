//! The process of the sandbox.
//!
//! Input: the seed in a variable, and lines that ask for a report. Output: a line with the URLs, and
//! a line of counts for each report. A chain grows by a block each 25 ms, and all websockets are cut
//! from time to time.

pub(crate) mod book;

use std::io::{self, BufRead as _};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chainloom::node::evm::Block;
use chainloom_sandbox::{PreparedResponse, Sandbox};
use serde_json::{Value, json};

use book::Book;

/// The variable that asks for the server, with the seed.
pub(crate) const ASKED: &str = "CHAINLOOM_SOAK_SERVER";
/// The number of items of each list.
pub(crate) const ITEMS: usize = 25;
/// The number of events of each stream.
pub(crate) const EVENTS: usize = 40;
/// The time between two blocks.
const BLOCK: Duration = Duration::from_millis(25);
/// The height of the first block.
const FIRST: u64 = 1_000;

/// A chain that grows.
struct Chain {
    height: AtomicU64,
    /// A block, whose number and hashes are replaced.
    like: Value,
}

impl Chain {
    fn new() -> Self {
        let block = chainloom::testing::fixture::<Block>(7).expect("a synthetic block");
        Self { height: AtomicU64::new(FIRST), like: serde_json::to_value(block).expect("a block is JSON") }
    }

    fn height(&self) -> Value {
        json!(format!("0x{:x}", self.height.load(SeqCst)))
    }

    fn block(&self, height: u64) -> Value {
        let hash = |height: u64| json!(format!("0x{height:064x}"));
        let mut block = self.like.clone();
        block["number"] = json!(format!("0x{height:x}"));
        block["hash"] = hash(height);
        block["parentHash"] = hash(height - 1);
        block
    }

    /// The block that a call asks for; null if there is none yet.
    fn block_of(&self, asked: &Value) -> Value {
        let digits = asked.as_str().and_then(|text| text.strip_prefix("0x"));
        let height = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let known = FIRST..=self.height.load(SeqCst);
        height.filter(|height| known.contains(height)).map_or(Value::Null, |height| self.block(height))
    }
}

pub(crate) fn is_asked_for() -> bool {
    std::env::var_os(ASKED).is_some()
}

pub(crate) fn run() -> ExitCode {
    let seed = std::env::var(ASKED).ok().and_then(|seed| seed.parse().ok()).unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let book = Arc::new(Mutex::new(Book::default()));
    let chain = Arc::new(Chain::new());
    let node = Arc::new(runtime.block_on(node(seed, &chain, &book)));
    let feed = runtime.block_on(feed(&book));
    println!("{}", json!({ "node": node.url(), "feed": feed.url() }));
    runtime.spawn(grow(Arc::clone(&node), chain));
    runtime.spawn(cut(Arc::clone(&node), seed));
    for line in io::stdin().lock().lines() {
        let Ok("report") = line.as_deref() else { break };
        let open = node.open_connections() + node.open_subscriptions() + feed.open_streams();
        println!("{}", book.lock().unwrap().report(open));
    }
    runtime.shutdown_background();
    ExitCode::SUCCESS
}

async fn node(seed: u64, chain: &Arc<Chain>, book: &Arc<Mutex<Book>>) -> Sandbox {
    let (of_height, of_blocks, book) = (Arc::clone(chain), Arc::clone(chain), Arc::clone(book));
    let sandbox = Sandbox::builder()
        .seed(seed)
        .synthetic_only()
        .items(ITEMS)
        .computed("evm.blockNumber", move |_| of_height.height())
        .computed("evm.getBlockByNumber", move |input| of_blocks.block_of(input.get("block").unwrap_or(&Value::Null)))
        .on_request(move |seen| book.lock().unwrap().add(seen));
    sandbox.start().await.expect("the sandbox starts")
}

/// A service with a stream of events, which the spec of this repository does not have.
async fn feed(book: &Arc<Mutex<Book>>) -> Sandbox {
    let text = include_bytes!("../macros/responses.yaml").to_vec();
    let spec = chainloom_codegen::read_sources("spec", vec![("responses.yaml".to_owned(), text)]);
    let events: Vec<Value> = (0..EVENTS).map(|number| json!({ "message": format!("number {number}") })).collect();
    let book = Arc::clone(book);
    let sandbox = Sandbox::builder()
        .spec(spec.expect("a spec"))
        .response("responses.news", PreparedResponse::json(events))
        .on_request(move |seen| book.lock().unwrap().add(seen));
    sandbox.start().await.expect("the sandbox starts")
}

/// Adds blocks to the chain, and publishes their heads.
async fn grow(node: Arc<Sandbox>, chain: Arc<Chain>) {
    let mut ticks = tokio::time::interval(BLOCK);
    loop {
        ticks.tick().await;
        let height = chain.height.fetch_add(1, SeqCst) + 1;
        node.publish_value("evm.newHeads", &chain.block(height)).expect("there is this subscription");
    }
}

/// Cuts all websockets at random times.
async fn cut(node: Arc<Sandbox>, seed: u64) {
    let mut draw = fastrand::Rng::with_seed(seed);
    loop {
        tokio::time::sleep(Duration::from_millis(draw.u64(500..2_500))).await;
        node.cut_connections();
    }
}
