//! Untyped batches.
//!
//! Input: operations with their members. Output: the texts of their calls, ready to be sent, and
//! their replies. The error of a call is stored with the call, so that it alone fails. `send` sends
//! the batch.

use crate::{
    Error, Fill, RawReply, Record, Target,
    batch::chunk::ReplyPlace,
    client::{Options, option_setters},
    encode::{self, Members},
    request, rpc,
    schema::{Operation, ParamStyle},
};
use std::{
    fmt,
    ops::Range,
    sync::atomic::{AtomicU64, Ordering},
};

/// Number of the next batch. A ticket holds the number of its batch, so that other batches refuse it.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// A batch without types: several calls of one JSON-RPC service, sent in as few requests as the
/// service allows.
///
/// Tools use it; programs use [`Batch`](crate::Batch), a typed wrapper, whose documentation applies to both.
#[must_use = "a batch does nothing until it is sent"]
pub struct RawBatch {
    pub(crate) number: u64,
    pub(crate) target: Target,
    pub(crate) options: Options,
    pub(crate) most: Option<usize>,
    pub(crate) items: Vec<BatchItem>,
    /// Calls after their ids, one after the other.
    pub(crate) texts: Vec<u8>,
    /// The texts of parameters that are never shown.
    pub(crate) secrets: Vec<String>,
    /// Operation of the last call, and its text up to the parameters, which often equals the text of the next call.
    last: Option<&'static Operation>,
    head: Vec<u8>,
    /// The members of the last typed call, whose buffers the next one uses.
    members: Members,
}

/// A call of a batch.
pub(crate) struct BatchItem {
    pub(crate) operation: &'static Operation,
    pub(crate) state: CallState,
}

/// Progress of a call.
pub(crate) enum CallState {
    /// The call is still to be sent, or has no reply yet; this is its text.
    Open(Range<usize>),
    UnreadResponse(ReplyPlace),
    Failed(Error),
    Taken,
}

impl RawBatch {
    /// Creates an empty batch. All of its calls go to the target.
    pub fn new(target: Target) -> Self {
        Self {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            target,
            options: Options::default(),
            most: None,
            // Small batches fit, and are written without making room again.
            items: Vec::with_capacity(16),
            texts: Vec::with_capacity(1024),
            secrets: Vec::new(),
            last: None,
            head: Vec::new(),
            members: Members::new(),
        }
    }

    /// Adds a call, and returns its place. What is wrong with the call is the error of its reply,
    /// and it is not sent.
    pub fn push(&mut self, operation: &'static Operation, members: &[Option<Vec<u8>>]) -> usize {
        let state = match self.put(operation, members) {
            Ok(text) => CallState::Open(text),
            Err(error) => CallState::Failed(error),
        };
        self.items.push(BatchItem { operation, state });
        self.items.len() - 1
    }

    /// Checks a call and writes its text.
    fn put(&mut self, operation: &'static Operation, members: &[Option<Vec<u8>>]) -> Result<Range<usize>, Error> {
        let style = self.check(operation)?;
        encode::check(operation, members).map_err(|texts| Error::invalid_request(operation.id, texts))?;
        if !self.last.is_some_and(|last| std::ptr::eq(last, operation)) {
            let method = request::method_of(self.target.client().settings(), operation, &self.target)?;
            self.head.clear();
            rpc::put_method(&mut self.head, &method);
            self.last = Some(operation);
        }
        let start = self.texts.len();
        self.texts.extend_from_slice(&self.head);
        encode::put_params(&mut self.texts, operation, members, style);
        self.texts.push(rpc::END);
        self.secrets.extend(encode::secret_texts(operation, members));
        Ok(start..self.texts.len())
    }

    /// Adds a call that cannot be sent.
    pub(crate) fn push_failed(&mut self, operation: &'static Operation, error: Error) -> usize {
        self.items.push(BatchItem { operation, state: CallState::Failed(error) });
        self.items.len() - 1
    }

    /// Adds a typed call.
    pub(crate) fn push_record(&mut self, operation: &'static Operation, record: &dyn Record) -> usize {
        let mut members = std::mem::take(&mut self.members);
        let place = match encode::put_members(record, &mut members) {
            Ok(()) => self.push(operation, &members),
            Err(error) => self.push_failed(operation, error.with_operation(operation.id)),
        };
        self.members = members;
        place
    }

