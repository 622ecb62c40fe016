//! CometBFT: 64-bit numbers as text, nanoseconds, errors with status 500 that are JSON-RPC
//! responses.

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/cometbft/cometbft.yaml");

pub(crate) use cometbft::operations;

#[tokio::test(crate = "chainloom_bounded")]
async fn numbers_and_moments_are_no_texts() {
    let server = Server::answering(Wire::of("cometbft").sample("status")).await;
    let client = cometbft::Client::new(server.url()).unwrap();
    let status = client.status().await.unwrap();
    assert_eq!(status.sync_info.latest_block_height, 1_262_196);
    assert_eq!(status.sync_info.latest_block_time.to_string(), "2019-08-01T11:52:22.818762194Z");
    assert!(!status.sync_info.catching_up);
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_status_of_failure_with_an_answer_is_the_error_of_the_answer() {
    let server = Server::answering(Wire::of("cometbft").sample("results of a block that is not there")).await;
    let client = cometbft::Client::new(server.url()).unwrap();
    let error = client.block_results().height(0).await.unwrap_err();
    assert!(error.is_rpc(), "{error}");
    assert_eq!(error.rpc_data().map(|data| data.as_str()), Some(r#""height must be greater than 0, but got 0""#));
    server.assert_arrived();
}
