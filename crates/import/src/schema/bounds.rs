//! Converts bounds and patterns.
//!
//! Input: a schema and the converted type. Output: attributes of the type.

use std::cmp::Ordering;

use oas3::spec::{ObjectSchema, SchemaType};
use serde_json::Number;

use super::{kinds, named_kinds};
use crate::importer::Importer;
use crate::spec::{Head, Type, range};
use crate::tree::{Kind, Node};

impl Importer<'_> {
    /// Adds the bounds, the size and the pattern of a schema to a type.
    pub(super) fn bounds(&mut self, schema: &ObjectSchema, ty: &mut Type, at: &str) {
        if matches!(ty.head, Head::Const(_) | Head::Enum { .. }) {
            return;
        }
        let is_integer = |name: &str| limits(name).is_some() || name == "uint128";
        let is_whole =
            kinds(schema).contains(&SchemaType::Integer) || matches!(&ty.head, Head::Name(name) if is_integer(name));
        let low = self.inclusive_bound(schema.minimum.as_ref(), schema.exclusive_minimum.as_ref(), is_whole, 1, at);
        let high = self.inclusive_bound(schema.maximum.as_ref(), schema.exclusive_maximum.as_ref(), is_whole, -1, at);
        let mut is_dropped =
            |bound: &String| self.is_beyond(ty, bound, at) || (is_whole && self.is_rounded(ty, bound, at));
        let low = low.filter(|low| !is_dropped(low));
        let high = high.filter(|high| !is_dropped(high));
        if let Some(range) = range(low, high).filter(|range| !self.is_redundant(ty, range)) {
            ty.put("range", Node::text(range).from(at));
        }
        let sizes = match &ty.head {
            Head::List(_) => (schema.min_items, schema.max_items),
            Head::Map { .. } => (schema.min_properties, schema.max_properties),
            // The type of a tuple determines its length.
            Head::Tuple(_) => (None, None),
            _ if schema.min_length.is_some() || schema.max_length.is_some() => (schema.min_length, schema.max_length),
            _ => (schema.min_items, schema.max_items),
        };
        let is_object = matches!(ty.head, Head::Record { .. } | Head::Union { .. });
        if is_object && (schema.min_properties.is_some_and(|least| least > 0) || schema.max_properties.is_some()) {
            self.report.detail("the number of members of an object", at);
        }
        // A minimum of zero is no bound of a size.
        let least = sizes.0.filter(|least| *least > 0).map(|least| least.to_string());
        let most = sizes.1.filter(|most| u32::try_from(*most).is_ok());
        if most < sizes.1 {
            self.report.detail("a size of more than 32 bits", at);
        }
        if let Some(size) = range(least, most.map(|most| most.to_string())) {
            ty.put("size", Node::text(size).from(at));
        }
        // A pattern only binds texts.
        let is_number = matches!(kinds(schema).as_slice(), [SchemaType::Integer | SchemaType::Number]);
        let is_bound = !is_number || named_kinds(schema) == kinds(schema);
        if let Some(pattern) = schema.pattern.as_ref().filter(|pattern| is_bound && !self.is_pattern_of(ty, pattern)) {
            ty.put("pattern", Node::text(pattern).from(at));
        }
    }

    /// Returns the stricter of two bounds as an inclusive one. An exclusive bound is moved by `step`
    /// for whole numbers, whose bounds with a fraction are rounded; for others, it is reported and becomes inclusive.
    fn inclusive_bound(
        &mut self,
        inclusive: Option<&Number>,
        exclusive: Option<&Number>,
        is_whole: bool,
        step: i128,
        at: &str,
    ) -> Option<String> {
        let rounded = |bound: &Number| match bound.as_f64().filter(|bound| is_whole && bound.fract() != 0.0) {
            Some(bound) => ((if step > 0 { bound.ceil() } else { bound.floor() }) as i128).to_string(),
            None => digits(bound),
        };
        let Some(exclusive) = exclusive else {
            return inclusive.map(rounded);
        };
        if let Some(inclusive) = inclusive.map(rounded).filter(|own| is_stricter(own, &digits(exclusive), step > 0)) {
            return Some(inclusive);
        }
        if is_whole && exclusive.as_f64().is_some_and(|bound| bound.fract() != 0.0) {
            return Some(rounded(exclusive));
        }
        let whole = digits(exclusive).parse::<i128>().ok().filter(|_| is_whole);
        if whole.is_none() {
            self.report.lost("an exclusive bound", at);
        }
        Some(whole.map_or_else(|| digits(exclusive), |whole| (whole + step).to_string()))
    }

    /// Narrows a type by an attribute of another schema of the same value. Ranges and sizes are
    /// intersected; a second pattern is reported. Of other attributes, the type keeps its own.
    pub(super) fn narrow(&mut self, ty: &mut Type, key: &'static str, value: Node, at: &str) {
        let Some((_, own)) = ty.attributes.iter_mut().find(|(known, _)| *known == key) else {
            return ty.put(key, value);
        };
        let (Kind::Text(one), Kind::Text(other)) = (&own.kind, &value.kind) else { return };
        match key {
            "range" | "size" => {
                if let Some(both) = intersect_ranges(one, other) {
                    own.kind = Kind::Text(both);
                }
            }
            "pattern" if one != other => self.report.lost("a second pattern of a text", at),
            _ => {}
        }
    }

    /// Returns whether a bound lies outside the numbers of the type, and reports such a bound.
    fn is_beyond(&mut self, ty: &Type, bound: &str, at: &str) -> bool {
        let Head::Name(name) = &ty.head else { return false };
        let Some((least, most)) = limits(name) else { return false };
        let (is_outside, is_limit) = match bound.parse::<i128>() {
            Ok(bound) => (bound < least || bound > most, false),
            // A floating-point number of this size has lost its last digits, so it may be the limit.
            Err(_) => bound.parse::<f64>().map_or((false, false), |bound| {
                let (least, most) = (least as f64, if name == "uint128" { u128::MAX as f64 } else { most as f64 });
                (bound < least || bound > most, bound == least || bound == most)
            }),
        };
        if is_outside {
            self.report.lost("a bound that no number of the type reaches", at);
        }
        is_outside || is_limit
    }

    /// Returns whether a bound of whole numbers is so large that its last digits are lost, and reports one that is not
    /// the limit of 256 bits.
    fn is_rounded(&mut self, ty: &Type, bound: &str, at: &str) -> bool {
        let is_builtin = matches!(&ty.head, Head::Name(name) if limits(name).is_some());
        let rounded = bound.parse::<f64>().ok().filter(|_| !is_builtin && bound.parse::<i128>().is_err());
        if rounded.is_some_and(|bound| ![2_f64.powi(256), 2_f64.powi(255), -2_f64.powi(255)].contains(&bound)) {
            self.report.detail("a bound of whole numbers beyond 128 bits", at);
        }
        rounded.is_some()
    }

    /// Returns whether a range equals the limits of the type, so that it is redundant.
    fn is_redundant(&self, ty: &Type, range: &str) -> bool {
        let Head::Name(name) = &ty.head else { return false };
        let is_all = |(least, most)| range == format!("{least}..={most}") || (least == 0 && range == "0..");
        let scalar = self.scalars.iter().find(|(own, _)| own == name).and_then(|(_, scalar)| scalar.get("rust"));
        let is_natural = matches!(scalar.map(|rust| &rust.kind), Some(Kind::Text(rust)) if rust == "U256");
        limits(name).is_some_and(is_all) || (range == "0.." && is_natural)
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

/// Returns whether a bound is stricter than another. With `is_low`, both are lower bounds, otherwise upper bounds.
fn is_stricter(bound: &str, other: &str, is_low: bool) -> bool {
    let order = match (bound.parse::<i128>(), other.parse::<i128>()) {
        (Ok(bound), Ok(other)) => Some(bound.cmp(&other)),
        _ => bound.parse::<f64>().ok().zip(other.parse().ok()).and_then(|(bound, other)| bound.partial_cmp(&other)),
    };
    order == Some(if is_low { Ordering::Greater } else { Ordering::Less })
}

/// Returns the values that two ranges both hold, such as `1..` and `..=9`.
fn intersect_ranges(one: &str, other: &str) -> Option<String> {
    let ends = |text: &str| -> (Option<String>, Option<String>) {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let end = |text: &str| Some(text.trim_start_matches('=').to_owned()).filter(|end| !end.is_empty());
        (end(low), end(high))
    };
    let stricter = |one: Option<String>, other: Option<String>, is_low| match (one, other) {
        (Some(one), Some(other)) => Some(if is_stricter(&other, &one, is_low) { other } else { one }),
        (one, other) => one.or(other),
    };
    let ((low, high), (other_low, other_high)) = (ends(one), ends(other));
    range(stricter(low, other_low, true), stricter(high, other_high, false))
}

/// Returns a number as the spec language writes it: whole numbers without a point.
fn digits(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e18 => format!("{float:.0}"),
        _ => number.to_string(),
    }
}
