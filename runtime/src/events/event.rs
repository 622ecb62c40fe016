//! Typed server-sent events.
//!
//! Input: a received event. Output: the event as JSON, and the typed event that is read from that
//! JSON.

use crate::{
    Read, ReadError, Reader, Text, Writer,
    events::server_sent::Block,
    json::type_of,
    schema::{Integer, Type, Union},
};
use std::time::Duration;

/// A server-sent event.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event<E> {
    /// Content: a value of the union of described events, selected by the name of the event.
    pub data: E,
    /// Last event ID that the server has sent, with this event or an earlier one.
    pub id: Option<Text>,
    /// Wait before a reconnection, as last requested by the server.
    pub retry: Option<Duration>,
}

/// Reads the JSON that the runtime writes for an event; `ty` is the type of the content.
impl<E: Read> Read for Event<E> {
    fn blank() -> Self {
        Self { data: E::blank(), id: None, retry: None }
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let (mut event, mut retry) = (Self::blank(), None);
        reader.map(&mut |reader, name| match name.as_str() {
            "data" => event.data.fill(ty, reader),
            "id" => event.id.fill(Type::Text, reader),
            _ => retry.fill(Type::Integer(Integer::U64), reader),
        })?;
        event.retry = retry.map(Duration::from_millis);
        Ok(event)
    }
}

/// Returns an event as a JSON object with `data`, and `id` and `retry` if known.
pub(crate) fn whole_json(union: &'static Union, event: &Block) -> Box<str> {
    let mut writer = Writer::new();
    writer.raw("{");
    writer.key("data");
    write_data(&mut writer, union, event);
    if let Some(id) = &event.id {
        writer.key("id");
        writer.text(id);
    }
    if let Some(retry) = event.retry {
        writer.key("retry");
        writer.number(format_args!("{}", retry.as_millis()));
    }
    writer.raw("}");
    writer.into_text().into()
}

/// Returns the content of an event as JSON: an object with the event's name as its key.
pub(crate) fn event_json(union: &'static Union, event: &Block) -> Vec<u8> {
    let mut writer = Writer::new();
    write_data(&mut writer, union, event);
    writer.finish().unwrap_or_default()
}

/// Writes the content. Data is written as a string if its type is text, or if it is not JSON.
fn write_data(writer: &mut Writer, union: &'static Union, event: &Block) {
    let arm = union.arms.iter().position(|arm| arm.name == event.name);
    let is_text = arm.is_some_and(|arm| matches!(type_of(union, arm), Type::Text)) || !is_json(&event.data);
    writer.raw("{");
    writer.key(&event.name);
    if is_text {
        writer.text(&event.data);
    } else {
        writer.raw(&event.data);
    }
    writer.raw("}");
}

fn is_json(data: &str) -> bool {
    let mut reader = Reader::new(data);
    reader.skip().and_then(|()| reader.finish()).is_ok()
}
