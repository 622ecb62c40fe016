//! Diagnostics: the problem in a spec, its place, and how to solve it.
//!
//! Input: problems that the stages find, each at a [`Span`]. Output: a sorted list of [`Diagnostic`]s, which is printed
//! as text or as JSON. No stage prints by itself; nothing here knows YAML.

mod code;
pub mod explain;
mod json;
mod render;
mod suggest;

use std::ops::Range;

use chainloom_forms::printable;

pub use code::{Code, CodeInfo, TABLE};
pub(crate) use suggest::{begin as begin_suggestions, nearest, question};
pub use suggest::{did_you_mean, near_name};

/// A range of a source file. Lines and columns begin at 1; columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// Index of the file.
    pub file: usize,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// Line of the first byte.
    pub line: usize,
    /// Column of the first byte.
    pub column: usize,
}

impl Span {
    /// Returns the span of a byte range of `text`, which the source has at `self` with or without
    /// quotes. Returns the whole span if escapes shift the offsets.
    pub(crate) fn part(self, text: &str, range: &Range<usize>) -> Self {
        let quote = match (self.end - self.start).checked_sub(text.len()) {
            Some(0) => 0,
            Some(2) => 1,
            _ => return self,
        };
        let before = text.get(..range.start).unwrap_or_default();
        let start = self.start + quote + range.start;
        Self { start, end: start + range.len(), column: self.column + quote + before.chars().count(), ..self }
    }
}

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// An error: nothing is generated.
    Error,
    /// A warning.
    Warning,
}

/// A further place of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secondary {
    /// Path of the file, as shown.
    pub file: String,
    /// Place.
    pub span: Span,
    /// Label of the place.
    pub text: String,
}

/// Error or warning about a spec, or report of a bug in the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Code of the diagnostic.
    pub code: Code,
    /// Severity.
    pub severity: Severity,
    /// Path of the file, as shown.
    pub file: String,
    /// Place.
    pub span: Span,
    /// Wrong name, if the diagnostic is about a name.
    pub subject: Option<String>,
    /// Description of the problem, in one sentence.
    pub message: String,
    /// Label of the marked place.
    pub label: String,
    /// Other relevant places.
    pub secondary: Vec<Secondary>,
    /// Advice on how to correct the mistake or to find its cause; `None` if none is known.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// Creates an error at a place. The path of the file is added at the end of the stage.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            file: String::new(),
            span,
            subject: None,
            message: message.into(),
            label: String::new(),
            secondary: Vec::new(),
            hint: None,
        }
    }

    /// Creates a warning at a place.
    pub(crate) fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Sets the wrong name, which is also a part of the message.
    pub(crate) fn about(mut self, name: &str) -> Self {
        self.subject = Some(name.to_owned());
        self
    }

    /// Sets the label of the marked place.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Replaces the hint, if `hint` is one.
    pub(crate) fn hint_opt(mut self, hint: Option<String>) -> Self {
        self.hint = hint.or(self.hint);
        self
    }

    /// Adds a further place with its label.
    pub(crate) fn second(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.secondary.push(Secondary { file: String::new(), span, text });
        self
    }

    /// Formats the diagnostic on one line: `file:line:column: error[code]: message`.
    pub fn line(&self) -> String {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let Span { line, column, .. } = self.span;
        let code = self.code.name();
        format!("{}:{line}:{column}: {kind}[{code}]: {}", printable::line(&self.file), printable::line(&self.message))
    }

    fn name_files(mut self, paths: &[String]) -> Self {
        let path = |span: Span| paths.get(span.file).cloned().unwrap_or_default();
        self.file = path(self.span);
        for secondary in &mut self.secondary {
            secondary.file = path(secondary.span);
        }
        self
    }
}

/// Diagnostics of a stage, sorted by file and place. Mistakes that may follow from others come last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Ends a stage: `Ok` if nothing was found, else the sorted diagnostics.
    pub(crate) fn end_stage(found: Vec<Diagnostic>, paths: &[String]) -> Result<(), Self> {
        let all = Self::sorted(found, paths);
        if all.is_empty() { Ok(()) } else { Err(all) }
    }

    /// Ends a stage with two lists of diagnostics. Those of `following` come last, because they may
    /// result from mistakes in `found`. `Ok` if both lists are empty.
    pub(crate) fn end_stage_in_two(
        found: Vec<Diagnostic>,
        following: Vec<Diagnostic>,
        paths: &[String],
    ) -> Result<(), Self> {
        let mut all = Self::sorted(found, paths);
        all.list.extend(Self::sorted(following, paths).list);
        if all.is_empty() { Ok(()) } else { Err(all) }
    }

    /// Adds the paths of the files and sorts by place.
    pub(crate) fn sorted(found: Vec<Diagnostic>, paths: &[String]) -> Self {
        let mut list: Vec<Diagnostic> = found.into_iter().map(|diagnostic| diagnostic.name_files(paths)).collect();
        // The sort is stable: of two mistakes at one place, the one found first comes first.
        list.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
        list.dedup();
        Self { list }
    }

    /// Ends the read stage, whose diagnostics already have paths.
    ///
    /// # Errors
    /// Returns all diagnostics, unless there are none.
    pub fn of_read(mut list: Vec<Diagnostic>) -> Result<(), Self> {
        list.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
        if list.is_empty() { Ok(()) } else { Err(Self { list }) }
    }

    /// Iterates over the diagnostics, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Returns whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of diagnostics of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// Returns the number of diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Formats one line per diagnostic.
    pub fn lines(&self) -> String {
        let lines: Vec<String> = self.list.iter().map(Diagnostic::line).collect();
        lines.join("\n")
    }
}

impl std::fmt::Display for Diagnostics {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.lines())
    }
}

impl std::error::Error for Diagnostics {}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { list: vec![diagnostic] }
    }
}
