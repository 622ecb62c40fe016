//! Polls: the repetitions of a call, and when they end.
//!
//! Input: a call, the table of its wait, and the options of the caller. Output: whether a
//! response has the result, or the error with which waiting ends. Conditions are evaluated on the
//! JSON of a response, so that nothing here depends on its type.

use super::{Times, replaced::Claim};
use crate::{
    Error, Fill, RawJson, RawReply, Target,
    call::call,
    client::{Masking, Options, runtime},
    encode::Members,
    error::{ErrorKind, WaitEnd, WaitFault, shorten},
    pages::{PageJson, bare_text, whole},
    response::UnreadResponse,
    schema::{NextValue, Operation, Record, Replaced, Wait, WaitCondition},
    transport::BoxFuture,
    waiting::replaced,
};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Number of calls in a row that must show a replacement: the servers of a service may differ in their state.
const PROOFS: u32 = 10;
/// The most characters of a value that are shown.
const SHOWN: usize = 60;

/// A call that is repeated.
pub(super) struct Polls {
    target: Target,
    operation: &'static Operation,
    wait: &'static Wait,
    members: Members,
    options: Options,
    every: Duration,
    deadline: Duration,
    confirmations: u64,
    /// Facts that would show a replacement of the awaited item; `None` until they are known.
    claim: Option<Claim>,
    /// Number of calls in a row after which its number was taken, and no server knew it.
    taken: u32,
    end: Instant,
    /// Number of calls that were made.
    calls: u32,
    /// Human-readable description of what is missing.
    missing: String,
    /// The last response.
    answer: Option<RawReply>,
    /// Error of the last call.
    error: Option<Error>,
}

/// Verdict on a response.
enum PollVerdict {
    /// The result is reached, and has this height.
    Reached(Option<u64>),
    /// The result cannot be reached any more, for this human-readable reason.
    Failed(String),
    /// The result is not reached yet; human-readable description of what is missing.
    Missing(String),
}

impl Polls {
    pub(super) fn new(
        target: Target,
        operation: &'static Operation,
        members: Members,
        options: Options,
        times: Times,
    ) -> Result<Self, Error> {
        let wrong = |text: &str| Error::building(text).with_operation(operation.id);
        let wait = operation.wait.ok_or_else(|| wrong("the spec has no `wait` for the operation"))?;
        if times.confirmations > 0 && wait.confirmations.is_none() {
            return Err(wrong("the spec does not define how confirmations are counted: wait without them"));
        }
        let claim = match (times.number, wait.replaced) {
            (Some((owner, number)), Some(of)) => Some(Claim::given(of, owner.map_err(|text| wrong(&text))?, number)),
            _ => None,
        };
        let deadline = times.deadline.unwrap_or(Duration::from_millis(wait.deadline));
        Ok(Self {
            target,
            operation,
            wait,
            members,
            options,
            every: times.every.unwrap_or(Duration::from_millis(wait.every)),
            deadline,
            confirmations: times.confirmations,
            claim,
            taken: 0,
            end: runtime::after(deadline),
            calls: 0,
            missing: "no call has succeeded".to_owned(),
            answer: None,
            error: None,
        })
    }

    /// Makes the call once, and returns whether the value that was read is the result.
    pub(super) fn call<'a>(&'a mut self, value: &'a mut dyn Fill) -> BoxFuture<'a, Result<bool, Error>> {
        Box::pin(async move {
            self.calls = self.calls.saturating_add(1);
            let options = self.options();
            let reply = call(&self.target, self.operation, Ok(self.members.clone()), &options, value).await;
            let Some(reply) = self.skip_transient_error(reply)? else { return Ok(false) };
            let verdict = self.judge(&reply);
            self.answer = Some(reply);
            match verdict {
                PollVerdict::Reached(height) => self.is_confirmed(height).await,
                PollVerdict::Failed(text) => Err(self.fault(WaitEnd::Failed, text)),
                PollVerdict::Missing(text) => {
                    self.missing = text;
                    self.check_replacement().await;
                    if self.taken >= PROOFS { Err(self.replaced_error()) } else { Ok(false) }
                }
            }
        })
    }

