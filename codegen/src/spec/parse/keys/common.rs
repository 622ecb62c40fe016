//! Keys that stand in many places, and the small mappings below them.

use super::{Key, Shape, Table, key};
use crate::spec::closed::{AVAILABILITY, LIFE_UNITS, PERIODS, texts};

pub(super) const SEEN: Key =
    key("seen", Shape::Flag, "True for what is known from real services and not from the documents.");
pub(super) const SOURCE: Key = key("source", Shape::Text, "The section of the document that says it.");
pub(super) const SINCE: Key = key("since", Shape::TextOrNumber, "The first version that has it.");
pub(super) const UNTIL: Key = key("until", Shape::TextOrNumber, "The last version that has it.");
pub(super) const DEPRECATED_KEY: Key =
    key("deprecated", Shape::Keys(&DEPRECATED), "It should no longer be used: since when, and what takes its place.");
pub(super) const AVAILABLE_KEY: Key = key(
    "available",
    Shape::Either(&[Shape::List(&Shape::Keys(&AVAILABLE)), Shape::Keys(&AVAILABLE)]),
    "The conditions under which a service has it; all of them must hold.",
);
pub(super) const NOTES: Key =
    key("notes", Shape::List(&Shape::Keys(&NOTE)), "Statements of the documents that nothing acts on.");
/// Warnings that are accepted here.
pub(super) const ALLOW: Key = key("allow", Shape::Warnings, "The warnings that are accepted here, by their codes.");
pub(super) const LIMITS: Key =
    key("limits", Shape::List(&Shape::Keys(&LIMIT)), "Limits that the service keeps, such as a rate.");
pub(super) const VARS: Key = key(
    "vars",
    Shape::Map(&Shape::Keys(&VAR)),
    "The variables that templates may hold, with what they are when nobody sets them.",
);

/// `doc` says what the thing at hand is.
pub(super) const fn doc(what: &'static str) -> Key {
    key("doc", Shape::Text, what)
}

pub(crate) const VAR: Table = Table::new(
    "variable",
    "a variable",
    &[&[
        key("default", Shape::TextOrNumber, "What the variable is when nobody sets it."),
        doc("What the variable is."),
        SOURCE,
    ]],
);

const LIFE_WORDS: &[&str] = &texts(&LIFE_UNITS);
pub(crate) const LIFE: Table = Table::new(
    "life",
    "`life`",
    &[&[
        key("hours", Shape::Whole(0, u32::MAX as u64), "For how many hours a page token is good."),
        key("minutes", Shape::Whole(0, u32::MAX as u64), "For how many minutes a page token is good."),
        key("seconds", Shape::Whole(0, u32::MAX as u64), "For how many seconds a page token is good."),
        SEEN,
    ]],
)
.one(LIFE_WORDS);

pub(crate) const LIMIT: Table = Table::new(
    "limit",
    "a limit",
    &[&[
        key("what", Shape::Text, "What is limited; for a number `requests`, `cost`, `batch`, `bytes` or `open`.")
            .must(),
        key("value", Shape::TextOrNumber, "How much is allowed, in words."),
        key("max", Shape::Whole(1, u64::MAX), "How much is allowed, as a number that programs can act on."),
        key("per", Shape::Word(PERIOD_WORDS), "The time in which so much is allowed."),
        key("unit", Shape::Text, "What the service calls the units of costs; said once, it holds for the whole list."),
        key("tier", Shape::Text, "The callers or places for which the limit holds, such as a plan."),
        key("status", Shape::Whole(0, u16::MAX as u64), "The status with which a request beyond the limit is refused."),
        doc("More about the limit."),
        SEEN,
        SOURCE,
    ]],
)
.one(&["value", "max"]);

const PERIOD_WORDS: &[&str] = &texts(&PERIODS);

pub(super) const COST_KEY: Key = key(
    "cost",
    Shape::Either(&[UNITS, Shape::Keys(&COST)]),
    "What a call takes from the budget that the service keeps, of which `limits` may speak.",
);

const UNITS: Shape = Shape::Whole(0, u64::MAX);

pub(crate) const COST: Table =
    Table::new("cost", "`cost`", &[&[key("units", UNITS, "How much a call takes.").must(), SEEN, SOURCE]]);

pub(crate) const NOTE: Table = Table::new(
    "note",
    "a note",
    &[&[key("text", Shape::Text, "The statement, as one or more sentences.").must(), SEEN, SOURCE]],
);

const AVAILABILITY_WORDS: &[&str] = &texts(&AVAILABILITY);
pub(crate) const AVAILABLE: Table = Table::new(
    "available",
    "a condition of `available`",
    &[&[
        key("flag", Shape::Text, "A command-line flag that the node must be started with."),
        key("config", Shape::Text, "A setting that the node must have."),
        key("public", Shape::Text, "Whether public services have it."),
        key("chains", Shape::Text, "The chains that have it."),
        key("archive", Shape::Text, "What of it needs a node that keeps all old state."),
        key("served", Shape::Text, "Which services answer it."),
        doc("More about the condition."),
        SEEN,
        SOURCE,
    ]],
)
.one(AVAILABILITY_WORDS);

pub(crate) const DEPRECATED: Table = Table::new(
    "deprecated",
    "`deprecated`",
    &[&[
        key("since", Shape::TextOrNumber, "The version since which it should no longer be used."),
        key("use", Shape::Text, "What to use in its place."),
        doc("Why it should no longer be used."),
        SEEN,
        SOURCE,
    ]],
);
