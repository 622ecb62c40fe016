//! What a text of a websocket says.
//!
//! Input: a text that anyone may have sent. Output: whether it is a reply, an event, or nothing that is known here. Values are not
//! read, only passed over.

use crate::{
    Text, from_slice,
    json::{items, members},
    plain::text_json,
    schema::Type,
};

/// What a text says. Its parts are JSON as they stand in it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame<'a> {
    /// A reply to the calls with these IDs; of a batch there are several.
    Reply(Vec<String>),
    /// An error of a call that the server could not tell.
    NamelessError,
    /// An event of a subscription.
    Event { key: String, item: &'a str },
    /// None of these, and why.
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

fn object(text: &str) -> Frame<'_> {
    let Ok(members) = members(text.as_bytes()) else { return Frame::Unknown("it is not JSON") };
    let find = |wanted: &str| members.iter().find(|(name, _)| name.as_str() == wanted).map(|(_, value)| *value);
    let is_reply = find("result").is_some() || find("error").is_some();
    match (find("id").filter(|id| *id != "null"), find("method")) {
        (_, Some(method)) if !is_reply => event(method, find("params")),
        (Some(id), _) => Frame::Reply(vec![plain_id(id)]),
        (None, _) if find("error").is_some_and(|error| error != "null") => Frame::NamelessError,
        (None, _) => Frame::Unknown("it has no ID"),
    }
}

fn event<'a>(method: &str, params: Option<&'a str>) -> Frame<'a> {
    let unknown = Frame::Unknown("it is a call or a notification of no subscription");
    let Some(params) = params.filter(|params| params.starts_with('{')) else { return unknown };
    let Ok(members) = members(params.as_bytes()) else { return unknown };
    let find = |wanted: &str| members.iter().find(|(name, _)| name.as_str() == wanted).map(|(_, value)| *value);
    match (find("subscription"), find("result")) {
        (Some(id), Some(item)) => Frame::Event { key: key(&plain_id(method), id), item },
        _ => unknown,
    }
}

/// What an event is recognized by: the method of its notification, and the ID of the subscription, both as JSON.
pub(crate) fn key(method: &str, id: &str) -> String {
    format!("{method} {}", plain_id(id))
}

/// An ID in the form in which it is sent: a text may be written with escapes.
pub(crate) fn plain_id(id: &str) -> String {
    match from_slice::<Text>(Type::Text, id.as_bytes()) {
        Ok(text) if id.contains('\\') => text_json(text.as_str()),
        _ => id.to_owned(),
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
