//! Attempts: the test calls of one operation.
//!
//! Input: sets of parameters. Output: the responses, compared with the spec.

use std::collections::BTreeSet;
use std::time::Duration;

use chainloom_caller::{Caller, Class, Error, Prepared};
use chainloom_codegen::model::{FailureCase, ResponseBody, to_json};
use chainloom_runtime::{RawReply, Retry};
use serde_json::Value;
use tokio::time::Instant;

use crate::compare::{Comparison, Finding, compare_until};
use crate::drift::Kind;
use crate::errors::{CallContext, Verdict};
use crate::inputs::Input;
use crate::mask::shortened;
use crate::pace::Pace;
use crate::words::{fits, pattern};
use chainloom_caller::read_deep;

/// Time for a call with all its retries, unless the profile states one.
const DEADLINE: Duration = Duration::from_secs(30);

/// Settings and state that all calls share.
pub(crate) struct SharedAttempts<'c> {
    pub(crate) caller: &'c Caller,
    pub(crate) pace: Pace,
    pub(crate) until: Instant,
    /// Names of the services that the user asked for; empty for all services.
    pub(crate) services: &'c [String],
}

/// Outcome of the calls of one operation.
#[derive(Default)]
pub(crate) struct Outcome<'m> {
    pub(crate) calls: usize,
    pub(crate) results: Vec<Value>,
    pub(crate) findings: Vec<Finding<'m>>,
    /// Number of differences that are not in `findings`, because the maximum was reached.
    pub(crate) left_out: usize,
    /// Whether the time ended before a response was compared completely.
    pub(crate) is_cut: bool,
    /// Reason why there is no result; empty if there is one.
    pub(crate) reason: String,
    /// Message of the service, if it does not have the operation.
    pub(crate) unserved: Option<String>,
    /// Class of the last error, if a call got no answer that can be compared.
    pub(crate) last_error: Option<Class>,
    pub(crate) inputs: Vec<Input>,
}

impl<'m> Outcome<'m> {
    pub(crate) fn add(&mut self, compared: Comparison<'m>) {
        self.findings.extend(compared.findings);
        self.left_out += compared.left_out;
        self.is_cut |= compared.is_cut;
    }
}

