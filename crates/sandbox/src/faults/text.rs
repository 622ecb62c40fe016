//! Rules as text: for headers, arguments and scripts.
//!
//! Input: a line. Output: a [`Rule`], or the mistake in the line. Each fault has one name, in one
//! table.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chainloom_interpret::Api;
use http::StatusCode;

use super::replacement::MAX_RETRY_SECONDS;
use super::{Fault, Rule};
use crate::routing::names;

/// Error of a line that is not a rule. The message contains the expected text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError(String);

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RuleError {}

/// Kind of value that follows the name of a fault, with the constructor of the fault.
enum FaultValue {
    None(Fault),
    Number(fn(u64) -> Option<Fault>),
    Status,
    Text(fn(String) -> Fault),
    Code(fn(i64) -> Fault),
}

/// Names of all faults, each with an example of its value, a human-readable effect, and the kind of the value.
const FAULT_NAMES: [(&str, &str, &str, FaultValue); 24] = [
    ("status", "503", "error response with this status", FaultValue::Status),
    (
        "retry-after",
        "2",
        "status 429, with `Retry-After` in seconds",
        FaultValue::Number(|seconds| Some(Fault::RetryAfter(seconds))),
    ),
    (
        "retry-at",
        "2",
        "status 429, with `Retry-After` as a date, this number of seconds from now",
        FaultValue::Number(|seconds| (seconds <= MAX_RETRY_SECONDS).then_some(Fault::RetryAt(seconds))),
    ),
    ("redirect", "http://127.0.0.1:9/", "redirect to another URL", FaultValue::Text(Fault::Redirect)),
    ("html", "", "page of HTML with status 502", FaultValue::None(Fault::Html)),
    ("empty", "", "status 200 with an empty body", FaultValue::None(Fault::Empty)),
    (
        "slow-head",
        "500",
        "pause before the response, in milliseconds",
        FaultValue::Number(|millis| Some(Fault::SlowHead(Duration::from_millis(millis)))),
    ),
    (
        "slow-body",
        "500",
        "duration over which the body arrives, in milliseconds",
        FaultValue::Number(|millis| Some(Fault::SlowBody(Duration::from_millis(millis)))),
    ),
    ("cut-unread", "", "connection closed before the body of the request is read", FaultValue::None(Fault::CutUnread)),
    ("cut-read", "", "connection closed after the request is carried out", FaultValue::None(Fault::CutRead)),
    ("cut-body", "", "connection closed after half of the body", FaultValue::None(Fault::CutBody)),
    (
        "oversized",
        "100000000",
        "body padded with white space to this number of bytes",
        FaultValue::Number(|bytes| Some(Fault::Oversized(bytes))),
    ),
    (
        "bomb",
        "100000000",
        "body padded with white space to this number of bytes, compressed",
        FaultValue::Number(|bytes| Some(Fault::Bomb(bytes))),
    ),
    ("wrong-id", "", "JSON-RPC replies with IDs that no call has", FaultValue::None(Fault::WrongId)),
    ("missing-reply", "", "first JSON-RPC reply left out", FaultValue::None(Fault::MissingReply)),
    ("doubled-reply", "", "first JSON-RPC reply sent twice", FaultValue::None(Fault::DoubledReply)),
    ("alien-reply", "", "JSON-RPC reply to no call before the others", FaultValue::None(Fault::AlienReply)),
    ("shuffled-batch", "", "JSON-RPC replies in reverse order", FaultValue::None(Fault::ShuffledBatch)),
    ("batch-error", "", "one JSON-RPC error for a whole batch", FaultValue::None(Fault::BatchError)),
    ("rpc-limit", "-32005", "JSON-RPC error with this code for each call", FaultValue::Code(Fault::RpcLimit)),
    ("expired-token", "", "page tokens refused", FaultValue::None(Fault::ExpiredToken)),
    ("token-cycle", "", "next page token that leads to the same page", FaultValue::None(Fault::TokenCycle)),
    (
        "clamp",
        "3",
        "maximum number of items of a page",
        FaultValue::Number(|items| Some(Fault::Clamp(usize::try_from(items).ok()?))),
    ),
    (
        "cut-websocket",
        "3",
        "websocket cut after this number of messages of the server",
        FaultValue::Number(|count| Some(Fault::CutWebsocket(usize::try_from(count).ok()?))),
    ),
];

