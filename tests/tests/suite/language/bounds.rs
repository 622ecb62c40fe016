//! Bounds at every depth: a value outside of them is refused before anything is sent, with its
//! place. Responses are not checked.

use chainloom::runtime::catalog::{Arguments, Target};
use serde_json::{Value, json};

use crate::loopback::Server;

chainloom::include_api!("tests/macros/bounds.yaml");

#[chainloom::api]
mod yard {
    /// A row.
    #[api(range = 1..=9)]
    type Row = u8;
    /// A name.
    #[api(pattern = "^[a-z]+$", size = 2..)]
    type Name = String;
    /// A place.
    #[api(union = "form")]
    enum Place {
        /// By row.
        #[api(range = ..=5)]
        Row(Row),
        /// By name.
        Name(Name),
    }
    /// What to look for.
    struct Filter {
        /// Where.
        places: Vec<Place>,
        /// In which rows.
        #[api(size = 1..=2)]
        rows: Vec<Row>,
    }
    trait Yards {
        /// Finds.
        #[api(post = "/find", effect = "read")]
        fn find(&self, filter: Filter) -> bool;
    }
}

/// What is told of a filter, by typed and untyped callers alike.
async fn told(filter: Value) -> String {
    let server = Server::answering(200, &json!([])).await;
    let client = bounds::Client::new(server.url()).unwrap();
    let read: bounds::Filter = serde_json::from_value(filter.clone()).unwrap();
    let typed = client.find(read).await.unwrap_err();
    assert!(typed.is_invalid_request(), "{typed}");
    let operation = <bounds::calls::Find as chainloom::runtime::Operation>::schema();
    let body = json!({ "filter": filter }).to_string();
    let arguments = Arguments::from_json(operation, body.as_bytes()).unwrap().into_members();
    let target = Target::new(client.inner().clone());
    let untyped = client.inner().execute(operation, &arguments, &target).await.unwrap_err();
    assert_eq!((typed.to_string(), server.count()), (untyped.to_string(), 0), "nothing was sent");
    typed.broken_rules().join("; ")
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_out_of_its_bounds_is_named_by_its_place() {
    for (filter, text) in [
        (json!({ "limit": 0 }), "`filter.limit` must be at least 1, but is 0"),
        (json!({ "state": "all" }), "`filter.state` must be one of `open` and `closed`, but is \"all\""),
        (json!({ "names": ["Ada", "bob"] }), "`filter.names[1]` must have the pattern `^[A-Z][a-z]*$`, but is \"bob\""),
        (json!({ "names": ["A"] }), "`filter.names[0]` must have at least 2 characters, but has 1"),
        (json!({ "names": ["Ab", "Ab", "Ab", "Ab"] }), "`filter.names` must have at most 3 items, but has 4"),
        (json!({ "loads": [["5"], ["7", "0"]] }), "`filter.loads[1][1]` must be at least 1, but is 0"),
        (json!({ "piers": { "Ada": 501 } }), "`filter.piers.Ada` must be at most 500, but is 501"),
        (json!({ "piers": { "x": 5 } }), "`filter.piers.x` must have the pattern `^[A-Z][a-z]*$`, but is \"x\""),
        (json!({ "place": 0 }), "`filter.place` must be at least 1, but is 0"),
        (json!({ "place": "Veryverylong" }), "`filter.place` must have at most 8 characters, but has 12"),
        (json!({ "ship": { "kind": "tug", "power": 5 } }), "`filter.ship.power` must be at least 10, but is 5"),
        (json!({ "ship": { "kind": "sail", "length": 0 } }), "`filter.ship.length` must be at least 1, but is 0"),
        (json!({ "cargo": { "tons": 0 } }), "`filter.cargo.tons` must be at least 1, but is 0"),
        (
            json!({ "cargo": { "note": "a" } }),
            "`filter.cargo.note` must have the pattern `^[A-Z][a-z]*$`, but is \"a\"",
        ),
        (
            json!({ "inner": { "inner": { "limit": 2000 } } }),
            "`filter.inner.inner.limit` must be at most 1000, but is 2000",
        ),
    ] {
        assert_eq!(told(filter).await, text);
    }
    let many: Vec<Vec<&str>> = vec![vec!["0"]; 1000];
    assert_eq!(told(json!({ "loads": many })).await.split("; ").count(), 10);
    let both = told(json!({ "limit": 0, "place": 501 })).await;
    assert_eq!(both, "`filter.limit` must be at least 1, but is 0; `filter.place` must be at most 500, but is 501");
}

/// An address whose checksum is right, and one in which a letter is another.
const OWNER: &str = "town1pvc9275lcn5suv6c0k3v0mq3xedcpfw2z5gyse";
const SLIP: &str = "town1pvd9275lcn5suv6c0k3v0mq3xedcpfw2z5gyse";

#[tokio::test(crate = "chainloom_bounded")]
async fn a_wrong_checksum_is_read_and_never_sent() {
    let wanted = "must be a bech32 address of 20 bytes with a valid checksum, but is";
    assert_eq!(told(json!({ "owners": [OWNER, SLIP] })).await, format!("`filter.owners[1]` {wanted} \"{SLIP}\""));
    let server = Server::answering(200, &json!([{ "owners": [SLIP] }])).await;
    let client = bounds::Client::new(server.url()).unwrap();
    let sent: bounds::Filter = serde_json::from_value(json!({ "owners": [OWNER], "inner": {} })).unwrap();
    let found = client.find(sent.clone()).owner(OWNER.parse::<bounds::Owner>().unwrap()).await.unwrap();
    assert!(server.request().line.contains(&format!("owner={OWNER}")));
    // A value of a response is checked when it is sent.
    let slip = found[0].owners.as_ref().unwrap()[0].clone();
    let error = client.find(sent).owner(slip).await.unwrap_err();
    assert_eq!((error.broken_rules(), server.count()), ([format!("`owner` {wanted} \"{SLIP}\"")].as_slice(), 1));

    // A seal in a response may have any checksum; with a wrong one it is not sent.
    let seal = bounds::Seal::from([7; 20]);
    let text = seal.to_string();
    let slip = format!("{}{}", &text[..text.len() - 1], if text.ends_with('z') { 'y' } else { 'z' });
    let server = Server::answering(200, &json!([{ "seal": slip }])).await;
    let other = bounds::Client::new(server.url()).unwrap();
    let find = |filter| other.find(filter).owner(OWNER.parse::<bounds::Owner>().unwrap());
    let found = find(bounds::Filter::default()).await.unwrap().swap_remove(0);
    assert_eq!(found.seal.map(|seal| (seal.is_valid(), seal.to_string())), Some((false, slip)));
    assert!(find(found).await.unwrap_err().to_string().contains("with a valid checksum"));
    assert_eq!(server.count(), 1);

    // One without a type is looked at, too.
    let operation = <bounds::calls::Find as chainloom::runtime::Operation>::schema();
    let target = Target::new(client.inner().clone());
    for (seal, is_sent) in [(seal.to_string(), true), (seal.to_string().replace("Seal-", ""), false)] {
        let body = json!({ "filter": { "seal": seal } }).to_string();
        let members = Arguments::from_json(operation, body.as_bytes()).unwrap().into_members();
        let sent = client.inner().execute(operation, &members, &target).await;
        let text = sent.err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(
            text.contains("`filter.seal` must be `Seal-` and 20 bytes in base58 with a valid checksum"),
            !is_sent
        );
        assert_eq!(text.is_empty(), is_sent, "{text}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_within_goes_out_and_answers_are_free() {
    let answer = json!([{ "limit": 0, "state": "all", "place": 0, "loads": [["0"]], "piers": { "x": 501 },
        "ship": { "kind": "tug", "power": 1 } }]);
    let server = Server::answering(200, &answer).await;
    let client = bounds::Client::new(server.url()).unwrap();
    let filter = json!({ "limit": 1000, "state": "open", "names": ["Ada"], "loads": [["1"], []],
        "piers": { "Ada": 500 },
        "place": true, "ship": { "kind": "tug", "power": 10 }, "cargo": { "tons": 1 }, "inner": {} });
    let sent: bounds::Filter = serde_json::from_value(filter.clone()).unwrap();
    let found = client.find(sent.clone()).state(bounds::State::Open).pier(20).await.unwrap();
    assert_eq!(server.request().body, json!({ "filter": filter }));
    assert_eq!((found[0].limit, found[0].state.clone()), (Some(0), Some(bounds::State::All)));
    let error = client.find(sent).state(bounds::State::All).pier(21).await.unwrap_err().to_string();
    assert!(
        error.contains("`state` must be one of") && error.contains("`pier` must be at most 20, but is 21"),
        "{error}"
    );
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_same_is_said_in_rust() {
    let server = Server::answering(200, &json!(true)).await;
    let client = yard::Client::new(server.url()).unwrap();
    assert!(client.find(yard::Filter::new([yard::Place::Row(5)], [9])).await.unwrap());
    let wrong = yard::Filter::new([yard::Place::Row(6), yard::Place::Name("A".into())], [1, 10]);
    assert_eq!(
        client.find(wrong).await.unwrap_err().broken_rules(),
        [
            "`filter.places[0]` must be at most 5, but is 6",
            "`filter.places[1]` must have at least 2 characters, but has 1",
            "`filter.places[1]` must have the pattern `^[a-z]+$`, but is \"A\"",
            "`filter.rows[1]` must be at most 9, but is 10",
        ]
    );
    assert_eq!(server.count(), 1, "only what is within was sent");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_pager_finds_what_becomes_of_a_size_and_any_size_goes_out() {
    let schema = <bounds::calls::List as chainloom::runtime::Operation>::schema();
    let size = schema.paginate.unwrap().size.unwrap();
    let field = &schema.input.fields[size];
    let found = (field.bounds.clamp_min, field.bounds.clamp_max, field.bounds.default);
    assert_eq!((field.name, found), ("size", (Some("1"), Some("50"), Some("10"))));
    assert!(field.bounds.is_none(), "a clamp refuses nothing");
    let server = Server::answering(200, &json!(["Ada"])).await;
    let client = bounds::Client::new(server.url()).unwrap();
    assert_eq!(client.list().size(500).await.unwrap(), ["Ada"]);
    assert!(server.request().line.starts_with("GET /names?size=500 "));
}
