//! Types beyond records of texts: three states, enumerations and tags of numbers, constants,
//! tuples, and unions, as clients of both macros send and receive them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom::runtime::{Maybe, catalog::Arguments};
use serde_json::json;

use crate::loopback::Server;

chainloom::include_api!("tests/macros/types.yaml");

#[chainloom::api]
mod desk {
    /// A cover.
    enum Cover {
        /// Thin.
        Paper = 1,
        /// Old.
        Cloth = -2,
    }
    /// A card.
    struct Card {
        /// Its number.
        number: String,
    }
    /// Who has a book.
    #[api(union(tag = "is"))]
    enum Holder {
        /// By card.
        Card(Card) = 1,
        /// Nobody.
        Nobody = 3,
    }
    /// Result of a return.
    #[api(union(tag = "ok"))]
    enum Return {
        /// By card.
        Card(Card) = true,
        /// Nobody knows.
        Nobody = false,
    }
    /// A change of a book.
    struct Edit {
        #[api(const = "2.0")]
        version: String,
        /// Its title.
        title: Maybe<String>,
        /// Shelf and row.
        place: (u8, String),
        /// How it is bound.
        cover: Option<Cover>,
    }
    trait Desk {
        /// Changes a book.
        #[api(post = "/books", effect = "write")]
        fn edit(&self, edit: Edit, holder: Holder) -> Holder;

        /// Gives a book back.
        #[api(post = "/returns", effect = "write")]
        fn give_back(&self, back: Return) -> Return;
    }
}

