//! Forms of scalars as patterns and bounds.
//!
//! Input: a [`Form`]. Output: the schema keywords for its texts or numbers. Constraints that a
//! pattern cannot express, such as a checksum, are stated in words.

use chainloom_forms::time::write_offset;
use chainloom_forms::{base58 as plain_base58, base58check, bech32};
use serde_json::{Value as Json, json};

use super::{Members, number};
use crate::model::{Form, Integer, Presence};
use crate::spec::closed;

/// Pattern of a Base58 digit.
const BASE58: &str = "[1-9A-HJ-NP-Za-km-z]";
/// Pattern of a bech32 digit.
const BECH32: &str = "[02-9ac-hj-np-z]";

/// Returns the schema of a scalar.
pub(super) fn schema(form: &Form) -> Members {
    let members = match form {
        Form::Base58 { .. } | Form::Base58Check { .. } | Form::Bech32 { .. } | Form::Hex { .. } => {
            text_schema(&pattern(form))
        }
        Form::Base64 { bytes, url } => base64(*bytes, *url),
        Form::DecimalInteger(integer) => {
            let sign = if integer.is_signed() { "-?" } else { "" };
            with_bounds(text_schema(&format!("^{sign}[0-9]+$")), *integer)
        }
        Form::TimeText(_) => with_bounds(text_schema("^-?[0-9]+$"), Integer::I64),
        Form::DurationText(_) => with_bounds(text_schema("^[0-9]+$"), Integer::U64),
        Form::DurationNumber(_) => integer(Integer::U64),
        Form::Decimal => text_schema(r"^-?[0-9]+(\.[0-9]+)?$"),
        Form::Quantity(integer) => with_bounds(text_schema(&quantity_pattern(*integer)), *integer),
        Form::TimeQuantity(_) => with_bounds(text_schema(&quantity_pattern(Integer::I64)), Integer::I64),
        Form::JsonInteger(width) => integer(*width),
        Form::JsonDecimal => json!({ "type": "number" }),
        Form::Seconds | Form::Milliseconds | Form::Microseconds | Form::Nanoseconds => integer(Integer::I64),
        Form::DateTime => json!({ "type": "string", "format": "date-time" }),
        Form::LocalDateTime { .. } => text_schema(r"^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)?$"),
        Form::Date => json!({ "type": "string", "format": "date" }),
        Form::Duration => json!({ "type": "string", "format": "duration" }),
        Form::Uuid => json!({ "type": "string", "format": "uuid" }),
    };
    as_members(members)
}

/// Returns the pattern of hex digits without leading zeros.
fn quantity_pattern(integer: Integer) -> String {
    format!("^0x(0|[1-9a-fA-F][0-9a-fA-F]{{0,{}}})$", integer.hex_digits() - 1)
}

/// Returns the schema of a whole number as a JSON number.
pub(super) fn integer(width: Integer) -> Json {
    let (least, largest) = width.bounds();
    let mut schema = as_members(json!({ "type": "integer" }));
    if let Some(format) = format_of(width) {
        schema.insert("format".to_owned(), json!(format));
    }
    // The format `int64` implies its bounds, and the API's own documents state no such bounds.
    if width != Integer::I64 {
        schema.insert("minimum".to_owned(), number(least));
        schema.insert("maximum".to_owned(), number(largest));
    }
    Json::Object(schema)
}

/// Returns the keyword `format` of an integer type; `None` if no format is known for it.
fn format_of(width: Integer) -> Option<&'static str> {
    match width {
        Integer::U8 => Some("uint8"),
        Integer::U16 => Some("uint16"),
        Integer::U32 => Some("uint32"),
        Integer::U64 => Some("uint64"),
        Integer::I8 => Some("int8"),
        Integer::I16 => Some("int16"),
        Integer::I32 => Some("int32"),
        Integer::I64 => Some("int64"),
        Integer::U128 | Integer::U256 | Integer::I128 | Integer::I256 => None,
    }
}

