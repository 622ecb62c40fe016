//! Routes: assigns frames of a connection to their receivers: replies to calls, events to
//! subscriptions.
//!
//! Input: commands of handles, texts of the server, and the beginning and end of connections.
//! Output: texts to send; responses and events at their receivers. No I/O happens here. A frame
//! without a receiver is counted and reported.

use super::link::{Utf8Bytes, bytes_of};
use crate::{
    Client, Error, Gap, GapReason, Request, Target,
    client::{CallEndpoint, CallPlace, Command, Masking, Options, SocketCall as Call, UnknownFrame, after},
    error::{Failure, RpcFailure},
    events::{
        EventJson, Subscriber,
        frame::{self, Message},
    },
    request::CallRef,
    rpc, schema,
    transport::TransportError,
    websocket::{early::Early, shapes::Shapes},
};
use bytes::Bytes;
use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    sync::Arc,
    time::{Duration, SystemTime},
};
use tokio::{sync::oneshot, time::Instant};

const NO_SUBSCRIPTION: &str = "it is an event of no subscription";
/// Number of requests from which on abandoned ones are purged.
const PURGE_FROM: usize = 4096;

/// State of a websocket: requests, subscriptions, and messages to send.
pub(crate) struct Routes {
    client: Client,
    /// Messages to send, in order.
    pub(crate) out: VecDeque<Bytes>,
    /// Pending requests by number, and these numbers by the IDs of the calls.
    requests: HashMap<u64, PendingRequest>,
    ids: HashMap<String, u64>,
    next: u64,
    purge_at: usize,
    subscriptions: Vec<Active>,
    /// Subscriptions by the key of their events.
    events: HashMap<String, Arc<Subscriber>>,
    shapes: Shapes,
    /// Keys of cancelled subscriptions, until the server confirms.
    ended: HashSet<String>,
    early: Early,
    unknown: u64,
    /// Error of a server that refuses a repeated subscription for now.
    refused: Option<String>,
}

/// A request without a response so far.
struct PendingRequest {
    ids: Vec<String>,
    /// Whether the request is an array, whose response is an array too.
    is_batch: bool,
    waits: Waits,
}

/// Receiver of a response.
enum Waits {
    Call(oneshot::Sender<Result<Bytes, Failure>>),
    Begin(oneshot::Sender<Result<Bytes, Failure>>, Arc<Subscriber>),
    /// A subscription that began on an earlier connection and is requested again.
    Again {
        id: rpc::Id,
        subscriber: Arc<Subscriber>,
        until: Instant,
    },
    /// The cancellation of the subscription with this key.
    End(String),
}

/// A subscription that has begun.
struct Active {
    subscriber: Arc<Subscriber>,
    /// Key of the events of the subscription; `None` without a connection.
    key: Option<String>,
    /// Time at which the connection was lost.
    lost: Option<SystemTime>,
}

/// Content of a frame, apart from events.
#[derive(Default)]
struct FrameContent<'t> {
    messages: usize,
    /// Messages that reply to a request, by the number of the request.
    replies: BTreeMap<u64, Vec<&'t str>>,
    /// First reason for a message that is not understood; reasons that may hide an event take
    /// precedence.
    not_understood: Option<NotUnderstood>,
}

impl FrameContent<'_> {
    /// Keeps the first reason that may hide an event.
    fn report_missed(&mut self, reason: NotUnderstood) {
        if matches!(self.not_understood, None | Some(NotUnderstood::NoEvent(_))) {
            self.not_understood = Some(reason);
        }
    }
}

