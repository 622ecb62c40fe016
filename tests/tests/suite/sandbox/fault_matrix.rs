//! Fault matrix: for each fault of the sandbox and each way to call, what the caller sees, and the
//! number of requests.
//!
//! The table is `tests/data/fault-matrix.txt`, which the test prints and compares. A cell holds
//! what a fault that is met once leads to, then what one leads to that does not end: a result or
//! the kind of the error, and the requests on the wire. What is sent over a websocket is not
//! counted: nothing waits until the sandbox has taken it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use chainloom::node::evm_chain::calls::ChainId;
use chainloom::runtime::{BoxFuture, Error, Retry};
use chainloom::{data, node};
use chainloom_sandbox::{Fault, Rule, Sandbox};
use chainloom_tests::bless::{Expected, is_blessing};
use chainloom_tests::full::is_full;
use futures_util::future::join_all;

/// More than a response without faults takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// Less than what a slow answer takes, and more than what the others take beside other work: of the
/// faults that are met once, the second attempt is answered within it.
const IMPATIENCE: Duration = Duration::from_millis(500);

/// The faults with which a message over a websocket has no reply.
const NEVER_ANSWERED: [&str; 4] = ["wrong-id", "missing-reply", "html", "empty"];

/// The number of items of the list.
const ITEMS: usize = 25;

/// The write that some columns make.
const WRITE: &str = "evm.sendRawTransaction";

/// A way to call: what the caller sees of it.
struct Column {
    name: &'static str,
    is_websocket: bool,
    /// The operation that rules are limited to; without one, the handshake of a websocket is met
    /// first.
    on: Option<&'static str>,
    call: for<'c> fn(&'c Clients, &'c Sandbox) -> BoxFuture<'c, Result<String, Error>>,
}

/// The number of columns of single calls, which come first.
const SINGLE: usize = 3;

const COLUMNS: [Column; 11] = [
    Column { name: "REST read", is_websocket: false, on: None, call: |clients, _| Box::pin(clients.rest()) },
    Column { name: "RPC read", is_websocket: false, on: None, call: |clients, _| Box::pin(clients.rpc()) },
    Column { name: "RPC write", is_websocket: false, on: None, call: |clients, _| Box::pin(clients.write()) },
    Column { name: "items", is_websocket: false, on: None, call: |clients, _| Box::pin(clients.items()) },
    Column { name: "batch", is_websocket: false, on: None, call: |clients, _| Box::pin(clients.batch()) },
    Column {
        name: "batch with write",
        is_websocket: false,
        on: None,
        call: |clients, _| Box::pin(clients.batch_with_write()),
    },
    Column { name: "websocket", is_websocket: true, on: None, call: |clients, _| Box::pin(clients.websocket()) },
    Column {
        name: "websocket message",
        is_websocket: true,
        on: Some("evm.blockNumber"),
        call: |clients, _| Box::pin(clients.websocket()),
    },
    Column {
        name: "websocket write",
        is_websocket: true,
        on: Some(WRITE),
        call: |clients, _| Box::pin(clients.websocket_write()),
    },
    Column {
        name: "websocket batch",
        is_websocket: true,
        on: Some("evm.chainId"),
        call: |clients, _| Box::pin(clients.websocket_batch()),
    },
    Column {
        name: "subscription",
        is_websocket: true,
        on: None,
        call: |clients, sandbox| Box::pin(clients.subscription(sandbox)),
    },
];

struct Clients {
    data: data::Client,
    node: node::Client,
}

impl Clients {
    /// Clients that wait for less time than usual, and are the default ones else.
    fn new(sandbox: &Sandbox, patience: Duration) -> Self {
        let quick = Retry::default().backoff(Duration::from_millis(1), Duration::from_millis(1));
        let data = data::Client::builder().base_url(sandbox.url());
        let node = node::Client::builder().base_url(sandbox.url());
        let data = data.configure(|to| to.retry(quick.clone()).timeout(patience).max_response_bytes(1_000_000));
        let node = node.configure(|to| to.retry(quick.clone()).timeout(patience).max_response_bytes(1_000_000));
        Self { data: data.build().unwrap(), node: node.build().unwrap() }
    }

