//! Server-sent events: as they come, and over connections that are lost.

use super::{
    books::CLIENT,
    responses::{Chat, Feed, Log, News, Orders, slow_server},
    servers::{Server, once},
};
use bytes::Bytes;
use chainloom_runtime::{
    BodyStream, BoxFuture, Builder, Call, Client, ErrorKind, Event, Gap, GapReason, Incoming, Limits, Retry,
    SecretString, StreamResult, Subscription, Transport, TransportError, TransportResult, catalog::Target,
};
use futures_util::stream;
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);

type Events = Subscription<Event<News>>;

fn target(builder: Builder) -> Target {
    Target::new(builder.secret("apiKey", "a-secret-key").build().unwrap())
}

async fn next_event(events: &mut Events) -> Event<News> {
    match events.next().await.unwrap().unwrap() {
        Incoming::Event(event) => event,
        other => panic!("{other:?}"),
    }
}

async fn next_gap(events: &mut Events) -> Gap {
    match events.next().await.unwrap().unwrap() {
        Incoming::Gap(gap) => gap,
        other => panic!("{other:?}"),
    }
}

/// The texts of messages up to the end, with a mark for a gap and the kind of an error.
async fn all(events: &mut Events) -> String {
    let mut told = Vec::new();
    while let Some(item) = events.next().await {
        told.push(match item {
            Ok(Incoming::Event(Event { data: News::Message(text), .. })) => text.to_string(),
            Ok(Incoming::Gap(gap)) if gap.reason() == GapReason::Reconnected => "-".to_owned(),
            Ok(other) => panic!("{other:?}"),
            Err(error) => format!("{:?} after {}", error.kind(), error.attempts()),
        });
    }
    told.join(" ")
}

#[tokio::test(crate = "chainloom_bounded")]
async fn events_come_as_they_happen() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
    let parts: [&str; 5] = [
        ": hello\n\nevent: book\nid: 1\ndata: {\"title\":\"A\",\"pa",
        "ges\":3}\n\n",
        "data: [12]\nretry: 500\n\nevent: book\ndata: {\"title\":\"B\",\"pages\":\"a-secret-key\"}\n\n",
        "event: fire\ndata: {\"floor\":2}\n\nevent: smoke\ndata: a lot\n\n",
        "data: the end, \n",
    ];
    let (url, go) = slow_server(head, parts.map(|part| part.as_bytes().to_vec()).to_vec()).await;
    let mut events = Call::new(target(once(&CLIENT).base_url(&url)), Feed::default()).events::<News>().await.unwrap();
    go.send(()).await.unwrap();
    let event = next_event(&mut events).await;
    let News::Book(book) = event.data else { panic!("{event:?}") };
    assert_eq!((book.title.as_str(), book.pages, event.id.as_deref()), ("A", 3, Some("1")));
    go.send(()).await.unwrap();
    let event = next_event(&mut events).await;
    assert_eq!((event.data, event.id.as_deref()), (News::Message("[12]".into()), Some("1")));
    assert_eq!(event.retry, Some(Duration::from_millis(500)));
    // In place of one that does not fit is a gap, and others come behind it.
    let gap = next_gap(&mut events).await;
    assert_eq!((gap.reason(), gap.missed()), (GapReason::Unreadable, Some(1)));
    let error = gap.error().unwrap();
    assert!(error.is_decode() && error.to_string().contains("data.book.pages"), "{error}");
    assert!(!gap.to_string().contains("a-secret-key"), "{gap}");
    go.send(()).await.unwrap();
    for (name, data) in [("fire", "{\"floor\":2}"), ("smoke", "\"a lot\"")] {
        let event = next_event(&mut events).await;
        let News::UnknownValue(event) = event.data else { panic!("{event:?}") };
        assert_eq!((event.name.as_str(), event.data.as_str()), (name, data));
    }
    drop(events);
    go.send(()).await.unwrap();
    go.send(()).await.ok();
    go.closed().await;
}

/// The head of a response of events that is longer than what is sent.
const CUT: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n";
const ENDED: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

