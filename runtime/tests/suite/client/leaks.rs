//! No way to bring a client, and no place that a server redirects to, takes a key to another
//! origin; keys in URLs are not shown.

use super::{
    books::*,
    servers::{ClosedPort, Memory, Server, json, once},
};
use chainloom_runtime::{Builder, Call, ErrorKind, catalog::Target};
use reqwest::redirect::Policy;
use std::time::Duration;

const KEY: &str = "hush-hush-42";

/// Every way to bring a client, but for a transport of one's own: that is held to what it says.
fn ways(url: &str, proxy: &str) -> Vec<(&'static str, Builder)> {
    let client = || once(&CLIENT).base_url(url).secret("apiKey", KEY).header("x-own", KEY);
    let http = || reqwest::Client::builder();
    vec![
        ("its own", client()),
        ("its own, with settings", client().connect_timeout(Duration::from_secs(5)).user_agent("leaks")),
        ("by a proxy", client().proxy(proxy)),
        #[cfg(feature = "hyper")]
        ("by hyper", client().hyper()),
        ("an HTTP client", client().http_client(http())),
        ("an HTTP client that follows", client().http_client(http().redirect(Policy::limited(10)))),
        (
            "an HTTP client that always follows",
            client().http_client(http().redirect(Policy::custom(|next| next.follow()))),
        ),
    ]
}

