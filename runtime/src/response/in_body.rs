//! Failures in the body of a success status: detects them.
//!
//! Input: the operation, and its response. Output: whether the body reports a failure, by the rule of the
//! client. Only the members that the rule names are read; a client without a rule costs one comparison.

use crate::{
    Reader,
    encode::are_equal,
    json::{Plain, as_text, value_at},
    schema::{BodyCondition, InBody, Operation, Protocol, ResponseBody},
};
use http::StatusCode;

/// Returns whether a response reports a failure. A body that is not JSON reports none.
pub(crate) fn reports_failure(operation: &Operation, status: StatusCode, body: &[u8]) -> bool {
    let rule = operation.service.client.errors.as_ref().and_then(|errors| errors.in_body.as_ref());
    rule.is_some_and(|rule| is_examined(operation, status) && rule_holds(rule, body))
}

/// Returns whether the body is searched for a failure. Bytes, texts and events are not.
fn is_examined(operation: &Operation, status: StatusCode) -> bool {
    let is_json = matches!(operation.response.body, ResponseBody::Json | ResponseBody::ByStatus(_));
    is_json && status.is_success() && matches!(operation.protocol, Protocol::Rest { .. })
}

/// Returns whether the body satisfies all conditions of the rule.
fn rule_holds(rule: &InBody, body: &[u8]) -> bool {
    let is_object = body.trim_ascii_start().starts_with(b"{");
    let Some(json) = Some(body).filter(|_| is_object).and_then(|body| as_text(body).ok()) else { return false };
    let holds = |condition: &BodyCondition| match condition {
        BodyCondition::When { member, value } => value_at(json, member).is_some_and(|found| is_value(found, value)),
        BodyCondition::Unless { member, value } => value_at(json, member).is_some_and(|found| !is_value(found, value)),
        BodyCondition::Has(member) => value_at(json, member).is_some_and(|found| !is_nothing(found)),
    };
    // The members may precede invalid JSON, such as the end of a body that was cut.
    rule.conditions.iter().all(holds) && is_whole(json)
}

fn is_whole(json: &str) -> bool {
    let mut reader = Reader::new(json);
    reader.skip().and_then(|()| reader.finish()).is_ok()
}

/// Returns whether a JSON value equals the wanted one. Numbers are compared by value.
fn is_value(found: &str, wanted: &str) -> bool {
    let parsed = (Plain::parse(found.as_bytes()), Plain::parse(wanted.as_bytes()));
    matches!(parsed, (Ok(found), Ok(wanted)) if are_equal(&found, &wanted))
}

/// Returns whether a value is null or a list without items.
fn is_nothing(json: &str) -> bool {
    json == "null" || json.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(']'))
}
