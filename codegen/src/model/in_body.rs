//! Failures in the body of a success status.

use chainloom_forms::Number;
use serde_json::Value as Json;

use super::to_json;
use super::{MemberPath, Source, Value};

/// Rule by which the body of a success status reports a failure, and the members with its details.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct InBody {
    /// Conditions of a failure, all of which must hold.
    pub conditions: Vec<BodyCondition>,
    /// Member that holds the message; `None` for the member of all error bodies.
    pub message: Option<MemberPath>,
    /// Member that holds the code.
    pub code: Option<MemberPath>,
    /// Codes after which the same call may succeed later.
    pub retry: Vec<String>,
    /// Codes of temporary refusals, such as exceeded rate limits.
    pub limited: Vec<String>,
    /// Section of the documents that describes the rule.
    pub source: Option<Source>,
}

/// Condition on a body.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyCondition {
    /// The member has this value.
    When(MemberPath, Value),
    /// The member is present and has another value.
    Unless(MemberPath, Value),
    /// The member is present, and neither null nor an empty list.
    Has(MemberPath),
}

impl InBody {
    /// Returns whether a body reports a failure.
    #[must_use]
    pub fn fails(&self, body: &Json) -> bool {
        self.conditions.iter().all(|condition| condition.holds(body))
    }
}

impl BodyCondition {
    /// Returns the path of the member.
    #[must_use]
    pub fn member(&self) -> &MemberPath {
        match self {
            Self::When(member, _) | Self::Unless(member, _) | Self::Has(member) => member,
        }
    }

    /// Returns whether the condition holds for a body.
    #[must_use]
    pub fn holds(&self, body: &Json) -> bool {
        let Some(found) = value_at(body, self.member()) else { return false };
        match self {
            Self::When(_, value) => is_same(found, &to_json(value)),
            Self::Unless(_, value) => !is_same(found, &to_json(value)),
            Self::Has(_) => !found.is_null() && found.as_array().is_none_or(|items| !items.is_empty()),
        }
    }
}

/// Returns the value at a path, in which a whole number is an index into a list.
fn value_at<'j>(body: &'j Json, path: &MemberPath) -> Option<&'j Json> {
    path.0.iter().try_fold(body, |value, name| match value {
        Json::Array(items) => items.get(name.parse::<usize>().ok()?),
        other => other.get(name),
    })
}

/// Returns whether two values are equal, where a number may also be a text.
fn is_same(one: &Json, other: &Json) -> bool {
    let digits = |value: &Json| match value {
        Json::Number(number) => Some(number.to_string()),
        Json::String(text) => Some(text.clone()),
        _ => None,
    };
    let is_number = one.is_number() || other.is_number();
    let by_value = |(one, other): (String, String)| match (Number::parse(&one), Number::parse(&other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    };
    one == other || (is_number && digits(one).zip(digits(other)).is_some_and(by_value))
}
