//! Sends batches.
//!
//! Input: the texts of calls, and a target. Output: the reply or the error of each call. A batch is
//! split here, and its failed calls are retried as far as their effects allow. `chunk` interprets a
//! response.

use crate::{
    BatchInfo, Error, Request,
    batch::{
        chunk::{self, Chunk},
        limits::BatchLimits,
        raw::{BatchItem, CallState, RawBatch, RawReplies},
    },
    call::{Attempt, Attempts},
    client::{Amount, Client, runtime},
    error::Failure,
    request::CallRef,
    rpc,
    schema::{Effect, Operation, RpcIds},
    transport::BoxFuture,
};
use std::{
    sync::{Arc, atomic::Ordering},
    vec,
};
use tokio::time::Instant;

/// A batch while it is being sent.
struct Batching<'c> {
    client: &'c Client,
    batch: RawBatch,
    deadline: Instant,
    strays: Vec<Error>,
}

/// A failure of a request as a whole, with the calls that it leaves without a reply.
type PartFailure = (Error, Vec<usize>);

/// Calls that wait for their turn, and the limits of the requests that they go into.
struct WaitingCalls {
    calls: vec::IntoIter<usize>,
    most: BatchLimits,
}

/// The calls of a request whose responses were too large together, and how many of them to send in
/// a request now.
#[derive(Default)]
struct LargePart {
    calls: Vec<usize>,
    size: usize,
}

impl LargePart {
    /// Adds calls of a request that held `sent` calls, of which `had_room` did not fail for their
    /// size.
    fn add(&mut self, calls: impl IntoIterator<Item = usize>, sent: usize, had_room: usize) {
        self.calls.extend(calls);
        self.size = if had_room == 0 { sent / 2 } else { had_room };
    }
}

/// Error text of a call that changes something and was in a batch with too large responses.
const NOT_AGAIN: &str = "The responses to the batch were too large together, and the call is not sent again, since it \
    changes something: set `.max_calls(…)` on the batch";

impl Client {
    /// Sends a batch. The future is boxed, so that the future of each caller stays small.
    pub(crate) fn send_batch(&self, batch: RawBatch) -> BoxFuture<'_, Result<RawReplies, Error>> {
        Box::pin(async move {
            let deadline = runtime::after(self.settings().deadline(&batch.options));
            Batching { client: self, batch, deadline, strays: Vec::new() }.send().await
        })
    }
}

