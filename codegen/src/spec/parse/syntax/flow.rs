//! Plain texts within braces and brackets that a colon or a brace of their own cuts off.
//!
//! Input: the lines of a file and the place of the parser. Output: a diagnostic at the text.

use super::line::Line;
use super::quote_it;
use crate::diagnostic::{Code, Diagnostic, Span};

/// `{ get: /books/{id} }`, `{ doc: Note: this }`; and `get: {id}/books`, which is taken for a
/// mapping.
pub(super) fn cut_text(lines: &[Line<'_>], at: Span, info: &str) -> Option<Diagnostic> {
    if !info.contains("expected ','") && !info.contains("expected key") {
        return None;
    }
    let line = lines.iter().find(|line| line.number == at.line)?;
    let here = at.start.checked_sub(line.start)?;
    let (before, rest) = (line.text.get(..here)?, line.text.get(here..)?);
    let (first, last) = (rest.chars().next()?, before.chars().next_back()?);
    // Only behind a text without quotes that has begun already.
    let begun = text_start(before);
    let is_within = before.get(begun..)?.trim_start().starts_with(|letter| !matches!(letter, '"' | '\''));
    let (what, start, rest) = match first {
        ':' if is_within => ("colon", begun, here + 1),
        '{' | '[' if is_within => ("brace", begun, behind_brace(line.text, here)),
        _ if matches!(last, '}' | ']') && is_letter_of_text(first) => ("brace", before.rfind(['{', '['])?, here),
        _ => return None,
    };
    let end = line.text_end(rest);
    let message = format!("an unquoted text contains a {what}");
    let problem = Diagnostic::error(Code::Syntax, line.span(start, end), message);
    Some(problem.hint(quote_it(line.text.get(start..end)?)))
}

fn is_letter_of_text(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, ',' | '}' | ']' | ':')
}

/// Where the text that ends here begins.
fn text_start(before: &str) -> usize {
    let behind_key = before.rfind(": ").map_or(0, |at| at + 2);
    let behind_mark = before.rfind(['{', '[', ',']).map_or(0, |at| at + 1);
    let from = behind_key.max(behind_mark);
    let rest = before.get(from..).unwrap_or_default();
    from + (rest.len() - rest.trim_start().len())
}

/// Behind the bracket that closes the one here.
fn behind_brace(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.find(['}', ']']).map_or(from + 1, |at| from + at + 1)
}
