//! How an error reads: one line, without control characters, however odd the server's texts are.
//!
//! Input: an error. Output: text for people. Secrets and bodies are not shown by `Debug`.

use super::{Error, Failure, Inner};
use std::fmt;

/// The most characters of a server's text that are shown.
pub(super) const SHOWN: usize = 300;

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.0.operation {
            write!(out, "{operation}: ")?;
        }
        self.0.what(out)?;
        for hint in &self.0.hints {
            write!(out, "; {hint}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Error").field("kind", &self.kind()).field("text", &self.to_string()).finish_non_exhaustive()
    }
}

impl Inner {
    fn what(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.failure {
            Failure::Building(text) if self.operation.is_some() => write!(out, "not sent: {text}"),
            Failure::Building(text) => write!(out, "the client cannot be built: {text}"),
            Failure::InvalidRequest(texts) => write!(out, "not sent: {}", texts.join("; ")),
            Failure::Transport(error) => write!(out, "{}", shorten(&error.to_string(), SHOWN)),
            Failure::Timeout(after) => write!(out, "no answer within {after:?}"),
            Failure::Silence(after) => write!(out, "nothing more of the answer came within {after:?}"),
            Failure::Redirect(text) => out.write_str(text),
            Failure::Status => self.status(out),
            Failure::Rpc(failure) => {
                write!(out, "{failure}")?;
                match &self.answer {
                    Some(answer) if !answer.status.is_success() => write!(out, " (status {})", answer.status),
                    _ => Ok(()),
                }
            }
            Failure::Protocol(text) => write!(out, "no JSON-RPC answer to this call: {text}"),
            Failure::Decode(error) => write!(out, "the answer does not fit: {error}"),
        }
    }

    fn status(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(answer) = &self.answer else { return out.write_str("no success") };
        write!(out, "{}", answer.status)?;
        if answer.text.is_empty() { Ok(()) } else { write!(out, ": {}", answer.text) }
    }
}

/// A text on one line, with at most so many characters.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut count = 0;
    for c in text.trim().chars() {
        if count == most {
            out.push('…');
            break;
        }
        let blank = c.is_control() || c.is_whitespace();
        if blank && out.ends_with(' ') {
            continue;
        }
        out.push(if blank { ' ' } else { c });
        count += 1;
    }
    out
}
