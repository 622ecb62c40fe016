//! Lists by the number of the page that end with a short page: from a server that follows the number,
//! and from one that ignores it. The servers know nothing of the client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use axum::Json;
use axum::response::IntoResponse as _;
use chainloom::runtime::ErrorKind;
use serde_json::json;

use crate::loopback::Recorder;

#[chainloom::api]
mod shelf {
    /// A book.
    struct Book {
        id: u32,
    }

    trait Shelf {
        /// Lists books.
        #[api(get = "/books", paginate(by = "page", into = "page", size = "per_page", end = [short]))]
        #[api(rename_all = "snake_case")]
        fn list_books(&self, page: Option<u32>, per_page: Option<u32>) -> Vec<Book>;
    }
}

/// A server with 5 books in pages of 2.
async fn server(follows: bool) -> Recorder {
    Recorder::start(move |arrived| {
        let url = reqwest::Url::parse(&format!("http://h{}", arrived.uri)).unwrap();
        let page = url.query_pairs().find(|(name, _)| name == "page").map_or(1, |(_, page)| page.parse().unwrap());
        let page = if follows { page } else { 1 };
        let books = (1..6).skip(2 * (page - 1)).take(2).map(|id| json!({ "id": id }));
        Json(books.collect::<Vec<_>>()).into_response()
    })
    .await
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_short_page_is_the_last() {
    let server = server(true).await;
    let mut books = shelf::Client::new(&server.url).unwrap().list_books().per_page(2).items();
    let mut ids = Vec::new();
    while let Some(book) = books.try_next().await.unwrap() {
        ids.push(book.id);
    }
    assert_eq!(ids, [1, 2, 3, 4, 5]);
    assert!(books.is_complete());
    let page = |number: u32| format!("GET /books?page={number}&per_page=2");
    assert_eq!(server.take_lines(), ["GET /books?per_page=2".to_owned(), page(2), page(3)]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_server_that_ignores_the_number_is_not_asked_for_ever() {
    let server = server(false).await;
    let client = shelf::Client::new(&server.url).unwrap();
    for size in [Some(2), None] {
        let mut books = client.list_books().per_page(size).items();
        let mut ids = Vec::new();
        let error = loop {
            match books.try_next().await {
                Ok(book) => ids.push(book.unwrap().id),
                Err(error) => break error,
            }
        };
        assert_eq!((ids.as_slice(), error.kind()), (&[1, 2][..], ErrorKind::RepeatedPage), "{error}");
        assert_eq!(server.take().len(), 2);
    }
}
