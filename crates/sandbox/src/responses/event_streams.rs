//! Server-sent events, and JSON lines.
//!
//! Input: a result as a list of `{"name": …}`, or of values. Output: a body that sends one event or line at a
//! time. Lines have neither IDs nor an end. Each event has an ID, and a request with `Last-Event-ID` gets the
//! events after that one. If described, the reconnection delay comes first, and the event that ends the
//! stream last. With [`Builder::open_event_streams`](crate::Builder::open_event_streams), a body stays open
//! after these events, and sends published ones.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use chainloom_runtime::schema::{ArmBody, Bounds, Operation, ResponseBody, Type, Union};
use http::response::Parts;
use http::{HeaderMap, Response, StatusCode};
use http_body::Frame;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::refusals::errors::with_type;
use crate::synthesis::Style;

/// Prefix of the IDs of published events. IDs of other events are numbers from 1.
const PUBLISHED: &str = "published-";

/// Maximum number of published events that wait for one client. A client with more waiting events is cut.
const MAX_QUEUE_LENGTH: usize = 10_000;

/// Open streams of server-sent events and JSON lines.
#[derive(Debug)]
pub(crate) struct Streams {
    stay_open: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    open: Vec<OpenStream>,
    /// Number of events that were published since the start.
    published: u64,
}

#[derive(Debug)]
struct OpenStream {
    operation: &'static str,
    sender: mpsc::Sender<Bytes>,
    /// Event that ends the stream, if the spec describes one.
    end: Option<Bytes>,
}

/// Events of a response whose body is not yet made.
#[derive(Clone)]
struct PendingEvents {
    queue: Arc<Mutex<Option<mpsc::Receiver<Bytes>>>>,
    /// Number of events of the result; the others were published.
    initial: usize,
    /// Bytes before all events: the reconnection delay, if the spec describes one.
    head: Option<Bytes>,
}

