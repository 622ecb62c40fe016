//! Links 15 operations of the data API, as openapi-generator generates it.

use data_openapi_generator::apis::configuration::Configuration;
use data_openapi_generator::apis::{
    balances_api, blocks_api, chains_api, contracts_api, icm_api, signatures_api, staking_api, transfers_api, usage_api,
};
use data_openapi_generator::models;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).ok_or("give a text")?;
    let client = Configuration { base_path: text.clone(), ..Configuration::new() };
    let n: models::Network = serde_json::from_str(&text)?;
    let (c, t) = (&client, text.as_str());
    drop(balances_api::list_erc20_balances(c, t, t, None, None, None, None, None, None).await?);
    drop(blocks_api::get_latest_blocks(c, t, None, None).await?);
    drop(chains_api::supported_chains(c, None, None).await?);
    drop(chains_api::get_chain_info(c, t).await?);
    drop(chains_api::list_address_chains(c, t).await?);
    drop(contracts_api::get_deployment_transaction(c, t, t, None).await?);
    drop(icm_api::list_icm_messages(c, None, None, None, None, None, None, None, None).await?);
    drop(icm_api::list_icm_messages_by_address(c, t, None, None, None).await?);
    drop(signatures_api::aggregate_signatures(c, n, serde_json::from_str(t)?).await?);
    drop(signatures_api::get_aggregated_signatures(c, n, t).await?);
    let validators = staking_api::list_validators(
        c, n, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None,
    );
    drop(validators.await?);
    drop(staking_api::list_delegators(c, n, None, None, None, None, None, None).await?);
    drop(transfers_api::list_erc1155_transactions(c, t, t, None, None, None, None).await?);
    drop(transfers_api::list_native_transactions(c, t, t, None, None, None, None).await?);
    let metrics = usage_api::get_primary_network_rpc_usage_metrics(
        c, n, None, None, None, None, None, None, None, None, None, None,
    );
    drop(metrics.await?);
    Ok(())
}
