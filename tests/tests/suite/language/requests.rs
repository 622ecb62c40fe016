//! Requests of all kinds by generated calls, as they arrive at a server on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod arriving_secrets;
mod in_rust;
mod server;

use chainloom::runtime::{
    Bytes, Client as Untyped, File, RawJson,
    catalog::{Arguments, Target},
};
use chainloom_codegen::read_sources;
use chainloom_sandbox::Sandbox;
use requests::{Client, Filter, calls};
use server::Request;

chainloom::include_api!("tests/macros/requests.yaml");
chainloom::include_api!("tests/macros/secrets.yaml");

/// A filter with one of everything.
fn filter() -> Filter {
    Filter::new().word("a&b").years([1, 2]).within(Filter::new().word("ü"))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn parameters_arrive_in_their_styles() {
    let (server, client) = library().await;
    let call = client.find_books(["a b", "c"], "d/e f").filter(filter()).all([filter(), Filter::new().word("z")]);
    call.order(["x", "y"]).near(filter()).extra(filter()).x_words(["p", "q"]).await.unwrap();
    let request = server.request();
    let (path, query) = request.target().split_once('?').unwrap();
    assert_eq!(path, "/shelves/a%20b,c/files/d/e%20f");
    let pairs: Vec<String> = query.split('&').map(server::decoded).collect();
    let expected = [
        "format=json",
        "filter[word]=a&b",
        "filter[years][]=1",
        "filter[years][]=2",
        "filter[within][word]=ü",
        "all[0][word]=a&b",
        "all[0][years][]=1",
        "all[0][years][]=2",
        "all[0][within][word]=ü",
        "all[1][word]=z",
        "order[0]=x",
        "order[1]=y",
        "near.word=a&b",
        "near.years=1",
        "near.years=2",
        "near.within.word=ü",
        r#"extra={"word":"a&b","years":[1,2],"within":{"word":"ü"}}"#,
    ];
    assert_eq!(pairs, expected);
    assert_eq!(request.header("x-words"), Some("p;q"));
    assert_eq!(request.header("x-version"), Some("2"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_would_be_another_path_is_not_sent() {
    let (server, client) = library().await;
    for (shelves, file) in
        [(vec!["a"], "b/../c"), (vec!["a"], "/b"), (vec!["a"], "b/"), (vec![], "b"), (vec!["a,b"], "c")]
    {
        let error = client.find_books(shelves.clone(), file).await.unwrap_err();
        assert!(error.is_invalid_request(), "{shelves:?} {file}: {error}");
    }
    assert!(server.0.seen().is_empty());
}

/// The sandbox with the description of the client.
struct Library(Sandbox);

impl Library {
    fn request(&self) -> Request {
        Request::of(self.0.seen().last().expect("a request came"))
    }
}

/// The sandbox, which takes what a client sends only where it reads the same out of it, and a
/// client of it.
async fn library() -> (Library, Client) {
    let text = include_bytes!("../../macros/requests.yaml").to_vec();
    let spec = read_sources("spec", vec![("requests.yaml".to_owned(), text)]).unwrap();
    let sandbox = Sandbox::builder().spec(spec).start().await.unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    (Library(sandbox), client)
}

fn sent(request: &Request) -> (&str, String) {
    (request.header("content-type").unwrap_or("none"), request.text())
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_whole_body_is_one_parameter() {
    let (server, client) = library().await;
    client.add_book(filter()).await.unwrap();
    let json = r#"{"word":"a&b","years":[1,2],"within":{"word":"ü"}}"#;
    assert_eq!(sent(&server.request()), ("application/json", json.to_owned()));
    client.add_books().body([Filter::new().word("a"), Filter::new()]).await.unwrap();
    assert_eq!(sent(&server.request()), ("application/json", r#"[{"word":"a"},{}]"#.to_owned()));
    client.add_books().await.unwrap();
    assert_eq!(sent(&server.request()), ("none", String::new()));
    client.change_book().word("x").await.unwrap();
    assert_eq!(sent(&server.request()), ("application/merge-patch+json", r#"{"word":"x"}"#.to_owned()));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_form_writes_members_in_their_styles() {
    let (server, client) = library().await;
    let all = [Filter::new().years([7, 8])];
    client.order("ann & bob").words(["x", "y z"]).all(all).await.unwrap();
    let request = server.request();
    let (kind, text) = sent(&request);
    assert_eq!(kind, "application/x-www-form-urlencoded");
    let pairs: Vec<String> = text.split('&').map(server::decoded).collect();
    let expected =
        ["kind=paper", "words[]=x", "words[]=y z", "all[0][years][0]=7", "all[0][years][1]=8", "name=ann & bob"];
    assert_eq!(pairs, expected);
    client.order_all(filter()).await.unwrap();
    let request = server.request();
    let pairs: Vec<String> = request.text().split('&').map(server::decoded).collect();
    assert_eq!(pairs, ["word=a&b", "years=1", "years=2", "within.word=ü"]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn bytes_and_texts_arrive_as_they_are() {
    let (server, client) = library().await;
    let bytes: Vec<u8> = (0..=255).collect();
    client.put_cover(bytes.clone()).await.unwrap();
    let request = server.request();
    assert_eq!((request.header("content-type"), &request.body), (Some("application/octet-stream"), &bytes));
    // Bytes that look like an absent value are still bytes.
    client.put_cover(b"null".to_vec()).content_type("image/gif").await.unwrap();
    assert_eq!(sent(&server.request()), ("image/gif", "null".to_owned()));
    client.put_page("<p>\"ü\"").await.unwrap();
    assert_eq!(sent(&server.request()), ("text/html", "<p>\"ü\"".to_owned()));
    client.put_note("a\nb").await.unwrap();
    assert_eq!(sent(&server.request()), ("text/plain; charset=utf-8", "a\nb".to_owned()));
    let error = client.put_cover(bytes).content_type("a\r\nb: c").await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn parts_carry_files_bytes_and_values() {
    let (server, client) = library().await;
    let cover = File::new("a \"b\"\r\n.png", vec![0, 255, b'\r', b'\n']).media_type("image/png");
    assert!(!format!("{cover:?}").contains("255"));
    client.send_cover(cover).thumb(vec![1, 2]).about(Filter::new().word("sea")).await.unwrap();
    let request = server.request();
    let boundary = request.header("content-type").unwrap().strip_prefix("multipart/form-data; boundary=").unwrap();
    let head = |name: &str| format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"").into_bytes();
    let expected = [
        head("cover"),
        b"; filename=\"a %22b%22%0D%0A.png\"\r\nContent-Type: image/png\r\n\r\n\x00\xff\r\n\r\n".to_vec(),
        head("thumb"),
        b"\r\nContent-Type: application/octet-stream\r\n\r\n\x01\x02\r\n".to_vec(),
        head("about"),
        b"\r\nContent-Type: application/json\r\n\r\n{\"word\":\"sea\"}\r\n".to_vec(),
        format!("--{boundary}--\r\n").into_bytes(),
    ];
    assert_eq!(request.body, expected.concat());
    client.send_cover(File::new("a", Vec::new())).await.unwrap();
    assert!(!server.request().header("content-type").unwrap().ends_with(boundary), "a boundary is used once");
    let error = client.send_cover(File::new("a", Vec::new()).media_type("a/b\r\nc")).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn without_parts_there_is_no_body() {
    let (server, client) = library().await;
    for call in [client.send_notes(), client.send_notes().files(Vec::<File>::new())] {
        call.await.unwrap();
        assert_eq!(sent(&server.request()), ("none", String::new()));
    }
    client.send_notes().note("").await.unwrap();
    assert!(server.request().header("content-type").unwrap().starts_with("multipart/form-data; boundary="));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn parts_have_files_media_types_and_headers() {
    let (server, client) = library().await;
    let pages = [File::new("1", b"a\r\n".to_vec()), File::new("2.jpg", b"\xff".to_vec())];
    let call = client.send_pages(pages.clone()).more([File::new("m", "n")]).cover(File::new("c", "d")).note("# a");
    call.word("b").years([1, 2]).about(Filter::new().word("sea")).await.unwrap();
    let request = server.request();
    let boundary = request.header("content-type").unwrap().strip_prefix("multipart/form-data; boundary=").unwrap();
    let part = |rest: &str| format!("--{boundary}\r\nContent-Disposition: form-data; name={rest}\r\n");
    let expected = [
        part("\"pages\"; filename=\"1\"\r\nContent-Type: image/png\r\nX-Kind: a page\r\n\r\na\r\n"),
        part("\"pages\"; filename=\"2.jpg\"\r\nContent-Type: image/jpeg\r\nX-Kind: a page\r\n\r\n\u{fffd}"),
        part("\"more\"; filename=\"m\"\r\nContent-Type: application/octet-stream\r\n\r\nn"),
        part("\"cover\"; filename=\"c\"\r\nContent-Type: application/octet-stream\r\n\r\nd"),
        part("\"note\"\r\nContent-Type: text/markdown\r\n\r\n# a"),
        part("\"word\"\r\nContent-Type: application/json\r\n\r\n\"b\""),
        part("\"years\"\r\nContent-Type: application/json\r\n\r\n[1,2]"),
        part("\"about\"\r\nContent-Type: application/vnd.x+json\r\nX-Kind: what\r\n\r\n{\"word\":\"sea\"}"),
        format!("--{boundary}--\r\n"),
    ];
    assert_eq!(String::from_utf8_lossy(&request.body), expected.concat());
    let none = client.send_pages(Vec::<File>::new()).await.unwrap_err();
    assert!(none.is_invalid_request(), "{none}");
    let wrong = client.send_pages([File::new("a", "b").media_type("a/b\r\nc")]).await.unwrap_err();
    assert!(wrong.is_invalid_request(), "{wrong}");
    // The service refuses what it does not take.
    let other = client.send_pages([File::new("a", "b").media_type("text/html")]).await.unwrap_err();
    assert_eq!(server.0.seen().len(), 2, "{other}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn callers_without_types_send_the_same() {
    let (server, client) = library().await;
    let untyped: &Untyped = client.inner();
    let target = Target::new(untyped.clone());
    let put = <calls::PutCover as chainloom::runtime::Operation>::schema();
    let mut arguments = Arguments::new(put);
    arguments.set_bytes("body", [0, 255]).unwrap();
    assert!(arguments.set_file("body", &File::new("a", Vec::new())).unwrap_err().to_string().contains("no file"));
    let _ = untyped.execute(put, &arguments.into_members(), &target).await;
    assert_eq!(server.request().body, [0, 255]);
    // A JSON text stands for its own bytes.
    let mut arguments = Arguments::new(put);
    arguments.set("body", &RawJson::parse("\"null\"").unwrap()).unwrap();
    let _ = untyped.execute(put, &arguments.into_members(), &target).await;
    assert_eq!(server.request().text(), "null");
    let send = <calls::SendCover as chainloom::runtime::Operation>::schema();
    let mut arguments = Arguments::new(send);
    arguments.set_file("cover", &File::new("c.png", Bytes::from_static(b"x").0)).unwrap();
    let _ = untyped.execute(send, &arguments.into_members(), &target).await;
    assert!(server.request().text().contains("filename=\"c.png\""));
    let send = <calls::SendPages as chainloom::runtime::Operation>::schema();
    let mut arguments = Arguments::new(send);
    let files = vec![File::new("1.png", "x"), File::new("2.png", "y").media_type("image/jpeg")];
    assert!(arguments.set_files("cover", files.clone()).is_err(), "one file is no list of files");
    arguments.set_files("pages", files).unwrap();
    let more = r#"["a text", { "name": "b", "mediaType": "text/css", "base64": "Yg==" }]"#;
    arguments.set("more", &RawJson::parse(more).unwrap()).unwrap();
    let _ = untyped.execute(send, &arguments.into_members(), &target).await;
    let text = server.request().text();
    for part in [
        "\"1.png\"\r\nContent-Type: image/png\r\nX-Kind: a page\r\n\r\nx\r\n",
        "\"2.png\"\r\nContent-Type: image/jpeg\r\nX-Kind: a page\r\n\r\ny\r\n",
        "\"file\"\r\nContent-Type: application/octet-stream\r\n\r\na text\r\n",
        "\"b\"\r\nContent-Type: text/css\r\n\r\nb\r\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
