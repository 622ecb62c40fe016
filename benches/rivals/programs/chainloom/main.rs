//! Links 15 operations of the data API, as chainloom generates it.

use chainloom::data::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).ok_or("give a text")?;
    let (client, text) = (Client::new(&text)?, text.as_str());
    let c = &client;
    drop(c.list_erc20_balances(text, text).await?);
    drop(c.get_latest_blocks(text).await?);
    drop(c.supported_chains().await?);
    drop(c.get_chain_info(text).await?);
    drop(c.list_address_chains(text).await?);
    drop(c.get_deployment_transaction(text, text).await?);
    drop(c.list_icm_messages().await?);
    drop(c.list_icm_messages_by_address(text).await?);
    drop(c.aggregate_signatures(text).await?);
    drop(c.get_aggregated_signatures(text, text).await?);
    drop(c.list_validators(text).await?);
    drop(c.list_delegators(text).await?);
    drop(c.list_erc1155_transactions(text, text).await?);
    drop(c.list_native_transactions(text, text).await?);
    drop(c.get_primary_network_rpc_usage_metrics(text).await?);
    Ok(())
}