impl PendingEvents {
    fn queue(&self) -> MutexGuard<'_, Option<mpsc::Receiver<Bytes>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams {
    pub(crate) fn new(stay_open: bool) -> Self {
        Self { stay_open, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.open.retain(|open| !open.sender.is_closed());
        state
    }

    /// Builds a response whose events or lines wait in a queue. The queue stays open for published
    /// events if streams stay open.
    pub(crate) fn response(&self, operation: &Operation, media_type: &str, result: &Value) -> Response<Bytes> {
        let all = result.as_array().map(Vec::as_slice).unwrap_or_default();
        let (sender, receiver) = mpsc::channel(all.len() + 1 + MAX_QUEUE_LENGTH);
        for (place, event) in all.iter().enumerate() {
            // The queue has room for all of them.
            let _ = sender.try_send(part(operation, event, &(place + 1).to_string()));
        }
        let facts = &operation.response.stream;
        let head = facts.retry.map(|retry| Bytes::from(format!("retry: {retry}\n\n")));
        let end = facts.end.map(|end| Bytes::from(format!("data: {end}\n\n")));
        if self.stay_open {
            self.state().open.push(OpenStream { operation: operation.id, sender, end });
        } else {
            end.into_iter().for_each(|end| drop(sender.try_send(end)));
        }
        let mut response = with_type(StatusCode::OK, media_type, Bytes::new());
        // Without IDs, a client cannot say after which line it continues, so none are skipped.
        let initial = if has_ids(operation) { all.len() } else { 0 };
        let queue = Arc::new(Mutex::new(Some(receiver)));
        response.extensions_mut().insert(PendingEvents { queue, initial, head });
        response
    }

    /// Sends `count` drawn events to each open stream of an operation, and returns the number of
    /// sent events over all streams. A client that does not read is cut.
    pub(crate) fn publish(&self, operation: &Operation, count: usize, style: Style) -> usize {
        let mut state = self.state();
        let mut sent = 0;
        for _ in 0..count {
            let mut draw = style.draw(&[operation.id, "event", &state.published.to_string()]);
            state.published += 1;
            let id = format!("{PUBLISHED}{}", state.published);
            let event = part(operation, &draw.value(type_of(operation), &Bounds::NONE), &id);
            state.open.retain(|open| {
                let is_sent = open.operation != operation.id || open.sender.try_send(event.clone()).is_ok();
                sent += usize::from(is_sent && open.operation == operation.id);
                is_sent
            });
        }
        sent
    }

    /// Ends all streams after their waiting events.
    pub(crate) fn end(&self) {
        for OpenStream { sender, end, .. } in self.state().open.drain(..) {
            // A client whose queue is full gets no end mark, because it has missed events.
            end.into_iter().for_each(|end| drop(sender.try_send(end)));
        }
    }

    /// Returns the number of open streams.
    pub(crate) fn open(&self) -> usize {
        self.state().open.len()
    }
}

/// Returns whether the parts of a stream are events, which have IDs, rather than lines.
const fn has_ids(operation: &Operation) -> bool {
    matches!(operation.response.body, ResponseBody::Events(_))
}

/// Returns the type of an event or a line; any JSON for an operation without either.
fn type_of(operation: &Operation) -> Type {
    match (operation.response.body, operation.output.map(Type::plain)) {
        (ResponseBody::Events(union), _) => Type::Union(union),
        (_, Some(Type::List(list))) => list.item,
        _ => Type::Json,
    }
}

/// Returns the bytes of an event or a line.
fn part(operation: &Operation, value: &Value, id: &str) -> Bytes {
    match operation.response.body {
        ResponseBody::Events(union) => frame(union, value, id),
        _ => Bytes::from(format!("{value}\n")),
    }
}

/// Returns the lines of an event. Data of a text type is written as it is, and other data as JSON.
fn frame(union: &Union, event: &Value, id: &str) -> Bytes {
    let Some((name, data)) = event.as_object().and_then(|members| members.iter().next()) else { return Bytes::new() };
    let is_text = union
        .arms
        .iter()
        .any(|arm| arm.name == name && matches!(arm.body, ArmBody::Value(ty) if matches!(ty.plain(), Type::Text)));
    let data = data.as_str().filter(|_| is_text).map_or_else(|| data.to_string(), str::to_owned);
    // Both characters end a line of the protocol, so each line of a text is a line of data.
    let lines = data.split(['\n', '\r']).map(|line| format!("data: {line}\n"));
    Bytes::from(format!("id: {id}\nevent: {name}\n{}\n", lines.collect::<String>()))
}

/// Removes the events that the client has seen, by the `Last-Event-ID` of its request. After a published event, nothing
/// is left to send: published events are not kept.
pub(crate) fn resume(response: &Response<Bytes>, request: &HeaderMap) {
    let Some(waiting) = response.extensions().get::<PendingEvents>() else { return };
    let id = request.get("last-event-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
    let seen = if id.starts_with(PUBLISHED) { waiting.initial } else { id.parse().unwrap_or(0) };
    if let Some(queue) = &mut *waiting.queue() {
        for _ in 0..seen.min(waiting.initial) {
            // The queue holds at least this event.
            let _ = queue.try_recv();
        }
    }
}

/// Turns a response into one with a body: its bytes, or the events that wait for it.
pub(crate) fn body(response: Response<Bytes>) -> Response<Body> {
    let (mut parts, bytes) = response.into_parts();
    let body = match waiting(&mut parts) {
        Some((head, queue)) => Body::new(Events { head, queue, has_sent: false }),
        None => Body::from(bytes),
    };
    Response::from_parts(parts, body)
}

/// Converts an event stream to a response whose body is the events queued now. Other responses keep their body.
pub(crate) fn whole(response: Response<Bytes>) -> Response<Bytes> {
    let (mut parts, bytes) = response.into_parts();
    let body = waiting(&mut parts).map(|(head, mut queue)| {
        let events = std::iter::from_fn(|| queue.try_recv().ok());
        Bytes::from(head.into_iter().chain(events).collect::<Vec<Bytes>>().concat())
    });
    Response::from_parts(parts, body.unwrap_or(bytes))
}

/// Takes the events that wait for a response: the head of its body, and the queue. `None` for other
/// responses.
fn waiting(parts: &mut Parts) -> Option<(Option<Bytes>, mpsc::Receiver<Bytes>)> {
    let mut waiting = parts.extensions.remove::<PendingEvents>()?;
    let head = waiting.head.take();
    let queue = waiting.queue().take()?;
    Some((head, queue))
}

/// Body that sends the events of a queue.
struct Events {
    head: Option<Bytes>,
    queue: mpsc::Receiver<Bytes>,
    /// Whether an event was just sent. The next one waits for a pause, so that they are sent one by
    /// one.
    has_sent: bool,
}

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if std::mem::take(&mut self.has_sent) {
            // A pause lets the connection send the last event, so that events are sent one by one.
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let event = match self.head.take() {
            Some(head) => Some(head),
            None => std::task::ready!(self.queue.poll_recv(context)),
        };
        self.has_sent = event.is_some();
        Poll::Ready(event.map(|event| Ok(Frame::data(event))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chainloom_runtime::schema::{Arm, Discriminator};
    use serde_json::json;

    #[test]
    fn each_line_of_a_text_is_a_line_of_data() {
        static ARMS: &[Arm] = &[Arm::new("note", ArmBody::Value(Type::Text))];
        let union = &Union { name: "Events", discriminator: Discriminator::Event, common: &[], arms: ARMS };
        let text = |event| String::from_utf8_lossy(&frame(union, &event, "7")).into_owned();
        assert_eq!(text(json!({ "note": "a\nb: c" })), "id: 7\nevent: note\ndata: a\ndata: b: c\n\n");
        assert_eq!(text(json!({ "other": { "a": "b" } })), "id: 7\nevent: other\ndata: {\"a\":\"b\"}\n\n");
    }
}
