//! Waiting for a result: repeats a call until its result satisfies the condition of the spec.
//!
//! Input: a call of an operation that describes when its result is reached. Output: the result, or
//! why waiting ended without it. The types of a call are known here; `polls` knows none of them.

mod polls;
mod replaced;
mod untyped;

pub use self::untyped::UntypedWaiting;

use crate::{
    Argument, Call, Error, Operation, Read, Write,
    call::{members_json, table_of},
    encode::TypedArguments,
    given, to_vec,
    transport::BoxFuture,
    waiting::polls::Polls,
};
use std::{fmt, time::Duration};

/// An operation whose result can be waited for.
///
/// Generated code implements it for each operation that describes when its result is reached. It
/// cannot be implemented by hand.
pub trait Awaited: Operation {
    /// Type of the result once it is reached: the type of the response, without null.
    type Ready: Send + 'static;

    /// Returns the result; `None` for null.
    fn into_ready(output: Self::Output) -> Option<Self::Ready>;
}

/// An operation whose result has a height, after which further heights are counted.
pub trait Confirmed: Awaited {}

/// An operation whose result has a number, such as a nonce, that another item of the same owner can take.
pub trait Numbered: Awaited {
    /// Type of the parameter that identifies the owner of the number, such as an account.
    type Owner: Read + Write;

    /// Forms in which the owner may be given: [`given::AsText`] if also by its text, [`given::AsValue`] if not.
    type Given;
}

/// A call that is repeated until its result is reached, in the way that the spec describes.
///
/// Await it to begin, or call [`send`](Self::send). Dropping the future cancels the call that is under
/// way, and nothing is sent after that.
///
/// Each repetition is a call with the options of the call, such as its retries and its timeout.
/// Waiting goes on after an error that may pass ([`Error::is_retryable`]), and ends with any other
/// error of a call. Three kinds of errors are of waiting itself, and keep the last response for
/// [`Error::last_response`]:
///
/// - [`WaitFailed`](crate::ErrorKind::WaitFailed): the result cannot be reached any more.
/// - [`WaitTimeout`](crate::ErrorKind::WaitTimeout): the deadline has passed.
/// - [`WaitReplaced`](crate::ErrorKind::WaitReplaced): another item replaced the awaited one, if the spec defines how
///   to detect that.
///
/// ```
/// # use chainloom_runtime::{Awaited, Error, Waiting};
/// # use std::time::Duration;
/// async fn patient<O: Awaited>(waiting: Waiting<O>) -> Result<O::Ready, Error> {
///     waiting.every(Duration::from_millis(250)).deadline(Duration::from_secs(30)).await
/// }
/// ```
#[derive(Clone)]
#[must_use = "waiting does not begin until it is awaited"]
pub struct Waiting<O> {
    call: Call<O>,
    times: Times,
}

/// Times that the caller has set.
#[derive(Clone, Default)]
struct Times {
    every: Option<Duration>,
    deadline: Option<Duration>,
    confirmations: u64,
    /// The owner, as JSON, and the number of what is waited for.
    number: Option<(Result<Vec<u8>, String>, u64)>,
}

// `number` is left out, since it holds the owner.
crate::debug_fields!(Times, self, every: self.every, deadline: self.deadline, confirmations: self.confirmations);

impl<O: Awaited> Waiting<O> {
    /// Prepares to wait for the result of a call.
    pub fn new(call: Call<O>) -> Self {
        Self { call, times: Times::default() }
    }

    crate::setters! {
        /// Sets the time between two calls, in place of the time in the spec. A service that asks for a longer pause
        /// gets it.
        pub fn every(self, every: Duration) { self.times.every = Some(every); }

        /// Sets the time after which waiting ends, in place of the time in the spec. Calls that are under way end with
        /// it.
        pub fn deadline(self, deadline: Duration) { self.times.deadline = Some(deadline); }
    }

    /// Changes the call that is repeated: its options, such as the timeout, and its optional
    /// parameters. Its deadline holds for each repetition.
    pub fn configure(self, change: impl FnOnce(Call<O>) -> Call<O>) -> Self {
        Self { call: change(self.call), ..self }
    }

    /// Waits for the result.
    ///
    /// # Errors
    ///
    /// See [`Waiting`].
    pub async fn send(self) -> Result<O::Ready, Error> {
        let (target, operation, options) = self.call.into_parts();
        let members = members_json(table_of::<O>(), &operation, &options)?;
        let mut polls = Polls::new(target, table_of::<O>(), members, options.into_options(), self.times)?;
        loop {
            let mut output = O::Output::blank();
            if polls.call(&mut output).await? {
                if let Some(ready) = O::into_ready(output) {
                    return Ok(ready);
                }
            }
            polls.pause().await?;
        }
    }
}

impl<O: Confirmed> Waiting<O> {
    /// Sets how many further heights the service must have reached after the height of the result. With 0, the default,
    /// the result alone is enough.
    ///
    /// The result is requested again each time, so that it is also noticed if it changes meanwhile.
    pub fn confirmations(mut self, confirmations: u64) -> Self {
        self.times.confirmations = confirmations;
        self
    }
}

impl<O: Numbered> Waiting<O> {
    /// Sets the number of the awaited item and its owner, such as the nonce of a transaction and its sender. With both,
    /// a replacement before the first call is detected, too.
    ///
    /// Without it, the number is known once the service returns the pending item. The owner is given as for a call,
    /// such as an address by its text. A text that is not an owner is an error when waiting begins, of the kind
    /// [`InvalidRequest`](crate::ErrorKind::InvalidRequest).
    pub fn number<M_>(mut self, owner: impl Argument<O::Owner, M_>, number: u64) -> Self
    where
        O::Given: given::Admits<M_>,
    {
        let Some((input, index)) = polls::owner_field(table_of::<O>()) else {
            self.times.number = Some((Err(NO_OWNER.to_owned()), number));
            return self;
        };
        let mut given = TypedArguments::new(input);
        let owner: O::Owner = given.value(index, owner);
        let json = to_vec(&owner, input.fields[index].ty).map_err(|error| error.to_string());
        self.times.number = Some((json, number));
        Self { call: self.call.arguments(given), ..self }
    }
}

/// Error text for an operation whose spec does not name the owner of the number.
const NO_OWNER: &str = "the spec does not name the owner of the number: wait without `number`";

impl<O: Awaited> IntoFuture for Waiting<O> {
    type Output = Result<O::Ready, Error>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl<O: Operation> fmt::Debug for Waiting<O> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Waiting").field("call", &self.call).field("times", &self.times).finish()
    }
}