/// A server that redirects each request to a place.
async fn redirecting(status: &'static str, place: String) -> Server {
    Server::start(move |_| Some(json(status, &format!("location: {place}\r\n"), ""))).await
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_key_does_not_leave_its_origin() {
    let other = Server::start(|_| Some(json("200 OK", "", r#"{"title":"A","pages":1}"#))).await;
    let (_, port) = other.url.rsplit_once(':').unwrap();
    let places = [
        format!("{}/v1", other.url),                     // another port
        format!("http://localhost:{port}/v1"),           // another host
        other.url.replace("http", "https"),              // another scheme
        other.url.replace("http:", ""),                  // the same scheme, left out
        format!("http://127.0.0.1:1@127.0.0.1:{port}/"), // a user that looks like a host
    ];
    for (place, status) in places.iter().zip(["302 Found", "301 Moved", "307 Temporary", "308 Permanent", "303 See"]) {
        let here = redirecting(status, place.clone()).await;
        for (way, builder) in ways(&here.url, &here.url) {
            let target = Target::new(builder.build().unwrap());
            let count = Count { shelf: None, after: None, limit: None };
            let asked = here.asked().len();
            for error in [
                Call::new(target.clone(), FindBook::new("1")).await.unwrap_err(),
                Call::new(target.clone(), FindBook::new("1")).stream().await.unwrap_err(),
                Call::new(target.clone(), count).await.unwrap_err(),
            ] {
                assert_eq!(error.kind(), ErrorKind::Redirect, "{way}, {place}: {error}");
                assert!(!error.to_string().contains(KEY), "{error}");
            }
            assert_eq!(here.asked().len(), asked + 3, "{way}, {place}");
        }
        assert_eq!(other.asked().len(), 0, "{place}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn redirects_to_the_same_origin_carry_the_key_however_the_client_was_made() {
    let here = Server::start(|request| {
        Some(match request.starts_with("GET /moved") || request.contains("/moved HTTP") {
            true => json("200 OK", "", r#"{"title":"A","pages":1}"#),
            false => json("302 Found", "location: /moved\r\n", ""),
        })
    })
    .await;
    for (way, builder) in ways(&here.url, &here.url) {
        let book = Call::new(Target::new(builder.build().unwrap()), FindBook::new("1")).await;
        assert_eq!(book.unwrap().pages, 1, "{way}");
    }
    assert!(here.asked().iter().all(|request| request.contains(&format!("x-books-key: {KEY}"))));
}

/// A QUERY is sent again with its body, and becomes a GET where its result has a place of its own.
#[tokio::test(crate = "chainloom_bounded")]
async fn redirects_of_a_query_keep_its_body() {
    let here = Server::start(|request| {
        let moved = |status, to: &str| Some(json(status, &format!("location: {to}\r\n"), ""));
        match request.split(' ').nth(1) {
            Some("/a") => moved("308 Permanent Redirect", "/b"),
            Some("/b") => moved("303 See Other", "/c"),
            _ => Some(json("200 OK", "", "[1]")),
        }
    })
    .await;
    let client = once(&CLIENT).base_url(&here.url).build().unwrap();
    let query = http::Method::from_bytes(b"QUERY").unwrap();
    let found = client.request(query, "/a").json(r#"{"word":"sea"}"#).await.unwrap();
    assert_eq!(found.as_str(), "[1]");
    let asked = here.asked();
    let lines: Vec<&str> = asked.iter().filter_map(|request| request.lines().next()).collect();
    assert_eq!(lines, ["QUERY /a HTTP/1.1", "QUERY /b HTTP/1.1", "GET /c HTTP/1.1"]);
    assert!(asked[1].contains(r#"{"word":"sea"}"#) && !asked[2].contains("sea") && !asked[2].contains("content-type"));
}

/// If the proxy does not answer, the hint is about the proxy.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_dead_proxy_is_what_the_hint_asks_for() {
    let closed = ClosedPort::bind();
    let dead = closed.address;
    let client = once(&CLIENT).base_url("http://h.invalid").proxy(format!("http://user:{KEY}@{dead}"));
    let error = Call::new(Target::new(client.build().unwrap()), FindBook::new("1")).await.unwrap_err();
    assert!(
        error.is_connect() && error.to_string().contains(&format!("Is the proxy at http://{dead} running?")),
        "{error}"
    );
    assert!(!error.to_string().contains("h.invalid") && !error.to_string().contains(KEY), "{error}");
    let http = reqwest::Client::builder().proxy(reqwest::Proxy::all(format!("http://{dead}")).unwrap());
    let client = once(&CLIENT).base_url("http://h.invalid").http_client(http).build().unwrap();
    let error = Call::new(Target::new(client), FindBook::new("1")).await.unwrap_err();
    assert!(error.to_string().contains("and does the proxy of the HTTP client, if any, work?"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn keys_in_urls_are_not_shown() {
    for (url, key) in [
        ("http://h/v3/0a1b2c3d4e5f60718293a4b5c6d7e8f9/eth", "0a1b2c3d4e5f60718293a4b5c6d7e8f9"),
        ("http://h/v2/aBcDeFgHiJ", "aBcDeFgHiJ"),
        ("http://h/onlylettersbutfartoolongforaword", "onlylettersbutfartoolongforaword"),
        ("http://h/with%20a%20key7", "with a key7"),
        ("http://key-user-1:x@h/", "key-user-1"),
        ("http://user:pass-99@h/", "pass-99"),
        ("http://h/?token=abcdefgh1", "abcdefgh1"),
        ("http://h/?abcdefgh1", "abcdefgh1"),
    ] {
        for by_var in [false, true] {
            let builder = once(&CLIENT).transport(Memory::fixed(404, "text/plain", format!("no {key} here")));
            let builder = if by_var { builder.var("booksUrl", url) } else { builder.base_url(url) };
            let client = builder.clone().build().unwrap();
            let error = Call::new(Target::new(client.clone()), FindBook::new("1")).await.unwrap_err();
            let raw = key.replace(' ', "%20");
            for shown in [error.to_string(), format!("{error:?} {client:?} {builder:?}")] {
                assert!(!shown.contains(key) && !shown.contains(&raw), "{url}: {shown}");
            }
            assert!(error.to_string().contains("no [secret] here"), "{url}: {error}");
        }
    }
    // What is no key is shown, or a wrong prefix could not be seen.
    let client = once(&CLIENT).base_url("http://h/api-gateway/v3").transport(Memory::fixed(404, "", ""));
    let error = Call::new(Target::new(client.build().unwrap()), FindBook::new("1")).await.unwrap_err();
    assert!(error.to_string().contains(": GET /api-gateway/v3/v1/cellar/books/1:find: 404 Not Found"), "{error}");
}

/// Also the first part of a key does not, where the part of a body that is shown ends in it.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_key_across_the_cut_of_a_body_is_not_shown() {
    for before in (4096 - KEY.len() - 300)..4200 {
        // What is blank is shown as one space, so that the cut comes into sight.
        let body = format!("no{}{KEY}{KEY} and more{}", " ".repeat(before), "x".repeat(10_000));
        let client = once(&CLIENT).base_url("http://h").secret("apiKey", KEY);
        let client = client.transport(Memory::fixed(400, "text/plain", body)).build().unwrap();
        let error = Call::new(Target::new(client), FindBook::new("1")).await.unwrap_err();
        assert!(!error.to_string().contains("hu"), "{before}: {error}");
    }
}

#[cfg(feature = "gzip")]
mod gzip {
    use super::*;

    const SMALL: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xab\x56\x2a\xc9\x2c\xc9\x49\x55\xb2\x52\x72\x54\xd2\x51\x2a\x48\x4c\x4f\x2d\x56\xb2\x32\xaf\x05\x00\x50\x11\xf3\x39\x17\x00\x00\x00";
    /// 100,000 spaces in a title.
    const BIG: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xed\xc1\xb1\x09\xc0\x20\x00\x04\xc0\x55\xc2\xd7\x69\x6c\xdd\xc6\x42\x44\x48\x11\xd0\x2e\x64\xf7\xac\x91\xe2\xee\x9e\xec\xb9\xaf\x9e\x9a\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf8\xad\x9c\xb9\xdb\xe8\x2b\xb5\xbc\x1f\x30\x30\xab\x04\xb6\x86\x01\x00";

    /// A book in two members.
    const MEMBERS: [&[u8]; 2] = [
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\x56\x2a\xc9\x2c\xc9\x49\x55\xb2\x52\x72\x54\xd2\x01\x00\xfd\x24\x33\x79\x0d\x00\x00\x00",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x53\x2a\x48\x4c\x4f\x2d\x56\xb2\x32\xaf\x05\x00\xb0\x04\xee\x71\x0a\x00\x00\x00",
    ];

    async fn find(how: &'static str, body: Vec<u8>, limit: usize) -> (Result<Book, chainloom_runtime::Error>, String) {
        let server = Server::start(move |_| {
            let size = body.len();
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-encoding: {how}\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n"
            );
            Some([head.as_bytes(), &body].concat())
        })
        .await;
        let client = once(&CLIENT).base_url(&server.url).max_response_bytes(limit).build().unwrap();
        let book = Call::new(Target::new(client), FindBook::new("1")).await;
        (book, server.asked().remove(0))
    }

    #[tokio::test(crate = "chainloom_bounded")]
    async fn the_limit_holds_for_what_a_body_becomes() {
        let (book, asked) = find("gzip", SMALL.to_vec(), 1000).await;
        assert_eq!(book.unwrap().pages, 7);
        assert!(asked.contains("accept-encoding: gzip\r\n"), "{asked}");
        let (book, _) = find("gzip", BIG.to_vec(), 10_000).await;
        assert_eq!(book.unwrap_err().kind(), ErrorKind::TooLarge);
        assert_eq!(find("gzip", BIG.to_vec(), 200_000).await.0.unwrap().title.len(), 100_000);
    }

    /// RFC 9110 compares codings without case and takes `x-gzip` for gzip; RFC 1952 allows several members.
    #[tokio::test(crate = "chainloom_bounded")]
    async fn all_members_are_read() {
        for how in ["gzip", "GZIP", "x-gzip", " gzip "] {
            let book = find(how, MEMBERS.concat(), 1000).await.0.unwrap();
            assert_eq!((book.title.as_str(), book.pages), ("A", 7), "{how}");
        }
    }

    #[tokio::test(crate = "chainloom_bounded")]
    async fn what_is_broken_is_an_error() {
        let (cut, mut wrong) = (SMALL.split_last().unwrap().1.to_vec(), SMALL.to_vec());
        wrong[SMALL.len() - 8] ^= 1;
        for body in [cut, wrong, [SMALL, b"more"].concat(), [MEMBERS[0], &MEMBERS[1][..5]].concat()] {
            let error = find("gzip", body, 1000).await.0.unwrap_err();
            assert!(error.to_string().contains("the gzip data of the body cannot be read"), "{error}");
        }
        let error = find("gzip", Vec::new(), 1000).await.0.unwrap_err();
        assert!(error.to_string().contains("no body"), "{error}");
    }
}

/// Without the feature nothing compressed is asked for, whatever other crates turn on.
#[cfg(not(feature = "gzip"))]
#[tokio::test(crate = "chainloom_bounded")]
async fn nothing_compressed_is_asked_for() {
    let server = Server::start(|_| Some(json("200 OK", "", r#"{"title":"A","pages":1}"#))).await;
    let client = once(&CLIENT).base_url(&server.url).build().unwrap();
    Call::new(Target::new(client), FindBook::new("1")).await.unwrap();
    assert!(!server.asked()[0].contains("accept-encoding"), "{}", server.asked()[0]);
}
