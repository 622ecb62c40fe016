//! Results on stdout.
//!
//! Input: results, and the requested format. Output: text on stdout. Text of a service cannot
//! control a terminal; bytes and texts of a service are written to a file or a pipe unchanged. A
//! closed pipe ends the output without an error.

use std::io::{self, IsTerminal as _, Write as _};

use chainloom_caller::Output;
use chainloom_forms::printable;
use chainloom_runtime::RawJson;
use chainloom_runtime::catalog::Redactor;
use clap::ValueEnum;

use crate::paint;
use crate::rows::{self, Rows};
use crate::table::{Look, of_result, width};

/// Format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The result as JSON, with line breaks.
    #[value(help = None::<&str>)]
    Json,
    /// One JSON value per line.
    #[value(help = None::<&str>)]
    Ndjson,
    /// A table for people.
    #[value(help = None::<&str>)]
    Table,
}

/// Style of output on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Palette {
    Plain,
    Colored,
}

/// Output of results.
#[derive(Debug)]
pub struct Out {
    format: Format,
    /// Whether the format was requested, not chosen by default.
    is_asked: bool,
    /// Style of the terminal; `None` for a file or a pipe.
    terminal: Option<Palette>,
    look: Look,
    /// Columns of the events before.
    rows: Option<Rows>,
    is_closed: bool,
    /// Secrets that are redacted in results.
    secrets: Option<Redactor>,
}

/// Formats JSON with line breaks; numbers keep their digits.
pub(crate) fn pretty(json: &RawJson) -> String {
    printable::json(&parse_json(json).map_or_else(|| json.as_str().to_owned(), |value| format!("{value:#}")))
        .into_owned()
}

fn parse_json(json: &RawJson) -> Option<serde_json::Value> {
    serde_json::from_str(json.as_str()).ok()
}

impl Out {
    /// Creates an output with a format; the default is a table on a terminal, and JSON otherwise.
    #[must_use]
    pub fn new(format: Option<Format>) -> Self {
        let terminal = io::stdout().is_terminal().then_some(Palette::Plain);
        let (usual, look) = match terminal {
            Some(_) => (Format::Table, Look::Terminal),
            None => (Format::Json, Look::Pipe),
        };
        Self {
            format: format.unwrap_or(usual),
            is_asked: format.is_some(),
            terminal,
            look,
            rows: None,
            is_closed: false,
            secrets: None,
        }
    }

    /// Enables colours for JSON on a terminal.
    #[must_use]
    pub fn colored(self) -> Self {
        Self { terminal: self.terminal.and(Some(Palette::Colored)), ..self }
    }

    /// Enables all columns of tables, and whole cells.
    #[must_use]
    pub fn wide(self) -> Self {
        Self { look: Look::Wide, ..self }
    }

    /// Returns whether results go to a terminal.
    #[must_use]
    pub const fn is_terminal(&self) -> bool {
        self.terminal.is_some()
    }

    /// Returns whether results are tables on a terminal, so that values may be formatted for display.
    #[must_use]
    pub fn is_for_people(&self) -> bool {
        self.is_terminal() && self.format == Format::Table
    }

    /// Colours JSON, if colours are enabled.
    pub(crate) fn painted(&self, json: &str) -> String {
        if self.terminal == Some(Palette::Colored) { paint::json(json) } else { json.to_owned() }
    }

    /// Sets secrets that a service may send back. They are redacted on a terminal, but not in a
    /// pipe, since programs read the results unchanged.
    #[must_use]
    pub fn hiding(self, secrets: Redactor) -> Self {
        Self { secrets: Some(secrets).filter(|_| self.is_terminal()), ..self }
    }

    /// Redacts secrets in a value, on a terminal only.
    #[must_use]
    pub fn shown(&self, json: &RawJson) -> RawJson {
        let Some(secrets) = &self.secrets else { return json.clone() };
        let masked = match serde_json::from_str(json.as_str()) {
            Ok(value) => secrets.json(value).to_string(),
            Err(_) => secrets.text(json.as_str().to_owned()),
        };
        RawJson::parse(&masked).unwrap_or_else(|_| json.clone())
    }

    fn shown_output(&self, result: &Output) -> Output {
        match (result, &self.secrets) {
            (Output::Json(json), _) => Output::Json(self.shown(json)),
            (Output::Text(text), Some(secrets)) => Output::Text(secrets.text(text.clone())),
            (Output::Bytes(bytes), Some(secrets)) => Output::Bytes(secrets.bytes(bytes.to_vec()).into()),
            (other, None) => other.clone(),
        }
    }