/// Reason why a message is not understood.
pub(crate) enum NotUnderstood {
    /// A message that cannot contain an event.
    NoEvent(&'static str),
    /// A message that may contain an event.
    Message(&'static str),
    /// An error of an unknown call.
    Error(String),
}

impl NotUnderstood {
    const fn as_str(&self) -> &'static str {
        match self {
            Self::NoEvent(reason) | Self::Message(reason) => reason,
            Self::Error(_) => "it is an error without an ID",
        }
    }
}

/// An event that finds no room, so that the connection has to wait.
pub(crate) struct BlockedEvent {
    pub(crate) subscriber: Arc<Subscriber>,
    pub(crate) event: EventJson,
}

impl Routes {
    pub(crate) fn new(client: Client) -> Self {
        Self {
            client,
            out: VecDeque::new(),
            requests: HashMap::new(),
            ids: HashMap::new(),
            next: 0,
            purge_at: PURGE_FROM,
            subscriptions: Vec::new(),
            events: HashMap::new(),
            shapes: Shapes::default(),
            ended: HashSet::new(),
            early: Early::default(),
            unknown: 0,
            refused: None,
        }
    }

    /// Processes a command of a handle.
    pub(crate) fn command(&mut self, command: Command) {
        match command {
            Command::Call(call) => self.call(call),
            Command::Cancel(subscriber) => self.cancel(&subscriber),
        }
    }

    /// Sends a call, unless its caller has stopped waiting.
    fn call(&mut self, call: Call) {
        let Call { ids, body, reply, subscriber, permit } = call;
        drop(permit);
        if reply.is_closed() {
            return;
        }
        let waits = match subscriber {
            Some(subscriber) => Waits::Begin(reply, subscriber),
            None => Waits::Call(reply),
        };
        self.send(ids, body, waits);
    }

    /// Queues a request, and remembers who waits for its response.
    fn send(&mut self, ids: Vec<String>, body: Bytes, waits: Waits) {
        if self.requests.len() >= self.purge_at {
            self.requests.retain(|_, sent| !matches!(&sent.waits, Waits::Call(reply) if reply.is_closed()));
            self.ids.retain(|_, number| self.requests.contains_key(number));
            self.purge_at = PURGE_FROM.max(2 * self.requests.len());
        }
        self.next += 1;
        self.ids.extend(ids.iter().map(|id| (id.clone(), self.next)));
        let is_batch = body.first() == Some(&b'[');
        self.requests.insert(self.next, PendingRequest { ids, is_batch, waits });
        self.out.push_back(body);
    }

    /// Ends a subscription whose reader was dropped.
    fn cancel(&mut self, subscriber: &Arc<Subscriber>) {
        let Some(at) = self.subscriptions.iter().position(|one| Arc::ptr_eq(&one.subscriber, subscriber)) else {
            return;
        };
        let active = self.subscriptions.swap_remove(at);
        if let Some(key) = active.key {
            self.end(&key, subscriber);
        }
    }

    /// Sends the request to end a subscription.
    fn end(&mut self, key: &str, subscriber: &Arc<Subscriber>) {
        self.shapes.forget(subscriber);
        // A service may use one ID for several equal subscriptions.
        if self.events.get(key).is_some_and(|holder| !Arc::ptr_eq(holder, subscriber)) {
            return;
        }
        self.events.remove(key);
        let (description, settings) = (subscriber.description, self.client.settings());
        let Some((methods, (_, id))) = description.methods().zip(key.split_once(' ')) else { return };
        let Some(rpc) = description.service.rpc else { return };
        let Ok(method) = self.target(subscriber).fill(description.service, methods.cancel) else { return };
        let own = rpc::Id::new(settings.next_id.fetch_add(1, std::sync::atomic::Ordering::Relaxed), rpc.ids);
        let body = rpc::envelope(&own, &method, format!("[{id}]").as_bytes());
        self.ended.insert(key.to_owned());
        self.send(vec![own.to_string()], body.into(), Waits::End(key.to_owned()));
    }

    /// Returns the target of a subscription, without a connection.
    fn target(&self, subscriber: &Subscriber) -> Target {
        Target::of(self.client.clone(), subscriber.instance.clone())
    }

