//! What calls cost and what a service allows, in sentences.

use crate::model::{Cost, Limit, LimitSays, Period, Quantity};

/// A limit as a sentence.
pub fn limit(limit: &Limit) -> String {
    let tier = limit.tier.as_ref().map(|tier| format!(" ({tier})")).unwrap_or_default();
    let text = match &limit.says {
        LimitSays::Words { what, value } => format!("Limit on {what}{tier}: {value}"),
        LimitSays::Number { of, max, per } => {
            let per = per.map(|per| format!(" per {}", period(per))).unwrap_or_default();
            format!("At most {}{per}{tier}", counted(*max, *of, limit.unit.as_deref()))
        }
    };
    let status = limit.status.map(|status| format!(" Beyond the limit, the status is {status}.")).unwrap_or_default();
    let doc = if limit.doc.is_empty() { String::new() } else { format!(" {}", limit.doc) };
    format!("{text}.{status}{doc}")
}

/// What a call takes from the budget that the service keeps.
pub fn cost(cost: &Cost) -> String {
    format!("Costs {} per call.", counted(cost.units, Quantity::Cost, cost.unit.as_deref()))
}

/// So many of what is counted: `1 request`, `20 compute units`.
fn counted(count: u64, of: Quantity, unit: Option<&str>) -> String {
    let (one, several) = match of {
        Quantity::Requests => ("request", "requests"),
        Quantity::Cost => ("unit", "units"),
        Quantity::Batch => ("call in a batch", "calls in a batch"),
        Quantity::Bytes => ("byte in a request", "bytes in a request"),
        Quantity::Open => ("open request", "open requests"),
    };
    let name = match (unit, count) {
        // The name of a unit stands for several: `compute units`.
        (Some(unit), 1) if !unit.ends_with("ss") => unit.strip_suffix('s').unwrap_or(unit),
        (Some(unit), _) => unit,
        (None, 1) => one,
        (None, _) => several,
    };
    format!("{count} {name}")
}

/// A time in the largest unit of which it is a whole number, up to hours as the spec has them:
/// `24 hours`, `90 minutes`.
pub(super) fn duration(seconds: u64) -> String {
    let units = [(3_600, "hour"), (60, "minute"), (1, "second")];
    let (size, unit) = units.into_iter().find(|(size, _)| seconds % size == 0).unwrap_or((1, "second"));
    let count = seconds / size;
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

const fn period(period: Period) -> &'static str {
    match period {
        Period::Second => "second",
        Period::Minute => "minute",
        Period::Hour => "hour",
        Period::Day => "day",
    }
}