    async fn rest(&self) -> Result<String, Error> {
        self.data.get_chain_info("43114").await.map(ok)
    }

    /// All items come, each once, or there is an error.
    async fn items(&self) -> Result<String, Error> {
        let mut items = self.data.list_delegators(data::Network::Mainnet).page_size(10).items();
        let mut seen = Vec::new();
        while let Some(item) = items.try_next().await? {
            assert!(!seen.contains(&item), "an item comes twice");
            seen.push(item);
        }
        assert_eq!(seen.len(), ITEMS);
        Ok(ok(()))
    }

    async fn rpc(&self) -> Result<String, Error> {
        self.node.evm("C").block_number().await.map(ok)
    }

    async fn write(&self) -> Result<String, Error> {
        self.node.evm("C").send_raw_transaction("0x02").await.map(ok)
    }

    async fn batch(&self) -> Result<String, Error> {
        let mut batch = self.node.evm("C").batch();
        let tickets: Vec<_> = (0..3).map(|_| batch.push(ChainId::new())).collect();
        let mut replies = batch.send().await?;
        Ok(each(tickets.into_iter().map(|ticket| replies.take(ticket).map(drop))))
    }

    async fn batch_with_write(&self) -> Result<String, Error> {
        let evm = self.node.evm("C");
        let mut batch = evm.batch();
        let (chain, sent) = (batch.push(ChainId::new()), batch.push(evm.send_raw_transaction("0x02")));
        let mut replies = batch.send().await?;
        Ok(each([replies.take(chain).map(drop), replies.take(sent).map(drop)]))
    }

    async fn websocket(&self) -> Result<String, Error> {
        let evm = self.node.evm("C").connect().await?;
        evm.block_number().await?;
        evm.chain_id().await?;
        evm.block_number().await.map(ok)
    }

    async fn websocket_write(&self) -> Result<String, Error> {
        self.node.evm("C").connect().await?.send_raw_transaction("0x02").await.map(ok)
    }

    async fn websocket_batch(&self) -> Result<String, Error> {
        let evm = self.node.evm("C").connect().await?;
        let mut batch = evm.batch();
        let (chain, sent) = (batch.push(ChainId::new()), batch.push(evm.send_raw_transaction("0x02")));
        let mut replies = batch.send().await?;
        Ok(each([replies.take(chain).map(drop), replies.take(sent).map(drop)]))
    }

    /// Events come, or the caller is told that some are missing.
    async fn subscription(&self, sandbox: &Sandbox) -> Result<String, Error> {
        let mut heads = self.node.evm("C").new_heads().await?;
        let (mut events, mut gaps) = (0, 0);
        while events < 5 {
            // A subscription whose reply was lost is open for the service, too.
            assert!(sandbox.publish("newHeads", 1).unwrap() >= 1);
            match heads.try_next().await?.unwrap().gap() {
                Some(_) => gaps += 1,
                None => events += 1,
            }
        }
        Ok(if gaps == 0 { ok(()) } else { "gap".to_owned() })
    }
}

/// What is told of a call that gives its result.
fn ok<T>(_: T) -> String {
    "ok".to_owned()
}

/// What is told of the calls of a batch.
fn each(results: impl IntoIterator<Item = Result<(), Error>>) -> String {
    let told = |result: Result<(), Error>| result.map_or_else(|error| format!("{:?}", error.kind()), ok);
    let all: Vec<String> = results.into_iter().map(told).collect();
    if all.iter().all(|one| *one == all[0]) { all[0].clone() } else { all.join("/") }
}