impl<'c> SharedAttempts<'c> {
    /// Calls an operation with each set of parameters, and compares the responses with the spec. A
    /// set is skipped if another one with the same names of parameters had a result.
    pub(crate) async fn call<'m>(&self, context: CallContext<'m>, id: &str, inputs: Vec<Input>) -> Outcome<'m> {
        let mut outcome = Outcome::default();
        let mut answered: Vec<BTreeSet<String>> = Vec::new();
        for input in inputs {
            let names: BTreeSet<String> = input.keys().cloned().collect();
            if answered.contains(&names) {
                continue;
            }
            let reply = self.send(context, id, &input, &mut outcome).await;
            outcome.inputs.push(input.clone());
            match reply {
                Ok(reply) => {
                    let is_first = answered.is_empty();
                    answered.push(names);
                    self.compare(context, &reply, &mut outcome);
                    if is_first {
                        self.compare_failures(context, id, &input, &mut outcome).await;
                    }
                }
                Err(error) => match context.judge(&error, self.caller) {
                    Verdict::Refused(why) => outcome.reason = format!("the service refused: {why}"),
                    Verdict::NoAnswer(why) => {
                        outcome.last_error = Some(error.class());
                        outcome.reason = why;
                        // Other parameters may succeed. All other errors would occur again.
                        if error.class() != Class::Parameter {
                            break;
                        }
                    }
                    Verdict::NotServed(why) => {
                        outcome.unserved = Some(why);
                        break;
                    }
                    Verdict::Differs(compared) => outcome.add(compared),
                },
            }
        }
        outcome
    }

    /// Sends one call, after its turn, and returns the response.
    async fn send(
        &self,
        context: CallContext<'_>,
        id: &str,
        input: &Input,
        outcome: &mut Outcome<'_>,
    ) -> Result<RawReply, Error> {
        let mut prepared = self.caller.prepare(id)?;
        prepared.json(&Value::Object(input.clone()).to_string());
        self.set_vars(context, &mut prepared);
        let call = prepared.call()?;
        let call = match self.caller.profile().retries {
            Some(_) => call,
            None => call.retry(Retry::default().attempts(2)),
        };
        // Parameters that violate bounds or rules are never sent, so they wait for no turn.
        prepared.dry_run()?;
        self.pace.wait_for_turn().await;
        outcome.calls += 1;
        let left = self.until.saturating_duration_since(Instant::now());
        let own = self.caller.profile().deadline.unwrap_or(DEADLINE);
        Ok(call.deadline(own.min(left)).send().await?)
    }

    /// Sets variables of a service that the profile does not set, or sets to a value that is meant
    /// for another service. They get their default, or else the first value in the spec.
    fn set_vars(&self, context: CallContext<'_>, prepared: &mut Prepared<'_>) {
        let profile = self.caller.profile();
        let own = profile.clients.get(&context.client.name);
        let is_named = self.services.contains(&context.service.name);
        for var in &context.service.vars {
            let set = own.and_then(|own| own.vars.get(&var.name)).or_else(|| profile.vars.get(&var.name));
            let said = || var.default.as_ref().or_else(|| var.values.first());
            match set {
                Some(value) if is_named || var.default.is_none() || var.values.contains(value) => {}
                _ => said().into_iter().for_each(|value| {
                    prepared.var(&var.name, value.clone());
                }),
            }
        }
    }

    /// Compares the status and the result of a response with the spec, and keeps the result.
    fn compare<'m>(&self, context: CallContext<'m>, reply: &RawReply, outcome: &mut Outcome<'m>) {
        let statuses = &context.call.operation.statuses;
        let status = reply.status().as_u16();
        if !statuses.is_empty() && !statuses.iter().any(|(known, _)| *known == status) {
            outcome.findings.push(context.status(status));
        }
        let media_type = reply.headers().get("content-type").and_then(|media| media.to_str().ok());
        outcome.findings.extend(media_type.and_then(|media| context.media_type(media)));
        let Some(ty) = context.call.own.result.as_ref() else { return outcome.results.push(Value::Null) };
        if matches!(context.call.own.response.body, ResponseBody::Bytes(_)) {
            return outcome.results.push(Value::Null);
        }
        let (json, secrets) = (reply.result(), self.caller.redactor());
        let compared = read_deep(json, |value| {
            let value = secrets.json(value);
            (compare_until(context.model, ty, &value, context.call.operation.span, Some(context.until)), value)
        });
        match compared {
            Ok((compared, value)) => {
                outcome.add(compared);
                outcome.results.push(value);
            }
            Err(why) => {
                outcome.findings.push(context.finding(Kind::Unreadable, "$", why, "", context.call.operation.span))
            }
        }
    }

    /// Calls the operation with each value for which the spec describes a failure, and compares the
    /// error. All other parameters are taken from `good`, which had a result.
    async fn compare_failures<'m>(&self, context: CallContext<'m>, id: &str, good: &Input, outcome: &mut Outcome<'m>) {
        for failure in &context.call.operation.failures {
            let FailureCase::Given(name, value) = &failure.case else { continue };
            if !context.call.free_params().any(|param| param.field.name == *name) {
                continue;
            }
            let value = to_json(value);
            let mut input = good.clone();
            input.insert(name.clone(), value.clone());
            let wanted =
                format!("the spec says that `{name}: {value}` fails with {} `{}`", failure.code, failure.message);
            let came = match self.send(context, id, &input, outcome).await {
                Ok(_) => "a result".to_owned(),
                Err(error) => {
                    let Some(code) = error.runtime().and_then(chainloom_runtime::Error::rpc_code) else { continue };
                    let message = error.runtime().and_then(|error| error.server_message()).unwrap_or_default();
                    if code == failure.code && fits(&pattern(&failure.message), message) {
                        continue;
                    }
                    shortened(&self.caller.redactor().text(format!("{code} {message}")))
                }
            };
            outcome.findings.push(context.finding(
                Kind::OtherError,
                "error",
                wanted,
                &came,
                context.call.operation.span,
            ));
        }
    }
}
