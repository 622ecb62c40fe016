//! Solana: one wrapper around any value, tuples, codes with names, subscriptions with methods of
//! their own.

use chainloom::runtime::Retry;

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/solana/solana.yaml");

pub(crate) use solana::operations;
use solana::{AccountConfig, Base58, Behind, Client, Data, Encoding, Pubkey, SolanaErrorCode};

async fn solana(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("solana").sample(sample)).await;
    let client = Client::builder().base_url(server.url());
    let client = client.configure(|builder| builder.retry(Retry::none())).build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_wrapper_holds_any_value() {
    let (server, client) = solana("a balance").await;
    let key: Pubkey = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri".parse().unwrap();
    let balance = client.get_balance(key).await.unwrap();
    assert_eq!((balance.context.slot, balance.value), (1, 0));
    server.assert_arrived();
    let (server, client) = solana("an account").await;
    let key: Pubkey = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg".parse().unwrap();
    let config = AccountConfig::new().encoding(Encoding::Base58);
    let account = client.get_account_info(key).config(config).await.unwrap().value.unwrap();
    assert!(matches!(&account.data, Data::Encoded((_, encoding)) if *encoding == Encoding::Base58));
    assert_eq!(account.owner.to_string(), "11111111111111111111111111111111");
    server.assert_arrived();
    let (_server, client) = solana("no account").await;
    assert_eq!(client.get_account_info(key).await.unwrap().value, None);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn slots_of_a_leader_are_a_tuple() {
    let (server, client) = solana("blocks of leaders").await;
    let production = client.get_block_production().await.unwrap().value;
    let blocks: Vec<_> = production.by_identity.values().copied().collect();
    assert_eq!(blocks, [(9888, 9886)]);
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_bound_holds_within_a_record() {
    let (server, client) = solana("too many transactions").await;
    let key: Pubkey = "Vote111111111111111111111111111111111111111".parse().unwrap();
    let config = solana::GetSignaturesForAddressConfig::new().limit(1001);
    let error = client.get_signatures_for_address(key).config(config).await.unwrap_err();
    assert!(error.is_invalid_request() && error.to_string().contains("config.limit"), "{error}");
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_code_has_a_name_and_data() {
    let (server, client) = solana("a node that is behind").await;
    let error = client.get_health().await.unwrap_err();
    assert_eq!((SolanaErrorCode::of(&error), error.is_retryable()), (Some(SolanaErrorCode::NodeBehind), true));
    let behind: Behind = error.rpc_data_as().unwrap().unwrap();
    assert_eq!(behind.num_slots_behind, Some(42));
    server.assert_arrived();
    let (_server, client) = solana("a transaction would fail").await;
    let transaction: Base58 = "4hXTCkRzt9WyecNzV1XPgCDfGAZzQKNx".parse().unwrap();
    let error = client.send_transaction(transaction).await.unwrap_err();
    assert_eq!((SolanaErrorCode::of(&error), error.is_retryable()), (Some(SolanaErrorCode::PreflightFailed), false));
}

#[test]
fn each_subscription_has_its_methods() {
    let subscriptions = [&solana::__tables::ACCOUNT_SUBSCRIPTION, &solana::__tables::SLOT_SUBSCRIPTION];
    let notify = subscriptions.map(|subscription| subscription.subscribe.map(|methods| methods.notify));
    assert_eq!(notify, [Some("accountNotification"), Some("slotNotification")]);
}
