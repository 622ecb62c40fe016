//! Refuses characters that are invisible or change the direction of text, in all texts and keys.
//!
//! Input: a tree. Output: diagnostics. Which characters these are is decided in
//! [`crate::characters`].

use super::Tree;
use crate::characters::{is_hidden, is_hidden_in_name};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{Node, NodeKind};

/// Reports the first hidden character of each text and key.
pub(super) fn refuse_hidden(tree: &Tree, found: &mut Vec<Diagnostic>) {
    let mut open = vec![&tree.root];
    while let Some(Node { span, kind }) = open.pop() {
        match kind {
            NodeKind::Text(text) => report_hidden_character(tree, text, *span, found),
            NodeKind::List(items) => open.extend(items),
            NodeKind::Map(entries) => {
                for entry in entries {
                    report_hidden_character(tree, &entry.key.text, entry.key.span, found);
                    report_hidden_in_name(tree, &entry.key.text, entry.key.span, found);
                    open.push(&entry.value);
                }
            }
            NodeKind::Null | NodeKind::Boolean(_) | NodeKind::Number(_) | NodeKind::Broken => {}
        }
    }
}

/// Reports the first hidden character of a text.
fn report_hidden_character(tree: &Tree, text: &str, span: Span, found: &mut Vec<Diagnostic>) {
    let Some(letter) = text.chars().find(|letter| is_hidden(*letter)) else {
        return;
    };
    let what = if letter.is_control() { "a control character" } else { "a character that changes the text direction" };
    let message = format!("the text has {what}, {}", letter.escape_unicode());
    let span = character_span(&tree.source.text, letter, span).unwrap_or(span);
    let hint = "remove the character; in a description, name the character in words";
    found.push(Diagnostic::error(Code::BadCharacter, span, message).label("invisible").hint(hint));
}

/// Reports the first character of a key that people cannot see, unless it is written as an escape.
fn report_hidden_in_name(tree: &Tree, text: &str, span: Span, found: &mut Vec<Diagnostic>) {
    let hidden = text.chars().find(|letter| is_hidden_in_name(*letter) && !is_hidden(*letter));
    let hidden = hidden.filter(|letter| !matches!(letter, '\n' | '\t'));
    let Some((letter, span)) =
        hidden.and_then(|letter| Some((letter, character_span(&tree.source.text, letter, span)?)))
    else {
        return;
    };
    let message = format!("the name has an invisible character, {}", letter.escape_unicode());
    let hint = format!("remove it, or write it as an escape: \"\\u{:04x}\"", u32::from(letter));
    found.push(Diagnostic::error(Code::BadCharacter, span, message).label("invisible").hint(hint));
}

/// Returns the span of the character itself; `None` if it is written as an escape.
fn character_span(source: &str, letter: char, span: Span) -> Option<Span> {
    let before = source.get(span.start..span.end)?;
    let before = &before[..before.find(letter)?];
    let line = before.matches('\n').count();
    let column = match before.rfind('\n') {
        Some(at) => before[at + 1..].chars().count() + 1,
        None => span.column + before.chars().count(),
    };
    let start = span.start + before.len();
    Some(Span { start, end: start + letter.len_utf8(), line: span.line + line, column, ..span })
}
