//! Sentences on waiting for a result.

use super::errors::error_sign;
use super::json;
use super::limits::time;
use crate::model::{Wait, WaitCondition};

/// Describes waiting: the condition, the interval of calls, and the end.
pub fn wait(wait: &Wait) -> String {
    let until: Vec<String> = wait.until.iter().map(condition).collect();
    let mut text = format!(
        "Waiting repeats the call every {} until {}, for at most {}.",
        every(wait.every),
        until.join(" and "),
        time(wait.deadline)
    );
    let failed: Vec<String> = wait.failed.iter().map(condition).collect();
    if !failed.is_empty() {
        text.push_str(&format!(" It ends early if {}.", failed.join(" or ")));
    }
    let not_yet: Vec<String> = wait.not_yet.iter().map(error_sign).collect();
    if !not_yet.is_empty() {
        text.push_str(&format!(" It goes on after the error {}.", not_yet.join(" or ")));
    }
    if let Some(confirmations) = &wait.confirmations {
        text.push_str(&format!(
            " Confirmations are counted from `{}` of the result to the latest height, which the operation `{}` returns.",
            confirmations.height.dotted(),
            confirmations.latest_name
        ));
    }
    if let Some(replaced) = &wait.replaced {
        text.push_str(&format!(
            " It also ends if the result is replaced: the next free number, which the operation `{}` returns, is above \
             `{}` of `{}`, and there is no result.",
            replaced.next_name,
            replaced.number.dotted(),
            replaced.pending_name
        ));
    }
    text
}

/// Describes a condition on the result, without a full stop.
fn condition(condition: &WaitCondition) -> String {
    let values: Vec<String> = condition.values.iter().map(|value| format!("`{}`", json(value))).collect();
    let member = condition.member.dotted();
    match (member.as_str(), values.as_slice()) {
        ("", _) => "there is a result".to_owned(),
        (member, []) => format!("`{member}` is present"),
        (member, [value]) => format!("`{member}` is {value}"),
        (member, values) => format!("`{member}` is one of {}", values.join(", ")),
    }
}

/// Writes a time for use after `every`: `second`, or `2 seconds`.
fn every(milliseconds: u64) -> String {
    let text = time(milliseconds);
    text.strip_prefix("1 ").map_or(text.clone(), str::to_owned)
}
