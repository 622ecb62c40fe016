//! Diagnostics as JSON, for programs.
//!
//! Input: diagnostics, and the source texts that they refer to. Output: a JSON list with one object
//! for each diagnostic, in their order. `docs/codegen-json.md` describes the members.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::{Diagnostic, Diagnostics, Secondary, Severity, Span};
use crate::source::SourceFile;

impl Diagnostics {
    /// Returns all diagnostics as JSON. `sources` must contain their files, in which the end of
    /// each span is computed.
    pub fn to_json(&self, sources: &[SourceFile]) -> Json {
        let texts: HashMap<&str, &str> =
            sources.iter().map(|source| (source.path.as_str(), source.text.as_str())).collect();
        self.iter().map(|diagnostic| diagnostic_to_json(diagnostic, &texts)).collect()
    }
}

fn diagnostic_to_json(diagnostic: &Diagnostic, texts: &HashMap<&str, &str>) -> Json {
    let span = diagnostic.span;
    let (end_line, end_column) = end_position(texts, &diagnostic.file, span);
    json!({
        "code": diagnostic.code.name(),
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "message": diagnostic.message,
        "file": diagnostic.file,
        "line": span.line,
        "column": span.column,
        "endLine": end_line,
        "endColumn": end_column,
        "label": diagnostic.label,
        "help": diagnostic.hint,
        "related": diagnostic.secondary.iter().map(|place| secondary_to_json(place, texts)).collect::<Json>(),
    })
}

fn secondary_to_json(place: &Secondary, texts: &HashMap<&str, &str>) -> Json {
    let (end_line, end_column) = end_position(texts, &place.file, place.span);
    json!({
        "file": place.file,
        "line": place.span.line,
        "column": place.span.column,
        "endLine": end_line,
        "endColumn": end_column,
        "message": place.text,
    })
}

/// Returns line and column after the last character. A file that could not be read has no text, so its end is the
/// beginning.
fn end_position(texts: &HashMap<&str, &str>, file: &str, span: Span) -> (usize, usize) {
    let text = texts.get(file).and_then(|text| text.get(span.start..span.end)).unwrap_or_default();
    // The span of a YAML block reaches to the next key. The blank lines before that key are not
    // part of the block.
    let text = text.trim_end();
    match text.rsplit_once('\n') {
        None => (span.line, span.column + text.chars().count()),
        Some((before, last)) => (span.line + before.matches('\n').count() + 1, last.chars().count() + 1),
    }
}
