//! Answers beyond a JSON body with a status of success: bytes, text, statuses, headers, events.

use super::{
    books::{Book, CLIENT, LIBRARY},
    responses as __tables,
    servers::{Memory, Server, once},
};
use chainloom_runtime::__private as rt;
use rt::catalog::Entry;
use rt::schema::{
    Arm, ArmBody, BYTES, Binding, Bounded, Bounds, Discriminator, Effect, EventStream, Field, Integer, List, Operation,
    Place, Protocol as Wire, Record, Response, ResponseBody, Template, Type, Union, Verb,
};
use rt::{Call, ErrorKind, Target};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Bytes of a text.
trait IntoBytes {
    fn into_bytes(self) -> rt::Bytes;
}

impl<const N: usize> IntoBytes for &'static [u8; N] {
    fn into_bytes(self) -> rt::Bytes {
        rt::Bytes::from_static(self)
    }
}

fn target(url: &str) -> Target {
    Target::new(once(&CLIENT).base_url(url).secret("apiKey", "a-secret-key").build().unwrap())
}

const fn get(id: &'static str, path: &'static str) -> Operation {
    Operation::new(id, &LIBRARY, Wire::Rest { verb: Verb::Get, path: Template::new(path, &[]) }, &INPUT)
        .bindings(BINDINGS)
}

const BINDINGS: &[Binding] = &[Binding::member(Place::Header, "If-None-Match", 0)];

static INPUT: Record = Record { name: "input", fields: &[Field::optional("If-None-Match", Type::Text)] };

macro_rules! operation {
    ($name:ident, $output:ty, $schema:ident) => {
        #[derive(Clone, Debug, Default)]
        pub(crate) struct $name {
            known: Option<rt::Text>,
        }
        rt::record!($name, INPUT[known(0)]);
        rt::operation!($name, $schema -> $output);
    };
}

static PICTURE: Operation = get("library.picture", "/picture")
    .output(BYTES)
    .response(&Response::new(ResponseBody::Bytes(&["image/png", "image/jpeg"])).leaves_origin());
operation!(Picture, rt::Bytes, PICTURE);

static MOTTO: Operation =
    get("library.motto", "/motto").output(Type::Text).response(&Response::new(ResponseBody::Text(&["text/plain"])));
operation!(Motto, rt::Text, MOTTO);

static MAYBE: Operation = get("library.maybe", "/maybe").output(Type::Nullable(&Type::Record(&BOOK)));
operation!(Maybe, Option<Book>, MAYBE);

static WHOLE: Operation = get("library.whole", "/whole").output(Type::Record(&BOOK));
operation!(Whole, Book, WHOLE);

static BOOK: Record = Record {
    name: "Book",
    fields: &[Field::required("title", Type::Text), Field::required("pages", Type::Integer(Integer::U64))],
};

