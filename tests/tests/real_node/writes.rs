//! Writes: what is sent once must be done once.
//!
//! Input: accounts and kept values. Output: a line for each kind of write. The nonce of the sender
//! and the balance of the recipient count what was done.

use chainloom::node;
use chainloom::node::evm::BlockTag;
use chainloom::node::native_assets::IssuedTxId;
use chainloom::runtime::{Address, U256};
use serde_json::Value;

use crate::calls::Kept;
use crate::report::Line;
use crate::wallet::{Account, payments};
use crate::{Result, told};

/// An address that gets nothing else.
const RECIPIENT: &str = "0x00000000000000000000000000000000000c0fee";
const PAYMENTS: usize = 20;

/// Payments, and one of them once more.
pub(crate) async fn payments_arrive_once(account: &Account<'_>) -> Result<Line> {
    let recipient: Address = RECIPIENT.parse().map_err(told)?;
    let balance = || async { account.evm.get_balance(recipient, BlockTag::Latest).await.map_err(told) };
    let (nonce, held) = (account.nonce().await?, balance().await?);
    let raws = account.sign(&payments(RECIPIENT, PAYMENTS)).await?;
    let mut hashes = Vec::new();
    for raw in &raws {
        hashes.push(account.evm.send_raw_transaction(raw.clone()).await.map_err(told)?);
    }
    for hash in hashes {
        account.receipt(hash).await?;
    }
    let again = raws.into_iter().next().ok_or("nothing was signed")?;
    let refusal = match account.evm.send_raw_transaction(again).await {
        Ok(hash) => return Err(format!("a payment was taken twice: {hash}")),
        Err(error) => error.server_message().unwrap_or_default().to_owned(),
    };
    let (made, got) = (account.nonce().await? - nonce, balance().await? - held);
    if made != PAYMENTS as u64 || got != U256::from(PAYMENTS) {
        return Err(format!("{PAYMENTS} payments were sent; the nonce rose by {made}, the recipient got {got}"));
    }
    let note = format!("payments; nonce and balance rose by as many; one sent again: `{refusal}`");
    Ok(Line { what: "evm.sendRawTransaction".to_owned(), count: PAYMENTS, note })
}

/// The import that the wallet signed, sent by the client, until it is accepted.
pub(crate) async fn import(client: &node::Client, kept: &Kept) -> Result<Line> {
    let text = |name: &str| kept.get(name).and_then(Value::as_str).unwrap_or_default();
    let service = client.native_assets();
    let issued = service.issue_tx(text("importBytes")).await.map_err(told)?;
    let IssuedTxId::Id(id) = issued.tx_id else { return Err(format!("no ID of the import: {:?}", issued.tx_id)) };
    if id.to_string() != text("import") {
        return Err(format!("the node calls the import {id}"));
    }
    for _ in 0..600 {
        let state = service.get_atomic_tx_status(id).await.map_err(told)?;
        if state.block_height.is_some() {
            let note = format!("import from the X-Chain, then {:?}", state.status);
            return Ok(Line { what: "nativeAssets.issueTx".to_owned(), count: 1, note });
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    Err("the import is not accepted".to_owned())
}
