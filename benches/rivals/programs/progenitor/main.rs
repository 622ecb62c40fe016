//! Links 15 operations of the data API, as progenitor generates it.

use data_progenitor::{Client, types};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).ok_or("give a text")?;
    let client = Client::new(&text);
    let (chain, address): (types::ChainId, types::EvmAddress) = (text.parse()?, text.parse()?);
    let (network, id): (types::Network, types::Id) = (text.parse()?, text.parse()?);
    let (c, n) = (&client, network);
    drop(c.list_erc20_balances(&chain, &address, None, None, None, None, None, None).await?);
    drop(c.get_latest_blocks(&chain, None, None).await?);
    drop(c.supported_chains(None, None).await?);
    drop(c.get_chain_info(&chain).await?);
    drop(c.list_address_chains(&address).await?);
    drop(c.get_deployment_transaction(&chain, &address, None).await?);
    drop(c.list_icm_messages(None, None, None, None, None, None, None, None).await?);
    drop(c.list_icm_messages_by_address(&address, None, None, None).await?);
    drop(c.aggregate_signatures(n.clone(), &serde_json::from_str(&text)?).await?);
    drop(c.get_aggregated_signatures(n.clone(), &id).await?);
    let validators = c.list_validators(
        n.clone(), None, None, None, None, None, None, None, None, None, None, None, None, None, None, None,
    );
    drop(validators.await?);
    drop(c.list_delegators(n.clone(), None, None, None, None, None, None).await?);
    drop(c.list_erc1155_transactions(&chain, &address, None, None, None, None).await?);
    drop(c.list_native_transactions(&chain, &address, None, None, None, None).await?);
    let metrics =
        c.get_primary_network_rpc_usage_metrics(None, None, None, None, n, None, None, None, None, None, None);
    drop(metrics.await?);
    Ok(())
}
