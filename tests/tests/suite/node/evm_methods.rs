//! Every method of the EVM interface against a real EVM node on loopback.
//!
//! Tables say of each operation what this node does with it: it answers, and a function looks at
//! the typed value; or it does not serve the method, and the client says so. An operation that is in
//! no table fails the test, also without a node. How the node is started and where it comes from:
//! `chainloom_tests::evm`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::Pin;

use chainloom::node;
use chainloom::node::evm::{
    AccountOverride, AddressFilter, BlockOverrides, BlockRef, BlockTag, CallRequest, EvmService, LogFilter, SyncState,
    TransactionOrHash,
};
use chainloom::node::evm_debug::{
    CallKind, Trace, TraceCallConfig, TraceConfig, TraceEntry, TraceObject, TraceObjectCall, TraceObjectKind,
    TraceObjectSteps, Tracer, TracerConfig,
};
use chainloom::node::evm_filters::FilterChange;
use chainloom::node::evm_standard::{
    SimulateRequest, SimulatedAccountOverride, SimulatedBlockCalls, SimulatedBlockOverrides,
};
use chainloom::runtime as rt;
use chainloom::scalars::Id;
use chainloom_tests::evm::{CHAIN_ID, Node, TOPIC, contract_code, deploy_and_call, raw};
use rt::{Address, Bytes, FixedBytes, U256};
use serde_json::{Value, json};

/// A chain of two blocks: the first makes the contract, the second calls it.
struct Chain {
    client: node::Client,
    evm: EvmService,
    /// The accounts whose keys the node has; the first made the contract, the last did nothing.
    accounts: Vec<Address>,
    contract: Address,
    /// The call, and the block that it is in.
    call: FixedBytes<32>,
    block: FixedBytes<32>,
    /// The operations that were called since this was last emptied.
    asked: RefCell<Vec<&'static str>>,
}

impl Chain {
    async fn of(node: &Node) -> Self {
        let client = node.client();
        let evm = client.evm("C");
        let (contract, call) = deploy_and_call(&client, &evm).await;
        let receipt = evm.get_transaction_receipt(call).await.unwrap().expect("it is in a block");
        let accounts = evm.accounts().await.unwrap();
        Self { client, evm, accounts, contract, call, block: receipt.block_hash, asked: RefCell::default() }
    }

    /// What the node answers to a call.
    async fn ask<O: rt::Operation>(&self, call: node::Call<O>) -> O::Output {
        let id = O::schema().id;
        self.asked.borrow_mut().push(id);
        call.await.unwrap_or_else(|error| panic!("{id}: {error}"))
    }

    /// Makes a block of the transactions that wait.
    async fn mine(&self) {
        raw(&self.client, "evm_mine", &[]).await;
    }

    /// A call of the contract.
    fn request(&self) -> CallRequest {
        CallRequest::new().from(self.accounts[0]).to(self.contract)
    }

    /// A transaction of the second account.
    fn transfer(&self) -> CallRequest {
        CallRequest::new().from(self.accounts[1]).to(self.accounts[2]).value(U256::from(1))
    }

    /// Sends a transaction of the second account, which waits until `mine`.
    async fn wait_with_a_transfer(&self) -> FixedBytes<32> {
        self.ask(self.evm.send_transaction(self.transfer())).await
    }
}

/// A future of no value, or of the id of an operation and the error of a call of it.
type Later<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;
type Failure = Later<'static, (&'static str, rt::Error)>;

/// A function that calls operations and looks at their values.
trait Check {
    /// Runs the function on a chain.
    fn run<'a>(&'a self, chain: &'a Chain) -> Later<'a, ()>;
}

impl<F: AsyncFn(&Chain)> Check for F {
    fn run<'a>(&'a self, chain: &'a Chain) -> Later<'a, ()> {
        Box::pin(self(chain))
    }
}

