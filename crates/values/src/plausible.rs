//! Plausible numbers, from examples, units and names.
//!
//! Input: the evidence of a number and its bounds. Output: digits within the bounds. A number
//! resembles its example. Without an example, its unit or the general meaning of its name
//! determines its magnitude.

use chainloom_forms::{Integer, Number};
use chainloom_runtime::schema::Bounds;
use fastrand::Rng;
use serde_json::Value;

use crate::evidence::{Evidence, Row, Variety, is_height};

/// Range of plausible times: 2023-01-01 to 2026-01-01, in UNIX seconds.
pub(crate) const TIMES: std::ops::Range<i64> = 1_672_531_200..1_767_225_600;
/// Seconds between successive items of a list with heights; for lists without, it is `LONG_STEP`.
const STEP: i64 = 2;
const LONG_STEP: i64 = 6 * 3_600 + 7;
const DAY: i64 = 86_400;
/// Earliest time of any item: 2020-01-01, in UNIX seconds.
const EARLIEST_TIME: i64 = 1_577_836_800;
/// Words for times that follow the other times of an object.
const LATER_WORDS: [&str; 7] = ["end", "ends", "until", "expiry", "expires", "updated", "update"];
/// Largest integer that JavaScript represents exactly.
const MAX_SAFE_INTEGER: i128 = (1 << 53) - 1;
/// Largest example that values repeat exactly, such as a count, a version or a number of decimal
/// places.
const MAX_REPEATED_EXAMPLE: i128 = 100;
/// Widest range in which all numbers are equally likely. In wider ranges, each number of digits is.
const NARROW_RANGE: i128 = 1_000;

/// Number of entries at the beginning of [`RANGES_BY_NAME`] that are counts.
const COUNT_RANGES: usize = 3;
/// Ranges of integers by the last word of the name.
const RANGES_BY_NAME: [(&[&str], i128, i128); 11] = [
    (&["index", "position", "offset", "nonce", "sequence"], 0, 200),
    (&["count", "size", "length", "total"], 0, 500),
    (&["number", "height"], 100_000, 50_000_000),
    (&["percent", "percentage"], 0, 100),
    (&["decimals", "precision", "digits"], 0, 18),
    (&["port"], 1_024, 49_151),
    (&["year"], 2_020, 2_026),
    (&["version", "level", "depth", "type", "kind", "retries"], 1, 9),
    (&["id"], 1, 100_000),
    (&["timestamp"], TIMES.start as i128, TIMES.end as i128),
    (&["weight", "threshold", "priority"], 1, 1_000),
];
/// Words for prices, and the range of a price with more than 64 bits, which is in the smallest
/// unit.
const PRICES: (&[&str], i128, i128) = (&["price", "fee", "cost", "tip"], 1_000_000_000, 200_000_000_000);
/// Ranges of other amounts: in the smallest unit, and in billionths of a token.
const AMOUNTS: (i128, i128) = (1_000_000_000_000_000, 99_990_000_000_000_000_000);
const BILLIONTHS: (i128, i128) = (10_000_000, 99_990_000_000);
/// Range of all other numbers.
const OTHER_RANGE: (i128, i128) = (1, 1_000_000);

/// Draws the digits of a plausible integer. `None` if the bounds list values, are beyond `i128` or leave no number.
/// `is_json` states whether it is a number in JSON and not a text.
pub(crate) fn whole(
    rng: &mut Rng,
    integer: Integer,
    bounds: &Bounds,
    evidence: &Evidence,
    is_json: bool,
) -> Option<String> {
    if !bounds.only.is_empty() {
        return None;
    }
    let (low, high) = range(integer, bounds, is_json)?;
    let is_amount = integer.bits() > 64 && !is_json;
    let example = evidence.example.and_then(whole_of).filter(|example| (low..=high).contains(example));
    let (least, most) = match example {
        // Counts are at most three times the example.
        Some(example @ 1..=MAX_REPEATED_EXAMPLE) if is_counted(evidence) && !is_height(&evidence.last_word()) => {
            (1, 3 * example)
        }
        _ => plausible_range(evidence, is_amount),
    };
    let is_repeated = |example: i128| evidence.variety != Variety::Examples && example.abs() <= MAX_REPEATED_EXAMPLE;
    let telling = example.filter(|example| indicates_size(*example, evidence, is_amount) && !is_repeated(*example));
    let resembling = |rng: &mut Rng| telling.map(|example| near_example(rng, example));
    let row = evidence.object.row.filter(|_| is_height(&evidence.last_word()));
    if let Some(Row { list, index, .. }) = row {
        let newest = Rng::with_seed(list);
        let newest = resembling(&mut newest.clone()).unwrap_or_else(|| between(&mut newest.clone(), least, most));
        let number = newest.saturating_sub(i128::try_from(index).unwrap_or_default());
        return Some(number.clamp(low, high).to_string());
    }
    let drawn = resembling(rng).map(|number| number.clamp(low, high));
    Some(drawn.unwrap_or_else(|| draw_sized(rng, (least, most), (low, high))).to_string())
}

