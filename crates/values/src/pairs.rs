//! Pairs of members whose names order them: `start` and `end`, `used` and `limit`.
//!
//! Input: a drawn object. Output: the object with the values of such members in order. Bounds and
//! types of both members are equal, so that each value fits both.

use std::cmp::Ordering;

use chainloom_runtime::schema::{Field, Type};
use serde_json::{Map, Value};

use crate::evidence::words;
use crate::rules::compare;

/// Words in the names of two members of which the first has the lower value.
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

/// Swaps the values of members whose names form a pair, if the first value is greater.
pub(crate) fn order(fields: &[Field], object: &mut Map<String, Value>) {
    for low in fields {
        let name = words(low.name);
        let of_low = PAIRS.iter().filter(|(word, _)| name.iter().any(|own| own == word));
        for name_of_high in of_low.map(|pair| replaced(&name, *pair)) {
            let highs = fields.iter().filter(|high| has_same_values(low, high) && words(high.name) == name_of_high);
            highs.for_each(|high| swap(low.name, high.name, object));
        }
    }
}

/// Returns the words of a name, with the word for the lower member replaced by the word for the
/// higher one.
fn replaced(name: &[String], (of_low, of_high): (&str, &str)) -> Vec<String> {
    name.iter().map(|word| if word == of_low { of_high } else { word }.to_owned()).collect()
}

/// Swaps the values of two members if both are present and the first is greater.
fn swap(low: &str, high: &str, object: &mut Map<String, Value>) {
    let (first, second) = (object.get(low).cloned(), object.get(high).cloned());
    if let Some((first, second)) = first.zip(second).filter(|(first, second)| is_above(first, second)) {
        object.insert(low.to_owned(), second);
        object.insert(high.to_owned(), first);
    }
}

/// Returns whether a number or time is greater than another of the same form.
fn is_above(left: &Value, right: &Value) -> bool {
    match (left.as_str(), right.as_str()) {
        // Of two numbers in hex without leading zeros, the one with more digits is greater.
        (Some(left), Some(right)) if left.starts_with("0x") => (left.len(), left) > (right.len(), right),
        _ => compare(left, right) == Ordering::Greater,
    }
}

/// Returns whether two members have the same type and bounds and no constant, so that each value fits both.
fn has_same_values(low: &Field, high: &Field) -> bool {
    low.bounds == high.bounds && is_same_kind(low.ty, high.ty) && low.constant.or(high.constant).is_none()
}

/// Returns whether two types are the same kind of number or time.
fn is_same_kind(low: Type, high: Type) -> bool {
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
