//! Error object of a JSON-RPC response.
//!
//! Input: its members, some of which may be missing. Output: code, message and data. A code that is not an integer is
//! kept as text, and is never converted to another code.

use crate::{
    RawJson,
    error::display::{SHOWN, shorten},
    json::{Plain, value_at},
    schema::{Limited, Operation, RpcError},
    transport::wait_in_body,
};
use chainloom_forms::Number;
use std::{fmt, time::Duration};

/// Names of error codes by which a service refuses calls for now, unless the spec states which codes do.
const LIMITED: [&str; 3] = ["LimitExceeded", "RateLimited", "TooManyRequests"];

/// The error object of a JSON-RPC response.
#[derive(Clone, Debug, Default)]
pub(crate) struct RpcFailure {
    pub(crate) code: Option<Code>,
    pub(crate) message: String,
    pub(crate) data: Option<RawJson>,
    /// Description of the code in the spec.
    pub(crate) known: Option<&'static RpcError>,
}

/// Smallest number that may be a secret of digits: shorter ones are codes.
const LEAST_KEY: u64 = 10_000_000;

/// The code of an error.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    /// A whole number, in whichever form it was written.
    Number(i64),
    /// Code that is not an integer, as text.
    Other(String),
}

impl Code {
    /// Parses a code from the content of a text, or from the JSON of another value; `None` for an empty text or
    /// null.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match Number::parse(text).and_then(|number| number.to_i64()) {
            Some(number) => Some(Self::Number(number)),
            None if text.is_empty() || text == "null" => None,
            None => Some(Self::Other(text.to_owned())),
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Other(text) => out.write_str(text),
        }
    }
}

impl RpcFailure {
    /// Looks up the code in the description of the operation.
    pub(crate) fn with_known_error(self, operation: &'static Operation) -> Self {
        Self { known: self.number().and_then(|code| operation.rpc_error(code)), ..self }
    }

    /// Returns the code if it is an integer.
    pub(crate) const fn number(&self) -> Option<i64> {
        match self.code {
            Some(Code::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Returns the limit that the spec describes for the code, if the error refuses the call for now.
    pub(crate) fn limit(&self) -> Option<Limited> {
        self.known?.limited.filter(|limited| self.contains_one_of(limited.messages))
    }

    /// Returns whether the call may succeed in a smaller batch.
    pub(crate) fn is_of_large_batch(&self) -> bool {
        self.known.and_then(|known| known.smaller).is_some_and(|parts| self.contains_one_of(parts))
    }

    /// Returns whether the message contains one of the parts, compared case-insensitively. An empty list matches every
    /// message.
    fn contains_one_of(&self, parts: &[&str]) -> bool {
        let of_service = self.message.to_ascii_lowercase();
        parts.is_empty() || parts.iter().any(|part| of_service.contains(&part.to_ascii_lowercase()))
    }

    /// Returns whether the service refuses the call for now: by the spec's description of the code, or else by the name
    /// of the code.
    pub(crate) fn is_limited(&self) -> bool {
        let by_name = |known: &RpcError| known.limited.is_none() && LIMITED.contains(&known.name);
        self.limit().is_some() || self.known.is_some_and(by_name)
    }

    /// Returns the wait that `data` asks for, if the spec names its member.
    pub(crate) fn wait(&self) -> Option<Duration> {
        let (limited, data) = (self.limit()?, self.data.as_ref()?.as_str());
        limited.wait.iter().find_map(|path| match Plain::parse(value_at(data, path)?.as_bytes()).ok()? {
            Plain::Text(text) | Plain::Number(text) => wait_in_body(&text, limited.millis),
            _ => None,
        })
    }

    /// Takes secrets out of the texts that a server may have echoed.
    pub(crate) fn redacted(mut self, redact: impl Fn(String) -> String) -> Self {
        self.message = redact(self.message);
        self.code = self.code.map(|code| match code {
            Code::Other(text) => Code::Other(redact(text)),
            // A short number is a code, whatever the secrets are.
            Code::Number(number) if number.unsigned_abs() < LEAST_KEY => Code::Number(number),
            Code::Number(number) => match redact(number.to_string()) {
                text if text == number.to_string() => Code::Number(number),
                text => Code::Other(text),
            },
        });
        self
    }
}

impl fmt::Display for RpcFailure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("error")?;
        if let Some(code) = &self.code {
            write!(out, " {}", shorten(&code.to_string(), SHOWN))?;
        }
        if let Some(known) = self.known {
            write!(out, " ({})", known.name)?;
        }
        let message = shorten(&self.message, SHOWN);
        write!(out, ": {}", if message.is_empty() { "no message" } else { &message })
    }
}
