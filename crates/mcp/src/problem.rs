//! Error of a tool, for the model.
//!
//! Input: an error of a call, or mistakes in the arguments of a tool. Output: JSON with a class,
//! messages and remedies.

use chainloom_caller::{Class, Error, Missing};
use chainloom_runtime::catalog::secret_variable;
use chainloom_runtime::schema::Operation;
use serde_json::{Map, Value, json};

use crate::cut::text_size as size;

/// Maximum length of a message, in characters. Messages may quote a service.
const MAX_MESSAGE_CHARS: usize = 2_000;
/// Maximum number of messages.
const MAX_MESSAGES: usize = 20;
/// Bytes reserved for the text around the messages.
const ROOM: usize = 1_000;
/// Maximum size of a character as JSON, in bytes: the size of an escape such as `\u0000`.
const LETTER: usize = 6;

/// Reason why a tool has no result.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) class: &'static str,
    messages: Vec<String>,
    hint: Option<String>,
    /// Names and values for programs, besides the messages.
    facts: Vec<(&'static str, Value)>,
}

impl Problem {
    pub(crate) const fn new(class: &'static str, messages: Vec<String>) -> Self {
        Self { class, messages, hint: None, facts: Vec::new() }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Class::Usage.name(), vec![message.into()])
    }

    pub(crate) fn timeout(message: impl Into<String>) -> Self {
        Self::new(Class::Timeout.name(), vec![message.into()])
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds what the service sent with a JSON-RPC error, without secrets, after the messages.
    pub(crate) fn data(mut self, data: Option<String>) -> Self {
        self.messages.extend(data.map(|data| format!("the data of the error: {data}")));
        self
    }

    /// Creates the problem of a failed call. The texts of such errors contain no secrets.
    pub(crate) fn of(error: &Error, operation: &Operation) -> Self {
        let mut problem = Self::new(error.class().name(), error.texts().to_vec());
        problem.hint = hint(error, operation);
        if let Some(error) = error.runtime() {
            let mut put = |name, value: Option<Value>| problem.facts.extend(value.map(|value| (name, value)));
            put("status", error.status().map(|status| status.as_u16().into()));
            put("code", error.rpc_code().map(Value::from));
            put("name", error.rpc_name().map(Value::from));
            put("retryAfterSeconds", error.retry_after().map(|wait| wait.as_secs().into()));
        }
        problem
    }

    /// Returns the text of the result. Its messages take at most `most` bytes of JSON, less a
    /// reserve for the other members.
    pub(crate) fn text(self, most: usize) -> String {
        let mut left = most.saturating_sub(ROOM);
        let longest = MAX_MESSAGE_CHARS.min(left / LETTER);
        let fits = |text: &String| {
            let rest = left.checked_sub(size(text));
            left = rest.unwrap_or_default();
            rest.is_some()
        };
        let messages = self.messages.iter().take(MAX_MESSAGES).map(|text| bounded(text, longest));
        let mut messages: Vec<String> = messages.take_while(fits).collect();
        let left_out = self.messages.len().saturating_sub(messages.len());
        if left_out > 0 {
            messages.push(format!("{left_out} more"));
        }
        let mut error = Map::new();
        error.insert("class".to_owned(), self.class.into());
        error.insert("messages".to_owned(), messages.into());
        error.extend(self.facts.into_iter().map(|(name, value)| (name.to_owned(), value)));
        error.extend(self.hint.map(|hint| ("hint".to_owned(), hint.into())));
        json!({ "error": error }).to_string()
    }
}

/// Shortens a text to a number of characters.
fn bounded(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns a remedy for a failed call; `None` if unknown.
fn hint(error: &Error, operation: &Operation) -> Option<String> {
    if let Some(caution) = error.caution(operation) {
        return Some(format!("Do not repeat it at once: {caution}."));
    }
    let text = match error.class() {
        Class::Usage => return None,
        Class::Parameter => {
            format!("Nothing was sent. Use `describe` with the name `{}` for the parameters.", operation.id)
        }
        Class::Setup => format!(
            "Nothing was sent. A setting of this server is missing or wrong: whoever starts it sets it by options of \
             `chainloom mcp`, the environment or a profile.{}",
            if error.missing() == Some(Missing::Secret) { keys(operation) } else { String::new() }
        ),
        Class::Connection => {
            "The service could not be reached. Other arguments do not help; try again later.".to_owned()
        }
        Class::Timeout => "Ask for less, or try again later.".to_owned(),
        Class::Unauthorized => format!("The service needs a key, or refuses the one it got.{}", keys(operation)),
        Class::NotFound => {
            "Check the identifiers in the arguments, and the network or chain that they belong to.".to_owned()
        }
        Class::RateLimited => "Wait before the next call, and make fewer of them.".to_owned(),
        Class::Unavailable => "The service is not ready; try again later.".to_owned(),
        Class::Unreadable => "The response is not what the spec describes, so it is not shown.".to_owned(),
        _ => format!("Use `describe` with the name `{}` for the errors and conditions of the service.", operation.id),
    };
    Some(text)
}

/// Returns a sentence on the environment variables of keys; empty for a client without keys.
fn keys(operation: &Operation) -> String {
    let client = operation.service.client;
    let names: Vec<String> =
        client.auth.iter().map(|secret| format!("`{}`", secret_variable(client.name, secret.name))).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!(" Whoever starts this server sets a key in the environment: {}.", names.join(", ")),
    }
}
