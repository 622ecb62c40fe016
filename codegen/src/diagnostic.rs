//! What is wrong with a spec, where, and what to do about it.
//!
//! Input: problems that the stages find, each at a [`Span`]. Output: a sorted list of
//! [`Diagnostic`]s and their two printed forms. No stage prints by itself; nothing here knows YAML.

mod code;
pub mod explain;
mod json;
mod render;
mod suggest;

pub use code::{Code, CodeInfo, TABLE};
pub use suggest::did_you_mean;
pub(crate) use suggest::{begin as begin_suggestions, nearest};

/// A stretch of a source file. Lines and columns begin at 1; columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The place of the file among those that were given.
    pub file: usize,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// The line of the first byte.
    pub line: usize,
    /// The column of the first byte.
    pub column: usize,
}

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Nothing is generated.
    Error,
    /// Worth a look.
    Warning,
}

/// A second place that a diagnostic speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secondary {
    /// The file's path, as shown.
    pub file: String,
    /// The place.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of mistake.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// The file's path, as shown.
    pub file: String,
    /// The place.
    pub span: Span,
    /// What is wrong, in one sentence.
    pub message: String,
    /// A few words for the marked place.
    pub label: String,
    /// Other places that matter.
    pub secondary: Vec<Secondary>,
    /// What to do.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error at a place; the file's path is filled in when the stage ends.
    pub(crate) fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            file: String::new(),
            span,
            message: message.into(),
            label: String::new(),
            secondary: Vec::new(),
            hint: None,
        }
    }

    /// The same as a warning.
    pub(crate) fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn hint_opt(mut self, hint: Option<String>) -> Self {
        self.hint = hint.or(self.hint);
        self
    }

    pub(crate) fn second(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.secondary.push(Secondary { file: String::new(), span, text });
        self
    }

    /// `file:line:column: error[code]: message`.
    pub fn line(&self) -> String {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let Span { line, column, .. } = self.span;
        let code = self.code.name();
        format!("{}:{line}:{column}: {kind}[{code}]: {}", self.file, self.message)
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

/// What a stage found, sorted by file and place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Ends a stage: `Ok` when nothing was found.
    pub(crate) fn check(found: Vec<Diagnostic>, paths: &[String]) -> Result<(), Self> {
        let all = Self::sorted(found, paths);
        if all.is_empty() { Ok(()) } else { Err(all) }
    }

    /// Names the files and puts all in the order of the source.
    pub(crate) fn sorted(found: Vec<Diagnostic>, paths: &[String]) -> Self {
        let mut list: Vec<Diagnostic> = found.into_iter().map(|diagnostic| diagnostic.name_files(paths)).collect();
        // The sort is stable: of two mistakes at one place, the one found first comes first.
        list.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
        list.dedup();
        Self { list }
    }

    /// Ends the read stage, whose diagnostics name their files already.
    ///
    /// # Errors
    /// All of them, unless there are none.
    pub fn of_read(mut list: Vec<Diagnostic>) -> Result<(), Self> {
        list.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
        if list.is_empty() { Ok(()) } else { Err(Self { list }) }
    }

    /// The diagnostics, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many of this weight there are.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// One line for each.
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
