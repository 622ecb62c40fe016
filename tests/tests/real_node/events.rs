//! Subscriptions, over a node that is killed in the middle.
//!
//! Input: the network, and an account whose transactions are the events. Output: a line for each
//! subscription. While the node is away from its address, it runs elsewhere and makes blocks that
//! no subscription can see. A subscription with backfill must give all of it, in order and once; one
//! without must tell the gap.

use std::time::Duration;

use chainloom::node;
use chainloom::node::evm::{EvmService, Header, Log, LogFilter, TransactionOrHash};
use chainloom::runtime as rt;
use rt::codec::Read;
use rt::{Address, FixedBytes, GapReason, Incoming, Subscription};

use crate::network::{Network, patient};
use crate::report::Line;
use crate::wallet::{Account, Wallet};
use crate::{Result, told};

type Hash = FixedBytes<32>;

/// The most heights that are fetched for a gap.
const BACKFILL: u64 = 1_000;
/// How long the next event may take.
const NEXT: Duration = Duration::from_secs(120);

/// What a subscription gave.
struct Given<T> {
    name: &'static str,
    stream: Subscription<T>,
    events: Vec<T>,
    gaps: usize,
}

impl<T: Read> Given<T> {
    async fn open<S: rt::Subscribes<Item = T>>(name: &'static str, call: node::Subscribe<S>) -> Result<Self> {
        Ok(Self { name, stream: call.await.map_err(told)?, events: Vec::new(), gaps: 0 })
    }

    /// Reads until an event is the one that is looked for.
    async fn until(&mut self, is_last: impl Fn(&T) -> bool) -> Result<()> {
        loop {
            match self.next().await? {
                Incoming::Event(event) => {
                    let ends = is_last(&event);
                    self.events.push(event);
                    if ends {
                        return Ok(());
                    }
                }
                Incoming::Gap(gap) => return Err(format!("{}: {gap}", self.name)),
                _ => return Err(format!("{}: neither an event nor a gap", self.name)),
            }
        }
    }

    /// Reads until the subscription tells of the lost connection.
    async fn until_gap(&mut self) -> Result<()> {
        loop {
            match self.next().await? {
                Incoming::Event(event) => self.events.push(event),
                Incoming::Gap(gap) if gap.reason() == GapReason::Reconnected => {
                    self.gaps += 1;
                    return Ok(());
                }
                other => return Err(format!("{}: expected a gap, got another item: {}", self.name, kind(&other))),
            }
        }
    }

    async fn next(&mut self) -> Result<Incoming<T>> {
        let next = tokio::time::timeout(NEXT, self.stream.try_next()).await;
        let next = next.map_err(|_| format!("{}: no event within {} s", self.name, NEXT.as_secs()))?;
        next.map_err(told)?.ok_or_else(|| format!("{} ended", self.name))
    }

    fn line(&self, note: String) -> Line {
        Line {
            what: self.name.to_owned(),
            count: self.events.len(),
            note: format!("events, {} gaps; {note}", self.gaps),
        }
    }
}

fn kind<T>(item: &Incoming<T>) -> String {
    match item {
        Incoming::Gap(gap) => gap.to_string(),
        _ => "event".to_owned(),
    }
}

/// All subscriptions that the spec has, with and without backfill where it is offered.
struct All {
    heads: Given<Header>,
    heads_filled: Given<Header>,
    logs: Given<Log>,
    logs_filled: Given<Log>,
    transactions: Vec<Given<TransactionOrHash>>,
}

impl All {
    async fn open(socket: &EvmService, contract: Address) -> Result<Self> {
        let filter = || LogFilter::new().address(contract);
        Ok(Self {
            heads: Given::open("newHeads", socket.new_heads()).await?,
            heads_filled: Given::open("newHeads, backfill", socket.new_heads().backfill(BACKFILL)).await?,
            logs: Given::open("logs", socket.logs(filter())).await?,
            logs_filled: Given::open("logs, backfill", socket.logs(filter()).backfill(BACKFILL)).await?,
            transactions: vec![
                Given::open("newPendingTransactions", socket.new_pending_transactions()).await?,
                Given::open("newPendingTransactions, full", socket.new_pending_transactions().full(true)).await?,
                Given::open("newAcceptedTransactions", socket.new_accepted_transactions()).await?,
                Given::open("newAcceptedTransactions, full", socket.new_accepted_transactions().full(true)).await?,
            ],
        })
    }

