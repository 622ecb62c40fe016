//! Rules: the meaning of a difference on the wire.
//!
//! Input: a fact before and after, and the messages that have it. Output: a [`Ruling`]. The meaning
//! in Rust is decided in `surface`, by the declarations themselves. `topic` assigns a rule to each
//! topic.

pub(crate) mod types;

use chainloom_codegen::model::SUCCESS;
use serde_json::Value as Json;

use crate::item::Kind;
use crate::ruling::{FactChange, Ruling, prose, ruling};
use crate::verdict::Verdict::{Additive, Breaking, Harmless};

const MAY_NOT_SUFFICE: &str = "secrets that were enough may not be enough any more";

/// Returns the meaning of a changed unit.
pub(crate) fn unit(change: &FactChange<'_>) -> Ruling {
    match change.is_added() || change.is_removed() {
        true => prose("the unit is stated for people"),
        false => ruling(Breaking, "the same number means another quantity"),
    }
}

/// Returns the meaning of a changed default.
pub(crate) fn default(change: &FactChange<'_>) -> Ruling {
    match (change.is_added(), change.is_removed()) {
        (true, _) if change.kind == Kind::Variable => ruling(Additive, "the variable may be left out"),
        (_, true) if change.kind == Kind::Variable => ruling(Breaking, "the variable must be set"),
        _ if change.kind == Kind::Variable => {
            ruling(Breaking, "a client that does not set the variable sends other requests, or sends them elsewhere")
        }
        _ if !change.new_flow.sent => ruling(Harmless, "the client reads another value where a response has none"),
        (true, _) => ruling(Harmless, "the meaning of an omitted value is stated now"),
        _ => ruling(Breaking, "a request that leaves the value out means something else now"),
    }
}

/// Returns the meaning of other alternatives to authenticate, each a list of secrets that are sent together. Without
/// alternatives, no secret is sent.
pub(crate) fn security(change: &FactChange<'_>) -> Ruling {
    let (Some(before), Some(after)) = (alternatives(change.before), alternatives(change.after)) else {
        return ruling(Breaking, MAY_NOT_SUFFICE);
    };
    let is_part = |part: &[Json], whole: &[Json]| part.iter().all(|secret| whole.contains(secret));
    let are_enough = |given: &[Vec<Json>], needed: &[Vec<Json>]| {
        given.iter().all(|given| needed.iter().any(|needed| is_part(needed, given)))
    };
    match (are_enough(&before, &after), are_enough(&after, &before)) {
        (true, true) => ruling(Harmless, "the same secrets are enough; the client may prefer others"),
        (true, false) => ruling(Additive, "there are further ways to authenticate"),
        (false, _) => ruling(Breaking, MAY_NOT_SUFFICE),
    }
}

/// Returns the alternatives to authenticate. `None` if the spec does not state them, so that the secrets of a call
/// follow from the other facts of its client.
fn alternatives(security: &Json) -> Option<Vec<Vec<Json>>> {
    let all: Vec<_> = security.as_array()?.iter().filter_map(|all| all.as_array().cloned()).collect();
    Some(if all.is_empty() { vec![Vec::new()] } else { all })
}

/// Returns the meaning of other marks of a stream of events.
pub(crate) fn stream(change: &FactChange<'_>) -> Ruling {
    let part = |key: &str| [change.before, change.after].map(|stream| stream.get(key).filter(|part| !part.is_null()));
    match part("end") {
        [Some(before), Some(after)] if before != after => {
            ruling(Breaking, "older programs do not see the end of the stream")
        }
        [Some(_), None] => ruling(Breaking, "older programs take a stream without the mark of its end for a lost one"),
        [None, Some(_)] => ruling(Breaking, "older programs read the mark of the end as an event"),
        _ if part("ids") == [Some(&Json::Bool(true)), Some(&Json::Bool(false))] => {
            ruling(Breaking, "older programs do not notice the events that are lost before a reconnection")
        }
        _ => ruling(Harmless, "the client continues the stream in another way"),
    }
}

