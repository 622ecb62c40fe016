//! Secrets reach the base URL's origin and nothing else.

use super::{
    books::*,
    servers::{Memory, Server, json, once},
};
use chainloom_runtime::schema::{Operation, Protocol as Wire, Record, Template, Verb};
use chainloom_runtime::{__private::members, Call, Client, catalog::Target};

const KEY: &str = "hush-hush-42";

#[test]
fn cookies_of_the_user_stay_beside_a_secret() {
    use chainloom_runtime::schema::{Client as Description, Secret, Service};
    static CLIENT: Description = Description::new("jar", "{url}").auth(&[Secret::cookie("sid", "sid")]);
    static JAR: Service = Service::new("jar", &CLIENT);
    static GET: Operation =
        Operation::new("jar.get", &JAR, Wire::Rest { verb: Verb::Get, path: Template::new("/", &[]) }, &NOTHING);
    static NOTHING: Record = Record { name: "nothing", fields: &[] };
    let client = once(&CLIENT).base_url("http://h").secret("sid", KEY).transport(Memory::fixed(200, "", ""));
    let client = client.header("cookie", "taste=sü\u{df}").build().unwrap();
    let request = client.prepare(&GET, &[], &Target::new(client.clone())).unwrap();
    let cookies = &request.http().headers()["cookie"];
    assert_eq!(cookies.as_bytes(), format!("taste=sü\u{df}; sid={KEY}").as_bytes());
    assert!(cookies.is_sensitive());
}

