//! Canonical JSON: RFC 8785.
//!
//! Input: JSON text. Output: the same value without white space, with members sorted by UTF-16,
//! texts with as few escapes as possible, and numbers as ECMAScript writes them. An integer keeps
//! its digits, even if a float cannot hold them. Text that two readers could interpret differently
//! has no canonical form: duplicate members and unpaired surrogates.

use std::borrow::Cow;
use std::fmt;

use crate::json::{Fault, Kind, Tokens, put_text};

/// Maximum depth of a value with a canonical form, the innermost scalar included.
const MAX_DEPTH: usize = 256;

/// A text without a canonical form: invalid JSON, a duplicate member, an unpaired surrogate, a
/// number too large for a float, or too many nested levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCanonical {
    why: &'static str,
}

impl fmt::Display for NotCanonical {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no canonical JSON: {}", self.why)
    }
}

impl std::error::Error for NotCanonical {}

impl From<Fault> for NotCanonical {
    fn from(_: Fault) -> Self {
        Self { why: "the text is no JSON" }
    }
}

/// Converts a JSON text to the canonical form of RFC 8785, except that integers keep all of their
/// digits.
///
/// # Errors
/// The text has no canonical form.
pub fn canonical_json(json: &[u8]) -> Result<Vec<u8>, NotCanonical> {
    let text = std::str::from_utf8(json).map_err(|_| NotCanonical { why: "the text is not UTF-8" })?;
    let mut tokens = Tokens::new(text);
    let mut out = Vec::with_capacity(text.len());
    value(&mut tokens, &mut out, MAX_DEPTH)?;
    if tokens.start() != text.len() {
        return Err(NotCanonical { why: "something follows the value" });
    }
    if tokens.halves() > 0 {
        return Err(NotCanonical { why: "a text has half of a surrogate pair" });
    }
    Ok(out)
}

/// Writes the next value in canonical form.
fn value(tokens: &mut Tokens<'_>, out: &mut Vec<u8>, depth: usize) -> Result<(), NotCanonical> {
    let depth = depth.checked_sub(1).ok_or(NotCanonical { why: "the value is nested too deeply" })?;
    match tokens.peek()? {
        Kind::Object => return object(tokens, out, depth),
        Kind::List => return list(tokens, out, depth),
        Kind::Text => put_text(out, tokens.string()?),
        Kind::Number => out.extend_from_slice(number(tokens.number()?)?.as_bytes()),
        Kind::Boolean => out.extend_from_slice(if tokens.boolean()? { b"true" } else { b"false" }),
        Kind::Null => {
            tokens.null()?;
            out.extend_from_slice(b"null");
        }
    }
    Ok(())
}

/// Writes the next array in canonical form.
fn list(tokens: &mut Tokens<'_>, out: &mut Vec<u8>, depth: usize) -> Result<(), NotCanonical> {
    out.push(b'[');
    let mut more = tokens.enter_list()?;
    while more {
        value(tokens, out, depth)?;
        more = tokens.next_item()?;
        if more {
            out.push(b',');
        }
    }
    out.push(b']');
    Ok(())
}

/// Writes the next object in canonical form, with sorted members.
fn object(tokens: &mut Tokens<'_>, out: &mut Vec<u8>, depth: usize) -> Result<(), NotCanonical> {
    let mut members: Vec<(Cow<'_, str>, Vec<u8>)> = Vec::new();
    let mut more = tokens.enter_object();
    while more {
        let key = tokens.kept_key()?;
        let mut json = Vec::new();
        value(tokens, &mut json, depth)?;
        members.push((key, json));
        more = tokens.next_member()?;
    }
    members.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    if members.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a == b)) {
        return Err(NotCanonical { why: "an object has a member twice" });
    }
    out.push(b'{');
    for (at, (key, json)) in members.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        put_text(out, key);
        out.push(b':');
        out.extend_from_slice(json);
    }
    out.push(b'}');
    Ok(())
}

