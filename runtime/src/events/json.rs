//! JSON of an event.
//!
//! Input: the JSON, or a message of a websocket with the likely range of the event. Output: the JSON.
//! Finding its end requires a pass over all of it, which reading does anyway. So a message with the same
//! beginning and end as the previous one is only searched if the part between cannot be read.

use crate::events::frame::item_of;
use std::ops::Range;

/// The JSON of an event.
#[derive(Debug)]
pub(crate) struct EventJson {
    text: Box<str>,
    /// Where it is likely to be, in a message that was not looked through.
    likely: Option<Range<usize>>,
}

impl EventJson {
    /// An event within a message, at the place where the last one was.
    pub(crate) fn likely(message: &str, place: Range<usize>) -> Self {
        Self { text: message.into(), likely: Some(place) }
    }

    /// The JSON, or what is likely to be it.
    pub(crate) fn json(&self) -> &str {
        match &self.likely {
            Some(place) => self.text.get(place.clone()).unwrap_or_default(),
            None => &self.text,
        }
    }

    /// Looks through the message, if nobody has; whether it did. A message that holds no event
    /// after all is none.
    pub(crate) fn look(&mut self) -> bool {
        let is_likely = self.likely.take().is_some();
        if is_likely {
            self.text = item_of(&self.text).unwrap_or_default().into();
        }
        is_likely
    }

    /// How many bytes of JSON the event has.
    pub(crate) fn len(&self) -> usize {
        self.json().len()
    }
}

impl<T: Into<Box<str>>> From<T> for EventJson {
    fn from(json: T) -> Self {
        Self { text: json.into(), likely: None }
    }
}
