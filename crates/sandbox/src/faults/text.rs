//! Rules as text: for headers, arguments and scripts.
//!
//! Input: a line. Output: a [`Rule`], or the mistake in the line. Each fault has one name, in one
//! table.

use std::fmt;
use std::mem::discriminant;
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

/// All faults with any value: the name, an example of the value (empty for a fault without one), and a
/// human-readable effect.
static FAULTS: [(Fault, &str, &str, &str); 24] = [
    (Fault::Status(StatusCode::OK), "status", "503", "error response with this status"),
    (Fault::RetryAfter(0), "retry-after", "2", "status 429, with `Retry-After` in seconds"),
    (Fault::RetryAt(0), "retry-at", "2", "status 429, with `Retry-After` as a date, this number of seconds from now"),
    (Fault::Redirect(String::new()), "redirect", "http://127.0.0.1:9/", "redirect to another URL"),
    (Fault::Html, "html", "", "page of HTML with status 502"),
    (Fault::Empty, "empty", "", "status 200 with an empty body"),
    (Fault::SlowHead(Duration::ZERO), "slow-head", "500", "pause before the response, in milliseconds"),
    (Fault::SlowBody(Duration::ZERO), "slow-body", "500", "duration over which the body arrives, in milliseconds"),
    (Fault::CutUnread, "cut-unread", "", "connection closed before the body of the request is read"),
    (Fault::CutRead, "cut-read", "", "connection closed after the request is carried out"),
    (Fault::CutBody, "cut-body", "", "connection closed after half of the body"),
    (Fault::Oversized(0), "oversized", "100000000", "body padded with white space to this number of bytes"),
    (Fault::Bomb(0), "bomb", "100000000", "body padded with white space to this number of bytes, compressed"),
    (Fault::WrongId, "wrong-id", "", "JSON-RPC replies with IDs that no call has"),
    (Fault::MissingReply, "missing-reply", "", "first JSON-RPC reply left out"),
    (Fault::DoubledReply, "doubled-reply", "", "first JSON-RPC reply sent twice"),
    (Fault::AlienReply, "alien-reply", "", "JSON-RPC reply to no call before the others"),
    (Fault::ShuffledBatch, "shuffled-batch", "", "JSON-RPC replies in reverse order"),
    (Fault::BatchError, "batch-error", "", "one JSON-RPC error for a whole batch"),
    (Fault::RpcLimit(0), "rpc-limit", "-32005", "JSON-RPC error with this code for each call"),
    (Fault::ExpiredToken, "expired-token", "", "page tokens refused"),
    (Fault::TokenCycle, "token-cycle", "", "next page token that leads to the same page"),
    (Fault::Clamp(0), "clamp", "3", "maximum number of items of a page"),
    (Fault::CutWebsocket(0), "cut-websocket", "3", "websocket cut after this number of messages of the server"),
];

impl Fault {
    /// Iterates over the names of all faults in their text form, each with an example of its value
    /// (empty for a fault without one) and with its effect.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        FAULTS.iter().map(|(_, name, example, text)| (*name, *example, *text))
    }

    /// Returns the name of the fault in its text form.
    fn name(&self) -> &'static str {
        let is_self = |fault: &Self| discriminant(fault) == discriminant(self);
        FAULTS.iter().find(|(fault, ..)| is_self(fault)).map_or("", |(_, name, ..)| name)
    }

    /// Returns this fault with another value; `None` if the text is no such value.
    fn with_value(&self, text: &str) -> Option<Self> {
        Some(match self {
            Self::Status(_) => {
                let code = StatusCode::from_u16(text.parse().ok()?).ok();
                Self::Status(code.filter(|code| ends_response(*code))?)
            }
            Self::RetryAfter(_) => Self::RetryAfter(text.parse().ok()?),
            Self::RetryAt(_) => Self::RetryAt(text.parse().ok().filter(|seconds| *seconds <= MAX_RETRY_SECONDS)?),
            Self::Redirect(_) => Self::Redirect(text.to_owned()),
            Self::SlowHead(_) => Self::SlowHead(Duration::from_millis(text.parse().ok()?)),
            Self::SlowBody(_) => Self::SlowBody(Duration::from_millis(text.parse().ok()?)),
            Self::Oversized(_) => Self::Oversized(text.parse().ok()?),
            Self::Bomb(_) => Self::Bomb(text.parse().ok()?),
            Self::RpcLimit(_) => Self::RpcLimit(text.parse().ok()?),
            Self::Clamp(_) => Self::Clamp(text.parse().ok()?),
            Self::CutWebsocket(_) => Self::CutWebsocket(text.parse().ok()?),
            plain => plain.clone(),
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::Status(status) => write!(f, "{name} {}", status.as_u16()),
            Self::RetryAfter(number) | Self::RetryAt(number) | Self::Oversized(number) | Self::Bomb(number) => {
                write!(f, "{name} {number}")
            }
            Self::Redirect(url) => write!(f, "{name} {url}"),
            Self::SlowHead(time) | Self::SlowBody(time) => write!(f, "{name} {}", time.as_millis()),
            Self::Clamp(count) | Self::CutWebsocket(count) => write!(f, "{name} {count}"),
            Self::RpcLimit(code) => write!(f, "{name} {code}"),
            _ => f.write_str(name),
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
    let Some((fault, _, example, _)) = FAULTS.iter().find(|(_, known, ..)| *known == name) else {
        let names: Vec<&str> = Fault::names().map(|(name, ..)| name).collect();
        return Err(RuleError(format!("there is no fault `{name}`; there are: {}", names.join(", "))));
    };
    if example.is_empty() {
        return Ok(fault.clone());
    }
    let missing = || RuleError(format!("`{name}` needs a value after it, as in `{name} {example}`"));
    let text = words.next().ok_or_else(missing)?;
    fault.with_value(text).ok_or_else(|| match fault {
        Fault::Status(_) => no_status(text),
        _ => RuleError(format!("`{text}` is no value of `{name}`; write it as in `{name} {example}`")),
    })
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
