//! Failures of commands that make calls.
//!
//! Input: errors of calls. Output: lines on stderr, and an exit code.

use std::io::{self, Write as _};

use chainloom_caller::{Class, Error, Missing, Prepared};
use chainloom_command::{Exit, Report};
use chainloom_forms::printable;
use chainloom_runtime::ErrorKind;
use chainloom_runtime::catalog::{HAS_TLS, secret_variable};
use chainloom_runtime::schema::Operation;

/// The most characters of a response that are shown with its error.
const RECEIVED: usize = 2_000;

/// Failure of a command: its output, and its exit code.
pub(crate) type Failure = Report;

/// Returns whether human-readable text on the stream is coloured.
pub(crate) fn is_colored(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// Returns the exit code of a class.
pub(crate) const fn exit(class: Class) -> Exit {
    match class {
        Class::Usage => Exit::Usage,
        Class::Parameter => Exit::Parameter,
        Class::Setup => Exit::Setup,
        Class::Connection => Exit::Connection,
        Class::Timeout => Exit::Timeout,
        Class::Unauthorized => Exit::Unauthorized,
        Class::NotFound => Exit::NotFound,
        Class::RateLimited => Exit::RateLimited,
        Class::Unavailable => Exit::Unavailable,
        Class::Unreadable => Exit::Unreadable,
        Class::Unreachable => Exit::Unreachable,
        _ => Exit::Refused,
    }
}

/// Returns the failure of wrong usage.
pub(crate) fn usage(text: impl std::fmt::Display) -> Failure {
    failure(Exit::Usage, text)
}

/// Returns the failure of something that could not be read or written.
pub(crate) fn mistake(text: impl std::fmt::Display) -> Failure {
    failure(Exit::Mistakes, text)
}

/// Returns a failure with a text that may quote arguments, file names and documents.
pub(crate) fn failure(exit: Exit, text: impl std::fmt::Display) -> Failure {
    let text = text.to_string();
    Report { code: exit.code(), stderr: format!("error: {}\n", printable::lines(&text)), ..Report::default() }
}

/// Returns the failure of a call, with a hint.
pub(crate) fn of_error(error: &Error, operation: Option<&Operation>) -> Failure {
    of_command(error, operation, "call")
}

/// Returns the failure of a call that a command begins.
fn of_command(error: &Error, operation: Option<&Operation>, command: &str) -> Failure {
    let lines = error.texts().iter().map(|text| format!("error: {text}\n"));
    let caution = operation.and_then(|operation| error.caution(operation)).map(str::to_owned);
    let help = caution.into_iter().chain(help(error, operation, command)).map(|help| format!("  = help: {help}\n"));
    let stderr = lines.chain(help).collect();
    Report { code: exit(error.class()).code(), stderr, ..Report::default() }
}

/// Returns the failure of a call, with defaults that may be wrong, with the `data` of a JSON-RPC error, and with the
/// received response where it cannot be read or does not fit. Secrets are masked.
pub(crate) fn of_response(error: &Error, call: &Prepared<'_>) -> Failure {
    let command = if call.subscription().is_some() { "subscribe" } else { "call" };
    let mut failure = of_command(error, Some(call.operation()), command);
    for (name, value) in call.defaults_in_doubt(error) {
        let line = format!("  = help: where the service has another name than `{value}`, use `--var {name}=NAME`\n");
        failure.stderr.push_str(&line);
    }
    let data = error.data().map(|data| line_of("data", data, call));
    let received = error.received().map(|text| received_line(&text, call));
    data.into_iter().chain(received).for_each(|line| failure.stderr.push_str(&format!("{line}\n")));
    failure
}

/// Formats a response as a line of an error, up to a length.
pub(crate) fn received_line(text: &str, call: &Prepared<'_>) -> String {
    line_of("received", text, call)
}

/// Formats what a service sent as a line of an error, up to a length and without secrets.
fn line_of(name: &str, text: &str, call: &Prepared<'_>) -> String {
    let text = call.redactor().text(text.to_owned());
    let shown = match text.char_indices().nth(RECEIVED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    format!("  = {name}: {}", printable::line(&shown))
}

/// Returns a hint at the remedy for an error of a call.
fn help(error: &Error, operation: Option<&Operation>, command: &str) -> Option<String> {
    let operation = operation?;
    let runtime = error.runtime();
    let is_redirect = runtime.is_some_and(|error| error.kind() == ErrorKind::Redirect);
    let is_https = runtime.and_then(chainloom_runtime::Error::origin).is_some_and(|url| url.starts_with("https:"));
    match (error.class(), error.missing()) {
        (Class::Parameter, _) => Some(format!("`chainloom {command} {} --help` lists the parameters", operation.id)),
        (_, missing) if is_redirect || missing == Some(Missing::BaseUrl) => {
            let service = operation.service.name;
            let help = "use `--url URL`, `--deployment NAME`, a profile";
            Some(format!("{help} or `--endpoint {service}=URL`; see docs/command-line.md"))
        }
        (Class::Connection, _) if is_https && !HAS_TLS => {
            Some("the command was installed with `--no-default-features`; without it, the command has TLS".to_owned())
        }
        (Class::Setup, Some(Missing::Variable)) => {
            Some("use the flag of the variable, or `--var NAME=VALUE`".to_owned())
        }
        (Class::Setup, Some(Missing::HttpUrl)) => {
            Some(format!("`--endpoint {}=https://…` gives the URL for calls", operation.service.name))
        }
        (Class::Setup, Some(Missing::WebsocketUrl)) => {
            Some(format!("`--endpoint {}=wss://…` gives the URL of the websocket", operation.service.name))
        }
        (Class::Unauthorized, _) | (Class::Setup, Some(Missing::Secret)) => {
            let client = operation.service.client;
            let names = client.auth.iter().map(|secret| format!("`{}`", secret_variable(client.name, secret.name)));
            let names: Vec<String> = names.collect();
            (!names.is_empty()).then(|| format!("a key is read from the environment: {}", names.join(", ")))
        }
        _ => None,
    }
}

/// Prints human-readable lines on stderr.
pub(crate) fn note(text: impl std::fmt::Display) {
    // A closed stderr is not a failure.
    let _ = writeln!(io::stderr(), "{}", printable::lines(&text.to_string()));
}
