//! Spellings of a letter: decodes escapes.
//!
//! Input: an offset in a text. Output: each letter that the text at the offset may stand for, with its
//! end: literal, percent-encoded, or escaped as in JSON, Rust or HTML. Double encoding is decoded too.

/// The bytes with which an encoded letter may begin.
pub(super) const STARTS: [u8; 4] = *b"%\\&+";
/// Maximum depth of percent-encoding of a letter.
const MAX_DEPTH: usize = 3;
/// The longest way to write a letter: two escapes of JSON with two backslashes each, or four bytes
/// that are percent-encoded three times.
const MAX_SPELLING_BYTES: usize = 4 * (3 + 2 * (MAX_DEPTH - 1));

/// Returns the letters that the text at an offset may encode, each with its end; the most encoded one last.
pub(super) fn spellings(text: &[u8], at: usize) -> impl Iterator<Item = (char, usize)> {
    let rest = text.get(at..).unwrap_or_default();
    let raw = raw(rest).map(|letter| (letter, letter.len_utf8()));
    let encoded = match rest.first() {
        Some(b'%') => (0..MAX_DEPTH).filter_map(|depth| percent(rest, depth)).collect(),
        Some(b'\\') => read_escape(rest),
        Some(b'&') => entity(rest).into_iter().collect(),
        Some(b'+') => vec![(' ', 1)],
        _ => Vec::new(),
    };
    raw.into_iter().chain(encoded).map(move |(letter, length)| (letter, at + length))
}

/// Returns the literal letter at an offset, and its length. `None` if an encoded letter may begin there.
pub(super) fn plain(text: &[u8], at: usize) -> Option<(char, usize)> {
    match text.get(at..)? {
        [byte, ..] if STARTS.contains(byte) => None,
        [byte, ..] if byte.is_ascii() => Some((char::from(*byte), 1)),
        rest => raw(rest).map(|letter| (letter, letter.len_utf8())),
    }
}

/// Returns whether the text ends here, or within an encoded letter that begins here.
pub(super) fn is_cut(text: &[u8], at: usize) -> bool {
    match text.get(at..).unwrap_or_default() {
        [] => true,
        [b'%' | b'\\' | b'&', rest @ ..] => {
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"%\\{#".contains(byte);
            rest.len() < MAX_SPELLING_BYTES && rest.iter().all(is_part)
        }
        // The first bytes of a letter.
        rest => rest.len() < 4 && std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none()),
    }
}

/// Returns the letter that ends at an offset.
pub(super) fn letter_before(text: &[u8], at: usize) -> Option<char> {
    let before = text.get(..at)?;
    let encoded =
        (2..=MAX_SPELLING_BYTES.min(before.len())).rev().map(|length| before.len() - length).find_map(|start| {
            let is_start = matches!(before[start], b'%' | b'\\' | b'&');
            is_start.then(|| spellings(before, start).last()).flatten().filter(|(_, end)| *end == before.len())
        });
    let raw = || {
        let start = (1..=4.min(before.len())).find(|length| before[before.len() - length] & 0xc0 != 0x80)?;
        raw(&before[before.len() - start..])
    };
    encoded.map(|(letter, _)| letter).or_else(raw)
}

/// Returns the literal character at the start of a text; `None` if it is not UTF-8.
fn raw(text: &[u8]) -> Option<char> {
    let text = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(text) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&text[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next()
}

/// Reads a letter that is percent-encoded `depth + 1` times.
fn percent(text: &[u8], depth: usize) -> Option<(char, usize)> {
    let width = 3 + 2 * depth;
    let byte = |index: usize| {
        let coded = text.get(index * width..(index + 1) * width)?.strip_prefix(b"%")?;
        let (again, digits) = coded.split_at_checked(2 * depth)?;
        let is_again = again.chunks(2).all(|part| part == b"25");
        Some(u8::try_from(hex(digits)?).ok()?).filter(|_| is_again)
    };
    let count = match byte(0)? {
        0xf0.. => 4,
        0xe0.. => 3,
        0xc0.. => 2,
        _ => 1,
    };
    let bytes: Option<Vec<u8>> = (0..count).map(byte).collect();
    Some((raw(&bytes?)?, count * width))
}

/// Reads an escape of JSON or Rust. A text within a text has more backslashes.
fn read_escape(text: &[u8]) -> Vec<(char, usize)> {
    let marks = text.iter().take_while(|byte| **byte == b'\\').count();
    let mut found: Vec<(char, usize)> =
        [2, 4].into_iter().filter(|count| *count <= marks).map(|count| ('\\', count)).collect();
    let rest = text.get(marks..).unwrap_or_default();
    let letter = match rest.first() {
        Some(b'u') => unicode(rest, marks),
        Some(b'x') => rest.get(1..3).and_then(hex).and_then(char::from_u32).map(|letter| (letter, 3)),
        Some(byte @ (b'"' | b'/' | b'\'')) => Some((char::from(*byte), 1)),
        Some(b'n') => Some(('\n', 1)),
        Some(b't') => Some(('\t', 1)),
        Some(b'r') => Some(('\r', 1)),
        Some(b'b') => Some(('\u{8}', 1)),
        Some(b'f') => Some(('\u{c}', 1)),
        Some(b'0') => Some(('\0', 1)),
        _ => None,
    };
    found.extend(letter.map(|(letter, length)| (letter, marks + length)));
    found
}

/// Reads `u` with four digits, two of these for a surrogate pair, or digits in braces. `marks` is the
/// number of backslashes before it.
fn unicode(text: &[u8], marks: usize) -> Option<(char, usize)> {
    if let Some(digits) = text.strip_prefix(b"u{") {
        let length = digits.iter().position(|byte| *byte == b'}').filter(|length| (1..=6).contains(length))?;
        return Some((char::from_u32(hex(&digits[..length])?)?, length + 3));
    }
    let unit = |at: usize| text.get(at..at + 5)?.strip_prefix(b"u").and_then(hex);
    let first = unit(0)?;
    if let Some(letter) = char::from_u32(first) {
        return Some((letter, 5));
    }
    let is_marked = text.get(5..5 + marks)?.iter().all(|byte| *byte == b'\\');
    let second = unit(5 + marks).filter(|_| is_marked)?;
    let pair = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    Some((char::decode_utf16(pair).next()?.ok()?, 10 + marks))
}

/// Reads an entity of HTML.
fn entity(text: &[u8]) -> Option<(char, usize)> {
    let end = text.iter().take(10).position(|byte| *byte == b';')?;
    let name = std::str::from_utf8(text.get(1..end)?).ok()?;
    let letter = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    };
    Some((letter, end + 1))
}

/// Parses hex digits; `None` if a byte is none.
fn hex(digits: &[u8]) -> Option<u32> {
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    u32::from_str_radix(std::str::from_utf8(digits).ok().filter(|_| is_hex)?, 16).ok()
}
