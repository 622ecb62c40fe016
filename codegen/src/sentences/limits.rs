//! Sentences on the limits of a service.

use crate::model::{Limit, LimitAmount, Period, Quantity};

/// Value by which a spec states that the documents name a limit without its value.
const NOT_SPECIFIED: &str = "not specified";

/// Describes limits. Consecutive limits of one tier, quantity and source share a sentence.
pub fn grouped_limits<'l>(limits: impl IntoIterator<Item = &'l Limit>) -> Vec<String> {
    groups(limits).iter().map(|group| describe_group(group)).collect()
}

/// Groups consecutive limits that share a sentence.
pub(super) fn groups<'l>(limits: impl IntoIterator<Item = &'l Limit>) -> Vec<Vec<&'l Limit>> {
    let mut groups: Vec<Vec<&Limit>> = Vec::new();
    for limit in limits {
        match groups.last_mut() {
            Some(group) if group.iter().all(|other| is_alike(other, limit)) => group.push(limit),
            _ => groups.push(vec![limit]),
        }
    }
    groups
}

/// Describes a limit.
pub fn limit(limit: &Limit) -> String {
    describe_group(&[limit])
}

/// Returns whether two limits have the same quantity, unit, tier, status and source.
fn is_alike(one: &Limit, other: &Limit) -> bool {
    let counted = |limit: &Limit| limit.of.filter(|_| limit.per.is_some());
    let kind = |limit: &Limit| (counted(limit), limit.status, limit.seen);
    counted(one).is_some()
        && (kind(one), &one.unit, &one.tier, &one.source) == (kind(other), &other.unit, &other.tier, &other.source)
}

/// Describes limits of one group.
pub(super) fn describe_group(limits: &[&Limit]) -> String {
    let Some(first) = limits.first() else { return String::new() };
    let text = match &first.amount {
        LimitAmount::Words(value) => in_words(first, value),
        LimitAmount::Number(_) => {
            let amounts: Vec<String> = limits.iter().enumerate().map(|(at, limit)| allowed(limit, at == 0)).collect();
            let amounts = format!("at most {}", amounts.join(" and "));
            capitalized(&first.tier.as_ref().map_or(amounts.clone(), |tier| format!("{tier}: {amounts}")))
        }
    };
    let docs: Vec<&str> = limits.iter().map(|limit| limit.doc.as_str()).filter(|doc| !doc.is_empty()).collect();
    // A description that names the status also explains it.
    let status = first.status.filter(|status| !docs.iter().any(|doc| doc.contains(&status.to_string())));
    let status = status.map(|status| format!("The status of a response beyond it is {status}."));
    let sentences = [format!("{text}.")].into_iter().chain(status).chain(docs.iter().map(ToString::to_string));
    sentences.collect::<Vec<_>>().join(" ")
}

/// Describes a limit that the spec states in words, in place of a number.
fn in_words(limit: &Limit, value: &str) -> String {
    let what = limit.what.as_str();
    let tier = limit.tier.as_ref().map(|tier| format!(" ({tier})")).unwrap_or_default();
    match value {
        NOT_SPECIFIED => format!("The documentation does not state the limit on {what}{tier}"),
        _ => format!("{}{tier}: {value}", capitalized(what)),
    }
}

/// Describes the amount of a numeric limit: `6,000 units per minute`, or without its unit.
fn allowed(limit: &Limit, with_unit: bool) -> String {
    let Some((of, max)) = limit.number() else { return String::new() };
    let per = limit.per.map(|per| format!(" per {}", period(per))).unwrap_or_default();
    let unit = if with_unit { quantity(of, max, limit.unit.as_deref()) } else { "" };
    format!("{}{per}", amount(max, unit).trim_end())
}

/// Returns a text with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Writes an amount of units; `unit` is in the plural.
pub(super) fn units(count: u64, unit: Option<&str>) -> String {
    amount(count, quantity(Quantity::Cost, count, unit))
}

/// Writes a time in the largest unit of which it is a multiple.
pub fn time(milliseconds: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(86_400_000, "days"), (3_600_000, "hours"), (60_000, "minutes"), (1_000, "seconds")];
    let found = UNITS.into_iter().find(|(length, _)| milliseconds % length == 0);
    let (length, unit) = found.unwrap_or((1, "milliseconds"));
    units(milliseconds / length, Some(unit))
}

/// Writes a number, with its digits in groups, and a noun.
fn amount(count: u64, what: &str) -> String {
    let digits = count.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    format!("{} {what}", groups.join(","))
}

/// Returns the noun of a counted quantity, in the singular or plural. `unit` is in the plural.
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

/// Returns the words for a period.
const fn period(period: Period) -> &'static str {
    match period {
        Period::Second => "second",
        Period::Minute => "minute",
        Period::Hour => "hour",
        Period::Day => "day",
    }
}
