//! Short unified diffs between two texts, for display.
//!
//! Input: two texts. Output: the diff, up to a number of lines. Invalid UTF-8 is escaped.

use std::fmt::Write as _;

use chainloom_forms::printable;
use similar::{Algorithm, TextDiff};

/// Maximum size of texts that are compared line by line. A diff of larger ones would be cut anyway.
const MAX_COMPARED_BYTES: usize = 4 * 1024 * 1024;
/// Maximum length of a line. Longer lines are cut.
const WIDEST: usize = 200;

/// Returns the difference from `old` to `new` in at most `limit` lines. A last line states the number of omitted lines.
#[must_use]
pub(crate) fn unified_diff(old: &[u8], new: &str, limit: usize) -> String {
    let Ok(old) = std::str::from_utf8(old) else {
        return "  (the file on disk is not UTF-8)\n".to_owned();
    };
    if old.len().max(new.len()) > MAX_COMPARED_BYTES {
        return format!("  (not shown: {} bytes on disk, {} bytes generated)\n", old.len(), new.len());
    }
    // Without a deadline: what is shown must not depend on the speed of the machine.
    let diff = TextDiff::configure().algorithm(Algorithm::Histogram).diff_lines(old, new);
    let text = diff.unified_diff().context_radius(2).missing_newline_hint(true).to_string();
    let mut shown = String::new();
    for line in text.lines().take(limit) {
        let _ = writeln!(shown, "  {}", visible(line));
    }
    let left_out = text.lines().count().saturating_sub(limit);
    if left_out > 0 {
        let _ = writeln!(shown, "  … {left_out} more lines");
    }
    shown
}

/// Returns the line, cut, and without hidden characters.
fn visible(line: &str) -> String {
    let mut text: String =
        line.chars().take(WIDEST).map(|c| if printable::is_hidden(c) && c != '\t' { '\u{fffd}' } else { c }).collect();
    if line.chars().nth(WIDEST).is_some() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_changed_with_its_surroundings() {
        let diff = unified_diff(b"a\nb\nc\n", "a\nB\nc\n", 40);
        assert_eq!(diff, "  @@ -1,3 +1,3 @@\n   a\n  -b\n  +B\n   c\n");
    }

    #[test]
    fn stays_short() {
        let new: String = (0..100).map(|n| format!("{n}\n")).collect();
        let diff = unified_diff(b"", &new, 10);
        assert_eq!(diff.lines().count(), 11);
        assert!(diff.ends_with("… 91 more lines\n"), "{diff}");
        let wide = unified_diff(b"", &"x".repeat(10_000), 10);
        assert!(wide.len() < 400, "{wide}");
    }

    #[test]
    fn bytes_that_are_no_text() {
        assert!(unified_diff(&[0xff, 0xfe], "a", 40).contains("not UTF-8"));
        assert!(!unified_diff(b"\x1b[31mred", "a", 40).contains('\u{1b}'));
    }

    #[test]
    fn line_endings_alone_are_a_difference() {
        let diff = unified_diff(b"a\r\n", "a\n", 40);
        assert!(diff.contains("-a") && diff.contains("+a"), "{diff}");
    }
}
