//! Printable text: the only module that decides which characters people may see, and how others are
//! escaped.
//!
//! Input: a text from a server, a document or a file name. Output: the same text, in which
//! characters that control a terminal, hide others, or reorder them are escapes.

use std::borrow::Cow;

/// Returns whether a character controls how others are shown, or is not seen itself: Unicode's
/// controls, separators of lines, marks of direction and of joining, tags.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// Returns a text on one line: every hidden character is an escape, such as `\u{1b}`.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden, |letter, out| out.extend(letter.escape_unicode()))
}

/// Returns a text of several lines: every hidden character but line feeds and tabs is an escape. A
/// carriage return before a line feed is left out.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    let text = if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) };
    match replaced(&text, is_hidden_in_lines, |letter, out| out.extend(letter.escape_unicode())) {
        Cow::Owned(escaped) => Cow::Owned(escaped),
        Cow::Borrowed(_) => text,
    }
}

/// Returns a JSON text in which hidden characters are escapes of JSON. Its value stays the same.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden_in_lines, |letter, out| {
        let mut units = [0; 2];
        letter.encode_utf16(&mut units).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
    })
}

/// Codes of the styles that this program writes: reset, bold, underline and the colours of letters, but black.
/// Sequences of others could conceal a text.
const STYLES: [&str; 15] = ["", "0", "1", "4", "31", "32", "33", "34", "35", "36", "91", "92", "93", "94", "96"];

/// Returns a text of several lines that this program styled: the sequences that colour a text stay,
/// and every other hidden character is an escape.
#[must_use]
pub fn styled(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return lines(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\u{1b}') {
        out.push_str(&lines(before));
        let length = style_length(behind);
        match length {
            0 => out.push_str(&line("\u{1b}")),
            length => out.extend(["\u{1b}", &behind[..length]]),
        }
        rest = &behind[length..];
    }
    out.push_str(&lines(rest));
    Cow::Owned(out)
}

/// Returns the length of a sequence such as `[1;31m`; 0 where there is none.
fn style_length(text: &str) -> usize {
    let Some(inner) = text.strip_prefix('[') else { return 0 };
    let end = inner.find(|letter: char| !letter.is_ascii_digit() && letter != ';');
    let is_style =
        |end: &usize| inner[*end..].starts_with('m') && inner[..*end].split(';').all(|code| STYLES.contains(&code));
    end.filter(is_style).map_or(0, |end| end + 2)
}

fn is_hidden_in_lines(letter: char) -> bool {
    is_hidden(letter) && !matches!(letter, '\n' | '\t')
}

/// Writes each character that `is_replaced` selects by `write`.
fn replaced(text: &str, is_replaced: fn(char) -> bool, write: fn(char, &mut String)) -> Cow<'_, str> {
    if !text.chars().any(is_replaced) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match is_replaced(letter) {
            true => write(letter, &mut out),
            false => out.push(letter),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{json, line, lines, styled};

    #[test]
    fn hidden_characters_are_escapes() {
        for letter in "\u{0}\u{7}\u{8}\r\u{b}\u{1b}\u{7f}\u{80}\u{9b}\u{9f}\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}".chars() {
            let text = format!("a{letter}b");
            let escape = format!("a{}b", letter.escape_unicode());
            assert_eq!((line(&text), lines(&text), styled(&text)), (escape.as_str().into(), escape.as_str().into(), escape.as_str().into()));
            assert_eq!(json(&text), format!("a\\u{:04x}b", u32::from(letter)));
        }
        assert_eq!(line("é ع 😀"), "é ع 😀");
        assert_eq!((line("a\n\tb"), lines("a\r\n\tb")), ("a\\u{a}\\u{9}b".into(), "a\n\tb".into()));
        assert_eq!(json("\"\u{e0001}\""), r#""\udb40\udc01""#);
    }

    #[test]
    fn only_styles_stay() {
        assert_eq!(styled("\u{1b}[1;31mred\u{1b}[0m\n"), "\u{1b}[1;31mred\u{1b}[0m\n");
        for odd in ["]0;x\u{7}", "[2J", "[31", "[1;1H", "[?25l", "c", ""] {
            assert!(!styled(&format!("\u{1b}{odd}")).contains('\u{1b}'), "{odd}");
        }
    }
}
