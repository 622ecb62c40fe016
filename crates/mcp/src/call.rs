//! Tool `call`: one call of an operation.
//!
//! Input: the name of an operation, parameters, and the wanted part of the result. Output: the
//! answer as bounded JSON. This module decides whether a call is permitted; another one makes
//! calls.

mod parameters;

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chainloom_caller::{Error, Output, Prepared};
use chainloom_reference::Item;
use chainloom_runtime::catalog::{Redactor, UntypedCall};
use chainloom_runtime::schema::{Effect, Operation, PageBy};
use chainloom_runtime::{Incoming, PagePosition, RawJson};
use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use crate::answer::{Answer, Places};
use crate::cut;
use crate::describe::item;
use crate::input::Input;
use crate::problem::Problem;
use crate::state::ServerState;

/// Maximum time of a call: clocks overflow beyond.
const MAX_DEADLINE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Part of the maximum size of an answer that misfits may take: an eighth.
const MISFIT_SHARE: usize = 8;

/// Arguments that select a part of the result.
struct Selection {
    position: Option<String>,
    limit: usize,
    select: Option<String>,
    offset: usize,
}

/// A permitted call, with the context for its answer.
struct Ready<'s> {
    shared: &'s ServerState,
    prepared: Prepared<'s>,
    /// Secrets that a service may send back.
    secrets: Redactor,
    selection: Selection,
    /// End of the time for the call.
    end: Instant,
}

/// The called operation, with the outcome.
pub(crate) struct CallOutcome {
    pub(crate) operation: Option<&'static str>,
    pub(crate) outcome: Result<String, Problem>,
}

/// Calls an operation. The time of the call starts here.
pub(crate) async fn call(shared: &ServerState, arguments: JsonObject) -> CallOutcome {
    let deadline = shared.caller.profile().deadline.unwrap_or(shared.limits.deadline);
    let ready = match ready(shared, arguments, deadline) {
        Ok(ready) => ready,
        Err((operation, problem)) => return CallOutcome { operation, outcome: Err(problem) },
    };
    let operation = ready.prepared.operation().id;
    let in_time = tokio::time::timeout_at(ready.end, shared.permits.acquire()).await;
    let outcome = match in_time {
        Ok(permit) => {
            // The permit is returned when the call ends, even by cancellation.
            let _permit = permit;
            ready.answer().await
        }
        Err(_) => Err(Problem::timeout(format!("no call slot was free within {}", words(deadline)))
            .hint("Too many calls at the same time: wait for others to end.")),
    };
    CallOutcome { operation: Some(operation), outcome }
}