fn text_schema(pattern: &str) -> Json {
    json!({ "type": "string", "pattern": pattern })
}

/// Adds the bounds of a number that is a text on the wire: `minimum` is for JSON numbers only.
fn with_bounds(schema: Json, integer: Integer) -> Json {
    let (least, largest) = integer.bounds();
    let mut schema = as_members(schema);
    schema.insert("x-minimum".to_owned(), json!(least));
    schema.insert("x-maximum".to_owned(), json!(largest));
    Json::Object(schema)
}

/// Returns the schema of base64: four digits for three bytes. For a fixed number of bytes, the
/// pattern requires the exact number of digits and the padding.
fn base64(bytes: Option<usize>, url: bool) -> Json {
    let digit = if url { "[A-Za-z0-9_-]" } else { "[A-Za-z0-9+/]" };
    let body = match bytes {
        Some(bytes) => {
            let padding = "=".repeat((3 - bytes % 3) % 3);
            let padding = if url && !padding.is_empty() { format!("({padding})?") } else { padding };
            format!("{digit}{{{}}}{padding}", (bytes * 4).div_ceil(3))
        }
        None if url => format!("{digit}*={{0,2}}"),
        None => format!("({digit}{{4}})*({digit}{{2}}==|{digit}{{3}}=)?"),
    };
    let encoding = if url { "base64url" } else { "base64" };
    json!({ "type": "string", "contentEncoding": encoding, "pattern": format!("^{body}$") })
}

/// Returns the pattern of the texts of a form; empty for forms without a pattern.
fn pattern(form: &Form) -> String {
    match form {
        Form::Base58 { bytes: Some(bytes) } => {
            let (least, most) = plain_base58::digits(*bytes);
            format!("^{BASE58}{{{least},{most}}}$")
        }
        Form::Base58 { bytes: None } => format!("^{BASE58}*$"),
        Form::Base58Check { bytes, prefix } => format!("^{}{}$", escape(prefix), base58(*bytes)),
        Form::Bech32 { bytes, chain, base58check } => {
            let alias = match chain {
                Presence::Never => "",
                Presence::Optional => "([^-]+-)?",
                Presence::Required => "[^-]+-",
            };
            let digits = bech32::digits(*bytes);
            let long = format!("{alias}[a-z][a-z0-9]*1{BECH32}{{{digits}}}");
            if *base58check { format!("^({long}|{})$", base58(*bytes)) } else { format!("^{long}$") }
        }
        Form::Hex { bytes, prefix } => {
            let prefix = match prefix {
                Presence::Required => "0x",
                Presence::Optional => "(0x)?",
                Presence::Never => "",
            };
            match bytes {
                Some(bytes) => format!("^{prefix}[0-9a-fA-F]{{{}}}$", bytes * 2),
                None => format!("^{prefix}([0-9a-fA-F]{{2}})*$"),
            }
        }
        _ => String::new(),
    }
}

/// Returns the pattern of Base58 with a checksum, for a number of bytes without the checksum.
fn base58(bytes: usize) -> String {
    let (least, most) = base58check::digits(bytes);
    format!("{BASE58}{{{least},{most}}}")
}

/// Escapes a text for use in a pattern.
fn escape(text: &str) -> String {
    let special = |letter: char| r"\^$.|?*+()[]{}/".contains(letter);
    text.chars().flat_map(|letter| special(letter).then_some('\\').into_iter().chain([letter])).collect()
}

