//! Sentences on JSON-RPC error codes.

use crate::model::{BodyCondition, ErrorSign, InBody, Limited, RpcError, RpcRetry, to_json};

/// Describes an error code: its meaning, and whether a retry may help.
pub fn rpc_error(error: &RpcError) -> String {
    format!("`{}` {}: {}", error.code, error.name, meaning(error))
}

/// Describes the meaning of a code, without its number and name.
pub fn meaning(error: &RpcError) -> String {
    let doc = if error.doc.is_empty() { format!("Error code {}.", error.code) } else { error.doc.clone() };
    let limited = error.limited.map(|limited| limits(&limited));
    let smaller = error.smaller.as_ref().map(|parts| {
        format!("An error{} refuses the call in this batch only: it may succeed in a smaller one.", with_parts(parts))
    });
    // Of each rule whether it is about all errors of the code, so that none is left for `retry`.
    let rules = [error.limited.map(|rule| rule.messages.is_empty()), error.smaller.as_ref().map(Vec::is_empty)];
    let rules: Vec<bool> = rules.into_iter().flatten().collect();
    let others = if rules.is_empty() { "" } else { "Of other errors of the code: " };
    let retry = error.retry.filter(|_| !rules.contains(&true)).map(|rest| format!("{others}{}", retry(rest)));
    [Some(doc), limited, smaller, retry].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Describes whether a retry may help.
#[must_use]
pub const fn retry(retry: RpcRetry) -> &'static str {
    match retry {
        RpcRetry::Never => "A retry does not help.",
        RpcRetry::Later => "A retry may succeed.",
        RpcRetry::Undone => "Nothing was done, and a retry may succeed.",
    }
}

/// Describes errors whose message contains one of `parts`; empty without parts, which means all
/// errors.
fn with_parts(parts: &[impl std::fmt::Display]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("`{part}`")).collect();
    if parts.is_empty() { String::new() } else { format!(" with {} in its message", parts.join(" or ")) }
}

/// Describes which errors of a code are temporary refusals, and where the time to wait is.
fn limits(limited: &Limited) -> String {
    let which = with_parts(limited.messages);
    let wait: Vec<String> = limited.wait.iter().map(|path| format!("`data.{}`", path.join("."))).collect();
    let unit = if limited.millis { " in milliseconds" } else { "" };
    let wait =
        if wait.is_empty() { String::new() } else { format!(", and {} is the time to wait{unit}", wait.join(" or ")) };
    format!("An error{which} refuses the call for now: nothing was done{wait}.")
}

/// Describes which bodies of a success status report a failure.
pub fn in_body(rule: &InBody) -> String {
    let condition = |condition: &BodyCondition| {
        let member = condition.member().dotted();
        match condition {
            BodyCondition::When(_, value) => format!("`{member}` is `{}`", to_json(value)),
            BodyCondition::Unless(_, value) => format!("`{member}` is other than `{}`", to_json(value)),
            BodyCondition::Has(_) => format!("`{member}` is present, and neither null nor an empty list"),
        }
    };
    let all: Vec<String> = rule.conditions.iter().map(condition).collect();
    format!("A response with a status of success reports a failure if {}.", all.join(" and "))
}

/// Describes an error that is recognized by a part of its message.
pub(super) fn error_sign(sign: &ErrorSign) -> String {
    let code = sign.code.map(|code| format!(" with code or status {code}")).unwrap_or_default();
    format!("`{}`{code}", sign.message)
}

/// Describes the errors of a server that is not ready yet; `None` without such errors.
pub fn unavailable(signs: &[ErrorSign]) -> Option<String> {
    let all: Vec<String> = signs.iter().map(error_sign).collect();
    (!all.is_empty())
        .then(|| format!("A server that does not serve yet, such as while it starts, says: {}.", all.join(", or ")))
}