    /// Begins a connection: requests all subscriptions again.
    pub(crate) fn begin(&mut self, timeout: Duration) {
        self.subscriptions.retain(|active| !active.subscriber.is_closed());
        let all: Vec<Arc<Subscriber>> = self.subscriptions.iter().map(|one| Arc::clone(&one.subscriber)).collect();
        for subscriber in all {
            let (Subscriber { description, members, .. }, target) = (&*subscriber, &self.target(&subscriber));
            let (operation, settings, options) = (&description.call, self.client.settings(), &Options::default());
            let call = CallRef { operation, members, target, options };
            let endpoint =
                CallEndpoint::with_known_secrets(settings, operation, CallPlace::of_operation(operation, true));
            let request = endpoint.and_then(|endpoint| Request::new(settings, &endpoint, call));
            match request.map(|request| (request.http.into_body(), request.rpc)) {
                Ok((body, Some((id, _)))) => {
                    let until = after(timeout);
                    let again = Waits::Again { id: id.clone(), subscriber, until };
                    self.send(vec![id.to_string()], body, again);
                }
                Ok((_, None)) => {}
                Err(error) => self.fail(&subscriber, error),
            }
        }
    }

    /// Returns whether the reply to a repeated subscription is overdue.
    pub(crate) fn is_overdue(&self, now: Instant) -> bool {
        self.requests.values().any(|sent| matches!(&sent.waits, Waits::Again { until, .. } if *until <= now))
    }

    /// Fails all pending requests, as the connection is lost.
    pub(crate) fn lose(&mut self, cause: &str, alive: SystemTime) {
        self.ids.clear();
        self.out.clear();
        for (_, sent) in self.requests.drain() {
            if let Waits::Call(reply) | Waits::Begin(reply, _) = sent.waits {
                let _ = reply.send(Err(Failure::Transport(TransportError::other(lost_message(cause)))));
            }
        }
        self.forget_early();
        self.events.clear();
        self.shapes = Shapes::default();
        self.ended.clear();
        for active in &mut self.subscriptions {
            active.key = None;
            active.lost.get_or_insert(alive);
        }
    }

    /// Ends all subscriptions, as the connection is not reopened.
    pub(crate) fn give_up(&mut self, cause: &str) {
        for active in self.subscriptions.drain(..) {
            let failure = Failure::Transport(TransportError::other(lost_message(cause)));
            active.subscriber.end(Some(Error::new(Some(active.subscriber.description.id), failure)));
        }
    }

    /// Ends a subscription with an error.
    fn fail(&mut self, subscriber: &Arc<Subscriber>, error: Error) {
        self.subscriptions.retain(|one| !Arc::ptr_eq(&one.subscriber, subscriber));
        subscriber.end(Some(error));
    }

    /// Processes a text of the server. Returns the events that find no room.
    pub(crate) fn process_text(&mut self, text: &Utf8Bytes) -> Vec<BlockedEvent> {
        let known = text.as_str();
        if let Some((subscriber, event)) = self.shapes.find(known) {
            return push(subscriber, event).into_iter().collect();
        }
        let (mut frame, mut blocked) = (FrameContent::default(), Vec::new());
        frame::visit_messages(known, &mut |json, message| {
            frame.messages += 1;
            let number = match message {
                Message::Reply(id) => self.number_of(&id).ok_or(NotUnderstood::NoEvent("it has an ID of no call")),
                Message::NamelessError(error) => {
                    self.only_pending().ok_or_else(|| NotUnderstood::Error(error.to_owned()))
                }
                Message::Event { key, item } => {
                    let event = self.event(key, (known, json, item), blocked.is_empty());
                    return event.map_or_else(|reason| frame.report_missed(reason), |event| blocked.extend(event));
                }
                Message::Failed { key, error } => {
                    return self
                        .end_subscription(&key, error)
                        .map_or_else(|reason| frame.report_missed(reason), |()| {});
                }
                Message::Empty => Err(NotUnderstood::NoEvent("it has no content")),
                Message::Unknown(reason) => Err(NotUnderstood::Message(reason)),
            };
            match number {
                Ok(number) => frame.replies.entry(number).or_default().push(json),
                Err(reason) => frame.report_missed(reason),
            }
        });
        for (number, parts) in &frame.replies {
            let response = self.response_text(*number, parts, (text, frame.messages));
            self.response(*number, &response);
        }
        if let Some(reason) = frame.not_understood {
            self.not_understood(&reason, known.len());
        }
        blocked
    }

