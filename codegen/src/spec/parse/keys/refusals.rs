//! The keys of `refusals` and of `dialects`: how a service responds to requests that get no result.

use super::common::{SEEN, SOURCE, doc};
use crate::language::table::{Key, Shape, Table, key};
use crate::spec::situations::SITUATIONS;

pub(super) const REFUSALS_KEY: Key = key(
    "refusals",
    Shape::Keys(&REFUSALS),
    "The responses to requests that get no result. Test servers send them; the client does not act on them.",
);

/// One key for each situation.
const BY_SITUATION: [Key; SITUATIONS.len()] = {
    let mut keys = [key("", Shape::Keys(&REFUSAL), ""); SITUATIONS.len()];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = key(SITUATIONS[at].word, Shape::Keys(&REFUSAL), SITUATIONS[at].doc);
        at += 1;
    }
    keys
};

pub(crate) const REFUSALS: Table = Table::new("refusals", "`refusals`", &[&BY_SITUATION]);

pub(crate) const REFUSAL: Table = Table::new(
    "refusal",
    "a refusal",
    &[&[
        key("status", Shape::Whole(100, 599), "The HTTP status; by default that of the situation."),
        key("text", Shape::Text, "The body, as plain text; an empty one is no body."),
        key("message", Shape::Text, "The message of the error in the body."),
        key("code", Shape::Integer, "The code of the JSON-RPC error; by default that of JSON-RPC 2.0."),
        key("data", Shape::Any, "The member `data` of the JSON-RPC error; `\"{request}\"` stands for the request."),
        key("mediaType", Shape::Text, "The media type of the body."),
    ]],
)
.one(&["text", "message"]);

pub(crate) const FAILURE: Table = Table::new(
    "failure",
    "a failure",
    &[&[
        key("missing", Shape::Text, "The parameter that is absent."),
        key("wrong", Shape::Text, "The parameter whose value does not fit its type."),
        key("given", Shape::Map(&Shape::Any), "The parameter that has a value, with the value."),
        key("code", Shape::Integer, "The code of the JSON-RPC error; by default -32000."),
        key("message", Shape::Text, "The message of the error; `{value}` stands for the value of the parameter.")
            .must(),
    ]],
)
.one(&["missing", "wrong", "given"]);

pub(crate) const DIALECT: Table = Table::new(
    "dialect",
    "a dialect",
    &[&[
        doc("The services that respond so."),
        key(
            "accepts",
            Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]),
            "The media type of requests, or several; by default any.",
        ),
        key("mediaType", Shape::Text, "The media type of responses; the default is `application/json`."),
        key("headers", Shape::Map(&Shape::Text), "Headers of every response, with their values."),
        key("idFirst", Shape::Flag, "True if `id` stands before `result` and `error`."),
        key("nullIdIsNone", Shape::Flag, "True if a call whose `id` is null is taken as one without an `id`."),
        key("numbersAsText", Shape::Flag, "True if parameters that are whole numbers may also be texts."),
        key("separator", Shape::Text, "The text between namespace and name in a method name."),
        key("errorData", Shape::Any, "The member `data` of errors that have no other, such as null."),
        REFUSALS_KEY,
        SEEN,
        SOURCE,
    ]],
);
