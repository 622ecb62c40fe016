//! A beacon node: events as they happen, one wrapper around any result, an index or a key,
//! responses without a body.

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/beacon/beacon.yaml");

pub(crate) use beacon::operations;
use beacon::{Client, Exit, GetHealthResult, Pubkey, Signature, SubscribeEvent, Topic, ValidatorId, ValidatorStatus};

async fn beacon(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("beacon").sample(sample)).await;
    let client = Client::builder().url(server.url()).build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn events_come_as_they_happen() {
    let (server, client) = beacon("events").await;
    let mut events = client.subscribe([Topic::Head, Topic::Block, Topic::FinalizedCheckpoint]).stream().await.unwrap();
    let event = events.next().await.unwrap().unwrap().event().unwrap();
    assert!(matches!(event.data, SubscribeEvent::Head(head) if head.slot == 10 && !head.epoch_transition));
    let event = events.next().await.unwrap().unwrap().event().unwrap();
    assert!(matches!(event.data, SubscribeEvent::Block(block) if block.slot == 10));
    let event = events.next().await.unwrap().unwrap().event().unwrap();
    assert!(matches!(event.data, SubscribeEvent::FinalizedCheckpoint(point) if point.epoch == 2));
    let event = events.next().await.unwrap().unwrap().event().unwrap();
    assert!(matches!(event.data, SubscribeEvent::UnknownValue(event) if event.name == "block_gossip"));
    assert!(events.next().await.is_none());
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_validator_is_asked_for_by_index_or_key() {
    let (server, client) = beacon("validators").await;
    let key: Pubkey =
        "0x93247f2209abcacf57b75a51dafae777f9dd38bc7053d1af526f220a7489a6d3a2753e5f3e8b1cfe39b56f43611df74a"
            .parse()
            .unwrap();
    let ids = [ValidatorId::from(1), ValidatorId::Key(key)];
    let call = client.get_state_validators("head").id(ids).status([ValidatorStatus::ActiveOngoing]);
    let validators = call.await.unwrap();
    assert!(!validators.finalized);
    assert_eq!((validators.data[0].index, validators.data[0].validator.effective_balance), (1, 1));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_exit_is_signed() {
    let (server, client) = beacon("an exit").await;
    let signature: Signature = "0x1b66ac1fb663c9bc59509846d6ec05345bd908eda73e670af888da41af171505cc411d61252fb6cb3fa0017b679f8bb2305b26a285fa2737f175668d0dff91cc1b66ac1fb663c9bc59509846d6ec05345bd908eda73e670af888da41af171505".parse().unwrap();
    let exit = beacon::SignedOfExit::new(Exit::new(1, 1), signature);
    client.submit_voluntary_exit(exit).await.unwrap();
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_status_says_how_the_node_is() {
    let (_server, client) = beacon("a node that is syncing").await;
    assert_eq!(client.get_health().await.unwrap(), GetHealthResult::PartialContent);
}
