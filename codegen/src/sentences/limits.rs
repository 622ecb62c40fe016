//! What calls cost and what a service allows, in sentences.

use crate::model::{Cost, Limit, LimitSays, Period, Quantity};

/// A limit as a sentence.
pub fn limit(limit: &Limit) -> String {
    let tier = limit.tier.as_ref().map(|tier| format!(" ({tier})")).unwrap_or_default();
    let text = match &limit.says {
        LimitSays::Words { what, value } => format!("{}{tier}: {value}", capitalized(what)),
        LimitSays::Number { of, max, per } => {
            let per = per.map(|per| format!(" per {}", period(per))).unwrap_or_default();
            format!("At most {max} {}{per}{tier}", limit.unit.as_deref().unwrap_or(quantity(*of)))
        }
    };
    let status = limit.status.map(|status| format!("; beyond it, the status is {status}")).unwrap_or_default();
    let doc = if limit.doc.is_empty() { String::new() } else { format!(" {}", limit.doc) };
    format!("{text}{status}.{doc}")
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What a call takes from the budget that the service keeps.
pub fn cost(cost: &Cost) -> String {
    match (&cost.unit, cost.units) {
        (Some(unit), units) => format!("Costs {units} {unit} per call."),
        (None, 1) => "Costs 1 unit per call.".to_owned(),
        (None, units) => format!("Costs {units} units per call."),
    }
}

const fn quantity(of: Quantity) -> &'static str {
    match of {
        Quantity::Requests => "requests",
        Quantity::Cost => "units",
        Quantity::Batch => "calls in a batch",
        Quantity::Bytes => "bytes in a request",
        Quantity::Open => "open requests",
    }
}

const fn period(period: Period) -> &'static str {
    match period {
        Period::Second => "second",
        Period::Minute => "minute",
        Period::Hour => "hour",
        Period::Day => "day",
    }
}
