//! Results that clients wait for: makes a synthetic result satisfy the conditions of `wait`, so that waiting
//! ends.
//!
//! Input: a synthetic result, its type, and the `wait` of its operation. Output: the result with members that
//! fulfil the conditions, and none that report failure. A test of other results prepares its responses.

use chainloom_runtime::schema::{Bounds, Type, Wait, WaitCondition};
use chainloom_values::Draw;
use serde_json::Value;

use super::paths;

/// Maximum number of times that another value of a member is drawn.
const TRIES: usize = 32;

/// Changes a result so that all conditions of `until` and none of `failed` hold.
pub(crate) fn satisfy_wait(ty: Type, value: &mut Value, wait: &Wait, draw: &mut Draw) {
    for condition in wait.until {
        paths::change(ty, value, condition.member, draw, |ty, member, draw| fulfil(ty, member, condition, draw));
    }
    for condition in wait.failed {
        if paths::at(value, condition.member).is_some() {
            paths::change(ty, value, condition.member, draw, |ty, member, draw| avoid(ty, member, condition, draw));
        }
    }
}

/// Iterates over the values that a condition lists.
fn values(condition: &WaitCondition) -> impl Iterator<Item = Value> {
    condition.values.iter().filter_map(|json| serde_json::from_str(json).ok())
}

/// Gives a member a value that satisfies the condition: the first that it lists, or any value if it
/// lists none.
fn fulfil(ty: Type, member: &mut Value, condition: &WaitCondition, draw: &mut Draw) {
    let first = values(condition).next();
    match first {
        Some(first) if values(condition).all(|wanted| wanted != *member) => *member = first,
        None if member.is_null() => *member = draw.value(ty.bare(), &Bounds::NONE),
        _ => {}
    }
}

/// Gives a member a value that the condition does not list; null if none was drawn.
fn avoid(ty: Type, member: &mut Value, condition: &WaitCondition, draw: &mut Draw) {
    let is_other = |value: &Value| values(condition).all(|failed| failed != *value);
    if !is_other(member) {
        let mut drawn = std::iter::repeat_with(|| draw.value(ty.bare(), &Bounds::NONE)).take(TRIES);
        *member = drawn.find(is_other).unwrap_or_default();
    }
}
