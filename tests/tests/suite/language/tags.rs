//! Tags that are members: nested tags, and arms with several values, as clients read and send them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use serde_json::{Value, json};

use crate::loopback::Server;

chainloom::include_api!("tests/macros/tags.yaml");

use tags::{Book, BookShelf, BookState, BookTaken, Hall, ItemsKind, TakenKind};

async fn listed(answer: &Value) -> Result<tags::Items, chainloom::runtime::Error> {
    let server = Server::answering(200, answer).await;
    let client = tags::Client::builder().base_url(server.url()).build().unwrap();
    client.list_items(Hall::East).await
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_nested_tag_selects_the_arm_wherever_it_stands() {
    for answer in [
        json!({ "at": { "hall": "east", "floor": 1 }, "books": ["Emma"] }),
        json!({ "books": ["Emma"], "at": { "floor": 1, "hall": "east" }, "next": "n" }),
        json!({ "maps": "what no arm of this hall has", "books": ["Emma"], "at": { "more": [{}], "floor": 1, "hall": "east" } }),
    ] {
        let items = listed(&answer).await.unwrap();
        assert_eq!((items.at.hall, items.at.floor), (Hall::East, 1));
        assert!(matches!(items.kind, ItemsKind::East(ref east) if east.books == ["Emma"]), "{answer}");
    }
    let west = listed(&json!({ "maps": [25000], "at": { "hall": "west", "floor": 2 } })).await.unwrap();
    assert!(matches!(west.kind, ItemsKind::West(ref west) if west.maps == [25000]));
    // A tag of no arm keeps the common members, and its own text.
    let other = listed(&json!({ "at": { "hall": "roof", "floor": 9 }, "doves": 3 })).await.unwrap();
    assert_eq!(other.at.hall, Hall::UnknownValue("roof".into()));
    assert!(matches!(other.kind, ItemsKind::UnknownValue(ref name) if *name == "roof"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_nested_tag_that_is_missing_or_no_text_is_an_error_with_its_place() {
    for (answer, place) in [
        (json!({ "books": [] }), "at"),
        (json!({ "at": { "floor": 1 }, "books": [] }), "at.hall"),
        (json!({ "at": { "hall": 5, "floor": 1 }, "books": [] }), "at.hall"),
        (json!({ "at": null, "books": [] }), "at"),
        (json!({ "books": [[]], "at": { "hall": "east", "floor": 1 } }), "books[0]"),
    ] {
        let error = listed(&answer).await.unwrap_err().to_string();
        assert!(error.contains(&format!("does not fit: {place}: ")), "{answer}: {error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_arm_with_several_values_keeps_which_it_is() {
    for (state, kind) in [("lent", TakenKind::Lent), ("read", TakenKind::Read)] {
        let answer = json!({ "reader": "Ada", "title": "Emma", "state": state });
        let server = Server::answering(200, &answer).await;
        let client = tags::Client::builder().base_url(server.url()).build().unwrap();
        let book = Book::new(BookTaken::new(kind.clone(), "Ada"), "Emma");
        let answered = client.put_book(book.clone()).await.unwrap();
        assert_eq!(server.request().body, json!({ "title": "Emma", "state": state, "reader": "Ada" }));
        assert_eq!(answered, book);
        assert!(matches!(answered.state, BookState::Taken(ref taken) if taken.state == kind));
    }
    let answer = json!({ "title": "Emma", "state": "shelf", "shelf": 7 });
    let server = Server::answering(200, &answer).await;
    let client = tags::Client::builder().base_url(server.url()).build().unwrap();
    let book = client.put_book(Book::new(BookShelf::new(7), "Emma")).await.unwrap();
    assert_eq!(server.request().body, answer);
    assert!(matches!(book.state, BookState::Shelf(_)));
}
