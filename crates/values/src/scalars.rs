//! Draws values of scalars.
//! Input: the form and the bounds of a place. Output: a text or number of that form, with valid
//! checksums.

use bech32::{Bech32, Hrp};
use chainloom_forms::{Form, Integer, Presence, TimeUnit, base58, base58check, base64, time, uuid};
use chainloom_runtime::schema::Bounds;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::draw::Draw;
use crate::numbers;
use crate::plausible;

/// Range of times with [`Draw::wild`]: 2020-09-13 to 2033-05-18, in UNIX seconds.
const ALL_TIMES: std::ops::Range<i64> = 1_600_000_000..2_000_000_000;
/// Maximum number of bytes of a value without a fixed length.
const MAX_BYTES: usize = 32;
/// Maximum number of bytes of a value that is as long as its example.
const MAX_LIKE: usize = 256;
/// Default human-readable part of a bech32 text, and default chain before the text.
const DEFAULT_NAMES: (&str, &str) = ("local", "P");

/// Draws a value of a scalar, within bounds.
pub(crate) fn scalar(draw: &mut Draw, form: &Form<&'static str>, bounds: &Bounds) -> Value {
    if !bounds.only.is_empty() && !form.is_numeric() {
        return json!(bounds.only[draw.rng.usize(0..bounds.only.len())]);
    }
    if form.time_unit().is_some() {
        return moment(draw, form, bounds);
    }
    match form {
        Form::JsonInteger(integer) => whole(draw, *integer, bounds, false),
        Form::DurationNumber(unit) => duration(draw, *unit, bounds, false),
        Form::DurationText(unit) => duration(draw, *unit, bounds, true),
        Form::DecimalInteger(integer) => whole(draw, *integer, bounds, true),
        Form::Quantity(integer) => json!(quantity(&draw.digits(*integer, bounds, false))),
        Form::Decimal => json!(draw.decimal(bounds)),
        Form::JsonDecimal => numbers::from_digits(&draw.decimal(bounds)),
        Form::DateTime => json!(time::write(date(draw), 1)),
        Form::LocalDateTime { .. } => json!(time::without_offset(&time::write(date(draw), 1))),
        Form::Date => json!(time::write(date(draw), 1).split('T').next()),
        other => json!(text(&mut draw.rng, other, draw.evidence.example.and_then(Value::as_str))),
    }
}

/// Draws an integer as text or as a JSON number. With [`Draw::surprises`], it sometimes takes the
/// other form.
fn whole(draw: &mut Draw, integer: Integer, bounds: &Bounds, as_text: bool) -> Value {
    let digits = draw.digits(integer, bounds, !as_text);
    if as_text == draw.surprised(3) { numbers::from_digits(&digits) } else { json!(digits) }
}

/// Draws a duration, in the unit of its form.
fn duration(draw: &mut Draw, unit: TimeUnit, bounds: &Bounds, as_text: bool) -> Value {
    let name = match unit {
        TimeUnit::Seconds => "seconds",
        TimeUnit::Milliseconds => "milliseconds",
        TimeUnit::Microseconds => "microseconds",
        TimeUnit::Nanoseconds => "nanoseconds",
    };
    draw.evidence.unit = Some(name);
    whole(draw, Integer::U64, bounds, as_text)
}

/// Converts decimal digits to hex with `0x`, without leading zeros.
fn quantity(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let value: alloy_primitives::U256 = digits.parse().unwrap_or_default();
    format!("{sign}0x{value:x}")
}

/// Draws a point in time, in the unit of its form.
fn moment(draw: &mut Draw, form: &Form<&'static str>, bounds: &Bounds) -> Value {
    let digits = match (bounds.min, bounds.max, bounds.only) {
        (None, None, []) => (date(draw) * units(form.time_unit())).to_string(),
        _ => draw.digits(Integer::I64, bounds, true),
    };
    match form {
        Form::TimeText(_) => json!(digits),
        Form::TimeQuantity(_) => json!(quantity(&digits)),
        _ => numbers::from_digits(&digits),
    }
}

