//! Converts bounds and patterns.
//!
//! Input: a schema and the converted type. Output: attributes of the type.

use oas3::spec::{ObjectSchema, SchemaType};
use serde_json::Number;

use super::kinds;
use crate::importer::Importer;
use crate::spec::{Head, Type, range};
use crate::tree::Node;

impl Importer<'_> {
    /// Adds the bounds, the size and the pattern of a schema to a type.
    pub(super) fn bounds(&mut self, schema: &ObjectSchema, ty: &mut Type, at: &str) {
        if matches!(ty.head, Head::Const(_) | Head::Enum { .. }) {
            return;
        }
        let is_whole = kinds(schema).contains(&SchemaType::Integer);
        let low = self.inclusive_bound(schema.minimum.as_ref(), schema.exclusive_minimum.as_ref(), is_whole, 1, at);
        let high = self.inclusive_bound(schema.maximum.as_ref(), schema.exclusive_maximum.as_ref(), is_whole, -1, at);
        let low = low.filter(|low| !self.is_beyond(ty, low, at));
        let high = high.filter(|high| !self.is_beyond(ty, high, at));
        if let Some(range) = range(low, high).filter(|range| !self.is_redundant(ty, range)) {
            ty.put("range", Node::text(range).from(at));
        }
        let sizes = match &ty.head {
            Head::List(_) => (schema.min_items, schema.max_items),
            Head::Map { .. } => (schema.min_properties, schema.max_properties),
            _ if schema.min_length.is_some() || schema.max_length.is_some() => (schema.min_length, schema.max_length),
            _ => (schema.min_items, schema.max_items),
        };
        // A minimum of zero is no bound of a size.
        let least = sizes.0.filter(|least| *least > 0).map(|least| least.to_string());
        if let Some(size) = range(least, sizes.1.map(|most| most.to_string())) {
            ty.put("size", Node::text(size).from(at));
        }
        if let Some(pattern) = schema.pattern.as_ref().filter(|pattern| !self.is_pattern_of(ty, pattern)) {
            ty.put("pattern", Node::text(pattern).from(at));
        }
    }

    /// Returns a bound as an inclusive one. An exclusive bound is moved by `step` for whole
    /// numbers; for others, it is reported and becomes inclusive.
    fn inclusive_bound(
        &mut self,
        inclusive: Option<&Number>,
        exclusive: Option<&Number>,
        is_whole: bool,
        step: i128,
        at: &str,
    ) -> Option<String> {
        let Some(exclusive) = exclusive else {
            return inclusive.map(digits);
        };
        let whole = digits(exclusive).parse::<i128>().ok().filter(|_| is_whole);
        if whole.is_none() {
            self.report.lost("an exclusive bound", at);
        }
        Some(whole.map_or_else(|| digits(exclusive), |whole| (whole + step).to_string()))
    }

    /// Returns whether a bound lies outside the numbers of the type, and reports such a bound.
    fn is_beyond(&mut self, ty: &Type, bound: &str, at: &str) -> bool {
        let Head::Name(name) = &ty.head else { return false };
        let Some((least, most)) = limits(name) else { return false };
        let is_beyond = match bound.parse::<i128>() {
            Ok(bound) => bound < least || bound > most,
            // A floating-point number of this size has lost its last digits.
            Err(_) => bound.parse::<f64>().is_ok_and(|bound| bound <= least as f64 || bound >= most as f64),
        };
        if is_beyond {
            self.report.lost("a bound that no number of the type reaches", at);
        }
        is_beyond
    }

    /// Returns whether a range equals the limits of the type, so that it is redundant.
    fn is_redundant(&self, ty: &Type, range: &str) -> bool {
        let Head::Name(name) = &ty.head else { return false };
        let is_all = |(least, most)| range == format!("{least}..={most}") || (least == 0 && range == "0..");
        limits(name).is_some_and(is_all) || (name == "uint128" && range == format!("0..={}", u128::MAX))
    }
}

/// Returns the least and the greatest number of a built-in type of whole numbers; for `uint128`, the
/// greatest `int128`. `None` for other types.
fn limits(name: &str) -> Option<(i128, i128)> {
    let bits = |digits: &str| digits.parse::<u32>().ok().filter(|bits| (1..=128).contains(bits));
    match name.strip_prefix("uint").and_then(bits) {
        Some(128) => Some((0, i128::MAX)),
        Some(bits) => Some((0, i128::MAX >> (127 - bits))),
        None => {
            let bits = name.strip_prefix("int").and_then(bits).or((name == "integer").then_some(64))?;
            let most = i128::MAX >> (128 - bits);
            Some((-most - 1, most))
        }
    }
}

/// Returns a number as the spec language writes it: whole numbers without a point.
fn digits(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e18 => format!("{float:.0}"),
        _ => number.to_string(),
    }
}
