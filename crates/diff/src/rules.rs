//! Rules: what a difference means on the wire.
//!
//! Input: a fact before and after, and which messages have it. Output: a [`Ruling`]. What a
//! difference means in Rust is decided in `surface`, by the declarations themselves. A topic that
//! no rule knows is an other change.

mod things;
mod types;

use serde_json::Value as Json;

use crate::node::{Kind, Node};
use crate::verdict::Verdict::{self, Additive, Breaking, Harmless};
pub(crate) use things::{added, removed, renamed};

/// What a difference means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) wire: Verdict,
    pub(crate) why: String,
    pub(crate) weight: Weight,
}

/// How a change is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Words for people.
    Words,
    /// What a client or a server does.
    Conduct,
    /// No rule knows it.
    Unknown,
}

fn ruling(wire: Verdict, why: impl Into<String>) -> Ruling {
    Ruling { wire, why: why.into(), weight: Weight::Conduct }
}

fn words(why: &str) -> Ruling {
    Ruling { wire: Harmless, why: why.to_owned(), weight: Weight::Words }
}

/// Topics whose difference is seen in Rust declarations; the declarations that differ are told with
/// them.
pub(crate) fn shapes_rust(topic: &str) -> bool {
    const TOPICS: [&str; 33] = [
        "",
        "name",
        "file",
        "rust",
        "type",
        "required",
        "direction",
        "shared by both directions",
        "constant",
        "secret",
        "rest",
        "null means absent",
        "kind",
        "form",
        "whole numbers",
        "discriminator",
        "mark",
        "result",
        "inline",
        "kind of response",
        "headers of the response",
        "stream",
        "event",
        "paging",
        "wait",
        "order of parameters",
        "fixed parameters",
        "batches",
        "websocket",
        "instance",
        "cargo feature",
        "feature for serde",
        "place",
    ];
    TOPICS.contains(&topic)
        || [
            "feature for macros",
            "use",
            "feature for fixtures",
            "client",
            "content",
            "only",
            "protocol",
            "optional",
            "methods",
        ]
        .contains(&topic)
}

/// How much a topic decides about a declaration; the least comes first.
pub(crate) fn rank(topic: &str) -> usize {
    const ORDER: [&str; 8] = ["", "name", "file", "rust", "kind", "type", "result", "required"];
    ORDER.iter().position(|known| *known == topic).unwrap_or(ORDER.len())
}

/// Returns the meaning of other values that select an arm.
fn tag_values(before: &Json, after: &Json) -> Ruling {
    let values = |json: &Json| json.as_array().cloned().unwrap_or_default();
    let (before, after) = (values(before), values(after));
    match before.iter().all(|value| after.contains(value)) {
        true => ruling(Additive, "further values select the variant"),
        false => ruling(Breaking, "a value does not select the variant any more"),
    }
}