/// Problem of a call that is not made, with the ID of the operation if it is known.
type CallRefusal = (Option<&'static str>, Problem);

/// Checks the arguments, the permission and the parameters of a call, and prepares it.
fn ready(shared: &ServerState, arguments: JsonObject, deadline: Duration) -> Result<Ready<'_>, CallRefusal> {
    let mut input = Input::new("call", arguments);
    let name = input.required("operation");
    let parameters = input.object("arguments");
    let selection = Selection {
        position: input.text("position"),
        limit: input.number("limit", 1..=shared.limits.max_items).unwrap_or(shared.limits.max_items),
        select: input.text("select"),
        offset: input.number("offset", 0..=usize::MAX).unwrap_or_default(),
    };
    if selection.offset > 0 && selection.select.is_none() {
        input.wrong("`offset` needs `select`, the part whose beginning is left out");
    }
    let (vars, endpoint) = (input.object("vars"), input.text("endpoint"));
    input.finish().map_err(|problem| (None, problem))?;
    let (id, is_sensitive) = match item(&shared.reference, &name) {
        Ok(Item::Operation(one)) => (one.id.as_str(), one.is_sensitive()),
        Ok(Item::Subscription(one)) => {
            let problem = Problem::usage(format!("`{}` is a subscription, which cannot be called", one.id));
            return Err((
                None,
                problem.hint(format!("Events are for `chainloom subscribe {}`, or a program.", one.id)),
            ));
        }
        Ok(Item::Webhooks(one)) => {
            let problem = Problem::usage(format!("`{}` is a webhook, which cannot be called", one.name));
            let hint = format!("Its events are for `chainloom webhook listen --file {}`, or a program.", one.name);
            return Err((None, problem.hint(hint)));
        }
        Err(problem) => return Err((None, problem)),
    };
    let mut prepared = shared.caller.prepare(id).map_err(|error| (None, Problem::usage(error.to_string())))?;
    let operation = prepared.operation();
    let refused = |problem| (Some(operation.id), problem);
    shared.check_permission(operation, is_sensitive).map_err(refused)?;
    shared.check_position(operation, selection.position.as_deref()).map_err(refused)?;
    parameters::fill(&mut prepared, parameters);
    for (name, value) in vars {
        prepared.var(&name, value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    }
    if let Some(name) = endpoint {
        prepared.endpoint(&name);
    }
    let of_error = |error: Error| refused(Problem::of(&error, operation));
    // Invalid parameters are reported before waiting for a permit.
    prepared.dry_run().map_err(of_error)?;
    let secrets = prepared.redactor();
    Ok(Ready { shared, prepared, secrets, selection, end: Instant::now() + deadline.min(MAX_DEADLINE) })
}

impl ServerState {
    /// Checks that the operation only reads and is not sensitive, or is allowed explicitly.
    fn check_permission(&self, operation: &Operation, is_sensitive: bool) -> Result<(), Problem> {
        let is_harmless = matches!(operation.effect, Effect::Read) && !is_sensitive;
        if is_harmless || self.writes.iter().any(|id| id == operation.id) {
            return Ok(());
        }
        let why = if is_sensitive { "uses or reveals secret keys, or spends funds" } else { "may make a change" };
        let text = format!("`{}` {why}, and this server only reads; nothing was sent", operation.id);
        let hint = format!(
            "Ask the person who runs this server to allow the operation by `chainloom mcp --allow-writes {}`.",
            operation.id
        );
        Err(Problem::new("not-allowed", vec![text]).hint(hint))
    }

    /// Checks that a position may be used. A URL in a position could lead outside the list, so this
    /// server must have returned the position.
    fn check_position(&self, operation: &Operation, position: Option<&str>) -> Result<(), Problem> {
        let has_addresses =
            operation.paginate.is_some_and(|paging| matches!(paging.by, PageBy::Link { .. } | PageBy::Url { .. }));
        match position {
            Some(position) if has_addresses && !self.given.has(position) => {
                let problem = Problem::usage("this server did not return this position, or did so too long ago");
                Err(problem.hint("Begin the list anew, without `position`."))
            }
            _ => Ok(()),
        }
    }
}

impl Ready<'_> {
    /// Makes the call, and returns its answer within the limits.
    async fn answer(self) -> Result<String, Problem> {
        let operation = self.prepared.operation();
        let answer = if operation.paginate.is_some() {
            self.page().await
        } else if self.selection.position.is_some() {
            let problem = Problem::usage(format!("`{}` has no pages, so it takes no `position`", operation.id));
            return Err(problem.hint("Request the parts that are cut by `select` and `offset`."));
        } else if self.prepared.is_stream() {
            self.stream().await
        } else {
            self.single().await
        };
        let (answer, misfits) = answer?;
        let limits = self.shared.limits;
        let misfits = (!misfits.is_empty()).then(|| shown_misfits(misfits, limits.max_bytes / MISFIT_SHARE));
        let room = limits.max_bytes.saturating_sub(misfits.as_ref().map_or(0, cut::size));
        let mut answer = match &self.selection.select {
            Some(pointer) => answer.selected(pointer, self.selection.offset, room, self.selection.limit)?,
            None => answer.whole(room, self.selection.limit, &self.shared.given),
        };
        answer.extend(misfits.map(|misfits| ("misfits".to_owned(), misfits)));
        let text = Value::Object(answer).to_string();
        if text.len() <= limits.max_bytes {
            return Ok(text);
        }
        // Names of members may be as long as values, and are not cut.
        let problem =
            Problem::new("too-large", vec![format!("the answer does not fit into {} bytes", limits.max_bytes)]);
        Err(problem.hint("Use `select` for a part of it, or filters of the operation."))
    }

    /// Returns the call, limited to the remaining time.
    fn call_with_deadline(&self) -> Result<UntypedCall, Problem> {
        let left = self.end.saturating_duration_since(Instant::now());
        Ok(self.prepared.call().map_err(|error| self.failed(error))?.deadline(left))
    }

    fn failed(&self, error: impl Into<Error>) -> Problem {
        let error = error.into();
        let data = error.data().map(|data| self.secrets.text(data.to_owned()));
        Problem::of(&error, self.prepared.operation()).data(data)
    }

    /// Calls an operation with one result, and returns the misfits of the result as well.
    async fn single(&self) -> Result<(Answer, Vec<String>), Problem> {
        let reply = self.call_with_deadline()?.send().await.map_err(|error| self.failed(error))?;
        let mut misfits = Vec::new();
        let (name, value) = match Output::of(self.prepared.operation(), &reply) {
            Output::Json(json) => {
                misfits = self.misfits(&json);
                ("result", self.clean(&json))
            }
            Output::Text(text) => ("text", self.secrets.text(text).into()),
            Output::Bytes(bytes) => ("bytes", self.secrets.text(BASE64_STANDARD.encode(bytes)).into()),
        };
        Ok((Answer::Single(name, value), misfits))
    }

    /// Calls an operation for one page of a list, and returns the misfits of the page as well.
    async fn page(&self) -> Result<(Answer, Vec<String>), Problem> {
        let operation = self.prepared.operation();
        let mut pages = self.call_with_deadline()?.pages().prefetch(false);
        if let Some(position) = &self.selection.position {
            let position: PagePosition = position.parse().map_err(|error| {
                let problem = Problem::usage(format!("`position` is wrong: {error}"));
                problem.hint("Use the `position` of the answer before as it is, or none to begin anew.")
            })?;
            pages = pages.resume(position);
        }
        let Some(page) = pages.try_next().await.map_err(|error| self.failed(error))? else {
            return Ok((Answer::Page { items: Vec::new(), beside: Value::Null, places: None }, Vec::new()));
        };
        let items: Vec<Value> = page.items().iter().map(|item| self.clean(item)).collect();
        let paging = operation.paginate.map_or(&[][..], |paging| paging.items);
        let beside = beside(self.clean(page.body()), paging);
        let misfits = self.misfits(page.body());
        Ok((Answer::Page { items, beside, places: Some(Box::new(Places { pages, page })) }, misfits))
    }

    /// Returns a text for each place at which a result does not fit the type in the spec.
    fn misfits(&self, json: &RawJson) -> Vec<String> {
        texts_of(self.prepared.check(json))
    }

    /// Returns the first events or lines of a response that may never end, and their misfits.
    async fn stream(&self) -> Result<(Answer, Vec<String>), Problem> {
        let (mut items, mut misfits, mut left) = (Vec::new(), Vec::new(), self.shared.limits.max_bytes);
        let mut stream = match tokio::time::timeout_at(self.end, self.prepared.stream()).await {
            Ok(stream) => stream.map_err(|error| self.failed(error))?,
            Err(_) => return Ok((Answer::Stream { items, ended: false }, misfits)),
        };
        while items.len() < self.selection.limit && left > 0 {
            let next = match tokio::time::timeout_at(self.end, stream.next()).await {
                Ok(next) => next.map_err(|error| self.failed(error))?,
                Err(_) => break,
            };
            let item = match next {
                None => return Ok((Answer::Stream { items, ended: true }, misfits)),
                Some(Incoming::Event(event)) => {
                    misfits.extend(texts_of(self.prepared.check_event(&event)));
                    self.clean(&event)
                }
                Some(Incoming::Gap(gap)) => json!({ "gap": self.secrets.text(gap.to_string()) }),
                Some(_) => continue,
            };
            left = left.saturating_sub(cut::size(&item));
            items.push(item);
        }
        Ok((Answer::Stream { items, ended: false }, misfits))
    }

    /// Returns a value of a service with redacted secrets.
    fn clean(&self, json: &RawJson) -> Value {
        let value = serde_json::from_str(json.as_str());
        // The runtime has checked the JSON; a value too deep for `serde_json` stays a text.
        let value = value.unwrap_or_else(|_| json.as_str().into());
        self.secrets.json(value)
    }
}

