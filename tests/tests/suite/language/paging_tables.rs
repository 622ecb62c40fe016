//! Tables of pages, costs and limits in generated code, as programs read them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom::runtime::Operation as _;
use chainloom::runtime::schema::{Limit, PageBy, PageEnd, Quantity};
use serde_json::{Value, json};

use crate::loopback::Server;

chainloom::include_api!("tests/macros/gallery.yaml");

/// The member that a path leads to.
fn at<'v>(mut value: &'v Value, path: &[&str]) -> &'v Value {
    for name in path {
        value = &value[name];
    }
    value
}

#[tokio::test(crate = "chainloom_bounded")]
async fn pages_are_described_as_they_come() {
    let answer = json!({ "pictures": [{ "id": 4 }, { "id": 7 }], "meta": { "cursor": "c2", "total": 9 } });
    let server = Server::answering(200, &answer).await;
    let client = gallery::Client::new(server.url()).unwrap();
    let page = client.by_cursor().most(2).await.unwrap();
    assert_eq!(page.pictures.len(), 2);
    let pages = gallery::calls::ByCursor::schema().paginate.unwrap();
    let PageBy::Token { next, into } = pages.by else { panic!("{:?}", pages.by) };
    assert_eq!(at(&answer, next), "c2");
    assert_eq!(at(&answer, pages.items).as_array().map(Vec::len), Some(2));
    let fields = gallery::calls::ByCursor::schema().input.fields;
    assert_eq!((fields[into].name, fields[pages.size.unwrap()].name), ("from", "most"));
    let [PageEnd::Absent, PageEnd::Total(total)] = pages.end else { panic!("{:?}", pages.end) };
    assert_eq!(at(&answer, total), 9);
    let again = client.by_cursor().from(page.meta.cursor.unwrap()).await.unwrap();
    assert_eq!(again.pictures[1].id, 7);
    assert_eq!(server.request().line, "GET /cursor?from=c2 HTTP/1.1");
}

#[test]
fn a_list_that_goes_on_by_its_last_item() {
    let pages = gallery::calls::ByLast::schema().paginate.unwrap();
    assert!(pages.items.is_empty() && pages.end.is_empty());
    assert_eq!(pages.by, PageBy::Last { next: &["id"], into: 0 });
}

#[test]
fn costs_and_limits_are_numbers() {
    let [by_cursor, by_last] = [gallery::calls::ByCursor::schema(), gallery::calls::ByLast::schema()];
    assert_eq!((by_cursor.cost, by_last.cost), (Some(20), None));
    assert_eq!(by_last.limits, [Limit::new(Quantity::Bytes, 100)]);
    let all = by_cursor.service.client.limits;
    assert_eq!(
        all,
        [Limit::new(Quantity::Cost, 600).per(60).tier("visitors"), Limit::new(Quantity::Requests, 5).per(1)]
    );
    // So many calls a visitor has in a minute.
    let cost = all.iter().find(|limit| limit.of == Quantity::Cost).unwrap();
    assert_eq!(cost.max / by_cursor.cost.unwrap(), 30);
}

#[test]
fn the_three_apis_say_theirs() {
    use chainloom::data::blocks::calls::GetLatestBlocks;
    use chainloom::node::index::calls::GetContainerRange;
    let blocks = GetLatestBlocks::schema();
    assert!(blocks.cost.is_some() && blocks.service.client.limits.iter().any(|limit| limit.per == Some(60)));
    let range = GetContainerRange::schema().paginate.unwrap();
    assert!(matches!(range.by, PageBy::Offset { .. }) && range.size.is_some());
}