/// Draws a number in the plausible range. If the bounds exclude that range, it is drawn near their
/// minimum.
fn draw_sized(rng: &mut Rng, (least, most): (i128, i128), (low, high): (i128, i128)) -> i128 {
    let (least, most) = (least.max(low), most.min(high));
    let drawn = if least <= most {
        between(rng, least, most)
    } else {
        between(rng, low, high.min(low.saturating_add(NARROW_RANGE)))
    };
    let rounded = round_down(drawn, 4);
    if rounded >= low { rounded } else { drawn }
}

/// Returns whether values should be near the example. Small examples of amounts and counts do not indicate the size of
/// others.
fn indicates_size(example: i128, evidence: &Evidence, is_amount: bool) -> bool {
    match example.abs() {
        0..=MAX_REPEATED_EXAMPLE if is_counted(evidence) => false,
        1..=MAX_REPEATED_EXAMPLE => !is_amount,
        _ => true,
    }
}

/// Returns whether a number is a count or an index, which differs between objects however small its
/// example is.
fn is_counted(evidence: &Evidence) -> bool {
    let last = evidence.last_word();
    RANGES_BY_NAME.iter().take(COUNT_RANGES).any(|(of, ..)| of.contains(&last.as_str()))
}

/// Draws a time in UNIX seconds. Times within one object are consistent, and times of successive
/// items of a list fall.
pub(crate) fn time(rng: &mut Rng, evidence: &Evidence) -> i64 {
    let object = evidence.object;
    let number = object.row.map_or(object.number as u64, |row| row.list);
    let own = if evidence.name.is_empty() { rng.i64(TIMES) } else { Rng::with_seed(number).i64(TIMES) };
    let step = |row: Row| if row.has_height { STEP } else { LONG_STEP };
    let before = object.row.map_or(0, |row| i64::try_from(row.index).unwrap_or_default() * step(row));
    let is_later = evidence.words().iter().any(|word| LATER_WORDS.contains(&word.as_str()));
    let later = if is_later { rng.i64(DAY..=100 * DAY) } else { 0 };
    // Even the last of many items has a time in this decade.
    (own - before).max(EARLIEST_TIME) + later
}

/// Returns the range to draw from, as type and bounds allow, capped at JavaScript's safe integers
/// where that applies. `None` if it is empty or a bound exceeds `i128`.
fn range(integer: Integer, bounds: &Bounds, is_json: bool) -> Option<(i128, i128)> {
    let whole = |text: &str| text.split('.').next().unwrap_or_default().parse::<i128>().ok();
    let (least, most) = integer.bounds();
    let own = (whole(least).unwrap_or(i128::MIN), whole(most).unwrap_or(i128::MAX));
    let low = bounds.min.map_or(Some(own.0), whole)?.max(own.0);
    let high = bounds.max.map_or(Some(own.1), whole)?.min(own.1);
    // If the minimum is beyond the safe integers of JavaScript, they are no limit.
    let is_safe = (is_json || integer.bits() <= 64) && low <= MAX_SAFE_INTEGER;
    let high = if is_safe { high.min(MAX_SAFE_INTEGER) } else { high };
    (low <= high).then_some((low, high))
}

/// Returns the plausible range of a number by its unit and its name.
fn plausible_range(evidence: &Evidence, is_amount: bool) -> (i128, i128) {
    let words = evidence.words();
    let last = words.last().map(String::as_str).unwrap_or_default();
    match evidence.unit {
        Some("percent") => return (0, 100),
        Some("seconds") if last == "timestamp" => return (TIMES.start.into(), TIMES.end.into()),
        Some("milliseconds") if last == "timestamp" => {
            return (i128::from(TIMES.start) * 1_000, i128::from(TIMES.end) * 1_000);
        }
        Some("seconds") => return (1, 1_000_000),
        Some("milliseconds") => return (1, 60_000),
        Some("bytes") => return (100, 1_000_000),
        Some(unit) if unit.starts_with("nano") => return BILLIONTHS,
        _ => {}
    }
    if is_amount {
        let (of, least, most) = PRICES;
        return if words.iter().any(|word| of.contains(&word.as_str())) { (least, most) } else { AMOUNTS };
    }
    let named = RANGES_BY_NAME.iter().find(|(of, ..)| of.contains(&last));
    named.map_or(OTHER_RANGE, |(_, least, most)| (*least, *most))
}