/// A server that gives these answers in their order.
async fn server(answers: &'static [(&'static str, &'static str)]) -> Server {
    let place = Mutex::new(answers.iter());
    Server::start(move |_| place.lock().unwrap().next().map(|(head, body)| [head.as_bytes(), body.as_bytes()].concat()))
        .await
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_lost_connection_goes_on_behind_the_last_whole_event() {
    const FIRST: &str = "retry: 20\nid: 1\ndata: a\n\nid: 2\u{fc}\ndata: b\n\nid: 3\ndata: c\n";
    let server = server(&[(CUT, FIRST), (ENDED, "data: c\n\nid: 4\ndata: d\n\n"), (ENDED, "data: never\n\n")]).await;
    let call = Call::new(target(Client::builder(&CLIENT).base_url(&server.url)), Feed::default());
    let mut events = call.events::<News>().await.unwrap();
    assert_eq!(
        (next_event(&mut events).await.id.as_deref(), next_event(&mut events).await.id.as_deref()),
        (Some("1"), Some("2ü"))
    );
    let lost = next_gap(&mut events).await;
    assert_eq!((lost.reason(), lost.missed(), lost.error().is_none()), (GapReason::Reconnected, None, true));
    assert!(lost.from() <= lost.to());
    let next = next_event(&mut events).await;
    assert_eq!(
        (next.data, next.id.as_deref(), next.retry),
        (News::Message("c".into()), Some("2ü"), Some(20 * SECOND / 1000))
    );
    assert_eq!(all(&mut events).await, "d");
    let asked = server.asked();
    assert_eq!(asked.len(), 2, "a clean end is the end");
    assert!(!asked[0].contains("last-event-id"), "{}", asked[0]);
    // `Server` reads the bytes of the header as UTF-8.
    for line in ["last-event-id: 2ü\r\n", "x-books-key: a-secret-key\r\n", "accept: text/event-stream\r\n"] {
        assert!(asked[1].contains(line), "{}", asked[1]);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_end_within_an_event_is_a_gap() {
    let server = server(&[(ENDED, "data: a\n\nevent: message\ndata: b\n")]).await;
    let mut events = Call::new(target(once(&CLIENT).base_url(&server.url)), Feed::default()).events().await.unwrap();
    assert_eq!(next_event(&mut events).await.data, News::Message("a".into()));
    let gap = next_gap(&mut events).await;
    assert_eq!((gap.reason(), gap.missed()), (GapReason::Unreadable, Some(1)));
    assert!(gap.error().unwrap().to_string().contains("ended within an event"), "{gap}");
    assert!(events.next().await.is_none());
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_id_that_is_no_header_is_not_sent() {
    for id in ["x\u{1}y", " 7", "7\t", "", &"7".repeat(5000)] {
        let body = format!("retry: 0\nid: {id}\ndata: a\n\n");
        let server = Server::start({
            let place = Mutex::new(0);
            move |_| {
                *place.lock().unwrap() += 1;
                let is_first = *place.lock().unwrap() == 1;
                Some(if is_first { [CUT.as_bytes(), body.as_bytes()].concat() } else { ENDED.as_bytes().to_vec() })
            }
        })
        .await;
        let call = Call::new(target(Client::builder(&CLIENT).base_url(&server.url)), Feed::default());
        assert_eq!(all(&mut call.events().await.unwrap()).await, "a -", "{id:?}");
        assert!(!server.asked()[1].contains("last-event-id"), "{id:?}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_the_user_sends_first_is_replaced() {
    let server =
        server(&[(CUT, "retry: 0\n\n"), (CUT, "id: 8\ndata: a\n\n"), ("HTTP/1.1 204 No Content\r\n\r\n", "")]).await;
    let call = Call::new(target(Client::builder(&CLIENT).base_url(&server.url)), Feed::default());
    let mut events = call.header("Last-Event-ID", "7").events::<News>().await.unwrap();
    // A service that has no more says so with a status.
    assert_eq!(all(&mut events).await, "- a -");
    let ids = server.asked().into_iter().map(|asked| asked.split("last-event-id: ").nth(1).unwrap()[..1].to_owned());
    assert_eq!(ids.collect::<String>(), "778");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_may_not_be_repeated_ends() {
    let server = server(&[(CUT, "data: a\n\n"), (CUT, "data: a\n\n"), (CUT, "data: a\n\n")]).await;
    let target = target(Client::builder(&CLIENT).base_url(&server.url));
    let mut events = Call::new(target.clone(), Orders::default()).events().await.unwrap();
    assert_eq!(all(&mut events).await, "a Transport after 1");
    let mut events = Call::new(target, Feed::default()).retry(Retry::none()).events().await.unwrap();
    assert_eq!(all(&mut events).await, "a Transport after 1");
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_event_has_a_limit() {
    let body = format!("data: x\n\nid: 2\ndata: {}\n\ndata: y\n\n", "x".repeat(2000));
    let server = Server::start(move |_| Some([ENDED.as_bytes(), body.as_bytes()].concat())).await;
    let client = once(&CLIENT).base_url(&server.url).max_response_bytes(1000);
    let mut events = Call::new(target(client), Feed::default()).events::<News>().await.unwrap();
    assert_eq!(next_event(&mut events).await.data, News::Message("x".into()));
    let gap = next_gap(&mut events).await;
    assert_eq!((gap.reason(), gap.missed()), (GapReason::Unreadable, Some(1)));
    let error = gap.error().unwrap();
    assert_eq!((error.kind(), error.operation()), (ErrorKind::TooLarge, Some("library.feed")));
    assert_eq!(all(&mut events).await, "y");
}

/// End of a response in memory.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Refused,
    Status(u16),
    Broken,
    Silent,
    Clean,
}

/// A response: after a while a text, and an end.
type Given = (Duration, &'static str, End);

/// Gives the responses in their order, the last one again and again, and keeps when and how it was
/// asked.
struct Lines {
    answers: Vec<Given>,
    asked: Mutex<Vec<(Instant, http::Request<Bytes>)>>,
}

impl Lines {
    fn new(answers: &[Given]) -> Arc<Self> {
        Arc::new(Self { answers: answers.to_vec(), asked: Mutex::default() })
    }

    fn target(self: &Arc<Self>, builder: Builder) -> Target {
        target(builder.base_url("http://h").transport(self.clone()))
    }

    async fn events(self: &Arc<Self>) -> Events {
        Call::new(self.target(Client::builder(&CLIENT)), Feed::default()).events().await.unwrap()
    }

    /// The time between requests, in milliseconds.
    fn waits(&self) -> Vec<u128> {
        let asked = self.asked.lock().unwrap();
        asked.windows(2).map(|two| (two[1].0 - two[0].0).as_millis()).collect()
    }
}

impl Transport for Lines {
    fn send(&self, _: http::Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
        unreachable!("events are streamed")
    }

    fn stream(&self, request: http::Request<Bytes>) -> BoxFuture<'_, StreamResult> {
        let mut asked = self.asked.lock().unwrap();
        let (time, text, end) = self.answers[asked.len().min(self.answers.len() - 1)];
        asked.push((Instant::now(), request));
        let text = stream::once(async move {
            tokio::time::sleep(time).await;
            Ok(Bytes::from(text))
        });
        let rest = stream::once(async move {
            match end {
                End::Silent => std::future::pending().await,
                End::Broken => Err(TransportError::other("broken by a-secret-key")),
                _ => Ok(Bytes::new()),
            }
        });
        let status = if let End::Status(status) = end { status } else { 200 };
        let answer = http::Response::builder().status(status);
        let body = BodyStream::new(futures_util::StreamExt::chain(text, rest));
        let answer =
            if end == End::Refused { Err(TransportError::connect("refused")) } else { Ok(answer.body(body).unwrap()) };
        Box::pin(std::future::ready(answer))
    }
}

const NOW: Duration = Duration::ZERO;

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn waits_are_those_that_the_service_asks_for() {
    let refused = (NOW, "", End::Refused);
    let lines = Lines::new(&[
        (NOW, "retry: 4000\ndata: a\n\n", End::Broken),
        refused,
        refused,
        (NOW, "data: b\n\n", End::Clean),
    ]);
    assert_eq!(all(&mut lines.events().await).await, "a - b");
    assert_eq!(lines.waits(), [4000; 3]);
    // Without a word of the service, the retry policy says how long.
    let lines = Lines::new(&[(NOW, "data: a\n\n", End::Broken), refused, refused, (NOW, "", End::Clean)]);
    assert_eq!(all(&mut lines.events().await).await, "a -");
    assert!(lines.waits().iter().zip([500, 1000, 2000]).all(|(wait, most)| *wait <= most), "{:?}", lines.waits());
    // A service that asks for more than the deadline has ended the stream.
    let lines = Lines::new(&[(NOW, "retry: 18446744073709551615\ndata: a\n\n", End::Broken)]);
    assert_eq!(all(&mut lines.events().await).await, "a Transport after 1");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn attempts_in_a_row_have_an_end() {
    // Connections that break at once count, opened or not.
    let broken = (NOW, "data: a\n\n", End::Broken);
    let lines = Lines::new(&[broken, (NOW, "", End::Refused), broken, (NOW, "", End::Status(503))]);
    let mut events = lines.events().await;
    assert_eq!(all(&mut events).await, "a - a Status after 4");
    assert!(events.next().await.is_none());
    assert_eq!(lines.waits().len(), 3);
    // One that lasted is a good one.
    let lines =
        Lines::new(&[broken, broken, broken, (30 * SECOND, "data: b\n\n", End::Broken), broken, broken, broken]);
    let mut events = lines.events().await;
    let told = loop {
        match events.next().await.unwrap() {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!((told.attempts(), told.origin(), lines.waits().len()), (4, Some("http://h"), 6));
    assert!(!told.to_string().contains("a-secret-key"), "{told}");
    // What is no response of events is an error at once.
    let lines = Lines::new(&[broken, (NOW, "", End::Status(404))]);
    assert_eq!(all(&mut lines.events().await).await, "a Status after 2");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn silence_is_a_lost_connection() {
    let lines = Lines::new(&[(NOW, "data: a\n\n", End::Silent), (NOW, "data: b\n\n", End::Clean)]);
    let target = lines.target(Client::builder(&CLIENT).read_timeout(40 * SECOND));
    let began = Instant::now();
    assert_eq!(all(&mut Call::new(target, Feed::default()).events().await.unwrap()).await, "a - b");
    assert!((40 * SECOND..41 * SECOND).contains(&began.elapsed()), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_calls_of_a_client_share_one_budget() {
    let lines = Lines::new(&[(NOW, "retry: 0\n\n", End::Broken), (NOW, "", End::Refused)]);
    let target = lines.target(Client::builder(&CLIENT).retry(Retry::default().attempts(u32::MAX)));
    let mut events = Call::new(target, Feed::default()).events().await.unwrap();
    assert_eq!(all(&mut events).await, "Connect after 101");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn dropping_a_stream_ends_its_attempts() {
    let lines = Lines::new(&[(NOW, "retry: 1000\ndata: a\n\n", End::Broken)]);
    let mut events = lines.events().await;
    next_event(&mut events).await;
    tokio::time::timeout(SECOND / 2, events.next()).await.unwrap_err();
    drop(events);
    tokio::time::sleep(9 * SECOND).await;
    assert_eq!(lines.asked.lock().unwrap().len(), 1);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn secrets_are_asked_for_again() {
    let lines =
        Lines::new(&[(NOW, "data: a\n\n", End::Broken), (NOW, "", End::Status(401)), (NOW, "data: b\n\n", End::Clean)]);
    let number = Mutex::new(0);
    let client = Client::builder(&CLIENT).base_url("http://h").transport(lines.clone());
    let client = client.secret_provider("apiKey", move || {
        *number.lock().unwrap() += 1;
        std::future::ready(Ok::<_, String>(SecretString::from(format!("key-number-{}", number.lock().unwrap()))))
    });
    let call = Call::new(Target::new(client.build().unwrap()), Feed::default());
    assert_eq!(all(&mut call.events().await.unwrap()).await, "a - b");
    let asked = lines.asked.lock().unwrap();
    let keys: Vec<_> = asked.iter().map(|(_, asked)| asked.headers()["x-books-key"].to_str().unwrap()).collect();
    assert_eq!(keys, ["key-number-1", "key-number-1", "key-number-2"]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_id_belongs_to_its_endpoint() {
    let (first, broken) = ((NOW, "id: 1\ndata: a\n\n", End::Broken), (NOW, "data: b\n\n", End::Broken));
    let lines = Lines::new(&[first, broken, (NOW, "", End::Refused), (NOW, "data: c\n\n", End::Clean)]);
    let call = Call::new(lines.target(Client::builder(&CLIENT).fallback("http://other")), Feed::default());
    assert_eq!(all(&mut call.events().await.unwrap()).await, "a - b - c");
    let asked = lines.asked.lock().unwrap();
    let hosts: Vec<_> = asked.iter().map(|(_, asked)| asked.uri().host().unwrap()).collect();
    assert_eq!(hosts, ["h", "other", "h", "other"]);
    assert!(asked.iter().all(|(_, asked)| !asked.headers().contains_key("last-event-id")));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_mark_ends_a_stream() {
    // What comes behind the mark does not count, also where the server keeps the connection.
    const MARKED: &str = "data: a\n\ndata: [DONE]\n\ndata: b\n\n";
    let server =
        server(&[(CUT, MARKED), (ENDED, "data: a\n\ndata: [DONE]"), (ENDED, "data: a\n\ndata: [DONE]\n")]).await;
    let target = target(once(&CLIENT).base_url(&server.url));
    for _ in 0..2 {
        let mut events = Call::new(target.clone(), Chat::default()).events().await.unwrap();
        assert_eq!(all(&mut events).await, "a");
        assert!(events.next().await.is_none());
    }
    let all = Call::new(target, Chat::default()).await.unwrap();
    assert_eq!(all, [News::Message("a".into())]);
    assert_eq!(server.asked().len(), 3);
    // A server that goes on keeps nobody waiting.
    let (url, _go) = slow_server(ENDED, vec![MARKED.as_bytes().to_vec()]).await;
    let all = Call::new(self::target(once(&CLIENT).base_url(&url)), Chat::default()).await.unwrap();
    assert_eq!(all, [News::Message("a".into())]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_stream_that_ends_before_its_mark_is_lost() {
    let server = server(&[(ENDED, "data: a\n\ndata: [DON"); 3]).await;
    let target = target(Client::builder(&CLIENT).base_url(&server.url));
    let mut events = Call::new(target.clone(), Chat::default()).events::<News>().await.unwrap();
    assert_eq!(next_event(&mut events).await.data, News::Message("a".into()));
    let error = events.next().await.unwrap().unwrap_err();
    let told = "library.chat: the exchange broke off: the events ended without `[DONE]`";
    assert!(error.to_string().starts_with(told) && error.is_transport(), "{error}");
    let error = Call::new(target.clone(), Chat::default()).await.unwrap_err();
    assert!(error.to_string().starts_with(told), "{error}");
    // A status that ends a stream needs no mark.
    let server = self::server(&[("HTTP/1.1 204 No Content\r\n\r\n", ""); 2]).await;
    let target = self::target(once(&CLIENT).base_url(&server.url));
    assert_eq!(all(&mut Call::new(target.clone(), Chat::default()).events().await.unwrap()).await, "");
    assert!(Call::new(target, Chat::default()).await.unwrap().is_empty());
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_service_that_continues_leaves_no_gap() {
    let (broken, clean) = (End::Broken, End::Clean);
    // Neither a broken body nor one that ends before the mark loses an event.
    let first = (NOW, "id: 1\ndata: a\n\nid: 2\ndata: cut", broken);
    let lines = Lines::new(&[first, (NOW, "id: 2\ndata: b\n\n", clean), (NOW, "data: c\n\ndata: [DONE]\n\n", clean)]);
    let target = lines.target(Client::builder(&CLIENT));
    assert_eq!(all(&mut Call::new(target, Log::default()).events().await.unwrap()).await, "a b c");
    assert_eq!(lines.waits(), [7000; 2], "the operation says how long");
    let ids: Vec<_> =
        lines.asked.lock().unwrap().iter().map(|(_, asked)| asked.headers().get("last-event-id").cloned()).collect();
    assert_eq!(ids[1..], [Some("1".parse().unwrap()), Some("2".parse().unwrap())]);
    // What the service says comes first. Without an ID, events may be missing.
    let first = (NOW, "retry: 4000\ndata: a\n\n", broken);
    let lines = Lines::new(&[first, (NOW, "data: b\n\ndata: [DONE]\n\n", broken)]);
    let target = lines.target(Client::builder(&CLIENT));
    assert_eq!(all(&mut Call::new(target, Log::default()).events().await.unwrap()).await, "a - b");
    assert_eq!(lines.waits(), [4000]);
    // So may they at another endpoint.
    let lines = Lines::new(&[(NOW, "retry: 0\nid: 1\ndata: a\n\n", broken), (NOW, "data: [DONE]\n\n", clean)]);
    let target = lines.target(Client::builder(&CLIENT).fallback("http://other"));
    assert_eq!(all(&mut Call::new(target, Log::default()).events().await.unwrap()).await, "a -");
}

/// A proxy may answer with a page in place of events, which would be none.
#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_no_stream_of_events_is_an_error() {
    const PAGE: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=a-secret-key\r\nconnection: close\r\n\r\n";
    let server = server(&[(CUT, "retry: 0\ndata: a\n\n"), (PAGE, "<html>"), (PAGE, "<html>")]).await;
    let call = Call::new(target(Client::builder(&CLIENT).base_url(&server.url)), Feed::default());
    let mut events = call.clone().events().await.unwrap();
    assert_eq!(all(&mut events).await, "a Decode after 2");
    let error = call.events::<News>().await.unwrap_err();
    let told = "library.feed: the response does not fit: headers.content-type: expected `text/event-stream`, found \
                `text/html`";
    assert!(error.to_string().starts_with(told), "{error}");
    assert_eq!((error.status().unwrap().as_u16(), server.asked().len()), (200, 3));

    // Also where all events are read as one list.
    let server = self::server(&[(PAGE, "<html>"), (PAGE, "<html>")]).await;
    let target = target(once(&CLIENT).base_url(&server.url));
    let error = Call::new(target.clone(), Feed::default()).await.unwrap_err();
    assert!(error.to_string().starts_with(told), "{error}");
    let error =
        target.client().execute(<Feed as chainloom_runtime::Operation>::schema(), &[None], &target).await.unwrap_err();
    assert!(error.to_string().starts_with(told) && !error.to_string().contains("a-secret"), "{error}");
}
