//! No body makes the reader panic, and what it reads it can write and read again.

use crate::json_types::*;
use chainloom_runtime::__private as rt;
use rt::schema::Type;

/// Reads a body as a type; whether it could be read.
fn check<T: rt::Read + rt::Write + PartialEq + std::fmt::Debug>(ty: Type, body: &[u8]) -> bool {
    match rt::from_slice::<T>(ty, body) {
        Ok(value) => {
            let text = rt::to_vec(&value, ty).unwrap();
            let again = rt::from_slice::<T>(ty, &text);
            assert_eq!(again.as_ref().ok(), Some(&value), "{}: {again:?}", String::from_utf8_lossy(&text));
            true
        }
        Err(error) => {
            assert!(error.offset() <= body.len() && !error.to_string().contains('\n'));
            false
        }
    }
}

fn check_all(body: &[u8]) -> usize {
    let known = [
        check::<Order>(ORDER_TYPE, body),
        check::<Shape>(SHAPE_TYPE, body),
        check::<Payment>(Type::Union(&PAYMENT), body),
        check::<Key>(Type::Union(&KEY), body),
        check::<Vec<Item>>(Type::List(&ITEMS), body),
        check::<Vec<rt::Text>>(Type::List(&TEXTS), body),
        check::<rt::RawJson>(Type::Json, body),
    ];
    known.into_iter().filter(|known| *known).count()
}

fn bodies() -> Vec<String> {
    vec![
        order(),
        r#"{"kind":"group","label":"g","inner":{"label":"e","kind":"circle","radius":4},"parts":[{"label":"u","kind":"x"}]}"#.into(),
        r#"{"total":"5","cardNumber":"1","more":[{}]}"#.into(),
        r#"[{"name":"a","price":"-0.10","size":1},{"title":"b","size":"0x2","x":null}]"#.into(),
        r#"{"items":[{"name":"\u00e9\n","size":2}]}"#.into(),
        "\"0xabc\"".into(),
    ]
}

#[test]
fn every_body_cut_anywhere_is_refused() {
    for body in bodies() {
        assert!(check_all(body.as_bytes()) > 1, "{body}");
        for end in 0..body.len() {
            assert_eq!(check_all(&body.as_bytes()[..end]), 0, "{}", &body[..end.min(40)]);
        }
    }
}

#[test]
fn changed_bodies_never_panic() {
    const PIECES: [&[u8]; 24] = [
        b"{", b"}", b"[", b"]", b"\"", b"\\", b",", b":", b"null", b"true", b"-1", b"1e9", b"0x", b"\"\"", b"\\ud800",
        b"\xff", b"\xc3", b"99999999999999999999999999", b"\"kind\":", b"\"circle\"", b" ", b"\x00", b"\"items\":",
        b"false",
    ];
    let mut random = fastrand::Rng::with_seed(1);
    let mut read = 0;
    for round in 0..6000 {
        let bodies = bodies();
        let mut body = bodies[round % bodies.len()].clone().into_bytes();
        for _ in 0..=random.usize(0..3) {
            let at = random.usize(0..body.len() + 1);
            match random.usize(0..5) {
                0 => body.truncate(at.max(1)),
                1 => drop(body.splice(at..(at + random.usize(0..9)).min(body.len()), [])),
                2 => drop(body.splice(at..at, PIECES[random.usize(0..PIECES.len())].iter().copied())),
                3 => drop(body.splice(at.min(body.len() - 1)..=at.min(body.len() - 1), [random.usize(0..256) as u8])),
                _ => {
                    let end = (at + random.usize(0..60)).min(body.len());
                    let piece = body[at..end].to_vec();
                    drop(body.splice(at..at, piece));
                }
            }
            if body.is_empty() {
                body.push(b'{');
            }
        }
        read += check_all(&body);
    }
    assert!(read > 100, "only {read} changed bodies could be read");
}

#[test]
fn unlike_values_in_every_place_never_panic() {
    const VALUES: [&str; 14] = [
        "null",
        "true",
        "0",
        "-1",
        "1.5",
        "1e99999999999",
        "\"\"",
        "\"x\"",
        "\"0x\"",
        "[]",
        "{}",
        "[null]",
        "{\"a\":{}}",
        "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890",
    ];
    let body = order();
    let members = rt::json_members(body.as_bytes()).unwrap();
    for (name, _) in &members {
        for value in VALUES {
            let with = |(key, old): &(rt::Text, &str)| format!("\"{key}\":{}", if key == name { value } else { *old });
            let members: Vec<String> = members.iter().map(with).collect();
            let body = format!("{{{}}}", members.join(","));
            if !check::<Order>(ORDER_TYPE, body.as_bytes()) {
                let error = rt::from_slice::<Order>(ORDER_TYPE, body.as_bytes()).unwrap_err();
                assert!(error.path().starts_with(&**name), "{name} {value}: {error}");
            }
        }
    }
}
