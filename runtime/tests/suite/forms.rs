//! Values that clients read and send, compared with the table of forms, to which the generator holds specs.

use std::str::FromStr;

use chainloom_runtime::__private::{Base58Check, Read, Reader, Write, bech32, from_slice, to_vec};
use chainloom_runtime::schema::{Form, Integer, Presence, Scalar, TimeUnit, Type};
use chainloom_runtime::{
    Base58, Base64, Bytes, Date, DateTime, Decimal, DurationNanos, DurationSeconds, FixedBase58, FixedBase64,
    FixedBytes, I256, IsoDuration, LooseHex, Timestamp, TimestampMicros, TimestampMillis, TimestampNanos, U256, Uuid,
};

const TABLE: &str = include_str!("../../../crates/forms/tests/table.txt");

/// Result for a value: whether a client reads it, and whether a client can be made to send it.
struct Taken {
    read: bool,
    sent: bool,
}

/// Tests a type that is built from its text.
fn parsed<T: Read + FromStr>(json: &str, text: &str) -> Taken {
    Taken { read: from_slice::<T>(Type::Text, json.as_bytes()).is_ok(), sent: text.parse::<T>().is_ok() }
}

/// Tests a type that is not built from a text: a value that was read counts as sent when it is written back in the same
/// way, except for the case of hex digits and leading zeros.
fn written<T: Read + Write>(form: Form, json: &str) -> Taken {
    let ty = Type::Scalar(Box::leak(Box::new(Scalar { name: "Tested", form })));
    let Ok(value) = from_slice::<T>(ty, json.as_bytes()) else { return Taken { read: false, sent: false } };
    let back = String::from_utf8(to_vec(&value, ty).unwrap()).unwrap();
    let plain = |json: &str| json.trim_matches('"').to_lowercase();
    let decimal = |json: &str| plain(json).trim_start_matches('0').to_owned();
    let same = match form {
        Form::DecimalInteger(_) | Form::TimeText(_) | Form::DurationText(_) => {
            !json.contains("0x") && decimal(&back) == decimal(json)
        }
        _ => back.to_lowercase() == json.to_lowercase() && !json.contains('X'),
    };
    Taken { read: true, sent: same }
}

fn base58check<const N: usize>(json: &str, prefix: &str) -> Taken {
    let mut reader = Reader::new(json);
    let read = Base58Check::<N>::read(&mut reader, prefix).and_then(|read| reader.finish().map(|()| read));
    let parsed = Base58Check::<N>::parse(json.trim_matches('"'), prefix);
    assert_eq!(read.as_ref().is_ok_and(Base58Check::is_valid), parsed.is_ok());
    Taken { read: read.is_ok(), sent: parsed.is_ok() }
}

fn taken(name: &str, json: &str) -> Taken {
    let text = json.trim_matches('"');
    let bech32 = |chain, short| Taken {
        read: bech32::form(text, 20, chain, short).is_ok(),
        sent: bech32::check(text, 20, chain, short).is_ok(),
    };
    let hex = |bytes, prefix| Form::Hex { bytes, prefix };
    match name {
        "peer" => base58check::<20>(json, "Peer-"),
        "id" => base58check::<32>(json, ""),
        "address" => bech32(Presence::Optional, true),
        "chain-address" => bech32(Presence::Required, false),
        "bare-address" => bech32(Presence::Never, false),
        "hex2" => written::<FixedBytes<2>>(hex(Some(2), Presence::Required), json),
        "hex" => written::<Bytes>(hex(None, Presence::Required), json),
        "loose-hex" => written::<LooseHex>(hex(None, Presence::Optional), json),
        "bare-hex2" => written::<FixedBytes<2>>(hex(Some(2), Presence::Never), json),
        "bare-hex" => written::<Bytes>(hex(None, Presence::Never), json),
        "small" => written::<u8>(Form::DecimalInteger(Integer::U8), json),
        "word" => written::<u64>(Form::DecimalInteger(Integer::U64), json),
        "amount" => written::<U256>(Form::DecimalInteger(Integer::U256), json),
        "price" => parsed::<Decimal>(json, text),
        "small-quantity" => written::<u8>(Form::Quantity(Integer::U8), json),
        "quantity" => written::<U256>(Form::Quantity(Integer::U256), json),
        "count" => written::<u8>(Form::JsonInteger(Integer::U8), json),
        "total" => written::<U256>(Form::JsonInteger(Integer::U256), json),
        "seconds" => written::<Timestamp>(Form::Seconds, json),
        "milliseconds" => written::<TimestampMillis>(Form::Milliseconds, json),
        "microseconds" => written::<TimestampMicros>(Form::Microseconds, json),
        "nanoseconds" => written::<TimestampNanos>(Form::Nanoseconds, json),
        "seconds-text" => written::<Timestamp>(Form::TimeText(TimeUnit::Seconds), json),
        "nanoseconds-text" => written::<TimestampNanos>(Form::TimeText(TimeUnit::Nanoseconds), json),
        "seconds-quantity" => written::<Timestamp>(Form::TimeQuantity(TimeUnit::Seconds), json),
        "duration-seconds" => written::<DurationSeconds>(Form::DurationNumber(TimeUnit::Seconds), json),
        "duration-nanoseconds" => written::<DurationNanos>(Form::DurationNumber(TimeUnit::Nanoseconds), json),
        "duration-seconds-text" => written::<DurationSeconds>(Form::DurationText(TimeUnit::Seconds), json),
        "day" => written::<DateTime>(Form::DateTime, json),
        "date" => parsed::<Date>(json, text),
        "duration" => parsed::<IsoDuration>(json, text),
        "uuid" => written::<Uuid>(Form::Uuid, json),
        "base58" => written::<Base58>(Form::Base58 { bytes: None }, json),
        "base58-2" => written::<FixedBase58<2>>(Form::Base58 { bytes: Some(2) }, json),
        "base64" => written::<Base64>(Form::Base64 { bytes: None, url: false }, json),
        "base64-2" => written::<FixedBase64<2>>(Form::Base64 { bytes: Some(2), url: false }, json),
        "base64url" => written::<Base64>(Form::Base64 { bytes: None, url: true }, json),
        "rate" => written::<Decimal>(Form::JsonDecimal, json),
        "offset" => written::<i8>(Form::DecimalInteger(Integer::I8), json),
        "balance" => written::<I256>(Form::DecimalInteger(Integer::I256), json),
        "degrees" => written::<i32>(Form::JsonInteger(Integer::I32), json),
        other => panic!("the table has a form `{other}` that this test does not know"),
    }
}

#[test]
fn the_client_takes_what_the_table_says() {
    let mut name = "";
    for line in TABLE.lines() {
        if let Some(head) = line.strip_prefix("= ") {
            name = head.split_once(':').unwrap().0;
        } else if !line.is_empty() && !line.starts_with('#') {
            let (verdict, rest) = line.split_once(' ').unwrap();
            let (_, json) = rest.split_once(' ').unwrap();
            let Taken { read, sent } = taken(name, json);
            assert_eq!(read, verdict != "no", "{name}: {line}");
            assert_eq!(sent, verdict == "sent", "{name}: {line}");
        }
    }
}