    /// Returns the text of a response from its messages in a frame: an array for a batch, else an
    /// object.
    fn response_text(&self, number: u64, parts: &[&str], (text, messages): (&Utf8Bytes, usize)) -> Bytes {
        let is_batch = self.requests.get(&number).is_some_and(|sent| sent.is_batch);
        let is_array = text.as_str().trim_ascii_start().starts_with('[');
        match parts {
            [_] if messages == 1 && (is_batch || !is_array) => bytes_of(text),
            _ if is_batch && is_array && messages == parts.len() => bytes_of(text),
            _ if is_batch => format!("[{}]", parts.join(",")).into(),
            _ => Bytes::copy_from_slice(parts.first().copied().unwrap_or_default().as_bytes()),
        }
    }

    /// Returns the number of the request with this ID. An ID as text in place of a number, or the reverse, finds it
    /// too: the reader of the response then reports the difference.
    fn number_of(&self, id: &str) -> Option<u64> {
        let other = || match id.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(number) => number.to_owned(),
            None => format!("\"{id}\""),
        };
        self.ids.get(id).or_else(|| self.ids.get(&other())).copied()
    }

    /// Returns the number of the only pending request, to which an error without an ID belongs;
    /// else `None`.
    fn only_pending(&self) -> Option<u64> {
        let mut all = self.requests.keys();
        all.next().copied().filter(|_| all.next().is_none())
    }

    /// Processes an event, given as frame, message and item. Returns the event if it finds no room.
    fn event(
        &mut self,
        key: String,
        (frame, message, item): (&str, &str, &str),
        may_push: bool,
    ) -> Result<Option<BlockedEvent>, NotUnderstood> {
        if let Some(subscriber) = self.events.get(&key) {
            if frame.len() == message.len() {
                self.shapes.learn(subscriber, frame, item);
            }
            // Events after a blocked event wait too.
            return Ok(match may_push {
                true => push(subscriber, item.into()),
                false => Some(BlockedEvent { subscriber: Arc::clone(subscriber), event: item.into() }),
            });
        }
        if self.ended.contains(&key) {
            return Ok(None);
        }
        if !self.is_beginning() {
            return Err(NotUnderstood::Message(NO_SUBSCRIPTION));
        }
        self.early.add(key, item);
        Ok(None)
    }

    /// Ends a subscription with an error notified by the server.
    fn end_subscription(&mut self, key: &str, error: &str) -> Result<(), NotUnderstood> {
        let Some(subscriber) = self.events.get(key).cloned() else {
            return match self.ended.contains(key) {
                true => Ok(()),
                false => Err(NotUnderstood::Error(error.to_owned())),
            };
        };
        self.end(key, &subscriber);
        self.end_refused(&subscriber, Some(rpc::rpc_failure(error)));
        Ok(())
    }

    /// Returns whether a subscription waits for its ID.
    fn is_beginning(&self) -> bool {
        self.requests.values().any(|sent| matches!(sent.waits, Waits::Begin(..) | Waits::Again { .. }))
    }

    /// Delivers the response to the request with this number.
    fn response(&mut self, number: u64, text: &Bytes) {
        let Some(sent) = self.requests.remove(&number) else { return };
        for id in &sent.ids {
            self.ids.remove(id);
        }
        match sent.waits {
            // The receiver may have stopped waiting.
            Waits::Call(reply) => drop(reply.send(Ok(text.clone()))),
            Waits::Begin(reply, subscriber) => {
                let begun = self.begin_or_end(&subscriber, text, &reply);
                let _ = reply.send(begun.map(|()| text.clone()));
            }
            Waits::Again { id, subscriber, .. } => match self.key(&subscriber, text) {
                _ if subscriber.is_closed() => self.cancel(&subscriber),
                Ok(Some(key)) => self.record_begun(&subscriber, key),
                Ok(None) => self.refuse_again(&subscriber, rpc::failure(text, &id)),
                Err(failure) => self.fail_with(&subscriber, failure),
            },
            Waits::End(key) => drop(self.ended.remove(&key)),
        }
        if !self.is_beginning() {
            self.forget_early();
        }
    }

