//! Syntax errors: why a text is not YAML, in terms of the text.
//!
//! Input: the text, where the parser stopped and what it said. Output: a diagnostic at the likely
//! slip, which may stand above the place where the parser stopped: an open quote or bracket, a line
//! indented wrongly, a colon in a plain text.

mod flow;
mod head;
mod indent;
mod items;
mod letters;
mod line;

use crate::diagnostic::{Code, Diagnostic, Span};
use line::{Line, lines};

/// Hint if nothing better is known.
const LOOK: &str = "look for a missing quote, bracket or space, here or just above";

/// The diagnostic for a text that the parser refused at `at`, saying `info`.
pub(super) fn syntax_error(text: &str, at: Span, info: &str) -> Diagnostic {
    let lines = lines(at.file, text, at.line);
    let last = lines.iter().rposition(|line| line.number == at.line);
    head::lost_head(at.file, text)
        .or_else(|| letters::refused(&lines, at, info))
        .or_else(|| open_quote(&lines))
        .or_else(|| brackets(&lines))
        .or_else(|| flow::cut_text(&lines, at, info))
        .or_else(|| colon_in_text(&lines, at, info))
        .or_else(|| indent::wrong_indentation(&lines))
        .or_else(|| items::mixed_list(text, at, info))
        .or_else(|| last.and_then(|last| no_colon(&lines[last], info)))
        .unwrap_or_else(|| {
            let message = format!("the text is not YAML: {info}");
            Diagnostic::error(Code::Syntax, at, message).hint(LOOK)
        })
}

/// A quote that is not closed on its line, unless a later line closes it and the parser went on
/// from there.
fn open_quote(lines: &[Line<'_>]) -> Option<Diagnostic> {
    let mut open: Option<(Span, char)> = None;
    for line in lines {
        let Some((at, quote)) = line.open_quote() else {
            continue;
        };
        open = Some((line.span(at, at + 1), quote));
    }
    let (span, quote) = open?;
    let problem = Diagnostic::error(Code::Syntax, span, "the quote is not closed on its line").label("opened here");
    Some(problem.hint(format!("close it with `{quote}`; a `{quote}` inside is written `{}`", inside(quote))))
}

fn inside(quote: char) -> &'static str {
    if quote == '"' { "\\\"" } else { "''" }
}

/// A bracket that another line or another bracket cuts off, or that closes nothing.
fn brackets(lines: &[Line<'_>]) -> Option<Diagnostic> {
    let mut open: Vec<(Span, char, usize)> = Vec::new();
    for line in lines {
        // A key that is no deeper than the line with the bracket belongs no longer to it.
        let is_behind = |(_, _, indent): &(Span, char, usize)| line.indent <= *indent && line.is_key();
        if let Some((span, bracket, _)) = open.first().filter(|first| is_behind(first)) {
            return Some(never_closed(*span, *bracket));
        }
        for (at, bracket) in line.brackets(open.len()) {
            let span = line.span(at, at + 1);
            let wanted = match bracket {
                '{' | '[' => {
                    open.push((span, bracket, line.indent));
                    continue;
                }
                '}' => '{',
                _ => '[',
            };
            match open.pop() {
                Some((_, opened, _)) if opened == wanted => {}
                Some((first, opened, _)) => {
                    let message = format!("`{opened}` is closed by `{bracket}`");
                    let problem = Diagnostic::error(Code::Syntax, span, message).second(first, "opened here");
                    return Some(problem.hint(format!("write `{}` before it", closer(opened))));
                }
                None => {
                    let message = format!("`{bracket}` closes nothing");
                    let problem = Diagnostic::error(Code::Syntax, span, message);
                    return Some(problem.hint("remove it, or quote the text that has it"));
                }
            }
        }
    }
    // Left open at the line where the parser stopped: the closing bracket is missing in the whole
    // file.
    let (span, bracket, _) = open.first()?;
    let is_last = lines.last().is_some_and(|line| line.is_last);
    is_last.then(|| never_closed(*span, *bracket))
}

fn never_closed(span: Span, bracket: char) -> Diagnostic {
    let problem = Diagnostic::error(Code::Syntax, span, format!("`{bracket}` is not closed")).label("opened here");
    problem.hint(format!("write `{}` where it ends", closer(bracket)))
}

fn closer(bracket: char) -> char {
    if bracket == '{' { '}' } else { ']' }
}

/// `doc: Two things: a and b`.
fn colon_in_text(lines: &[Line<'_>], at: Span, info: &str) -> Option<Diagnostic> {
    if !info.contains("mapping values") {
        return None;
    }
    let line = lines.iter().find(|line| line.number == at.line)?;
    let (start, end) = line.plain_value_with_colon()?;
    let problem = Diagnostic::error(Code::Syntax, line.span(start, end), "an unquoted text contains a colon");
    Some(problem.label("YAML reads this as a key").hint(quote_it(line.text.get(start..end).unwrap_or_default())))
}

/// What to do about a text that needs quotes.
fn quote_it(text: &str) -> String {
    let quoted = if text.len() > 40 || text.contains('"') { "\"…\"".to_owned() } else { format!("\"{text}\"") };
    format!("quote it: {quoted}")
}

/// A line that should be `key: value` or `key:`.
fn no_colon(line: &Line<'_>, info: &str) -> Option<Diagnostic> {
    if !info.contains("simple key") && !info.contains("expected key") || line.is_key() {
        return None;
    }
    let span = line.span(line.indent, line.indent + line.content().len());
    let problem = Diagnostic::error(Code::Syntax, span, "the line has no key");
    Some(problem.hint("write `key: value`; a text over several lines is quoted, or begins with `>-`"))
}
