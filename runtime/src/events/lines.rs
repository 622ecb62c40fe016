//! JSON lines: one JSON value per line.
//!
//! Input: the bytes of a body, in chunks of any size. Output: its lines, without empty ones. A line
//! above the size limit is skipped and reported. Lines are not checked to be JSON.

use crate::events::server_sent::TooLarge;
use std::collections::VecDeque;

/// A line, or an error for a line above the size limit.
pub(crate) type LineResult = Result<Box<[u8]>, TooLarge>;

/// Byte order mark, allowed before the first line.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Splits a body into lines.
pub(crate) struct LineParser {
    /// Maximum size of a line, in bytes.
    limit: usize,
    /// Incomplete line so far.
    line: Vec<u8>,
    /// Whether the line exceeds the limit; its content is then dropped.
    is_cut: bool,
    /// Whether the first line has ended.
    begun: bool,
}

impl LineParser {
    pub(crate) const fn new(limit: usize) -> Self {
        Self { limit, line: Vec::new(), is_cut: false, begun: false }
    }

    /// Adds a chunk of the body, and appends the lines that end in it to `found`.
    pub(crate) fn add_chunk(&mut self, mut part: &[u8], found: &mut VecDeque<LineResult>) {
        while let Some(end) = part.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = part.split_at(end);
            self.append(line);
            found.extend(self.end_line());
            part = rest.get(1..).unwrap_or_default();
        }
        self.append(part);
    }

    /// Ends the body. The last line needs no line feed.
    pub(crate) fn finish(&mut self, found: &mut VecDeque<LineResult>) {
        found.extend(self.end_line());
    }

    /// Adds a part of a line, within the limit.
    fn append(&mut self, piece: &[u8]) {
        if self.is_cut || self.line.len() + piece.len() > self.limit {
            (self.is_cut, self.line) = (true, Vec::new());
        } else {
            self.line.extend_from_slice(piece);
        }
    }

    /// Processes the complete line; `None` for an empty one.
    fn end_line(&mut self) -> Option<LineResult> {
        let line = std::mem::take(&mut self.line);
        let is_first = !std::mem::replace(&mut self.begun, true);
        if std::mem::take(&mut self.is_cut) {
            return Some(Err(TooLarge));
        }
        let line = if is_first { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line) } else { &line };
        // A carriage return before the line feed is white space.
        let line = line.trim_ascii();
        (!line.is_empty()).then(|| Ok(line.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(body: &[u8], size: usize, limit: usize) -> Vec<Option<String>> {
        let (mut parser, mut found) = (LineParser::new(limit), VecDeque::new());
        for part in body.chunks(size) {
            parser.add_chunk(part, &mut found);
            assert!(parser.line.capacity() <= 4 * limit + 64, "{}", parser.line.capacity());
        }
        parser.finish(&mut found);
        found.into_iter().map(|line| Some(String::from_utf8_lossy(&line.ok()?).into_owned())).collect()
    }

    #[test]
    fn lines_end_in_line_feeds() {
        let body = "\u{feff}{\"a\":1}\r\n\r\n \n[2,\t3]\n\"x\\n\"\n4".as_bytes();
        for size in [1, 2, 3, 7, 1000] {
            let expected = ["{\"a\":1}", "[2,\t3]", "\"x\\n\"", "4"].map(|line| Some(line.to_owned()));
            assert_eq!(lines(body, size, 100), expected, "in parts of {size}");
        }
        assert_eq!(lines(b"", 1, 9), []);
        assert_eq!(lines(b"\n\n", 1, 9), []);
    }

    #[test]
    fn a_line_has_a_bound_but_a_body_has_none() {
        let body = format!("1\n{}\n2\n{0}", "x".repeat(100));
        for size in [1, 7, 1000] {
            let expected = [Some("1".to_owned()), None, Some("2".to_owned()), None];
            assert_eq!(lines(body.as_bytes(), size, 20), expected, "in parts of {size}");
        }
    }
}