/// The faults, as rules without an end, with numbers that suit a test.
fn faults() -> Vec<String> {
    let number = BTreeMap::from([
        ("status", "503"),
        ("retry-after", "0"),
        ("rpc-limit", "-32005"),
        ("retry-at", "0"),
        ("redirect", "http://127.0.0.1:9/"),
        ("slow-head", "600000"),
        ("slow-body", "600000"),
        ("oversized", "2000000"),
        ("bomb", "2000000"),
        ("clamp", "1"),
        ("cut-websocket", "3"),
    ]);
    let rule = |name: &str| format!("{name} {}", number.get(name).copied().unwrap_or_default()).trim_end().to_owned();
    Fault::names().map(|(name, ..)| rule(name)).collect()
}

/// What one call leads to: `ok 1`, `Status 4`.
async fn outcome(sandbox: &Sandbox, column: &Column, fault: &str, times: Option<usize>) -> String {
    let is_late = fault.starts_with("slow") || (column.is_websocket && NEVER_ANSWERED.contains(&fault));
    let patience = if is_late { IMPATIENCE } else { PATIENCE };
    let rule: Rule = fault.parse().unwrap();
    let rule = column.on.map_or(rule.clone(), |on| rule.on(on));
    sandbox.clear_faults();
    sandbox.add_fault(times.map_or(rule.clone(), |count| rule.times(count))).unwrap();
    let before = sandbox.seen().len();
    let result = (column.call)(&Clients::new(sandbox, patience), sandbox).await;
    let seen = sandbox.seen().split_off(before);
    let writes = seen.iter().filter(|seen| seen.operations.contains(&WRITE)).count();
    assert!(writes <= 1, "{}, {fault}: the change was made {writes} times", column.name);
    let told = result.unwrap_or_else(|error| {
        assert!(!error.to_string().ends_with(": "), "{}, {fault}: {error}", column.name);
        format!("{:?}", error.kind())
    });
    if column.is_websocket { told } else { format!("{told} {}", seen.len()) }
}

fn row<'c>(cells: impl Iterator<Item = &'c str>) -> String {
    let line: String = cells.map(|cell| format!("{cell:38}")).collect();
    format!("{}\n", line.trim_end())
}

/// The cells of a column, with a server of its own: columns wait at the same time. The ordinary run makes
/// single calls, and of the other columns one of four, with one fault of five; other cells are those of
/// the table that is there.
async fn cells(at: usize, faults: &[String], known: &[Vec<&str>]) -> Vec<String> {
    let column = &COLUMNS[at];
    let sandbox = Sandbox::builder().synthetic_only().items(ITEMS).start().await.unwrap();
    let mut cells = vec![column.name.to_owned()];
    for (row, fault) in faults.iter().enumerate() {
        let is_tried = is_full() || is_blessing() || at < SINGLE || (at.is_multiple_of(4) && row.is_multiple_of(5));
        cells.push(if is_tried {
            let once = outcome(&sandbox, column, fault, Some(1)).await;
            format!("{once}, {}", outcome(&sandbox, column, fault, None).await)
        } else {
            known.get(row + 1).and_then(|row| row.get(at + 1)).copied().unwrap_or_default().to_owned()
        });
    }
    cells
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_each_fault_leads_to() {
    let path = Path::new("data/fault-matrix.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let cells_of = |line| str::split(line, "  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let known: Vec<Vec<&str>> = text.lines().map(cells_of).collect();
    let faults = faults();
    let mut columns = vec![std::iter::once("fault".to_owned()).chain(faults.clone()).collect::<Vec<_>>()];
    columns.extend(join_all((0..COLUMNS.len()).map(|at| cells(at, &faults, &known))).await);
    let rows = (0..columns[0].len()).map(|at| row(columns.iter().map(|cells| cells[at].as_str())));
    let table: String = rows.collect();
    println!("{table}");
    let mut expected = Expected::default();
    expected.file(path, &table);
    expected.close();
}
