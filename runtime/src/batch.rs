//! Batches: several calls of one service, in as few requests as the service allows.
//!
//! Input: operations of a service whose spec allows batches. Output: a typed reply to each.
//! Types matter only for writing members and reading results; everything between is [`raw`],
//! compiled once.

mod chunk;
mod limits;
mod raw;
mod send;

pub(crate) use self::chunk::ReplyPlace;
pub use self::raw::{RawBatch, RawReplies};

use crate::{
    Call, Error, Operation, Read as _, Record, Reply, Target,
    call::table_of,
    client::{CallOptions, Options, option_setters},
    schema,
};
use std::{fmt, marker::PhantomData};

/// An operation that a batch of the service with the handle `S` may hold.
///
/// Generated code implements it, for the operations of services whose spec has `batch: true`. It cannot be
/// implemented by hand.
#[diagnostic::on_unimplemented(
    message = "a batch of `{S}` cannot hold `{Self}`",
    label = "no operation of this service"
)]
pub trait Batched<S>: Operation {}

/// Call that a batch of the service with the handle `S` takes: an operation, or a prepared call of an operation.
///
/// The options of a single call, such as its timeout, cannot be applied in a batch. A call with such options,
/// or with another target than the batch, is not sent, and its reply is an error.
#[diagnostic::on_unimplemented(
    message = "a batch of `{S}` cannot hold `{Self}`",
    label = "no operation of this service, and no prepared call of one"
)]
pub trait IntoBatch<S> {
    /// The operation.
    type Operation: Batched<S>;

    /// Converts into the operation and what was set for its call alone. Generated code uses it.
    #[doc(hidden)]
    fn into_batch_call(self) -> BatchCall<Self::Operation>;
}

/// An operation, and what was prepared with it. Generated code uses it.
#[doc(hidden)]
pub struct BatchCall<O> {
    operation: O,
    prepared: Option<(Target, CallOptions)>,
}

impl<S, O: Batched<S>> IntoBatch<S> for O {
    type Operation = O;

    fn into_batch_call(self) -> BatchCall<O> {
        BatchCall { operation: self, prepared: None }
    }
}

impl<S, O: Batched<S>> IntoBatch<S> for Call<O> {
    type Operation = O;

    fn into_batch_call(self) -> BatchCall<O> {
        let (target, operation, options) = self.into_parts();
        BatchCall { operation, prepared: Some((target, options)) }
    }
}

/// A batch: several calls of the service with the handle `S`.
///
/// The handles of services that take batches have a method that makes one; other services have
/// none. A batch may hold calls of different operations.
///
/// ```no_run
/// use chainloom_runtime::{Batch, Batched, Error};
///
/// async fn both<S, A, B>(mut batch: Batch<S>, a: A, b: B) -> Result<(A::Output, B::Output), Error>
/// where
///     A: Batched<S>,
///     B: Batched<S>,
/// {
///     let a = batch.push(a);
///     let b = batch.push(b);
///     let mut replies = batch.send().await?;
///     Ok((replies.take(a)?, replies.take(b)?))
/// }
/// ```
///
/// - A batch that is larger than the service takes is sent in several requests, one after the
///   other, in the order of the calls. When one of them fails as a whole, the later ones are not
///   sent.
/// - Each call has its own reply. One that fails, fails alone.
/// - Replies are matched by their ids, in any order. A call without a reply or with two of them has
///   an error as its reply. [`Replies::strays`] has the replies that belong to no call.
/// - After a failure, only the failed calls are sent again, and of these only calls that may be repeated: see
///   [`Retry`](crate::Retry). Policy, budget and deadline are the same as for calls; the deadline applies to the whole
///   batch.
/// - A batch of a handle that has a websocket goes over it.
/// - A batch without calls sends nothing.
#[must_use = "a batch does nothing until it is sent"]
pub struct Batch<S> {
    raw: RawBatch,
    service: PhantomData<fn() -> S>,
}

impl<S> Batch<S> {
    /// Creates an empty batch. Generated code uses it.
    #[doc(hidden)]
    pub fn new(target: Target) -> Self {
        Self { raw: RawBatch::new(target), service: PhantomData }
    }

    /// Adds a call, and returns the ticket with which [`Replies::take`] takes its reply.
    ///
    /// A call whose parameters break a bound or a rule is not sent, and its reply is an error that states the reason.
    pub fn push<C: IntoBatch<S>>(&mut self, call: C) -> Ticket<C::Operation> {
        let BatchCall { operation, prepared } = call.into_batch_call();
        let place = push(&mut self.raw, table_of::<C::Operation>(), &operation, prepared.as_ref());
        Ticket { batch: self.raw.number, place, operation: PhantomData }
    }

