//! Lines with the wrong indentation, and lists in which some lines lack a dash.
//!
//! Input: the lines up to the position of the parser. Output: a diagnostic at the line that is most
//! likely wrong.

use super::line::Line;
use crate::diagnostic::{Code, Diagnostic};

/// Reports a first line that is indented deeper than a later key: the lines above the first line are missing.
pub(super) fn lost_head(lines: &[Line<'_>]) -> Option<Diagnostic> {
    let first = lines.first()?;
    let later = lines.iter().find(|line| line.indent < first.indent && line.is_key())?;
    let message = format!("the file begins with a line that is indented by {}", first.indent);
    let hint = match first.content().starts_with("chainloom:") {
        true => format!("indent it by {} spaces", later.indent),
        false => "restore the lines above it; a file begins with `chainloom: 1`".to_owned(),
    };
    Some(
        error_at_line(first, message, hint)
            .label("belongs to no line above")
            .second(later.content_span(), indent_label(later.indent)),
    )
}

/// Reports a last line whose indentation matches no open line above it.
pub(super) fn wrong_indentation(lines: &[Line<'_>]) -> Option<Diagnostic> {
    let (line, above) = lines.split_last()?;
    let place = above.iter().rposition(|other| other.indent <= line.indent)?;
    let lower = &above[place];
    if lower.indent == line.indent || lower.dashes().contains(&line.indent) {
        return None;
    }
    match above[place + 1..].iter().min_by_key(|other| other.indent) {
        // The line begins a block, so the mistake is within the line.
        None if lower.is_open() || !line.is_key() => None,
        None => Some(too_deep(line, lower)),
        Some(upper) => Some(between(line, lower, upper, &above[..place])),
    }
}

fn too_deep(line: &Line<'_>, above: &Line<'_>) -> Diagnostic {
    if !above.is_key() && above.dashes().is_empty() {
        let message = "the line has no colon, but the line below belongs to it".to_owned();
        let problem = error_at_line(above, message, format!("write `{}:`", above.content()));
        return problem.second(line.content_span(), "deeper than the line above");
    }
    let message = format!("the line is indented by {}, but the line above has a value already", line.indent);
    let problem = error_at_line(line, message, format!("indent it by {} spaces", above.indent));
    problem.second(above.content_span(), indent_label(above.indent))
}

/// Reports a line that is deeper than `lower` but less deep than `upper`. The wrong indent is that
/// of the line, of `upper` (the first of the lines between) or of `lower`.
fn between(line: &Line<'_>, lower: &Line<'_>, upper: &Line<'_>, above: &[Line<'_>]) -> Diagnostic {
    let indent = line.indent;
    let mut beside = above.iter().rev().take_while(|other| other.indent > lower.indent);
    let slip = if beside.any(|other| other.indent == indent) {
        lower
    } else if upper.indent - lower.indent != 2 && indent - lower.indent == 2 {
        upper
    } else {
        let message =
            format!("the line is indented by {indent}, but those above by {} and {}", lower.indent, upper.indent);
        let problem = error_at_line(line, message, format!("indent it by {} or {} spaces", lower.indent, upper.indent));
        return problem
            .second(lower.content_span(), indent_label(lower.indent))
            .second(upper.content_span(), indent_label(upper.indent));
    };
    let message = format!("the line is indented by {}, but another line of the same block by {indent}", slip.indent);
    error_at_line(slip, message, format!("indent it by {indent} spaces"))
        .second(line.content_span(), indent_label(indent))
}

/// Reports a line without a dash next to an item: its dash is missing, or the only item has a dash before a key.
pub(super) fn mixed_list(lines: &[Line<'_>], info: &str) -> Option<Diagnostic> {
    let (line, above) = lines.split_last().filter(|_| info.contains("'-' indicator"))?;
    let start = above.iter().rposition(|other| other.indent < line.indent).map_or(0, |lower| lower + 1);
    let is_item = |other: &&Line<'_>| other.indent == line.indent && !other.dashes().is_empty();
    let mut items = above[start..].iter().filter(is_item);
    let (first, last) = (items.next()?, items.next_back());
    let item = last.unwrap_or(first);
    let inner = item.dashes().last().copied()?;
    // Matches `- key:` whose value is no deeper than `key`.
    let next = lines.iter().find(|other| other.number > item.number);
    if last.is_none() && item.is_key() && item.is_open() && next.is_some_and(|next| next.indent == inner) {
        let message = "the line has a dash, but the key beside it has none".to_owned();
        let problem = error_at_line(item, message, "remove the dash, or write one before each item".to_owned());
        return Some(problem.label("an item of a list").second(line.content_span(), "a key"));
    }
    let hint = format!("write `- ` before it; if it belongs to the item above, indent it by {inner} spaces");
    let problem = error_at_line(line, "the line has no dash, but the one beside it has".to_owned(), hint);
    Some(problem.second(item.content_span(), "an item of a list"))
}

/// Returns a diagnostic at the content of a line.
fn error_at_line(line: &Line<'_>, message: String, hint: String) -> Diagnostic {
    Diagnostic::error(Code::Syntax, line.content_span(), message).hint(hint)
}

/// Returns the label of a line with its indent.
fn indent_label(indent: usize) -> String {
    format!("indented by {indent}")
}
