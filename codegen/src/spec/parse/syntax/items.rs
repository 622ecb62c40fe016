//! Lists in which some lines have a dash and others beside them have none.
//!
//! Input: the text and the place of the parser, which is at the first line without a dash. Output:
//! a diagnostic at that line, or at the dash that is too much.

use super::line::{Line, lines};
use crate::diagnostic::{Code, Diagnostic, Span};

pub(super) fn mixed_list(text: &str, at: Span, info: &str) -> Option<Diagnostic> {
    if !info.contains("'-' indicator") {
        return None;
    }
    let lines = lines(at.file, text, usize::MAX);
    let here = lines.iter().position(|line| line.number == at.line)?;
    let line = &lines[here];
    let block: Vec<(usize, &Line<'_>)> =
        lines.iter().enumerate().take(here).rev().take_while(|(_, above)| above.indent >= line.indent).collect();
    let is_item = |(_, above): &&(usize, &Line<'_>)| above.indent == line.indent && !above.dashes().is_empty();
    let items: Vec<usize> = block.iter().filter(is_item).map(|(at, _)| *at).collect();
    let last = *items.first()?;
    let item = &lines[last];
    let inner = item.dashes().last().copied()?;
    if items.len() == 1 && holds_key_of_a_block(item, lines.get(last + 1), inner) {
        let problem =
            Diagnostic::error(Code::Syntax, item.content_span(), "the line has a dash, but the key beside it has none");
        let problem = problem.label("an item of a list").second(line.content_span(), "a key");
        return Some(problem.hint("remove the dash, or write one before each item"));
    }
    let problem =
        Diagnostic::error(Code::Syntax, line.content_span(), "the line has no dash, but the one beside it has");
    let problem = problem.second(item.content_span(), "an item of a list");
    Some(problem.hint(format!("write `- ` before it; if it belongs to the item above, indent it by {inner} spaces")))
}

/// `- key:` with the lines of `key` no deeper than `key` itself: the dash was put before a key.
fn holds_key_of_a_block(item: &Line<'_>, next: Option<&Line<'_>>, inner: usize) -> bool {
    item.is_key() && item.is_open() && next.is_some_and(|next| next.indent == inner)
}