/// Parses the integer of an example: a JSON number, or a text of decimal digits or hex.
fn whole_of(value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => match text.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16).ok(),
            None => text.parse().ok(),
        },
        _ => None,
    }
}

/// Draws a number between the example and its double, with about as many zeros at the end. Lower
/// numbers are not drawn, because the example may be a minimum.
fn near_example(rng: &mut Rng, example: i128) -> i128 {
    if example.abs() <= MAX_REPEATED_EXAMPLE {
        return example;
    }
    let drawn = example.saturating_mul(rng.i128(1_000..2_000)) / 1_000;
    let zeros = example.to_string().bytes().rev().take_while(|digit| *digit == b'0').count();
    let step = 10_i128.pow(u32::try_from(zeros.saturating_sub(2)).unwrap_or_default());
    drawn / step * step
}

/// Draws a number of a range. In a wide range, each number of digits is equally likely.
fn between(rng: &mut Rng, least: i128, most: i128) -> i128 {
    if most.saturating_sub(least) <= NARROW_RANGE || least < 0 {
        return rng.i128(least..=most);
    }
    let digits = |number: i128| number.checked_ilog10().unwrap_or_default();
    let power = rng.u32(digits(least)..=digits(most));
    let ends = (10_i128.pow(power).max(least), 10_i128.saturating_pow(power + 1).saturating_sub(1).min(most));
    // Zero has no logarithm, so the smallest range may begin there.
    rng.i128(if power == 0 { least.min(ends.1) } else { ends.0 }..=ends.1)
}

/// Rounds a number of 14 or more digits down to its first `count` digits.
fn round_down(number: i128, count: u32) -> i128 {
    match number.checked_ilog10() {
        Some(power) if power > 12 => {
            let step = 10_i128.pow(power + 1 - count);
            number / step * step
        }
        _ => number,
    }
}

/// Draws the digits of a plausible decimal, with two decimal places, or four if the example is
/// below 1. `None` if the bounds list values or leave no such number.
pub(crate) fn decimal(rng: &mut Rng, bounds: &Bounds, evidence: &Evidence) -> Option<String> {
    if !bounds.only.is_empty() {
        return None;
    }
    let bound = |text: Option<&str>| text.and_then(|text| text.parse::<f64>().ok());
    let example = evidence.example.and_then(decimal_of).filter(|example| *example != 0.0);
    let places = if example.is_some_and(|example| example.abs() < 1.0) { 4 } else { 2 };
    let scale = 10_f64.powi(places);
    let (least, most) = match (example, evidence.unit) {
        (Some(example), _) if example < 0.0 => (example * 1.5, example * 0.5),
        (Some(example), _) => (example * 0.5, example * 1.5),
        (None, Some("percent")) if is_of_health(evidence) => (95.0, 100.0),
        (None, Some("percent")) => (0.0, 100.0),
        (None, _) => (0.01, 10_000.0),
    };
    let least = bound(bounds.min).map_or(least, |low| least.max(low));
    let most = bound(bounds.max).map_or(most, |high| most.min(high));
    let (least, most) = if least <= most { (least, most) } else { (bound(bounds.min)?, bound(bounds.max)?) };
    #[expect(clippy::cast_possible_truncation, reason = "prices and shares are far from the ends of the type")]
    let (least, most) = ((least * scale).ceil() as i128, (most * scale).floor() as i128);
    let drawn = if least <= most { between(rng, least, most) } else { return None };
    let sign = if drawn < 0 { "-" } else { "" };
    let (drawn, scale) = (drawn.unsigned_abs(), 10_u128.pow(places.unsigned_abs()));
    let width = usize::from(places.unsigned_abs() > 2) * 2 + 2;
    let text = format!("{sign}{}.{:0width$}", drawn / scale, drawn % scale);
    fits(&text, bounds).then_some(text)
}

/// Returns whether a percentage is usually near 100, such as an uptime.
fn is_of_health(evidence: &Evidence) -> bool {
    evidence.words().iter().any(|word| ["uptime", "success", "reachability", "availability"].contains(&word.as_str()))
}

/// Returns the number in a JSON number or a text; `None` for other values.
fn decimal_of(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

/// Returns whether a text is a number within bounds.
pub(crate) fn fits(text: &str, bounds: &Bounds) -> bool {
    let Some(value) = Number::parse(text) else { return false };
    bounds.min.and_then(Number::parse).is_none_or(|low| low <= value)
        && bounds.max.and_then(Number::parse).is_none_or(|high| value <= high)
}
