//! UUIDs: `67e55044-10b1-426f-9247-bb680e5fe0c8`.
//!
//! Input: a text. Output: whether it is a UUID in the written form, and its number. A reader
//! accepts more: 32 hex digits without hyphens, and braces or `urn:uuid:` around them.

/// Positions of the hyphens.
const LINES: [usize; 4] = [8, 13, 18, 23];

/// Returns whether a text is a UUID with hyphens, in any case.
#[must_use]
pub fn is(text: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| if LINES.contains(&at) { byte == b'-' } else { byte.is_ascii_hexdigit() };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}

/// Parses a UUID in any notation.
#[must_use]
pub fn parse(text: &str) -> Option<u128> {
    let braced = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let text = braced.or_else(|| text.strip_prefix("urn:uuid:")).unwrap_or(text);
    let digits = if is(text) { text.replace('-', "") } else { text.to_owned() };
    let is_number = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_number.then(|| u128::from_str_radix(&digits, 16).ok()).flatten()
}

/// Formats a UUID, in lower case.
#[must_use]
pub fn write(value: u128) -> String {
    let mut text = format!("{value:032x}");
    for at in LINES {
        text.insert(at, '-');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_are_one_number() {
        let text = "67e55044-10b1-426f-9247-bb680e5fe0c8";
        let value = 0x67e5_5044_10b1_426f_9247_bb68_0e5f_e0c8;
        assert_eq!((parse(text), write(value).as_str(), write(0).len()), (Some(value), text, 36));
        let bare = text.replace('-', "");
        for other in [format!("{{{text}}}"), format!("urn:uuid:{text}"), bare.clone(), text.to_uppercase()] {
            assert_eq!(parse(&other), Some(value), "{other}");
        }
        assert!(is(text) && is(&text.to_uppercase()) && !is(&bare));
        for other in ["", "{}", "+7e5504410b1426f9247bb680e5fe0c8", &text[1..], "é7e55044-10b1-426f-9247-bb680e5fe0c"]
        {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