/// Draws a time in UNIX seconds.
fn date(draw: &mut Draw) -> i64 {
    if draw.wild { draw.rng.i64(ALL_TIMES) } else { plausible::time(&mut draw.rng, &draw.evidence) }
}

/// Returns the number of units in a second; 1 without a unit.
const fn units(unit: Option<TimeUnit>) -> i64 {
    match unit {
        None | Some(TimeUnit::Seconds) => 1,
        Some(TimeUnit::Milliseconds) => 1_000,
        Some(TimeUnit::Microseconds) => 1_000_000,
        Some(TimeUnit::Nanoseconds) => 1_000_000_000,
    }
}

/// Draws a text for a form that is not a number.
fn text(rng: &mut Rng, form: &Form<&'static str>, example: Option<&str>) -> String {
    match form {
        Form::Base58 { bytes } => base58::write(&some_bytes(rng, *bytes)),
        Form::Base58Check { bytes, prefix } => base58check::write(&some_bytes(rng, Some(*bytes)), prefix),
        Form::Bech32 { bytes, chain, .. } => bech32_text(rng, *bytes, *chain, example),
        Form::Base64 { bytes, url } => base64::write(&some_bytes(rng, *bytes), *url),
        Form::Hex { bytes, prefix } => {
            let start = if *prefix == Presence::Never { "" } else { "0x" };
            like_bytes(rng, *bytes, example).iter().fold(start.to_owned(), |text, byte| format!("{text}{byte:02x}"))
        }
        Form::Duration => format!("P{}DT{}H{}M", rng.u8(0..30), rng.u8(0..24), rng.u8(0..60)),
        Form::Uuid => uuid::write((rng.u128(..) & !(0xf << 76 | 0x3 << 62)) | (4 << 76) | (2 << 62)),
        _ => String::new(),
    }
}

/// Draws `count` bytes, or a random number of bytes.
fn some_bytes(rng: &mut Rng, count: Option<usize>) -> Vec<u8> {
    let count = count.unwrap_or_else(|| rng.usize(1..=MAX_BYTES));
    std::iter::repeat_with(|| rng.u8(..)).take(count).collect()
}

/// Draws bytes. If their number is free, there are as many as in the example, with as many zeros at
/// the beginning, which a small number has.
fn like_bytes(rng: &mut Rng, count: Option<usize>, example: Option<&str>) -> Vec<u8> {
    let example = example.map(|example| example.trim_start_matches("0x")).filter(|_| count.is_none());
    let similar_length = example.map(|example| example.len() / 2).filter(|count| (1..=MAX_LIKE).contains(count));
    let mut bytes = some_bytes(rng, count.or(similar_length));
    let zeros = example.map_or(0, |example| example.bytes().take_while(|digit| *digit == b'0').count() / 2);
    bytes.iter_mut().take(zeros).for_each(|byte| *byte = 0);
    bytes
}

/// Draws a bech32 text with the human-readable part and the chain of the example, or with
/// [`DEFAULT_NAMES`].
fn bech32_text(rng: &mut Rng, bytes: usize, chain: Presence, example: Option<&str>) -> String {
    let (name, prefix) =
        example.and_then(names_of).filter(|(name, _)| Hrp::parse(name).is_ok()).unwrap_or(DEFAULT_NAMES);
    let address =
        Hrp::parse(name).ok().and_then(|name| bech32::encode::<Bech32>(name, &some_bytes(rng, Some(bytes))).ok());
    let address = address.unwrap_or_default();
    if chain == Presence::Never { address } else { format!("{prefix}-{address}") }
}

/// Returns the human-readable part of an example, and the chain before it or the default one. `None` if the example is
/// not a bech32 text.
fn names_of(example: &str) -> Option<(&str, &str)> {
    let (prefix, address) = example.split_once('-').unwrap_or((DEFAULT_NAMES.1, example));
    let (name, _) = address.rsplit_once('1')?;
    Some((name, prefix))
}
