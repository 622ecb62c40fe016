//! Stream of pages: its reaction to faults, and its settings.

use super::{
    lists::{self as __tables, *},
    pages_whole::target,
    servers::{Memory, Server, json, once},
};
use bytes::Bytes;
use chainloom_runtime::__private as rt;
use chainloom_runtime::{
    BoxFuture, Call, Error, ErrorKind, Items, Limits, PagePosition, Retry, Transport, TransportError, TransportResult,
    catalog::{Arguments, Target, UntypedCall},
    schema::{Field, List, Operation, PageBy, PageEnd, Paginate, Protocol, Record, Template, Type, Verb},
};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// A list by a token, whose end is its absence.
type ByToken = Listed<0, 0>;
type ByLink = Listed<5, 0>;
/// A list by a URL in the response, whose end is its absence.
type ByUrl = Listed<14, 0>;
/// A list by offset, whose last page is short.
type ByOffset = Listed<9, 0>;
/// A list whose tokens may come again.
type Repeating = Listed<16, 0>;
/// A list by offset, which ends with an error.
type ToError = Listed<13, 0>;

const SHELF: Shelf = Shelf { way: WAYS[0], overlap: 0, items: 10, most: 100 };

/// Gives these bodies in their order, and the last one again and again.
fn bodies(bodies: &'static [&'static str]) -> Arc<Memory> {
    let place = AtomicUsize::new(0);
    Memory::new(move |_| {
        let body = bodies[place.fetch_add(1, Ordering::Relaxed).min(bodies.len() - 1)];
        Ok(http::Response::builder()
            .header("content-type", "application/json")
            .body(Bytes::from_static(body.as_bytes()))
            .unwrap())
    })
}

fn items_of<const W: usize, const O: u32>(memory: &Arc<Memory>) -> Items<Listed<W, O>> {
    Call::new(target(memory), Listed::default()).items()
}

/// The items up to the end or an error.
async fn read<const W: usize, const O: u32>(items: &mut Items<Listed<W, O>>) -> (Vec<u64>, Option<Error>) {
    let mut ids = Vec::new();
    loop {
        match items.try_next().await {
            Ok(Some(item)) => ids.push(item.id),
            Ok(None) => return (ids, None),
            Err(error) => return (ids, Some(error)),
        }
    }
}

fn requests(memory: &Memory) -> usize {
    memory.asked.lock().unwrap().len()
}

const A: &str = r#"{"items":[{"id":1}],"meta":{"next":"a"}}"#;
const B: &str = r#"{"items":[{"id":2}],"meta":{"next":"b"}}"#;
const A_AGAIN: &str = r#"{"items":[{"id":3}],"meta":{"next":"a"}}"#;
const END: &str = r#"{"items":[],"meta":{}}"#;

