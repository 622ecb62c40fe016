//! Calls of clients of the macros, against a server on loopback: what is sent, what a response
//! becomes, and what is refused before anything is sent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fmt;

use crate::loopback::Server;
use chainloom::runtime::codec::{Read, Reader, Write, Writer};
use chainloom::runtime::{Json, ReadError, schema::Type};
use serde_json::{Value, json};

chainloom::include_api!("tests/macros/counter.yaml");
chainloom::include_api!("tests/macros/my_data.yaml");
chainloom::include_api!("tests/macros/own_chain.yaml");

/// Cents, which the service writes as a number: a type with form and behaviour of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cents(u64);

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Read for Cents {
    fn blank() -> Self {
        Self(0)
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        u64::read(ty, reader).map(Self)
    }
}

impl Write for Cents {
    fn write(&self, ty: Type, writer: &mut Writer) {
        self.0.write(ty, writer);
    }
}

#[chainloom::api]
mod shop {
    use super::Cents;
    use chainloom::runtime::Json;
    use serde_json::Value;

    /// A thing.
    struct Thing {
        /// What it is.
        name: String,
        /// What it costs.
        price: Cents,
        /// What it cost before.
        old_prices: Vec<Cents>,
        /// Anything that another library knows.
        settings: Option<Json<Value>>,
        /// Which kind.
        #[api(rename = "type")]
        kind: Kind,
    }
    /// Kinds.
    enum Kind {
        /// It was.
        #[api(rename = "old-one")]
        Old,
        /// It is.
        #[api(rename = "new-one")]
        New,
    }
    /// What to look for.
    #[api(union = "form")]
    enum Key {
        /// By number.
        Number(u64),
        /// By name.
        Name(String),
    }
    #[api(
        endpoint = "/rpc/{room}",
        vars(room(default = "front", doc = "Which room.")),
        rpc(params = "positional"),
        instance = "room",
        effect = "read"
    )]
    trait Shelves {
        /// Finds.
        #[api(method = "shelf.find", rules = [{ atMostOne: [least, most] }])]
        fn find(&self, key: Key, least: Option<Cents>, most: Option<Cents>) -> Vec<Thing>;
    }
    trait Web {
        /// Buys.
        #[api(post = "/things/{name}", effect = "write")]
        fn buy(
            &self,
            name: String,
            price: Cents,
            #[api(range = 1..=9)] how_many: Option<u64>,
            #[api(header, rename = "x-tag")] tag: Option<String>,
        ) -> Thing;
    }
}

