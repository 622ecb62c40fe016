//! Response bodies of all kinds, read by generated calls from a server on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom::runtime::{self as rt, http::StatusCode};
use chainloom_sandbox::{PreparedResponse, Sandbox};
use responses::{Client, FindBookResult, NewsEvent};

use crate::loopback::bare;

chainloom::include_api!("tests/macros/responses.yaml");

/// The description in Rust, as far as Rust can express it.
#[chainloom::api]
mod declared {
    /// A book.
    struct Book {
        title: String,
    }

    trait Books {
        /// The picture on a book.
        #[api(get = "/books/{id}/cover", response(bytes = ["image/png"]), redirects = "without-auth")]
        fn cover(&self, id: String) -> ();

        /// Finds a book.
        #[api(get = "/books/{id}", response("200" = Book, "304" = none))]
        fn find_book(&self, id: String) -> ();

        /// Finds a book, with what stands above it.
        #[api(get = "/books/{id}/all", response(headers("ETag?" = string)))]
        fn find_all(&self, id: String) -> Book;

        /// What happens.
        #[api(get = "/news", events(book = Book))]
        fn news(&self) -> ();

        /// Says something, word by word.
        #[api(post = "/chat", effect = "write", events(message = Book), stream(end = "[DONE]"))]
        fn chat(&self, words: u8) -> ();
    }
}

