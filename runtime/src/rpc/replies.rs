//! Replies to a batch.
//!
//! Input: the body of the response, and the IDs of the calls. Output: the ranges of each reply and
//! of its result, keyed by ID, found in one pass. Results are checked to be JSON here, and read
//! later, in place. `crate::batch` assigns replies to calls.

use crate::{
    ReadError, Reader, Text, from_slice,
    json::{Kind, as_text, put_text},
    rpc::no_object,
    schema::{RpcIds, Type},
};
use std::ops::Range;

/// The ids of the calls of a request: numbers that follow each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ids {
    pub(crate) first: u64,
    pub(crate) count: usize,
    pub(crate) kind: RpcIds,
}

impl Ids {
    /// Returns the id of a call, by its place in the request.
    pub(crate) fn id(self, place: usize) -> crate::rpc::Id {
        crate::rpc::Id::new(self.first.wrapping_add(place as u64), self.kind)
    }

    /// Returns the place of the call with this id, which is JSON.
    pub(crate) fn call_index(self, found: &str) -> Option<usize> {
        let number = match self.kind {
            RpcIds::Number => number(found)?,
            RpcIds::Text => {
                let text = found.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))?;
                // A text may be written with escapes.
                match text.contains('\\') {
                    true => number(from_slice::<Text>(Type::Text, found.as_bytes()).ok()?.as_str())?,
                    false => number(text)?,
                }
            }
        };
        usize::try_from(number.checked_sub(self.first)?).ok().filter(|place| *place < self.count)
    }
}

/// Parses a number as ids are written: `07` and `7.0` are not ids.
fn number(text: &str) -> Option<u64> {
    let is_plain = match text.as_bytes() {
        [b'0'] => true,
        [first, ..] => matches!(first, b'1'..=b'9'),
        [] => false,
    };
    text.parse().ok().filter(|_| is_plain)
}

/// A reply, by its places in the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReplyPiece {
    pub(crate) all: Range<usize>,
    /// Range of the id; `None` if there is no id, or if it is null.
    pub(crate) id: Option<Range<usize>>,
    /// The place of the call with this id in the request.
    pub(crate) place: Option<usize>,
    pub(crate) has_error: bool,
    /// Result, if the reply has one, which may be null, and nothing contradicts it.
    pub(crate) result: Option<Range<usize>>,
}

/// Replies in the body of a response to a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Replies {
    /// A list.
    Many(Vec<ReplyPiece>),
    /// Single reply without a list around it.
    One(ReplyPiece),
}

/// Parses the JSON-RPC replies in a response body and matches them to calls by ID. The error explains why the body
/// holds no replies.
pub(crate) fn find(body: &[u8], ids: Ids) -> Result<Replies, String> {
    let text = as_text(body).map_err(|_| "the body is not UTF-8".to_owned())?;
    let no_json = |error: ReadError| format!("the body is not JSON: {error}");
    let mut reader = Reader::new(text);
    match text.trim_ascii_start().bytes().next() {
        Some(b'[') => {
            let expected = ids.count;
            let most = expected.saturating_mul(4).saturating_add(16);
            let (mut pieces, mut is_long) = (Vec::with_capacity(expected), false);
            reader.kind().map_err(no_json)?;
            let read = reader.items(&mut |reader| {
                is_long = pieces.len() >= most;
                if is_long {
                    // The text of this error is not shown.
                    return Err(ReadError::new(b"", 0, "", ""));
                }
                pieces.push(read_piece(reader, (text, ids))?);
                Ok(())
            });
            if is_long {
                return Err(format!("it holds more than {most} replies to {expected} calls"));
            }
            read.and_then(|()| reader.finish()).map_err(no_json)?;
            Ok(Replies::Many(pieces))
        }
        Some(b'{') => {
            let piece = read_piece(&mut reader, (text, ids)).map_err(no_json)?;
            reader.finish().map_err(no_json)?;
            Ok(Replies::One(piece))
        }
        Some(first) => Err(no_object(first, text)),
        None => Err("the body is empty".to_owned()),
    }
}

/// Members of a reply in their usual order, so that each is found at once. The version is ignored.
const USUAL: [&str; 4] = ["jsonrpc", "id", "result", "error"];

/// Reads the places of the next reply.
fn read_piece(reader: &mut Reader<'_>, (text, ids): (&str, Ids)) -> Result<ReplyPiece, ReadError> {
    let start = reader.offset()?;
    let mut piece = ReplyPiece { all: start..start, id: None, place: None, has_error: false, result: None };
    if reader.kind()? != Kind::Object {
        reader.skip()?;
        piece.all.end = reader.position();
        return Ok(piece);
    }
    let (mut seen, mut is_repeated) = ([false; USUAL.len()], false);
    reader.known_members(&USUAL, &mut |index, kind, range| {
        let Some((name, seen)) = USUAL.get(index).zip(seen.get_mut(index)) else { return };
        let again = std::mem::replace(seen, true);
        match *name {
            "id" => piece.id = Some(range).filter(|_| kind != Kind::Null),
            "error" => piece.has_error = kind != Kind::Null,
            "result" => piece.result = Some(range),
            _ => return,
        }
        is_repeated |= again;
    })?;
    // The result is ambiguous. Reading the reply again returns the error.
    if piece.has_error || is_repeated {
        piece.result = None;
    }
    piece.place = piece.id.clone().and_then(|id| ids.call_index(text.get(id)?));
    piece.all.end = reader.position();
    Ok(piece)
}

