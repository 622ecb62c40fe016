//! Pairs of members whose names order them: `start` and `end`, `used` and `limit`.
//!
//! Input: a drawn object. Output: the object with the values of such members in order. Bounds and
//! types of both members are equal, so that each value fits both.

use std::cmp::Ordering;

use chainloom_runtime::schema::{Field, Type};
use serde_json::{Map, Value};

use crate::place::words;
use crate::rules::compare;

/// Words for the lower and the higher member of a pair.
const PAIRS: [(&str, &str); 8] = [
    ("start", "end"),
    ("min", "max"),
    ("minimum", "maximum"),
    ("first", "last"),
    ("used", "limit"),
    ("lower", "upper"),
    ("created", "updated"),
    ("net", "gross"),
];

/// Swaps the values of pairs that are out of order.
pub(crate) fn order(fields: &[Field], object: &mut Map<String, Value>) {
    for (low, high) in fields.iter().flat_map(|low| fields.iter().map(move |high| (low, high))) {
        if !is_pair(low, high) {
            continue;
        }
        let (first, second) = (object.get(low.name).cloned(), object.get(high.name).cloned());
        if let Some((first, second)) = first.zip(second).filter(|(first, second)| is_above(first, second)) {
            object.insert(low.name.to_owned(), second);
            object.insert(high.name.to_owned(), first);
        }
    }
}

/// Returns whether a number or time is greater than another of the same form.
fn is_above(left: &Value, right: &Value) -> bool {
    match (left.as_str(), right.as_str()) {
        // For hex without leading zeros, the longer text is greater.
        (Some(left), Some(right)) if left.starts_with("0x") => (left.len(), left) > (right.len(), right),
        _ => compare(left, right) == Ordering::Greater,
    }
}

fn is_pair(low: &Field, high: &Field) -> bool {
    let is_one = low.bounds == high.bounds && is_same(low.ty, high.ty) && low.constant.or(high.constant).is_none();
    is_one && {
        let (left, right) = (words(low.name), words(high.name));
        PAIRS.iter().any(|(of_low, of_high)| {
            left.iter().any(|word| word == of_low)
                && left.iter().map(|word| if word == of_low { of_high } else { word.as_str() }).eq(right.iter())
        })
    }
}

/// Returns whether both types are numbers or times of one form.
fn is_same(low: Type, high: Type) -> bool {
    match (low.plain(), high.plain()) {
        (Type::Integer(left), Type::Integer(right)) => left == right,
        (Type::Number, Type::Number) => true,
        (Type::Scalar(left), Type::Scalar(right)) => {
            let form = &left.form;
            std::ptr::eq(left, right) && (form.is_numeric() || form.time_unit().is_some())
        }
        _ => false,
    }
}