/// The meaning of a fact that differs.
pub(crate) fn fact(topic: &'static str, old: &Node, new: &Node) -> Ruling {
    let (before, after) = (old.fact(topic), new.fact(topic));
    let added = before.is_null();
    let removed = after.is_null();
    match topic {
        "type" | "result" | "event" => types::changed(before, after, new),
        "required" => required(new, removed),
        "range" | "size" | "only" | "patterns" | "inner bounds" | "other bounds" => {
            types::bounds(topic, before, after, new)
        }
        "clamp" => ruling(Harmless, "a value outside is not refused; the service uses the nearest one"),
        "default" if new.kind == Kind::Variable => default_of_variable(added, removed),
        "default" => ruling(Harmless, "a request that leaves the parameter out means another value now"),
        "direction" | "shared by both directions" => direction(old, new),
        "constant" => ruling(Breaking, "the value that messages have there is another one"),
        "unit" if added || removed => words("the unit is stated for people"),
        "unit" => ruling(Breaking, "the same number means another quantity"),
        "place" => ruling(Breaking, "a request has the value in another place"),
        "separator" | "style" | "explode" | "slashes" => ruling(Breaking, "a request writes the value in another way"),
        "secret" => ruling(Harmless, "the wire has the same text; the client shows it or hides it"),
        "rest" => ruling(Breaking, "the members of the object itself are described differently"),
        "other names" | "empty means absent" | "null means absent" => {
            ruling(Harmless, "the client reads other forms of the same value")
        }
        "rust" => ruling(Harmless, "the name is one of Rust alone"),
        "form" => ruling(Breaking, "the same value has another form on the wire"),
        "kind" | "whole numbers" | "discriminator" | "mark" => ruling(Breaking, "values have another form on the wire"),
        "values of the tag" => tag_values(before, after),
        "order of parameters" => order(new),
        "protocol" | "address" | "path" | "method" | "methods" | "kind on the wire" | "code" | "key" | "prefix" => {
            ruling(Breaking, "what is sent to the old one does not reach the new one")
        }
        "content" => ruling(Breaking, "the body of a request has another form"),
        "kind of response" => ruling(Breaking, "the body of a response has another form"),
        "headers of the response" => ruling(Harmless, "the client reads other headers of the response"),
        "form of parameters" | "form of IDs" => ruling(Breaking, "each call of the service is written in another way"),
        "stream" => ruling(Harmless, "the client ends or continues the stream by other signs"),
        "statuses" => ruling(Harmless, "a success has other statuses; the client takes each from 200 to 299"),
        "effect" => effect(before, after),
        "paging" => ruling(Harmless, "the client requests the next page, or finds the last one, in another way"),
        "wait" => ruling(Harmless, "the client waits for the result in another way"),
        "cost" => ruling(Harmless, "a call takes another part of the budget"),
        "limits" | "size of batches" => {
            ruling(Harmless, "the service accepts another number; clients that keep to limits follow")
        }
        "batches" if removed => ruling(Breaking, "several calls in one request are refused"),
        "batches" => ruling(Additive, "a request may hold several calls"),
        "retry"
        | "errors that refuse a call for now"
        | "statuses of retries"
        | "errors in a success"
        | "signs of a server that does not serve yet" => {
            ruling(Harmless, "the client recognizes or repeats other failures")
        }
        "member of the error message" | "error body" => ruling(Harmless, "the client reads errors in another way"),
        "redirects" => ruling(Harmless, "the client follows other redirects"),
        "asks for JSON" => ruling(Harmless, "the request names the media type that it asks for, or does not any more"),
        "server version" => ruling(Harmless, "the client learns the version of a server in another way"),
        "security" => security(before, after),
        "optional" if removed => ruling(Breaking, "calls without the secret are refused"),
        "optional" => ruling(Additive, "calls work without the secret"),
        "base URL" | "server" => ruling(Breaking, "requests go to another place"),
        "headers of requests" => ruling(Breaking, "each request has other headers"),
        "headers of rate limits" | "header of the request ID" => ruling(Harmless, "the client reads other headers"),
        "websocket" if removed => ruling(Breaking, "there is no websocket any more"),
        "websocket" if added => ruling(Additive, "the service has a websocket"),
        "websocket" => ruling(Breaking, "the websocket is at another path"),
        "instance" => ruling(Harmless, "the instance is chosen in another way; the requests are the same"),
        "fixed parameters" => ruling(Breaking, "the call sends other constants"),
        "backfill" => ruling(Harmless, "the client fetches missed events in another way"),
        "deprecated" if added => ruling(Harmless, "it still works; programs that use it get a warning"),
        "deprecated" | "deprecated, of the call" => ruling(Harmless, "the advice to use something else differs"),
        "since" | "until" | "since, of the call" | "until, of the call" => {
            ruling(Harmless, "it is there in other versions of the service")
        }
        "available" | "available, of the call" | "availability of the websocket" => {
            ruling(Harmless, "it is served under other conditions")
        }
        "signature" if added => ruling(Harmless, "receivers can verify what they could not before"),
        "signature" | "key of the signature" | "signed text" => {
            ruling(Breaking, "receivers that verify the old signature refuse the new one")
        }
        "tolerance" => ruling(Harmless, "receivers accept timestamps of another age"),
        "ID of a delivery" => ruling(Harmless, "receivers recognize repeated deliveries in another way"),
        "whole URLs" => ruling(Harmless, "the deployment reaches services at other URLs"),
        "missing methods" => ruling(Harmless, "the deployment serves other methods"),
        "value" => ruling(Harmless, "the deployment is at another place, or is another instance"),
        "file" => ruling(Harmless, "the wire knows no files"),
        "client" => ruling(Breaking, "the service is at another client"),
        "cargo feature" | "feature for serde" | "feature for macros" | "feature for fixtures" => {
            ruling(Harmless, "the feature is one of cargo alone")
        }
        "inner bounds of the result" | "inner bounds of the event" => {
            ruling(Harmless, "responses are not checked against bounds")
        }
        "behaviour of test servers"
        | "dialect of test servers"
        | "values of test servers"
        | "scalar of test servers"
        | "form of test servers"
        | "failures of test servers"
        | "refusals"
        | "results" => ruling(Harmless, "only test servers such as the sandbox act on it"),
        "use" => ruling(Harmless, "an operation that uses the type came, went or changed"),
        "inline" => ruling(Harmless, "the type is declared in another place of the file"),
        "name" => ruling(Harmless, "the name is one of Rust alone"),
        "version of the API" => words("the version is stated for people"),
        "seen" | "seen, of the call" => words("it tells documents from observations"),
        "echoes" => words("test servers repeat another parameter; the client checks nothing"),
        _ if is_for_people(topic) => words("only words for people differ"),
        _ => Ruling { wire: Harmless, why: "no rule knows what this means".to_owned(), weight: Weight::Unknown },
    }
}

