//! Keys that stand in many places, and the small mappings below them.

use super::{Key, Shape, Table, key};
use crate::spec::closed::{AVAILABILITY, LIFE_UNITS, PERIODS, texts};

pub(super) const SEEN: Key =
    key("seen", Shape::Flag, "True for an item that is known from real services and not from the documents.");
pub(super) const SOURCE: Key = key("source", Shape::Text, "The section of the document that describes the item.");
pub(super) const SINCE: Key = key("since", Shape::TextOrNumber, "The first version of the API with the item.");
pub(super) const UNTIL: Key = key("until", Shape::TextOrNumber, "The last version of the API with the item.");
pub(super) const DEPRECATED_KEY: Key =
    key("deprecated", Shape::Keys(&DEPRECATED), "The deprecation of the item: since when, and its replacement.");
pub(super) const AVAILABLE_KEY: Key = key(
    "available",
    Shape::Either(&[Shape::List(&Shape::Keys(&AVAILABLE)), Shape::Keys(&AVAILABLE)]),
    "The conditions under which a service serves the item; all of them must hold.",
);
pub(super) const NOTES: Key =
    key("notes", Shape::List(&Shape::Keys(&NOTE)), "Statements of the documents that have no effect on the client.");
/// Warnings that are accepted here.
pub(super) const ALLOW: Key = key("allow", Shape::Warnings, "The codes of the warnings that are accepted here.");
pub(super) const LIMITS: Key =
    key("limits", Shape::List(&Shape::Keys(&LIMIT)), "Limits of the service, such as a rate limit.");
pub(super) const VARS: Key =
    key("vars", Shape::Map(&Shape::Keys(&VAR)), "The variables of templates, with their defaults.");

/// `doc` says what the thing at hand is.
pub(super) const fn doc(what: &'static str) -> Key {
    key("doc", Shape::Text, what)
}

pub(crate) const VAR: Table = Table::new(
    "variable",
    "a variable",
    &[&[
        key("default", Shape::TextOrNumber, "The default of the variable."),
        key("values", Shape::List(&Shape::Text), "The values that a server has; by default any."),
        key("type", Shape::Text, "A scalar whose texts are values, too."),
        doc("The description of the variable."),
        SOURCE,
    ]],
);

const LIFE_WORDS: &[&str] = &texts(&LIFE_UNITS);
pub(crate) const LIFE: Table = Table::new(
    "life",
    "`life`",
    &[&[
        key("hours", Shape::Whole(0, u32::MAX as u64), "The lifetime of a page token in hours."),
        key("minutes", Shape::Whole(0, u32::MAX as u64), "The lifetime of a page token in minutes."),
        key("seconds", Shape::Whole(0, u32::MAX as u64), "The lifetime of a page token in seconds."),
        SEEN,
    ]],
)
.one(LIFE_WORDS);

pub(crate) const LIMIT: Table = Table::new(
    "limit",
    "a limit",
    &[&[
        key(
            "what",
            Shape::Text,
            "The limited quantity; with `max`, one of `requests`, `cost`, `batch`, `bytes` and `open`.",
        )
        .must(),
        key("value", Shape::TextOrNumber, "The limit as text."),
        key("max", Shape::Whole(1, u64::MAX), "The limit as a number."),
        key("per", Shape::Word(PERIOD_WORDS), "The period of the limit."),
        key("unit", Shape::Text, "The name of the unit of costs; one mention holds for the whole list."),
        key("tier", Shape::Text, "The callers or places for which the limit holds, such as a plan."),
        key("status", Shape::Whole(0, u16::MAX as u64), "The status of the response to a request beyond the limit."),
        doc("The description of the limit."),
        SEEN,
        SOURCE,
    ]],
)
.one(&["value", "max"]);

const PERIOD_WORDS: &[&str] = &texts(&PERIODS);

pub(super) const COST_KEY: Key = key(
    "cost",
    Shape::Either(&[UNITS, Shape::Keys(&COST)]),
    "The cost of a call in the budget of the service; `limits` may state the budget.",
);

const UNITS: Shape = Shape::Whole(0, u64::MAX);

pub(crate) const COST: Table =
    Table::new("cost", "`cost`", &[&[key("units", UNITS, "The cost of a call.").must(), SEEN, SOURCE]]);

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
        key("public", Shape::Text, "The availability on public services."),
        key("chains", Shape::Text, "The chains that serve the item."),
        key("archive", Shape::Text, "What needs an archive node."),
        key("served", Shape::Text, "The services that serve the item."),
        doc("The description of the condition."),
        SEEN,
        SOURCE,
    ]],
)
.one(AVAILABILITY_WORDS);

pub(crate) const DEPRECATED: Table = Table::new(
    "deprecated",
    "`deprecated`",
    &[&[
        key("since", Shape::TextOrNumber, "The version since which the item is deprecated."),
        key("use", Shape::Text, "The replacement."),
        doc("The reason of the deprecation."),
        SEEN,
        SOURCE,
    ]],
);

pub(crate) const ERROR_SIGN: Table = Table::new(
    "errorSign",
    "an error under `unavailable` or `notYet`",
    &[&[
        key("error", Shape::Text, "A part of the message of the error, or of a body that is no JSON.").must(),
        key("code", Shape::Integer, "The code of the error: of JSON-RPC, or the HTTP status; by default any."),
    ]],
);