/// Describes a form, in words.
pub fn describe(form: &Form) -> String {
    let many = |bytes: &usize| format!("{bytes} byte{}", if *bytes == 1 { "" } else { "s" });
    let some = |bytes: &Option<usize>| bytes.as_ref().map_or_else(|| "any number of bytes".to_owned(), many);
    match form {
        Form::Base58 { bytes } => format!("Base58 of {}, without a checksum.", some(bytes)),
        Form::Base64 { bytes, url: false } => format!("Base64 of {}, with its padding.", some(bytes)),
        Form::Base64 { bytes, url: true } => format!("Base64 of {} in the alphabet of URLs.", some(bytes)),
        Form::Base58Check { bytes, prefix } if prefix.is_empty() => {
            format!("Base58 of {} and a checksum of 4 bytes.", many(bytes))
        }
        Form::Base58Check { bytes, prefix } => {
            format!("`{prefix}` and base58 of {} and a checksum of 4 bytes.", many(bytes))
        }
        Form::Bech32 { bytes, chain, base58check } => {
            let alias = match chain {
                Presence::Never => "no chain prefix before it",
                Presence::Optional => "a chain prefix such as `X-` may stand before it",
                Presence::Required => "a chain prefix such as `X-` stands before it",
            };
            let short = if *base58check { " Base58 with a checksum of 4 bytes is taken too." } else { "" };
            format!("Bech32 of {}; {alias}.{short}", many(bytes))
        }
        Form::Hex { bytes, prefix } => {
            let prefix = match prefix {
                Presence::Required => "with the prefix `0x`",
                Presence::Optional => "with or without the prefix `0x`",
                Presence::Never => "without a prefix",
            };
            format!("Hex of {}, {prefix}.", some(bytes))
        }
        Form::DecimalInteger(integer) => format!("A whole number as decimal text, {}.", bit_width(*integer)),
        Form::Decimal => "A decimal fraction as text, with all its digits.".to_owned(),
        Form::Quantity(integer) => {
            format!("A whole number as hex text without leading zeros, {}.", bit_width(*integer))
        }
        Form::JsonInteger(integer) => format!("A whole number as a JSON number, {}.", bit_width(*integer)),
        Form::JsonDecimal => "A decimal fraction as a JSON number, with all its digits.".to_owned(),
        Form::Seconds
        | Form::Milliseconds
        | Form::Microseconds
        | Form::Nanoseconds
        | Form::TimeText(_)
        | Form::TimeQuantity(_) => {
            let unit = unit_word(form).unwrap_or_default();
            let (first, rest) = unit.split_at(1.min(unit.len()));
            let written = match form {
                Form::TimeText(_) => "decimal text",
                Form::TimeQuantity(_) => "hex text without leading zeros",
                _ => "a JSON number",
            };
            format!("{}{rest} since 1970-01-01T00:00:00Z, as {written}.", first.to_uppercase())
        }
        Form::DateTime => "Date and time as RFC 3339 text, with its offset.".to_owned(),
        Form::LocalDateTime { offset } => {
            format!("Date and time as RFC 3339 text; the offset is `{}` where there is none.", write_offset(*offset))
        }
        Form::Date => "A day of the calendar as RFC 3339 text.".to_owned(),
        Form::Duration => "A duration as ISO 8601 text.".to_owned(),
        Form::DurationNumber(_) => format!("A duration in {} as a JSON number.", unit_word(form).unwrap_or_default()),
        Form::DurationText(_) => format!("A duration in {} as decimal text.", unit_word(form).unwrap_or_default()),
        Form::Uuid => "A UUID.".to_owned(),
    }
}

fn bit_width(integer: Integer) -> &'static str {
    match integer {
        Integer::U8 => "8 bits",
        Integer::U16 => "16 bits",
        Integer::U32 => "32 bits",
        Integer::U64 => "64 bits",
        Integer::U128 => "128 bits",
        Integer::U256 => "256 bits",
        Integer::I8 => "8 bits with a sign",
        Integer::I16 => "16 bits with a sign",
        Integer::I32 => "32 bits with a sign",
        Integer::I64 => "64 bits with a sign",
        Integer::I128 => "128 bits with a sign",
        Integer::I256 => "256 bits with a sign",
    }
}

/// Returns the unit of a UNIX time or a duration, as the spec writes it.
fn unit_word(form: &Form) -> Option<&'static str> {
    closed::word(&closed::TIME_UNITS, form.time_unit().or(form.duration_unit())?)
}

fn as_members(schema: Json) -> Members {
    match schema {
        Json::Object(members) => members,
        _ => Members::new(),
    }
}