fn answer() -> serde_json::Value {
    json!({
        "edits": [
            { "version": "3.0", "title": null, "note": null, "cover": 7, "place": [1, "b", null, "more"] },
            { "cover": 12, "title": "a" },
            {}
        ],
        "holders": [{ "is": 1, "number": "4" }, { "is": 2, "name": "Ada" }, { "is": 3 }, { "is": 9, "x": true }],
        "payers": [{ "since": 1, "number": "4" }, { "since": 2 }],
        "groups": [7, "7", ["a"], { "other": [] }]
    })
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_built_is_what_is_sent() {
    use types::{Card, Cover, Edit, Guest, Holder, HolderNobody, Payer};

    let server = Server::answering(200, &answer()).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    let edit = Edit::new().title(None).cover(Cover::Cloth).place((3, "b".into(), Some(Cover::Paper)));
    client.edit("1", edit).holder(Card::new("4")).group(["a", "b"]).await.unwrap();
    let expected = json!({
        "edit": { "version": "2.0", "title": null, "cover": -2, "place": [3, "b", 1] },
        "holder": { "is": 1, "number": "4" },
        "group": ["a", "b"]
    });
    assert_eq!(server.request().body, expected);

    let payer = Payer::new(Card::new("4"), 5);
    let guest = Holder::new(Guest::new("Ada")).since(7);
    let call = client.edit("1", Edit::new().title("b")).holder(guest).payer(payer).mark(None).group("007");
    call.await.unwrap();
    let expected = json!({
        "edit": { "version": "2.0", "title": "b" },
        "holder": { "since": 7, "is": 2, "name": "Ada" },
        "payer": { "since": 5, "number": "4" },
        "group": "007",
        "mark": null
    });
    assert_eq!(server.request().body, expected);

    client.edit("1", Edit::new()).holder(HolderNobody::new()).await.unwrap();
    assert_eq!(server.request().body, json!({ "edit": { "version": "2.0" }, "holder": { "is": 3 } }));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn lists_take_numbers_without_a_type() {
    let server = Server::answering(200, &answer()).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    client.sort_books([1, 2]).weights([0.5, 2.5]).rows([3, 4]).grid([[1, 2], [3, 4]]).await.unwrap();
    let expected = json!({ "shelves": [1, 2], "weights": [0.5, 2.5], "rows": [3, 4], "grid": [[1, 2], [3, 4]] });
    assert_eq!(server.request().body, expected);

    client.sort_books(vec![7_u64]).rows((1..=3).collect::<types::Rows>()).await.unwrap();
    assert_eq!(server.request().body, json!({ "shelves": [7], "rows": [1, 2, 3] }));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn null_is_given_where_it_clears() {
    let server = Server::answering(200, &answer()).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    let told = client.edit("1", types::Edit::new()).await.unwrap_err();
    assert!(told.to_string().contains("at least one of `holder` and `mark`"), "{told}");
    client.edit("1", types::Edit::new()).mark(None).await.unwrap();
    assert_eq!(server.request().body["mark"], json!(null));
    // A name for what may be null is one of the three, too.
    let edit = types::Edit::new().lender(None).seller("Eva");
    assert_eq!((&edit.lender, edit.seller.as_deref()), (&Maybe::Null, Some("Eva")));
    client.edit("1", edit).mark(None).await.unwrap();
    assert_eq!(server.request().body["edit"], json!({ "version": "2.0", "lender": null, "seller": "Eva" }));
    let told = client.edit("1", types::Edit::new().lender("")).mark(None).await.unwrap_err();
    assert!(told.to_string().contains("edit.lender"), "{told}");

    // The same without types.
    let json = br#"{"id":"1","edit":{"version":"2.0"},"mark":null}"#;
    let arguments = Arguments::from_json(&types::__tables::EDIT_, json).unwrap();
    assert_eq!(arguments.into_members().last().unwrap().as_deref(), Some(b"null".as_slice()));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_comes_is_told_apart() {
    use types::{Cover, Group, HolderIs, PayerKind};

    let server = Server::answering(200, &answer()).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    let found = client.edit("1", types::Edit::new()).mark("x").await.unwrap();
    let [first, second, third] = found.edits.as_slice() else { panic!("{found:?}") };
    assert_eq!((&first.title, &first.note, first.cover), (&Maybe::Null, &None, Some(Cover::Leather)));
    assert_eq!(first.place, Some((1, "b".into(), None)));
    assert_eq!((&second.title, second.cover), (&Maybe::Value("a".into()), Some(Cover::UnknownValue(12))));
    assert_eq!(third.title, Maybe::Absent);

    let [card, guest, nobody, other] = found.holders.as_slice() else { panic!("{found:?}") };
    assert!(matches!(&card.is, HolderIs::Card(card) if card.number == "4"));
    assert!(matches!(&guest.is, HolderIs::Visitor(guest) if guest.name == "Ada"));
    assert!(matches!(nobody.is, HolderIs::Nobody(_)));
    assert_eq!((&other.is, other.extra.len()), (&HolderIs::UnknownValue(9), 1));
    assert!(matches!(&found.payers[0].kind, PayerKind::Card(card) if card.number == "4"));
    assert!(matches!(&found.payers[1].kind, PayerKind::None(_)));

    let [number, text, words, unknown] = found.groups.as_slice() else { panic!("{found:?}") };
    assert_eq!((number, text), (&Group::Number(7.0), &Group::Text("7".into())));
    assert_eq!(words, &Group::from(["a"]));
    assert!(matches!(unknown, Group::UnknownValue(json) if json.as_str() == r#"{"other":[]}"#));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_tag_may_be_a_boolean() {
    use types::{Card, OnceOk, Return, ReturnLate, ReturnOk};

    let items = json!([{ "ok": true, "number": "4" }, { "at": "now", "ok": false, "fine": "2.5" }]);
    let once = json!([{ "number": "4", "ok": true }, { "ok": false, "x": 1 }]);
    let server = Server::answering(200, &json!({ "items": items, "once": once })).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    let sent = [Return::new(Card::new("4")), Return::new(ReturnLate::new("2.5")).at("now")];
    let found = client.give_back(sent).await.unwrap();
    assert_eq!(server.request().body, json!({ "items": items }));
    assert!(matches!(&found.items[0].ok, ReturnOk::Card(card) if card.number == "4"));
    assert!(matches!(&found.items[1].ok, ReturnOk::Late(late) if late.fine == "2.5"));
    let once = found.once.unwrap();
    assert!(matches!(once[0].ok, OnceOk::Card(_)));
    assert_eq!((&once[1].ok, once[1].extra.len()), (&OnceOk::UnknownValue(false), 1));

    // A text is no boolean.
    let server = Server::answering(200, &json!({ "items": [{ "ok": "true", "number": "4" }] })).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    let error = client.give_back([Card::new("4")]).await.unwrap_err();
    assert!(error.is_decode() && error.to_string().contains("expected `true` or `false`"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_record_with_a_parameter_is_a_type_for_each_use() {
    use types::{Card, Cover, PageOfCard, PageOfCardList, PageOfCover, PageOfCoverOrNull, PairOfStringAndCard};

    let server = Server::answering(200, &json!({ "items": [{ "number": "4" }], "next": "b" })).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    let page: PageOfCard = client.cards().await.unwrap();
    assert_eq!((page.items[0].number.as_str(), page.next.as_deref()), ("4", Some("b")));

    let pairs = json!([{ "first": "a", "second": { "x": null } }]);
    let shelves = json!([{ "items": [[{ "number": "5" }]] }]);
    let answer = json!({ "pairs": pairs, "shelves": shelves, "gaps": { "items": [null, 1] } });
    let server = Server::answering(200, &answer).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    let found = client.pairs(PageOfCover::new([Cover::Paper])).await.unwrap();
    let pair: &PairOfStringAndCard = &found.pairs[0];
    assert_eq!((pair.first.as_str(), pair.second.get("x")), ("a", Some(&None::<Card>)));
    let shelves: &[PageOfCardList] = found.shelves.value().unwrap();
    assert_eq!(shelves[0].items[0][0].number.as_str(), "5");
    let gaps: &PageOfCoverOrNull = found.gaps.as_ref().unwrap();
    assert_eq!(gaps.items, [None, Some(Cover::Paper)]);
    assert_eq!(server.request().body, json!({ "page": { "items": [1] } }));
}

/// The record of a use stands in the file of the use; what it names besides stays where it is
/// declared.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_record_with_a_parameter_is_used_from_another_file() {
    use types::sheets::{Paper, Sheaf};
    use types::{Card, SheetOfCard};

    let sheet = json!({ "rows": [{ "number": "4" }], "paper": "rag", "back": { "place": 2 } });
    let server = Server::answering(200, &sheet).await;
    let client = types::Client::builder().url(server.url()).build().unwrap();
    let sent = SheetOfCard::new([Card::new("4")], Paper::Rag).back(Sheaf::new(2));
    assert_eq!(client.sheet(sent.clone()).await.unwrap(), sent);
    assert_eq!(server.request().body, sheet);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_rust_form_says_the_same() {
    let server = Server::answering(200, &json!({ "is": 3 })).await;
    let client = desk::Client::new(server.url()).unwrap();
    let edit = desk::Edit::new((1, "a".into())).title("b").cover(desk::Cover::Cloth);
    let found = client.edit(edit, desk::Card::new("4")).await.unwrap();
    assert!(matches!(found.is, desk::HolderIs::Nobody(_)));
    let expected = json!({
        "edit": { "version": "2.0", "title": "b", "place": [1, "a"], "cover": -2 },
        "holder": { "is": 1, "number": "4" }
    });
    assert_eq!(server.request().body, expected);

    let server = Server::answering(200, &json!({ "ok": false })).await;
    let client = desk::Client::new(server.url()).unwrap();
    let found = client.give_back(desk::Card::new("4")).await.unwrap();
    assert!(matches!(found.ok, desk::ReturnOk::Nobody(_)));
    assert_eq!(server.request().body, json!({ "back": { "ok": true, "number": "4" } }));
}

#[test]
fn a_value_that_is_not_listed_is_used_like_the_others() {
    use chainloom::data::Currency;
    use std::collections::{BTreeSet, HashSet};

    let (known, other): (Currency, Currency) = ("usd".parse().unwrap(), "zzz".parse().unwrap());
    assert_eq!((known.as_str(), other.as_str()), (Currency::Usd.as_str(), "zzz"));
    assert_eq!((Currency::from("usd".to_owned()), format!("{other:>5}")), (known.clone(), "  zzz".to_owned()));
    assert_eq!(HashSet::from([known.clone(), other.clone(), "zzz".into()]).len(), 2);
    assert_eq!(BTreeSet::from([other, known]).len(), 2);
    assert_eq!((types::Cover::Cloth.number(), types::Cover::from(12).number()), (-2, 12));
}

/// The text with another last digit, which is one of the checksum.
fn other_checksum(text: &str) -> String {
    let (head, last) = text.split_at(text.len() - 1);
    format!("{head}{}", if last == "z" { "y" } else { "z" })
}

#[test]
fn ids_come_from_bytes_and_hex_and_go_back() {
    use chainloom::runtime::{FixedBytes, RawJson, Text};
    use chainloom::scalars::{Id, NodeId};

    let hex: FixedBytes<32> = "0x0707070707070707070707070707070707070707070707070707070707070707".parse().unwrap();
    let id = Id::from(hex);
    assert_eq!((id, FixedBytes::from(id), id.as_ref()), (Id::from([7; 32]), hex, [7; 32].as_slice()));
    assert_eq!(NodeId::from([7; 20]).to_string().parse::<NodeId>().unwrap().bytes(), &[7; 20]);
    let json = RawJson::parse(&format!(r#"["{id}"]"#)).unwrap();
    assert_eq!(json.to::<Vec<Id>>().unwrap(), [id]);
    // One wrong checksum does not fail what is around it, and is not lost.
    let slip = other_checksum(&id.to_string());
    let json = RawJson::parse(&format!(r#"["{slip}","{id}"]"#)).unwrap();
    let ids = json.to::<Vec<Id>>().unwrap();
    assert_eq!(ids.iter().map(Id::is_valid).collect::<Vec<_>>(), [false, true]);
    assert_eq!((serde_json::to_string(&ids).unwrap().as_str(), ids[0].to_string()), (json.as_str(), slip.clone()));
    assert!(slip.parse::<Id>().is_err());
    let card: types::Card = RawJson::parse(r#"{"number":"4"}"#).unwrap().to().unwrap();
    let (owned, text) = ("4".to_owned(), card.number);
    assert_eq!(text, owned);
    assert_eq!(owned, text);
    assert_eq!(("4", &text), (text.as_str(), &Text::from("4")));
    assert_eq!("4", text);
    assert_eq!(*"4", text);
    assert_eq!(Text::from('4'), text);
}
