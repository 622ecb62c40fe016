//! Pages and batches.
//!
//! Input: a client of the network, and what was kept of the setup. Output: a line for each list and
//! batch. A list over its pages must have as many items as the chain says; each call of a batch must
//! have an outcome of its own.

use std::collections::{BTreeMap, BTreeSet};

use chainloom::node;
use chainloom::node::evm::{AccountOverride, BlockTag, CallRequest, EvmService};
use chainloom::runtime as rt;
use rt::{Address, Bytes, FixedBytes};

use crate::calls::Kept;
use crate::report::Line;
use crate::wallet::FUNDED;
use crate::{Result, told};

/// The node puts at most 25,000,000 bytes into the response of a batch; this many responses of two
/// million do not fit. The client sends the calls that are left out again, in smaller batches.
const LARGE_CALLS: usize = 20;
/// Code that returns a million zero bytes: `PUSH3 1000000 PUSH1 0 RETURN`.
const LARGE: [u8; 7] = [0x62, 0x0f, 0x42, 0x40, 0x60, 0x00, 0xf3];

pub(crate) async fn pages(client: &node::Client, kept: &Kept) -> Result<Vec<Line>> {
    Ok(vec![
        utxos(client, kept).await?,
        p_utxos(client, kept).await?,
        containers(client).await?,
        slots(client, kept).await?,
    ])
}

fn text<'k>(kept: &'k Kept, name: &str) -> Result<&'k str> {
    kept.get(name).and_then(serde_json::Value::as_str).ok_or_else(|| format!("nothing was kept as `{name}`"))
}

/// Unspent outputs in pages of 7, against one page of all.
async fn utxos(client: &node::Client, kept: &Kept) -> Result<Line> {
    let address = text(kept, "addressX")?;
    let whole = client.xchain().get_utxos([address]).await.map_err(told)?;
    let mut items = client.xchain().get_utxos([address]).limit(7).items();
    let mut found = BTreeSet::new();
    while let Some(item) = items.try_next().await.map_err(told)? {
        found.insert(format!("{item:?}"));
    }
    same("xchain.getUTXOs, pages of 7", found.len(), whole.utxos.len())
}

/// The same of the P-Chain, in pages of 2.
async fn p_utxos(client: &node::Client, kept: &Kept) -> Result<Line> {
    let address = text(kept, "addressP")?;
    let whole = client.pchain().get_utxos([address]).await.map_err(told)?;
    let mut items = client.pchain().get_utxos([address]).limit(2).items();
    let mut found = 0;
    while items.try_next().await.map_err(told)?.is_some() {
        found += 1;
    }
    same("pchain.getUTXOs, pages of 2", found, whole.utxos.len())
}

/// Blocks of the C-Chain in pages of 3, against the index of the last one.
async fn containers(client: &node::Client) -> Result<Line> {
    let index = client.index().c_block();
    let last = index.get_last_accepted().await.map_err(told)?.index;
    let mut items = index.get_container_range(0, 3).items();
    let mut next = 0;
    while let Some(container) = items.try_next().await.map_err(told)? {
        if container.index != next {
            return Err(format!("container {} came where {next} is next", container.index));
        }
        next += 1;
    }
    same("index.getContainerRange, pages of 3", to_usize(next), to_usize(last) + 1)
}

/// Storage of the contract, which its creation filled, in pages of 2.
async fn slots(client: &node::Client, kept: &Kept) -> Result<Line> {
    let block: FixedBytes<32> = text(kept, "blockHash")?.parse().map_err(told)?;
    let contract = text(kept, "contract")?;
    let evm = client.evm("C");
    let call = evm.debug_storage_range_at(block, 0, contract, Bytes::from_static(&[0]), 2);
    let mut items = call.items();
    let mut count = 0;
    while items.try_next().await.map_err(told)?.is_some() {
        count += 1;
    }
    same("evm.debugStorageRangeAt, pages of 2", count, crate::SLOTS)
}