#[tokio::test(crate = "chainloom_bounded")]
async fn a_token_that_comes_again_is_an_error() {
    // A, A: the second page may be new, so it is given; A, B, A.
    for (answers, ids) in [(&[A, A_AGAIN][..], &[1, 3][..]), (&[A, B, A_AGAIN], &[1, 2, 3])] {
        let memory = bodies(answers);
        let mut items = items_of::<0, 0>(&memory);
        let (given, error) = read(&mut items).await;
        let error = error.unwrap();
        assert_eq!((given.as_slice(), error.kind()), (ids, ErrorKind::RepeatedPage), "{error}");
        assert_eq!(requests(&memory), answers.len());
        // It is told once, and nothing more is sent.
        assert!(items.try_next().await.unwrap().is_none() && !items.is_complete());
        assert_eq!(requests(&memory), answers.len());
    }
    // The token leads to the page itself: its items are not given again.
    let memory = bodies(&[A]);
    let (given, error) = read(&mut items_of::<0, 0>(&memory)).await;
    assert_eq!((given.as_slice(), error.unwrap().kind()), (&[1][..], ErrorKind::RepeatedPage));
    // Also the token that the call itself was made with counts.
    let memory = bodies(&[A]);
    let call = Call::new(target(&memory), ByToken { token: Some("a".into()), ..ByToken::default() });
    let (given, error) = read(&mut call.items()).await;
    assert_eq!((given.as_slice(), error.unwrap().kind()), (&[1][..], ErrorKind::RepeatedPage));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn half_of_a_surrogate_pair_is_no_token() {
    let memory = bodies(&[r#"{"items":[{"id":1}],"meta":{"next":"a\ud800"}}"#]);
    let (given, error) = read(&mut items_of::<0, 0>(&memory)).await;
    assert_eq!((given.as_slice(), error.unwrap().kind()), (&[1][..], ErrorKind::NoNextPage));
    assert_eq!(requests(&memory), 1);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_token_may_come_again_where_the_spec_says_so() {
    let memory = bodies(&[A, A_AGAIN, A_AGAIN, B, r#"{"items":[],"meta":{"next":"a"}}"#]);
    let mut items = Call::new(target(&memory), Repeating::default()).items();
    let (given, error) = read(&mut items).await;
    assert_eq!((given.as_slice(), error.is_none(), items.is_complete()), (&[1, 3, 3, 2][..], true, true));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn empty_pages_with_a_token_are_not_the_end() {
    let memory = bodies(&[r#"{"meta":{"next":"x"}}"#, r#"{"items":null,"meta":{"next":"y"}}"#, A, END]);
    assert_eq!(read(&mut items_of::<0, 0>(&memory)).await.0, [1]);
    // Empty and absent are both no token, whichever the spec names.
    for end in [r#"{"items":[],"meta":{"next":""}}"#, r#"{"items":[],"meta":{"next":null}}"#, r#"{"items":[]}"#] {
        assert!(read(&mut items_of::<0, 0>(&bodies_of(end))).await.1.is_none(), "{end}");
        assert!(read(&mut items_of::<1, 0>(&bodies_of(end))).await.1.is_none(), "{end}");
    }
}

fn bodies_of(body: &'static str) -> Arc<Memory> {
    Memory::fixed(200, "application/json", body)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_page_that_leads_nowhere_is_an_error() {
    let memory = bodies(&[r#"{"items":[{"id":1}],"meta":{"more":true}}"#]);
    let mut items = items_of::<3, 0>(&memory);
    let (given, error) = read(&mut items).await;
    assert_eq!((given.as_slice(), error.unwrap().kind()), (&[1][..], ErrorKind::NoNextPage));
    let position = items.position().unwrap();
    // The page is read again, and its item is not given again.
    let memory = bodies(&[r#"{"items":[{"id":1},{"id":2}],"meta":{"more":false}}"#]);
    assert_eq!(read(&mut items_of::<3, 0>(&memory).resume(position)).await.0, [2]);
}

/// A service that fails at the page with this token for as long as it is told.
fn failing(status: u16, times: usize) -> Arc<Memory> {
    let left = AtomicUsize::new(times);
    Memory::new(move |request| {
        let is_it = parameter(request, "token").as_deref() == Some("t4");
        let fails =
            is_it && left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok();
        if fails {
            return Ok(http::Response::builder().status(status).body(Bytes::new()).unwrap());
        }
        Ok(SHELF.answer(request))
    })
}

#[tokio::test(crate = "chainloom_bounded")]
async fn after_an_error_the_same_page_comes() {
    let all: Vec<u64> = (0..10).collect();
    for is_on in [false, true] {
        let mut items = items_of::<0, 0>(&failing(503, 2)).prefetch(is_on);
        let (mut given, error) = read(&mut items).await;
        assert_eq!((given.len(), error.unwrap().status().unwrap().as_u16()), (4, 503));
        assert!(items.try_next().await.unwrap_err().is_retryable() && !items.is_complete());
        given.extend(read(&mut items).await.0);
        assert_eq!(given, all);
    }
    // The call's own policy retries each page.
    let memory = failing(503, 2);
    let retry = Retry::default().without_budget();
    let call = Call::new(target(&memory), ByToken::default()).retry(retry).header("x-mark", "m");
    assert_eq!(read(&mut call.items()).await.0, all);
    assert!(memory.asked.lock().unwrap().iter().all(|request| request.headers()["x-mark"] == "m"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_error_that_stays_ends_the_stream_and_its_place_is_known() {
    let memory = failing(403, 1);
    let mut items = items_of::<0, 0>(&memory);
    let (mut given, error) = read(&mut items).await;
    assert!(error.unwrap().is_unauthorized() && items.try_next().await.unwrap().is_none() && !items.is_complete());
    let position = items.position().unwrap();
    given.extend(read(&mut items_of::<0, 0>(&memory).resume(position)).await.0);
    assert_eq!(given, (0..10).collect::<Vec<_>>());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_refused_token_may_have_expired() {
    let mut items = items_of::<0, 0>(&failing(400, 1));
    let error = read(&mut items).await.1.unwrap();
    assert!(error.is_expired_token() && error.kind() == ErrorKind::Status);
    assert!(error.to_string().ends_with("The page token may have expired: its lifetime is 2 hours."), "{error}");
    for status in [401, 429, 500] {
        assert!(!read(&mut items_of::<0, 0>(&failing(status, 1))).await.1.unwrap().is_expired_token());
    }
    // Also in a call for one page; the first page has no token.
    let refusing = Memory::fixed(400, "", "");
    let call = |token: Option<&str>| ByToken { token: token.map(Into::into), ..ByToken::default() };
    assert!(Call::new(target(&refusing), call(Some("old"))).await.unwrap_err().is_expired_token());
    assert!(!Call::new(target(&refusing), call(None)).await.unwrap_err().is_expired_token());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn caps_say_that_there_may_be_more() {
    let memory = SHELF.serve();
    let mut items = items_of::<0, 0>(&memory).max_items(6);
    assert_eq!(read(&mut items).await.0.len(), 6);
    assert!(!items.is_complete() && items.position().unwrap().to_string() == "1:lists.way0:2:4::token:\"t4\"");
    assert_eq!(requests(&memory), 2);
    let mut pages = Call::new(target(&memory), ByToken::default()).pages().max_pages(2).prefetch(true);
    while let Some(page) = pages.try_next().await.unwrap() {
        assert_eq!(page.body().items.as_ref().unwrap().len(), 4);
    }
    assert!(!pages.is_complete() && pages.position().is_some());
    assert_eq!(requests(&memory), 4);
    let mut items = items_of::<0, 0>(&memory).max_items(10);
    assert_eq!((read(&mut items).await.0.len(), items.is_complete()), (10, true));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_wrong_with_a_call_is_told_once() {
    let memory = SHELF.serve();
    let mut items = Call::new(target(&memory), ByToken::default()).header("a b", "x").items();
    assert!(items.try_next().await.unwrap_err().is_invalid_request());
    assert!(items.try_next().await.unwrap().is_none());
    for (position, told) in [
        ("1:lists.way5:0:-::token:\"a\"", "the position belongs to the operation `lists.way5`"),
        ("1:lists.way0:0:-::number:7", "the position belongs to another kind of pagination"),
    ] {
        let mut items = items_of::<0, 0>(&memory).resume(position.parse().unwrap());
        let error = items.try_next().await.unwrap_err();
        assert_eq!(error.broken_rules(), [told]);
        assert!(items.try_next().await.unwrap().is_none());
    }
    assert_eq!(requests(&memory), 0);
}

/// Behind their last item, services refuse an offset. A short first page has to ask, because sizes
/// may be clamped.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_service_that_refuses_what_lies_behind_the_end() {
    let shelf = Shelf { way: WAYS[9], items: 3, ..SHELF };
    let refusing = |status: u16| {
        Memory::new(move |request| match parameter(request, "at").as_deref() {
            Some("3") => Ok(http::Response::builder().status(status).body(Bytes::new()).unwrap()),
            _ => Ok(shelf.answer(request)),
        })
    };
    let mut items = Call::new(target(&refusing(400)), ByOffset::default()).items();
    assert_eq!((read(&mut items).await.0.len(), items.is_complete()), (3, true));
    for status in [429, 403, 503] {
        let mut items = Call::new(target(&refusing(status)), ByOffset::default()).items();
        let (given, error) = read(&mut items).await;
        assert_eq!((given.len(), error.unwrap().status().unwrap().as_u16(), items.is_complete()), (3, status, false));
    }
}

/// Items that are no whole number of pages, a whole number of them, and none.
#[tokio::test(crate = "chainloom_bounded")]
async fn an_error_that_the_spec_names_is_the_end() {
    for (items, asked) in [(3, 2), (4, 2), (8, 3), (0, 1)] {
        let memory = Shelf { way: WAYS[13], items, ..SHELF }.serve();
        let mut stream = Call::new(target(&memory), ToError { size: Some(4), ..ToError::default() }).items();
        let (given, error) = read(&mut stream).await;
        assert_eq!((given.len(), error.map(|error| error.to_string())), (items, None));
        assert!(stream.is_complete() && stream.position().is_none());
        assert_eq!(requests(&memory), asked, "{items} items");
    }
    // Another code, and another message, are errors as ever.
    for (status, body) in [(400, r#"{"message":"start 0 > last item of 0"}"#), (404, r#"{"message":"no such list"}"#)] {
        let memory = Memory::fixed(status, "application/json", body);
        let (given, error) = read(&mut items_of::<13, 0>(&memory)).await;
        assert_eq!((given.len(), error.unwrap().status().unwrap().as_u16()), (0, status));
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_page_equal_to_the_one_before_it_ends_the_list_with_an_error() {
    const SAME: &str = r#"{"items":[{"id":1},{"id":2}]}"#;
    let told = |(given, error): (Vec<u64>, Option<Error>), memory: &Memory| {
        let error = error.unwrap();
        assert_eq!((given.as_slice(), error.kind()), (&[1, 2][..], ErrorKind::RepeatedPage), "{error}");
        assert!(error.to_string().contains("has the same items as the one before it"), "{error}");
        assert_eq!(requests(memory), 2);
    };
    // By number, with and without a condition of the end, and by offset.
    let memory = bodies_of(SAME);
    told(read(&mut items_of::<6, 0>(&memory)).await, &memory);
    let memory = bodies_of(SAME);
    told(read(&mut items_of::<8, 0>(&memory)).await, &memory);
    let memory = bodies_of(SAME);
    told(read(&mut items_of::<13, 0>(&memory)).await, &memory);
    // Other items of the same number are no such page.
    let memory = bodies(&[SAME, r#"{"items":[{"id":1},{"id":3}]}"#, r#"{"items":[]}"#]);
    assert_eq!(read(&mut items_of::<6, 0>(&memory)).await.0, [1, 2, 1, 3]);
}

/// A list of texts or numbers, by page, by token, by URL, and by URLs of any origin.
static SCALARS: [Operation; 4] = [
    scalars(&Paginate::new(PageBy::Page { into: 1, first: 1 }).items(&["items"])),
    scalars(&Paginate::new(PageBy::Token { next: &["next"], into: 0 }).items(&["items"])),
    scalars(&BY_URL),
    scalars(&BY_URL_OF_ANY_ORIGIN),
];

static BY_URL: Paginate = Paginate::new(PageBy::Url { next: &["next"] }).items(&["items"]).end(&[PageEnd::Absent]);
static BY_URL_OF_ANY_ORIGIN: Paginate =
    Paginate::new(PageBy::Url { next: &["next"] }).items(&["items"]).end(&[PageEnd::Absent]).any_origin();

const fn scalars(paging: &'static Paginate) -> Operation {
    static LIST: List = List::new(Type::Json);
    static PAGE: Record = Record {
        name: "Scalars",
        fields: &[Field::required("items", Type::List(&LIST)), Field::optional("next", Type::Text)],
    };
    Operation::new(
        "lists.scalars",
        &SERVICE,
        Protocol::Rest { verb: Verb::Get, path: Template::new("/lists/a", &[]) },
        &INPUT,
    )
    .bindings(BINDINGS)
    .output(Type::Record(&PAGE))
    .paginate(paging)
}

/// The number of pages up to the end or an error.
async fn pages_of(memory: &Arc<Memory>, operation: &'static Operation) -> (usize, Option<Error>) {
    let call = UntypedCall::new(target(memory), Arguments::from_json(operation, b"{}").unwrap());
    let (mut pages, mut count) = (call.pages(), 0);
    loop {
        match pages.try_next().await {
            Ok(Some(_)) => count += 1,
            Ok(None) => return (count, None),
            Err(error) => return (count, Some(error)),
        }
    }
}

/// Texts and numbers may come again on the next page, but not page after page.
#[tokio::test(crate = "chainloom_bounded")]
async fn equal_pages_of_texts_and_numbers_end_too() {
    // One text, equal texts, several numbers, and pages in turn; and the most pages that are given.
    for (pages, most) in [
        (&[r#"["a"]"#][..], 2),
        (&[r#"["a","a"]"#], 2),
        (&["[1]"], 2),
        (&["[1,2]"], 2),
        (&[r#"[{"id":1}]"#], 2),
        (&["[1,2]", "[2,1]"], 5),
        (&[r#"["a"]"#, r#"["b"]"#], 5),
        (&[r#"[{"id":1}]"#, r#"[{"id":2}]"#], 5),
        (&[r#"[{"id":1}]"#, r#"[{"id":2}]"#, r#"[{"id":3}]"#], 5),
        (&["[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]"], 9),
    ] {
        for operation in SCALARS.iter().take(3) {
            let count = AtomicUsize::new(0);
            let memory = Memory::new(move |_| {
                let count = count.fetch_add(1, Ordering::Relaxed);
                let (items, next) = (pages[count % pages.len()], count + 1);
                let body = format!(r#"{{"items":{items},"next":"/lists/a?token={next}"}}"#);
                Ok(http::Response::new(body.into()))
            });
            let (given, error) = pages_of(&memory, operation).await;
            assert_eq!(error.unwrap().kind(), ErrorKind::RepeatedPage, "{pages:?}");
            assert!(given <= most, "{pages:?}: {given}");
        }
    }
    // Equal pages that are followed by others are none.
    let memory = bodies(&[r#"{"items":[1]}"#, r#"{"items":[1]}"#, r#"{"items":[2]}"#, r#"{"items":[]}"#]);
    let (given, error) = pages_of(&memory, &SCALARS[0]).await;
    assert!(given == 4 && error.is_none(), "{given}: {error:?}");
}

/// Behind a proxy, services write URLs of their own origin.
#[tokio::test(crate = "chainloom_bounded")]
async fn urls_of_another_origin_are_requested_at_the_own_one_where_the_spec_says_so() {
    for place in ["https://h", "http://h:8080", "http://inside.example", "//h:1"] {
        let answer = move || {
            Memory::new(move |request| {
                let next = format!(r#"{place}/lists/a?token=2&key=hush-hush"#);
                let body = match request.uri().query().unwrap_or_default().contains("token=2") {
                    true => r#"{"items":[3]}"#.to_owned(),
                    false => format!(r#"{{"items":[1,2],"next":"{next}"}}"#),
                };
                Ok(http::Response::new(body.into()))
            })
        };
        let memory = answer();
        let (given, error) = pages_of(&memory, &SCALARS[2]).await;
        assert_eq!((given, error.map(|error| error.kind())), (1, Some(ErrorKind::PageOrigin)), "{place}");
        let memory = answer();
        let (given, error) = pages_of(&memory, &SCALARS[3]).await;
        assert!(given == 2 && error.is_none(), "{place}: {given}, {error:?}");
        let asked = memory.asked.lock().unwrap();
        let origins: Vec<_> = asked.iter().map(|request| request.uri().authority().unwrap().as_str()).collect();
        assert!(origins.iter().all(|origin| *origin == origins[0]), "{place}: {origins:?}");
    }
    // What is no URL of the web stays refused.
    let memory = bodies(&[r#"{"items":[1],"next":"mailto:a@b"}"#]);
    assert_eq!(pages_of(&memory, &SCALARS[3]).await.1.unwrap().kind(), ErrorKind::NoNextPage);
}

/// Asserts that pages stay on the origin of the first, and that secrets do. `page` is a response
/// whose next page has a URL. The server, its client, and the position behind the first page.
async fn stay_on_their_origin<const W: usize>(page: fn(&str) -> Vec<u8>, position: &str) -> (Server, rt::Client) {
    let elsewhere = Server::start(|_| Some(json("200 OK", "", END))).await;
    let place = elsewhere.url.clone();
    let here = Server::start(move |request| {
        Some(match request.contains("page=2") {
            true => page(&format!("{place}/books?page=3")),
            false => page("books?page=2&key=hush-hush&own=1"),
        })
    })
    .await;
    let client = once(&LISTS).base_url(format!("{}/base/?own=1", here.url));
    let client = client.secret("key", "hush-hush").secret("card", "a-card").build().unwrap();
    let mut items = Call::new(Target::new(client.clone()), Listed::<W, 0>::default()).items();
    items.try_next().await.unwrap();
    assert_eq!(items.position().unwrap().to_string(), position);
    items.try_next().await.unwrap();
    let error = items.try_next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PageOrigin);
    assert!(error.to_string().contains(&elsewhere.url) && !error.to_string().contains("hush"), "{error}");
    assert!(elsewhere.asked().is_empty());
    let asked = here.asked();
    assert!(asked[1].starts_with("GET /base/lists/books?own=1&page=2&key=hush-hush HTTP/1.1\r\n"), "{}", asked[1]);
    assert!(asked[1].contains("x-card: a-card"));
    (here, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn links_stay_on_their_origin() {
    let page = |next: &str| json("200 OK", &format!("link: <{next}>; rel=next\r\n"), A);
    stay_on_their_origin::<5>(page, "1:lists.way5:0:1::link:~/lists/books?page=2").await;
}

/// A page whose next one has this URL.
fn with_url(url: &str) -> String {
    format!("{{\"items\":[{{\"id\":1}}],\"meta\":{{\"@next.url\":{url}}}}}")
}

#[tokio::test(crate = "chainloom_bounded")]
async fn urls_in_a_response_stay_on_their_origin() {
    // An ampersand may be escaped in JSON.
    let page = |next: &str| json("200 OK", "", &with_url(&format!("\"{}\"", next.replacen('&', "\\u0026", 1))));
    let position = "1:lists.way14:0:1::link:~/lists/books?page=2";
    let (here, client) = stay_on_their_origin::<14>(page, position).await;
    // Where a list goes on by a URL, it is no matter whether a header or a member had it.
    let call = || Call::new(Target::new(client.clone()), ByUrl::default());
    let mut rest = call().items().resume(position.parse().unwrap());
    rest.try_next().await.unwrap();
    assert!(here.asked()[2].starts_with("GET /base/lists/books?own=1&page=2&key=hush-hush HTTP/1.1\r\n"));
    let position: PagePosition = "1:lists.way14:0:1::token:\"b\"".parse().unwrap();
    let error = call().items().resume(position).try_next().await.unwrap_err();
    assert!(error.to_string().contains("another kind of pagination"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn urls_that_come_again_are_an_error_and_null_is_the_end() {
    // Pages that lead to themselves, in several forms of one URL. The second of two equal pages is not
    // given.
    for (next, asked) in [("/lists/a", 1), ("?page=2", 2), ("http://h/lists/b/../a", 1), ("#top", 1)] {
        let memory = Memory::fixed(200, "application/json", with_url(&format!("\"{next}\"")));
        let (given, error) = read(&mut items_of::<14, 0>(&memory)).await;
        assert_eq!((given.len(), error.unwrap().kind()), (1, ErrorKind::RepeatedPage), "{next}");
        assert_eq!(requests(&memory), asked);
    }
    for last in ["null", "\"\"", "\" \""] {
        let memory = Memory::fixed(200, "application/json", with_url(last));
        let mut items = items_of::<14, 0>(&memory);
        let (given, error) = read(&mut items).await;
        assert_eq!((given.len(), error.map(|error| error.to_string()), items.is_complete()), (1, None, true), "{last}");
    }
}

/// A link of a further endpoint leads to that endpoint, whichever the next page comes from.
#[tokio::test(crate = "chainloom_bounded")]
async fn links_of_another_endpoint_of_the_client_are_followed() {
    let second = Server::start(|request| {
        let host = request.split("host: ").nth(1).unwrap().lines().next().unwrap();
        let link = format!("link: <http://{host}/base/lists/a?page=2&key=hush-hush>; rel=next\r\n");
        Some(json("200 OK", if request.contains("page=2") { "" } else { &link }, A))
    })
    .await;
    let endpoint = rt::Endpoint::new(format!("{}/base", second.url)).secret("key", "hush-hush");
    let client = rt::Client::builder(&LISTS).base_url("http://127.0.0.1:1/home").endpoint(endpoint).build().unwrap();
    let mut items = Call::new(Target::new(client), ByLink::default()).items();
    items.try_next().await.unwrap();
    assert_eq!(items.position().unwrap().to_string(), "1:lists.way5:0:1::link:~/lists/a?page=2");
    assert_eq!(read(&mut items).await.0, [1]);
    assert!(second.asked()[1].starts_with("GET /base/lists/a?page=2&key=hush-hush HTTP/1.1\r\n"));
}

/// Answers when it is told to, and counts what is under way.
#[derive(Default)]
struct Slow {
    asked: Mutex<Vec<http::Request<Bytes>>>,
    under_way: Arc<AtomicUsize>,
}

struct UnderWay(Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Transport for Slow {
    fn send(&self, request: http::Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
        self.under_way.fetch_add(1, Ordering::Relaxed);
        let guard = UnderWay(Arc::clone(&self.under_way));
        let answer = SHELF.answer(&request);
        self.asked.lock().unwrap().push(request);
        Box::pin(async move {
            let _guard = guard;
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok::<_, TransportError>(answer)
        })
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_next_page_comes_while_one_is_read() {
    for (is_on, seconds) in [(false, 3 + 3 * 5), (true, 1 + 3 * 5)] {
        let slow = Arc::new(Slow::default());
        let client = once(&LISTS).base_url("http://h/").transport(slow.clone()).build().unwrap();
        let mut pages = Call::new(Target::new(client), ByToken::default()).pages().prefetch(is_on);
        let (began, mut count) = (tokio::time::Instant::now(), 0);
        while let Some(page) = pages.try_next().await.unwrap() {
            count += page.into_items().len();
            tokio::time::sleep(Duration::from_secs(5)).await;
            assert!(slow.asked.lock().unwrap().len() <= count.div_ceil(4) + usize::from(is_on), "one page ahead");
        }
        assert_eq!((count, began.elapsed()), (10, Duration::from_secs(seconds)));
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_stream_that_is_dropped_ends_its_call() {
    for is_on in [false, true] {
        let slow = Arc::new(Slow::default());
        let client = once(&LISTS).base_url("http://h/").transport(slow.clone()).build().unwrap();
        let mut pages = Call::new(Target::new(client), ByToken::default()).pages().prefetch(is_on);
        pages.try_next().await.unwrap();
        // A future that is dropped loses nothing: the next one waits for the same page.
        tokio::time::timeout(Duration::from_millis(300), pages.next()).await.unwrap_err();
        assert_eq!(slow.under_way.load(Ordering::Relaxed), 1);
        pages.try_next().await.unwrap();
        tokio::time::timeout(Duration::from_millis(300), pages.next()).await.unwrap_err();
        assert_eq!((slow.asked.lock().unwrap().len(), slow.under_way.load(Ordering::Relaxed)), (3, 1));
        drop(pages);
        tokio::task::yield_now().await;
        assert_eq!(slow.under_way.load(Ordering::Relaxed), 0);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn streams_are_of_the_kind_that_others_take() {
    fn stream<T, S: futures_core::Stream<Item = Result<T, Error>> + Send + Unpin + 'static>(_: S) {}
    let memory = SHELF.serve();
    stream(items_of::<0, 0>(&memory));
    stream(Call::new(target(&memory), ByToken::default()).pages());
    #[cfg(feature = "serde")]
    {
        let position: PagePosition = "1:lists.way0:2:4::token:\"t4\"".parse().unwrap();
        assert_eq!(serde_json::from_str::<PagePosition>(&serde_json::to_string(&position).unwrap()).unwrap(), position);
    }
    assert_eq!(format!("{:?}", items_of::<0, 0>(&memory)), "Items { operation: \"lists.way0\", .. }");
}

/// An item that is counted while it lives.
struct Live(u64);

static LIVE: AtomicUsize = AtomicUsize::new(0);

impl Drop for Live {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::Relaxed);
    }
}

impl rt::Read for Live {
    fn blank() -> Self {
        LIVE.fetch_add(1, Ordering::Relaxed);
        Self(0)
    }
    fn read(ty: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        let item = Item::read(ty, reader)?;
        LIVE.fetch_add(1, Ordering::Relaxed);
        Ok(Self(item.id))
    }
}

impl rt::Write for Live {
    fn write(&self, _: rt::schema::Type, _: &mut rt::Writer) {}
}

/// A list whose page is its items.
struct Long {
    token: Option<rt::Text>,
    at: Option<u64>,
    size: Option<u64>,
}

rt::record!(Long: Default, INPUT[token(0), at(1), size(2)]);

impl rt::Operation for Long {
    type Output = LongPage;
    type Options = rt::OptionSetters;
    fn schema() -> &'static rt::schema::Operation {
        ByToken::schema()
    }
}

impl rt::Paged for Long {
    type Item = Live;
    fn into_items(page: LongPage) -> Vec<Live> {
        page.items
    }
}

struct LongPage {
    items: Vec<Live>,
}

rt::record!(LongPage, PAGE[items(0)]);

/// The items that live are those of the present page, and of one more with `prefetch`.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_long_list_takes_the_memory_of_two_pages() {
    let count = if super::is_full() { 100_000 } else { 5_000 };
    for (is_on, most) in [(false, 100), (true, 200)] {
        let memory = Shelf { items: count, ..SHELF }.serve();
        let list = Long { size: Some(100), ..Long::default() };
        let mut items = Call::new(target(&memory), list).items().prefetch(is_on);
        let (mut next, mut highest) = (0, 0);
        while let Some(item) = items.try_next().await.unwrap() {
            assert_eq!(item.0, next, "lost, doubled or in another order");
            next += 1;
            highest = highest.max(LIVE.load(Ordering::Relaxed));
            memory.asked.lock().unwrap().clear();
        }
        assert_eq!((next, LIVE.load(Ordering::Relaxed)), (count as u64, 0));
        assert!(highest <= most, "{highest} items lived at a time");
    }
}
