//! Bitcoin Core: one method that is three operations, amounts with their digits, ids that are
//! texts, a name and a password.

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/bitcoin/bitcoin.yaml");

pub(crate) use bitcoin::operations;
use bitcoin::{BitcoinErrorCode, Client, Hash, InputKind};

fn hash() -> Hash {
    "000000000fe549a89848c76070d4132872cfb6efe5315d01d7ef77e4900f2d39".parse().unwrap()
}

async fn bitcoin(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("bitcoin").sample(sample)).await;
    let client = Client::builder().url(server.url()).user("myusername", "an-invented-password").build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn how_much_is_asked_for_decides_the_type() {
    let (server, client) = bitcoin("a block as bytes").await;
    let bytes = client.get_block_bytes(hash()).await.unwrap();
    assert_eq!(bytes.len(), 189);
    server.assert_arrived();
    let (server, client) = bitcoin("a block").await;
    let block = client.get_block(hash()).await.unwrap();
    assert_eq!((block.height, block.tx.len()), (227_252, 1));
    assert_eq!(block.difficulty.to_string(), "1.00000000");
    server.assert_arrived();
    let (server, client) = bitcoin("a block with its transactions").await;
    let block = client.get_full_block(hash()).await.unwrap();
    assert_eq!(block.tx[0].vout[0].value.to_string(), "25.00000000");
    assert!(matches!(block.tx[0].vin[0].kind, InputKind::Coinbase(_)));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_status_of_failure_with_an_answer_is_the_error_of_the_answer() {
    let (server, client) = bitcoin("a block that is not there").await;
    let hash: Hash = "00000000c937983704a73af28acdec37b049d214adbda81d7e2a3dd146f6ed09".parse().unwrap();
    let error = client.get_block(hash).await.unwrap_err();
    assert_eq!((BitcoinErrorCode::of(&error), error.is_retryable()), (Some(BitcoinErrorCode::NotFound), false));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn places_of_a_tuple_have_their_types() {
    let (server, client) = bitcoin("addresses").await;
    let groups = client.list_address_groupings().await.unwrap();
    let (address, amount) = &groups[0][1];
    assert_eq!((address.as_str(), amount.to_string().as_str()), ("mnUbTmdAFD5EAg3348Ejmonub7JcWtrMck", "0.00000000"));
    server.assert_arrived();
}
