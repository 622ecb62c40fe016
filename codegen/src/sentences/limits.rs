//! What calls cost and what a service allows, in sentences.

use crate::model::{Cost, Limit, LimitSays, Period, Quantity};

/// How a spec says that the documents name a limit without its value.
const NOT_SPECIFIED: &str = "not specified";

/// A limit in sentences.
pub fn limit(limit: &Limit) -> String {
    let tier = limit.tier.as_ref().map(|tier| format!(" ({tier})")).unwrap_or_default();
    let text = match &limit.says {
        LimitSays::Words { what, value } if value == NOT_SPECIFIED => {
            format!("The documentation does not state the limit on {what}{tier}")
        }
        LimitSays::Words { what, value } => format!("{}{tier}: {value}", capitalized(what)),
        LimitSays::Number { of, max, per } => {
            let per = per.map(|per| format!(" per {}", period(per))).unwrap_or_default();
            format!("At most {}{per}{tier}", amount(*max, quantity(*of, *max, limit.unit.as_deref())))
        }
    };
    // A description that names the status says when it comes.
    let status = limit.status.filter(|status| !limit.doc.contains(&status.to_string()));
    let status = status.map(|status| format!(" The status of a response beyond it is {status}.")).unwrap_or_default();
    let doc = if limit.doc.is_empty() { String::new() } else { format!(" {}", limit.doc) };
    format!("{text}.{status}{doc}")
}

/// A text with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What a call takes from the budget that the service keeps.
pub fn cost(cost: &Cost) -> String {
    format!("Costs {} per call.", amount(cost.units, quantity(Quantity::Cost, cost.units, cost.unit.as_deref())))
}

/// A time in the largest unit that measures it.
pub fn duration(seconds: u64) -> String {
    const UNITS: [(u64, &str); 4] = [(86_400, "days"), (3_600, "hours"), (60, "minutes"), (1, "seconds")];
    let (length, unit) = UNITS.into_iter().find(|(length, _)| seconds % length == 0).unwrap_or((1, "seconds"));
    let count = seconds / length;
    amount(count, quantity(Quantity::Cost, count, Some(unit)))
}

/// A number, with its digits in groups, of something.
fn amount(count: u64, what: &str) -> String {
    let digits = count.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    format!("{} {what}", groups.join(","))
}

/// What is counted. A unit is named in the plural.
fn quantity(of: Quantity, count: u64, unit: Option<&str>) -> &str {
    let (one, several) = match (of, unit) {
        (Quantity::Cost, Some(unit)) => (unit.strip_suffix('s').unwrap_or(unit), unit),
        (Quantity::Cost, None) => ("unit", "units"),
        (Quantity::Requests, _) => ("request", "requests"),
        (Quantity::Batch, _) => ("call in a batch", "calls in a batch"),
        (Quantity::Bytes, _) => ("byte in a request", "bytes in a request"),
        (Quantity::Open, _) => ("open request", "open requests"),
    };
    if count == 1 { one } else { several }
}

const fn period(period: Period) -> &'static str {
    match period {
        Period::Second => "second",
        Period::Minute => "minute",
        Period::Hour => "hour",
        Period::Day => "day",
    }
}