/// Formats a number as ECMAScript does; an integer without an exponent keeps its digits.
fn number(digits: &str) -> Result<Cow<'_, str>, NotCanonical> {
    if digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return Ok(if digits == "-0" { "0".into() } else { digits.into() });
    }
    let value: f64 = digits.parse().unwrap_or(f64::NAN);
    if !value.is_finite() {
        return Err(NotCanonical { why: "a number is too large for a float" });
    }
    Ok(ecmascript(value).into())
}

/// Formats a float in the layout of ECMAScript's `Number::toString`, from its shortest digits.
fn ecmascript(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let (digits, exponent) = shortest_digits(value.abs());
    let sign = if value < 0.0 { "-" } else { "" };
    // Number of digits before the point; if not positive, its negation is the number of zeros after
    // the point.
    let before = exponent + 1;
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let width = |number: i32| usize::try_from(number).unwrap_or_default();
    match before {
        1..=21 if count <= before => format!("{sign}{digits}{}", "0".repeat(width(before - count))),
        1..=21 => format!("{sign}{}.{}", &digits[..width(before)], &digits[width(before)..]),
        -5..=0 => format!("{sign}0.{}{digits}", "0".repeat(width(-before))),
        _ => {
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            let plus = if exponent < 0 { "" } else { "+" };
            format!("{sign}{first}{point}{rest}e{plus}{exponent}")
        }
    }
}

/// Returns the shortest digits of a number above 0, and the power of ten of the first digit. Of two
/// equally near digits the even one is used, as ECMAScript requires; `format!` does not do that.
fn shortest_digits(value: f64) -> (String, i32) {
    let shortest = serde_json::Number::from_f64(value).map(|number| number.to_string()).unwrap_or_default();
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = [whole, fraction].concat();
    let zeros = all.len() - all.trim_start_matches('0').len();
    let moved = i32::try_from(whole.len()).unwrap_or_default() - i32::try_from(zeros).unwrap_or_default() - 1;
    let exponent = exponent.parse::<i32>().unwrap_or_default() + moved;
    (all.trim_matches('0').to_owned(), exponent)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn of(json: &str) -> String {
        String::from_utf8(canonical_json(json.as_bytes()).unwrap()).unwrap()
    }

    /// The examples of RFC 8785, sections 3.2.2 to 3.2.4.
    #[test]
    fn the_samples_of_the_standard() {
        let numbers = r#"{ "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false] }"#;
        let expected = "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
                        \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
        assert_eq!(of(numbers), expected);
        let keys = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
        let expected = "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}";
        assert_eq!(of(keys), expected);
    }

    /// The table of RFC 8785, appendix B.
    #[test]
    fn numbers_of_the_standard() {
        let samples: [(u64, &str); 24] = [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ];
        for (bits, expected) in samples {
            assert_eq!(ecmascript(f64::from_bits(bits)), expected);
        }
    }

    #[test]
    fn whole_numbers_keep_their_digits() {
        let kept = "[9007199254740993,123456789012345678901234567890,0,-5]";
        assert_eq!(of(&kept.replace(",0", " , -0")), kept);
        assert_eq!(of("[1.0, 1e2, -0.0, 1.5e300]"), "[1,100,0,1.5e+300]");
    }

    /// A reader that uses the first of duplicate members must not differ from the signed value.
    #[test]
    fn what_has_two_meanings_has_no_canonical_form() {
        for json in [
            "", "{", "[1,]", "1 2", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "\"\\ud800\"", "1e400", "\u{feff}1",
        ] {
            assert!(canonical_json(json.as_bytes()).is_err(), "{json}");
        }
        assert!(canonical_json(&[b'"', 0xff, b'"']).is_err());
        let deep = |depth: usize| [b"[".repeat(depth), b"]".repeat(depth)].concat();
        assert!(canonical_json(&deep(100)).is_ok() && canonical_json(&deep(100_000)).is_err());
    }
}