/// The sandbox with a response for each path.
async fn server() -> Sandbox {
    let book = || PreparedResponse::body(r#"{"title":"A","pages":3}"#).header("etag", "b1");
    let status = |code: u16| PreparedResponse::body("").status(StatusCode::from_u16(code).unwrap());
    let news = "event: book\ndata: {\"title\":\"A\",\ndata: \"pages\":3}\nid: 1\n\n\
                event: door\ndata: open\n\ndata: closing soon\n\nevent: fire\ndata: 2\n\n";
    let sandbox = Sandbox::builder().spec(bare());
    let cover = PreparedResponse::body("\u{1}\u{2}").header("content-type", "image/png").header("etag", "c1");
    let sandbox = sandbox.response("/books/a/cover", cover).response("/motto", PreparedResponse::body("Read on"));
    let sandbox = sandbox.response("/books/a", book().header("x-shelves", "3, 4").times(1));
    let sandbox = sandbox.response("/books/a", status(304).header("etag", "b1")).response("/books/a/all", book());
    let sandbox = sandbox.response("/books/b", PreparedResponse::body("soon").status(StatusCode::ACCEPTED));
    let sandbox = sandbox
        .response("DELETE /books/c", status(204))
        .response("/news", PreparedResponse::body(news).header("content-type", "text/event-stream"));
    sandbox.response("*", status(404)).start().await.unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn bytes_and_text() {
    let server = server().await;
    let client = Client::new(server.url()).unwrap();
    let (cover, headers) = client.cover("a").with_headers().await.unwrap();
    assert_eq!((cover.as_ref(), headers.e_tag.as_str()), ([1, 2].as_slice(), "c1"));
    let mut stream = client.cover("a").stream().await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().as_ref(), [1, 2]);
    assert!(stream.next().await.is_none());
    assert_eq!(client.motto().await.unwrap().as_str(), "Read on");
    let () = client.forget("c").await.unwrap();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_status_says_which() {
    let server = server().await;
    let client = Client::new(server.url()).unwrap();
    let (found, headers) = client.find_book("a").with_headers().await.unwrap();
    let FindBookResult::Ok(book) = found else { panic!("{found:?}") };
    assert_eq!((book.title.as_str(), book.pages), ("A", 3));
    assert_eq!((headers.e_tag.as_deref(), headers.x_shelves), (Some("b1"), Some(vec![3, 4])));
    assert_eq!(client.find_book("a").if_none_match("b1").await.unwrap(), FindBookResult::NotModified);
    assert_eq!(client.find_book("b").await.unwrap(), FindBookResult::Searched);
    assert!(client.find_book("x").await.unwrap_err().is_status());
}

type Events = rt::Subscription<rt::Event<NewsEvent>>;

async fn next(events: &mut Events) -> rt::Event<NewsEvent> {
    events.next().await.unwrap().unwrap().event().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn events_have_their_types() {
    let server = server().await;
    let client = Client::new(server.url()).unwrap();
    let mut events = client.news().topics(["a", "b"]).stream().await.unwrap();
    let event = next(&mut events).await;
    let NewsEvent::Book(book) = event.data else { panic!("{event:?}") };
    assert_eq!((book.title.as_str(), event.id.as_deref()), ("A", Some("1")));
    assert_eq!(next(&mut events).await.data, NewsEvent::Door(responses::NewsEventDoor::Open));
    assert_eq!(next(&mut events).await.data, NewsEvent::Message("closing soon".into()));
    let event = next(&mut events).await;
    let NewsEvent::UnknownValue(event) = event.data else { panic!("{event:?}") };
    assert_eq!((event.name.as_str(), event.data.as_str()), ("fire", "2"));
    assert!(events.next().await.is_none());
    assert_eq!(client.news().await.unwrap().len(), 4);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_same_is_said_in_rust() {
    let server = server().await;
    let client = declared::Client::new(server.url()).unwrap();
    assert_eq!(client.cover("a").await.unwrap().as_ref(), [1, 2]);
    let found = client.find_book("a").await.unwrap();
    assert!(matches!(found, declared::books::FindBookResult::Ok(book) if book.title == "A"));
    let (book, headers) = client.find_all("a").with_headers().await.unwrap();
    assert_eq!((book.title.as_str(), headers.e_tag.as_deref()), ("A", Some("b1")));
    assert!(matches!(&client.news().await.unwrap()[0], declared::books::NewsEvent::Book(book) if book.title == "A"));
}

/// The sandbox with the same description.
async fn sandbox(builder: chainloom_sandbox::Builder) -> (Sandbox, Client) {
    let text = include_bytes!("../../macros/responses.yaml").to_vec();
    let spec = chainloom_codegen::read_sources("spec", vec![("responses.yaml".to_owned(), text)]).unwrap();
    let sandbox = builder.spec(spec).start().await.unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    (sandbox, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_streams_events() {
    let (_sandbox, client) = sandbox(Sandbox::builder()).await;
    let events: Vec<NewsEvent> = client.news().await.unwrap().into_iter().collect();
    let NewsEvent::Book(book) = &events[0] else { panic!("{events:?}") };
    assert_eq!(book.title, "A");
    assert_eq!(events[1..], [NewsEvent::Message("closing soon".into())]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_first_event_comes_before_the_last_is_written() {
    let (sandbox, client) = sandbox(Sandbox::builder().open_event_streams().synthetic_only()).await;
    let mut events = client.news().stream().await.unwrap();
    assert_eq!(sandbox.open_streams(), 1);
    let answered = sandbox.publish("news", 1).unwrap();
    assert_eq!(answered, 1);
    assert!(events.next().await.unwrap().is_ok());
    // What is published now was not there when the first event came.
    assert_eq!(sandbox.publish("responses.news", 2).unwrap(), 2);
    sandbox.end_streams();
    let mut rest = 0;
    while let Some(event) = events.next().await {
        event.unwrap();
        rest += 1;
    }
    assert!(rest >= 2, "{rest}");
    assert_eq!((sandbox.open_streams(), sandbox.publish("news", 1).unwrap()), (0, 0));
    let told = sandbox.publish("gossip", 1).unwrap_err().to_string();
    assert!(told.contains("`gossip`"), "{told}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_stream_that_is_cut_goes_on() {
    let news: Vec<_> = (0..7).map(|number| serde_json::json!({ "message": format!("number {number}") })).collect();
    let news = PreparedResponse::json(news);
    let (sandbox, client) = sandbox(Sandbox::builder().response("responses.news", news)).await;
    let whole = client.news().await.unwrap();
    assert_eq!(whole.len(), 7);
    sandbox.add_fault(chainloom_sandbox::Fault::CutBody.times(1)).unwrap();
    let (mut events, mut told) = (client.news().stream().await.unwrap(), Vec::new());
    let mut before = None;
    while let Some(incoming) = events.try_next().await.unwrap() {
        match incoming {
            rt::Incoming::Event(event) => told.push(event),
            rt::Incoming::Gap(gap) => {
                assert_eq!((gap.reason(), gap.missed()), (rt::GapReason::Reconnected, None));
                assert_eq!(before.replace(told.len()), None, "one gap");
            }
            other => panic!("{other:?}"),
        }
    }
    // The rest came over the second connection, without a doubled or a missing one.
    let before = before.unwrap();
    assert!(0 < before && before < whole.len(), "{before}");
    let ids: Vec<_> = told.iter().map(|event| event.id.as_ref().unwrap().parse::<usize>().unwrap()).collect();
    assert_eq!(ids, (1..=whole.len()).collect::<Vec<_>>());
    assert_eq!(told.into_iter().map(|event| event.data).collect::<Vec<_>>(), whole);
    assert_eq!(sandbox.seen().len(), 3);
}

/// A stream as large language models give it: the name of an event is left out, and the last one is
/// a mark.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_mark_ends_the_words() {
    let words = "data: {\"word\":\"Read\",\"title\":\"A\"}\n\ndata: {\"word\":\"on\",\"title\":\"B\"}\n\n";
    let all = PreparedResponse::body(format!("{words}data: [DONE]\n\n")).header("content-type", "text/event-stream");
    let cut = PreparedResponse::body(words).header("content-type", "text/event-stream");
    let sandbox = Sandbox::builder().spec(bare()).response("POST /chat", all.times(3)).response("POST /chat", cut);
    let server = sandbox.start().await.unwrap();
    let client = Client::new(server.url()).unwrap();
    let mut events = client.chat(2).stream().await.unwrap();
    for word in ["Read", "on"] {
        let responses::ChatEvent::Message(message) = events.next().await.unwrap().unwrap().event().unwrap().data else {
            panic!("no message")
        };
        assert_eq!(message.word, word);
    }
    assert!(events.next().await.is_none());
    assert_eq!(client.chat(2).await.unwrap().len(), 2);
    let in_rust = declared::Client::new(server.url()).unwrap();
    assert_eq!(in_rust.chat(2).await.unwrap().len(), 2);
    // Nobody knows what is missing, and a write is not repeated.
    let error = client.chat(2).await.unwrap_err();
    assert!(error.is_transport() && error.to_string().contains("[DONE]"), "{error}");
    assert_eq!(server.seen().len(), 4);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_stream_with_ids_goes_on_without_a_gap() {
    let (sandbox, client) = sandbox(Sandbox::builder()).await;
    assert_eq!(client.visits().await.unwrap().len(), 3);
    assert_eq!(client.chat(2).await.unwrap().len(), 2);
    sandbox.add_fault(chainloom_sandbox::Fault::CutBody.times(1)).unwrap();
    let (mut events, mut readers) = (client.visits().stream().await.unwrap(), Vec::new());
    while let Some(incoming) = events.try_next().await.unwrap() {
        let event = incoming.event().expect("a gap");
        assert_eq!(event.retry, Some(std::time::Duration::from_millis(1)));
        let responses::VisitsEvent::Visit(visit) = event.data else { panic!("no visit") };
        readers.push(visit.reader.to_string());
    }
    assert_eq!(readers, ["Ann", "Bob", "Eve"]);
    assert_eq!(sandbox.seen().len(), 4, "it was cut");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn faults_meet_streams_of_events() {
    let (sandbox, client) = sandbox(Sandbox::builder().fault(chainloom_sandbox::Fault::CutBody)).await;
    assert!(client.news().await.unwrap_err().is_transport());
    let client = Client::builder().url(sandbox.url()).configure(|builder| builder.retry(rt::Retry::none())).build();
    let mut events = client.unwrap().news().stream().await.unwrap();
    let told = loop {
        if let Err(error) = events.next().await.unwrap() {
            break error;
        }
    };
    assert!(told.is_transport(), "{told}");
}
