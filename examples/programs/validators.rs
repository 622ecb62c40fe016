//! Lists validators of the Primary Network and tells their kinds apart: active, pending, completed,
//! removed.
//!
//! `cargo run --bin validators`, or `cargo run --bin validators -- <base URL>` for another server
//! with the same API.

use chainloom::data::staking::ValidatorValidationStatus as Status;
use chainloom::data::{Client, Network, SortOrder};
use chainloom::deployments::mainnet::MAINNET;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let client = builder.build()?;

    let call = client.list_validators(Network::Mainnet).subnet_id("11111111111111111111111111111111LpoYY");
    let page = call.sort_order(SortOrder::Desc).page_size(20).await?;
    for validator in &page.validators {
        let about = match &validator.validation_status {
            Status::Active(active) => match active.uptime_performance {
                Some(uptime) => format!("active, uptime {uptime} %"),
                None => "active".to_owned(),
            },
            Status::Pending(_) => format!("pending, begins at {}", validator.start_timestamp),
            Status::Completed(_) => match &validator.rewards {
                Some(rewards) => format!("completed, earned {} nAVAX", rewards.validation_reward_amount),
                None => "completed".to_owned(),
            },
            Status::Removed(_) => "removed".to_owned(),
            // Enumerations are open: a later version of the API may have more kinds.
            other => format!("of an unknown kind: {other:?}"),
        };
        println!("{}: {} nAVAX, {about}", validator.node_id, validator.amount_staked);
    }
    Ok(())
}