    /// Checks whether the number of the awaited item is taken, and no server knows the item any more. If so after
    /// several calls in a row, another item has the number. Errors of the check are ignored.
    async fn check_replacement(&mut self) {
        let Some(of) = self.wait.replaced else { return };
        let Some(claim) = &self.claim else {
            self.claim = self.pending(of).await;
            return;
        };
        let next = self.call_other(of.next, &claim.members).await.ok();
        let next = next.and_then(|reply| PageJson::of(&reply, None, &[]).member(&[]).and_then(whole));
        let is_taken = next.is_some_and(|next| next > claim.number) && self.is_forgotten(of).await;
        self.taken = if is_taken { self.taken.saturating_add(1) } else { 0 };
    }

    /// Returns whether the server answers that it does not know the awaited item, neither as pending nor otherwise.
    async fn is_forgotten(&self, of: &Replaced) -> bool {
        match self.call_pending(of).await {
            Ok(reply) => PageJson::of(&reply, None, &[]).member(&[]).is_none_or(|json| json == "null"),
            Err(error) => error.is_not_found(),
        }
    }

    /// Requests the awaited item while it is pending.
    async fn pending(&self, of: &Replaced) -> Option<Claim> {
        let reply = self.call_pending(of).await.ok()?;
        Claim::of(of, &PageJson::of(&reply, None, &[]))
    }

    /// Calls the operation that returns the awaited item, and returns its response.
    async fn call_pending(&self, of: &Replaced) -> Result<RawReply, Error> {
        let members = replaced::shared_members(self.operation, &self.members, of.pending);
        self.call_other(of.pending, &members).await
    }

    /// Calls another operation and returns its response.
    async fn call_other(&self, operation: &'static Operation, members: &Members) -> Result<RawReply, Error> {
        let options = self.options();
        let client = self.target.client();
        client.call(operation, members, &self.target, &options, &mut UnreadResponse::into_raw).await
    }

    /// Returns the error of an awaited item that another one replaced.
    fn replaced_error(&mut self) -> Error {
        let number = self.claim.as_ref().map_or(0, |claim| claim.number);
        let text = format!("replaced: the number {number} is taken, and {}", self.missing);
        self.fault(WaitEnd::Replaced, text)
    }

    /// Waits for the next call; an error if there is none.
    pub(super) async fn pause(&mut self) -> Result<(), Error> {
        let asked = self.error.as_ref().and_then(Error::retry_after).unwrap_or_default();
        let left = self.remaining_time();
        sleep(self.every.max(asked).min(left)).await;
        if self.remaining_time().is_zero() { Err(self.timeout_error()) } else { Ok(()) }
    }

