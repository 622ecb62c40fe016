//! Calls without async code: threads wait, and connections are looked after between calls.

use super::{
    books::*,
    responses::{Feed, News},
    servers::{Memory, once},
};
use chainloom_runtime::{
    Call, Client, Error, ErrorKind, Incoming,
    blocking::{Wait, iter},
    catalog::Target,
    http::Method,
};
use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    thread,
};

const BOOK: &str = r#"{"title":"Walden","pages":352}"#;

/// Answers one request, and keeps the connection open as far as the client knows.
fn answer(stream: &mut TcpStream) {
    let (mut request, mut part) = (Vec::new(), [0; 4096]);
    while !request.windows(4).any(|four| four == b"\r\n\r\n") {
        let count = stream.read(&mut part).unwrap();
        assert!(count > 0, "the client hung up");
        request.extend_from_slice(&part[..count]);
    }
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", BOOK.len());
    stream.write_all(format!("{head}{BOOK}").as_bytes()).unwrap();
}

/// A connection that the server closes between calls is not used again: a call that makes a change
/// could not be repeated.
#[test]
fn a_closed_connection_is_noticed_between_calls() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let client = Client::builder(&CLIENT).base_url(url).build().unwrap();
    let post = || client.request(Method::POST, "/v1").wait();
    let first = thread::spawn({
        let listener = listener.try_clone().unwrap();
        move || {
            let mut stream = listener.accept().unwrap().0;
            answer(&mut stream);
            stream.shutdown(Shutdown::Write).unwrap();
            // The end of the client's side: it has noticed.
            assert_eq!(stream.read(&mut [0]).unwrap(), 0);
        }
    });
    assert_eq!(post().unwrap().as_str(), BOOK);
    first.join().unwrap();
    let second = thread::spawn(move || answer(&mut listener.accept().unwrap().0));
    assert_eq!(post().unwrap().as_str(), BOOK);
    second.join().unwrap();
}

#[test]
fn threads_wait_and_streams_are_iterators() {
    let client = once(&CLIENT).base_url("http://h").transport(Memory::fixed(200, "application/json", BOOK)).build();
    let target = Target::new(client.unwrap());
    let find = || Call::new(target.clone(), FindBook::new("1"));
    thread::scope(|scope| {
        let calls: Vec<_> = (0..8).map(|_| scope.spawn(|| find().wait().unwrap().pages)).collect();
        assert!(calls.into_iter().all(|call| call.join().unwrap() == 352));
    });
    assert_eq!(find().reply().wait().unwrap().status(), 200);
    let parts = iter(find().stream().wait().unwrap());
    let parts: Vec<_> = parts.collect::<Result<_, _>>().unwrap();
    assert_eq!(parts.concat(), BOOK.as_bytes());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn nothing_waits_in_async_code() {
    let memory = Memory::fixed(200, "application/json", BOOK);
    let target = Target::new(once(&CLIENT).base_url("http://h").transport(memory.clone()).build().unwrap());
    let error = Call::new(target.clone(), FindBook::new("1")).wait().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Setup);
    assert!(error.to_string().contains("use `.await` in place of `.wait()`"), "{error}");
    assert!(memory.asked.lock().unwrap().is_empty());
    let mut parts = iter(Call::new(target, FindBook::new("1")).stream().await.unwrap());
    assert!(parts.next().unwrap().is_err() && parts.next().is_none());
}

/// A thread that tokio made for blocking code may wait, whatever the runtime.
#[test]
fn threads_for_blocking_code_may_wait() {
    use tokio::{runtime, task};
    let client = once(&CLIENT).base_url("http://h").transport(Memory::fixed(200, "application/json", BOOK)).build();
    let target = Target::new(client.unwrap());
    let find = move || Call::new(target.clone(), FindBook::new("1")).wait();
    let refused = |error: Error| {
        let text = "this thread runs async code, and must not wait: use `.await` in place of `.wait()`";
        assert!(error.to_string().contains(text), "{error}");
    };
    for mut settings in [runtime::Builder::new_current_thread(), runtime::Builder::new_multi_thread()] {
        let (here, there, spawned) = (find.clone(), find.clone(), find.clone());
        settings.enable_all().build().unwrap().block_on(async move {
            let waits = move || there().unwrap().pages;
            assert_eq!(task::spawn_blocking(waits).await.unwrap(), 352);
            refused(here().unwrap_err());
            refused(tokio::spawn(async move { spawned().unwrap_err() }).await.unwrap());
            // Nothing tells this code from blocking code. It waits, and does not panic.
            assert_eq!(task::unconstrained(async move { here().unwrap().pages }).await, 352);
        });
    }
}

/// Also over connections that are lost, on a thread without a runtime.
#[test]
fn events_and_gaps_are_items() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        for (size, body) in [(99, "retry: 1\nid: 1\ndata: a\n\n"), (9, "data: b\n\n")] {
            let mut stream = listener.accept().unwrap().0;
            let _ = stream.read(&mut [0; 4096]).unwrap();
            write!(stream, "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {size}\r\n\r\n{body}").unwrap();
        }
    });
    let target = Target::new(Client::builder(&CLIENT).base_url(url).build().unwrap());
    let events = async { Call::new(target, Feed::default()).events::<News>().await };
    let items = iter(Box::pin(events).wait().unwrap()).map(|item| match item.unwrap() {
        Incoming::Event(event) => format!("{:?}", event.data),
        Incoming::Gap(gap) => gap.to_string(),
        other => panic!("{other:?}"),
    });
    let items: Vec<String> = items.collect();
    assert_eq!(items, [r#"Message("a")"#, "events may be missing: the connection was lost", r#"Message("b")"#]);
    server.join().unwrap();
}
