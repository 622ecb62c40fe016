//! Report as Markdown, for comments of a CI system.

use crate::drift::Drift;
use crate::report::{OperationReport, Report, State};

impl Report {
    /// Returns the report as Markdown: a table of services, drift with suggestions, and operations
    /// that could not be tried.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let verdict = if self.conforms() { "conforms" } else { "does not conform" };
        let mut out =
            format!("## The service {verdict}\n\n| service | conform | drift | not tried |\n|---|---|---|---|\n");
        for service in &self.services {
            let counts = match service.is_absent {
                true => "not served here | |".to_owned(),
                false => format!("{} | {} | {}", service.conforming, service.drifting, service.untried),
            };
            out += &format!("| {} | {counts} |\n", service.service);
        }
        let operations = self.services.iter().flat_map(|service| &service.operations);
        out += &operations.map(drifts).collect::<String>();
        let untried: String = self
            .services
            .iter()
            .filter(|service| !service.is_absent)
            .flat_map(|service| &service.operations)
            .filter(|operation| operation.state == State::Untried)
            .map(|operation| format!("- `{}`: {}\n", operation.id, plain(&operation.reason)))
            .collect();
        if !untried.is_empty() {
            out += &format!("\n### Not tried\n\n{untried}");
        }
        if !self.unused_exceptions.is_empty() {
            let lines: String = self.unused_exceptions.iter().map(|why| format!("- {}\n", plain(why))).collect();
            out += &format!("\n### Exceptions that explain nothing\n\n{lines}");
        }
        out
    }
}

/// Returns the drift of an operation as Markdown.
fn drifts(operation: &OperationReport) -> String {
    let more = match operation.left_out {
        0 => String::new(),
        count => format!("\n`{}`: … and {count} more\n", operation.id),
    };
    operation.drifts.iter().map(drift).collect::<String>() + &more
}

fn drift(drift: &Drift) -> String {
    let mut out = format!(
        "\n### `{}`: {}\n\n- path: {}\n- {}\n",
        drift.operation,
        drift.kind,
        code(&drift.path),
        plain(&drift.message)
    );
    if !drift.came.is_empty() {
        out += &format!("- came: {}\n", code(&drift.came));
    }
    out += &format!("- spec: `{}`\n", drift.place);
    if let Some(why) = &drift.explained {
        out += &format!("- explained: {}\n", plain(why));
    }
    match (&drift.same_as, &drift.suggestion) {
        (Some(other), _) => out + &format!("- as in `{other}`\n"),
        (None, Some(suggestion)) => match &suggestion.diff {
            Some(diff) => out + &format!("\n````diff\n{diff}````\n"),
            None => out + &format!("- suggestion: {}\n", code(&suggestion.line)),
        },
        (None, None) => out,
    }
}

/// Returns a text from a service as inline code, which the text cannot end.
fn code(text: &str) -> String {
    format!("`` {} ``", text.replace('`', "'"))
}

/// Escapes the characters of a text that have a meaning in Markdown, except in inline code. A text
/// with an odd number of backquotes becomes code as a whole.
fn plain(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len() % 2 == 0 {
        return code(text);
    }
    let part = |(at, part): (usize, &&str)| match at % 2 {
        1 => (*part).to_owned(),
        _ => part.chars().map(escaped).collect(),
    };
    parts.iter().enumerate().map(part).collect::<Vec<String>>().join("`")
}

/// Returns a character, escaped if it has a meaning in Markdown.
fn escaped(letter: char) -> String {
    match letter {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        // A name after `@` would notify the user of this name.
        '@' => "&#64;".to_owned(),
        '\\' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '>' => format!("\\{letter}"),
        '\n' => " ".to_owned(),
        other => other.to_string(),
    }
}