    fn remaining_time(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// Returns the options of a call, which ends at the deadline of waiting.
    fn options(&self) -> Options {
        let own = self.target.client().settings().deadline(&self.options);
        self.options.with_deadline(own.min(self.remaining_time()))
    }

    /// Returns the response; `None` after a transient error. Any other error ends waiting.
    fn skip_transient_error(&mut self, reply: Result<RawReply, Error>) -> Result<Option<RawReply>, Error> {
        match reply {
            Ok(reply) => {
                self.error = None;
                Ok(Some(reply))
            }
            // If the time ended during a call, the outcome of the previous call says more.
            Err(error)
                if error.kind() == ErrorKind::Timeout && self.remaining_time().is_zero() && self.has_outcome() =>
            {
                Ok(None)
            }
            Err(error) if error.is_retryable() || self.is_not_yet(&error) => {
                self.error = Some(error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns whether the error means that the result is not there yet.
    fn is_not_yet(&self, error: &Error) -> bool {
        self.wait.not_yet.iter().any(|sign| error.has_message(sign.message, sign.code))
    }

    /// Returns whether a call has ended, with a response or with an error.
    fn has_outcome(&self) -> bool {
        self.answer.is_some() || self.error.is_some()
    }

    /// Decides whether a response has the result.
    fn judge(&self, reply: &RawReply) -> PollVerdict {
        let result = PageJson::of(reply, None, &[]);
        if let Some(condition) = self.wait.failed.iter().find(|condition| satisfies(&result, condition)) {
            return PollVerdict::Failed(format!("{}, which is final", state(&result, condition, &reply.masking)));
        }
        if let Some(condition) = self.wait.until.iter().find(|condition| !satisfies(&result, condition)) {
            return PollVerdict::Missing(state(&result, condition, &reply.masking));
        }
        let counted = self.wait.confirmations.filter(|_| self.confirmations > 0);
        PollVerdict::Reached(counted.and_then(|of| result.member(of.height)).and_then(whole))
    }

    /// Returns whether the service has reached enough heights after the height of the result.
    async fn is_confirmed(&mut self, height: Option<u64>) -> Result<bool, Error> {
        let Some(of) = self.wait.confirmations.filter(|_| self.confirmations > 0) else { return Ok(true) };
        let Some(height) = height else {
            self.missing = "the result has no height yet, from which confirmations are counted".to_owned();
            return Ok(false);
        };
        let latest = self.call_other(of.latest, &vec![None; of.latest.input.fields.len()]).await;
        let Some(reply) = self.skip_transient_error(latest)? else { return Ok(false) };
        let latest = PageJson::of(&reply, None, &[]).member(of.latest_height).and_then(whole);
        let confirmed = latest.map_or(0, |latest| latest.saturating_sub(height));
        self.missing = format!("the result has {confirmed} of {} confirmations", self.confirmations);
        Ok(confirmed >= self.confirmations)
    }

    /// Returns the error of a deadline that has passed.
    fn timeout_error(&mut self) -> Error {
        let calls = if self.calls == 1 { "call".to_owned() } else { format!("{} calls", self.calls) };
        let text = format!("not reached within {:?}: after the last {calls}, {}", self.deadline, self.missing);
        self.fault(WaitEnd::Late, text)
    }

    /// Creates the error with which waiting ends, with the last response and the error of the last call.
    fn fault(&mut self, end: WaitEnd, text: String) -> Error {
        let result = self.answer.take();
        let answer = result.and_then(|reply| RawJson::parse(std::str::from_utf8(reply.result()).ok()?).ok());
        let cause = self.error.take();
        Error::waiting(self.operation, WaitFault { end, text, answer, output: self.operation.output, cause })
    }
}

/// Returns the parameters of the call for the next number, and the index of the parameter that is the owner;
/// `None` unless the spec has exactly one owner.
pub(super) fn owner_field(operation: &Operation) -> Option<(&'static Record, usize)> {
    let of = operation.wait?.replaced?;
    let mut owners = of.with.iter().filter(|(_, source)| matches!(source, NextValue::Member(_)));
    let (index, _) = owners.next()?;
    let input = of.next.input;
    (*index < input.fields.len() && owners.next().is_none()).then_some((input, *index))
}

/// Returns whether `result` satisfies `condition`.
fn satisfies(result: &PageJson<'_>, condition: &WaitCondition) -> bool {
    let Some(json) = result.member(condition.member) else { return false };
    let found = bare_text(json);
    condition.values.is_empty() || condition.values.iter().any(|value| bare_text(value) == found)
}

/// Describes the value of a condition's member in a result.
fn state(result: &PageJson<'_>, condition: &WaitCondition, masking: &Masking) -> String {
    // A secret is hidden before it is cut: half of it would not be found.
    let value = result.member(condition.member).map(|json| shorten(&masking.redact(json.to_owned()), SHOWN));
    match (condition.member, value) {
        ([], _) => "there is no result".to_owned(),
        (member, Some(value)) => format!("`{}` is {value}", member.join(".")),
        (member, None) => format!("`{}` is absent", member.join(".")),
    }
}
