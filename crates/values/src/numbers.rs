//! Draws numbers within ranges of any width.
//!
//! Input: a range of integers and the bounds of a place. Output: digits, or a JSON number. Small
//! and large numbers are equally likely, and the ends of the range occur too.

use alloy_primitives::{I256, U256};
use chainloom_forms::Integer;
use chainloom_runtime::schema::Bounds;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::plausible;

/// Parses a JSON text such as digits. Invalid text gives null.
pub(crate) fn from_digits(digits: &str) -> Value {
    serde_json::from_str(digits).unwrap_or_default()
}

/// Draws the digits of an integer within bounds.
pub(crate) fn digits(rng: &mut Rng, integer: Integer, bounds: &Bounds) -> String {
    if !bounds.only.is_empty() {
        return bounds.only[rng.usize(0..bounds.only.len())].to_owned();
    }
    let (least, most) = range(integer, bounds);
    if integer.is_signed() {
        let (least, most) = (signed(&least), signed(&most));
        let width = most.wrapping_sub(least).into_raw();
        return least.wrapping_add(I256::from_raw(within(rng, width))).to_string();
    }
    let (least, most) = (unsigned(&least), unsigned(&most));
    least.wrapping_add(within(rng, most.saturating_sub(least))).to_string()
}

/// Returns the least and the greatest integer that a place allows, as digits. Fractions of the
/// bounds are cut off, and bounds beyond the type are ignored.
fn range(integer: Integer, bounds: &Bounds) -> (String, String) {
    let (least, most) = integer.bounds();
    let whole = |text: &str| text.split('.').next().unwrap_or_default().to_owned();
    let low = bounds.min.map_or_else(|| least.to_owned(), whole);
    let high = bounds.max.map_or_else(|| most.to_owned(), whole);
    let within = |text: &String| chainloom_forms::whole::fits(text, integer);
    let low = if within(&low) { low } else { least.to_owned() };
    let high = if within(&high) { high } else { most.to_owned() };
    (low, high)
}

fn unsigned(digits: &str) -> U256 {
    digits.parse().unwrap_or_default()
}

fn signed(digits: &str) -> I256 {
    digits.parse().unwrap_or_default()
}

/// Draws a number from 0 to `most`. Each number of bits is equally likely; 0 and `most` are drawn
/// more often, so that the ends of a range occur.
fn within(rng: &mut Rng, most: U256) -> U256 {
    match rng.u8(0..16) {
        0 => U256::ZERO,
        1 => most,
        _ => {
            let bits = rng.usize(0..=most.bit_len());
            let mask = if bits >= 256 { U256::MAX } else { (U256::from(1) << bits) - U256::from(1) };
            let drawn = U256::from_limbs([rng.u64(..), rng.u64(..), rng.u64(..), rng.u64(..)]) & mask;
            if drawn > most { most } else { drawn }
        }
    }
}

/// Draws a floating-point number with at most three decimal places. Without bounds it is between 0
/// and 1,000.
pub(crate) fn float(rng: &mut Rng, bounds: &Bounds) -> Value {
    let bound = |text: Option<&str>| text.and_then(|text| text.parse::<f64>().ok());
    let low = bound(bounds.min).unwrap_or(0.0);
    let high = bound(bounds.max).unwrap_or(low + 1_000.0).max(low);
    let drawn = low + (high - low) * f64::from(rng.u16(..)) / f64::from(u16::MAX);
    // Numbers with three decimal places print alike everywhere; `clamp` keeps exact bounds.
    let rounded = (drawn * 1_000.0).round() / 1_000.0;
    json!(rounded.clamp(low, high))
}

/// Draws a decimal as text, with two decimal places if the bounds allow it.
pub(crate) fn decimal(rng: &mut Rng, bounds: &Bounds) -> String {
    if !bounds.only.is_empty() {
        return bounds.only[rng.usize(0..bounds.only.len())].to_owned();
    }
    let low = bounds.min.unwrap_or("0");
    let whole = digits(rng, if low.starts_with('-') { Integer::I32 } else { Integer::U32 }, bounds);
    let text = format!("{whole}.{:02}", rng.u8(0..100));
    let own = Bounds { min: Some(low), ..*bounds };
    // If no whole number lies between the bounds, the lower bound itself is a valid value.
    [text, whole].into_iter().find(|text| plausible::fits(text, &own)).unwrap_or_else(|| low.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_within_bounds_that_hold_no_whole_number() {
        for (min, max) in [("0.5", "0.9"), ("-1.75", "-1.5")] {
            let bounds = Bounds { min: Some(min), max: Some(max), ..Bounds::NONE };
            for seed in 0..200 {
                let text = decimal(&mut Rng::with_seed(seed), &bounds);
                assert!(plausible::fits(&text, &bounds), "{text} is not in {min}..={max}");
            }
        }
    }
}