/// Returns the meaning of other rules by which a success reports a failure.
pub(crate) fn in_body(change: &FactChange<'_>) -> Ruling {
    let differs = |key: &str| change.before.get(key) != change.after.get(key);
    match (change.is_added(), change.is_removed()) {
        (true, _) => ruling(Breaking, "older programs read a failure as a result"),
        (_, true) => ruling(Harmless, "a success does not report failures any more"),
        _ if differs("conditions") => {
            ruling(Breaking, "older programs read a failure as a result, or a result as a failure")
        }
        _ if differs("code") => ruling(Breaking, "older programs do not find the code of a failure"),
        _ if differs("message") => ruling(Harmless, "older programs do not find the message of a failure"),
        _ => ruling(Harmless, "the client repeats other failures"),
    }
}

/// Returns the meaning of other success statuses. An operation that states none has 200. A type by status states the
/// statuses by its arms.
pub(crate) fn statuses(change: &FactChange<'_>) -> Ruling {
    if change.after.is_object() {
        return ruling(Harmless, "the type of the response lists the statuses now");
    }
    if change.before.is_object() {
        return ruling(Harmless, "the type of the response is the same for all statuses now");
    }
    let codes = |list: &Json| -> Vec<Json> {
        let stated = list.as_array().into_iter().flatten().filter_map(|status| status.get(0).cloned());
        let stated: Vec<Json> = stated.collect();
        if stated.is_empty() { vec![Json::from(SUCCESS)] } else { stated }
    };
    let (before, after) = (codes(change.before), codes(change.after));
    let gone: Vec<String> = before.iter().filter(|code| !after.contains(code)).map(ToString::to_string).collect();
    match gone.is_empty() {
        true => ruling(Harmless, "a success may have another status; the client accepts all from 200 to 299"),
        false => ruling(Breaking, format!("a success does not have status {} any more", gone.join(", "))),
    }
}

/// Returns the meaning of a changed path of a websocket.
pub(crate) fn websocket(change: &FactChange<'_>) -> Ruling {
    match (change.is_added(), change.is_removed()) {
        (_, true) => ruling(Breaking, "there is no websocket any more"),
        (true, _) => ruling(Additive, "the service has a websocket"),
        _ => ruling(Breaking, "the websocket is at another path"),
    }
}

/// Returns the meaning of a parameter or member that becomes required or optional.
pub(crate) fn required(change: &FactChange<'_>) -> Ruling {
    let flow = change.new_flow;
    match (change.kind, change.is_removed()) {
        (Kind::Parameter, false) => ruling(Breaking, "requests without the parameter are refused"),
        (Kind::Parameter, true) => ruling(Additive, "requests may leave the parameter out"),
        (_, false) if flow.sent => ruling(Breaking, "requests without the member are refused"),
        (_, true) if flow.received => ruling(Breaking, "programs that need the member may not find it"),
        (_, true) => ruling(Additive, "requests may leave the member out"),
        (_, false) => ruling(Harmless, "responses always have the member"),
    }
}

/// Returns the meaning of a changed direction of a member.
pub(crate) fn direction(change: &FactChange<'_>) -> Ruling {
    match (change.old_flow, change.new_flow) {
        (old, new) if old.sent && !new.sent => ruling(Breaking, "requests do not have the member any more"),
        (old, new) if old.received && !new.received => ruling(Breaking, "responses do not have the member any more"),
        (old, next) if !old.sent && next.sent && change.is_demanded => ruling(Breaking, "requests need the member now"),
        (old, new) if old == new => ruling(Harmless, "the same messages have the member"),
        _ => ruling(Additive, "further messages have the member"),
    }
}

/// Returns the meaning of a changed order of parameters.
pub(crate) fn order(change: &FactChange<'_>) -> Ruling {
    match change.after["positional"] == true {
        true => ruling(Breaking, "positional parameters are sent in another order"),
        false => ruling(Harmless, "messages name each value"),
    }
}

/// Returns the meaning of a changed effect of an operation.
pub(crate) fn effect(change: &FactChange<'_>) -> Ruling {
    let is = |effect: &Json, word: &str| effect.as_str() == Some(word);
    match (change.before, change.after) {
        (before, after) if is(before, "read") && !is(after, "read") => {
            ruling(Breaking, "a call that only read changes something now")
        }
        (_, after) if is(after, "read") => ruling(Harmless, "a call changes nothing any more, and may be repeated"),
        (_, after) if is(after, "idempotent") => ruling(Harmless, "the client may repeat the call by itself"),
        _ => ruling(Harmless, "the client repeats the call by itself under other conditions"),
    }
}
