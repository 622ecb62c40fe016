//! Reading and writing typed values.

use crate::json_types::*;
use chainloom_runtime::__private as rt;
use rt::schema::{Arm, ArmBody, Discriminator, Field, Integer, Record, Type, Union};
use rt::{RawJson, ReadError, U256};

fn read<T: rt::Read>(ty: Type, body: &str) -> Result<T, ReadError> {
    rt::from_slice(ty, body.as_bytes())
}

fn item(body: &str) -> Result<Item, ReadError> {
    read(Type::Record(&ITEM), body)
}

fn shape(body: &str) -> Result<Shape, ReadError> {
    read(SHAPE_TYPE, body)
}

fn key(body: &str) -> Result<Key, ReadError> {
    read(Type::Union(&KEY), body)
}

fn written(value: &dyn rt::Write, ty: Type) -> String {
    String::from_utf8(rt::to_vec(value, ty).unwrap()).unwrap()
}

fn fails<T: rt::Read + std::fmt::Debug>(ty: Type, body: &str, path: &str, words: &str) {
    let error = read::<T>(ty, body).unwrap_err();
    assert_eq!(error.path(), path, "{error}");
    assert!(error.to_string().contains(words), "{error}");
    assert!(!error.to_string().contains('\n'));
}

#[test]
fn a_body_with_every_form_is_read_and_written_back() {
    let order: Order = read(ORDER_TYPE, &order()).unwrap();
    assert_eq!(order.amount, U256::MAX);
    assert_eq!(order.count, u64::MAX);
    assert_eq!(order.limit, Some(u64::MAX));
    assert_eq!(order.notes[1], order.notes[2]);
    assert_eq!(order.items[1].name, "t");
    assert_eq!(order.items[1].price, None);
    assert_eq!(order.rows, [vec![1, -2], vec![], vec![]]);
    assert_eq!(order.color, Color::UnknownValue("mauve".into()));
    assert_eq!(order.big, Some(u128::MAX));
    assert_eq!(order.extra.get("later").unwrap().as_str(), r#"{"a":[1,2.50,"x\u00e9"]}"#);
    let parent = order.parent.as_ref().unwrap();
    assert_eq!((parent.limit, parent.parent.is_none()), (None, true));
    let text = written(&order, ORDER_TYPE);
    assert_eq!(read::<Order>(ORDER_TYPE, &text).unwrap(), order);
    assert!(text.contains(r#""count":"18446744073709551615","nonce":"0x2a","opened":1648672486,"#), "{text}");
    assert!(text.contains(r#""memo":"abcd""#) && text.contains(r#""limit":null"#), "{text}");
    assert!(text.contains(r#""big":340282366920938463463374607431768211455"#), "{text}");
}

#[test]
fn members_come_in_any_order_under_any_of_their_names() {
    let expected = item(r#"{"name":"a","price":"1","size":1}"#).unwrap();
    assert_eq!(item(r#" { "size" : 1 , "title" : "a" , "price" : 1 } "#).unwrap(), expected);
    assert_eq!(item(r#"{"s\u0069ze":1,"name":"a","price":"1.0"}"#).unwrap(), expected);
}

#[test]
fn the_last_of_equal_members_wins() {
    let last = item(r#"{"name":"a","size":1,"price":"1","name":"b","price":null}"#).unwrap();
    assert_eq!((last.name.as_str(), last.price), ("b", None));
    assert_eq!(item(r#"{"name":"b","size":1,"price":"2","price":""}"#).unwrap().price, None);
    fails::<Item>(
        Type::Record(&ITEM),
        r#"{"name":"a","size":1,"name":null}"#,
        "name",
        "a required member is missing or null",
    );
    let circles = shape(
        r#"{"kind":"group","label":"g","inner":{"kind":"circle","label":"a","radius":1},"inner":{"kind":"empty","label":"b"}}"#,
    );
    let ShapeKind::Group(group) = circles.unwrap().kind else { panic!("not a group") };
    let inner = group.inner.unwrap();
    assert_eq!((inner.label.as_str(), inner.kind), ("b", ShapeKind::Empty(ShapeEmpty {})));
}

#[test]
fn a_required_member_must_be_there() {
    fails::<Item>(Type::Record(&ITEM), r#"{"name":"a"}"#, "size", "a required member is missing or null");
    fails::<Shape>(SHAPE_TYPE, r#"{"kind":"circle","label":"x"}"#, "radius", "a required member is missing or null");
    fails::<Shape>(SHAPE_TYPE, r#"{"label":"x"}"#, "kind", "a required member is missing");
    fails::<Order>(
        ORDER_TYPE,
        &order().replace("\"size\":\"0xff\"", "\"size\":256"),
        "items.items[1].size",
        "range of u8",
    );
}

#[test]
fn numbers_are_exact_and_in_range() {
    let ty = Type::Integer(Integer::U64);
    for body in
        ["18446744073709551615", "\"18446744073709551615\"", "\"0xffffffffffffffff\"", "\"0x00ffffffffffffffff\""]
    {
        assert_eq!(read::<u64>(ty, body).unwrap(), u64::MAX);
    }
    for body in [
        "18446744073709551616", "1.5", "1e-1", "2e19", "1e999999999", "-1", "\"\"", "\"0x\"", "\"+1\"", "\"1_0\"",
        "true", "null", "[1]",
    ] {
        fails::<u64>(ty, body, "", "a whole number in the range of u64");
    }
    // A whole number is one in any notation, and exact.
    for body in ["5.0", "5e0", "0.5e1", "50E-1", "\"5.000\""] {
        assert_eq!(read::<u64>(ty, body).unwrap(), 5, "{body}");
    }
    static QUANTITY: rt::schema::Scalar =
        rt::schema::Scalar { name: "Quantity", form: rt::schema::Form::Quantity(Integer::U64) };
    // Hex without its prefix is no number with an exponent.
    assert_eq!(read::<u64>(Type::Scalar(&QUANTITY), "\"0x1e3\"").unwrap(), 0x1e3);
    assert!(read::<u64>(Type::Scalar(&QUANTITY), "\"1e3\"").is_err());
    let large = U256::from(10).pow(U256::from(21));
    for body in ["1e21", "\"1E+21\"", "1000000000000000000000.0"] {
        assert_eq!(read::<U256>(ty, body).unwrap(), large, "{body}");
    }
    assert_eq!(read::<i64>(ty, "-9.007199254740993e15").unwrap(), -9_007_199_254_740_993);
    assert_eq!(read::<i64>(ty, "-9223372036854775808").unwrap(), i64::MIN);
    assert!(read::<i64>(ty, "9223372036854775808").is_err());
    assert_eq!(read::<u128>(ty, &u128::MAX.to_string()).unwrap(), u128::MAX);
    assert_eq!(read::<U256>(ty, &U256::MAX.to_string()).unwrap(), U256::MAX);
    assert_eq!(read::<U256>(ty, &format!("\"{:#x}\"", U256::MAX)).unwrap(), U256::MAX);
    assert!(read::<U256>(ty, &format!("{}0", U256::MAX)).is_err());
    assert!(read::<U256>(ty, &"9".repeat(100_000)).is_err());
    assert_eq!(read::<f64>(Type::Number, "\"0.1\"").unwrap(), 0.1);
    assert!(read::<f64>(Type::Number, "1e999").is_err());
    assert!(read::<f64>(Type::Number, "\"NaN\"").is_err());
}

#[test]
fn texts_of_known_forms_are_read_however_they_are_written() {
    let id = "TtF4d2QWbk5vzQGTEPrN48x6vwgAoAmKQ9cbp79inpQmcRKES";
    let read_id = |json: &str| read::<Id>(Type::Text, json);
    let expected = id.parse::<Id>().unwrap();
    assert_eq!(read_id(&format!("\"{id}\"")).unwrap(), expected);
    assert_eq!(read_id(&format!(" \"\\u0054{}\" ", &id[1..])).unwrap(), expected);
    let bytes = |json: &str| read::<rt::FixedBytes<2>>(Type::Text, json).map(|bytes| bytes.0);
    for same in [r#""0x0aff""#, r#""0X0AFF""#, r#" "\u0030x0aff""#, r#""0x0af\u0066""#, r#""aff""#] {
        assert_eq!(bytes(same).unwrap(), [0x0a, 0xff], "{same}");
    }
    for json in ["\"", "\"0x0aff", "\"0x0aff0\"", "\"0x0a\"\"", "\"0x0a\\\""] {
        assert!(bytes(json).is_err(), "{json}");
    }
    for json in [format!("\"{id}"), format!("\"{id}1\""), format!("\"{}\"", &id[4..]), format!("\"{id}\\n\"")] {
        assert!(read_id(&json).is_err(), "{json}");
    }
}

#[test]
fn floats_are_written_short_and_only_when_finite() {
    for (value, text) in [(0.1, "0.1"), (1.0, "1"), (1e300, "1e300"), (-2.5, "-2.5"), (5e-324, "5e-324")] {
        assert_eq!(written(&value, Type::Number), text);
        assert_eq!(read::<f64>(Type::Number, text).unwrap(), value);
    }
    assert!(rt::to_vec(&f64::NAN, Type::Number).is_err());
    assert!(rt::to_vec(&vec![f64::INFINITY], Type::Number).is_err());
}

#[test]
fn a_tag_may_stand_anywhere_and_the_last_one_wins() {
    let first = shape(r#"{"kind":"circle","label":"a","radius":7}"#).unwrap();
    assert_eq!(shape(r#"{"radius":7,"label":"a","kind":"circle"}"#).unwrap(), first);
    assert_eq!(shape(r#"{"kind":"group","radius":7,"label":"a","kind":"circle"}"#).unwrap(), first);
    assert_eq!(written(&first, SHAPE_TYPE), r#"{"label":"a","kind":"circle","radius":7}"#);
    let unknown = shape(r#"{"kind":"spiral","label":"a","turns":[3]}"#).unwrap();
    assert_eq!(unknown.kind, ShapeKind::UnknownValue("spiral".into()));
    assert_eq!(written(&unknown, SHAPE_TYPE), r#"{"label":"a","kind":"spiral","turns":[3]}"#);
    fails::<Shape>(
        SHAPE_TYPE,
        r#"{"kind":"group","label":"a","inner":{"kind":"circle","label":"b","radius":"x"}}"#,
        "inner.radius",
        "u32",
    );
}

#[test]
fn members_tell_an_arm() {
    let ty = Type::Union(&PAYMENT);
    let card: Payment = read(ty, r#"{"total":1,"cardNumber":"4"}"#).unwrap();
    assert!(matches!(&card.kind, PaymentKind::Card(card) if card.card_number == "4"));
    let cash: Payment = read(ty, r#"{"total":1,"cardNumber":null,"paidTo":"x"}"#).unwrap();
    assert!(matches!(&cash.kind, PaymentKind::Cash(cash) if cash.paid_to.as_deref() == Some("x")));
    assert_eq!(written(&cash, ty), r#"{"total":"1","paidTo":"x","cardNumber":null}"#);
}

#[test]
fn the_form_of_a_value_tells_an_arm() {
    assert_eq!(key("\"0x12\"").unwrap(), Key::Number(18));
    assert!(matches!(key(&format!("\"0x{}\"", "0f".repeat(32))).unwrap(), Key::Hash(_)));
    assert_eq!(key("\"red\"").unwrap(), Key::Name(Color::Red));
    assert_eq!(key("\"0x0012\"").unwrap(), Key::Name(Color::UnknownValue("0x0012".into())));
    assert_eq!(key("false").unwrap(), Key::Off);
    assert_eq!(key(" [1, 2]").unwrap(), Key::Several(vec![1, 2]));
    assert!(matches!(key(r#"{"name":"a","size":1}"#).unwrap(), Key::Item(_)));
    for body in ["\"0x12\"", "\"red\"", "false", "[1,2]", r#"{"name":"a","size":1}"#] {
        assert_eq!(written(&key(body).unwrap(), Type::Union(&KEY)), body);
    }
}

#[test]
fn a_form_that_nobody_described_is_kept() {
    for body in ["true", "null"] {
        assert_eq!(key(body).unwrap(), Key::UnknownValue(rt::RawJson::parse(body).unwrap()));
        assert_eq!(written(&key(body).unwrap(), Type::Union(&KEY)), body);
    }
}

#[test]
fn the_arm_of_the_values_own_kind_wins() {
    static GROUP: Union = Union {
        name: "Group",
        discriminator: Discriminator::Form,
        common: &[],
        arms: &[Arm::new("number", ArmBody::Value(Type::Number)), Arm::new("text", ArmBody::Value(Type::Text))],
    };
    static OUTER: Union = Union {
        name: "Outer",
        discriminator: Discriminator::Form,
        common: &[],
        arms: &[
            Arm::new("counts", ArmBody::Value(Type::Integer(Integer::U64))),
            Arm::new("rows", ArmBody::Value(Type::List(&TEXTS))),
        ],
    };
    let arm = |union, body: &str| rt::Reader::new(body).select(union).unwrap().0;
    assert_eq!(arm(&GROUP, "\"43114\""), 1);
    assert_eq!(arm(&GROUP, "43114"), 0);
    // A text of digits is a number where nothing takes texts.
    assert_eq!(arm(&OUTER, "\"007\""), 0);
}

#[test]
fn a_tag_is_a_text() {
    for tag in ["true", "7", "null", "{}"] {
        fails::<Shape>(SHAPE_TYPE, &format!(r#"{{"kind":{tag},"label":"a"}}"#), "kind", "a text");
    }
}

#[test]
fn three_states_are_read_and_written_as_they_are() {
    static TEXT: Type = Type::Nullable(&Type::Text);
    assert_eq!(read::<rt::Maybe<rt::Text>>(TEXT, "null").unwrap(), rt::Maybe::Null);
    let set = read::<rt::Maybe<rt::Text>>(TEXT, "\"a\"").unwrap();
    assert_eq!(set, rt::Maybe::Value("a".into()));
    assert_eq!(written(&set, TEXT), "\"a\"");
    assert_eq!(written(&rt::Maybe::<rt::Text>::Null, TEXT), "null");
    assert!(rt::Write::is_absent(&rt::Maybe::<rt::Text>::Absent));
}

#[test]
fn the_places_of_a_tuple_have_their_types() {
    static PAIR: Type = Type::Tuple(&[Type::Text, Type::Integer(Integer::U8)]);
    type Pair = (rt::Text, u8);
    assert_eq!(read::<Pair>(PAIR, r#"["a", 3, {"later": []}]"#).unwrap(), ("a".into(), 3));
    assert_eq!(written(&(rt::Text::from("a"), 3_u8), PAIR), r#"["a",3]"#);
    fails::<Pair>(PAIR, r#"["a"]"#, "[1]", "no such item");
    fails::<Pair>(PAIR, r#"["a", 300]"#, "[1]", "u8");
    fails::<Pair>(PAIR, r#"{"a": 3}"#, "", "an array");
}

#[test]
fn lists_come_in_other_forms() {
    let items = |body: &str| read::<Vec<Item>>(Type::List(&ITEMS), body).map(|items| items.len());
    assert_eq!(items(r#"{"other":[[1]],"items":[{"name":"a","size":1}],"more":{}}"#).unwrap(), 1);
    assert_eq!(items(r#"{"items":null}"#).unwrap(), 0);
    let twice =
        |last: &str| format!(r#"{{"items":[{{"name":"a","size":1}},{{"name":"b","size":1}}],"it\u0065ms":{last}}}"#);
    let last = read::<Vec<Item>>(Type::List(&ITEMS), &twice(r#"[{"name":"c","size":2}]"#)).unwrap();
    assert_eq!((last.len(), last[0].name.as_str()), (1, "c"));
    assert_eq!(items(&twice("null")).unwrap(), 0);
    fails::<Vec<Item>>(Type::List(&ITEMS), &twice("3"), "items", "an array");
    fails::<Vec<Item>>(
        Type::List(&ITEMS),
        r#"{"items":[{}],"items":[]}"#,
        "items[0].name",
        "a required member is missing or null",
    );
    assert_eq!(items("null").unwrap(), 0);
    fails::<Vec<Item>>(Type::List(&ITEMS), r#"{"others":[]}"#, "", "`items`");
    fails::<Vec<Item>>(
        Type::List(&ITEMS),
        r#"{"items":[{}]}"#,
        "items[0].name",
        "a required member is missing or null",
    );
    assert_eq!(read::<Vec<rt::Text>>(Type::List(&TEXTS), "\"one\"").unwrap(), ["one"]);
    let empty: Vec<rt::Text> = Vec::new();
    assert_eq!(written(&empty, Type::List(&TEXTS)), "[]");
}

#[test]
fn errors_say_what_and_where() {
    let body = order().replace("\"price\":\"1.50\"", "\"price\":\"1.5x\"");
    let error = read::<Order>(ORDER_TYPE, &body).unwrap_err();
    assert_eq!(error.path(), "items.items[0].price");
    assert_eq!(error.expected(), "a decimal number");
    assert_eq!(error.found(), "the text \"1.5x\"");
    assert_eq!(&body[error.offset()..error.offset() + 6], "\"1.5x\"");
    assert!(error.excerpt().chars().count() <= 84 && error.excerpt().contains("1.5x"));
    let wide = format!("{{\"name\":\"{}\",\"size\":true}}", "é".repeat(100));
    let error = item(&wide).unwrap_err();
    assert!(error.to_string().starts_with("size: expected a whole number"), "{error}");
    assert!(std::mem::size_of::<ReadError>() == std::mem::size_of::<usize>());
}

#[test]
fn what_is_no_json_is_refused() {
    for body in [
        "", " ", "{", "[1,]", "{\"a\":1,}", "nul", "tru", "+1", "01", "-", "1.", ".5", "1e", "\"", "\"\\x\"",
        "\"\u{1}\"", "[1 2]", "{\"a\" 1}", "{a:1}", "\"\\u12\"", "1 2", "{} {}", "NaN", "Infinity",
    ] {
        assert!(RawJson::parse(body).is_err(), "{body}");
    }
    for (half, text) in
        [(r#""\ud800""#, "\u{fffd}"), (r#""\ud800\u0041""#, "\u{fffd}A"), (r#""a\udc00\ud83d\udc8e""#, "a\u{fffd}💎")]
    {
        assert_eq!(read::<rt::Text>(Type::Text, half).unwrap(), text);
    }
    let broken = [b"\"a".as_slice(), &[0xff], b"\""].concat();
    let error = rt::from_slice::<rt::Text>(Type::Text, &broken).unwrap_err();
    assert!(error.to_string().contains("valid UTF-8"), "{error}");
    assert_eq!(read::<rt::Text>(Type::Text, r#""\u00e9\ud83d\udc8e\/\b""#).unwrap(), "é💎/\u{8}");
}

#[test]
fn values_nest_as_deep_as_is_allowed() {
    let nested = |depth: usize| {
        let open = r#"{"inner":"#.repeat(depth - 1);
        let close = r#","kind":"group","label":"g"}"#.repeat(depth - 1);
        format!("{open}{{\"label\":\"x\",\"kind\":\"empty\"}}{close}")
    };
    let small = shape(&nested(128)).unwrap();
    assert_eq!(shape(&written(&small, SHAPE_TYPE)).unwrap(), small);
    assert!(shape(&nested(2_112)).is_ok());
    assert!(shape(&nested(2_113)).unwrap_err().to_string().contains("at most 2112 nested"));
}

#[test]
fn a_record_may_have_many_members() {
    struct Wide(Vec<Option<u8>>);
    static FIELDS: [Field; 200] = {
        let mut fields = [const { Field::required("zz", Type::Integer(Integer::U8)) }; 200];
        let mut index = 0;
        while index < 200 {
            fields[index] = Field::required(NAMES[index], Type::Integer(Integer::U8));
            index += 1;
        }
        fields
    };
    static NAMES: [&str; 200] = {
        let digits = "000102030405060708091011121314151617181920212223242526272829303132333435363738394041424344454647484950515253545556575859606162636465666768697071727374757677787980818283848586878889909192939495969798990a0b0c0d0e0f0g0h0i0j1a1b1c1d1e1f1g1h1i1j2a2b2c2d2e2f2g2h2i2j3a3b3c3d3e3f3g3h3i3j4a4b4c4d4e4f4g4h4i4j5a5b5c5d5e5f5g5h5i5j6a6b6c6d6e6f6g6h6i6j7a7b7c7d7e7f7g7h7i7j8a8b8c8d8e8f8g8h8i8j9a9b9c9d9e9f9g9h9i9j";
        let mut names = [""; 200];
        let mut index = 0;
        while index < 200 {
            names[index] = digits.split_at(index * 2).1.split_at(2).0;
            index += 1;
        }
        names
    };
    static WIDE: Record = Record { name: "Wide", fields: &FIELDS };
    impl rt::Record for Wide {
        fn blank() -> Self {
            Self(vec![None; 200])
        }
        fn table(&self) -> &'static Record {
            &WIDE
        }
        fn member_mut(&mut self, index: usize) -> Option<&mut dyn rt::Fill> {
            Some(&mut self.0[index])
        }
        fn member(&self, index: usize) -> Option<&dyn rt::Write> {
            self.0.get(index).map(|member| -> &dyn rt::Write { member })
        }
    }
    let members: Vec<String> = NAMES.iter().map(|name| format!("\"{name}\":1")).collect();
    assert!(read::<Wide>(Type::Record(&WIDE), &format!("{{{}}}", members.join(","))).is_ok());
    let error = read::<Wide>(Type::Record(&WIDE), &format!("{{{}}}", members[..199].join(","))).err().unwrap();
    assert_eq!(error.path(), "9j");
}

#[test]
fn the_members_of_an_envelope_are_split() {
    let members = rt::json_members(br#" {"id":1, "result": {"a":[1]} } "#).unwrap();
    assert_eq!(members[1].1, r#"{"a":[1]}"#);
    assert!(rt::json_members(b"[]").is_err());
}

/// What is no JSON is shown, instead of an end of the body that is not there.
#[test]
fn what_is_no_json_is_shown_as_it_is() {
    for (body, found) in [
        ("nope", "`nope`"),
        ("nope}", "`n`"),
        ("\"nope", "the end of the body"),
        ("truth", "`t`"),
        ("", "the end of the body"),
        ("  ", "the end of the body"),
    ] {
        let error = read::<u8>(Type::Integer(Integer::U8), body).unwrap_err();
        assert_eq!(error.found(), found, "{body}: {error}");
    }
}
