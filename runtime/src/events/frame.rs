//! What a text frame of a websocket is.
//!
//! Input: a text that anyone may have sent. Output: whether it is a reply, an event, or unknown.
//! Values are passed over and not read.

use crate::{
    ReadError, Reader, Text, from_slice,
    json::{Kind, items, text_json},
    schema::Type,
};
use std::borrow::Cow;

/// What a text says. Its parts are JSON as they stand in it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame<'a> {
    /// A reply to the calls with these IDs; of a batch there are several.
    Reply(Vec<String>),
    /// An error of a call that the server could not tell.
    NamelessError,
    /// An event of a subscription.
    Event { key: String, item: &'a str },
    /// An unknown frame, and why it is unknown.
    Unknown(&'static str),
}

/// Reads a text.
pub(crate) fn read(text: &str) -> Frame<'_> {
    match text.trim_ascii_start().bytes().next() {
        Some(b'[') => batch(text),
        Some(b'{') => object(text),
        _ => Frame::Unknown("it is no JSON object or array"),
    }
}

/// The value of the event that a text says.
pub(crate) fn item_of(text: &str) -> Option<&str> {
    match read(text) {
        Frame::Event { item, .. } => Some(item),
        _ => None,
    }
}

fn batch(text: &str) -> Frame<'_> {
    let Ok(items) = items(text.as_bytes()) else { return Frame::Unknown("it is not JSON") };
    let ids: Vec<String> = items
        .into_iter()
        .filter_map(|item| match object(item) {
            Frame::Reply(ids) => ids.into_iter().next(),
            _ => None,
        })
        .collect();
    if ids.is_empty() { Frame::Unknown("it is an array without a reply") } else { Frame::Reply(ids) }
}

/// The members that tell what an object is. Of those that come again, the first counts.
#[derive(Default)]
struct Members<'a> {
    id: Option<&'a str>,
    method: Option<&'a str>,
    error: Option<&'a str>,
    has_result: bool,
    has_params: bool,
    /// Of `params`.
    subscription: Option<&'a str>,
    item: Option<&'a str>,
}

impl<'a> Members<'a> {
    /// Reads them in one pass over the text.
    fn of(text: &'a str) -> Result<Self, ReadError> {
        let (mut found, mut reader) = (Self::default(), Reader::new(text));
        reader.map(&mut |reader: &mut Reader<'a>, name: &Text| found.take(reader, name.as_str()))?;
        reader.finish()?;
        Ok(found)
    }

    fn take(&mut self, reader: &mut Reader<'a>, name: &str) -> Result<(), ReadError> {
        match name {
            "params" if !self.has_params => {
                self.has_params = true;
                if reader.kind()? != Kind::Object {
                    return reader.skip();
                }
                return reader.map(&mut |reader: &mut Reader<'a>, name: &Text| self.take_param(reader, name.as_str()));
            }
            "result" => self.has_result = true,
            _ => {}
        }
        let value = reader.raw()?;
        match name {
            "id" => drop(self.id.get_or_insert(value)),
            "method" => drop(self.method.get_or_insert(value)),
            "error" => drop(self.error.get_or_insert(value)),
            _ => {}
        }
        Ok(())
    }

    fn take_param(&mut self, reader: &mut Reader<'a>, name: &str) -> Result<(), ReadError> {
        let value = reader.raw()?;
        match name {
            "subscription" => drop(self.subscription.get_or_insert(value)),
            "result" => drop(self.item.get_or_insert(value)),
            _ => {}
        }
        Ok(())
    }
}

fn object(text: &str) -> Frame<'_> {
    let Ok(members) = Members::of(text) else { return Frame::Unknown("it is not JSON") };
    let is_reply = members.has_result || members.error.is_some();
    match (members.id.filter(|id| *id != "null"), members.method) {
        (_, Some(method)) if !is_reply => match (members.subscription, members.item) {
            (Some(id), Some(item)) => Frame::Event { key: key(method, id), item },
            _ => Frame::Unknown("it is a call or a notification of no subscription"),
        },
        (Some(id), _) => Frame::Reply(vec![plain_id(id).into_owned()]),
        (None, _) if members.error.is_some_and(|error| error != "null") => Frame::NamelessError,
        (None, _) => Frame::Unknown("it has no ID"),
    }
}

/// What an event is recognized by: the method of its notification, and the ID of the subscription,
/// both as JSON.
pub(crate) fn key(method: &str, id: &str) -> String {
    [&*plain_id(method), " ", &*plain_id(id)].concat()
}

/// An ID in the form in which it is sent: a text may be written with escapes.
pub(crate) fn plain_id(id: &str) -> Cow<'_, str> {
    if !id.contains('\\') {
        return Cow::Borrowed(id);
    }
    match from_slice::<Text>(Type::Text, id.as_bytes()) {
        Ok(text) => Cow::Owned(text_json(text.as_str())),
        Err(_) => Cow::Borrowed(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart() {
        let reply = |ids: &[&str]| Frame::Reply(ids.iter().map(|id| (*id).to_owned()).collect());
        for (text, expected) in [
            (r#"{"jsonrpc":"2.0","id":7,"result":null}"#, reply(&["7"])),
            (r#" {"result":1,"id":"\u0037"}"#, reply(&["\"7\""])),
            (r#"{"id":7}"#, reply(&["7"])),
            (r#"{"id":7,"method":"x","result":1}"#, reply(&["7"])),
            (r#"[{"id":2,"result":1},{"id":1,"error":{}},3,{"id":null,"error":{}}]"#, reply(&["2", "1"])),
            (r#"{"id":null,"error":{"code":1}}"#, Frame::NamelessError),
            (r#"{"error":{"code":1}}"#, Frame::NamelessError),
            (
                r#"{"method":"s","params":{"result":{"a":[1]},"subscription":"0x1"}}"#,
                Frame::Event { key: "\"s\" \"0x1\"".to_owned(), item: r#"{"a":[1]}"# },
            ),
            (
                r#"{"id":null,"method":"s","params":{"subscription":7,"result":null}}"#,
                Frame::Event { key: "\"s\" 7".to_owned(), item: "null" },
            ),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        for text in ["", "x", "1", "[]", "[1]", "{", "{}", "[{", r#"{"id":null,"result":1}"#, r#"{"method":"s"}"#] {
            assert!(matches!(read(text), Frame::Unknown(_)), "{text}");
        }
        for params in ["[]", "{}", "1", r#"{"subscription":1}"#, r#"{"result":1}"#] {
            let text = format!(r#"{{"method":"s","params":{params}}}"#);
            assert!(matches!(read(&text), Frame::Unknown(_)), "{text}");
        }
    }
}