    /// Returns the format of results.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns whether the pipe is closed.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Prints the result of a call.
    ///
    /// # Errors
    ///
    /// The result could not be written. A closed pipe is no error.
    pub fn result(&mut self, result: &Output) -> io::Result<()> {
        match (&self.shown_output(result), self.format) {
            (Output::Bytes(bytes), _) => self.bytes(bytes),
            (Output::Text(text), _) if !self.is_asked || self.format == Format::Table => {
                let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
                self.bytes(format!("{text}{end}").as_bytes())
            }
            (Output::Text(text), _) => self.json_line(&serde_json::Value::from(text.as_str()).to_string()),
            (Output::Json(json), Format::Json) => {
                let text = format!("{}\n", self.painted(&pretty(json)));
                self.write(text.as_bytes())
            }
            (Output::Json(json), Format::Table) => self.write(of_result(json, width(), self.look).as_bytes()),
            (Output::Json(json), Format::Ndjson) => match parse_json(json) {
                Some(serde_json::Value::Array(items)) => {
                    items.iter().try_for_each(|item| self.json_line(&item.to_string()))
                }
                _ => self.line(json),
            },
        }
    }

    /// Prints an event as JSON on one line; on a terminal as a row of a table, or with
    /// [`wide`](Self::wide) as a line per member, with an empty line after it. `height` is the member that counts
    /// the events. `present` formats the event for display.
    ///
    /// # Errors
    ///
    /// The event could not be written. A closed pipe is no error.
    pub fn event(
        &mut self,
        event: &RawJson,
        height: Option<&str>,
        present: impl FnOnce(&RawJson) -> RawJson,
    ) -> io::Result<()> {
        if !self.is_for_people() {
            return self.line(event);
        }
        let event = present(&self.shown(event));
        let value = parse_json(&event).filter(|_| self.look == Look::Terminal);
        if let Some(row) = value.and_then(|value| rows::row(&mut self.rows, &value, width(), height)) {
            return self.write(row.as_bytes());
        }
        let text = of_result(&event, width(), self.look);
        let end = if text.lines().count() > 1 { "\n" } else { "" };
        self.write(format!("{text}{end}").as_bytes())
    }

    /// Prints a value on a separate line.
    ///
    /// # Errors
    ///
    /// The value could not be written. A closed pipe is no error.
    pub fn line(&mut self, json: &RawJson) -> io::Result<()> {
        let json = &self.shown(json);
        self.json_line(&parse_json(json).map_or_else(|| json.as_str().to_owned(), |value| value.to_string()))
    }

    /// Prints JSON that is not from a service on a separate line.
    ///
    /// # Errors
    ///
    /// The text could not be written. A closed pipe is no error.
    pub fn json_line(&mut self, json: &str) -> io::Result<()> {
        let text = format!("{}\n", self.painted(&printable::json(json)));
        self.write(text.as_bytes())
    }

    /// Writes bytes unchanged; on a terminal, escapes characters that control it.
    ///
    /// # Errors
    ///
    /// The bytes could not be written. A closed pipe is no error.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.is_terminal() {
            true => self.write(printable::lines(&String::from_utf8_lossy(bytes)).as_bytes()),
            false => self.write(bytes),
        }
    }

    /// Writes bytes unchanged, and flushes them.
    ///
    /// # Errors
    ///
    /// The bytes could not be written. A closed pipe is no error.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_terminal_shows_no_secret_that_a_service_sends_back() {
        let mut secrets = Redactor::default();
        secrets.add("a \"key\" of 4711");
        let out = Out { secrets: Some(secrets), ..Out::new(None) };
        let json = RawJson::parse(r#"{"a":["is a \"key\" of 4711","YSAia2V5IiBvZiA0NzEx"],"n":4711}"#).unwrap();
        assert_eq!(out.shown(&json).as_str(), r#"{"a":["is [secret]","[secret]"],"n":4711}"#);
        let Output::Text(text) = out.shown_output(&Output::Text("a%20%22key%22%20of%204711".to_owned())) else {
            return;
        };
        assert_eq!(text, "[secret]");
        assert_eq!(Out::new(None).shown(&json), json);
    }
}
