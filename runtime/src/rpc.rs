//! JSON-RPC envelopes.
//!
//! Input: a method and its parameters, or the body of a response. Output: the body of a request, or
//! the result, read in place in one pass. Members may be in any order, so the result may be read
//! before the ID. The ID is checked before the result is returned. HTTP is not known here.

mod replies;

pub(crate) use self::replies::{END, Ids, MAX_HEAD_LENGTH, Replies, ReplyPiece, find, put_head, put_method};

use crate::{
    RawJson, ReadError, Reader, Text,
    error::{Code, RpcFailure, shorten},
    from_slice,
    json::{self, text_json},
    schema::{RpcIds, Type},
};
use std::fmt;

/// Reads the next value, as the type of the result.
pub(crate) type ReadResult<'r> = &'r mut dyn FnMut(&mut Reader<'_>) -> Result<(), ReadError>;

/// The id of a call, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Id(String);

impl Id {
    pub(crate) fn new(number: u64, kind: RpcIds) -> Self {
        match kind {
            RpcIds::Number => Self(number.to_string()),
            RpcIds::Text => Self(format!("\"{number}\"")),
        }
    }

    /// Returns whether the id of a response, as JSON, equals this id. A text may be written with escapes.
    fn is(&self, found: &str) -> bool {
        let text = || from_slice::<Text>(Type::Text, found.as_bytes()).ok();
        found == self.0 || found.starts_with('"') && text().is_some_and(|text| text_json(text.as_str()) == self.0)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Reason for a missing result.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The server answers with an error.
    Rpc(RpcFailure),
    /// The text is not a response to this call.
    Protocol(String),
    /// The result does not fit its type.
    Decode(ReadError),
}

/// Writes the body of a request.
pub(crate) fn envelope(id: &Id, method: &str, params: &[u8]) -> Vec<u8> {
    let mut body = Vec::with_capacity(MAX_HEAD_LENGTH + id.0.len() + method.len() + params.len());
    body.extend_from_slice(replies::HEAD.as_bytes());
    body.extend_from_slice(id.0.as_bytes());
    put_method(&mut body, method);
    body.extend_from_slice(params);
    body.push(END);
    body
}

/// Reads the body of a response to the request with this id.
pub(crate) fn read(body: &[u8], id: &Id, result: ReadResult<'_>) -> Result<(), Failed> {
    let text = json::as_text(body).map_err(|_| Failed::Protocol("the body is not UTF-8".to_owned()))?;
    match text.trim_ascii_start().bytes().next() {
        Some(b'{') => {}
        Some(first) => return Err(Failed::Protocol(no_object(first, text))),
        None => return Err(Failed::Protocol("the body is empty".to_owned())),
    }
    let scanned = match scan(text, result) {
        Ok(scanned) => scanned,
        Err(EnvelopeError::Json(error)) => return Err(Failed::Protocol(format!("the body is not JSON: {error}"))),
        Err(EnvelopeError::Repeated(name)) => return Err(repeated_member(name)),
        // The rest of the envelope may explain why the result does not fit: it may have the ID of another call,
        // or an error may follow.
        Err(EnvelopeError::Result(error)) => {
            return match scan(text, &mut |reader| reader.skip()).map(|scanned| scanned.check(id)) {
                Ok(Err(failed)) => Err(failed),
                Err(EnvelopeError::Repeated(name)) => Err(repeated_member(name)),
                Ok(Ok(_)) | Err(_) => Err(Failed::Decode(error)),
            };
        }
    };
    match scanned.check(id)? {
        ResultState::Value => Ok(()),
        ResultState::Null => {
            result(&mut Reader::new("null")).map_err(|error| Failed::Decode(error.in_member("result")))
        }
        ResultState::Absent => Err(Failed::Protocol("it holds neither `result` nor `error`".to_owned())),
    }
}

fn repeated_member(name: &str) -> Failed {
    Failed::Protocol(format!("it holds `{name}` more than once"))
}

/// Returns the error of a response whose body is an envelope with an error. It is used for responses whose status is
/// not a success.
pub(crate) fn failure(body: &[u8], id: &Id) -> Option<RpcFailure> {
    match read(body, id, &mut |reader| reader.skip()) {
        Err(Failed::Rpc(failure)) => Some(failure),
        _ => None,
    }
}

/// Returns the error of a response, whatever its id is.
pub(crate) fn reported_failure(body: &[u8]) -> Option<RpcFailure> {
    let scanned = scan(json::as_text(body).ok()?, &mut |reader| reader.skip()).ok()?;
    scanned.error.map(rpc_failure)
}

/// Returns the error text of a body that is not a JSON object.
fn no_object(first: u8, text: &str) -> String {
    let start = shorten(text.get(..text.len().min(400)).unwrap_or(text), 80);
    match first {
        b'[' => format!("expected an object, found an array: {start}"),
        b'<' => format!("expected a JSON object, found what may be HTML: {start}"),
        _ => format!("expected a JSON object, found: {start}"),
    }
}

/// State of the member `result` of an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ResultState {
    Absent,
    Null,
    Value,
}

/// Content of an envelope.
struct Envelope<'a> {
    id: Option<&'a str>,
    error: Option<&'a str>,
    result: ResultState,
}