#[test]
fn secrets_do_not_print() {
    let memory = Memory::fixed(401, "application/json", format!("{{\"message\":\"bad key {KEY}\"}}"));
    let builder = once(&CLIENT)
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

#[tokio::test(crate = "chainloom_bounded")]
async fn secrets_that_a_server_echoes_do_not_print() {
    for (kind, body) in
        [("application/json", format!("{{\"message\":\"bad key {KEY}\"}}")), ("text/plain", format!("bad key {KEY}"))]
    {
        let client = once(&CLIENT);
        let in_query = client.clone().base_url(format!("http://h?v=1&k={KEY}"));
        for client in [client.base_url("http://h").secret("apiKey", KEY), in_query.secret("apiKey", "another")] {
            let client = client.transport(Memory::fixed(401, kind, body.clone())).build().unwrap();
            let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
            assert!(error.to_string().contains("bad key [secret]"), "{error}");
            assert!(!format!("{error:?}").contains(KEY));
        }
    }
}

/// A key may also stand where the text is cut.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_secret_that_a_server_names_as_the_compression_does_not_print() {
    for (status, before) in [(200, 0), (504, 0), (504, 36)] {
        let memory = Memory::new(move |_| {
            let encoding = format!("{}{KEY}", "x".repeat(before));
            let answer = http::Response::builder().status(status).header("content-encoding", encoding);
            Ok(answer.body(bytes::Bytes::from_static(b"\xff")).unwrap())
        });
        let client = once(&CLIENT).base_url("http://h").secret("apiKey", KEY).transport(memory).build().unwrap();
        let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
        assert!(error.to_string().contains("compressed with `") && no_part_of_the_key(&error), "{error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn secrets_in_answers_that_do_not_fit_do_not_print() {
    // Excerpts may begin and end in the middle of a key, so it stands at each distance from the fault.
    let spaces = |count| " ".repeat(count);
    let find = |body: String| async {
        let client = client_of(body);
        Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err()
    };
    for distance in 0..80 {
        let before = format!(r#"{{"title":"{KEY}{}","pages":[]}}"#, spaces(distance));
        let after = format!(r#"{{"pages":[],"title":"{}{KEY}"}}"#, spaces(distance));
        let value = format!(r#"{{"title":"","pages":"{}{KEY}"}}"#, spaces(distance));
        for body in [before, after, value] {
            let error = find(body.clone()).await;
            assert!(error.is_decode() && error.read_error().unwrap().path() == "pages", "{error}");
            assert!(no_part_of_the_key(&error), "{body}: {error}");
            assert_eq!(error.body().unwrap(), body.as_bytes());
        }
        let count = Count { shelf: None, after: None, limit: None };
        let client = client_of(format!("no JSON, but{}{KEY}", "x".repeat(distance)));
        let error = Call::new(Target::new(client), count).send().await.unwrap_err();
        assert!(error.is_decode() && no_part_of_the_key(&error), "{error}");
    }
}

/// A client with a secret and a header with a key, for which the response is always the same.
fn client_of(body: String) -> Client {
    let client = once(&CLIENT).base_url("http://h").secret("apiKey", KEY);
    let client = client.header("authorization", "Bearer own-key-1").header("x-team", "pages");
    client.transport(Memory::fixed(200, "application/json", body)).build().unwrap()
}

fn no_part_of_the_key(error: &chainloom_runtime::Error) -> bool {
    let texts = [format!("{error}"), format!("{error:?}"), format!("{:?}", error.read_error())];
    texts.iter().all(|text| !text.contains("hush") && !text.contains("-42"))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn headers_of_the_user_do_not_print_either() {
    let client = client_of(r#"{"title":"own-key-1","pages":"own-key-1"}"#.to_owned());
    let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    assert!(!error.to_string().contains("own-key"), "{error}");
    assert_eq!(error.read_error().unwrap().found(), "a value that holds a secret, or is near one");
    // Short words are no keys, and what is not near a secret is told.
    let client = client_of(r#"{"title":"","pages":"many pages"}"#.to_owned());
    let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.to_string().contains("found the text \"many pages\""), "{error}");
}

/// The words of the client are no secrets, whatever the secrets of the call are; what a server sends may be one.
#[tokio::test(crate = "chainloom_bounded")]
async fn only_what_a_server_sent_is_masked_in_the_error_of_a_redirect() {
    for (secret, place, shown) in [
        ("redirect", "http://other.example/", "the server redirects from http://"),
        ("own-key-1", "http://own-key-1.example/", "to http://[secret].example, which is not followed"),
        ("the server", "own-scheme:x", "the server redirects to a `own-scheme` URL"),
    ] {
        let location = format!("location: {place}\r\n");
        let server = Server::start(move |_| Some(json("302 Found", &location, ""))).await;
        let client = once(&CLIENT).base_url(&server.url).secret("apiKey", secret).build().unwrap();
        let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
        assert!(error.to_string().contains(shown), "{error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_key_goes_to_its_origin_only() {
    let other = Server::start(|_| Some(json("200 OK", "", "{}"))).await;
    let away = format!("location: {}/v1/elsewhere\r\n", other.url);
    let here = Server::start(move |_| Some(json("302 Found", &away, ""))).await;
    let client = once(&CLIENT).base_url(&here.url).secret("apiKey", KEY).build().unwrap();
    let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.is_transport() && error.kind() == chainloom_runtime::ErrorKind::Redirect, "{error}");
    assert!(!error.is_retryable());
    assert!(error.to_string().contains(&format!("redirects from {} to {}", here.url, other.url)), "{error}");
    assert!(!error.to_string().contains("elsewhere") && !error.to_string().contains(KEY));
    assert_eq!(other.asked().len(), 0);
    assert!(here.asked()[0].contains(&format!("x-books-key: {KEY}")));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn redirects_within_the_origin_are_followed() {
    let here = Server::start(|request| {
        Some(match request.contains("/moved/") {
            true => json("200 OK", "", r#"{"title":"A","pages":1}"#),
            false => json("308 Permanent Redirect", "location: /moved/1\r\n", ""),
        })
    })
    .await;
    let client = once(&CLIENT).base_url(&here.url).secret("apiKey", KEY).build().unwrap();
    let book = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap();
    assert_eq!(book.title.as_str(), "A");
    assert!(here.asked().iter().all(|request| request.contains(KEY)));
    assert_eq!(here.asked().len(), 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn other_redirects_are_not_followed() {
    let around = Server::start(|_| Some(json("302 Found", "location: /again\r\n", ""))).await;
    let client = once(&CLIENT).base_url(&around.url).build().unwrap();
    let target = Target::new(client);
    let error = Call::new(target.clone(), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.to_string().contains("more than 5 times"), "{error}");
    assert_eq!(around.asked().len(), 6);
    let count = Count { shelf: None, after: None, limit: None };
    let error = Call::new(target, count).send().await.unwrap_err();
    assert!(error.to_string().contains("redirects a POST request"), "{error}");
    assert_eq!(around.asked().len(), 7);
}
