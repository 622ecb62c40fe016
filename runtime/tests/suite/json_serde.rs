//! serde's traits: what is read again is what was written, and a user's own struct derives them.

use std::collections::HashSet;

use crate::json_types::*;
use chainloom_runtime::__private as rt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

macro_rules! bridged {
    ($($name:ident($inner:ty) as $ty:expr;)*) => {$(
        #[derive(Clone, Debug, PartialEq)]
        struct $name($inner);

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                rt::serde_bridge::serialize(&self.0, $ty, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                rt::serde_bridge::deserialize($ty, deserializer).map(Self)
            }
        }
    )*};
}

bridged! {
    WholeOrder(Order) as ORDER_TYPE;
    WholeShape(Shape) as SHAPE_TYPE;
}

/// Writes and reads, as text and as a tree.
fn text_round<T: Serialize + DeserializeOwned>(value: &T) -> (T, String) {
    let text = serde_json::to_string(value).unwrap();
    let pretty = serde_json::to_string_pretty(value).unwrap();
    assert!(serde_json::from_str::<T>(&pretty).is_ok(), "{pretty}");
    assert!(serde_json::from_reader::<_, T>(text.as_bytes()).is_ok(), "{text}");
    (serde_json::from_str(&text).unwrap(), text)
}

#[test]
fn text_is_exact() {
    let order = WholeOrder(rt::from_slice(ORDER_TYPE, order().as_bytes()).unwrap());
    let (again, text) = text_round(&order);
    assert_eq!(text.as_bytes(), rt::to_vec(&order.0, ORDER_TYPE).unwrap());
    assert_eq!(again, order);
    let error = serde_json::from_str::<WholeOrder>(&text.replace("0x2a", "2x")).err().unwrap();
    assert!(error.to_string().contains("nonce: expected a whole number"), "{error}");
}

