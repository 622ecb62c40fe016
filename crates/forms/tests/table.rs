//! The forms are checked against `table.txt`, as the generator and the runtime are in separate tests.
#![allow(clippy::unwrap_used, clippy::panic)]

use chainloom_forms::{Form, Integer, Presence, TimeUnit};

fn form(name: &str) -> Form<&'static str> {
    let hex = |bytes, prefix| Form::Hex { bytes, prefix };
    let bech32 = |chain, base58check| Form::Bech32 { bytes: 20, chain, base58check };
    match name {
        "peer" => Form::Base58Check { bytes: 20, prefix: "Peer-" },
        "id" => Form::Base58Check { bytes: 32, prefix: "" },
        "address" => bech32(Presence::Optional, true),
        "chain-address" => bech32(Presence::Required, false),
        "bare-address" => bech32(Presence::Never, false),
        "hex2" => hex(Some(2), Presence::Required),
        "hex" => hex(None, Presence::Required),
        "loose-hex" => hex(None, Presence::Optional),
        "bare-hex2" => hex(Some(2), Presence::Never),
        "bare-hex" => hex(None, Presence::Never),
        "small" => Form::DecimalInteger(Integer::U8),
        "word" => Form::DecimalInteger(Integer::U64),
        "amount" => Form::DecimalInteger(Integer::U256),
        "price" => Form::Decimal,
        "small-quantity" => Form::Quantity(Integer::U8),
        "quantity" => Form::Quantity(Integer::U256),
        "count" => Form::JsonInteger(Integer::U8),
        "total" => Form::JsonInteger(Integer::U256),
        "seconds" => Form::Seconds,
        "milliseconds" => Form::Milliseconds,
        "microseconds" => Form::Microseconds,
        "nanoseconds" => Form::Nanoseconds,
        "seconds-text" => Form::TimeText(TimeUnit::Seconds),
        "nanoseconds-text" => Form::TimeText(TimeUnit::Nanoseconds),
        "seconds-quantity" => Form::TimeQuantity(TimeUnit::Seconds),
        "duration-seconds" => Form::DurationNumber(TimeUnit::Seconds),
        "duration-nanoseconds" => Form::DurationNumber(TimeUnit::Nanoseconds),
        "duration-seconds-text" => Form::DurationText(TimeUnit::Seconds),
        "day" => Form::DateTime,
        "date" => Form::Date,
        "duration" => Form::Duration,
        "uuid" => Form::Uuid,
        "base58" => Form::Base58 { bytes: None },
        "base58-2" => Form::Base58 { bytes: Some(2) },
        "base64" => Form::Base64 { bytes: None, url: false },
        "base64-2" => Form::Base64 { bytes: Some(2), url: false },
        "base64url" => Form::Base64 { bytes: None, url: true },
        "rate" => Form::JsonDecimal,
        "offset" => Form::DecimalInteger(Integer::I8),
        "balance" => Form::DecimalInteger(Integer::I256),
        "degrees" => Form::JsonInteger(Integer::I32),
        other => panic!("the table has a form `{other}` that this test does not know"),
    }
}

#[test]
fn forms_hold_to_the_table() {
    let mut current = None;
    let mut rows = 0;
    for line in include_str!("table.txt").lines() {
        if let Some(head) = line.strip_prefix("= ") {
            current = Some(form(head.split_once(':').unwrap().0));
        } else if !line.is_empty() && !line.starts_with('#') {
            let (verdict, rest) = line.split_once(' ').unwrap();
            let (kind, value) = rest.split_once(' ').unwrap();
            let form = current.unwrap();
            let value = value.trim_matches('"');
            let (sent, told) = match kind {
                "text" => (form.is_sent(value), form.is_told(value)),
                // The forms that are read from a number and never sent as one.
                _ if matches!(form, Form::Quantity(_) | Form::TimeQuantity(_)) => (false, false),
                _ => (form.takes_number(value), form.takes_number(value)),
            };
            assert_eq!(sent, verdict == "sent", "{form:?} {line}");
            assert_eq!(told, matches!(verdict, "sent" | "answered"), "{form:?} {line}");
            if kind == "text" {
                assert_eq!(form.is_read(value), verdict != "no", "{form:?} {line}");
            }
            rows += 1;
        }
    }
    assert!(rows > 150, "{rows} rows");
}