static FOUND: Union = Union {
    name: "Found",
    discriminator: Discriminator::Status,
    common: &[],
    arms: &[
        Arm::new("200", ArmBody::Value(Type::Record(&BOOK))),
        Arm::new("202", ArmBody::Const("null")),
        Arm::new("304", ArmBody::Const("null")),
    ],
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Found {
    Ok(Book),
    Accepted,
    NotModified,
}

impl rt::Read for Found {
    fn blank() -> Self {
        Self::Accepted
    }
    fn read(_: Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        reader.named(&FOUND, |reader, told| {
            Ok(match told.arm {
                0 => Self::Ok(rt::Read::read(told.ty, reader)?),
                1 => {
                    reader.skip()?;
                    Self::Accepted
                }
                _ => {
                    reader.skip()?;
                    Self::NotModified
                }
            })
        })
    }
}

impl rt::Write for Found {
    fn write(&self, _: Type, writer: &mut rt::Writer) {
        match self {
            Self::Ok(value) => writer.named(&FOUND, 0, Some(value)),
            Self::Accepted => writer.named(&FOUND, 1, None),
            Self::NotModified => writer.named(&FOUND, 2, None),
        }
    }
}

static HEADERS: Record = Record {
    name: "FindHeaders",
    fields: &[
        Field::required("ETag", Type::Text),
        Field::optional("X-Pages", Type::Integer(Integer::U64)),
        Field::optional("X-Old", Type::Boolean),
        Field::optional("Vary", Type::List(&List { item: Type::Text, also: rt::schema::Also::Nothing })),
    ],
};

#[derive(Clone, Debug, PartialEq)]
struct FindHeaders {
    etag: rt::Text,
    pages: Option<u64>,
    old: Option<bool>,
    vary: Option<Vec<rt::Text>>,
}

rt::record!(FindHeaders, HEADERS[etag(0), pages(1), old(2), vary(3)]);

static FIND: Operation = get("library.find", "/find")
    .output(Type::Union(&FOUND))
    .response(&Response::new(ResponseBody::ByStatus(&FOUND)).headers(&HEADERS));
operation!(Find, Found, FIND);

/// Bounds are for what is sent: an event is read as if it had none.
static SHORT: Bounded = Bounded { ty: Type::Text, bounds: &Bounds::new().max_size(1) };

static NEWS: Union = Union {
    name: "News",
    discriminator: Discriminator::Event,
    common: &[],
    arms: &[
        Arm::new("book", ArmBody::Value(Type::Record(&BOOK))),
        Arm::new("message", ArmBody::Value(Type::Bounded(&SHORT))),
    ],
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    Book(Book),
    Message(rt::Text),
    UnknownValue(rt::UnknownEvent),
}

impl rt::Read for News {
    fn blank() -> Self {
        Self::UnknownValue(rt::UnknownEvent::blank())
    }
    fn read(_: Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        reader.named(&NEWS, |reader, told| {
            Ok(match told.arm {
                0 => Self::Book(rt::Read::read(told.ty, reader)?),
                1 => Self::Message(rt::Read::read(told.ty, reader)?),
                _ => Self::UnknownValue(rt::UnknownEvent::read(&told.name, reader)?),
            })
        })
    }
}

impl rt::Write for News {
    fn write(&self, _: Type, writer: &mut rt::Writer) {
        match self {
            Self::Book(value) => writer.named(&NEWS, 0, Some(value)),
            Self::Message(value) => writer.named(&NEWS, 1, Some(value)),
            Self::UnknownValue(event) => writer.unknown_event(event),
        }
    }
}

static ALL_NEWS: List = List { item: Type::Union(&NEWS), also: rt::schema::Also::Nothing };

static FEED: Operation =
    get("library.feed", "/feed").output(Type::List(&ALL_NEWS)).response(&Response::new(ResponseBody::Events(&NEWS)));
operation!(Feed, Vec<News>, FEED);

/// The same from an operation that may not be repeated.
static ORDERS: Operation = get("library.orders", "/feed")
    .output(Type::List(&ALL_NEWS))
    .response(&Response::new(ResponseBody::Events(&NEWS)))
    .effect(Effect::Write);
operation!(Orders, Vec<News>, ORDERS);

/// A stream that says when it ends, and is not repeated.
static CHAT: Operation = get("library.chat", "/feed")
    .output(Type::List(&ALL_NEWS))
    .response(&Response::new(ResponseBody::Events(&NEWS)).stream(EventStream::new().end("[DONE]")))
    .effect(Effect::Write);
operation!(Chat, Vec<News>, CHAT);

/// A stream that a service continues, and that says when it ends.
static LOG: Operation = get("library.log", "/feed")
    .output(Type::List(&ALL_NEWS))
    .response(&Response::new(ResponseBody::Events(&NEWS)).stream(EventStream::new().end("[DONE]").ids().retry(7000)));
operation!(Log, Vec<News>, LOG);

static BOOKS: List = List { item: Type::Record(&BOOK), also: rt::schema::Also::Nothing };

/// Lines under the media type of JSON.
static WATCH: Operation = get("library.watch", "/watch")
    .output(Type::List(&BOOKS))
    .response(&Response::new(ResponseBody::Lines(&["application/json"])));
operation!(Watch, Vec<Book>, WATCH);

/// Lines under several media types.
static EXPORT: Operation = get("library.export", "/export")
    .output(Type::List(&BOOKS))
    .response(&Response::new(ResponseBody::Lines(&["application/x-ndjson", "application/json"])));
operation!(Export, Vec<Book>, EXPORT);

fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let size = body.len();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {size}\r\nconnection: close\r\n{headers}\r\n");
    [head.as_bytes(), body].concat()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn bytes_come_whole_or_in_parts() {
    let picture: &[u8] = b"\x89PNG\r\n\x1a\n\0\xff";
    let server = Server::start(move |_| Some(answer("200 OK", "content-type: image/png\r\n", picture))).await;
    let target = target(&server.url);
    let all = Call::new(target.clone(), Picture::default()).send().await.unwrap();
    assert_eq!(all.as_ref(), picture);
    let mut stream = Call::new(target.clone(), Picture::default()).stream().await.unwrap();
    assert_eq!((stream.status().as_u16(), &stream.headers()["content-type"]), (200, &"image/png".parse().unwrap()));
    let mut parts = Vec::new();
    while let Some(part) = stream.next().await {
        parts.extend_from_slice(&part.unwrap());
    }
    assert_eq!(parts, picture);
    assert!(server.asked()[0].contains("accept: image/png, image/jpeg\r\n"), "{}", server.asked()[0]);
    // A part of the body is no body, unless the request names a range.
    let part = |_: &str| Some(answer("206 Partial Content", "content-range: bytes 0-3/10\r\n", b"\x89PNG"));
    let partial = Server::start(part).await;
    let call = || Call::new(self::target(&partial.url), Picture::default());
    let errors = [call().send().await.unwrap_err(), call().stream().await.unwrap_err()];
    assert!(errors.iter().all(|error| error.kind() == ErrorKind::Transport), "{errors:?}");
    assert_eq!(call().header("range", "bytes=0-3").send().await.unwrap().as_ref(), b"\x89PNG");
    // Without types.
    let raw = target.client().execute(&PICTURE, &[None], &target).await.unwrap();
    assert_eq!((raw.raw().as_ref(), raw.result()), (picture, b"null".as_slice()));
    let json = Entry::of::<Picture>().call(target, b"{}").await.unwrap();
    assert_eq!(json, b"\"0x89504e470d0a1a0a00ff\"");
}

/// Writes the head and a part, and the rest when it is told to; then tells that the client has
/// gone.
pub(crate) async fn slow_server(head: &'static str, parts: Vec<Vec<u8>>) -> (String, tokio::sync::mpsc::Sender<()>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (go, mut wait) = tokio::sync::mpsc::channel::<()>(1);
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = vec![0; 4096];
        let _ = stream.read(&mut request).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        for part in parts {
            stream.write_all(&part).await.unwrap();
            wait.recv().await;
        }
        // Ends when the client closes the connection.
        while stream.read(&mut request).await.unwrap_or(0) > 0 {}
        wait.close();
    });
    (url, go)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_part_is_there_before_the_next_and_dropping_ends_the_exchange() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n";
    let (url, go) = slow_server(head, vec![b"one".to_vec(), b"two".to_vec()]).await;
    let mut stream = Call::new(target(&url), Picture::default()).stream().await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), b"one".into_bytes());
    go.send(()).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), b"two".into_bytes());
    go.send(()).await.unwrap();
    drop(stream);
    go.closed().await;
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_stream_may_not_be_silent_for_long() {
    let (url, _go) = slow_server("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n", vec![b"one".to_vec()]).await;
    let client = once(&CLIENT).base_url(&url).read_timeout(Duration::from_millis(50)).build().unwrap();
    let mut stream = Call::new(Target::new(client), Picture::default()).stream().await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), b"one".into_bytes());
    let error = stream.next().await.unwrap().unwrap_err();
    assert!(error.is_timeout(), "{error}");
    assert_eq!(error.to_string(), "library.picture: nothing more of the response came within 50ms");
    assert!(stream.next().await.is_none());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_stream_that_is_refused_is_an_error_as_any() {
    let server = Server::start(|_| Some(answer("404 Not Found", "", b"{\"message\":\"no such picture\"}"))).await;
    let error = Call::new(target(&server.url), Picture::default()).stream().await.unwrap_err();
    assert_eq!((error.status().unwrap().as_u16(), error.server_message()), (404, Some("no such picture")));
    // A transport that knows only whole responses streams them too.
    let client = once(&CLIENT).base_url("http://h").transport(Memory::fixed(200, "", "abc")).build().unwrap();
    let mut stream = Call::new(Target::new(client), Picture::default()).stream().await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), b"abc".into_bytes());
    assert!(stream.next().await.is_none());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_download_goes_elsewhere_without_secrets() {
    let store = Server::start(|_| Some(answer("200 OK", "", b"picture"))).await;
    let place = format!("location: {}/stored?signed=1\r\n", store.url);
    let server = Server::start(move |_| Some(answer("302 Found", &place, b""))).await;
    let client = once(&CLIENT).base_url(server.url.replace("http://", "http://me:pw@"));
    let client = client.secret("apiKey", "a-secret-key").header("x-own", "own-secret").build().unwrap();
    let call = Call::new(Target::new(client.clone()), Picture { known: Some("\"1\"".into()) });
    assert_eq!(call.send().await.unwrap(), b"picture".into_bytes());
    let (first, second) = (server.asked().remove(0), store.asked().remove(0));
    for secret in ["x-books-key: a-secret-key", "x-own: own-secret"] {
        assert!(first.contains(secret), "{first}");
    }
    assert!(second.starts_with("GET /stored?signed=1 HTTP/1.1\r\n"), "{second}");
    for line in ["accept: image/png, image/jpeg\r\n", "if-none-match: \"1\"\r\n", "user-agent: "] {
        assert!(second.contains(line), "{second}");
    }
    for secret in ["secret", "x-own", "x-books-key", "authorization", "pw"] {
        assert!(!second.contains(secret), "{second}");
    }
    let error = Call::new(Target::new(client), Motto::default()).send().await.unwrap_err();
    assert!(error.to_string().contains("secrets go to the origin of the base URL only"), "{error}");
}

