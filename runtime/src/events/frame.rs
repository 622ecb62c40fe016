//! Frames of a websocket: splits a frame into messages.
//!
//! Input: a text from an untrusted peer. Output: its messages: replies, events, errors of
//! subscriptions, and unknown ones. A frame may hold several JSON texts, and arrays of messages.
//! Values are skipped, not read.

use crate::{
    ReadError, Reader, Text, from_slice,
    json::{Kind, list_items, place_in, text_json},
    schema::Type,
};
use std::borrow::Cow;

/// A message in a frame; its parts are unchanged JSON text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Message<'a> {
    /// A reply to the call with this ID.
    Reply(String),
    /// An error without a usable ID of its call.
    NamelessError(&'a str),
    /// An event of a subscription.
    Event { key: String, item: &'a str },
    /// An error that ends a subscription.
    Failed { key: String, error: &'a str },
    /// A notification without content, such as a keep-alive.
    Empty,
    /// An unknown message, with the reason.
    Unknown(&'static str),
}

/// Calls `visit` with each message of a text and its JSON. Invalid JSON ends the visit as an
/// unknown message.
pub(crate) fn visit_messages<'a>(text: &'a str, visit: &mut dyn FnMut(&'a str, Message<'a>)) {
    if let Ok(members) = Members::of(text) {
        return visit(text, members.message());
    }
    let mut rest = text.trim_ascii();
    while !rest.is_empty() {
        let Ok(json) = Reader::new(rest).raw() else { return visit(rest, Message::Unknown(NOT_JSON)) };
        match json.bytes().next() {
            Some(b'[') => batch(json, visit),
            _ => visit(json, object(json)),
        }
        let end = place_in(rest.as_bytes(), json.as_bytes()).map_or(rest.len(), |place| place.end);
        rest = rest.get(end..).unwrap_or_default().trim_ascii_start();
    }
}

/// Returns the value of an event message; `None` for any other message.
pub(crate) fn item_of(text: &str) -> Option<&str> {
    match object(text) {
        Message::Event { item, .. } => Some(item),
        _ => None,
    }
}

const NOT_JSON: &str = "it is not JSON";

/// Visits the messages of an array.
fn batch<'a>(json: &'a str, visit: &mut dyn FnMut(&'a str, Message<'a>)) {
    let mut is_empty = true;
    let read = list_items(json, &mut |item| {
        is_empty = false;
        visit(item, object(item));
    });
    if read.is_err() || is_empty {
        visit(json, Message::Unknown(if is_empty { "it is an empty array" } else { NOT_JSON }));
    }
}

/// Members that determine the kind of a message. Of the repeated members of a reply, the first counts.
#[derive(Default)]
struct Members<'a> {
    id: Option<&'a str>,
    method: Option<&'a str>,
    error: Option<&'a str>,
    has_result: bool,
    has_params: bool,
    /// Whether `params` has members or items.
    has_content: bool,
    /// Subscription ID in `params`.
    subscription: Option<&'a str>,
    item: Option<&'a str>,
    /// Error in `params` in place of an event.
    failure: Option<&'a str>,
    /// Whether a member of a notification occurs more than once.
    is_doubled: bool,
}

impl<'a> Members<'a> {
    /// Reads the members in one pass over the text.
    fn of(text: &'a str) -> Result<Self, ReadError> {
        let (mut found, mut reader) = (Self::default(), Reader::new(text));
        reader.map(&mut |reader: &mut Reader<'a>, name: &Text| found.take(reader, name.as_str()))?;
        reader.finish()?;
        Ok(found)
    }

    /// Returns the message that the members determine.
    fn message(self) -> Message<'a> {
        let error = self.error.filter(|error| *error != "null");
        match (self.id.filter(|id| *id != "null"), self.method, error) {
            // A notification may report an error at its top level, or in its parameters.
            (None, Some(_), _) if !self.has_result && self.is_doubled => {
                Message::Unknown("a member of it occurs more than once")
            }
            (None, Some(method), _) if !self.has_result => match (self.subscription, self.item, self.failure.or(error))
            {
                (Some(_), Some(_), Some(_)) => Message::Unknown("it has both an event and an error"),
                (Some(id), None, Some(error)) => Message::Failed { key: key(method, id), error },
                (Some(id), Some(item), None) => Message::Event { key: key(method, id), item },
                (None, _, Some(error)) if !self.has_content => Message::NamelessError(error),
                (None, ..) if !self.has_content => Message::Empty,
                _ => Message::Unknown("it is a call or a notification of no subscription"),
            },
            (Some(_), Some(_), None) if !self.has_result => {
                Message::Unknown("it is a call or a notification of no subscription")
            }
            (Some(id), ..) => Message::Reply(plain_id(id).into_owned()),
            (None, _, Some(error)) => Message::NamelessError(error),
            (None, ..) => Message::Unknown("it has no ID"),
        }
    }

