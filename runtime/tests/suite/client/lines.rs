//! Responses of JSON lines: as they come, and with all that may be wrong with them.

use super::{
    books::{Book, CLIENT},
    responses::{Export, Feed, Watch, slow_server},
    servers::{Server, once},
};
use chainloom_runtime::{
    Call, Client, ErrorKind, LineStream,
    catalog::{Entry, Target},
};
use futures_util::StreamExt as _;

fn target(url: &str) -> Target {
    Target::new(once(&CLIENT).base_url(url).secret("apiKey", "a-secret-key").build().unwrap())
}

fn response(media_type: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-type: {media_type}\r\nconnection: close\r\n\r\n{body}").into_bytes()
}

/// A server that gives one body to all.
async fn server(media_type: &'static str, body: String) -> (Server, Target) {
    let server = Server::start(move |_| Some(response(media_type, &body))).await;
    let target = target(&server.url);
    (server, target)
}

/// The titles of all lines, with the text of each error.
async fn told(mut lines: LineStream<Book>) -> Vec<String> {
    let mut told = Vec::new();
    while let Some(line) = lines.next().await {
        told.push(line.map_or_else(|error| error.to_string(), |book| book.title.to_string()));
    }
    assert!(lines.next().await.is_none());
    told
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_line_comes_before_the_next_is_written() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";
    let parts = ["{\"title\":\"A\",\"pages\":3}\r\n\r\n{\"title\":", "\"B\",\"pages\":4}\n", "{\"title\":\"C\""];
    let (url, go) = slow_server(head, parts.map(|part| part.as_bytes().to_vec()).to_vec()).await;
    let mut lines = Call::new(target(&url), Watch::default()).lines::<Book>().await.unwrap();
    assert_eq!((lines.status().as_u16(), lines.headers().len()), (200, 1));
    assert_eq!(lines.try_next().await.unwrap().unwrap().title, "A");
    go.send(()).await.unwrap();
    assert_eq!(lines.try_next().await.unwrap().unwrap().title, "B");
    go.send(()).await.unwrap();
    drop(lines);
    go.send(()).await.ok();
    go.closed().await;
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_does_not_fit_is_an_error_and_others_follow() {
    let long = format!("{{\"title\":\"{}\"}}", "x".repeat(300));
    let good = "{\"title\":\"A\",\"pages\":1}";
    let body = format!(
        "\u{feff}{good}\n \n{{\"title\":\"a-secret-key\",\"pages\":\"B\"}}\n{long}\n{good},{good}\nno json\n{good}"
    );
    let (server, _) = server("application/jsonl", body).await;
    let client = once(&CLIENT).base_url(&server.url).secret("apiKey", "a-secret-key");
    let target = Target::new(client.max_response_bytes(200).build().unwrap());
    let lines = Call::new(target, Export::default()).lines::<Book>().await.unwrap();
    let told = told(lines).await;
    assert_eq!((told.len(), told[0].as_str(), told[5].as_str()), (6, "A", "A"), "{told:#?}");
    for (at, text) in [(1, "[1].pages"), (2, "larger than the limit of 200 bytes"), (3, "[3]"), (4, "[4]")] {
        assert!(told[at].contains(text) && told[at].starts_with("library.export"), "{told:#?}");
    }
    assert!(!told.concat().contains("a-secret-key"), "{told:#?}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn all_lines_are_a_list() {
    let good = "{\"title\":\"A\",\"pages\":1}";
    let (server, target) = server("application/x-ndjson; charset=utf-8", format!("{good}\r\n\n{good}\n")).await;
    let books = Call::new(target.clone(), Export::default()).await.unwrap();
    assert_eq!(books.iter().map(|book| book.pages).collect::<Vec<_>>(), [1, 1]);
    let reply = Call::new(target.clone(), Export::default()).reply().await.unwrap();
    assert_eq!((reply.body().len(), reply.status().as_u16()), (2, 200));
    let json = Entry::of::<Export>().call(target, b"{}").await.unwrap();
    assert_eq!(json, format!("[{good},{good}]").into_bytes());
    assert!(server.asked()[0].contains("accept: application/x-ndjson, application/json\r\n"), "{}", server.asked()[0]);

    for (body, text) in [
        (format!("{good}\n{good},{good}\n"), "[1]: "),
        (format!("{good}\n\n{{\"title\":\"a-secret-key\" 7}}\n"), "[1]"),
        (format!("{good}\n{{\"title\":\"a-secret-key\",\"pages\":\"B\"}}"), "[1].pages"),
        ("[".to_owned(), "[0]"),
    ] {
        let (_server, target) = self::server("application/ndjson", body.clone()).await;
        let error = Call::new(target, Export::default()).await.unwrap_err();
        assert!(error.is_decode() && error.to_string().contains(text), "{body}: {error}");
        assert!(!error.to_string().contains("a-secret-key"), "{error}");
    }
    let (_server, target) = self::server("application/x-ndjson", String::new()).await;
    assert!(Call::new(target, Export::default()).await.unwrap().is_empty());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_response_that_breaks_off_is_an_error() {
    let cut = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n\
               {\"title\":\"A\",\"pages\":1}\n{\"title\":\"B\",\"pages\":2}";
    let server = Server::start(move |_| Some(cut.as_bytes().to_vec())).await;
    let target = Target::new(Client::builder(&CLIENT).base_url(&server.url).build().unwrap());
    let mut lines = Call::new(target, Watch::default()).lines::<Book>().await.unwrap();
    assert_eq!(lines.next().await.unwrap().unwrap().title, "A");
    // What no line feed ends may be cut, even if it is JSON.
    let error = lines.next().await.unwrap().unwrap_err();
    assert_eq!((error.kind(), error.operation()), (ErrorKind::Transport, Some("library.watch")));
    assert!(lines.next().await.is_none());
    assert_eq!(server.asked().len(), 1, "nothing says where it would continue");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_page_of_a_proxy_is_no_line() {
    for media_type in ["text/html", "application/json"] {
        let (_server, target) = server(media_type, "{\"title\":\"A\",\"pages\":1}\n".to_owned()).await;
        let json = Call::new(target.clone(), Watch::default()).await.map(|lines| lines.len());
        assert_eq!(json.is_ok(), media_type == "application/json", "{json:?}");
        if media_type == "text/html" {
            let told = "library.watch: the response does not fit: headers.content-type: expected `application/json`, \
                        found `text/html`";
            for error in [json.unwrap_err(), Call::new(target, Watch::default()).lines::<Book>().await.unwrap_err()] {
                assert!(error.to_string().starts_with(told), "{error}");
            }
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn lines_are_a_stream_of_futures_and_events_are_none() {
    let (_server, target) = server("application/json", "{\"title\":\"A\",\"pages\":1}\n".repeat(3)).await;
    let lines = Call::new(target.clone(), Watch::default()).lines::<Book>().await.unwrap();
    assert_eq!(lines.map(|line| line.unwrap().pages).collect::<Vec<_>>().await, [1, 1, 1]);
    let error = Call::new(target, Feed::default()).lines::<Book>().await.unwrap_err();
    assert!(error.to_string().contains("the operation has no lines"), "{error}");
}