impl Batching<'_> {
    /// Sends all calls, in requests of at most the maximum size, in the order of the calls.
    async fn send(mut self) -> Result<RawReplies, Error> {
        let open = self.unsent_calls();
        let Some(first) = open.first().and_then(|first| self.operation(*first)) else { return Ok(self.into_replies()) };
        let count = open.len();
        let whole = |error: Error| error.of_batch(first.service.name, count);
        let most = BatchLimits::of(&self.batch.target, self.batch.most, first).map_err(whole)?;
        let mut waiting = vec![WaitingCalls { calls: open.into_iter(), most }];
        while let Some(WaitingCalls { calls, most }) = waiting.last_mut() {
            let (most, left) = (*most, calls.len());
            if left == 0 {
                waiting.pop();
                continue;
            }
            if left < count && Instant::now() >= self.deadline {
                let why = "the deadline of the batch ended before the call could be sent";
                self.fail(waiting_calls(waiting), |operation| {
                    Error::new(Some(operation.id), Failure::NotSent(why.to_owned()))
                });
                break;
            }
            let fitting = self.count_fitting(most, calls.as_slice());
            let part: Vec<usize> = calls.by_ref().take(fitting).collect();
            match self.send_part(part, &most).await {
                // They go before all later calls, so that calls keep their order.
                Ok(LargePart { calls, size }) => {
                    waiting.push(WaitingCalls {
                        calls: calls.into_iter(),
                        most: BatchLimits { calls: size.max(1), ..most },
                    });
                }
                // The whole batch fails with the error only if no call has a response or another error.
                Err((error, failed)) if failed.len() == count => return Err(whole(error)),
                Err((error, failed)) => {
                    self.fail(failed, |operation| error.of_call(operation));
                    self.fail(waiting_calls(waiting), |operation| error.before(operation));
                    break;
                }
            }
        }
        Ok(self.into_replies())
    }

    /// Returns the places of the calls that are still to be sent.
    fn unsent_calls(&self) -> Vec<usize> {
        let mut open = Vec::with_capacity(self.batch.items.len());
        let items = self.batch.items.iter().enumerate();
        open.extend(items.filter(|(_, item)| matches!(item.state, CallState::Open(_))).map(|(index, _)| index));
        open
    }

    fn into_replies(self) -> RawReplies {
        RawReplies { number: self.batch.number, items: self.batch.items, strays: self.strays }
    }

    /// Returns the number of the next calls that go into one request: at least one. All calls of a request have
    /// the same security requirement.
    fn count_fitting(&self, most: BatchLimits, rest: &[usize]) -> usize {
        let security = |index: &usize| self.batch.items.get(*index).map(|item| item.operation.security);
        let first = rest.first().and_then(security);
        let mut bytes = 2_usize;
        let fits = rest.iter().take(most.calls).take_while(|index| {
            bytes = bytes.saturating_add(self.batch.text(**index).len() + rpc::MAX_HEAD_LENGTH);
            bytes <= most.bytes && security(index) == first
        });
        fits.count().max(1)
    }

    /// Sends calls in one request, and repeats those whose failure permits it.
    /// Returns the calls that are to be sent again in smaller requests.
    async fn send_part(&mut self, mut open: Vec<usize>, most: &BatchLimits) -> Result<LargePart, PartFailure> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let mut options = self.batch.options.clone();
        options.deadline = Some(left);
        let mut large = LargePart::default();
        let Some(lead) = self.leading_operation(&open) else { return Ok(large) };
        let client = self.client;
        let mut attempts = Attempts::new(client.settings(), lead, &options).to(&self.batch.target);
        loop {
            let mut attempt = match attempts.next().await {
                Ok(attempt) => attempt,
                Err(error) => return Err((error, [open, large.calls].concat())),
            };
            let number = attempt.number;
            open = match self.attempt(&open, &attempts, &mut attempt, most).await {
                Ok(failed) => {
                    let failed = self.without_large(failed, open.len(), &mut large);
                    let (mut again, ended): (Vec<_>, Vec<_>) =
                        failed.into_iter().partition(|(index, error)| self.may_repeat(*index, error));
                    self.end(ended, number);
                    let indices: Vec<usize> = again.iter().map(|(index, _)| *index).collect();
                    // All are sent again in one request, after the longest of their waits.
                    let longest = (0..again.len()).max_by_key(|place| again.get(*place)?.1.retry_after());
                    let Some((index, error)) = longest.map(|place| again.remove(place)) else {
                        attempts.succeeded(attempt);
                        return Ok(large);
                    };
                    if let Err(error) = attempts.again_if(attempt, error, true).await {
                        again.push((index, error));
                        self.end(again, number);
                        return Ok(large);
                    }
                    indices
                }
                Err(error) => {
                    let (again, ended): (Vec<usize>, Vec<usize>) =
                        open.iter().copied().partition(|index| self.may_repeat(*index, &error));
                    let of_ended = |index: &usize| Some((*index, error.of_call(self.operation(*index)?)));
                    let failed = ended.iter().filter_map(of_ended).collect();
                    match attempts.again_if(attempt, error, !again.is_empty()).await {
                        Err(error) => return Err((error, [open, large.calls].concat())),
                        // The service refused a secret that has been replaced, so it carried out nothing: send
                        // all calls again.
                        Ok(true) => continue,
                        Ok(false) => self.end(failed, number),
                    }
                    again
                }
            };
        }
    }

    /// Takes out of failed calls of a request those that may succeed in a smaller one. A request
    /// that held one call cannot be smaller.
    fn without_large(&self, failed: Vec<(usize, Error)>, sent: usize, large: &mut LargePart) -> Vec<(usize, Error)> {
        let is_large = |(_, error): &(usize, Error)| sent > 1 && error.is_of_large_batch();
        let (too_large, mut failed): (Vec<_>, Vec<_>) = failed.into_iter().partition(is_large);
        let had_room = sent.saturating_sub(too_large.len());
        let is_harmless = |index: usize| self.operation(index).is_some_and(|operation| operation.effect.is_harmless());
        let (again, ended): (Vec<_>, Vec<_>) = too_large.into_iter().partition(|(index, _)| is_harmless(*index));
        failed.extend(ended.into_iter().map(|(index, error)| (index, error.with_hints(vec![NOT_AGAIN.to_owned()]))));
        if !again.is_empty() {
            large.add(again.into_iter().map(|(index, _)| index), sent, had_room);
        }
        failed
    }

    /// Returns the call by whose effect an endpoint is chosen: a call that changes something, if there is one.
    fn leading_operation(&self, part: &[usize]) -> Option<&'static Operation> {
        let mut operations = part.iter().filter_map(|index| self.operation(*index));
        let first = operations.clone().next();
        operations.find(|operation| matches!(operation.effect, Effect::Write | Effect::Once)).or(first)
    }

    /// Sends one attempt, and returns the calls that failed, each with its error. The outer error is common to
    /// all calls.
    async fn attempt<'a>(
        &mut self,
        open: &[usize],
        attempts: &Attempts<'a>,
        attempt: &mut Attempt<'a>,
        most: &BatchLimits,
    ) -> Result<Vec<(usize, Error)>, Error> {
        let operations = self.operations(open);
        let Some(first) = operations.first().copied() else { return Ok(Vec::new()) };
        let settings = self.client.settings();
        let number = settings.next_id.fetch_add(open.len() as u64, Ordering::Relaxed);
        let kind = first.service.rpc.map_or(RpcIds::Number, |rpc| rpc.ids);
        let ids = rpc::Ids { first: number, count: open.len(), kind };
        let (target, options) = (&self.batch.target, &self.batch.options);
        let call = CallRef { operation: first, members: &[], target, options };
        let mut request = Request::of_batch(settings, &attempt.endpoint, call, self.body(open, ids))?;
        request.secrets.clone_from(&self.batch.secrets);
        request.http.extensions_mut().insert(BatchInfo::new(Arc::clone(&operations)));
        let (client, masking) = (self.client, request.masking(self.client));
        let sent = async {
            // Dropped at the end, when the response is there.
            let _permit = attempts.admit(attempt, Amount::of_batch(&operations)).await?;
            let response = client.response(call, &mut request, Some(ids), attempt).await;
            response.map_err(|failure| Client::no_response(first, &request, &masking, failure))
        };
        let response = in_batch_span(&operations, sent).await?;
        let chunk = Chunk::new(masking, &self.batch.target, (request, ids), operations, response);
        let replies = match chunk::replies_of(chunk, most) {
            Ok(replies) => replies,
            // The batch may be too large for the service. Each call gets the error, so that it may be sent in a
            // smaller request.
            Err(error) if error.is_of_large_batch() => {
                let of_call = |index: &usize| Some((*index, error.of_call(self.operation(*index)?)));
                return Ok(open.iter().filter_map(of_call).collect());
            }
            Err(error) => return Err(error),
        };
        self.strays.extend(replies.strays);
        let mut failed = Vec::new();
        for (index, reply) in open.iter().zip(replies.replies) {
            match (reply, self.batch.items.get_mut(*index)) {
                (Ok(found), Some(item)) => item.state = CallState::UnreadResponse(found),
                (Err(error), _) => failed.push((*index, error)),
                (Ok(_), None) => {}
            }
        }
        Ok(failed)
    }

    /// Builds the body of a request that holds calls.
    fn body(&self, open: &[usize], ids: rpc::Ids) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.batch.texts.len() + 2 + open.len() * rpc::MAX_HEAD_LENGTH);
        for (place, index) in open.iter().enumerate() {
            body.push(if place == 0 { b'[' } else { b',' });
            rpc::put_head(&mut body, ids, place);
            body.extend_from_slice(self.batch.text(*index));
        }
        body.push(b']');
        body
    }

    /// Returns the operations of calls.
    fn operations(&self, open: &[usize]) -> Arc<[&'static Operation]> {
        let mut operations = Vec::with_capacity(open.len());
        operations.extend(open.iter().filter_map(|index| self.operation(*index)));
        operations.into()
    }

    fn operation(&self, index: usize) -> Option<&'static Operation> {
        self.batch.items.get(index).map(|item: &BatchItem| item.operation)
    }

    /// Returns whether the call at `index` may be sent again after this error.
    fn may_repeat(&self, index: usize, error: &Error) -> bool {
        self.operation(index).is_some_and(|operation| error.may_repeat(operation.effect))
    }

    /// Stores the errors of calls, with the number of attempts.
    fn end(&mut self, failed: Vec<(usize, Error)>, attempts: u32) {
        for (index, error) in failed {
            if let Some(item) = self.batch.items.get_mut(index) {
                item.state = CallState::Failed(error.with_attempts(attempts));
            }
        }
    }

    /// Stores the error that `error` creates for each of the calls.
    fn fail(&mut self, failed: Vec<usize>, error: impl Fn(&'static Operation) -> Error) {
        for index in failed {
            if let Some(item) = self.batch.items.get_mut(index) {
                item.state = CallState::Failed(error(item.operation));
            }
        }
    }
}

