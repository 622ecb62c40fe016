//! Secrets reach the base URL's origin and nothing else.

use crate::{
    books::*,
    servers::{Memory, Server, json},
};
use chainloom_runtime::{Call, Client, Target, members};

const KEY: &str = "hush-hush-42";

#[test]
fn secrets_do_not_print() {
    let memory = Memory::fixed(401, "application/json", format!("{{\"message\":\"bad key {KEY}\"}}"));
    let builder = Client::builder(&CLIENT)
        .base_url(format!("http://user:{KEY}@h/{KEY}?{KEY}"))
        .header("authorization", KEY)
        .secret("apiKey", KEY)
        .transport(memory);
    let client = builder.clone().build().unwrap();
    let target = Target::new(client.clone());
    let request = client.prepare(&FIND, &members(&FindBook::new("1")).unwrap(), &target).unwrap();
    for text in [format!("{builder:#?}"), format!("{client:#?}"), format!("{target:?}"), format!("{request:#?}")] {
        assert!(!text.contains(KEY), "{text}");
    }
    for name in ["authorization", "x-books-key"] {
        let value = &request.http().headers()[name];
        assert!(value.is_sensitive() && value == KEY && !format!("{value:?}").contains(KEY));
    }
}

#[tokio::test]
async fn secrets_that_a_server_echoes_do_not_print() {
    for (kind, body) in
        [("application/json", format!("{{\"message\":\"bad key {KEY}\"}}")), ("text/plain", format!("bad key {KEY}"))]
    {
        let client = Client::builder(&CLIENT).base_url("http://h").secret("apiKey", KEY);
        let client = client.transport(Memory::fixed(401, kind, body)).build().unwrap();
        let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
        assert!(error.to_string().contains("bad key [secret]"), "{error}");
        assert!(!format!("{error:?}").contains(KEY));
    }
}

#[tokio::test]
async fn the_key_goes_to_its_origin_only() {
    let other = Server::start(|_| Some(json("200 OK", "", "{}"))).await;
    let away = format!("location: {}/v1/elsewhere\r\n", other.url);
    let here = Server::start(move |_| Some(json("302 Found", &away, ""))).await;
    let client = Client::builder(&CLIENT).base_url(&here.url).secret("apiKey", KEY).build().unwrap();
    let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.is_transport() && error.kind() == chainloom_runtime::ErrorKind::Redirect, "{error}");
    assert!(!error.is_retryable());
    assert!(error.to_string().contains(&format!("redirects from {} to {}", here.url, other.url)), "{error}");
    assert!(!error.to_string().contains("elsewhere") && !error.to_string().contains(KEY));
    assert_eq!(other.asked().len(), 0);
    assert!(here.asked()[0].contains(&format!("x-books-key: {KEY}")));
}

#[tokio::test]
async fn redirects_within_the_origin_are_followed() {
    let here = Server::start(|request| {
        Some(match request.contains("/moved/") {
            true => json("200 OK", "", r#"{"title":"A","pages":1}"#),
            false => json("308 Permanent Redirect", "location: /moved/1\r\n", ""),
        })
    })
    .await;
    let client = Client::builder(&CLIENT).base_url(&here.url).secret("apiKey", KEY).build().unwrap();
    let book = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap();
    assert_eq!(book.title.as_str(), "A");
    assert!(here.asked().iter().all(|request| request.contains(KEY)));
    assert_eq!(here.asked().len(), 2);
}

#[tokio::test]
async fn other_redirects_are_not_followed() {
    let around = Server::start(|_| Some(json("302 Found", "location: /again\r\n", ""))).await;
    let client = Client::builder(&CLIENT).base_url(&around.url).build().unwrap();
    let target = Target::new(client);
    let error = Call::new(target.clone(), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.to_string().contains("more than 5 times"), "{error}");
    assert_eq!(around.asked().len(), 6);
    let count = Count { shelf: None, after: None, limit: None };
    let error = Call::new(target, count).send().await.unwrap_err();
    assert!(error.to_string().contains("redirects a POST request"), "{error}");
    assert_eq!(around.asked().len(), 7);
}