impl Fault {
    /// Iterates over the names of all faults in their text form, each with an example of its value
    /// (empty for a fault without one) and with its effect.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        FAULT_NAMES.iter().map(|(name, example, text, _)| (*name, *example, *text))
    }

    /// Returns the name of a fault without a value; an empty text for other faults.
    fn name(&self) -> &'static str {
        let is_self = |value: &FaultValue| matches!(value, FaultValue::None(fault) if fault == self);
        FAULT_NAMES.iter().find(|(.., value)| is_self(value)).map_or("", |(name, ..)| name)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "status {}", status.as_u16()),
            Self::RetryAfter(seconds) => write!(f, "retry-after {seconds}"),
            Self::RetryAt(seconds) => write!(f, "retry-at {seconds}"),
            Self::Redirect(url) => write!(f, "redirect {url}"),
            Self::SlowHead(time) => write!(f, "slow-head {}", time.as_millis()),
            Self::SlowBody(time) => write!(f, "slow-body {}", time.as_millis()),
            Self::Oversized(bytes) => write!(f, "oversized {bytes}"),
            Self::Bomb(bytes) => write!(f, "bomb {bytes}"),
            Self::Clamp(items) => write!(f, "clamp {items}"),
            Self::RpcLimit(code) => write!(f, "rpc-limit {code}"),
            Self::CutWebsocket(messages) => write!(f, "cut-websocket {messages}"),
            plain => f.write_str(plain.name()),
        }
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Parses a rule, such as `status 503 on library.findBook skip 1 times 2`.
    fn from_str(line: &str) -> Result<Self, RuleError> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut rule = Self::from(parse_fault(name, &mut words)?);
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| RuleError(format!("`{word}` needs a value after it")))?;
            let count = || value.parse().map_err(|_| RuleError(format!("`{word}` takes a number, not `{value}`")));
            rule = match word {
                "on" => rule.on(value),
                "skip" => rule.skip(count()?),
                "times" => rule.times(count()?),
                _ => return Err(RuleError(format!("`{word}` is none of the words `on`, `skip`, `times`"))),
            };
        }
        Ok(rule)
    }
}

/// Parses the value that follows the name of a fault, and returns the fault.
fn parse_fault<'w>(name: &str, words: &mut impl Iterator<Item = &'w str>) -> Result<Fault, RuleError> {
    let Some((_, example, _, value)) = FAULT_NAMES.iter().find(|(known, ..)| *known == name) else {
        let names: Vec<&str> = Fault::names().map(|(name, ..)| name).collect();
        return Err(RuleError(format!("there is no fault `{name}`; there are: {}", names.join(", "))));
    };
    let mut next = || {
        let missing = || RuleError(format!("`{name}` needs a value after it, as in `{name} {example}`"));
        words.next().ok_or_else(missing)
    };
    let no_value =
        |text: &str| RuleError(format!("`{text}` is no value of `{name}`; write it as in `{name} {example}`"));
    match value {
        FaultValue::None(fault) => Ok(fault.clone()),
        FaultValue::Text(of) => Ok(of(next()?.to_owned())),
        FaultValue::Status => status(next()?),
        FaultValue::Number(of) => {
            let text = next()?;
            text.parse().ok().and_then(of).ok_or_else(|| no_value(text))
        }
        FaultValue::Code(of) => {
            let text = next()?;
            text.parse().ok().map(of).ok_or_else(|| no_value(text))
        }
    }
}

/// Parses the status of a fault, which must be one that ends a response.
fn status(text: &str) -> Result<Fault, RuleError> {
    let code = text.parse().ok().and_then(|code| StatusCode::from_u16(code).ok());
    let code = code.filter(|code| ends_response(*code));
    code.map(Fault::Status).ok_or_else(|| no_status(text))
}

/// Returns whether a status ends a response: a status below 200 announces another response.
fn ends_response(code: StatusCode) -> bool {
    !code.is_informational()
}

fn no_status(text: &str) -> RuleError {
    RuleError(format!("`{text}` is no status of a response: write a number from 200 to 999, as in `status 503`"))
}

impl Rule {
    /// Checks that the fault can be written as text, and that the filter can match a request to this spec.
    pub(crate) fn check(&self, api: &Api) -> Result<(), String> {
        self.fault.check_status().map_err(|wrong| wrong.to_string())?;
        self.on.as_deref().map_or(Ok(()), |name| names::check_rule(name, api))
    }
}

impl Fault {
    /// Refuses a status below 200, which does not end a response and cannot be written in the text of a rule.
    fn check_status(&self) -> Result<(), RuleError> {
        match self {
            Self::Status(code) if !ends_response(*code) => Err(no_status(code.as_str())),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_a_text() {
        for (name, example, _) in Fault::names() {
            let line = format!("{name} {example}");
            let rule: Rule = line.parse().unwrap();
            assert_eq!(rule.fault.to_string(), line.trim_end());
            let limited: Rule = format!("{line} on a.b skip 1 times 2").parse().unwrap();
            assert_eq!(limited, rule.fault.on("a.b").skip(1).times(2), "{line}");
        }
        assert_eq!("retry-after 2".parse(), Ok(Rule::from(Fault::RetryAfter(2))));
    }

    #[test]
    fn a_wrong_line_is_told() {
        let wrong = |line: &str| line.parse::<Rule>().unwrap_err().to_string();
        assert!(wrong("").starts_with("there is no fault ``; there are: status, "));
        assert_eq!(wrong("status"), "`status` needs a value after it, as in `status 503`");
        let no_status = "is no status of a response: write a number from 200 to 999, as in `status 503`";
        for text in ["5", "100", "199", "1000", "x"] {
            assert_eq!(wrong(&format!("status {text}")), format!("`{text}` {no_status}"));
        }
        let informational = Rule::from(Fault::Status(StatusCode::CONTINUE)).times(1);
        assert_eq!(informational.fault.check_status().unwrap_err().to_string(), format!("`100` {no_status}"));
        assert_eq!(Fault::Status(StatusCode::OK).check_status(), Ok(()));
        assert_eq!(wrong("clamp x"), "`x` is no value of `clamp`; write it as in `clamp 3`");
        assert_eq!(wrong("html on"), "`on` needs a value after it");
        assert_eq!(wrong("html times x"), "`times` takes a number, not `x`");
        assert_eq!(wrong("html 3 4"), "`3` is none of the words `on`, `skip`, `times`");
    }
}
