//! Letters that stop the parser wherever they stand: escapes of no character, controls, marks that
//! begin no text, and keys without an end in sight.

use super::line::Line;
use super::quote_it;
use crate::diagnostic::{Code, Diagnostic, Span};

/// The parser looks so many letters ahead for the colon behind a key.
const LONGEST_KEY: usize = 1_024;

pub(super) fn refused(lines: &[Line<'_>], at: Span, info: &str) -> Option<Diagnostic> {
    let line = lines.iter().find(|line| line.number == at.line);
    if info.contains("unprintable") {
        let problem = Diagnostic::error(Code::Syntax, at, "the line has a control character");
        return Some(problem.hint("remove it; in double quotes it is written as an escape, such as `\\u0001`"));
    }
    let line = line?;
    if info.contains("escape") || info.contains("hexadecimal") {
        return bad_escape(line, at);
    }
    if info.contains("unexpected character") {
        return odd_beginning(line, at);
    }
    long_key(line).filter(|_| info.contains("mapping values") || info.contains("simple key"))
}

fn bad_escape(line: &Line<'_>, at: Span) -> Option<Diagnostic> {
    let from = at.start.checked_sub(line.start)?;
    let (start, end) = find_bad_escape(line.text, from)?;
    let message = format!("`{}` is not an escape sequence", line.text.get(start..end)?);
    let problem = Diagnostic::error(Code::Syntax, line.span(start, end), message);
    Some(problem.hint("write the character itself, `\\\\` for a backslash, or use single quotes"))
}

/// The first escape from here on that YAML does not have.
fn find_bad_escape(text: &str, from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        let start = at + text.get(at..)?.find('\\')?;
        let letter = text.get(start + 1..)?.chars().next()?;
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let end = start + 1 + letter.len_utf8() + digits;
        let is_good = match digits {
            0 => "0abt\tnvfre \"/\\N_LP".contains(letter),
            _ => text.get(start + 2..end).and_then(|digits| u32::from_str_radix(digits, 16).ok()).is_some_and(is_char),
        };
        if !is_good {
            return Some((start, end.min(text.len()))).filter(|(start, end)| text.get(*start..*end).is_some());
        }
        at = end;
    }
}

fn is_char(code: u32) -> bool {
    char::from_u32(code).is_some()
}

/// `doc: @home`.
fn odd_beginning(line: &Line<'_>, at: Span) -> Option<Diagnostic> {
    let start = at.start.checked_sub(line.start)?;
    let letter = line.text.get(start..)?.chars().next()?;
    let message = format!("a text cannot begin with `{letter}` unless it is quoted");
    let end = line.text_end(start);
    let problem = Diagnostic::error(Code::Syntax, line.span(start, end), message);
    Some(problem.hint(quote_it(line.text.get(start..end)?)))
}

fn long_key(line: &Line<'_>) -> Option<Diagnostic> {
    let (start, end) = line.key()?;
    let is_long = line.text.get(start..end)?.chars().count() > LONGEST_KEY;
    let problem = Diagnostic::error(Code::Syntax, line.span(start, end), "the key has more than 1,024 characters");
    is_long.then(|| problem.hint("shorten it; what is long is said in a value"))
}
