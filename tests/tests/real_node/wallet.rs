//! Transactions of the key that every local network funds.
//!
//! Input: the program of `tests/node/wallet`, and what is to be signed. Output: what it printed.
//! The client holds no keys, so signing is left to the library of the node.

use chainloom_bounded::Bounded as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chainloom::node;
use chainloom::node::evm::{BlockTag, Receipt};
use chainloom::runtime::{Address, Bytes, FixedBytes};
use serde_json::{Value, json};

use crate::{Result, told};

/// The address of the key on the EVM chains.
pub(crate) const FUNDED: &str = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";
/// The genesis of the subnet EVM chain.
const GENESIS: &str = include_str!("../../node/genesis.json");

pub(crate) struct Wallet {
    program: PathBuf,
}

impl Wallet {
    pub(crate) fn new(programs: &std::path::Path) -> Self {
        Self { program: programs.join("wallet") }
    }

    /// Makes a subnet with a subnet EVM chain; returns `subnetID` and `blockchainID`.
    pub(crate) fn make_chain(&self, url: &str) -> Result<Value> {
        self.run(&["chain", url], GENESIS)
    }

    /// Moves funds between the chains; returns what it made, and an import that is not sent yet.
    pub(crate) fn transfer(&self, url: &str) -> Result<Value> {
        self.run(&["transfers", url], "")
    }

    /// Makes an L1 that the node validates, and a delegation; returns `l1Subnet`, `validation`, `delegation` and `validator`.
    pub(crate) fn make_validators(&self, url: &str) -> Result<Value> {
        self.run(&["validators", url], "")
    }

    /// Signs transfers that are not sent; returns `unsentP` and `unsentX`.
    pub(crate) fn sign_transfers(&self, url: &str) -> Result<Value> {
        self.run(&["unsent", url], "")
    }

    /// Signs transactions of an EVM chain, one after the other by their nonces.
    pub(crate) fn sign(&self, chain: u64, first: u64, orders: &[Value]) -> Result<Vec<Bytes>> {
        let numbered = orders.iter().zip(first..).map(|(order, nonce)| {
            let mut order = order.clone();
            order["nonce"] = nonce.into();
            order
        });
        let signed = self.run(&["sign", &chain.to_string()], &numbered.collect::<Value>().to_string())?;
        let texts = signed.as_array().into_iter().flatten().filter_map(Value::as_str);
        texts.map(|text| text.parse().map_err(told)).collect()
    }

    fn run(&self, args: &[&str], input: &str) -> Result<Value> {
        let mut command = Command::new(&self.program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().map_err(|error| format!("cannot start the wallet: {error}"))?;
        if let Some(mut stdin) = process.stdin.take() {
            stdin.write_all(input.as_bytes()).map_err(told)?;
        }
        let output = process.bounded_output().map_err(told)?;
        if !output.status.success() {
            return Err(format!("the wallet failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        serde_json::from_slice(&output.stdout).map_err(told)
    }
}

/// Orders that send one unit to an address.
pub(crate) fn payments(to: &str, count: usize) -> Vec<Value> {
    vec![json!({ "to": to, "value": 1, "gas": 100_000 }); count]
}

/// The funded account on an EVM chain, as a client uses it.
pub(crate) struct Account<'a> {
    pub(crate) wallet: &'a Wallet,
    pub(crate) evm: node::evm::EvmService,
}

impl Account<'_> {
    pub(crate) async fn nonce(&self) -> Result<u64> {
        let funded: Address = FUNDED.parse().map_err(told)?;
        self.evm.get_transaction_count(funded, BlockTag::Latest).await.map_err(told)
    }

    /// Signs orders by the nonces that follow.
    pub(crate) async fn sign(&self, orders: &[Value]) -> Result<Vec<Bytes>> {
        let chain = self.evm.chain_id().await.map_err(told)?;
        self.wallet.sign(chain, self.nonce().await?, orders)
    }

    /// Sends orders, and waits until the last one is in a block.
    pub(crate) async fn send(&self, orders: &[Value]) -> Result<Vec<Receipt>> {
        let mut hashes = Vec::new();
        for raw in self.sign(orders).await? {
            hashes.push(self.evm.send_raw_transaction(raw).await.map_err(told)?);
        }
        let mut receipts = Vec::new();
        for hash in hashes {
            receipts.push(self.receipt(hash).await?);
        }
        Ok(receipts)
    }

    /// The receipt of a transaction, which is asked for until it is there.
    pub(crate) async fn receipt(&self, hash: FixedBytes<32>) -> Result<Receipt> {
        for _ in 0..600 {
            if let Some(receipt) = self.evm.get_transaction_receipt(hash).await.map_err(told)? {
                return Ok(receipt);
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        Err(format!("the transaction {hash} does not get into a block"))
    }
}
