//! JSON in colours.
//!
//! Input: JSON text. Output: the same text with terminal styles for names, texts, numbers and
//! words.

use anstyle::{AnsiColor, Style};

const NAME: Style = AnsiColor::Cyan.on_default();
const TEXT: Style = AnsiColor::Green.on_default();
const NUMBER: Style = AnsiColor::Yellow.on_default();
const WORD: Style = AnsiColor::Magenta.on_default();

/// Adds colours to JSON text.
pub(crate) fn json(text: &str) -> String {
    let (mut painted, mut rest) = (String::with_capacity(text.len() * 2), text);
    while let Some(first) = rest.chars().next() {
        let (end, style) = match first {
            '"' => {
                let end = end_of_text(rest);
                (end, Some(if rest[end..].trim_start().starts_with(':') { NAME } else { TEXT }))
            }
            '-' | '0'..='9' => (end_of_word(rest), Some(NUMBER)),
            letter if letter.is_ascii_alphabetic() => (end_of_word(rest), Some(WORD)),
            other => (other.len_utf8(), None),
        };
        let (part, behind) = rest.split_at(end);
        match style {
            Some(style) => painted.push_str(&format!("{style}{part}{style:#}")),
            None => painted.push_str(part),
        }
        rest = behind;
    }
    painted
}

/// Returns the end of a JSON string, after its quotation mark.
fn end_of_text(json: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in json.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    json.len()
}

/// Returns the end of a number or a word.
fn end_of_word(json: &str) -> usize {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '+' | '.');
    json.find(|letter: char| !is_part(letter)).unwrap_or(json.len())
}
