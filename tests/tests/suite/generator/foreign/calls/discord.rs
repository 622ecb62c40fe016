//! Discord: enumerations and tags that are numbers, files beside JSON, null that clears.

use chainloom::runtime::File;

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/discord/discord.yaml");

pub(crate) use discord::operations;
use discord::{
    ActionRow, Attachment, Button, ButtonStyle, ChannelType, Client, Component, ComponentType, Embed, Media,
    MessageType, NewMessage, Reference,
};

async fn discord(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("discord").sample(sample)).await;
    let client = Client::builder().base_url(server.url()).token("an-invented-token").build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_row_of_buttons_is_built_and_read() {
    let (server, client) = discord("a message with a button").await;
    let button = Button::new(ButtonStyle::Primary).label("Click me!").custom_id("click_one");
    let message = NewMessage::new().content("This is a message with components").components([ActionRow::new([button])]);
    let sent = client.create_message(290_926_798_999_357_250, message).await.unwrap();
    let Some([row, unknown]) = sent.components.as_deref() else { panic!("{sent:?}") };
    let ComponentType::ActionRow(row) = &row.kind else { panic!("{row:?}") };
    assert!(matches!(&row.components[0].kind, ComponentType::Button(button) if button.style == ButtonStyle::Primary));
    assert!(matches!(unknown.kind, ComponentType::UnknownValue(17)));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn kinds_are_names_for_numbers() {
    let (server, client) = discord("a message").await;
    let embed = Embed::new().title("Hello, Embed!").description("This is an embedded message.");
    let message = NewMessage::new().content("Hello, World!").tts(false).embeds([embed]);
    let reply = client.create_message(290_926_798_999_357_250, message).reply().await.unwrap();
    assert_eq!(reply.body().kind, MessageType::Default);
    assert_eq!((reply.rate_limit().remaining(), reply.rate_limit().limit()), (Some(0), Some(5)));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_row_is_never_empty() {
    let (server, client) = discord("a row without a button").await;
    let message = NewMessage::new().components([ActionRow::new(Vec::<Component>::new())]);
    let error = client.create_message(290_926_798_999_357_250, message).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn files_go_beside_the_message() {
    let (server, client) = discord("a message with files").await;
    let embed = Embed::new().title("Hello, Embed!").description("This is an embedded message.");
    let embed = embed.thumbnail(Media::new("attachment://myfilename.png")).image(Media::new("attachment://mygif.gif"));
    let cat = Attachment::new(0).description("Image of a cute little cat").filename("myfilename.png");
    let gif = Attachment::new(1).description("Rickroll gif").filename("mygif.gif");
    let message = NewMessage::new().content("Hello, World!").embeds([embed]).attachments([cat, gif]);
    let message = message.message_reference(Reference::new(233_648_473_390_448_641));
    let file = |name: &str, kind: &str| File::new(name, "[image bytes]").media_type(kind);
    let call = client.execute_webhook(223_704_706_495_545_344, "an-invented-token", message);
    let call = call.first_file(file("myfilename.png", "image/png")).second_file(file("mygif.gif", "image/gif"));
    call.await.unwrap();
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_channel_leaves_its_category() {
    let (server, client) = discord("a channel leaves its category").await;
    let call =
        client.modify_channel(41_771_983_423_143_937).topic("24/7 chat about how to gank Mike #2").parent_id(None);
    let channel = call.x_audit_log_reason("tidy up").await.unwrap();
    assert_eq!(channel.kind, ChannelType::GuildText);
    server.assert_arrived();
}
