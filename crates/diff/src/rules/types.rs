//! Rules of types and bounds.
//!
//! Input: a type or a bound before and after. Output: a [`Ruling`].

use std::cmp::Ordering;

use serde_json::Value as Json;

use crate::item::Kind;
use crate::ruling::{FactChange, Ruling, ruling};
use crate::values::{Compared, Values, allowed_order, limit_order, patterns_order, range_order};
use crate::verdict::Verdict::{Additive, Breaking, Harmless};

const ACCEPTED: &str = "values that were refused are accepted";
const OTHER_VALUE: &str = "the value has another form on the wire";
const PARTLY_REFUSED: &str = "some values that were accepted may be refused";
const REFUSED: &str = "values that were accepted are refused";
const SAME_FORM: &str = "the form on the wire is the same";
const UNCHECKED: &str = "only requests are checked against bounds";

/// Returns the meaning of a changed type: the graver one of requests and responses.
pub(crate) fn changed(change: &FactChange<'_>) -> Ruling {
    let (none, flow) = (Values::default(), change.new_flow);
    let [before, after] = change.values.map(|values| values.unwrap_or(&none));
    let is_result = matches!(change.kind, Kind::Operation | Kind::Variant);
    let in_requests = (flow.sent && !is_result).then(|| sent_type(before, after));
    match (in_requests, flow.received || is_result) {
        (Some(sent), false) => sent,
        (Some(sent), true) => {
            let read = read_type(before, after);
            if read.wire > sent.wire { read } else { sent }
        }
        (None, _) => read_type(before, after),
    }
}

/// Returns the meaning of a changed type of requests.
fn sent_type(before: &Values, after: &Values) -> Ruling {
    match before.order(after, Compared::Sent) {
        Some(Ordering::Equal) => ruling(Harmless, SAME_FORM),
        Some(Ordering::Greater) => ruling(Additive, "requests may have further values"),
        Some(Ordering::Less) => ruling(Breaking, "values that were accepted may be refused"),
        None if before.order(after, Compared::Read).is_some() => ruling(Breaking, PARTLY_REFUSED),
        None => ruling(Breaking, OTHER_VALUE),
    }
}

/// Returns the meaning of a changed type of responses.
fn read_type(before: &Values, after: &Values) -> Ruling {
    match before.order(after, Compared::Read) {
        Some(Ordering::Equal) => ruling(Harmless, SAME_FORM),
        Some(Ordering::Greater) if after.has_null && !before.has_null && after.kind == before.kind => {
            ruling(Breaking, "programs that need the value may find null")
        }
        Some(Ordering::Greater) => ruling(Breaking, "responses may have values that older programs do not read"),
        Some(Ordering::Less) => ruling(Harmless, "responses have fewer values, all of the old form"),
        None => ruling(Breaking, OTHER_VALUE),
    }
}

/// Returns the meaning of a changed range of numbers or sizes.
pub(crate) fn range(change: &FactChange<'_>) -> Ruling {
    bounds(change, range_order)
}

/// Returns the meaning of changed patterns.
pub(crate) fn patterns(change: &FactChange<'_>) -> Ruling {
    bounds(change, patterns_order)
}

/// Returns the meaning of a changed list of allowed values.
pub(crate) fn allowed_values(change: &FactChange<'_>) -> Ruling {
    bounds(change, allowed_order)
}

/// Returns the meaning of bounds that are not compared.
pub(crate) fn other_bounds(change: &FactChange<'_>) -> Ruling {
    bounds(change, |_, _| None)
}

/// Returns the meaning of changed bounds within a type.
pub(crate) fn inner_bounds(change: &FactChange<'_>) -> Ruling {
    match whole_order(change) {
        Some(order) if change.new_flow.sent => bounds_ruling(order),
        _ => other_bounds(change),
    }
}

/// Returns the meaning of changed bounds. The type may have them in place of the item.
fn bounds(change: &FactChange<'_>, compare: fn(&Json, &Json) -> Option<Ordering>) -> Ruling {
    match whole_order(change) {
        _ if !change.new_flow.sent => ruling(Harmless, UNCHECKED),
        Some(Some(Ordering::Equal)) => bounds_ruling(Some(Ordering::Equal)),
        _ => bounds_ruling(limit_order(change.before, change.after, compare)),
    }
}

/// Compares all values of the item, with the bounds of its type. `None` if it has no type.
fn whole_order(change: &FactChange<'_>) -> Option<Option<Ordering>> {
    let [before, after] = change.values;
    Some(before?.order(after?, Compared::Sent))
}

/// Returns the meaning of bounds that allow more values (`Greater`) or fewer.
fn bounds_ruling(order: Option<Ordering>) -> Ruling {
    match order {
        Some(Ordering::Greater) => ruling(Additive, ACCEPTED),
        Some(Ordering::Less) => ruling(Breaking, REFUSED),
        Some(Ordering::Equal) => ruling(Harmless, "no further value is refused"),
        None => ruling(Breaking, PARTLY_REFUSED),
    }
}
