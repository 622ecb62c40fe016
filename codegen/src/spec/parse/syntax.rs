//! Syntax errors: why a text is not YAML, in terms of the text.
//!
//! Input: the text, the position at which the parser stopped, and its message. Output: a diagnostic
//! at the likely mistake, which may precede that position: an open quote or bracket, a wrong
//! indentation. Other mistakes are reported at that position, with the message of the parser.

mod indent;
mod line;

use crate::diagnostic::{Code, Diagnostic, Span};
use line::{Line, lines};

/// Part of a message of the YAML parser, the message that replaces it, and its hint.
const CAUSES: [(&str, &str, &str); 4] = [
    (
        "unprintable",
        "the line has a control character",
        "remove the character; in double quotes, write it as an escape, such as `\\u0001`",
    ),
    ("escape", NO_ESCAPE, WITHOUT_ESCAPE),
    ("hexadecimal", NO_ESCAPE, WITHOUT_ESCAPE),
    ("unexpected character", "a text cannot begin with this character unless it is quoted", "quote the text"),
];
/// Message about an unknown escape sequence.
const NO_ESCAPE: &str = "the text has an escape sequence that YAML does not have";
/// Hint for an unknown escape sequence.
const WITHOUT_ESCAPE: &str = "write the character itself, `\\\\` for a backslash, or use single quotes";

/// Maximum number of characters of a key, by the rules of YAML.
const MAX_KEY_LENGTH: usize = 1_024;

/// Hint for a mistake within a line.
const QUOTE_IT: &str =
    "quote a text that has `: `, ` #`, a comma or a bracket; else a comma, quote or bracket is missing here";
/// Hint if nothing better is known.
const LOOK: &str = "look for a missing quote, bracket or space, here or just above";

/// Returns the diagnostic for a text that the parser refused at `at` with the message `info`.
pub(super) fn syntax_error(text: &str, at: Span, info: &str) -> Diagnostic {
    let all = lines(at.file, text);
    let (read, rest) = all.split_at(all.partition_point(|line| line.number <= at.line));
    indent::lost_head(&all)
        .or_else(|| nul(&all, text))
        .or_else(|| known_cause(at, info))
        .or_else(|| open_quote(read))
        .or_else(|| open_bracket(read, rest.is_empty()))
        .or_else(|| indent::wrong_indentation(read))
        .or_else(|| indent::mixed_list(read, info))
        .unwrap_or_else(|| refused(read.last(), at, info))
}

