//! The keys of `wait` of an operation.

use super::common::ERROR_SIGN;
use super::{Key, Shape, Table, key};
use crate::spec::closed::{WAIT_UNITS, WAIT_WORDS, texts};

const WORDS: Shape = Shape::Word(&texts(&WAIT_WORDS));

/// Members of the result, each with its values, or with `present`.
const CONDITIONS: Shape = Shape::Map(&Shape::Either(&[WORDS, Shape::List(&Shape::Any)]));

const TIME_WORDS: &[&str] = &texts(&WAIT_UNITS);

pub(super) const WAIT_KEY: Key =
    key("wait", Shape::Keys(&WAIT), "How to wait for the result; a client gets a method that repeats the call.");

pub(crate) const WAIT: Table = Table::new(
    "wait",
    "`wait`",
    &[&[
        key("name", Shape::Text, "The name of the method; by default `waitFor` and the name without `get`."),
        key(
            "until",
            Shape::Either(&[WORDS, CONDITIONS]),
            "The result is reached: `present`, or members that all have one of these values.",
        )
        .must(),
        key("failed", CONDITIONS, "The result cannot be reached any more: a member has one of these values."),
        key(
            "notYet",
            Shape::List(&Shape::Keys(&ERROR_SIGN)),
            "The errors after which waiting goes on: the service says that the result is not there yet.",
        ),
        key("every", Shape::Keys(&TIME), "The time between two calls; the default is 1 second."),
        key("deadline", Shape::Keys(&TIME), "The time after which waiting ends; the default is 1 minute."),
        key("confirmations", Shape::Keys(&CONFIRMATIONS), "How heights behind that of the result are counted."),
        key(
            "replaced",
            Shape::Keys(&REPLACED),
            "How it shows that something else took the place of what is waited for.",
        ),
    ]],
);

pub(crate) const TIME: Table = Table::new(
    "time",
    "a time",
    &[&[
        key("minutes", Shape::Whole(1, u32::MAX as u64), "The time in minutes."),
        key("seconds", Shape::Whole(1, u32::MAX as u64), "The time in seconds."),
        key("milliseconds", Shape::Whole(1, u32::MAX as u64), "The time in milliseconds."),
    ]],
)
.one(TIME_WORDS);

pub(crate) const CONFIRMATIONS: Table = Table::new(
    "confirmations",
    "`confirmations`",
    &[&[
        key("height", Shape::Text, "The member of the result that is its height.").must(),
        key("latest", Shape::Text, "The operation that returns the latest height.").must(),
        key("latestHeight", Shape::Text, "The member of the result of `latest` that is the height, if it has members."),
    ]],
);

pub(crate) const REPLACED: Table = Table::new(
    "replaced",
    "`replaced`",
    &[&[
        key(
            "pending",
            Shape::Text,
            "The operation with the same parameters that returns what is waited for while it is pending.",
        )
        .must(),
        key("number", Shape::Text, "The member of the result of `pending` that is its number.").must(),
        key("next", Shape::Text, "The operation that returns the next free number.").must(),
        key(
            "with",
            Shape::Map(&Shape::Text),
            "Parameters of `next`, each with the member of the result of `pending` that is its value.",
        ),
        key("fix", Shape::Map(&Shape::Any), "Parameters of `next` with constants."),
    ]],
);
