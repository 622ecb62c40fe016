//! Shapes: recognizes messages with events by the text around the event.
//!
//! Input: a message whose event was located, and that event. Output: the event in a later message
//! with the same text before and after it. A service writes the same method and subscription ID
//! into each message, so only the event differs.

use crate::{
    events::{EventJson, Subscriber},
    json::place_in,
};
use std::sync::Arc;

/// Maximum number of shapes, as each message is compared with all of them. Messages of further
/// subscriptions are parsed.
const MAX_SHAPES: usize = 16;
/// Maximum size of the text around an event in bytes, as that text is buffered with the event.
const MAX_TEXT_BYTES: usize = 256;

/// Shapes of the messages of subscriptions.
#[derive(Default)]
pub(crate) struct Shapes(Vec<Shape>);

/// Text around the events of a subscription.
struct Shape {
    subscriber: Arc<Subscriber>,
    /// Text before the event.
    head: Box<str>,
    /// Text after the event.
    tail: Box<str>,
}

/// Returns whether a text has a part, whose first byte is rare in the text. `str::contains` takes six times as
/// long for a part of this size, and counting the byte takes a fifth of a search for it.
fn has(text: &str, part: &str) -> bool {
    let Some(first) = part.bytes().next() else { return true };
    if count(text, first) < count(part, first) {
        return false;
    }
    text.match_indices(char::from(first)).any(|(at, _)| text.get(at..).is_some_and(|rest| rest.starts_with(part)))
}

/// Counts a byte. Sums of one byte over few bytes are vector instructions.
fn count(text: &str, byte: u8) -> usize {
    let sums = text.as_bytes().chunks(255).map(|few| few.iter().map(|one| u8::from(*one == byte)).sum::<u8>());
    sums.map(usize::from).sum()
}

impl Shapes {
    /// Returns the event in a message, with its subscription; `None` for an unknown shape.
    pub(crate) fn find(&self, message: &str) -> Option<(&Arc<Subscriber>, EventJson)> {
        // A frame may contain several messages.
        let is_it = |shape: &&Shape| {
            let event = message.strip_prefix(&*shape.head).and_then(|behind| behind.strip_suffix(&*shape.tail));
            event.is_some_and(|event| !has(event, &shape.head))
        };
        let shape = self.0.iter().find(is_it)?;
        let place = shape.head.len()..message.len() - shape.tail.len();
        Some((&shape.subscriber, EventJson::likely(message, place)))
    }

    /// Remembers the text around the event in a message of a subscription.
    pub(crate) fn learn(&mut self, subscriber: &Arc<Subscriber>, message: &str, event: &str) {
        let Some(place) = place_in(message.as_bytes(), event.as_bytes()) else { return };
        let (Some(head), Some(tail)) = (message.get(..place.start), message.get(place.end..)) else { return };
        self.forget(subscriber);
        if self.0.len() >= MAX_SHAPES || head.len() + tail.len() > MAX_TEXT_BYTES {
            return;
        }
        let subscriber = Arc::clone(subscriber);
        self.0.push(Shape { subscriber, head: head.into(), tail: tail.into() });
    }

    /// Removes the shape of a subscription.
    pub(crate) fn forget(&mut self, subscriber: &Arc<Subscriber>) {
        self.0.retain(|shape| !Arc::ptr_eq(&shape.subscriber, subscriber));
    }
}
