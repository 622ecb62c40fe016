//! Lines with the wrong indentation.
//!
//! Input: the lines up to the place of the parser. Output: a diagnostic at the line that is most
//! likely wrong.

use super::line::Line;
use crate::diagnostic::{Code, Diagnostic, Span};

/// Lines of one indentation that are still open.
struct Level {
    indent: usize,
    /// The line that opened it, and the one that came last in it.
    first: usize,
    last: usize,
    /// The indentations that the last line closed.
    closed: Vec<usize>,
}

/// The slip when the last line fits nothing above it.
pub(super) fn wrong_indentation(lines: &[Line<'_>]) -> Option<Diagnostic> {
    let (last, before) = lines.split_last()?;
    let mut levels: Vec<Level> = Vec::new();
    for (at, line) in before.iter().enumerate() {
        // Earlier mistakes did not stop the parser.
        let _ = enter(&mut levels, line, at);
    }
    let at = before.len();
    let previous = before.last()?;
    match enter(&mut levels, last, at) {
        Nesting::Fits => None,
        Nesting::TooDeep => too_deep(last, previous),
        Nesting::Between { lower, upper } => Some(between(lines, last, &lower, &upper)),
    }
}

enum Nesting {
    Fits,
    /// Deeper than a line that has its value already.
    TooDeep,
    /// It closed the upper level and is deeper than the lower one.
    Between {
        lower: Level,
        upper: Level,
    },
}

fn enter(levels: &mut Vec<Level>, line: &Line<'_>, at: usize) -> Nesting {
    let nesting = enter_at(levels, line.indent, line, at);
    // What follows a dash is a level of its own.
    for inner in line.dashes() {
        levels.push(Level { indent: inner, first: at, last: at, closed: Vec::new() });
    }
    nesting
}

fn enter_at(levels: &mut Vec<Level>, indent: usize, line: &Line<'_>, at: usize) -> Nesting {
    let mut closed = Vec::new();
    let mut upper = None;
    while levels.last().is_some_and(|level| level.indent > indent) {
        let level = levels.pop();
        closed.extend(level.as_ref().map(|level| level.indent));
        upper = level.or(upper);
    }
    match levels.last_mut() {
        Some(level) if level.indent == indent => {
            (level.last, level.closed) = (at, closed);
            return Nesting::Fits;
        }
        Some(level) => {
            if let Some(upper) = upper {
                let lower = Level { closed: level.closed.clone(), ..*level };
                return Nesting::Between { lower, upper };
            }
        }
        None => {}
    }
    let is_deeper = levels.last().is_some_and(|level| level.indent < indent);
    levels.push(Level { indent, first: at, last: at, closed });
    let is_first = levels.len() == 1;
    match is_deeper && !is_first && line.is_key() {
        true => Nesting::TooDeep,
        false => Nesting::Fits,
    }
}

fn too_deep(line: &Line<'_>, above: &Line<'_>) -> Option<Diagnostic> {
    // The first line of a block: what stopped the parser is within it.
    if above.is_open() {
        return None;
    }
    if !above.is_key() && above.dashes().is_empty() {
        let message = "the line has no colon, but the line below belongs to it".to_owned();
        let problem = Diagnostic::error(Code::Syntax, above.content_span(), message);
        let hint = format!("write `{}:`", above.content());
        return Some(problem.second(line.content_span(), "deeper than the line above").hint(hint));
    }
    let message = format!("the line is indented by {}, but the line above has a value already", line.indent);
    let problem = said(line.content_span(), message, above.indent);
    Some(problem.second(above.content_span(), format!("indented by {}", above.indent)))
}

/// A line deeper than one level and not as deep as the next: it, the line that opened the upper
/// level, or the one above that is the slip.
fn between(lines: &[Line<'_>], line: &Line<'_>, lower: &Level, upper: &Level) -> Diagnostic {
    let (header, child) = (&lines[lower.last], &lines[upper.first]);
    let indent = line.indent;
    if lower.closed.contains(&indent) {
        let message = format!("the line is indented by {}, but those around it by {indent}", header.indent);
        let problem = said(header.content_span(), message, indent);
        return problem.second(line.content_span(), format!("indented by {indent}, which fits nothing above"));
    }
    let step = |deeper: usize| deeper.saturating_sub(lower.indent);
    if step(upper.indent) != 2 && step(indent) == 2 {
        let message = format!("the line is indented by {}, but one that belongs beside it by {indent}", upper.indent);
        let problem = said(child.content_span(), message, indent);
        return problem.second(line.content_span(), format!("indented by {indent}"));
    }
    let message = format!("the line is indented by {indent}, but those above by {} and {}", lower.indent, upper.indent);
    let problem = Diagnostic::error(Code::Syntax, line.content_span(), message);
    let hint = format!("indent it by {} or {} spaces", lower.indent, upper.indent);
    let problem = problem.second(header.content_span(), format!("indented by {}", lower.indent));
    problem.second(child.content_span(), format!("indented by {}", upper.indent)).hint(hint)
}

fn said(span: Span, message: String, wanted: usize) -> Diagnostic {
    let problem = Diagnostic::error(Code::Syntax, span, message);
    problem.hint(format!("indent it by {wanted} spaces"))
}