/// Returns the members of a page other than its items; null if there are none.
fn beside(mut body: Value, path: &[&str]) -> Value {
    let Some((last, above)) = path.split_last() else { return Value::Null };
    let owner = above.iter().try_fold(&mut body, |value, name| value.get_mut(*name));
    if let Some(members) = owner.and_then(Value::as_object_mut) {
        // The order of the other members is kept.
        members.shift_remove(*last);
    }
    if body.as_object().is_some_and(Map::is_empty) { Value::Null } else { body }
}

/// Returns the texts of the misfits that a check found.
fn texts_of(checked: Result<(), Error>) -> Vec<String> {
    checked.err().map(|error| error.texts().to_vec()).unwrap_or_default()
}

/// Returns the misfits that take at most `most` bytes, and the number of the others.
fn shown_misfits(mut misfits: Vec<String>, most: usize) -> Value {
    let mut left = most;
    let fits = |text: &&String| {
        let rest = left.checked_sub(cut::text_size(text));
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    let shown = misfits.iter().take_while(fits).count();
    if shown < misfits.len() {
        let more = format!("{} more", misfits.len() - shown);
        misfits.truncate(shown);
        misfits.push(more);
    }
    misfits.into()
}

/// Formats a duration for display.
fn words(duration: Duration) -> String {
    match duration.as_secs() {
        0 => format!("{} ms", duration.as_millis()),
        seconds => format!("{seconds} s"),
    }
}
