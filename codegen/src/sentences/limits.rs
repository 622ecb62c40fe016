//! What calls cost and what a service allows, in sentences.

use super::seen;
use crate::model::{Cost, Limit, LimitSays, Period, Quantity};

/// A limit as a sentence.
pub fn limit(limit: &Limit) -> String {
    let (what, value) = match &limit.says {
        LimitSays::Words { what, value } => (what.as_str(), value.clone()),
        LimitSays::Number { of, max, per } => {
            let per = per.map(|per| format!(" {}", period(per))).unwrap_or_default();
            (limit.unit.as_deref().unwrap_or(quantity(*of)), format!("{max}{per}"))
        }
    };
    let tier = limit.tier.as_ref().map(|tier| format!(" ({tier})")).unwrap_or_default();
    let status = limit.status.map(|status| format!(" (status {status})")).unwrap_or_default();
    let doc = if limit.doc.is_empty() { String::new() } else { format!(" {}", limit.doc) };
    let seen = if limit.seen { " Seen, not in the documents." } else { "" };
    format!("{what}{tier}: {value}{status}.{doc}{seen}")
}

/// What a call takes from the budget that the service keeps.
pub fn cost(cost: &Cost) -> String {
    let unit = cost.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
    format!("A call costs {}{unit}{}.", cost.units, seen(cost.seen))
}

const fn quantity(of: Quantity) -> &'static str {
    match of {
        Quantity::Requests => "requests",
        Quantity::Cost => "cost of calls",
        Quantity::Batch => "calls in a batch",
        Quantity::Bytes => "bytes of a request",
        Quantity::Open => "open requests",
    }
}

const fn period(period: Period) -> &'static str {
    match period {
        Period::Second => "a second",
        Period::Minute => "a minute",
        Period::Hour => "an hour",
        Period::Day => "a day",
    }
}