fn thing() -> Value {
    json!({ "name": "lamp", "price": 1250, "oldPrices": [1300, "1400"], "settings": { "a": [1] }, "type": "new-one" })
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_of_included_yaml_goes_out_and_comes_back() {
    let server = Server::with_result(&json!({ "name": "a", "value": "7", "kind": "up" })).await;
    let client = counter::Client::builder().url(server.url()).key("secret").build().unwrap();
    let found = client.counters("side").get_counter("a").depth(3).await.unwrap();
    assert_eq!((found.value, found.kind), (7, counter::Kind::Up));
    let request = server.request();
    assert_eq!((request.line.as_str(), request.header("x-key")), ("POST /chain/side/rpc HTTP/1.1", Some("secret")));
    assert_eq!(
        (&request.body["method"], &request.body["params"]),
        (&json!("counter.get"), &json!({ "name": "a", "depth": 3 }))
    );
}

#[tokio::test(crate = "chainloom_bounded")]
async fn rules_hold_before_anything_is_sent() {
    let server = Server::answering(200, &json!([])).await;
    let client = counter::Client::new(server.url()).unwrap();
    let error = client.counters("main").get_counter("a").depth(11).await.unwrap_err();
    assert!(error.is_invalid_request() && error.to_string().contains("depth"), "{error}");
    let client = shop::Client::new(server.url()).unwrap();
    let error = client.shelves("front").find(shop::Key::Number(1)).least(Cents(1)).most(Cents(2)).await.unwrap_err();
    assert!(error.is_invalid_request() && error.to_string().contains("most"), "{error}");
    let error = client.buy("lamp", Cents(5)).how_many(10).await.unwrap_err();
    assert!(error.is_invalid_request() && error.to_string().contains("howMany"), "{error}");
    assert_eq!(server.count(), 0, "nothing was sent");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_described_in_rust_goes_out_and_comes_back() {
    let server = Server::with_result(&json!([thing()])).await;
    let client = shop::Client::new(server.url()).unwrap();
    let found = client.shelves("back").find(shop::Key::Name("lamp".into())).most(Cents(2000)).await.unwrap();
    let request = server.request();
    assert_eq!(request.line, "POST /rpc/back HTTP/1.1");
    assert_eq!(
        (&request.body["method"], &request.body["params"]),
        (&json!("shelf.find"), &json!(["lamp", null, 2000]))
    );
    let [lamp] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((lamp.price.to_string().as_str(), lamp.kind.clone()), ("12.50", shop::Kind::New));
    assert_eq!(lamp.old_prices, [Cents(1300), Cents(1400)]);
    assert_eq!(lamp.settings, Some(Json(json!({ "a": [1] }))));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_method_of_ones_own_goes_through_the_built_in_client() {
    use own_chain::{EvmServiceExt as _, OwnBlockOwnerCall as _};
    let owner = "0x0000000000000000000000000000000000000001";
    let server = Server::with_result(&json!({ "who": owner, "since": 7 })).await;
    let node = chainloom::node::Client::new(server.url()).unwrap();
    let found = node.evm("mine").own_block_owner(12).depth(3).await.unwrap();
    assert_eq!((found.who, found.since), (owner.parse().unwrap(), Some(7)));
    let request = server.request();
    assert_eq!(request.line, "POST /ext/bc/mine/rpc HTTP/1.1");
    assert_eq!((&request.body["method"], &request.body["params"]), (&json!("own_blockOwner"), &json!([12, 3])));
    let error = node.evm("mine").own_block_owner(12).depth(10).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}

/// The description is the one of `docs/calls.md`.
#[tokio::test(crate = "chainloom_bounded")]
async fn an_operation_of_ones_own_has_pages_of_the_built_in_client() {
    use my_data::{ClientExt as _, ListLabelsCall as _};
    let (page, file) = (include_str!("../../../../docs/calls.md"), include_str!("../../macros/my_data.yaml"));
    let (_, described) = file.split_once('\n').unwrap();
    assert!(page.contains(&format!("# my_data.yaml\n{described}```\n")), "docs/calls.md has another description");

    let label = json!({ "address": "0x1", "label": "mine" });
    let server = Server::answering(200, &json!({ "labels": [label] })).await;
    let client = chainloom::data::Client::new(server.url()).unwrap();
    let mut labels = client.list_labels().page_size(100).items();
    assert_eq!(labels.try_next().await.unwrap().unwrap().label, "mine");
    assert!(labels.try_next().await.unwrap().is_none());
    assert_eq!(server.request().line, "GET /v1/labels?pageSize=100 HTTP/1.1");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn rest_puts_each_parameter_in_its_place() {
    let server = Server::answering(200, &thing()).await;
    let client = shop::Client::new(server.url()).unwrap();
    let bought = client.buy("red lamp", Cents(1250)).how_many(2).tag("gift").await.unwrap();
    assert_eq!(bought.name, "lamp");
    let request = server.request();
    assert_eq!((request.line.as_str(), request.header("x-tag")), ("POST /things/red%20lamp HTTP/1.1", Some("gift")));
    assert_eq!(request.body, json!({ "price": 1250, "howMany": 2 }));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_error_of_the_service_is_told_in_its_words() {
    let server = Server::answering(400, &json!({ "reason": "no such counter" })).await;
    let client = counter::Client::new(server.url()).unwrap();
    let error = client.counters("main").get_counter("b").await.unwrap_err();
    assert!(error.is_status(), "{error}");
}

#[test]
fn what_was_read_is_written_again() {
    let text = serde_json::to_vec(&thing()).unwrap();
    let lamp: shop::Thing = serde_json::from_slice(&text).unwrap();
    let again = serde_json::to_value(&lamp).unwrap();
    let mut expected = thing();
    expected["oldPrices"] = json!([1300, 1400]);
    assert_eq!(again, expected);
}