/// Topics that only people read.
pub(crate) fn is_for_people(topic: &str) -> bool {
    const TOPICS: [&str; 20] = [
        "doc",
        "source documents",
        "doc of the call",
        "source",
        "source of the call",
        "source of paging",
        "source of the errors",
        "source of errors in a success",
        "notes",
        "notes of the call",
        "example",
        "examples",
        "default in words",
        "words of available",
        "words of available, of the call",
        "words of limits",
        "words of the cost",
        "readme",
        "crate",
        "tier",
    ];
    TOPICS.contains(&topic)
}

fn required(new: &Node, is_optional_now: bool) -> Ruling {
    match (new.kind, is_optional_now) {
        (Kind::Parameter, false) => ruling(Breaking, "requests without the parameter are refused"),
        (Kind::Parameter, true) => ruling(Additive, "requests may leave the parameter out"),
        (_, false) if new.flow.sent => ruling(Breaking, "requests without the member are refused"),
        (_, true) if new.flow.sent && new.flow.received => {
            ruling(Additive, "requests may leave the member out, and responses too")
        }
        (_, true) if new.flow.sent => ruling(Additive, "requests may leave the member out"),
        (_, false) => ruling(Harmless, "responses always have the member"),
        (_, true) => ruling(Harmless, "a response may come without the member, whose form stays"),
    }
}

fn direction(old: &Node, new: &Node) -> Ruling {
    match (old.flow, new.flow) {
        (old, new) if old.sent && !new.sent => ruling(Breaking, "requests do not have the member any more"),
        (old, new) if old.received && !new.received => ruling(Breaking, "responses do not have the member any more"),
        (old, next) if !old.sent && next.sent && new.demanded => ruling(Breaking, "requests need the member now"),
        (old, new) if old == new => ruling(Harmless, "the same messages have the member"),
        _ => ruling(Additive, "further messages have the member"),
    }
}

fn default_of_variable(added: bool, removed: bool) -> Ruling {
    match (added, removed) {
        (true, _) => ruling(Additive, "the variable may be left out"),
        (_, true) => ruling(Breaking, "the variable must be set"),
        _ => ruling(Harmless, "a client that does not set the variable goes to another place"),
    }
}

fn order(new: &Node) -> Ruling {
    if new.fact("protocol") == "JSON-RPC" {
        ruling(Breaking, "positional parameters are sent in another order")
    } else {
        ruling(Harmless, "the order of arguments is one of Rust alone")
    }
}

fn effect(before: &Json, after: &Json) -> Ruling {
    let rank = |effect: &Json| match effect.as_str() {
        Some("Read") => 0,
        Some("Idempotent") => 1,
        _ => 2,
    };
    if rank(after) > rank(before) {
        ruling(Harmless, "the client does not repeat the call by itself as before")
    } else {
        ruling(Harmless, "the client may repeat the call by itself")
    }
}

fn security(before: &Json, after: &Json) -> Ruling {
    let ways = |security: &Json| security.as_array().cloned();
    match (ways(before), ways(after)) {
        (Some(before), Some(after)) if before.iter().all(|way| after.contains(way)) => {
            ruling(Additive, "there are further ways to authenticate")
        }
        _ => ruling(Breaking, "secrets that were enough may not be enough any more"),
    }
}
