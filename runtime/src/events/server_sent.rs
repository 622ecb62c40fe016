//! Server-sent events, by section 9.2 of the HTML standard.
//!
//! Input: the bytes of a body, in chunks of any size. Output: its events. An event above the size
//! limit is skipped and reported. The parser is our own: the maintained ones (`sse-stream`,
//! `eventsource-stream`) do not bound the size of an event, and bring more than they save.

use std::{collections::VecDeque, sync::Arc, time::Duration};
/// Maximum number of bytes that are parsed at a time, as a parsed event takes more memory than its
/// bytes.
pub(crate) const PIECE: usize = 16 * 1024;

/// An event as received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// Name of the event; `message` by default.
    pub(crate) name: String,
    pub(crate) data: String,
    /// Last event ID so far. All events share one text, as otherwise each of many short events
    /// would copy a long ID.
    pub(crate) id: Option<Arc<str>>,
    /// Wait before a reconnection, as last requested by the server.
    pub(crate) retry: Option<Duration>,
}

impl Block {
    /// Returns whether the event ends the stream.
    pub(crate) fn is_end(&self, end: Option<&str>) -> bool {
        end.is_some_and(|end| self.data == end)
    }
}

/// An event, or an error for an event above the size limit.
pub(crate) type EventResult = Result<Block, TooLarge>;

/// Error of a body that ends within an event.
pub(crate) const UNFINISHED: &str = "the response ended within an event: no empty line follows it";

/// Error for an event or line above the size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Returns a function that takes the chunks of a body and returns whether the event that ends the
/// stream has come.
pub(crate) fn until_end(end: &'static str) -> impl FnMut(&[u8]) -> bool {
    // The caller limits the size of the body.
    let (mut parser, mut found) = (Parser::new(usize::MAX), VecDeque::new());
    move |part| {
        part.chunks(PIECE).any(|piece| {
            parser.add_chunk(piece, &mut found);
            found.drain(..).flatten().any(|event: Block| event.is_end(Some(end)))
        })
    }
}

/// Parser of server-sent events.
#[derive(Clone, Default)]
pub(crate) struct Parser {
    /// Maximum size of an event, in bytes.
    limit: usize,
    /// Event ID after the last complete event.
    seen: Option<Arc<str>>,
    /// Whether the event exceeds the limit and is dropped.
    is_too_large: bool,
    /// Whether the line exceeds the limit; its content is then dropped.
    is_cut: bool,
    /// Incomplete line so far.
    line: Vec<u8>,
    /// Whether the last line ended with a carriage return, to which a line feed would belong.
    after_return: bool,
    /// Whether the first line has ended; a byte order mark may precede it.
    begun: bool,
    name: String,
    data: Option<String>,
    id: Option<Arc<str>>,
    retry: Option<Duration>,
}

impl Parser {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Begins a new connection and drops the incomplete event. The retry time is kept; the event ID
    /// is kept if the server is the same.
    pub(crate) fn begin_again(&mut self, is_same: bool) {
        let (seen, retry) = (self.seen.take().filter(|_| is_same), self.retry);
        *self = Self { id: seen.clone(), seen, retry, ..Self::new(self.limit) };
    }

    /// Returns the event ID after the last complete event; `None` if the server has sent none.
    pub(crate) fn last_id(&self) -> Option<&str> {
        self.seen.as_deref()
    }

    /// Returns the wait before a reconnection, as last requested by the server.
    pub(crate) const fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Adds a chunk of the body, and appends the events that end in it to `found`.
    pub(crate) fn add_chunk(&mut self, mut part: &[u8], found: &mut VecDeque<EventResult>) {
        if self.after_return && !part.is_empty() {
            self.after_return = false;
            part = part.strip_prefix(b"\n").unwrap_or(part);
        }
        while let Some(end) = part.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, rest) = part.split_at(end);
            self.append(line);
            part = match rest {
                [b'\r', b'\n', rest @ ..] => rest,
                [b'\r'] => {
                    self.after_return = true;
                    &[]
                }
                [_, rest @ ..] => rest,
                [] => &[],
            };
            found.extend(self.end_line());
        }
        self.append(part);
    }

    /// Ends the body, and returns the event that no empty line ended. Its event ID does not count as the last one, nor
    /// does its retry time count.
    pub(crate) fn finish(&mut self) -> Option<EventResult> {
        let (kept, mut found) = ((self.seen.clone(), self.retry), VecDeque::new());
        self.add_chunk(b"\n\n", &mut found);
        (self.seen, self.retry) = kept;
        found.pop_front()
    }

    /// Adds a part of a line, within the limit.
    fn append(&mut self, piece: &[u8]) {
        let size = self.line.len() + piece.len() + self.data.as_ref().map_or(0, String::len);
        if !self.is_cut && size <= self.limit {
            self.line.extend_from_slice(piece);
            return;
        }
        // A comment is not part of an event.
        let is_comment = self.line.first().or(piece.first()) == Some(&b':');
        if !self.is_cut && !is_comment {
            (self.is_too_large, self.data) = (true, None);
        }
        (self.is_cut, self.line) = (true, Vec::new());
    }

    /// Processes the complete line; an empty line ends an event.
    fn end_line(&mut self) -> Option<EventResult> {
        let line = std::mem::take(&mut self.line);
        let line = if std::mem::replace(&mut self.begun, true) { &line } else { without_mark(&line) };
        if std::mem::take(&mut self.is_cut) {
            return None;
        }
        if line.is_empty() {
            return self.end_event();
        }
        self.field(line);
        None
    }

    /// Ends the event of the lines so far; `None` if it has no data.
    fn end_event(&mut self) -> Option<EventResult> {
        let (name, data) = (std::mem::take(&mut self.name), self.data.take());
        self.seen.clone_from(&self.id);
        if std::mem::take(&mut self.is_too_large) {
            return Some(Err(TooLarge));
        }
        let name = if name.is_empty() { "message".to_owned() } else { name };
        Some(Ok(Block { name, data: data?, id: self.id.clone(), retry: self.retry }))
    }

    /// Processes a line with a field of an event.
    fn field(&mut self, line: &[u8]) {
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at(colon);
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = String::from_utf8_lossy(value.strip_prefix(b" ").unwrap_or(value));
        match field {
            b"event" => self.name = value.into_owned(),
            b"data" if self.is_too_large => {}
            b"data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(&value);
                }
                None => self.data = Some(value.into_owned()),
            },
            b"id" if !value.contains('\0') => {
                self.id = Some(value.as_ref().into()).filter(|id: &Arc<str>| !id.is_empty())
            }
            b"retry" if value.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.retry = value.parse().ok().map(Duration::from_millis).or(self.retry);
            }
            // A comment, or an unknown field.
            _ => {}
        }
    }
}

