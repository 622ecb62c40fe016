//! Rules of added, removed and renamed items.
//!
//! Input: an item of one spec or of both. Output: a [`Ruling`].

use std::cmp::Ordering;

use crate::item::Kind;
use crate::node::Node;
use crate::pairing::reads_old_name;
use crate::ruling::{Ruling, ruling};
use crate::topic;
use crate::values::Compared;
use crate::verdict::Verdict::{Additive, Breaking, Harmless};

/// Returns the meaning of an item that was added to an item of the old spec.
pub(crate) fn ruling_of_added(node: &Node, old: &Node) -> Ruling {
    let (sent, received) = (node.flow.sent, node.flow.received);
    match node.kind {
        Kind::Member if received && !node.has_local_name && !fits_rest(node, old) => {
            ruling(Breaking, "older programs read it as a value of the map of all other members, and may refuse it")
        }
        Kind::Parameter if node.demanded && !node.states(topic::CONSTANT) => {
            ruling(Breaking, "requests without the parameter are refused")
        }
        Kind::Parameter => ruling(Additive, "requests may have the parameter"),
        Kind::Member if sent && node.demanded => ruling(Breaking, "requests without the member are refused"),
        Kind::Member if sent => ruling(Additive, "requests may have the member"),
        Kind::Member if old.rest.is_some() => {
            ruling(Additive, "older programs find it in the map of all other members")
        }
        Kind::Member => ruling(Additive, "responses have a further member, which older programs find in `extra`"),
        Kind::Value | Kind::Arm if sent => ruling(Additive, "requests may have it"),
        Kind::Arm if node.is_closed => ruling(Breaking, "older programs refuse a status that they do not know"),
        Kind::Value | Kind::Arm if received => ruling(Harmless, "older programs read it as `UnknownValue`"),
        Kind::Rule => ruling(Breaking, "requests that break the rule are refused"),
        Kind::Secret if node.demanded => ruling(Breaking, "calls without the secret are refused"),
        Kind::Variable if node.demanded && !node.rust.is_empty() => ruling(Breaking, "the variable must be set"),
        Kind::Error => ruling(Additive, "the error has a name; older programs read its code"),
        Kind::Status => ruling(Harmless, "a status of errors is described"),
        Kind::Type | Kind::File | Kind::Variant => ruling(Harmless, "only the items that use it are on the wire"),
        Kind::Dialect => ruling(Harmless, "only test servers such as the sandbox act on it"),
        _ => ruling(Additive, "nothing that existed before changes"),
    }
}

/// Returns whether older programs, whose record has a map of all other members, read a new member as a value of it.
fn fits_rest(node: &Node, old: &Node) -> bool {
    let order = old.rest.as_ref().zip(node.values.as_ref()).map(|(rest, values)| rest.order(values, Compared::Read));
    order.is_none_or(|order| matches!(order, Some(Ordering::Less | Ordering::Equal)))
}

/// Returns the meaning of an item that was removed.
pub(crate) fn ruling_of_removed(node: &Node) -> Ruling {
    let (sent, received) = (node.flow.sent, node.flow.received);
    match node.kind {
        Kind::Parameter => ruling(Breaking, "requests with the parameter may be refused"),
        Kind::Member if received && node.demanded => ruling(Breaking, "programs that need the member do not find it"),
        Kind::Member if sent => ruling(Breaking, "requests with the member may be refused"),
        Kind::Member => ruling(Harmless, "responses could come without the member before"),
        Kind::Value | Kind::Arm if sent => ruling(Breaking, "requests with it may be refused"),
        Kind::Value | Kind::Arm => ruling(Harmless, "responses do not have it any more, and nothing else changes"),
        Kind::Rule => ruling(Additive, "requests that broke the rule are accepted"),
        Kind::Secret => ruling(Additive, "calls work without the secret"),
        Kind::Error | Kind::Status => ruling(Harmless, "the failure comes without a described name"),
        Kind::Type | Kind::File | Kind::Variant => ruling(Harmless, "only the items that use it are on the wire"),
        Kind::Dialect => ruling(Harmless, "only test servers such as the sandbox act on it"),
        Kind::Service if node.has_local_name => {
            ruling(Harmless, "messages do not contain it; its operations are compared one by one")
        }
        Kind::Deployment | Kind::Variable => ruling(Harmless, "messages do not contain it"),
        Kind::Webhooks => ruling(Breaking, "receivers wait for events that do not come"),
        _ => ruling(Breaking, "what is sent to it fails"),
    }
}

/// Returns the meaning of a new name of an item.
pub(crate) fn ruling_of_renamed(old: &Node, new: &Node) -> Ruling {
    match new.kind {
        _ if old.has_local_name && new.has_local_name => ruling(Harmless, "messages do not contain the name"),
        Kind::Arm if new.is_closed => ruling(Breaking, "older programs refuse a status that they do not know"),
        Kind::Arm if !old.states(topic::MARK) && !new.states(topic::MARK) && old.states(topic::TYPE) => {
            ruling(Breaking, "the tag or the key that names the arm is another one")
        }
        Kind::Rule => ruling(Breaking, "other requests are refused"),
        Kind::Value if !new.flow.sent => ruling(Harmless, "older programs read the new one as `UnknownValue`"),
        Kind::Member if reads_old_name(old, new) && !new.flow.sent => {
            ruling(Harmless, "the client also reads the old name")
        }
        Kind::Operation
        | Kind::Subscription
        | Kind::Variant
        | Kind::Type
        | Kind::Arm
        | Kind::Client
        | Kind::Service
        | Kind::Endpoint
        | Kind::Secret
        | Kind::Variable
        | Kind::Error
        | Kind::Server
        | Kind::Dialect
        | Kind::Deployment
        | Kind::Webhooks
        | Kind::File => ruling(Harmless, "the name is one of the spec and of Rust, not of the wire"),
        _ => ruling(Breaking, "messages have the new name in place of the old one"),
    }
}
