//! `Display` of errors: one line without control characters, whatever the server sent, and hints as
//! sentences.
//!
//! Input: an error. Output: human-readable text. `Debug` shows neither secrets nor bodies.

use crate::{
    error::{Error, Failure, Inner},
    json::Escaped,
};
use http::StatusCode;
use std::{
    fmt::{self, Write},
    time::Duration,
};

/// The most characters of a server's text that are shown.
pub(crate) const SHOWN: usize = 300;

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.0.line();
        if let Some(id) = self.0.response.as_ref().and_then(|response| response.shown_id.as_ref()) {
            text.push_str(&format!(" (request ID {id})"));
        }
        if self.0.attempts > 1 {
            text.push_str(&format!(" (after {} attempts)", self.0.attempts));
        }
        for hint in &self.0.hints {
            if !ends_sentence(&text) {
                text.push('.');
            }
            text.push(' ');
            text.push_str(&sentence(hint));
        }
        Escaped(out).write_str(&text)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Error").field("kind", &self.kind()).field("text", &self.to_string()).finish_non_exhaustive()
    }
}

impl Inner {
    /// Describes the failure on one line, without hints.
    fn line(&self) -> String {
        let batch = self.batch.map(|(service, calls)| format!("{service}, batch of {calls}: "));
        let operation = self.operation.map(|operation| format!("{operation}: ")).or(batch).unwrap_or_default();
        let asked = self.asked.as_ref().map(|asked| format!("{asked}: ")).unwrap_or_default();
        match &self.failure {
            Failure::Status
            | Failure::InBody
            | Failure::Protocol(_)
            | Failure::Frame(_)
            | Failure::Compressed(_)
            | Failure::NoBody(_) => {
                format!("{operation}{asked}{}", self.failure_text())
            }
            _ => format!("{operation}{}", self.failure_text()),
        }
    }

    /// Describes the failure, without the operation.
    pub(crate) fn failure_text(&self) -> String {
        match &self.failure {
            Failure::Building(text) if self.operation.is_some() || self.batch.is_some() => format!("not sent: {text}"),
            Failure::Building(text) => format!("the client cannot be built: {text}"),
            Failure::InvalidRequest(texts) => format!("not sent: {}", texts.join("; ")),
            Failure::Transport(error) => shorten(&self.masked.clone().unwrap_or_else(|| error.to_string()), SHOWN),
            Failure::Timeout(after) => format!("no response within {after:?}"),
            Failure::Silence(after) => format!("nothing more of the response came within {after:?}"),
            Failure::Redirect(fault) => fault.to_string(),
            Failure::Held { wait: Some(wait), left } => {
                let wait = Duration::from_millis(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
                format!(
                    "not sent: the limits of the client delay the call for {wait:?}, but its deadline is in {left:?}"
                )
            }
            Failure::Held { wait: None, left } => {
                format!("not sent: the limits of the client delay the call beyond its deadline in {left:?}")
            }
            Failure::Secret { name, source } => {
                let why = self.masked.clone().unwrap_or_else(|| source.to_string());
                format!("not sent: the provider of the secret `{name}` failed: {}", shorten(&why, SHOWN))
            }
            Failure::Signer { source } => {
                let why = self.masked.clone().unwrap_or_else(|| source.to_string());
                format!("not sent: the signer of requests failed: {}", shorten(&why, SHOWN))
            }
            Failure::Status => self.status(),
            Failure::InBody => self.in_body(),
            Failure::Rpc(failure) => match &self.response {
                Some(response) if !response.status.is_success() => {
                    format!("{failure} (status {})", status_line(response.status))
                }
                _ => failure.to_string(),
            },
            Failure::Frame(reason) => format!("a frame of the websocket is not understood: {reason}"),
            Failure::Protocol(text) => format!("no JSON-RPC response to this call: {text}"),
            Failure::Compressed(how) => format!("the response is compressed with `{how}`, which was not asked for"),
            Failure::Decode(error) => format!("the response does not fit: {error}"),
            Failure::NoBody(expected) => {
                let status = self.response.as_ref().map(|response| status_line(response.status)).unwrap_or_default();
                format!("the response does not fit: {status}, no body, where {expected} is described")
            }
            Failure::Page(fault) => fault.to_string(),
            Failure::Waiting(fault) => fault.to_string(),
            Failure::NotSent(why) => format!("not sent: {why}"),
        }
    }

    /// Returns the code and the message, each once: some services have only a code.
    fn in_body(&self) -> String {
        let Some(response) = &self.response else { return "the body reports a failure".to_owned() };
        let code = response.code.as_deref().map(|code| shorten(code, SHOWN));
        let text = Some(response.text.as_str()).filter(|text| !text.is_empty() && Some(*text) != code.as_deref());
        let parts: Vec<&str> = [code.as_deref(), text].into_iter().flatten().collect();
        format!("error in the body of status {}: {}", status_line(response.status), parts.join(": "))
    }

    /// Describes an error status, with the text of the server unless it repeats the status.
    fn status(&self) -> String {
        let Some(response) = &self.response else { return "no success".to_owned() };
        let (status, text) = (status_line(response.status), response.text.as_str());
        // Many servers send the status again as the message, and some only its words.
        let said = text.trim_end_matches('.');
        let reason = response.status.canonical_reason().unwrap_or_default();
        if said.eq_ignore_ascii_case(&status) || said.eq_ignore_ascii_case(reason) || said == response.status.as_str() {
            return status;
        }
        if text.is_empty() { status } else { format!("{status}: {text}") }
    }
}

/// Returns the number of a status with its words, where it has some.
pub(crate) fn status_line(status: StatusCode) -> String {
    status.canonical_reason().map_or_else(|| status.as_str().to_owned(), |_| status.to_string())
}

/// Converts a hint to a whole sentence, however the spec words it.
fn sentence(hint: &str) -> String {
    let hint = hint.trim();
    let mut chars = hint.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if ends_sentence(hint) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

fn ends_sentence(text: &str) -> bool {
    text.ends_with(['.', '?', '!', '…'])
}

/// Returns a text on one line, with at most `most` characters.
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