/// Returns the first line without its byte order mark.
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// Parses a body in chunks of `size` bytes.
    fn events(body: &[u8], size: usize) -> Vec<Block> {
        let (mut parser, mut found) = (Parser::new(1000), VecDeque::new());
        for part in body.chunks(size) {
            parser.add_chunk(part, &mut found);
        }
        found.into_iter().map(Result::unwrap).collect()
    }

    #[test]
    fn events_come_whole_however_the_body_is_cut() {
        let body = "\u{feff}: a comment\r\nevent: head\r\ndata: {\"slot\":\r\ndata:  1}\r\nid: 7\r\nretry: 250\r\n\r\n\
            data\n\nevent: lost\n\ndata:x:y\nother: z\nid\rretry: soon\r\rdata: ü\n\ndata: not ended\n";
        let expected = [
            ("head", "{\"slot\":\n 1}", Some("7"), Some(250)),
            ("message", "", Some("7"), Some(250)),
            ("message", "x:y", None, Some(250)),
            ("message", "ü", None, Some(250)),
        ];
        for size in [1, 2, 3, 7, 1000] {
            let found = events(body.as_bytes(), size);
            let found: Vec<_> = found
                .iter()
                .map(|one| {
                    let retry = one.retry.map(|retry| retry.as_millis());
                    (one.name.as_str(), one.data.as_str(), one.id.as_deref(), retry)
                })
                .collect();
            assert_eq!(found, expected, "in parts of {size}");
        }
    }

    #[test]
    fn an_event_has_a_bound_but_a_stream_has_none() {
        let large = format!(
            "id: 1\ndata: 1\n\ndata: 12345678\ndata: 1234567\nid: 2\ndata: 2\n\n:{0}\ndata: 3\n\n{0}\n\n",
            "x".repeat(21)
        );
        for size in [1, 7, 1000] {
            let (mut parser, mut found) = (Parser::new(20), VecDeque::new());
            for part in large.repeat(20).as_bytes().chunks(size) {
                parser.add_chunk(part, &mut found);
                assert!(parser.line.capacity() + parser.data.as_ref().map_or(0, String::capacity) <= 100);
            }
            let found: Vec<_> = found.iter().map(|one| one.as_ref().ok().map(|one| one.data.as_str())).collect();
            // An oversized comment is not part of an event.
            assert_eq!(found, [Some("1"), None, Some("3"), None].repeat(20), "in parts of {size}");
            assert_eq!(parser.last_id(), Some("2"));
        }
    }

    #[test]
    fn only_an_event_that_came_whole_is_resumed_behind() {
        let (mut parser, mut found) = (Parser::new(100), VecDeque::new());
        parser.add_chunk(b"id: 1\nretry: 9\ndata: a\n\nid: 2\n\nevent: b\nid: 3\ndata: cut", &mut found);
        // A block without data sets the ID, but is no event.
        assert_eq!((found.len(), parser.last_id(), parser.retry()), (1, Some("2"), Some(Duration::from_millis(9))));
        parser.begin_again(true);
        parser.add_chunk("\u{feff}data: c\n\n".as_bytes(), &mut found);
        let event = found.pop_back().unwrap().unwrap();
        assert_eq!((event.name.as_str(), event.data.as_str(), event.id.as_deref()), ("message", "c", Some("2")));
        parser.add_chunk(b"id\n\n", &mut found);
        assert_eq!(parser.last_id(), None);
        parser.add_chunk(b"id: 4\n\n", &mut found);
        parser.begin_again(false);
        assert_eq!(parser.last_id(), None, "another server may mean another event");
    }

    #[test]
    fn events_share_their_id() {
        let body = format!("id: {}\n{}", "7".repeat(500), "data\n\n".repeat(100));
        let found = events(body.as_bytes(), 1000);
        let ids: Vec<&Arc<str>> = found.iter().filter_map(|event| event.id.as_ref()).collect();
        assert_eq!(ids.len(), 100);
        assert!(ids.iter().all(|id| Arc::ptr_eq(id, ids[0])));
    }

    #[test]
    fn any_bytes_are_taken() {
        let body = "event: a\r\ndata: {}\r\nid: \0\r\nretry: 99999999999999999999\r\n\r\n".as_bytes();
        for at in 0..body.len() {
            for byte in [b'\r', b'\n', b':', b' ', 0xff, 0] {
                let mut bytes = body.to_vec();
                bytes[at] = byte;
                assert_eq!(events(&bytes, 1), events(&bytes, 1000));
            }
        }
    }
}
