//! Scalar values with forms of their own, in clients of both macros, against a server on loopback.

use chainloom::runtime::{Date, Decimal, I256, IsoDuration, Timestamp, TimestampMicros, TimestampNanos, Uuid};
use serde_json::{Value, json};

use crate::loopback::Server;

chainloom::include_api!("tests/macros/library.yaml");

#[chainloom::api]
mod attic {
    /// Whose it is.
    #[api(scalar(text = "base58", bytes = 2))]
    struct Key;
    /// When.
    #[api(scalar(text = "seconds"))]
    struct Stamp;
    /// A box.
    struct Chest {
        /// Whose it is.
        key: Key,
        /// When it came.
        stamp: Stamp,
        /// On which floor.
        floor: i16,
        /// How far it was moved.
        moved: Option<i128>,
    }
    trait Chests {
        /// Stores a box.
        #[api(post = "/chests", effect = "write")]
        fn store(&self, chest: Chest, floors: Vec<i8>) -> Chest;
    }
}

const COPY: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";

fn book() -> Value {
    let text = r#"{ "key": "LUv", "mark": "11z", "scan": "+/8=", "seal": "-_8", "day": "2024-02-29", "loan": "P3DT12H",
        "copy": "67e55044-10b1-426f-9247-bb680e5fe0c8", "stamp": "1617402840262123456", "moment": 1617402840262123,
        "weight": 12.50,
        "shift": "-7", "floor": -2, "bare": "0aff", "depth": -128,
        "height": -170141183460469231731687303715884105728 }"#;
    serde_json::from_str(text).unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_form_is_read_and_written_in_its_own_way() {
    let server = Server::answering(200, &book()).await;
    let client = library::Client::new(server.url()).unwrap();
    let copy = Uuid::try_from(COPY).unwrap();
    let sent = library::Book::new([0xff, 0xff], copy)
        .mark(vec![0, 0, 57])
        .scan(vec![0xfb, 0xff])
        .seal([0xfb, 0xff])
        .day(Date::new(2024, 2, 29).unwrap())
        .loan("P3DT12H".parse::<IsoDuration>().unwrap())
        .stamp(TimestampNanos(1_617_402_840_262_123_456))
        .moment(TimestampMicros(1_617_402_840_262_123))
        .weight("12345678901234567890.50".parse::<Decimal>().unwrap())
        .shift(I256::MINUS_ONE)
        .floor(-2)
        .bare(vec![0x0a, 0xff])
        .depth(-128);
    let call = client.put_book(copy, sent.height(i128::MIN)).stamp(5).seal([0xfb, 0xff]).floor(-1);
    let found = call.day(Date::new(2024, 3, 1).unwrap()).await.unwrap();
    let request = server.request();
    assert_eq!(request.line, format!("PUT /books/{COPY}?day=2024-03-01&stamp=5&seal=-_8&floor=-1 HTTP/1.1"));
    let mut expected = book();
    expected["shift"] = json!("-1");
    expected["weight"] = serde_json::from_str("12345678901234567890.50").unwrap();
    assert_eq!(request.body["book"], expected);
    assert_eq!((found.key.0, found.mark.unwrap().to_vec()), ([0xff, 0xff], vec![0, 0, 57]));
    assert_eq!((&found.scan.unwrap()[..], &found.bare.unwrap()[..]), (&[0xfb, 0xff][..], &[0x0a, 0xff][..]));
    assert_eq!((found.day.map(Date::month), found.copy, found.depth), (Some(2), copy, Some(-128)));
    assert_eq!(found.loan.and_then(|loan| loan.to_duration()).map(|loan| loan.as_secs()), Some(302_400));
    assert_eq!((found.shift, found.height), (Some(I256::unchecked_from(-7)), Some(i128::MIN)));
}

#[test]
fn a_decimal_number_keeps_its_digits() {
    let weight = "12345678901234567890.50".parse::<Decimal>().unwrap();
    let ty = chainloom::runtime::schema::Type::Scalar(&library::__tables::WEIGHT);
    let json = chainloom::runtime::__private::to_vec(&weight, ty).unwrap();
    assert_eq!(String::from_utf8(json.clone()).unwrap(), "12345678901234567890.50");
    let read: Decimal = chainloom::runtime::__private::from_slice(ty, &json).unwrap();
    assert_eq!(read.as_str(), weight.as_str());
    // serde carries what a float can hold as one, and the rest as text, which reads as well.
    let mut read: library::Book = serde_json::from_value(book()).unwrap();
    read.weight = Some(weight);
    let tree = serde_json::to_value(&read).unwrap();
    assert_eq!(tree["weight"], json!("12345678901234567890.50"));
    assert_eq!(serde_json::from_value::<library::Book>(tree).unwrap(), read);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_same_is_said_in_rust() {
    let chest = json!({ "key": "LUv", "stamp": "-5", "floor": -1, "moved": 3 });
    let server = Server::answering(200, &chest).await;
    let client = attic::Client::new(server.url()).unwrap();
    let sent = attic::Chest::new([0xff, 0xff], Timestamp(-5), -1).moved(3);
    let found = client.store(sent, [-1, 2]).await.unwrap();
    assert_eq!(server.request().body, json!({ "chest": chest, "floors": [-1, 2] }));
    assert_eq!((found.key.to_string().as_str(), found.stamp, found.floor), ("LUv", Timestamp(-5), -1));
}