    /// Returns the number of calls.
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Returns whether the batch has no calls.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// Sets the maximum number of calls in a request, where the maximum of the service is larger; 0 means 1.
    pub fn max_calls(self, most: usize) -> Self {
        self.map(|raw| raw.max_calls(most))
    }

    option_setters!(raw.options, "each request", "the whole batch", "requests and failed calls are");

    fn map(self, change: impl FnOnce(RawBatch) -> RawBatch) -> Self {
        Self { raw: change(self.raw), ..self }
    }

    /// Sends the calls and returns their replies. Dropping the future cancels what was not sent
    /// yet.
    ///
    /// # Errors
    ///
    /// The failure is common to all calls, such as a refused connection. If calls ended differently, each reply has its
    /// own error.
    pub async fn send(self) -> Result<Replies, Error> {
        Ok(Replies { raw: self.raw.send().await? })
    }
}

impl<S> fmt::Debug for Batch<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(out)
    }
}

/// Adds a call to a raw batch. The function has no type parameters for `O`, so that it is compiled once.
fn push(
    raw: &mut RawBatch,
    operation: &'static schema::Operation,
    members: &dyn Record,
    prepared: Option<&(Target, CallOptions)>,
) -> usize {
    match prepared.map_or(Ok(()), |(target, options)| check(raw, target, options)) {
        Ok(()) => raw.push_record(operation, members),
        Err(texts) => raw.push_failed(operation, Error::invalid_request(operation.id, texts)),
    }
}

/// Returns an error that lists the options and headers of a call that a batch cannot apply.
fn check(raw: &RawBatch, target: &Target, options: &Options) -> Result<(), Vec<String>> {
    options.arguments()?;
    let mut wrong: Vec<String> = options
        .set_names()
        .map(|name| format!("`.{name}(…)` of a single call cannot be applied in a batch: set it on the batch"))
        .collect();
    if !target.is_same(&raw.target) {
        wrong.push("the call goes to another client, endpoint or instance than the batch".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The place of a call in a batch, with which its reply is taken.
#[must_use = "the reply to a call is taken with its ticket"]
pub struct Ticket<O> {
    batch: u64,
    place: usize,
    operation: PhantomData<fn() -> O>,
}

crate::debug_fields!(Ticket<O: Operation>, self, operation: table_of::<O>().id, place: self.place);

/// The replies to a batch. Each is taken with the ticket of its call, in any order.
#[derive(Debug)]
pub struct Replies {
    raw: RawReplies,
}

impl Replies {
    /// Takes the reply to a call, and returns its result.
    ///
    /// # Errors
    ///
    /// The call failed, its result does not fit its type, or the ticket is of another batch.
    pub fn take<O: Operation>(&mut self, ticket: Ticket<O>) -> Result<O::Output, Error> {
        self.read(&ticket).map(|(value, _)| value)
    }

    /// Takes the reply to a call, with the status and headers of its HTTP response. The raw body holds only this call's
    /// reply.
    ///
    /// # Errors
    ///
    /// As [`Replies::take`].
    pub fn take_reply<O: Operation>(&mut self, ticket: Ticket<O>) -> Result<Reply<O::Output>, Error> {
        let (value, (operation, found)) = self.read(&ticket)?;
        Ok(Reply::new(value, found.chunk.reply(operation, &found)))
    }

    /// Reads the result of the call with this ticket. Returns it with the operation and the place of the reply.
    fn read<O: Operation>(
        &mut self,
        ticket: &Ticket<O>,
    ) -> Result<(O::Output, (&'static schema::Operation, ReplyPlace)), Error> {
        let operation = table_of::<O>();
        if ticket.batch != self.raw.number {
            return Err(Error::building("the ticket belongs to another batch").with_operation(operation.id));
        }
        let mut value = O::Output::blank();
        let found = self.raw.read(ticket.place, &mut value)?;
        Ok((value, found))
    }

    /// Returns the errors of calls whose replies were not taken yet.
    pub fn errors(&self) -> impl Iterator<Item = &Error> {
        self.raw.errors()
    }

    /// Returns the messages of the service that reply to none of the calls, each as an error that describes the
    /// message.
    ///
    /// Such messages do not affect the replies that have the id of a call: no two calls of a client have the same id.
    pub fn strays(&self) -> &[Error] {
        self.raw.strays()
    }
}