    /// Reads a member of a message.
    fn take(&mut self, reader: &mut Reader<'a>, name: &str) -> Result<(), ReadError> {
        match name {
            "params" => {
                self.is_doubled |= std::mem::replace(&mut self.has_params, true);
                if reader.kind()? != Kind::Object {
                    self.has_content = !matches!(reader.raw()?, "null" | "[]");
                    return Ok(());
                }
                return reader.map(&mut |reader: &mut Reader<'a>, name: &Text| self.take_param(reader, name.as_str()));
            }
            "result" => self.has_result = true,
            _ => {}
        }
        let value = reader.raw()?;
        match name {
            "id" => self.is_doubled |= !is_first(&mut self.id, value),
            "method" => self.is_doubled |= !is_first(&mut self.method, value),
            "error" => self.is_doubled |= !is_first(&mut self.error, value),
            _ => {}
        }
        Ok(())
    }

    /// Reads a member of `params`.
    fn take_param(&mut self, reader: &mut Reader<'a>, name: &str) -> Result<(), ReadError> {
        let value = reader.raw()?;
        self.has_content = true;
        match name {
            "error" if value == "null" => {}
            "error" => self.is_doubled |= !is_first(&mut self.failure, value),
            "subscription" => self.is_doubled |= !is_first(&mut self.subscription, value),
            "result" => self.is_doubled |= !is_first(&mut self.item, value),
            _ => {}
        }
        Ok(())
    }
}

/// Stores the value of a member unless it has one, and returns whether it had none.
fn is_first<'a>(member: &mut Option<&'a str>, value: &'a str) -> bool {
    let is_first = member.is_none();
    member.get_or_insert(value);
    is_first
}

/// Returns the message of an object.
fn object(text: &str) -> Message<'_> {
    match Members::of(text) {
        Ok(members) => members.message(),
        Err(_) if text.starts_with('{') => Message::Unknown(NOT_JSON),
        Err(_) => Message::Unknown("it is no JSON object or array"),
    }
}

/// Returns the key of a subscription's events: the notification method and the subscription ID,
/// both as JSON.
pub(crate) fn key(method: &str, id: &str) -> String {
    [&*plain_id(method), " ", &*plain_id(id)].concat()
}

/// Normalizes the JSON of an ID: a string is written without needless escapes.
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

    fn all(text: &str) -> Vec<Message<'_>> {
        let mut all = Vec::new();
        visit_messages(text, &mut |_, message| all.push(message));
        all
    }

    #[test]
    fn messages_are_told_apart() {
        let reply = |id: &str| Message::Reply(id.to_owned());
        let event = |key: &str, item| Message::Event { key: key.to_owned(), item };
        for (text, expected) in [
            (r#"{"jsonrpc":"2.0","id":7,"result":null}"#, reply("7")),
            (r#" {"result":1,"id":"\u0037"}"#, reply("\"7\"")),
            (r#"{"id":7}"#, reply("7")),
            (r#"{"id":7,"method":"x","result":1}"#, reply("7")),
            (r#"{"id":null,"error":{"code":1}}"#, Message::NamelessError(r#"{"code":1}"#)),
            (r#"{"error":{"code":1}}"#, Message::NamelessError(r#"{"code":1}"#)),
            (
                r#"{"method":"s","params":{"result":{"a":[1]},"subscription":"0x1"}}"#,
                event("\"s\" \"0x1\"", r#"{"a":[1]}"#),
            ),
            (r#"{"id":null,"method":"s","params":{"subscription":7,"result":null}}"#, event("\"s\" 7", "null")),
            (
                r#"{"method":"s","params":{"subscription":7,"error":{"code":1}}}"#,
                Message::Failed { key: "\"s\" 7".to_owned(), error: r#"{"code":1}"# },
            ),
            (r#"{"method":"alive"}"#, Message::Empty),
            (r#"{"method":"alive","params":[]}"#, Message::Empty),
        ] {
            assert_eq!(all(text), [expected], "{text}");
        }
        for text in ["x", "1", "[]", "{", "{}", "[{", r#"{"id":null,"result":1}"#] {
            assert!(matches!(all(text).as_slice(), [.., Message::Unknown(_)]), "{text}");
        }
        for params in ["[1]", "1", r#"{"subscription":1}"#, r#"{"result":1}"#, r#"{"id":1,"result":1}"#] {
            let text = format!(r#"{{"method":"s","params":{params}}}"#);
            assert!(matches!(all(&text).as_slice(), [Message::Unknown(_)]), "{text}");
        }
    }

    #[test]
    fn a_frame_may_hold_several_messages() {
        let one = r#"{"id":1,"result":1}"#;
        let two = r#"{"method":"s","params":{"subscription":7,"result":2}}"#;
        let seven = || Message::Event { key: "\"s\" 7".to_owned(), item: "2" };
        for text in
            [format!("[{one},{two}]"), format!(" {one}\n{two} "), format!("{one}{two}"), format!("{one}[{two}]")]
        {
            assert_eq!(all(&text), [Message::Reply("1".to_owned()), seven()], "{text}");
        }
        let broken = format!("{two} {{");
        assert_eq!(all(&broken), [seven(), Message::Unknown(NOT_JSON)]);
        assert_eq!(all("").len() + all(" ").len(), 0);
    }
}
