//! What messages with events look like.
//!
//! Input: a message that was looked through, and the event in it. Output: the event in a message that has the same text before and
//! behind it. A service writes the same method and subscription ID into each, so that only the event differs.

use super::Subscriber;
use crate::stream::EventJson;
use std::{collections::VecDeque, sync::Arc};

/// So many are remembered: each message is compared with all of them.
const MOST: usize = 8;

/// The messages of the subscriptions that had an event last.
#[derive(Default)]
pub(super) struct Shapes(VecDeque<Shape>);

struct Shape {
    subscriber: Arc<Subscriber>,
    /// What stands before an event.
    head: Box<str>,
    /// What stands behind it.
    tail: Box<str>,
}

impl Shapes {
    /// The event in a message, and whose it is.
    pub(super) fn find(&self, message: &str) -> Option<(&Arc<Subscriber>, EventJson)> {
        let is_it = |shape: &&Shape| {
            let behind = message.strip_prefix(&*shape.head);
            behind.is_some_and(|behind| behind.ends_with(&*shape.tail))
        };
        let shape = self.0.iter().find(is_it)?;
        let place = shape.head.len()..message.len() - shape.tail.len();
        Some((&shape.subscriber, EventJson::likely(message, place)))
    }

    /// Remembers a message of a subscription, of which the event is a part.
    pub(super) fn learn(&mut self, subscriber: &Arc<Subscriber>, message: &str, event: &str) {
        let start = (event.as_ptr() as usize).wrapping_sub(message.as_ptr() as usize);
        let Some((head, rest)) = message.split_at_checked(start) else { return };
        let Some(tail) = rest.get(event.len()..) else { return };
        self.forget(subscriber);
        self.0.truncate(MOST - 1);
        let subscriber = Arc::clone(subscriber);
        self.0.push_front(Shape { subscriber, head: head.into(), tail: tail.into() });
    }

    /// A subscription has ended.
    pub(super) fn forget(&mut self, subscriber: &Arc<Subscriber>) {
        self.0.retain(|shape| !Arc::ptr_eq(&shape.subscriber, subscriber));
    }
}