/// Also where the other origin redirects once more, to itself.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_key_in_the_query_is_taken_out_at_each_redirect_elsewhere() {
    let memory = Memory::new(|request| {
        let place = match request.uri().to_string().as_str() {
            "http://other/stored?signed=1" => "/moved?signed=2&key=a-secret-key",
            "http://other/moved?signed=2" => "http://third/?key=a-secret-key&signed=3",
            "http://third/?signed=3" => "/end?key=a-secret-key",
            "http://third/end" => return Ok(http::Response::new("picture".into())),
            _ => "http://other/stored?signed=1&key=a-secret-key",
        };
        Ok(http::Response::builder().status(302).header("location", place).body("".into()).unwrap())
    });
    let client = once(&CLIENT).base_url("http://h/?key=a-secret-key").transport(memory.clone()).build().unwrap();
    let picture = Call::new(Target::new(client), Picture::default()).send().await;
    let asked = memory.asked.lock().unwrap().iter().map(|request| request.uri().to_string()).collect::<Vec<_>>();
    assert!(asked[1..].iter().all(|place| !place.contains("a-secret-key")), "{asked:?}");
    assert_eq!((picture.is_ok(), asked.len()), (true, 5), "{asked:?}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn https_does_not_become_http() {
    let memory = Memory::new(|_| {
        Ok(http::Response::builder().status(302).header("location", "http://other/x").body("".into()).unwrap())
    });
    let client = once(&CLIENT).base_url("https://h").transport(memory.clone()).build().unwrap();
    let error = Call::new(Target::new(client), Picture::default()).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Redirect);
    assert!(error.to_string().contains("over https is not repeated over http"), "{error}");
    assert_eq!(memory.asked.lock().unwrap().len(), 1);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn text_is_read_as_it_is() {
    let server = Server::start(|_| Some(answer("200 OK", "", "a \"motto\"\nof ü".as_bytes()))).await;
    let target = target(&server.url);
    let reply = Call::new(target.clone(), Motto::default()).reply().await.unwrap();
    assert_eq!(reply.body().as_str(), "a \"motto\"\nof ü");
    assert!(server.asked()[0].contains("accept: text/plain\r\n"));
    let raw = target.client().execute(&MOTTO, &[None], &target).await.unwrap();
    assert_eq!(raw.result(), r#""a \"motto\"\nof ü""#.as_bytes());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_status_tells_which() {
    let server = Server::start(|request| {
        Some(match request {
            asked if asked.contains("if-none-match: known") => {
                answer("304 Not Modified", "ETag: known\r\nx-pages:\r\nx-old: \r\n", b"")
            }
            asked if asked.contains("if-none-match: soon") => answer("202 Accepted", "", b"what nobody reads"),
            asked if asked.contains("if-none-match: odd") => answer("206 Partial Content", "", b"{}"),
            asked if asked.contains("if-none-match: wrong") => answer("200 OK", "", b"{\"title\":1}"),
            _ => answer(
                "200 OK",
                "etag: \"7\"\r\nx-pages: 12\r\nX-Old: true\r\nvary: a, b\r\nvary: c\r\n",
                b"{\"title\":\"A\",\"pages\":\"3\"}",
            ),
        })
    })
    .await;
    let target = target(&server.url);
    let find = |known: &str| Call::new(target.clone(), Find { known: Some(known.into()) });
    let (found, headers) = find("").with_headers::<FindHeaders>().await.unwrap();
    let Found::Ok(book) = found else { panic!("{found:?}") };
    assert_eq!((book.title.as_str(), book.pages), ("A", 3));
    let vary = Some(vec!["a".into(), "b".into(), "c".into()]);
    assert_eq!(headers, FindHeaders { etag: "\"7\"".into(), pages: Some(12), old: Some(true), vary });
    let reply = find("known").reply().await.unwrap();
    assert_eq!((reply.body(), reply.status().as_u16()), (&Found::NotModified, 304));
    let headers = reply.headers_as::<FindHeaders>().unwrap();
    // An empty value is none of a number or a boolean.
    assert_eq!((headers.etag.as_str(), headers.pages, headers.old), ("known", None, None));
    assert_eq!(find("soon").send().await.unwrap(), Found::Accepted);
    let error = find("soon").with_headers::<FindHeaders>().await.unwrap_err();
    assert!(error.to_string().contains("headers.ETag"), "{error}");
    let error = find("odd").send().await.unwrap_err();
    assert!(error.is_status() && !error.is_retryable(), "{error}");
    assert!(
        error.to_string().contains("206 Partial Content") && error.to_string().contains("200, 202, 304 only"),
        "{error}"
    );
    let error = find("wrong").send().await.unwrap_err();
    assert_eq!(error.read_error().unwrap().path(), "200.pages");
    // A status that others do not describe stays an error.
    let error = Call::new(target.clone(), Motto { known: Some("known".into()) }).send().await.unwrap_err();
    assert_eq!(error.status().unwrap().as_u16(), 304);
    // Without types.
    let raw = target.client().execute(&FIND, &[Some(b"\"known\"".to_vec())], &target).await.unwrap();
    assert_eq!((raw.result(), raw.raw().as_ref()), (b"{\"304\":null}".as_slice(), b"".as_slice()));
    let json = Entry::of::<Find>().call(target, b"{}").await.unwrap();
    assert_eq!(json, br#"{"200":{"title":"A","pages":3}}"#);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn headers_that_do_not_fit_show_no_secrets() {
    let headers = "etag: \"7\"\r\nx-pages: a-secret-key\r\nvary: a-secret-key\r\n";
    let server = Server::start(move |_| Some(answer("304 Not Modified", headers, b""))).await;
    let error = Call::new(target(&server.url), Find::default()).with_headers::<FindHeaders>().await.unwrap_err();
    assert!(error.to_string().contains("headers.X-Pages: expected a whole number"), "{error}");
    assert!(!format!("{error} {error:?}").contains("secret-key"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_empty_body_is_none_where_there_may_be_none() {
    for (status, body) in [("204 No Content", ""), ("200 OK", " \n"), ("200 OK", "null")] {
        let server = Server::start(move |_| Some(answer(status, "", body.as_bytes()))).await;
        let target = target(&server.url);
        assert_eq!(Call::new(target.clone(), Maybe::default()).send().await.unwrap(), None);
        let raw = target.client().execute(&MAYBE, &[None], &target).await.unwrap();
        assert_eq!(raw.result(), b"null");
    }
}

/// A body that is not there is told with its status, and where it may be absent it is.
#[tokio::test(crate = "chainloom_bounded")]
async fn an_empty_body_where_json_is_described_says_its_status() {
    for (status, body, told) in [
        ("204 No Content", "", "204 No Content, no body, where `Book` is described"),
        ("200 OK", " \n", "200 OK, no body, where `Book` is described"),
        ("201 Created", "", "201 Created, no body, where `Book` is described"),
    ] {
        let server = Server::start(move |_| Some(answer(status, "", body.as_bytes()))).await;
        let target = target(&server.url);
        let error = Call::new(target.clone(), Whole::default()).send().await.unwrap_err();
        assert!(error.is_decode() && !error.is_retryable() && error.to_string().contains(told), "{error}");
        let raw = target.client().execute(&WHOLE, &[None], &target).await.unwrap_err();
        assert_eq!((raw.to_string(), raw.status()), (error.to_string(), error.status()));
    }
    let server = Server::start(move |_| Some(answer("200 OK", "", b""))).await;
    let error = Call::new(target(&server.url), Find::default()).send().await.unwrap_err();
    assert!(error.to_string().contains("200 OK, no body, where `Book` is described"), "{error}");
}

/// Deviations of services from strict JSON do not cost the response.
#[tokio::test(crate = "chainloom_bounded")]
async fn marks_of_order_and_halves_of_characters() {
    let body = b"\xef\xbb\xbf{\"title\":\"a\\ud800b\",\"pages\":3e0}";
    let server = Server::start(move |_| Some(answer("200 OK", "", body))).await;
    let target = target(&server.url);
    let reply = Call::new(target.clone(), Whole::default()).reply().await.unwrap();
    assert_eq!((reply.body().title.as_str(), reply.body().pages), ("a\u{fffd}b", 3));
    assert_eq!((reply.lone_surrogates(), reply.raw().as_ref()), (1, &body[3..]));
    let raw = target.client().execute(&WHOLE, &[None], &target).await.unwrap();
    assert_eq!((raw.lone_surrogates(), raw.result()), (1, &body[3..]));
    // By status, and in an error.
    let found = Call::new(target, Find::default()).send().await.unwrap();
    assert!(matches!(found, Found::Ok(book) if book.title.as_str() == "a\u{fffd}b"));
    let server = Server::start(|_| Some(answer("400 Bad Request", "", b"\xef\xbb\xbf{\"message\":\"no\"}"))).await;
    let error = Call::new(self::target(&server.url), Whole::default()).send().await.unwrap_err();
    assert_eq!(error.server_message(), Some("no"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn events_that_have_ended_come_at_once() {
    let body =
        "event: book\ndata: {\"title\":\"A\",\"pages\":3}\n\ndata: x\n\nevent: fire\ndata: 1\n\nevent: not ended";
    let of_events = |body: &'static str| {
        Server::start(move |_| Some(answer("200 OK", "content-type: text/event-stream\r\n", body.as_bytes())))
    };
    let server = of_events(body).await;
    let cut = of_events("data: x\n\ndata: not ended\n").await;
    let error = Call::new(target(&cut.url), Feed::default()).send().await.unwrap_err();
    assert!(error.kind() == ErrorKind::Transport && error.to_string().contains("ended within an event"), "{error}");
    let target = target(&server.url);
    let all = Call::new(target.clone(), Feed::default()).send().await.unwrap();
    assert_eq!(all.len(), 3);
    assert_eq!(all[1], News::Message("x".into()));
    let json = Entry::of::<Feed>().call(target.clone(), b"{}").await.unwrap();
    let expected = r#"[{"book":{"title":"A","pages":3}},{"message":"x"},{"fire":1}]"#;
    assert_eq!(String::from_utf8(json).unwrap(), expected);
    let raw = target.client().execute(&FEED, &[None], &target).await.unwrap();
    assert_eq!(raw.result(), expected.as_bytes());
    assert!(server.asked()[0].contains("accept: text/event-stream\r\n"));
    let error = Call::new(target, Motto::default()).events::<News>().await.unwrap_err();
    assert!(error.is_building(), "{error}");
}