    /// Begins a subscription, or ends it if nobody waits for it. A reply with an error is left to
    /// the call.
    fn begin_or_end(
        &mut self,
        subscriber: &Arc<Subscriber>,
        text: &[u8],
        reply: &oneshot::Sender<Result<Bytes, Failure>>,
    ) -> Result<(), Failure> {
        let Some(key) = self.key(subscriber, text)? else { return Ok(()) };
        match !reply.is_closed() && subscriber.begin() {
            true => self.record_begun(subscriber, key),
            false => self.end(&key, subscriber),
        }
        Ok(())
    }

    /// Returns the key of a subscription's events, from the reply to its call; `None` for a reply
    /// with an error.
    fn key(&self, subscriber: &Arc<Subscriber>, text: &[u8]) -> Result<Option<String>, Failure> {
        let Ok(members) = crate::json::members(text) else { return Ok(None) };
        let find = |wanted: &str| members.iter().find(|(name, _)| name.as_str() == wanted).map(|(_, value)| *value);
        if find("error").is_some_and(|error| error != "null") {
            return Ok(None);
        }
        let Some(id) = find("result") else { return Ok(None) };
        if !id.starts_with(|first: char| matches!(first, '"' | '-' | '0'..='9')) {
            return Err(Failure::Protocol("the ID of the subscription is neither a text nor a number".to_owned()));
        }
        let Some(methods) = subscriber.description.methods() else { return Ok(None) };
        let method = self.target(subscriber).fill(subscriber.description.service, methods.notify);
        let method = method.map_err(|error| Failure::Building(error.reason()))?;
        let key = frame::key(&crate::json::text_json(&method), id);
        let is_taken = |holder: &Arc<Subscriber>| !Arc::ptr_eq(holder, subscriber) && !holder.is_closed();
        match self.events.get(&key).is_some_and(is_taken) {
            // Events could not be assigned to one of the subscriptions.
            true => Err(Failure::Protocol("the ID of the subscription is that of another subscription".to_owned())),
            false => Ok(Some(key)),
        }
    }

    /// Records that a subscription has begun, for the first time or again.
    fn record_begun(&mut self, subscriber: &Arc<Subscriber>, key: String) {
        let known = self.subscriptions.iter_mut().find(|one| Arc::ptr_eq(&one.subscriber, subscriber));
        match known {
            Some(active) => {
                active.key = Some(key.clone());
                let lost = active.lost.take().unwrap_or_else(SystemTime::now);
                subscriber.gap(Gap::new(GapReason::Reconnected, None, lost));
            }
            None => {
                let subscriber = Arc::clone(subscriber);
                self.subscriptions.push(Active { subscriber, key: Some(key.clone()), lost: None });
            }
        }
        let early = self.early.take(&key);
        early.waiting.events.into_iter().for_each(|event| subscriber.push_now(event.into()));
        match early.waiting.missed.events {
            0 if early.may_miss => subscriber.count_missed(None),
            0 => {}
            missed => subscriber.count_missed(Some(missed)),
        }
        if let Some(before) = self.events.insert(key, Arc::clone(subscriber)) {
            self.shapes.forget(&before);
        }
    }

    /// Processes the refusal of a repeated subscription: one that holds for now is left to the next connection.
    fn refuse_again(&mut self, subscriber: &Arc<Subscriber>, failure: Option<RpcFailure>) {
        let error = self.refusal(subscriber, failure);
        match error.is_retryable() {
            true => self.refused = Some(error.failure_text()),
            false => self.fail(subscriber, error),
        }
    }

