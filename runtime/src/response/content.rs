//! Body of a response as JSON of the operation's output type.
//!
//! Input: the table of a response, its status and its body. Output: JSON for the reader of
//! the output type. Most bodies are that JSON already. A status, an event, a text or lines are
//! converted to JSON here.

use crate::{
    ReadError, Reader, Writer,
    client::Masking,
    error::{Failure, shorten},
    events::{BYTE_ORDER_MARK, EventResult, PIECE, Parser, UNFINISHED, event_json},
    json::{as_text, place_in},
    schema::{ArmBody, JSON_LINES, Operation, ResponseBody, Type, Union, is_json_lines},
    transport::TransportError,
};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use std::{borrow::Cow, collections::VecDeque};

/// Returns whether the operation describes a response of this status.
pub(crate) fn is_described(operation: &Operation, status: StatusCode) -> bool {
    match operation.response.body {
        ResponseBody::ByStatus(union) => arm_of(union, status).is_some(),
        _ => status.is_success(),
    }
}

/// Returns a hint for a status of success that the operation does not describe.
pub(crate) fn undescribed_hint(operation: &Operation, status: StatusCode) -> Option<String> {
    let ResponseBody::ByStatus(union) = operation.response.body else { return None };
    let names: Vec<&str> = union.arms.iter().map(|arm| arm.name).collect();
    status.is_success().then(|| format!("The spec lists the statuses {} only", names.join(", ")))
}

/// Returns the media type that the operation describes for events or lines, and the media type of the response, if they
/// differ.
pub(crate) fn other_kind(
    operation: &Operation,
    status: StatusCode,
    headers: &HeaderMap,
) -> Option<(&'static str, String)> {
    let body = &operation.response.body;
    let is_streamed = matches!(body, ResponseBody::Events(_) | ResponseBody::Lines(_));
    if !is_streamed || status == StatusCode::NO_CONTENT || !status.is_success() {
        return None;
    }
    let types = body.media_types();
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    // Lines have many names, of which servers do not always send the one that documents say.
    let is_lines = matches!(body, ResponseBody::Lines(_)) && is_json_lines(kind);
    let is_described = is_lines || types.iter().any(|ty| kind.eq_ignore_ascii_case(ty));
    (!is_described).then(|| (types.first().copied().unwrap_or(JSON_LINES), kind.to_owned()))
}

/// Returns whether the body of a response is a range of the whole body's bytes.
pub(crate) fn is_part(status: StatusCode, headers: &HeaderMap) -> bool {
    let range = || headers.get(header::CONTENT_RANGE).map(HeaderValue::as_bytes);
    status == StatusCode::PARTIAL_CONTENT
        && range().and_then(|range| range.get(..5)).is_some_and(|unit| unit.eq_ignore_ascii_case(b"bytes"))
}

fn arm_of(union: &Union, status: StatusCode) -> Option<usize> {
    union.arms.iter().position(|arm| arm.name == status.as_str())
}

/// Returns the JSON of a response; `None` for bytes.
pub(crate) fn json<'b>(
    operation: &Operation,
    status: StatusCode,
    body: &'b Bytes,
) -> Result<Option<Cow<'b, [u8]>>, Failure> {
    Ok(Some(match operation.response.body {
        ResponseBody::Bytes(_) => return Ok(None),
        ResponseBody::Json if body.trim_ascii().is_empty() => Cow::Owned(nothing(operation.output)?),
        ResponseBody::Json => Cow::Borrowed(body.as_ref()),
        ResponseBody::Text(_) => Cow::Owned(text(body).map_err(Failure::Decode)?),
        ResponseBody::ByStatus(union) => Cow::Owned(wrap_in_status(union, status, body)?),
        ResponseBody::Events(union) => {
            let end = operation.response.stream.end.filter(|_| status != StatusCode::NO_CONTENT);
            Cow::Owned(events(union, end, body)?)
        }
        ResponseBody::Lines(_) => Cow::Owned(lines(body).map_err(Failure::Decode)?),
    }))
}

/// Takes the byte order mark off a body that is to be JSON: RFC 8259 forbids it, and some services send
/// it.
pub(crate) fn without_mark(operation: &Operation, response: Response<Bytes>) -> Response<Bytes> {
    let is_json = matches!(operation.response.body, ResponseBody::Json | ResponseBody::ByStatus(_));
    response.map(|body| match body.starts_with(BYTE_ORDER_MARK) && is_json {
        true => body.slice(BYTE_ORDER_MARK.len()..),
        false => body,
    })
}