/// Text before the id of a call.
pub(super) const HEAD: &str = "{\"jsonrpc\":\"2.0\",\"id\":";

/// Writes the head of a call, up to its name and parameters.
pub(crate) fn put_head(out: &mut Vec<u8>, ids: Ids, place: usize) {
    let number = ids.first.wrapping_add(place as u64);
    out.extend_from_slice(HEAD.as_bytes());
    match ids.kind {
        RpcIds::Number => out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
        RpcIds::Text => put_text(out, itoa::Buffer::new().format(number)),
    }
}

/// Writes the rest of a call, up to its parameters. What follows them is [`END`].
pub(crate) fn put_method(out: &mut Vec<u8>, method: &str) {
    out.extend_from_slice(b",\"method\":");
    put_text(out, method);
    out.extend_from_slice(b",\"params\":");
}

/// Text after the parameters of a call.
pub(crate) const END: u8 = b'}';

/// Maximum size of the head of a call, with the separator of the next call.
pub(crate) const MAX_HEAD_LENGTH: usize = 48;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    #[test]
    fn ids_are_compared_as_they_are_written() {
        let numbers = Ids { first: 7, count: 3, kind: RpcIds::Number };
        let texts = Ids { kind: RpcIds::Text, ..numbers };
        assert_eq!(["7", "9"].map(|id| numbers.call_index(id)), [Some(0), Some(2)]);
        assert_eq!(["\"7\"", "\"\\u0039\""].map(|id| texts.call_index(id)), [Some(0), Some(2)]);
        for id in ["6", "10", "07", "+7", "7.0", "7e0", "\"7\"", "", "-7", "99999999999999999999"] {
            assert_eq!(numbers.call_index(id), None, "{id}");
        }
        for id in ["7", "\"07\"", "\"", "\"\"", "\"+7\""] {
            assert_eq!(texts.call_index(id), None, "{id}");
        }
        assert_eq!((numbers.id(2).to_string(), texts.id(0).to_string()), ("9".to_owned(), "\"7\"".to_owned()));
    }

    #[test]
    fn members_stand_in_any_order() {
        let ids = Ids { first: 7, count: 1, kind: RpcIds::Number };
        let result = |body: &str| match find(body.as_bytes(), ids) {
            Ok(Replies::One(ReplyPiece { place: Some(0), result, .. })) => result.map(|range| body[range].to_owned()),
            other => panic!("{body}: {other:?}"),
        };
        for body in [
            r#"{"jsonrpc":"2.0","id":7,"result":[1]}"#,
            r#"{"result":[1],"error":null,"id":7,"jsonrpc":"2.0"}"#,
            r#" { "more" : {} , "\u0069d" : 7 , "id2" : 8 , "result" : [1] } "#,
            r#"{"jsonrpc":"2.0","jsonrpc":"2.0","error":null,"result":[1],"id":7,"":[]}"#,
        ] {
            assert_eq!(result(body).as_deref(), Some("[1]"), "{body}");
        }
        for body in [
            r#"{"id":7,"result":[1],"id":7}"#,
            r#"{"id":7,"result":[1],"\u0072esult":[1]}"#,
            r#"{"error":{},"id":7,"result":[1]}"#,
        ] {
            assert_eq!(result(body), None, "{body}");
        }
    }

    #[test]
    fn any_bytes_are_taken() {
        let body = r#" [{"jsonrpc":"2.0","id":7,"result":{"a":["ü\u00fc",1e5]}},{"id":"8","error":{"code":1}},7] "#;
        let ids = Ids { first: 7, count: 2, kind: RpcIds::Number };
        let found = find(body.as_bytes(), ids).unwrap();
        let Replies::Many(pieces) = found else { panic!("a list") };
        let text = |range: &Range<usize>| &body[range.clone()];
        assert_eq!(pieces[0].id.as_ref().map(text), Some("7"));
        assert_eq!(pieces[0].result.as_ref().map(text), Some("{\"a\":[\"ü\\u00fc\",1e5]}"));
        assert_eq!((text(&pieces[1].all), pieces[1].has_error), ("{\"id\":\"8\",\"error\":{\"code\":1}}", true));
        assert_eq!((text(&pieces[2].all), &pieces[2].id), ("7", &None));
        assert_eq!([0, 1, 2].map(|index: usize| pieces[index].place), [Some(0), None, None]);
        for at in 0..body.len() {
            for byte in [b'"', b'{', b'[', b'0', b' ', 0xff, b'\\'] {
                let mut bytes = body.as_bytes().to_vec();
                bytes[at] = byte;
                // What matters is that each gives a response.
                let _ = find(&bytes, ids);
                let _ = find(&bytes[..at], ids);
            }
        }
    }
}
