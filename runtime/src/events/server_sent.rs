//! Server-sent events, by section 9.2 of the HTML standard.
//!
//! Input: the bytes of a body, in chunks of any size. Output: its events. An event above the size
//! limit is skipped and reported. The parser is our own: the maintained ones (`sse-stream`,
//! `eventsource-stream`) do not bound the size of an event, and bring more than they save.

use std::{collections::VecDeque, sync::Arc, time::Duration};
/// How many bytes are taken apart at a time: an event needs more room than its bytes.
pub(crate) const PIECE: usize = 16 * 1024;

/// An event as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// Its name; `message` for one without.
    pub(crate) name: String,
    pub(crate) data: String,
    /// The last id that the server gave, to this event or to an earlier one. All events behind it
    /// share one text, or a long id would cost its length again for each of many short events.
    pub(crate) id: Option<Arc<str>>,
    /// How long the server asks to wait before a new connection, as it said last.
    pub(crate) retry: Option<Duration>,
}

impl Block {
    /// Whether it is the event that ends a stream.
    pub(crate) fn is_end(&self, end: Option<&str>) -> bool {
        end.is_some_and(|end| self.data == end)
    }
}

/// An event, or an event that is larger than allowed.
pub(crate) type EventResult = Result<Block, TooLarge>;

/// An event that was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Returns a function that takes the parts of a body, and says whether the event that ends the
/// stream has come.
pub(crate) fn until_end(end: &'static str) -> impl FnMut(&[u8]) -> bool {
    // Whoever hands the parts in keeps to a limit.
    let (mut parser, mut found) = (Parser::new(usize::MAX), VecDeque::new());
    move |part| {
        part.chunks(PIECE).any(|piece| {
            parser.take(piece, &mut found);
            found.drain(..).flatten().any(|event: Block| event.is_end(Some(end)))
        })
    }
}

/// Takes the bytes of a body in any parts.
#[derive(Clone)]
pub(crate) struct Parser {
    /// The largest event, in bytes.
    limit: usize,
    /// The last ID of an event that came whole.
    seen: Option<Arc<str>>,
    /// The event is too large, and is left out.
    is_too_large: bool,
    /// The line is too large, and its beginning is not here.
    is_cut: bool,
    /// A line that is not yet at its end.
    line: Vec<u8>,
    /// The last line ended with a carriage return, so that a line feed belongs to it.
    after_return: bool,
    /// Whether a line was taken; a byte order mark may stand before the first.
    begun: bool,
    name: String,
    data: Option<String>,
    id: Option<Arc<str>>,
    retry: Option<Duration>,
}

impl Parser {
    pub(crate) const fn new(limit: usize) -> Self {
        Self {
            limit,
            seen: None,
            is_too_large: false,
            is_cut: false,
            line: Vec::new(),
            after_return: false,
            begun: false,
            name: String::new(),
            data: None,
            id: None,
            retry: None,
        }
    }

    /// A new connection begins, to the same server or to another one. What the server said of the
    /// next one holds on, and what came of an event is not the whole.
    pub(crate) fn begin_again(&mut self, is_same: bool) {
        let (seen, retry) = (self.seen.take().filter(|_| is_same), self.retry);
        *self = Self { id: seen.clone(), seen, retry, ..Self::new(self.limit) };
    }

    /// The last ID of an event that came whole.
    pub(crate) fn last_id(&self) -> Option<&str> {
        self.seen.as_deref()
    }

    /// How long the server asks to wait before a new connection.
    pub(crate) const fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Takes a part, and gives the events that it ends.
    pub(crate) fn take(&mut self, mut part: &[u8], found: &mut VecDeque<EventResult>) {
        if self.after_return && !part.is_empty() {
            self.after_return = false;
            part = part.strip_prefix(b"\n").unwrap_or(part);
        }
        while let Some(end) = part.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, rest) = part.split_at(end);
            self.keep(line);
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
        self.keep(part);
    }

    /// Whether the body ends in the event that ends the stream. No empty line must be behind it, as
    /// nothing else can follow.
    pub(crate) fn ends_in(&self, end: &str) -> bool {
        let (mut rest, mut found) = (self.clone(), VecDeque::new());
        rest.take(b"\n\n", &mut found);
        found.iter().flatten().any(|event| event.is_end(Some(end)))
    }

    /// Keeps a piece of a line, within the limit.
    fn keep(&mut self, piece: &[u8]) {
        let size = self.line.len() + piece.len() + self.data.as_ref().map_or(0, String::len);
        if !self.is_cut && size <= self.limit {
            self.line.extend_from_slice(piece);
            return;
        }
        // A comment belongs to no event.
        let is_comment = self.line.first().or(piece.first()) == Some(&b':');
        if !self.is_cut && !is_comment {
            (self.is_too_large, self.data) = (true, None);
        }
        (self.is_cut, self.line) = (true, Vec::new());
    }

    /// Takes the line that was kept; an empty one ends an event.
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

    fn end_event(&mut self) -> Option<EventResult> {
        let (name, data) = (std::mem::take(&mut self.name), self.data.take());
        self.seen.clone_from(&self.id);
        if std::mem::take(&mut self.is_too_large) {
            return Some(Err(TooLarge));
        }
        let name = if name.is_empty() { "message".to_owned() } else { name };
        Some(Ok(Block { name, data: data?, id: self.id.clone(), retry: self.retry }))
    }

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
            // A comment, or a field that nobody knows.
            _ => {}
        }
    }
}

fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// The events of a body that comes in parts of this size.
    fn events(body: &[u8], size: usize) -> Vec<Block> {
        let (mut parser, mut found) = (Parser::new(1000), VecDeque::new());
        for part in body.chunks(size) {
            parser.take(part, &mut found);
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
                parser.take(part, &mut found);
                assert!(parser.line.capacity() + parser.data.as_ref().map_or(0, String::capacity) <= 100);
            }
            let found: Vec<_> = found.iter().map(|one| one.as_ref().ok().map(|one| one.data.as_str())).collect();
            // A comment that is too large belongs to no event.
            assert_eq!(found, [Some("1"), None, Some("3"), None].repeat(20), "in parts of {size}");
            assert_eq!(parser.last_id(), Some("2"));
        }
    }

    #[test]
    fn only_an_event_that_came_whole_is_resumed_behind() {
        let (mut parser, mut found) = (Parser::new(100), VecDeque::new());
        parser.take(b"id: 1\nretry: 9\ndata: a\n\nid: 2\n\nevent: b\nid: 3\ndata: cut", &mut found);
        // A block without data gives no event, but an ID.
        assert_eq!((found.len(), parser.last_id(), parser.retry()), (1, Some("2"), Some(Duration::from_millis(9))));
        parser.begin_again(true);
        parser.take("\u{feff}data: c\n\n".as_bytes(), &mut found);
        let event = found.pop_back().unwrap().unwrap();
        assert_eq!((event.name.as_str(), event.data.as_str(), event.id.as_deref()), ("message", "c", Some("2")));
        parser.take(b"id\n\n", &mut found);
        assert_eq!(parser.last_id(), None);
        parser.take(b"id: 4\n\n", &mut found);
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
