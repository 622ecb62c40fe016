//! JSON of an event.
//!
//! Input: the JSON, or a message of a websocket with the likely range of the event. Output: the
//! JSON. Locating the event requires a pass over the whole message, which reading does anyway. So a
//! message with the same beginning and end as an earlier one is only searched if the part between
//! cannot be read.

use crate::events::frame::item_of;
use std::ops::Range;

/// JSON of an event.
#[derive(Debug)]
pub(crate) struct EventJson {
    text: Box<str>,
    /// Likely byte range of the event, in a message that was not searched.
    likely: Option<Range<usize>>,
}

impl EventJson {
    /// Creates an event from a message with the likely byte range of the event.
    pub(crate) fn likely(message: &str, place: Range<usize>) -> Self {
        Self { text: message.into(), likely: Some(place) }
    }

    /// Returns the JSON of the event, or the likely part of the message.
    pub(crate) fn json(&self) -> &str {
        match &self.likely {
            Some(place) => self.text.get(place.clone()).unwrap_or_default(),
            None => &self.text,
        }
    }

    /// Locates the event in its message, unless that was done before; returns whether it was not.
    /// The JSON is empty if the message has no event.
    pub(crate) fn locate(&mut self) -> bool {
        let is_likely = self.likely.take().is_some();
        if is_likely {
            self.text = item_of(&self.text).unwrap_or_default().into();
        }
        is_likely
    }

    /// Returns the size of the JSON in bytes.
    pub(crate) fn len(&self) -> usize {
        self.json().len()
    }
}

impl<T: Into<Box<str>>> From<T> for EventJson {
    fn from(json: T) -> Self {
        Self { text: json.into(), likely: None }
    }
}