    /// Reads the subscriptions up to a transaction in a block.
    async fn until(&mut self, last: Sent, also_filled: bool) -> Result<()> {
        self.heads.until(|head| head.number == Some(last.block)).await?;
        self.logs.until(|log| log.transaction_hash == Some(last.hash)).await?;
        for one in &mut self.transactions {
            one.until(|event| hash_of(event) == last.hash).await?;
        }
        if also_filled {
            self.heads_filled.until(|head| head.number == Some(last.block)).await?;
            self.logs_filled.until(|log| log.transaction_hash == Some(last.hash)).await?;
        }
        Ok(())
    }

    async fn until_gap(&mut self) -> Result<()> {
        self.heads.until_gap().await?;
        self.logs.until_gap().await?;
        for one in &mut self.transactions {
            one.until_gap().await?;
        }
        Ok(())
    }
}

fn hash_of(event: &TransactionOrHash) -> Hash {
    match event {
        TransactionOrHash::Hash(hash) => *hash,
        TransactionOrHash::Full(transaction) => transaction.hash,
        _ => Hash::ZERO,
    }
}

/// A transaction in a block.
#[derive(Clone, Copy)]
struct Sent {
    hash: Hash,
    block: u64,
}

/// Sends calls of the contract, each in a block of its own.
async fn call(account: &Account<'_>, contract: &str, count: usize) -> Result<Vec<Sent>> {
    let mut all = Vec::new();
    for _ in 0..count {
        let order = serde_json::json!({ "to": contract, "gas": 100_000 });
        let receipts = account.send(&[order]).await?;
        all.extend(receipts.iter().map(|receipt| Sent { hash: receipt.transaction_hash, block: receipt.block_number }));
    }
    Ok(all)
}

pub(crate) async fn run(network: &mut Network, wallet: &Wallet, contract: &str) -> Result<Vec<Line>> {
    let client = patient(&network.url())?;
    let account = Account { wallet, evm: client.evm("C") };
    let socket = account.evm.connect().await.map_err(told)?;
    let mut all = All::open(&socket, contract.parse().map_err(told)?).await?;

    let mut sent = call(&account, contract, 3).await?;
    all.until(last(&sent)?, true).await?;
    let before = sent.len();

    network.kill();
    let elsewhere = network.start_elsewhere().await?;
    let away = Account { wallet, evm: patient(&elsewhere)?.evm("C") };
    sent.extend(call(&away, contract, 4).await?);
    network.kill();
    network.start().await?;
    all.until_gap().await?;
    let missed = sent.len() - before;

    sent.extend(call(&account, contract, 3).await?);
    all.until(last(&sent)?, true).await?;
    check(&account.evm, &all, &sent).await?;
    let seen = sent.len() - missed;
    let mut lines = vec![
        all.heads.line(format!("{missed} blocks made while away are not seen")),
        all.heads_filled.line("heights and hashes are those of the blocks, none is left out".to_owned()),
        all.logs.line(format!("{missed} logs made while away are not seen")),
        all.logs_filled.line(format!("the logs of all {} transactions", sent.len())),
    ];
    lines
        .extend(all.transactions.iter().map(|one| one.line(format!("{seen} transactions were sent before and after"))));
    Ok(lines)
}

fn last(sent: &[Sent]) -> Result<Sent> {
    sent.last().copied().ok_or_else(|| "nothing was sent".to_owned())
}

/// Holds what came against the blocks of the node.
async fn check(evm: &EvmService, all: &All, sent: &[Sent]) -> Result<()> {
    let heads = &all.heads_filled.events;
    let first = heads.first().and_then(|head| head.number).ok_or("no head came")?;
    for (head, number) in heads.iter().zip(first..) {
        let block = evm.get_block_by_number(number).await.map_err(told)?;
        let hash = block.and_then(|block| block.hash);
        if head.number != Some(number) || head.hash != hash {
            return Err(format!("head {:?} {:?} came where block {number} {hash:?} is", head.number, head.hash));
        }
    }
    let logs: Vec<_> = all.logs_filled.events.iter().filter_map(|log| log.transaction_hash).collect();
    let expected: Vec<_> = sent.iter().map(|sent| sent.hash).collect();
    if logs != expected {
        return Err(format!("logs of {logs:?} came, not of {expected:?}"));
    }
    Ok(())
}