/// Returns all calls that wait.
fn waiting_calls(waiting: Vec<WaitingCalls>) -> Vec<usize> {
    waiting.into_iter().flat_map(|waiting| waiting.calls).collect()
}

/// Runs an attempt in the span of its batch.
#[cfg(feature = "tracing")]
fn in_batch_span<F: Future>(operations: &[&'static Operation], exchange: F) -> tracing::instrument::Instrumented<F> {
    use tracing::Instrument as _;

    let service = operations.first().map_or("", |operation| operation.service.name);
    let names = Names(operations);
    exchange.instrument(
        tracing::debug_span!(target: "chainloom", "batch", service, calls = operations.len(), operations = %names),
    )
}

/// Runs an attempt without a span: the feature `tracing` is off.
#[cfg(not(feature = "tracing"))]
fn in_batch_span<F: Future>(_operations: &[&'static Operation], exchange: F) -> F {
    exchange
}

/// The IDs of operations.
#[cfg(feature = "tracing")]
struct Names<'o>(&'o [&'static Operation]);

#[cfg(feature = "tracing")]
impl std::fmt::Display for Names<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, operation) in self.0.iter().enumerate() {
            write!(out, "{}{}", if place == 0 { "" } else { ", " }, operation.id)?;
        }
        Ok(())
    }
}
