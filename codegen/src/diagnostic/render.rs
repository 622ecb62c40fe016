//! Diagnostics as human-readable text: message, place, source lines with marks, hint.
//!
//! Names, paths and lines of a spec may hold any character; terminal control characters are escaped. Only the
//! marked lines are passed to the renderer, so that the cost depends on the report and not on the file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use annotate_snippets::{Level, Renderer, Snippet};
use chainloom_forms::printable::{line, lines};

use super::{Diagnostic, Diagnostics, Severity, Span};
use crate::source::SourceFile;

/// Maximum length of a shown line, in bytes. A diagnostic about a longer line is shown without
/// source lines.
const MAX_LINE_LENGTH: usize = 2_000;

/// Maximum number of diagnostics that are shown; the rest is counted.
const MAX_SHOWN: usize = 200;

/// Maximum length, in bytes, of an excerpt that covers several places of a file.
const NEAR: usize = 2_000;

/// Consecutive lines of a file, with the marked places in them.
struct Excerpt<'a> {
    path: &'a str,
    /// The number of the first line.
    line: usize,
    /// Offset of the first line.
    start: usize,
    text: &'a str,
    marks: Vec<Mark<'a>>,
}

/// Marked place with its label; `range` holds byte offsets in the whole file.
struct Mark<'a> {
    range: Range<usize>,
    label: Cow<'a, str>,
    first: bool,
    span: Span,
}

impl Diagnostics {
    /// Renders each diagnostic with its lines.
    pub fn render_each(&self, sources: &[SourceFile], color: bool) -> Vec<String> {
        let texts = texts_by_path(sources);
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        self.iter().take(MAX_SHOWN).map(|diagnostic| render_one(diagnostic, &texts, &renderer)).collect()
    }

    /// Renders all diagnostics with their lines, as human-readable text.
    pub fn render(&self, sources: &[SourceFile], color: bool) -> String {
        let mut out = String::new();
        for text in self.render_each(sources, color) {
            out.push_str(&text);
            out.push_str("\n\n");
        }
        let counted = |severity, noun| match self.count(severity) {
            0 => None,
            1 => Some(format!("1 {noun}")),
            count => Some(format!("{count} {noun}s")),
        };
        let counts = [counted(Severity::Error, "error"), counted(Severity::Warning, "warning")];
        let shown =
            if self.len() > MAX_SHOWN { format!(", of which the first {MAX_SHOWN} are shown") } else { String::new() };
        out.push_str(&format!("{}{shown}\n", counts.into_iter().flatten().collect::<Vec<_>>().join(", ")));
        out
    }
}

fn texts_by_path(sources: &[SourceFile]) -> HashMap<&str, &str> {
    sources.iter().map(|source| (source.path.as_str(), source.text.as_str())).collect()
}

fn render_one(diagnostic: &Diagnostic, texts: &HashMap<&str, &str>, renderer: &Renderer) -> String {
    let excerpts = excerpts(diagnostic, texts);
    let level = match diagnostic.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
    };
    let Some(excerpts) = excerpts else {
        let hint = diagnostic.hint.as_deref();
        let hint = hint.map_or(String::new(), |hint| format!("\n  = help: {}", line(hint)));
        return diagnostic.line() + &hint;
    };
    let title = line(&diagnostic.message);
    let mut message = level.title(&title).id(diagnostic.code.name());
    let shown: Vec<_> = excerpts.iter().map(|excerpt| (shown(excerpt.text), line(excerpt.path))).collect();
    for (excerpt, (text, path)) in excerpts.iter().zip(&shown) {
        // At any other level, the renderer would print the name of the level before the label.
        let marks = excerpt.marks.iter().map(|mark| {
            let kind = if mark.first { level } else { Level::Warning };
            kind.span(excerpt.escaped_range(&mark.range)).label(&mark.label)
        });
        let snippet = Snippet::source(text).origin(path).line_start(excerpt.line).fold(true).annotations(marks);
        message = message.snippet(snippet);
    }
    let hint = diagnostic.hint.as_deref().map(line);
    if let Some(hint) = &hint {
        message = message.footer(Level::Help.title(hint));
    }
    with_columns(renderer.render(message).to_string(), &excerpts)
}