/// Error of reading an envelope.
enum EnvelopeError {
    Json(ReadError),
    /// A member of the envelope is repeated, so it is ambiguous.
    Repeated(&'static str),
    Result(ReadError),
}

/// Reads the members of an envelope.
fn scan<'a>(text: &'a str, read: ReadResult<'_>) -> Result<Envelope<'a>, EnvelopeError> {
    let mut scanned = Envelope { id: None, error: None, result: ResultState::Absent };
    let (mut seen, mut repeated, mut in_result) = ([false; MEMBERS.len()], None, false);
    let mut reader = Reader::new(text);
    let members = reader.map(&mut |reader: &mut Reader<'a>, name: &Text| {
        for (known, seen) in MEMBERS.iter().zip(&mut seen).filter(|(known, _)| **known == name.as_str()) {
            if std::mem::replace(seen, true) {
                // The text of this error is not shown.
                repeated = Some(*known);
                return Err(ReadError::new(b"", 0, *known, *known));
            }
        }
        match name.as_str() {
            "id" => scanned.id = Some(reader.raw()?),
            // Text that is no JSON is an error of the response, and not of its result.
            "result" if reader.kind().is_err() => return reader.skip(),
            "error" => scanned.error = if reader.null()? { None } else { Some(reader.raw()?) },
            "result" if reader.null()? => scanned.result = ResultState::Null,
            "result" => {
                in_result = true;
                read(reader)?;
                in_result = false;
                scanned.result = ResultState::Value;
            }
            _ => reader.skip()?,
        }
        Ok(())
    });
    match (members.and_then(|()| reader.finish()), repeated) {
        (Ok(()), _) => Ok(scanned),
        (Err(_), Some(name)) => Err(EnvelopeError::Repeated(name)),
        (Err(error), None) if in_result => Err(EnvelopeError::Result(error)),
        (Err(error), None) => Err(EnvelopeError::Json(error)),
    }
}

/// Members of an envelope that are read.
const MEMBERS: [&str; 3] = ["id", "error", "result"];

impl Envelope<'_> {
    /// Checks that the envelope answers the request. Returns its result, or the error that it reports.
    fn check(&self, id: &Id) -> Result<ResultState, Failed> {
        let protocol = |text: String| Err(Failed::Protocol(text));
        // A server that could not read the request cannot know its id, so its errors may come
        // without one.
        match (self.id, self.error) {
            (None | Some("null"), Some(_)) => {}
            (None, None) => return protocol(format!("it has no id, but the request's is {id}")),
            (Some(found), _) if !id.is(found) => {
                let found = shorten(found, 40);
                return protocol(format!("its id is {found}, but the request's is {id}"));
            }
            _ => {}
        }
        match self.error {
            // Also next to a result: some servers send an empty one.
            Some(error) => Err(Failed::Rpc(rpc_failure(error))),
            None => Ok(self.result),
        }
    }
}

