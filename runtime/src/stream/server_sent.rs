//! Server-sent events, by section 9.2 of the HTML standard.
//!
//! Input: the bytes of a body in any parts. Output: the events in it. Our own, as the parsers that are kept
//! (`sse-stream`, `eventsource-stream`) have no bound on the size of an event, and bring more than they save.

use super::silence::Awaited;
use super::{Source, SourceItem};
use crate::{error::Failure, transport::TransportError};
use std::{
    collections::VecDeque,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

/// An event as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// Its name; `message` for one without.
    pub(crate) name: String,
    pub(crate) data: String,
    /// The last id that the server gave, to this event or to an earlier one. All events behind it share one text, or a long
    /// id would cost its length again for each of many short events.
    pub(crate) id: Option<Arc<str>>,
    /// How long the server asks to wait before a new connection, as it said last.
    pub(crate) retry: Option<Duration>,
}

/// Takes the bytes of a body in any parts.
pub(crate) struct Parser {
    /// The largest event, in bytes.
    limit: usize,
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
            line: Vec::new(),
            after_return: false,
            begun: false,
            name: String::new(),
            data: None,
            id: None,
            retry: None,
        }
    }

    /// Takes a part, and gives the events that it ends.
    pub(crate) fn take(&mut self, mut part: &[u8], found: &mut VecDeque<Block>) -> Result<(), TransportError> {
        if self.after_return && !part.is_empty() {
            self.after_return = false;
            part = part.strip_prefix(b"\n").unwrap_or(part);
        }
        while let Some(end) = part.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, rest) = part.split_at(end);
            self.keep(line)?;
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
        self.keep(part)
    }

    /// Keeps a piece of a line.
    fn keep(&mut self, piece: &[u8]) -> Result<(), TransportError> {
        let size = self.line.len() + piece.len() + self.data.as_ref().map_or(0, String::len);
        if size > self.limit {
            return Err(TransportError::too_large(self.limit));
        }
        self.line.extend_from_slice(piece);
        Ok(())
    }

    /// Takes the line that was kept; an empty one ends an event.
    fn end_line(&mut self) -> Option<Block> {
        let line = std::mem::take(&mut self.line);
        let line = if std::mem::replace(&mut self.begun, true) { &line } else { without_mark(&line) };
        if line.is_empty() {
            let name = std::mem::take(&mut self.name);
            let data = self.data.take()?;
            let name = if name.is_empty() { "message".to_owned() } else { name };
            return Some(Block { name, data, id: self.id.clone(), retry: self.retry });
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at(colon);
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = String::from_utf8_lossy(value.strip_prefix(b" ").unwrap_or(value));
        match field {
            b"event" => self.name = value.into_owned(),
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
        None
    }
}

fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// The events of a body that is on its way.
pub(crate) struct Events {
    body: Awaited,
    parser: Parser,
    found: VecDeque<Block>,
    /// What comes behind the events that were found.
    end: Option<Option<Failure>>,
}

impl Events {
    /// `limit` is the largest event, in bytes.
    pub(crate) fn new(body: Awaited, limit: usize) -> Self {
        Self { body, parser: Parser::new(limit), found: VecDeque::new(), end: None }
    }
}

impl Source for Events {
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<SourceItem, Failure>>> {
        loop {
            if let Some(block) = self.found.pop_front() {
                let Block { name, data, id, retry } = block;
                return Poll::Ready(Some(Ok(SourceItem { name, data, id, retry })));
            }
            if let Some(failure) = &mut self.end {
                return Poll::Ready(failure.take().map(Err));
            }
            self.end = match ready!(self.body.poll_part(context)) {
                Some(Ok(part)) => {
                    let taken = self.parser.take(&part, &mut self.found);
                    taken.err().map(|error| Some(Failure::Transport(error)))
                }
                Some(Err(failure)) => Some(Some(failure)),
                // What no empty line ends is no event.
                None => Some(None),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// The events of a body that comes in parts of this size.
    fn events(body: &[u8], size: usize) -> Vec<Block> {
        let (mut parser, mut found) = (Parser::new(1000), VecDeque::new());
        for part in body.chunks(size) {
            parser.take(part, &mut found).unwrap();
        }
        found.into()
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
        let (mut parser, mut found) = (Parser::new(20), VecDeque::new());
        for _ in 0..100 {
            parser.take(b": a comment\ndata: 12345\n\n", &mut found).unwrap();
        }
        assert_eq!(found.len(), 100);
        parser.take(b"data: 12345678\ndata: 1234567", &mut found).unwrap_err();
        let mut parser = Parser::new(20);
        assert!(parser.take(&[b'x'; 21], &mut found).is_err());
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
