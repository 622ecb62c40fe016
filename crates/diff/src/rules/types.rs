//! Rules of types and bounds.
//!
//! Input: a type or a bound before and after. Output: a [`Ruling`].

use std::cmp::Ordering;

use serde_json::Value as Json;

use crate::item::Kind;
use crate::ruling::{FactChange, Ruling, ruling};
use crate::verdict::Verdict::{Additive, Breaking, Harmless};

/// Suffix of the text of a nullable type.
const OR_NULL: &str = " | null";

/// Returns the meaning of a changed type.
pub(crate) fn changed(change: &FactChange<'_>) -> Ruling {
    let wire = |ty: &Json| ty.get("wire").and_then(Json::as_str).unwrap_or("nothing").to_owned();
    let (before, after, flow) = (wire(change.before), wire(change.after), change.new_flow);
    let sent = flow.sent && !matches!(change.kind, Kind::Operation | Kind::Variant);
    match type_order(&before, &after) {
        Some(Ordering::Equal) => ruling(Harmless, "the form on the wire is the same"),
        None => ruling(Breaking, "the value has another form on the wire"),
        Some(Ordering::Greater) if !sent && after.ends_with(OR_NULL) && !before.ends_with(OR_NULL) => {
            ruling(Breaking, "programs that need the value may find null")
        }
        Some(Ordering::Greater) if flow.received || !sent => {
            ruling(Breaking, "responses may have values that older programs do not read")
        }
        Some(Ordering::Greater) => ruling(Additive, "requests may have further values"),
        Some(Ordering::Less) if sent => ruling(Breaking, "values that were accepted may be refused"),
        Some(Ordering::Less) => ruling(Harmless, "responses have fewer values, all of the old form"),
    }
}

/// Compares two types by their values: `Greater` if the second has more. `None` if each has values
/// that the other lacks.
fn type_order(before: &str, after: &str) -> Option<Ordering> {
    let bare = |wire: &str| wire.strip_suffix(OR_NULL).map_or((wire.to_owned(), false), |bare| (bare.to_owned(), true));
    let ((before, had_null), (after, has_null)) = (bare(before), bare(after));
    combine_orders(Some(has_null.cmp(&had_null)), form_order(&before, &after))
}

/// Combines two orders. `None` if they contradict each other.
fn combine_orders(one: Option<Ordering>, other: Option<Ordering>) -> Option<Ordering> {
    match (one?, other?) {
        (Ordering::Equal, order) | (order, Ordering::Equal) => Some(order),
        (one, other) => (one == other).then_some(one),
    }
}

/// Compares two forms by their values, as [`type_order`] does for types.
fn form_order(before: &str, after: &str) -> Option<Ordering> {
    let ((old, unit), (new, new_unit)) = (split_unit(before), split_unit(after));
    if unit.is_some() && new_unit.is_some() && unit != new_unit {
        return None;
    }
    match (kind_and_form(old), kind_and_form(new)) {
        (old, new) if old == new => Some(Ordering::Equal),
        (_, ("json", _)) | (("integer", _), ("number", _)) => Some(Ordering::Greater),
        (("json", _), _) | (("number", _), ("integer", _)) => Some(Ordering::Less),
        ((kind, _), (new_kind, _)) if kind != new_kind => None,
        ((_, ""), _) => Some(Ordering::Less),
        (_, (_, "")) => Some(Ordering::Greater),
        ((_, form), (_, new_form)) => {
            let ((below, above), (new_below, new_above)) = (width(form)?, width(new_form)?);
            combine_orders(Some(new_below.cmp(&below)), Some(new_above.cmp(&above)))
        }
    }
}

/// Divides a form into the form without `@`, and the unit of its time.
fn split_unit(wire: &str) -> (&str, Option<&str>) {
    wire.split_once('@').map_or((wire, None), |(form, unit)| (form, Some(unit)))
}

/// Divides a form into its JSON kind and the rest. The rest of a whole number is its name.
fn kind_and_form(wire: &str) -> (&str, &str) {
    if width(wire).is_some() { ("integer", wire) } else { wire.split_once('/').unwrap_or((wire, "")) }
}

/// Returns the bits of a whole number below and above zero: 63 and 63 for `int64`, 0 and 8 for
/// `uint8`.
fn width(form: &str) -> Option<(u32, u32)> {
    if let Some(bits) = form.strip_prefix("uint") {
        return Some((0, bits.parse().ok()?));
    }
    let bits: u32 = form.strip_prefix("int")?.parse().ok()?;
    Some((bits.saturating_sub(1), bits.saturating_sub(1)))
}

/// Returns the meaning of a changed range of numbers or sizes.
pub(crate) fn range(change: &FactChange<'_>) -> Ruling {
    bounds(change, |before, after| {
        let [(old_from, old_to), (from, to)] = [ends(before)?, ends(after)?];
        combine_orders(old_from.partial_cmp(&from), to.partial_cmp(&old_to))
    })
}

/// Returns the meaning of changed patterns. Each further pattern allows fewer values.
pub(crate) fn patterns(change: &FactChange<'_>) -> Ruling {
    bounds(change, subset)
}

/// Returns the meaning of a changed list of allowed values.
pub(crate) fn allowed_values(change: &FactChange<'_>) -> Ruling {
    bounds(change, |before, after| subset(before, after).map(Ordering::reverse))
}

/// Returns the meaning of bounds that are not compared.
pub(crate) fn other_bounds(change: &FactChange<'_>) -> Ruling {
    bounds(change, |_, _| None)
}

/// Returns the meaning of changed bounds. `compare` returns `Greater` if more values are allowed.
fn bounds(change: &FactChange<'_>, compare: fn(&Json, &Json) -> Option<Ordering>) -> Ruling {
    if !change.new_flow.sent {
        return ruling(Harmless, "only requests are checked against bounds");
    }
    let (before, after) = (change.before, change.after);
    let order = match (change.is_added(), change.is_removed()) {
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

/// Returns the ends of a range. An open end is infinite.
fn ends(range: &Json) -> Option<(f64, f64)> {
    let (from, to) = range.as_str()?.split_once("..")?;
    let end = |text: &str, open: f64| if text.is_empty() { Some(open) } else { text.parse().ok() };
    Some((end(from, f64::NEG_INFINITY)?, end(to.trim_start_matches('='), f64::INFINITY)?))
}

/// Returns `Greater` if the second list is a subset of the first, `Less` if it is a superset, and
/// else `None`.
fn subset(before: &Json, after: &Json) -> Option<Ordering> {
    let (before, after) = (before.as_array()?, after.as_array()?);
    if after.iter().all(|one| before.contains(one)) {
        return Some(Ordering::Greater);
    }
    before.iter().all(|one| after.contains(one)).then_some(Ordering::Less)
}