    /// Returns and clears the error of a server that refuses a repeated subscription for now.
    pub(crate) fn take_refused(&mut self) -> Option<String> {
        self.refused.take()
    }

    /// Ends a subscription that the server has ended.
    fn end_refused(&mut self, subscriber: &Arc<Subscriber>, failure: Option<RpcFailure>) {
        self.fail(subscriber, self.refusal(subscriber, failure));
    }

    /// Returns the error of a subscription that the server refuses or ends, without secrets.
    fn refusal(&self, subscriber: &Subscriber, failure: Option<RpcFailure>) -> Error {
        let operation: &'static schema::Operation = &subscriber.description.call;
        let masking = Masking::of_client(self.client.clone());
        let failure = match failure {
            Some(failure) => Failure::Rpc(failure.with_known_error(operation).redacted(|text| masking.redact(text))),
            None => Failure::Protocol("it has no ID of a subscription".to_owned()),
        };
        Error::new(Some(operation.id), failure)
    }

    /// Ends a subscription with a failure of its call.
    fn fail_with(&mut self, subscriber: &Arc<Subscriber>, failure: Failure) {
        self.fail(subscriber, Error::new(Some(subscriber.description.call.id), failure));
    }

    /// Counts early events that belong to no subscription.
    fn forget_early(&mut self) {
        let (sizes, missed) = self.early.forget();
        if !sizes.is_empty() || missed.events > 0 {
            self.report_gap(&NotUnderstood::Message(NO_SUBSCRIPTION));
        }
        sizes.into_iter().for_each(|size| self.report_unknown(NO_SUBSCRIPTION, size));
        if missed.events > 0 {
            self.unknown_frames("they are too many events of no subscription", missed.events, missed.bytes);
        }
    }

    /// Counts a frame that is not understood, and reports a gap to every subscription of which it
    /// may contain an event.
    pub(crate) fn not_understood(&mut self, reason: &NotUnderstood, bytes: usize) {
        self.report_unknown(reason.as_str(), bytes);
        self.report_gap(reason);
    }

    /// Reports a gap to each subscription of which a message that is not understood may hold an event.
    fn report_gap(&self, reason: &NotUnderstood) {
        if matches!(reason, NotUnderstood::NoEvent(_)) {
            return;
        }
        let masking = Masking::of_client(self.client.clone());
        for Active { subscriber, key, .. } in &self.subscriptions {
            let failure = match reason {
                NotUnderstood::Error(error) => {
                    let failure = rpc::rpc_failure(error).with_known_error(&subscriber.description.call);
                    Failure::Rpc(failure.redacted(|text| masking.redact(text)))
                }
                other => Failure::Frame(other.as_str()),
            };
            if key.is_some() {
                let gap = Gap::new(GapReason::Unreadable, None, SystemTime::now());
                subscriber.gap(gap.with_error(Error::new(Some(subscriber.description.id), failure)));
            }
        }
    }

    fn report_unknown(&mut self, reason: &'static str, bytes: usize) {
        self.unknown_frames(reason, 1, bytes);
    }

    fn unknown_frames(&mut self, reason: &'static str, frames: u64, bytes: usize) {
        self.unknown = self.unknown.saturating_add(frames);
        let frame = UnknownFrame { reason, bytes, count: self.unknown };
        #[cfg(feature = "tracing")]
        tracing::warn!(target: "chainloom", reason, bytes, count = self.unknown, "unknown frame on a websocket");
        if let Some(observer) = &self.client.settings().websocket.observer {
            observer(&frame);
        }
    }
}

/// Adds an event to the buffer of its subscription. Returns the event if the connection has to wait for room.
fn push(subscriber: &Arc<Subscriber>, event: EventJson) -> Option<BlockedEvent> {
    subscriber.push(event).map(|event| BlockedEvent { subscriber: Arc::clone(subscriber), event })
}

fn lost_message(cause: &str) -> String {
    format!("the websocket connection was lost: {cause}")
}
