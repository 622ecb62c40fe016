//! GitHub: null that clears, bodies by status, tuples, a download from another origin, a content
//! type of the caller's.

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/github/github.yaml");

pub(crate) use github::operations;
use github::{Client, CodeFrequencyResult, GetRepositoryResult, GistFileEdit, IssueState};

async fn github(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("github").sample(sample)).await;
    let client = Client::builder().base_url(server.url()).token("an-invented-token").build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_known_is_not_sent_again() {
    let (server, client) = github("a repository").await;
    let (found, headers) = client.get_repository("octocat", "Hello-World").with_headers().await.unwrap();
    assert!(matches!(found, GetRepositoryResult::Ok(repository) if repository.full_name == "octocat/Hello-World"));
    let tag = headers.e_tag.unwrap();
    server.assert_arrived();
    let (server, client) = github("a repository that is known").await;
    let found = client.get_repository("octocat", "Hello-World").if_none_match(tag).await.unwrap();
    assert_eq!(found, GetRepositoryResult::NotModified);
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn null_clears_and_absence_leaves() {
    let (server, client) = github("an issue without its milestone").await;
    let call = client.update_issue("octocat", "Hello-World", 1347).title("Found a bug");
    let call = call.body("I'm having a problem with this.").assignees(["octocat"]).labels(["bug"]);
    let issue = call.state(IssueState::Open).milestone(None).await.unwrap();
    assert_eq!((issue.milestone, issue.closed_at), (None, None));
    server.assert_arrived();
    let (server, client) = github("a file is deleted").await;
    client.update_gist("2decf6c462d9b4418f2").files([("hello.py", None)]).await.unwrap();
    server.assert_arrived();
    let (server, client) = github("a file is renamed").await;
    let edit = GistFileEdit::new().filename("goodbye.py");
    client.update_gist("2decf6c462d9b4418f2").files([("hello.py", Some(edit))]).await.unwrap();
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_status_says_whether_there_are_weeks() {
    let (_server, client) = github("weeks").await;
    let found = client.code_frequency("octocat", "Hello-World").await.unwrap();
    let CodeFrequencyResult::Ok(weeks) = found else { panic!("{found:?}") };
    let (_, came, went) = weeks[0];
    assert_eq!((came, went), (1124, -435));
    let (_server, client) = github("weeks that are not counted yet").await;
    assert_eq!(client.code_frequency("octocat", "Hello-World").await.unwrap(), CodeFrequencyResult::Accepted);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_archive_comes_from_elsewhere_without_the_token() {
    let (server, client) = github("an archive").await;
    let archive = client.download_archive("me", "myprivate", "heads/master").await.unwrap();
    assert_eq!(archive.as_ref(), b"PK\x03\x04");
    server.assert_arrived();
    let (server, client) = github("an archive").await;
    let mut chunks = client.download_archive("me", "myprivate", "heads/master").stream().await.unwrap();
    assert_eq!(chunks.next().await.unwrap().unwrap().as_ref(), b"PK\x03\x04");
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_asset_is_what_the_caller_says() {
    let (server, client) = github("an asset").await;
    let body = &b"PK\x03\x04"[..];
    let call = client.upload_asset("octocat", "Hello-World", 1, "example.zip", "application/zip", body);
    let asset = call.label("short description").await.unwrap();
    assert_eq!((asset.name.as_str(), asset.size), ("example.zip", 1024));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn limits_and_the_next_page_are_in_the_reply() {
    let (_server, client) = github("a repository").await;
    let reply = client.get_repository("octocat", "Hello-World").reply().await.unwrap();
    assert_eq!((reply.rate_limit().limit(), reply.rate_limit().remaining()), (Some(60), Some(56)));
    let (server, client) = github("labels").await;
    let reply = client.list_labels("octocat", "Hello-World").per_page(2).reply().await.unwrap();
    assert!(reply.headers().contains_key("link"));
    assert_eq!(reply.body().len(), 2);
    server.assert_arrived();
}
