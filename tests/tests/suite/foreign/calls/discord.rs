//! Discord: enumerations and tags that are numbers, null that clears.

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/discord/discord.yaml");

pub(crate) use discord::OPERATIONS;
use discord::{ChannelType, Client};

async fn discord(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("discord").sample(sample)).await;
    let client = Client::builder().base_url(server.url()).build().unwrap();
    (server, client)
}

#[tokio::test]
async fn a_channel_leaves_its_category() {
    let (server, client) = discord("a channel leaves its category").await;
    let call =
        client.modify_channel(41_771_983_423_143_937).topic("24/7 chat about how to gank Mike #2").parent_id(None);
    let channel = call.x_audit_log_reason("tidy up").await.unwrap();
    assert_eq!(channel.r#type, ChannelType::GuildText);
    server.assert_arrived();
}
