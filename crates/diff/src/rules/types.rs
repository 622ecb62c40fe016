//! Rules of types and bounds.
//!
//! Input: a type or a bound before and after. Output: a [`Ruling`].

use std::cmp::Ordering;

use serde_json::Value as Json;

use crate::ruling::{FactChange, Ruling, ruling};
use crate::thing::Kind;
use crate::verdict::Verdict::{Additive, Breaking, Harmless};

/// How the values of a type relate to those of another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Same,
    Wider,
    Narrower,
    Other,
}

/// Returns the meaning of another type.
pub(crate) fn changed(change: &FactChange<'_>) -> Ruling {
    let (before, after, flow) = (change.before, change.after, change.new_flow);
    let wire = |ty: &Json| ty.get("wire").and_then(Json::as_str).unwrap_or("nothing").to_owned();
    let (sent, received) = (flow.sent, flow.received);
    let sent = sent && !matches!(change.kind, Kind::Operation | Kind::Variant);
    match relation(&wire(before), &wire(after)) {
        Relation::Same => ruling(Harmless, "the form on the wire is the same"),
        Relation::Other => ruling(Breaking, "the value has another form on the wire"),
        Relation::Wider if !sent && is_nullable(after) && !is_nullable(before) => {
            ruling(Breaking, "programs that need the value may find null")
        }
        Relation::Wider if received || !sent => {
            ruling(Breaking, "responses may have values that older programs do not read")
        }
        Relation::Wider => ruling(Additive, "requests may have further values"),
        Relation::Narrower if sent => ruling(Breaking, "values that were accepted may be refused"),
        Relation::Narrower => ruling(Harmless, "responses have fewer values, all of the old form"),
    }
}

fn is_nullable(ty: &Json) -> bool {
    ty.get("wire").and_then(Json::as_str).is_some_and(|wire| wire.ends_with(" | null"))
}

/// Compares two forms, written as `kind/form` with ` | null` behind them.
fn relation(before: &str, after: &str) -> Relation {
    let nullable = |wire: &str| wire.ends_with(" | null");
    let bare = |wire: &str| wire.trim_end_matches(" | null").to_owned();
    let null = match (nullable(before), nullable(after)) {
        (false, true) => Relation::Wider,
        (true, false) => Relation::Narrower,
        _ => Relation::Same,
    };
    let form = form(&bare(before), &bare(after));
    match (null, form) {
        (Relation::Same, other) | (other, Relation::Same) => other,
        (null, form) if null == form => form,
        _ => Relation::Other,
    }
}

fn form(before: &str, after: &str) -> Relation {
    if before == after {
        return Relation::Same;
    }
    if after == "json" {
        return Relation::Wider;
    }
    if before == "json" {
        return Relation::Narrower;
    }
    let parts = |wire: &str| match wire.split_once('/') {
        Some((kind, form)) => (kind.to_owned(), form.to_owned()),
        None => (wire.to_owned(), String::new()),
    };
    let (before, unit) = without_unit(before);
    let (after, new_unit) = without_unit(after);
    if unit.is_some() && new_unit.is_some() && unit != new_unit {
        return Relation::Other;
    }
    let ((kind, form), (new_kind, new_form)) = (parts(before), parts(after));
    if (&kind, &form) == (&new_kind, &new_form) {
        return Relation::Same;
    }
    if kind == "integer" && new_kind == "number" {
        return Relation::Wider;
    }
    if kind == "number" && new_kind == "integer" {
        return Relation::Narrower;
    }
    if kind != new_kind {
        return Relation::Other;
    }
    if kind == "integer"
        && let (Some(old), Some(new)) = (width(&form), width(&new_form))
    {
        return match (new.0 >= old.0 && new.1 >= old.1, new.0 <= old.0 && new.1 <= old.1) {
            (true, _) => Relation::Wider,
            (_, true) => Relation::Narrower,
            _ => Relation::Other,
        };
    }
    match (form.is_empty(), new_form.is_empty()) {
        (true, false) => Relation::Narrower,
        (false, true) => Relation::Wider,
        _ => Relation::Other,
    }
}

/// A form, and the unit of its time.
fn without_unit(wire: &str) -> (&str, Option<&str>) {
    wire.split_once('@').map_or((wire, None), |(form, unit)| (form, Some(unit)))
}

/// Bits below and above zero of a whole number: `int64` has 63 and 63, `uint8` 0 and 8.
fn width(form: &str) -> Option<(u32, u32)> {
    match form.strip_prefix("uint") {
        Some(bits) => Some((0, bits.parse().ok()?)),
        None => {
            form.strip_prefix("int")?.parse().ok().map(|bits: u32| (bits.saturating_sub(1), bits.saturating_sub(1)))
        }
    }
}

/// Returns the meaning of another range of numbers or sizes.
pub(crate) fn range(change: &FactChange<'_>) -> Ruling {
    bounds(change, |before, after| {
        let [(old_from, old_to), (from, to)] = [ends(before)?, ends(after)?];
        let is_wider = from <= old_from && to >= old_to;
        let is_narrower = from >= old_from && to <= old_to;
        match (is_wider, is_narrower) {
            (true, _) => Some(Ordering::Greater),
            (_, true) => Some(Ordering::Less),
            _ => None,
        }
    })
}

/// Returns the meaning of other patterns, of which each allows fewer values.
pub(crate) fn patterns(change: &FactChange<'_>) -> Ruling {
    bounds(change, subset)
}

/// Returns the meaning of another list of allowed values.
pub(crate) fn allowed_values(change: &FactChange<'_>) -> Ruling {
    bounds(change, |before, after| subset(before, after).map(Ordering::reverse))
}

/// Returns the meaning of bounds that are not compared.
pub(crate) fn other_bounds(change: &FactChange<'_>) -> Ruling {
    bounds(change, |_, _| None)
}

/// Rules on bounds; `compare` is greater if more values are allowed.
fn bounds(change: &FactChange<'_>, compare: fn(&Json, &Json) -> Option<Ordering>) -> Ruling {
    if !change.new_flow.sent {
        return ruling(Harmless, "only requests are checked against bounds");
    }
    let (before, after) = (change.before, change.after);
    let order = match (before.is_null(), after.is_null()) {
        (true, _) => Some(Ordering::Less),
        (_, true) => Some(Ordering::Greater),
        _ => compare(before, after),
    };
    match order {
        Some(Ordering::Greater) => ruling(Additive, "values that were refused are accepted"),
        Some(Ordering::Less) => ruling(Breaking, "values that were accepted are refused"),
        _ => ruling(Breaking, "some values that were accepted may be refused"),
    }
}

/// The ends of a range, of which an open one is beyond all numbers.
fn ends(range: &Json) -> Option<(f64, f64)> {
    let (from, to) = range.as_str()?.split_once("..")?;
    let end = |text: &str, open: f64| if text.is_empty() { Some(open) } else { text.parse().ok() };
    Some((end(from, f64::NEG_INFINITY)?, end(to.trim_start_matches('='), f64::INFINITY)?))
}

/// Greater if the second list has less than the first.
fn subset(before: &Json, after: &Json) -> Option<Ordering> {
    let (before, after) = (before.as_array()?, after.as_array()?);
    if after.iter().all(|one| before.contains(one)) {
        return Some(Ordering::Greater);
    }
    before.iter().all(|one| after.contains(one)).then_some(Ordering::Less)
}