/// Returns lines of a file as they are shown: control characters are escaped, and tabs are spaces.
fn shown(text: &str) -> String {
    lines(text).replace('\t', "    ")
}

/// Replaces the column of each excerpt by that in the file. The renderer counts columns of the shown text.
fn with_columns(mut rendered: String, excerpts: &[Excerpt<'_>]) -> String {
    let mut from = 0;
    for excerpt in excerpts {
        let Some(Mark { span, .. }) = excerpt.marks.first() else { continue };
        let place = format!("{}:{}:", line(excerpt.path), span.line);
        let Some(at) = rendered[from..].find(&place).map(|at| from + at + place.len()) else { continue };
        let digits = rendered[at..].bytes().take_while(u8::is_ascii_digit).count();
        rendered.replace_range(at..at + digits, &span.column.to_string());
        from = at;
    }
    rendered
}

/// Returns the excerpts of a diagnostic; `None` if one of its lines cannot be shown.
fn excerpts<'a>(diagnostic: &'a Diagnostic, texts: &HashMap<&str, &'a str>) -> Option<Vec<Excerpt<'a>>> {
    let places = diagnostic.secondary.iter().map(|place| (place.file.as_str(), place.span, place.text.as_str()));
    let first = (diagnostic.file.as_str(), diagnostic.span, diagnostic.label.as_str());
    let mut excerpts: Vec<Excerpt<'a>> = Vec::new();
    for (path, span, label) in std::iter::once(first).chain(places) {
        let text = texts.get(path).copied()?;
        let (lines, range) = marked_line(text, span)?;
        let mark = Mark { range, label: line(label), first: excerpts.is_empty(), span };
        let near = excerpts
            .iter_mut()
            .find(|excerpt| excerpt.path == path && excerpt.start.abs_diff(lines.start) + excerpt.text.len() < NEAR);
        match near {
            Some(excerpt) => excerpt.add_mark(text, lines, span.line, mark)?,
            None => excerpts.push(Excerpt {
                path,
                line: span.line,
                start: lines.start,
                text: text.get(lines)?,
                marks: vec![mark],
            }),
        }
    }
    Some(excerpts)
}

impl<'a> Excerpt<'a> {
    /// Converts a byte range of the file to the range in the shown text, in which control
    /// characters are escaped.
    fn escaped_range(&self, range: &Range<usize>) -> Range<usize> {
        let at = |place: usize| shown(self.text.get(..place - self.start).unwrap_or(self.text)).len();
        at(range.start)..at(range.end)
    }

    /// Adds a mark, and extends the excerpt to its line.
    fn add_mark(&mut self, text: &'a str, lines: Range<usize>, line: usize, mark: Mark<'a>) -> Option<()> {
        let end = lines.end.max(self.start + self.text.len());
        self.start = self.start.min(lines.start);
        self.line = self.line.min(line);
        self.text = text.get(self.start..end)?;
        self.marks.push(mark);
        Some(())
    }
}

/// Returns the line on which the span begins, and the part of the line that the span covers.
fn marked_line(text: &str, span: Span) -> Option<(Range<usize>, Range<usize>)> {
    // The search for the line ends stops at the maximum length, so that its cost does not depend on
    // the file.
    let bytes = text.as_bytes();
    let earliest = span.start.saturating_sub(MAX_LINE_LENGTH + 1);
    let before = bytes.get(earliest..span.start)?.iter().rposition(|byte| *byte == b'\n');
    let start = match before {
        Some(at) => earliest + at + 1,
        None if earliest == 0 => 0,
        None => return None,
    };
    let latest = (start + MAX_LINE_LENGTH + 2).min(bytes.len());
    let length = bytes.get(start..latest)?.iter().position(|byte| *byte == b'\n').unwrap_or(latest - start);
    let line = text.get(start..start + length)?.trim_end_matches('\r');
    if line.is_empty() || line.len() > MAX_LINE_LENGTH {
        return None;
    }
    let end = start + line.len();
    let to = span.end.min(end).max(span.start);
    let covered = text.get(span.start..to)?.trim_end().len();
    // At least one character is marked, be it the one before the end of the line.
    let next = text.get(span.start..end)?.chars().next().map_or(0, char::len_utf8);
    Some((start..end, span.start..span.start + covered.max(next)))
}