/// The id of an operation, and what calls it in vain.
type RefusedCase = (&'static str, fn(&Chain) -> Failure);
/// What the error of a refused call must be.
type IsRight = fn(&rt::Error) -> bool;

/// The id of an operation, and the error of a call of it.
fn error_of<O: rt::Operation + 'static>(call: node::Call<O>) -> Failure
where
    O::Output: std::fmt::Debug,
{
    let id = O::schema().id;
    Box::pin(async move { (id, call.await.expect_err(id)) })
}

/// The names of the operations that the node answers, by the function that calls them.
const SERVED: [(&dyn Check, &str); 10] = [
    (&identity, "chainId netVersion netListening syncing coinbase accounts web3ClientVersion web3Sha3 config"),
    (&blocks, "blockNumber getBlockByNumber getFullBlockByNumber getBlockByHash getFullBlockByHash getBlockReceipts"),
    (
        &counts,
        "getBlockTransactionCountByNumber getBlockTransactionCountByHash getUncleByBlockNumberAndIndex \
        getUncleByBlockHashAndIndex getUncleCountByBlockNumber getUncleCountByBlockHash",
    ),
    (
        &transactions,
        "getTransactionByHash getTransactionByBlockNumberAndIndex getTransactionByBlockHashAndIndex \
        getRawTransactionByHash getRawTransactionByBlockNumberAndIndex getRawTransactionByBlockHashAndIndex \
        debugGetRawTransaction getTransactionReceipt",
    ),
    (&sending, "sendTransaction sendRawTransaction fillTransaction sign"),
    (&state, "getBalance getTransactionCount getCode getStorageAt getStorageValues getProof"),
    (&calls, "call estimateGas createAccessList simulateV1"),
    (
        &filters,
        "getLogs newFilter newBlockFilter newPendingTransactionFilter getFilterChanges getFilterLogs \
        uninstallFilter",
    ),
    (&fees_and_pool, "gasPrice maxPriorityFeePerGas blobBaseFee feeHistory txpoolContent txpoolInspect txpoolStatus"),
    (&traces, "debugTraceTransaction debugTraceCall debugTraceBlockByNumber debugTraceBlockByHash"),
];

/// The ids of the operations with these names.
fn ids(names: &str) -> impl Iterator<Item = String> {
    names.split_ascii_whitespace().map(|name| format!("evm.{name}"))
}

/// What the chain and the node say of themselves.
async fn identity(chain: &Chain) {
    assert_eq!(chain.ask(chain.evm.chain_id()).await, CHAIN_ID);
    assert_eq!(chain.ask(chain.evm.net_version()).await, CHAIN_ID);
    assert!(chain.ask(chain.evm.net_listening()).await);
    assert_eq!(chain.ask(chain.evm.syncing()).await, SyncState::Idle);
    assert_eq!(chain.ask(chain.evm.coinbase()).await, Address::ZERO);
    assert_eq!(chain.ask(chain.evm.accounts()).await.len(), 10);

    let version = chain.ask(chain.evm.web3_client_version()).await;
    assert!(version.starts_with("anvil/"), "{version}");

    let hash = chain.ask(chain.evm.web3_sha3(Bytes::from_static(b"hello"))).await;
    assert_eq!(hash.to_string(), "0x1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8");

    let current = chain.ask(chain.evm.config()).await.current;
    assert_eq!(current.chain_id, CHAIN_ID);
    assert_eq!(current.precompiles["ECREC"], Address::with_last_byte(1));
}

/// Blocks and receipts by number and hash, with hashes or whole transactions.
async fn blocks(chain: &Chain) {
    assert!(chain.ask(chain.evm.block_number()).await >= 2);

    let block = chain.ask(chain.evm.get_block_by_number(2)).await.unwrap();
    assert_eq!((block.hash, block.transactions), (Some(chain.block), vec![chain.call]));

    let block = chain.ask(chain.evm.get_full_block_by_number(2)).await.unwrap();
    assert_eq!((block.hash, block.transactions[0].hash), (Some(chain.block), chain.call));
    let waiting = chain.wait_with_a_transfer().await;
    let pending = chain.ask(chain.evm.get_full_block_by_number(BlockTag::Pending)).await.unwrap();
    assert_eq!(pending.transactions[0].hash, waiting);
    chain.mine().await;

    let block = chain.ask(chain.evm.get_block_by_hash(chain.block)).await.unwrap();
    assert_eq!((block.number, block.transactions), (Some(2), vec![chain.call]));
    assert_eq!(chain.ask(chain.evm.get_block_by_hash(chain.call)).await, None);

    let block = chain.ask(chain.evm.get_full_block_by_hash(chain.block)).await.unwrap();
    assert_eq!((block.number, block.transactions[0].to), (Some(2), Some(chain.contract)));

    let receipts = chain.ask(chain.evm.get_block_receipts(2)).await.unwrap();
    assert_eq!((receipts.len(), receipts[0].transaction_hash, receipts[0].logs.len()), (1, chain.call, 1));
}

/// Numbers of transactions and uncles of a block.
async fn counts(chain: &Chain) {
    assert_eq!(chain.ask(chain.evm.get_block_transaction_count_by_number(2)).await, Some(1));
    assert_eq!(chain.ask(chain.evm.get_block_transaction_count_by_hash(chain.block)).await, Some(1));
    assert_eq!(chain.ask(chain.evm.get_uncle_by_block_number_and_index(2, 0)).await, None);
    assert_eq!(chain.ask(chain.evm.get_uncle_by_block_hash_and_index(chain.block, 0)).await, None);
    assert_eq!(chain.ask(chain.evm.get_uncle_count_by_block_number(2)).await, Some(0));
    assert_eq!(chain.ask(chain.evm.get_uncle_count_by_block_hash(chain.block)).await, Some(0));
}

/// Transactions by hash and place, as values and as bytes.
async fn transactions(chain: &Chain) {
    let transaction = chain.ask(chain.evm.get_transaction_by_hash(chain.call)).await.unwrap();
    assert_eq!((transaction.block_hash, transaction.from), (Some(chain.block), chain.accounts[0]));
    let waiting = chain.wait_with_a_transfer().await;
    let transaction = chain.ask(chain.evm.get_transaction_by_hash(waiting)).await.unwrap();
    assert_eq!((transaction.block_hash, transaction.value), (None, U256::from(1)));
    chain.mine().await;

    let transaction = chain.ask(chain.evm.get_transaction_by_block_number_and_index(2, 0)).await;
    assert_eq!(transaction.unwrap().hash, chain.call);
    assert_eq!(chain.ask(chain.evm.get_transaction_by_block_number_and_index(2, 9)).await, None);

    let transaction = chain.ask(chain.evm.get_transaction_by_block_hash_and_index(chain.block, 0)).await;
    assert_eq!(transaction.unwrap().hash, chain.call);

    is_raw(chain, chain.ask(chain.evm.get_raw_transaction_by_hash(chain.call)).await).await;
    is_raw(chain, chain.ask(chain.evm.get_raw_transaction_by_block_number_and_index(2, 0)).await).await;
    is_raw(chain, chain.ask(chain.evm.get_raw_transaction_by_block_hash_and_index(chain.block, 0)).await).await;
    is_raw(chain, chain.ask(chain.evm.debug_get_raw_transaction(chain.call)).await).await;

    let receipt = chain.ask(chain.evm.get_transaction_receipt(chain.call)).await.unwrap();
    assert_eq!((receipt.status, receipt.to, receipt.logs.len()), (Some(1), Some(chain.contract), 1));
}

/// The bytes of a transaction are those of the call of the contract: their hash is its hash.
async fn is_raw(chain: &Chain, bytes: Bytes) {
    assert_eq!(chain.evm.web3_sha3(bytes).await.unwrap(), chain.call);
}

/// What sends, completes and signs transactions.
async fn sending(chain: &Chain) {
    let hash = chain.ask(chain.evm.send_transaction(chain.transfer())).await;
    chain.mine().await;
    assert_eq!(chain.evm.get_transaction_receipt(hash).await.unwrap().unwrap().status, Some(1));

    let signed = raw(&chain.client, "eth_signTransaction", &[filled_transfer(chain).await]).await;
    let bytes: Bytes = signed.as_str().unwrap().parse().unwrap();
    let hash = chain.ask(chain.evm.send_raw_transaction(bytes.clone())).await;
    assert_eq!(hash, chain.evm.web3_sha3(bytes).await.unwrap());
    chain.mine().await;
    assert_eq!(chain.evm.get_transaction_receipt(hash).await.unwrap().unwrap().from, chain.accounts[1]);

    let filled = chain.ask(chain.evm.fill_transaction(chain.request())).await;
    assert_eq!((filled.raw.first(), filled.tx.to), (Some(&2), Some(chain.contract)));
    assert_eq!((filled.tx.nonce, filled.tx.chain_id), (2, Some(CHAIN_ID)));

    let signature = chain.ask(chain.evm.sign(chain.accounts[0], Bytes::from_static(b"hello"))).await;
    assert!([27, 28].contains(&signature[64]), "{signature}");
}

/// A transaction of the second account with all that is needed to sign it.
async fn filled_transfer(chain: &Chain) -> Value {
    let nonce = chain.evm.get_transaction_count(chain.accounts[1], BlockTag::Latest).await.unwrap();
    let price = chain.evm.gas_price().await.unwrap();
    json!({
        "from": chain.accounts[1].to_string(), "to": chain.accounts[2].to_string(), "gas": "0x5208",
        "nonce": format!("{nonce:#x}"), "gasPrice": format!("{price:#x}"),
    })
}

/// Balances, code and storage of accounts.
async fn state(chain: &Chain) {
    let whole = U256::from(10_000) * U256::from(10).pow(U256::from(18));
    assert_eq!(chain.ask(chain.evm.get_balance(chain.accounts[9], BlockTag::Latest)).await, whole);
    let block = BlockRef::new().block_hash(chain.block).require_canonical(true);
    assert!(chain.ask(chain.evm.get_balance(chain.accounts[0], block)).await < whole);

    assert_eq!(chain.ask(chain.evm.get_transaction_count(chain.accounts[0], BlockTag::Pending)).await, 2);
    assert_eq!(chain.ask(chain.evm.get_transaction_count(chain.accounts[0], 1)).await, 1);

    let code = chain.ask(chain.evm.get_code(chain.contract, chain.block)).await;
    assert_eq!(code.to_string(), format!("0x{}", contract_code()));
    assert!(chain.ask(chain.evm.get_code(chain.accounts[0], BlockTag::Safe)).await.is_empty());

    assert_eq!(chain.ask(chain.evm.get_storage_at(chain.contract, 0, BlockTag::Latest)).await, FixedBytes::ZERO);
    let slot = FixedBytes::<32>::repeat_byte(1);
    assert_eq!(chain.ask(chain.evm.get_storage_at(chain.contract, slot, BlockTag::Latest)).await, FixedBytes::ZERO);

    let slots = vec![FixedBytes::<32>::ZERO.into(), FixedBytes::<32>::repeat_byte(1).into()];
    let values = chain
        .ask(chain.evm.get_storage_values(BTreeMap::from([(chain.contract, slots)])).block(BlockTag::Latest))
        .await;
    assert_eq!(values[&chain.contract], [FixedBytes::<32>::ZERO; 2]);

    let slots = [FixedBytes::<32>::ZERO];
    let proof = chain.ask(chain.evm.get_proof(chain.contract, slots, BlockTag::Latest)).await.unwrap();
    assert_eq!((proof.address, proof.nonce, proof.storage_proof.len()), (chain.contract, 1, 1));
    assert_eq!(proof.storage_proof[0].value, U256::ZERO);
    assert!(!proof.account_proof.is_empty());
}

/// Calls without a transaction.
async fn calls(chain: &Chain) {
    assert_eq!(chain.ask(chain.evm.call(chain.request())).await.last(), Some(&42));
    // The contract is replaced by one that returns the number of the block.
    let code = Bytes::from_static(&[0x43, 0x60, 0, 0x52, 0x60, 32, 0x60, 0, 0xf3]);
    let accounts = BTreeMap::from([(chain.contract, AccountOverride::new().code(code))]);
    let block = BlockOverrides::new().number(U256::from(77));
    let call = chain.evm.call(chain.request()).block(BlockTag::Latest).state_override(accounts).block_overrides(block);
    assert_eq!(chain.ask(call).await.last(), Some(&77));

    assert_eq!(chain.ask(chain.evm.estimate_gas(chain.transfer()).block(BlockTag::Latest)).await, 21_000);

    let list = chain.ask(chain.evm.create_access_list(chain.request())).await;
    assert_eq!((list.access_list, list.gas_used > 21_000, list.error), (vec![], true, None));

    simulates(chain).await;
}

/// Three calls: one of the contract, one of a contract that gives the random value of the block,
/// and one that reverts. The last two contracts are there for the simulation only.
async fn simulates(chain: &Chain) {
    let [random, reverts] = [Address::repeat_byte(8), Address::repeat_byte(9)];
    let code = |code: &'static [u8]| SimulatedAccountOverride::new().code(Bytes::from_static(code));
    let block = SimulatedBlockCalls::new()
        .state_overrides(BTreeMap::from([
            (random, code(&[0x44, 0x60, 0, 0x52, 0x60, 32, 0x60, 0, 0xf3])),
            (reverts, code(&[0x60, 0, 0x60, 0, 0xfd])),
        ]))
        .block_overrides(SimulatedBlockOverrides::new().number(50).prev_randao(FixedBytes::<32>::with_last_byte(7)))
        .calls([chain.contract, random, reverts].map(|to| chain.request().to(to)));
    let request = SimulateRequest::new([block]).return_full_transactions(true);
    let blocks = chain.ask(chain.evm.simulate_v1(request).block(2)).await;
    assert_eq!((blocks.len(), blocks[0].number), (1, Some(50)));
    let TransactionOrHash::Full(first) = &blocks[0].transactions[0] else { panic!("{:?}", blocks[0].transactions) };
    assert_eq!(first.to, Some(chain.contract));
    let [succeeds, gives, fails] = &blocks[0].calls[..] else { panic!("{:?}", blocks[0].calls) };
    assert_eq!((succeeds.status, succeeds.return_data.last()), (1, Some(&42)));
    assert_eq!(succeeds.logs.as_ref().unwrap()[0].address, chain.contract);
    assert_eq!((gives.status, gives.return_data.last()), (1, Some(&7)));
    assert_eq!(fails.status, 0);
    // This node gives neither the code nor the bytes of a revert.
    assert_eq!(fails.error.as_ref().unwrap().message.as_str(), "execution failed");
}

/// Logs and filters.
async fn filters(chain: &Chain) {
    let logs = chain.ask(chain.evm.get_logs(LogFilter::new().block_hash(chain.block))).await;
    assert_eq!((logs.len(), logs[0].transaction_hash), (1, Some(chain.call)));
    assert_eq!(logs[0].topics[0].to_string(), TOPIC);

    let address = AddressFilter::Several(vec![chain.contract, chain.accounts[0]]);
    let id = chain.ask(chain.evm.new_filter(LogFilter::new().from_block(0).address(address))).await;
    assert_ne!(id, chain.ask(chain.evm.new_filter(LogFilter::new())).await);

    assert_ne!(chain.ask(chain.evm.new_block_filter()).await, U256::ZERO);

    let id = chain.ask(chain.evm.new_pending_transaction_filter()).await;
    let hash = chain.wait_with_a_transfer().await;
    assert_eq!(chain.ask(chain.evm.get_filter_changes(id)).await, [FilterChange::Hash(hash)]);
    chain.mine().await;

    let blocks = chain.evm.new_block_filter().await.unwrap();
    let logs = chain.evm.new_filter(LogFilter::new().address(chain.contract)).await.unwrap();
    let call = chain.evm.send_transaction(chain.request().from(chain.accounts[3])).await.unwrap();
    chain.mine().await;
    let head = chain.evm.get_block_by_number(BlockTag::Latest).await.unwrap().unwrap();
    assert_eq!(chain.ask(chain.evm.get_filter_changes(blocks)).await, [FilterChange::Hash(head.hash.unwrap())]);
    let changes = chain.ask(chain.evm.get_filter_changes(logs)).await;
    let [FilterChange::Log(log)] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!(log.transaction_hash, Some(call));
    assert_eq!(chain.ask(chain.evm.get_filter_changes(blocks)).await, []);
    let error = chain.evm.get_filter_changes(U256::from(7)).await.unwrap_err();
    assert_eq!(error.server_message(), Some("filter not found"));

    let filter = LogFilter::new().from_block(0).to_block(2);
    let id = chain.evm.new_filter(filter).await.unwrap();
    let logs = chain.ask(chain.evm.get_filter_logs(id)).await;
    assert_eq!((logs.len(), logs[0].block_hash), (1, Some(chain.block)));

    let id = chain.evm.new_block_filter().await.unwrap();
    assert!(chain.ask(chain.evm.uninstall_filter(id)).await);
    assert!(!chain.ask(chain.evm.uninstall_filter(id)).await);
}

/// Fees, and transactions that wait.
async fn fees_and_pool(chain: &Chain) {
    assert!(chain.ask(chain.evm.gas_price()).await > U256::ZERO);
    assert!(chain.ask(chain.evm.max_priority_fee_per_gas()).await > U256::ZERO);
    assert_eq!(chain.ask(chain.evm.blob_base_fee()).await, U256::from(1));

    let mut fees = chain.ask(chain.evm.fee_history(2, 2, [50.0])).await;
    // The node takes a block into its history a moment after it made it.
    for _ in 0..1_000 {
        if fees.gas_used_ratio.len() == 2 {
            break;
        }
        fees = chain.ask(chain.evm.fee_history(2, 2, [50.0])).await;
    }
    assert_eq!((fees.oldest_block, fees.gas_used_ratio.len()), (1, 2));
    assert!(fees.gas_used_ratio.iter().all(|ratio| *ratio > 0.0), "{fees:?}");
    // One more than asked for: that of the block that comes next.
    assert_eq!(fees.base_fee_per_gas.unwrap().len(), 3);

    let hash = chain.wait_with_a_transfer().await;
    let content = chain.ask(chain.evm.txpool_content()).await;
    let (nonce, transaction) = content.pending[&chain.accounts[1]].first_key_value().unwrap();
    assert_eq!((transaction.hash, transaction.nonce), (hash, *nonce));
    assert!(content.queued.is_empty());
    chain.mine().await;

    chain.wait_with_a_transfer().await;
    let summary = chain.ask(chain.evm.txpool_inspect()).await;
    let (_, line) = summary.pending[&chain.accounts[1]].first_key_value().unwrap();
    assert!(line.contains(": 1 wei + 21000 gas"), "{line}");
    chain.mine().await;

    chain.wait_with_a_transfer().await;
    let counts = chain.ask(chain.evm.txpool_status()).await;
    assert_eq!((counts.pending, counts.queued), (1, 0));
    chain.mine().await;
}

/// Traces of transactions, calls and blocks.
async fn traces(chain: &Chain) {
    let trace = chain.ask(chain.evm.debug_trace_transaction(chain.call)).await;
    steps(&trace);
    let config = TraceConfig::new().tracer(Tracer::CallTracer).tracer_config(TracerConfig::new().with_log(true));
    let trace = chain.ask(chain.evm.debug_trace_transaction(chain.call).config(config)).await;
    let logs = call(&trace).logs.as_ref().unwrap();
    assert_eq!(logs[0].address, Some(chain.contract));
    let config = TraceConfig::new().tracer(Tracer::PrestateTracer);
    let trace = chain.ask(chain.evm.debug_trace_transaction(chain.call).config(config)).await;
    let Trace::Object(TraceObject { kind: TraceObjectKind::Other(accounts), .. }) = &trace else { panic!("{trace:?}") };
    let is_account = |entry: &TraceEntry| matches!(entry, TraceEntry::Account(_));
    assert!(!accounts.entries.is_empty() && accounts.entries.values().all(is_account), "{trace:?}");

    steps(&chain.ask(chain.evm.debug_trace_call(chain.request(), 2)).await);
    let config = TraceCallConfig::new().tracer(Tracer::CallTracer);
    let trace = chain.ask(chain.evm.debug_trace_call(chain.request(), BlockTag::Latest).config(config)).await;
    let found = call(&trace);
    assert_eq!((&found.kind, found.from, found.to), (&CallKind::Call, chain.accounts[0], Some(chain.contract)));

    let traces = chain.ask(chain.evm.debug_trace_block_by_number(2)).await;
    assert_eq!((traces.len(), traces[0].tx_hash), (1, chain.call));
    steps(traces[0].result.as_ref().unwrap());

    let config = TraceConfig::new().tracer(Tracer::CallTracer);
    let traces = chain.ask(chain.evm.debug_trace_block_by_hash(chain.block).config(config)).await;
    assert_eq!((traces.len(), traces[0].tx_hash), (1, chain.call));
    assert_eq!(call(traces[0].result.as_ref().unwrap()).to, Some(chain.contract));
}

/// The steps of the contract; the third has the number 42 on its stack.
fn steps(trace: &Trace) -> &TraceObjectSteps {
    let Trace::Object(TraceObject { kind: TraceObjectKind::Steps(steps), .. }) = trace else { panic!("{trace:?}") };
    assert!(!steps.failed);
    assert_eq!(steps.struct_logs[2].op.as_str(), "MSTORE");
    assert_eq!(steps.struct_logs[2].stack.as_ref().unwrap()[0], U256::from(42));
    steps
}

/// The call of the contract.
fn call(trace: &Trace) -> &TraceObjectCall {
    let Trace::Object(TraceObject { kind: TraceObjectKind::Call(call), .. }) = trace else { panic!("{trace:?}") };
    assert_eq!(call.output.as_ref().unwrap().last(), Some(&42));
    call
}

/// What the node answers with -32601.
const NOT_SERVED: &[&[RefusedCase]] = &[NO_ETH, NO_DEBUG, NO_PERSONAL, NO_WARP];

#[allow(deprecated, reason = "every operation is called")]
const NO_ETH: &[RefusedCase] = &[
    ("evm.baseFee", |c| error_of(c.evm.base_fee())),
    ("evm.callDetailed", |c| error_of(c.evm.call_detailed(c.request(), 2))),
    ("evm.capabilities", |c| error_of(c.evm.capabilities())),
    ("evm.etherbase", |c| error_of(c.evm.etherbase())),
    ("evm.getActivePrecompilesAt", |c| error_of(c.evm.get_active_precompiles_at())),
    ("evm.getActiveRulesAt", |c| error_of(c.evm.get_active_rules_at())),
    ("evm.getBadBlocks", |c| error_of(c.evm.get_bad_blocks())),
    ("evm.getBlockAccessList", |c| error_of(c.evm.get_block_access_list(2))),
    ("evm.getChainConfig", |c| error_of(c.evm.get_chain_config())),
    ("evm.getFeeConfig", |c| error_of(c.evm.get_fee_config())),
    ("evm.getHeaderByHash", |c| error_of(c.evm.get_header_by_hash(c.block))),
    ("evm.getHeaderByNumber", |c| error_of(c.evm.get_header_by_number(2))),
    ("evm.netPeerCount", |c| error_of(c.evm.net_peer_count())),
    ("evm.pendingTransactions", |c| error_of(c.evm.pending_transactions())),
    ("evm.resend", |c| error_of(c.evm.resend(c.transfer().nonce(0)))),
    ("evm.suggestPriceOptions", |c| error_of(c.evm.suggest_price_options())),
    ("evm.txpoolContentFrom", |c| error_of(c.evm.txpool_content_from(c.accounts[0]))),
];

const NO_DEBUG: &[RefusedCase] = &[
    ("evm.debugAccountRange", |c| error_of(c.evm.debug_account_range(2, Bytes::new(), 1, true, true, true))),
    ("evm.debugDumpBlock", |c| error_of(c.evm.debug_dump_block(2))),
    ("evm.debugGetAccessibleState", |c| error_of(c.evm.debug_get_accessible_state(0, BlockTag::Latest))),
    ("evm.debugGetBadBlocks", |c| error_of(c.evm.debug_get_bad_blocks())),
    ("evm.debugGetModifiedAccountsByHash", |c| error_of(c.evm.debug_get_modified_accounts_by_hash(c.block))),
    ("evm.debugGetModifiedAccountsByNumber", |c| error_of(c.evm.debug_get_modified_accounts_by_number(2))),
    ("evm.debugGetRawBlock", |c| error_of(c.evm.debug_get_raw_block(2))),
    ("evm.debugGetRawBlockAccessList", |c| error_of(c.evm.debug_get_raw_block_access_list(2))),
    ("evm.debugGetRawHeader", |c| error_of(c.evm.debug_get_raw_header(2))),
    ("evm.debugGetRawReceipts", |c| error_of(c.evm.debug_get_raw_receipts(2))),
    ("evm.debugIntermediateRoots", |c| error_of(c.evm.debug_intermediate_roots(c.block))),
    ("evm.debugPreimage", |c| error_of(c.evm.debug_preimage(c.block))),
    ("evm.debugPrintBlock", |c| error_of(c.evm.debug_print_block(2))),
    ("evm.debugStandardTraceBadBlockToFile", |c| error_of(c.evm.debug_standard_trace_bad_block_to_file(c.block))),
    ("evm.debugStandardTraceBlockToFile", |c| error_of(c.evm.debug_standard_trace_block_to_file(c.block))),
    ("evm.debugStorageRangeAt", |c| error_of(c.evm.debug_storage_range_at(c.block, 0, c.contract, Bytes::new(), 10))),
    ("evm.debugTraceBadBlock", |c| error_of(c.evm.debug_trace_bad_block(c.block))),
    ("evm.debugTraceBlock", |c| error_of(c.evm.debug_trace_block(Bytes::from_static(&[0xc0])))),
    ("evm.debugTraceBlockFromFile", |c| error_of(c.evm.debug_trace_block_from_file("block.rlp"))),
];

const NO_PERSONAL: &[RefusedCase] = &[
    ("evm.personalDeriveAccount", |c| error_of(c.evm.personal_derive_account("usb://wallet", "m/44'/60'/0'/0/0"))),
    ("evm.personalEcRecover", |c| error_of(c.evm.personal_ec_recover(Bytes::new(), FixedBytes::<65>::ZERO))),
    ("evm.personalImportRawKey", |c| error_of(c.evm.personal_import_raw_key("01".repeat(32), "a password"))),
    ("evm.personalInitializeWallet", |c| error_of(c.evm.personal_initialize_wallet("usb://wallet"))),
    ("evm.personalListAccounts", |c| error_of(c.evm.personal_list_accounts())),
    ("evm.personalListWallets", |c| error_of(c.evm.personal_list_wallets())),
    ("evm.personalLockAccount", |c| error_of(c.evm.personal_lock_account(c.accounts[0]))),
    ("evm.personalNewAccount", |c| error_of(c.evm.personal_new_account("a password"))),
    ("evm.personalOpenWallet", |c| error_of(c.evm.personal_open_wallet("usb://wallet"))),
    ("evm.personalSendTransaction", |c| error_of(c.evm.personal_send_transaction(c.transfer(), "a password"))),
    ("evm.personalSignTransaction", |c| error_of(c.evm.personal_sign_transaction(c.transfer(), "a password"))),
    ("evm.personalUnlockAccount", |c| error_of(c.evm.personal_unlock_account(c.accounts[0], "a password"))),
    ("evm.personalUnpair", |c| error_of(c.evm.personal_unpair("usb://wallet", "1234"))),
];

const NO_WARP: &[RefusedCase] = &[
    ("evm.warpGetMessage", |c| error_of(c.evm.warp_get_message(Id::from(c.block)))),
    ("evm.warpGetMessageSignature", |c| error_of(c.evm.warp_get_message_signature(Id::from(c.block)))),
    ("evm.warpGetBlockSignature", |c| error_of(c.evm.warp_get_block_signature(Id::from(c.block)))),
    ("evm.warpGetMessageAggregateSignature", |c| {
        error_of(c.evm.warp_get_message_aggregate_signature(Id::from(c.block), 67, ""))
    }),
    ("evm.warpGetBlockAggregateSignature", |c| {
        error_of(c.evm.warp_get_block_aggregate_signature(Id::from(c.block), 67, ""))
    }),
];

/// What the node serves in another form than the chains that the spec describes, and how the client
/// says so.
const IN_ANOTHER_FORM: &[(RefusedCase, IsRight)] = &[
    // It takes no password.
    (
        ("evm.personalSign", |c| error_of(c.evm.personal_sign(Bytes::from_static(&[0]), c.accounts[0], "a password"))),
        |error| error.rpc_code() == Some(-32602),
    ),
    // It gives the bytes alone, without the transaction as an object.
    (("evm.signTransaction", |c| error_of(c.evm.sign_transaction(c.transfer().nonce(99).gas(21_000)))), |error| {
        error.is_decode()
    }),
];

#[test]
fn the_tables_hold_every_operation_once() {
    let described = chainloom::operations().iter().map(|entry| entry.operation());
    let mut described: Vec<_> = described.filter(|known| known.service.name == "evm").map(|known| known.id).collect();
    let served = SERVED.iter().flat_map(|(_, names)| ids(names));
    let refused = NOT_SERVED.iter().copied().flatten().chain(IN_ANOTHER_FORM.iter().map(|(case, _)| case));
    let mut listed: Vec<String> = served.chain(refused.map(|(id, _)| (*id).to_owned())).collect();
    described.sort_unstable();
    listed.sort_unstable();
    let missing: Vec<_> = described.iter().filter(|id| !listed.iter().any(|known| known == *id)).collect();
    assert!(
        missing.is_empty(),
        "write an entry in tests/tests/suite/node/evm_methods.rs for {missing:?}. If the node does not serve the method, \
         it goes into `NO_ETH`, `NO_DEBUG` or `NO_PERSONAL`: `(\"evm.findBook\", |c| error_of(c.evm.find_book(7)))`. If \
         it does, its name goes into `SERVED`, and a check of the value into the function beside the name. The first \
         refused method that begins otherwise than the others gets a table of its own. Subscriptions need no entry."
    );
    let strange: Vec<_> = listed.iter().filter(|id| !described.contains(&id.as_str())).collect();
    assert!(strange.is_empty(), "remove the entries for {strange:?}: the spec has no such operation of `evm`");
    let twice: Vec<_> = listed.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
    assert!(twice.is_empty(), "entries that are there twice: {twice:?}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_the_node_serves_is_read() {
    let Some(node) = Node::start(&["--steps-tracing"]) else { return };
    let chain = Chain::of(&node).await;
    for (check, names) in SERVED {
        check.run(&chain).await;
        let asked = chain.asked.take();
        let forgotten: Vec<String> = ids(names).filter(|id| !asked.contains(&id.as_str())).collect();
        assert!(forgotten.is_empty(), "listed, but not called: {forgotten:?}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_the_node_does_not_serve_is_an_error_that_says_so() {
    let Some(node) = Node::start(&[]) else { return };
    let chain = Chain::of(&node).await;
    for (id, call) in NOT_SERVED.iter().copied().flatten() {
        let (called, error) = call(&chain).await;
        assert_eq!(called, *id);
        assert_eq!(error.rpc_code(), Some(-32601), "{error}");
        assert_eq!(error.server_message(), Some("Method not found"), "{error}");
        assert!(!error.is_retryable(), "{error}");
    }
    for ((id, call), is_right) in IN_ANOTHER_FORM {
        let (called, error) = call(&chain).await;
        assert_eq!(called, *id);
        assert!(is_right(&error), "{error}");
    }
}
