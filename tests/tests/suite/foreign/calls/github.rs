//! GitHub: null that clears, a content type of the caller's.

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/github/github.yaml");

pub(crate) use github::OPERATIONS;
use github::{Client, GistFileEdit, IssueState};

async fn github(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("github").sample(sample)).await;
    let client = Client::builder().base_url(server.url()).token("an-invented-token").build().unwrap();
    (server, client)
}

#[tokio::test]
async fn null_clears_and_absence_leaves() {
    let (server, client) = github("an issue without its milestone").await;
    let call = client.update_issue("octocat", "Hello-World", 1347).title("Found a bug");
    let call = call.body("I'm having a problem with this.").assignees(["octocat"]).labels(["bug"]);
    let issue = call.state(IssueState::Open).milestone(None).await.unwrap();
    assert_eq!((issue.milestone, issue.closed_at), (None, None));
    server.assert_arrived();
    let (server, client) = github("a file is deleted").await;
    client.update_gist("2decf6c462d9b4418f2").files([("hello.py".into(), None)]).await.unwrap();
    server.assert_arrived();
    let (server, client) = github("a file is renamed").await;
    let edit = GistFileEdit::new().filename("goodbye.py");
    client.update_gist("2decf6c462d9b4418f2").files([("hello.py".into(), Some(edit))]).await.unwrap();
    server.assert_arrived();
}

#[tokio::test]
async fn an_asset_is_what_the_caller_says() {
    let (server, client) = github("an asset").await;
    let call = client.upload_asset("octocat", "Hello-World", 1, "example.zip", "application/zip", &b"PK\x03\x04"[..]);
    let asset = call.label("short description").await.unwrap();
    assert_eq!((asset.name.as_str(), asset.size), ("example.zip", 1024));
    server.assert_arrived();
}