/// Returns the compression of a body that is not text, by its headers or its first bytes, without secrets.
pub(crate) fn compression(headers: &HeaderMap, body: &[u8], masking: &Masking) -> Option<String> {
    /// First bytes of compressed data, with the name of the compression.
    const MAGIC_NUMBERS: [(&[u8], &str); 2] = [(b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd")];
    let encoding = headers.get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok()).map(str::trim);
    let encoding = encoding.filter(|how| !how.is_empty() && !how.eq_ignore_ascii_case("identity"));
    let by_content = || MAGIC_NUMBERS.iter().find(|(magic, _)| body.starts_with(magic)).map(|(_, how)| *how);
    // A transport may have decompressed the body, and have left the header.
    let how = encoding.or_else(by_content).filter(|_| std::str::from_utf8(body).is_err())?;
    Some(shorten(&masking.redact(how.to_owned()), 40))
}

/// Returns the JSON of an empty body, if its type accepts one.
fn nothing(ty: Option<Type>) -> Result<Vec<u8>, Failure> {
    match ty.map(Type::plain) {
        None | Some(Type::Nullable(_)) => Ok(b"null".to_vec()),
        Some(other) => Err(Failure::NoBody(other.noun())),
    }
}

/// Converts a body of text to a JSON string.
fn text(body: &[u8]) -> Result<Vec<u8>, ReadError> {
    let mut writer = Writer::new();
    writer.text(as_text(body)?);
    Ok(writer.finish().unwrap_or_default())
}

/// Returns the body with its status around it. If no content is expected, the body is null, whatever it holds.
fn wrap_in_status(union: &Union, status: StatusCode, body: &[u8]) -> Result<Vec<u8>, Failure> {
    let arm = arm_of(union, status).and_then(|arm| union.arms.get(arm));
    let body = match arm.map(|arm| arm.body) {
        Some(ArmBody::Value(ty)) if body.trim_ascii().is_empty() => Cow::Owned(nothing(Some(ty))?),
        Some(ArmBody::Value(_)) => Cow::Borrowed(body),
        _ => Cow::Borrowed(&b"null"[..]),
    };
    Ok([b"{\"", status.as_str().as_bytes(), b"\":", &body, b"}"].concat())
}

/// Converts all lines of a body that has ended to a list.
fn lines(body: &[u8]) -> Result<Vec<u8>, ReadError> {
    let (mut list, mut number) = (vec![b'['], 0);
    let text = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    for line in lines {
        // A line that is more than one value would be several items.
        let at = place_in(body, line).map_or(0, |place| place.start);
        one_value(line).map_err(|error| error.moved_by(at).in_item(number))?;
        if number > 0 {
            list.push(b',');
        }
        list.extend_from_slice(line);
        number += 1;
    }
    list.push(b']');
    Ok(list)
}

fn one_value(line: &[u8]) -> Result<(), ReadError> {
    let mut reader = Reader::new(as_text(line)?);
    reader.skip()?;
    reader.finish()
}

/// Converts all events of a body that has ended to a list, up to the event that ends the stream.
fn events(union: &'static Union, end: Option<&str>, body: &[u8]) -> Result<Vec<u8>, Failure> {
    // The body is within the limit, so each event is.
    let (mut parser, mut found) = (Parser::new(usize::MAX), VecDeque::new());
    let mut list = vec![b'['];
    for part in body.chunks(PIECE) {
        parser.add_chunk(part, &mut found);
        for event in found.drain(..).flatten() {
            if event.is_end(end) {
                list.push(b']');
                return Ok(list);
            }
            if list.len() > 1 {
                list.push(b',');
            }
            list.extend_from_slice(&event_json(union, &event));
        }
    }
    check_end(parser.finish(), end)?;
    list.push(b']');
    Ok(list)
}

/// Checks the last event of a body, which no empty line ended: a spec may require one, and any other one is incomplete.
pub(crate) fn check_end(unfinished: Option<EventResult>, end: Option<&str>) -> Result<(), Failure> {
    let failed = |text| Err(Failure::Transport(TransportError::other(text)));
    match (unfinished, end) {
        (Some(Ok(event)), Some(_)) if event.is_end(end) => Ok(()),
        (_, Some(end)) => failed(format!("the events ended without `{end}`")),
        (Some(_), None) => failed(UNFINISHED.to_owned()),
        (None, None) => Ok(()),
    }
}