#[test]
fn white_space_makes_no_other_value() {
    let raw = |text| rt::RawJson::parse(text).unwrap();
    let layouts = [r#"{"a b":[1,"\\\" c"],"d":{}}"#, "{ \"a b\" : [1 ,\n\t\"\\\\\\\" c\"],\r\"d\": { } }"];
    assert_eq!(layouts.map(raw).into_iter().collect::<HashSet<_>>().len(), 1);
    for (one, other) in [(r#""a b""#, r#""ab""#), ("1.50", "1.5"), (r#"["\\", " "]"#, r#"["\\",""]"#)] {
        assert_ne!(raw(one), raw(other));
    }
}

#[test]
fn what_nobody_described_is_exact() {
    for later in [
        "123456789012345678901234567890",
        "-0",
        "12.50",
        "1E400",
        "[ 1 , 2.0 ]",
        r#""\u0041\ud800""#,
        r#"{"z":1,"a":{"y":18446744073709551616,"b":null}}"#,
        r#"{"$serde_json::private::RawValue":"1"}"#,
    ] {
        let body = format!(r#"{{"kind":"x","label":"c","zz":1,"later":{later},"aa":[]}}"#);
        let shape = WholeShape(rt::from_slice(SHAPE_TYPE, body.as_bytes()).unwrap());
        let (again, text) = text_round(&shape);
        assert_eq!(again, shape, "{text}");
        // Laid out, it has other white space, and the same digits.
        let pretty: WholeShape = serde_json::from_str(&serde_json::to_string_pretty(&shape).unwrap()).unwrap();
        let digits = |shape: &WholeShape| shape.0.extra.get("later").unwrap().as_str().replace([' ', '\n'], "");
        assert!(digits(&pretty) == digits(&shape) || later.contains("0041"), "{pretty:?}");
    }
}

#[test]
fn other_formats_get_what_they_can_say() {
    let body = r#"{"kind":"x","label":"c","big":123456789012345678901234567890,"small":12.50,"half":"a\ud800"}"#;
    let shape = WholeShape(rt::from_slice(SHAPE_TYPE, body.as_bytes()).unwrap());
    let tree = serde_json::to_value(&shape).unwrap();
    assert_eq!(tree["big"], "123456789012345678901234567890");
    assert_eq!((tree["small"].as_f64(), tree["half"].as_str()), (Some(12.5), Some("a\u{fffd}")));
    let again: WholeShape = serde_json::from_value(tree).unwrap();
    assert_eq!(again.0.extra.get("small").unwrap().as_str(), "12.5");
    // What serde keeps in a buffer, and gives member by member.
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Either {
        Order(Box<WholeOrder>),
        Shape(WholeShape),
    }
    // Half of a pair and what is too large are lost before they come here.
    let order = order().replace("1e400", "1").replace(&u128::MAX.to_string(), "5");
    let shape = body.replace("\\ud800", "");
    let read: Vec<Either> = serde_json::from_str(&format!("[{shape},{order}]")).unwrap();
    let [Either::Shape(shape), Either::Order(order)] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!((shape.0.label.as_str(), order.0.count), ("c", u64::MAX));
}

#[test]
fn any_depth_is_written_and_read() {
    std::thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(deep).unwrap().join().unwrap();
}

fn deep() {
    let open = r#"{"label":"g","kind":"group","parts":["#.repeat(1_024);
    let later = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let body = format!("{open}{{\"label\":\"x\",\"kind\":\"y\",\"later\":{later}}}{}", "]}".repeat(1_024));
    let shape: WholeShape = serde_json::from_str(&body).unwrap();
    assert!(serde_json::to_string(&shape).unwrap() == body);
    let pretty = serde_json::to_string_pretty(&shape).unwrap();
    assert!(serde_json::from_str::<WholeShape>(&pretty).is_ok());
    let error = serde_json::to_value(&shape).unwrap_err();
    assert!(error.to_string().contains("nested deeper than 128"), "{error}");
}

/// A struct of a user, of values of this crate.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
struct Own {
    name: rt::Text,
    price: Option<rt::Decimal>,
    opened: rt::Timestamp,
    closed: rt::TimestampMillis,
    micros: rt::TimestampMicros,
    nanos: rt::TimestampNanos,
    day: rt::Date,
    at: Option<rt::DateTime>,
    id: rt::Uuid,
    length: rt::IsoDuration,
    key: rt::Base58,
    short_key: rt::FixedBase58<4>,
    scan: rt::Base64,
    seal: rt::FixedBase64<2>,
    data: rt::LooseHex,
    address: rt::Address,
    hash: rt::FixedBytes<32>,
    bytes: rt::Bytes,
    amount: rt::U256,
    #[serde(default, skip_serializing_if = "rt::Maybe::is_absent")]
    note: rt::Maybe<rt::Text>,
    raw: Option<rt::RawJson>,
    by_name: std::collections::BTreeMap<rt::Text, rt::Timestamp>,
    by_time: std::collections::BTreeMap<rt::Timestamp, rt::Text>,
    #[serde(flatten)]
    more: rt::Extra,
}

#[test]
fn a_struct_of_a_user_derives_the_traits() {
    let text = r#"{"name":"Ada","price":"12.50","opened":-5,"closed":1,"micros":2,"nanos":3,"day":"2024-02-29",
        "at":"2021-04-02T15:34:00.50-07:00","id":"67e55044-10b1-426f-9247-bb680e5fe0c8","length":"P3DT12H","key":"11z",
        "short_key":"2VfUX","scan":"+/8=","seal":"+/8=","data":"0a","address":"0x00000000000000000000000000000000000000ff",
        "hash":"0x00000000000000000000000000000000000000000000000000000000000000ff","bytes":"0x0aff","amount":"0x2a",
        "note":null,"raw":[1, 2.50],"by_name":{"a":1},"by_time":{"7":"b"},"zz":[1],"aa":"2"}"#;
    let own: Own = serde_json::from_str(text).unwrap();
    assert_eq!((own.price.as_ref().unwrap().as_str(), own.note.is_null()), ("12.50", true));
    assert_eq!((own.raw.as_ref().unwrap().as_str(), own.amount), ("[1, 2.50]", rt::U256::from(42)));
    assert_eq!(own.more.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["zz", "aa"]);
    let (again, written) = text_round(&own);
    assert_eq!(again, own, "{written}");
    assert_eq!(serde_json::from_str::<Own>(&serde_json::to_string_pretty(&own).unwrap()).unwrap(), own);
    assert_eq!(serde_json::from_value::<Own>(serde_json::to_value(Own::default()).unwrap()).unwrap(), Own::default());
    let error = serde_json::from_str::<Own>(&text.replace("2024-02-29", "2024-02-30")).unwrap_err();
    assert!(error.to_string().contains("expected a date"), "{error}");
}