fn same(what: &str, found: usize, expected: usize) -> Result<Line> {
    match found == expected {
        true => Ok(Line { what: what.to_owned(), count: found, note: "items, as many as there are".to_owned() }),
        false => Err(format!("{what}: {found} items, not {expected}")),
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

pub(crate) async fn batches(client: &node::Client) -> Result<Vec<Line>> {
    let evm = client.evm("C");
    Ok(vec![mixed(&evm, 1_000).await?, mixed(&evm, 40).await?, large(&evm).await?])
}

/// Three hundred calls of several kinds, in requests of at most this many.
async fn mixed(evm: &EvmService, most: usize) -> Result<Line> {
    let funded: Address = FUNDED.parse().map_err(told)?;
    let latest = evm.block_number().await.map_err(told)?;
    let mut batch = evm.batch().max_calls(most);
    let (mut blocks, mut chains, mut balances, mut reverts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for place in 0..75_u64 {
        blocks.push((place % (latest + 1), batch.push(evm.get_block_by_number(place % (latest + 1)))));
        chains.push(batch.push(evm.chain_id()));
        balances.push(batch.push(evm.get_balance(funded, BlockTag::Latest)));
        // PUSH1 0 PUSH1 0 REVERT, run as the code of a new contract.
        let revert = CallRequest::new().data(Bytes::from_static(&[0x60, 0, 0x60, 0, 0xfd]));
        reverts.push(batch.push(evm.call(revert)));
    }
    let mut replies = batch.send().await.map_err(told)?;
    let mut counts = BTreeMap::<&str, usize>::new();
    for (number, ticket) in blocks {
        let block = replies.take(ticket).map_err(told)?;
        if block.and_then(|block| block.number) != Some(number) {
            return Err(format!("a batch has another block where {number} was asked for"));
        }
        *counts.entry("answered").or_default() += 1;
    }
    for ticket in chains {
        replies.take(ticket).map_err(told)?;
        *counts.entry("answered").or_default() += 1;
    }
    for ticket in balances {
        replies.take(ticket).map_err(told)?;
        *counts.entry("answered").or_default() += 1;
    }
    for ticket in reverts {
        match replies.take(ticket) {
            Err(error) if error.server_message() == Some("execution reverted") => {
                *counts.entry("reverted").or_default() += 1
            }
            other => return Err(format!("a call that reverts: {other:?}")),
        }
    }
    if !replies.strays().is_empty() {
        return Err(format!("a batch has replies to nothing: {:?}", replies.strays()));
    }
    let note = format!("calls in requests of at most {most}: {counts:?}");
    Ok(Line { what: "mixed batch".to_owned(), count: 300, note })
}

/// Calls whose responses together are larger than the node allows.
async fn large(evm: &EvmService) -> Result<Line> {
    let address = Address::with_last_byte(0xee);
    let code = AccountOverride::new().code(Bytes::from_static(&LARGE));
    let mut batch = evm.batch();
    let tickets: Vec<_> = (0..LARGE_CALLS)
        .map(|_| {
            let call = evm.call(CallRequest::new().to(address)).block(BlockTag::Latest);
            batch.push(call.state_override(BTreeMap::from([(address, code.clone())])))
        })
        .collect();
    let mut replies = batch.send().await.map_err(told)?;
    let (mut answered, mut refused) = (0, BTreeMap::<String, usize>::new());
    for ticket in tickets {
        match replies.take(ticket) {
            Ok(bytes) if bytes.len() == 1_000_000 => answered += 1,
            Ok(bytes) => return Err(format!("{} bytes came, not a million", bytes.len())),
            Err(error) if error.rpc_code().is_some() => {
                let code = error.rpc_code().unwrap_or_default();
                let said = format!("{code} {}", error.server_message().unwrap_or_default());
                *refused.entry(said).or_default() += 1;
            }
            Err(error) => return Err(format!("a large batch: {error}")),
        }
    }
    let note = format!("calls with responses of 2 MB: {answered} answered, {refused:?} refused");
    Ok(Line { what: "large batch".to_owned(), count: LARGE_CALLS, note })
}