    /// Checks that the call may be a part of this batch, and returns the style of its parameters.
    fn check(&self, operation: &'static Operation) -> Result<ParamStyle, Error> {
        let service = operation.service;
        let wrong = |text: String| Err(Error::building(text).with_operation(operation.id));
        let Some(rpc) = service.rpc.filter(|rpc| rpc.batch) else {
            return wrong(format!("the service `{}` takes no batches", service.name));
        };
        match self.items.first().map(|item| item.operation.service) {
            Some(first) if !std::ptr::eq(first, service) && first.name != service.name => {
                wrong(format!("the batch holds calls of the service `{}`, and this call is of another one", first.name))
            }
            _ => Ok(rpc.params),
        }
    }

    /// Returns the text of a call that is still to be sent.
    pub(crate) fn text(&self, index: usize) -> &[u8] {
        match self.items.get(index).map(|item| &item.state) {
            Some(CallState::Open(range)) => self.texts.get(range.clone()).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Returns the number of calls.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the batch has no calls.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Sets the maximum number of calls in a request, where the maximum of the service is larger; 0 means 1.
    pub fn max_calls(mut self, most: usize) -> Self {
        self.most = Some(most.max(1));
        self
    }

    option_setters!(options, "each request", "the whole batch", "requests and failed calls are");

    /// Sends the calls and returns their replies.
    ///
    /// # Errors
    ///
    /// The failure is common to all calls.
    pub async fn send(self) -> Result<RawReplies, Error> {
        let client = self.target.client().clone();
        client.send_batch(self).await
    }
}

impl fmt::Debug for RawBatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operations: Vec<&str> = self.items.iter().map(|item| item.operation.id).collect();
        out.debug_struct("Batch")
            .field("operations", &operations)
            .field("max_calls", &self.most)
            .finish_non_exhaustive()
    }
}

/// The replies to a batch without types, by the places of the calls.
pub struct RawReplies {
    pub(crate) number: u64,
    pub(crate) items: Vec<BatchItem>,
    pub(crate) strays: Vec<Error>,
}

impl RawReplies {
    /// Returns the number of calls.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the batch had no calls.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Takes the reply to the call at a place, whose result is JSON. Its raw body holds only this call's reply.
    ///
    /// # Errors
    ///
    /// The call failed, or its reply was taken before, or there is no such place.
    pub fn take(&mut self, place: usize) -> Result<RawReply, Error> {
        let (operation, found) = self.take_reply_place(place)?;
        Ok(found.chunk.reply(operation, &found))
    }

    /// Returns the errors of calls whose replies were not taken yet.
    pub fn errors(&self) -> impl Iterator<Item = &Error> {
        self.items.iter().filter_map(|item| if let CallState::Failed(error) = &item.state { Some(error) } else { None })
    }

    /// Returns the messages of the service that reply to none of the calls, each as an error that describes the
    /// message.
    pub fn strays(&self) -> &[Error] {
        &self.strays
    }

    /// Takes the place of the reply to a call.
    fn take_reply_place(&mut self, place: usize) -> Result<(&'static Operation, ReplyPlace), Error> {
        let Some(item) = self.items.get_mut(place) else {
            let service = self.items.first().map_or("", |item| item.operation.service.name);
            return Err(Error::building(format!("there is no call {place}")).of_batch(service, self.items.len()));
        };
        let operation = item.operation;
        match std::mem::replace(&mut item.state, CallState::Taken) {
            CallState::UnreadResponse(found) => Ok((operation, found)),
            CallState::Failed(error) => Err(error),
            CallState::Open(_) | CallState::Taken => {
                Err(Error::building("the reply was taken before").with_operation(operation.id))
            }
        }
    }

    /// Takes the reply at a place, and reads its result.
    pub(crate) fn read(
        &mut self,
        place: usize,
        value: &mut dyn Fill,
    ) -> Result<(&'static Operation, ReplyPlace), Error> {
        let (operation, found) = self.take_reply_place(place)?;
        found.chunk.read(operation, &found, value)?;
        Ok((operation, found))
    }
}

impl fmt::Debug for RawReplies {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Replies")
            .field("calls", &self.items.len())
            .field("failed", &self.errors().count())
            .field("strays", &self.strays.len())
            .finish_non_exhaustive()
    }
}