/// Reads the error object, however incomplete it is.
pub(crate) fn rpc_failure(error: &str) -> RpcFailure {
    let text = |json: &str| from_slice::<Text>(Type::Text, json.as_bytes()).map(|text| text.as_str().to_owned());
    let Ok(members) = json::members(error.as_bytes()) else {
        return RpcFailure { message: text(error).unwrap_or_else(|_| error.to_owned()), ..RpcFailure::default() };
    };
    let mut failure = RpcFailure::default();
    for (name, value) in members {
        match name.as_str() {
            "code" => failure.code = Code::read(text(value).as_deref().unwrap_or(value)),
            "message" => failure.message = text(value).unwrap_or_else(|_| value.to_owned()),
            "data" => failure.data = (value != "null").then(|| RawJson::checked(value)),
            _ => {}
        }
    }
    failure
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn id() -> Id {
        Id::new(7, RpcIds::Number)
    }

    #[test]
    fn ids_that_are_texts() {
        let id = Id::new(7, RpcIds::Text);
        let body = String::from_utf8(envelope(&id, "a", b"{}")).unwrap();
        assert_eq!(body, r#"{"jsonrpc":"2.0","id":"7","method":"a","params":{}}"#);
        let read = |found: &str| {
            let body = format!(r#"{{"result":1,"id":{found}}}"#);
            read(body.as_bytes(), &id, &mut |reader| reader.skip())
        };
        assert!(read("\"7\"").is_ok() && read("\"\\u0037\"").is_ok());
        for other in ["7", "\"8\"", "\"07\"", "null", "7.0"] {
            let Err(Failed::Protocol(text)) = read(other) else { panic!("{other}") };
            assert_eq!(text, format!("its id is {other}, but the request's is \"7\""));
        }
    }

    fn outcome(body: &str) -> Result<String, String> {
        let mut out = String::new();
        let read = read(body.as_bytes(), &id(), &mut |reader| {
            out = reader.raw()?.to_owned();
            // A type that takes anything but this text.
            if out == "\"misfit\"" { Err(ReadError::new(b"", 0, "a number", "a text")) } else { Ok(()) }
        });
        match read {
            Ok(()) => Ok(out),
            Err(Failed::Rpc(failure)) => Err(format!(
                "rpc {} {} {}",
                failure.code.map_or("-".to_owned(), |code| code.to_string()),
                failure.message,
                failure.data.map_or("-".to_owned(), |data| data.as_str().to_owned())
            )),
            Err(Failed::Protocol(text)) => Err(format!("protocol {text}")),
            Err(Failed::Decode(error)) => Err(format!("decode {}", error.path())),
        }
    }

    #[test]
    fn results() {
        for body in [
            r#"{"jsonrpc":"2.0","id":7,"result":{"a":[1]}}"#,
            r#"{"result":{"a":[1]},"error":null,"id":7,"jsonrpc":"2.0","more":[{}]}"#,
            " \n{ \"id\" : 7 , \"result\" : {\"a\":[1]} }\n",
        ] {
            assert_eq!(outcome(body).as_deref(), Ok(r#"{"a":[1]}"#), "{body}");
        }
        assert_eq!(outcome(r#"{"id":7,"result":null}"#).as_deref(), Ok("null"));
        assert_eq!(outcome(r#"{"id":7,"result":null,"error":null}"#).as_deref(), Ok("null"));
    }

    #[test]
    fn what_is_no_json_is_no_response() {
        for body in
            [r#"{"id":7,"result":"#, r#"{"id":7,"result":<html>"#, r#"{"id":7,"result":nope}"#, r#"{"id":7,"error":"#]
        {
            let told = outcome(body).unwrap_err();
            assert!(told.starts_with("protocol the body is not JSON"), "{body}: {told}");
        }
    }

    #[test]
    fn errors() {
        let rpc = |body: &str| outcome(body).unwrap_err();
        assert_eq!(rpc(r#"{"id":7,"error":{"code":-32000,"message":"no","data":null}}"#), "rpc -32000 no -");
        assert_eq!(
            rpc(r#"{"error":{"message":"n\u006f","code":3,"data":"0x"},"result":null,"id":null}"#),
            "rpc 3 no \"0x\""
        );
        for code in ["-32000", "-32000.0", "-3.2e4", "-320000E-1", "\"-32000\"", "\"-3.2\\u00654\""] {
            let body = format!(r#"{{"id":7,"error":{{"code":{code},"message":"x"}}}}"#);
            assert_eq!(rpc(&body), "rpc -32000 x -", "{code}");
        }
        // What is no whole number is none, and is not taken for zero.
        for (code, shown) in [("\"NO_ROOM\"", "NO_ROOM"), ("1.5", "1.5"), ("\"\"", "-"), ("null", "-"), ("{}", "{}")] {
            let body = format!(r#"{{"id":7,"error":{{"code":{code},"message":"x"}}}}"#);
            assert_eq!(rpc(&body), format!("rpc {shown} x -"), "{code}");
        }
        assert_eq!(rpc(r#"{"id":7,"error":"boom"}"#), "rpc - boom -");
        // The error counts, whatever stands next to it, and in whichever order.
        for result in ["\"misfit\"", "\"\"", "1", "null", "{}"] {
            assert_eq!(
                rpc(&format!(r#"{{"id":7,"result":{result},"error":{{"code":1,"message":"x"}}}}"#)),
                "rpc 1 x -"
            );
            assert_eq!(
                rpc(&format!(r#"{{"error":{{"code":1,"message":"x"}},"result":{result},"id":7}}"#)),
                "rpc 1 x -"
            );
        }
    }

    #[test]
    fn what_is_no_response() {
        let protocol = |body: &str| {
            let text = outcome(body).unwrap_err();
            text.strip_prefix("protocol ").unwrap_or_else(|| panic!("{body}: {text}")).to_owned()
        };
        assert_eq!(protocol(""), "the body is empty");
        assert_eq!(protocol(" \n"), "the body is empty");
        assert_eq!(protocol(r#"{"result":1}"#), "it has no id, but the request's is 7");
        for id in ["null", "8", "\"7\"", "7.0", "{\"a\":1}", "[7]"] {
            let text = protocol(&format!(r#"{{"result":1,"id":{id}}}"#));
            assert_eq!(text, format!("its id is {id}, but the request's is 7"));
        }
        assert_eq!(protocol(r#"{"id":8,"error":{"code":1,"message":"x"}}"#), "its id is 8, but the request's is 7");
        assert_eq!(protocol(r#"{"id":7}"#), "it holds neither `result` nor `error`");
        assert_eq!(protocol(r#"{"id":7,"error":null}"#), "it holds neither `result` nor `error`");
        for (name, body) in [
            ("result", r#"{"id":7,"result":{"a":1},"result":{"b":2}}"#),
            ("result", r#"{"id":7,"result":null,"result":1}"#),
            ("result", r#"{"id":7,"result":"misfit","result":1}"#),
            ("id", r#"{"id":7,"result":1,"id":8}"#),
            ("error", r#"{"id":7,"error":{"code":1},"error":null}"#),
            ("error", r#"{"id":7,"error":null,"result":1,"\u0065rror":{}}"#),
        ] {
            assert_eq!(protocol(body), format!("it holds `{name}` more than once"), "{body}");
        }
        assert!(protocol(r#"[{"id":7,"result":1}]"#).contains("found an array"));
        assert!(protocol("<html>").contains("HTML"));
        assert!(protocol("ok").contains("found: ok"));
        assert!(protocol(r#"{"id":7,"result":1} x"#).contains("not JSON"));
        assert!(protocol(r#"{"id":7,"#).contains("not JSON"));
    }

    #[test]
    fn misfits() {
        assert_eq!(outcome(r#"{"id":7,"result":"misfit"}"#).unwrap_err(), "decode result");
        assert_eq!(
            outcome(r#"{"result":"misfit","id":8}"#).unwrap_err(),
            "protocol its id is 8, but the request's is 7"
        );
        assert_eq!(outcome(r#"{"id":7,"result":[1,"#).unwrap_err(), "decode result");
    }

    #[test]
    fn any_bytes_are_taken() {
        let body = r#"{"jsonrpc":"2.0","result":{"a":["\u00fcü",1e5]},"error":{"code":1,"data":[]},"id":7}"#.as_bytes();
        for at in 0..body.len() {
            for byte in [b'"', b'{', b'[', b'0', b' ', 0xff, b'\\'] {
                let mut bytes = body.to_vec();
                bytes[at] = byte;
                // What matters is that each gives a response.
                let _ = read(&bytes, &id(), &mut |reader| reader.skip());
                assert!(read(&bytes[..at], &id(), &mut |reader| reader.skip()).is_err());
            }
        }
    }

    #[test]
    fn writes() {
        let body = String::from_utf8(envelope(&Id::new(1, RpcIds::Number), "a\"b", b"[]")).unwrap();
        assert_eq!(body, r#"{"jsonrpc":"2.0","id":1,"method":"a\"b","params":[]}"#);
    }
}