/// Reports the character U+0000, which ends a text for the parser.
fn nul(lines: &[Line<'_>], text: &str) -> Option<Diagnostic> {
    let place = text.find('\0')?;
    let line = lines.iter().rfind(|line| line.start <= place)?;
    let (_, message, hint) = CAUSES[0];
    let at = place - line.start;
    Some(Diagnostic::error(Code::Syntax, line.span(at, at + 1), message).hint(hint))
}

/// Returns the diagnostic for a message of the parser in [`CAUSES`].
fn known_cause(at: Span, info: &str) -> Option<Diagnostic> {
    let (_, message, hint) = CAUSES.into_iter().find(|(part, ..)| info.contains(part))?;
    Some(Diagnostic::error(Code::Syntax, at, message).hint(hint))
}

/// Reports a quote that is not closed on its line, unless a later line closes it.
fn open_quote(lines: &[Line<'_>]) -> Option<Diagnostic> {
    let (span, quote) = lines.iter().rev().find_map(Line::open_quote)?;
    let problem = Diagnostic::error(Code::Syntax, span, "the quote is not closed on its line").label("opened here");
    let inside = if quote == '"' { "\\\"" } else { "''" };
    Some(problem.hint(format!("close it with `{quote}`; a `{quote}` inside is written `{inside}`")))
}

/// Reports an unclosed bracket: another bracket, a key that is not deeper than its line, or the end
/// of the file ends it.
fn open_bracket(lines: &[Line<'_>], is_end: bool) -> Option<Diagnostic> {
    let mut open: Vec<(Span, char, usize)> = Vec::new();
    for line in lines {
        if let Some(first) = open.first().filter(|(.., indent)| line.indent <= *indent && line.is_key()) {
            return Some(never_closed(*first, lines));
        }
        for (at, bracket) in line.brackets(open.len()) {
            if matches!(bracket, '{' | '[') {
                open.push((line.span(at, at + 1), bracket, line.indent));
            } else if let Some(other) = open.pop().filter(|(_, opened, _)| closing_bracket(*opened) != bracket) {
                return Some(never_closed(other, lines).second(line.span(at, at + 1), "closed by this"));
            }
        }
    }
    open.first().filter(|_| is_end).map(|first| never_closed(*first, lines))
}

/// Returns the diagnostic of a bracket that is not closed. A comment in its line may hold the end.
fn never_closed((span, bracket, _): (Span, char, usize), lines: &[Line<'_>]) -> Diagnostic {
    let problem = Diagnostic::error(Code::Syntax, span, format!("`{bracket}` is not closed")).label("opened here");
    let closing = closing_bracket(bracket);
    let line = lines.iter().find(|line| line.number == span.line);
    let comment = line.and_then(|line| line.text.get(line.comment()?..)).filter(|text| text.contains(closing));
    problem.hint(match comment {
        Some(_) => format!("` #` begins a comment, which holds `{closing}`: quote the text that has it"),
        None => format!("write `{closing}` where it ends"),
    })
}

/// Returns the bracket that closes an opening bracket.
fn closing_bracket(bracket: char) -> char {
    if bracket == '{' { '}' } else { ']' }
}

/// Returns the diagnostic at the position of the parser: for a line without a key, or for the
/// middle of a line.
fn refused(line: Option<&Line<'_>>, at: Span, info: &str) -> Diagnostic {
    let line = line.filter(|line| line.number == at.line);
    match line {
        Some(line) if at.start > line.start + line.indent => {
            let (before, behind) = line.text.split_at_checked(at.start - line.start).unwrap_or_default();
            let letter = behind.chars().next();
            let message = match letter {
                Some(':') if before.trim_start().chars().count() > MAX_KEY_LENGTH => {
                    "the key has more than 1,024 characters".to_owned()
                }
                _ if info.contains("mapping values") || letter == Some(':') => {
                    "an unquoted text contains a colon".to_owned()
                }
                Some(letter @ ('{' | '[')) => format!("an unquoted text contains `{letter}`"),
                Some(letter @ ('}' | ']')) => format!("`{letter}` closes nothing"),
                _ => format!("the line is not YAML from here on: {info}"),
            };
            Diagnostic::error(Code::Syntax, at, message).hint(QUOTE_IT)
        }
        Some(line) if !line.is_key() && line.dashes().is_empty() => {
            let problem = Diagnostic::error(Code::Syntax, line.content_span(), "the line has no key");
            problem.hint("write `key: value`; a text over several lines is quoted, or begins with `>-`")
        }
        _ => Diagnostic::error(Code::Syntax, at, format!("the text is not YAML: {info}")).hint(LOOK),
    }
}

/// Reports every line that is indented with a tab, outside of multi-line texts.
pub(super) fn tab_indentation(file: usize, text: &str) -> Vec<Diagnostic> {
    if !text.contains('\t') {
        return Vec::new();
    }
    let tab = |line: &Line<'_>| {
        let (at, _) =
            line.text.char_indices().find(|(_, letter)| *letter != ' ').filter(|(_, first)| *first == '\t')?;
        let problem = Diagnostic::error(Code::Tab, line.span(at, at + 1), "the line is indented with a tab");
        Some(problem.label("a tab").hint("indent with two spaces a level"))
    };
    lines(file, text).iter().filter_map(tab).collect()
}
