//! Errors, statuses and media types of calls: decides whether the spec describes them.
//!
//! Input: the error of a call. Output: a [`Verdict`].

use chainloom_caller::{Caller, Class, Error};
use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{CallView, Client, Model, RefusalBody, ResponseBody, RpcError, Service, Situation};
use chainloom_runtime::schema::is_media_type;
use serde_json::Value;
use tokio::time::Instant;

use crate::compare::{About, Comparison, Finding, compare_until};
use crate::drift::Kind;
use crate::mask::shortened;
use crate::words::{fits, pattern};

/// Code of JSON-RPC 2.0 for an unknown method.
const NO_METHOD: i64 = -32_601;
/// Error codes that JSON-RPC 2.0 defines, so that no spec needs to describe them.
const STANDARD_CODES: [i64; 5] = [-32_700, -32_600, NO_METHOD, -32_602, -32_603];

/// Media type of arbitrary bytes.
const BYTES: &str = "application/octet-stream";

/// Result of comparing the error of a call with the spec.
pub(crate) enum Verdict<'m> {
    /// The service refused the call in a way that the spec describes, so there is no result to
    /// compare.
    Refused(String),
    /// The call got no answer that can be compared, such as after a timeout.
    NoAnswer(String),
    /// The service does not have the operation.
    NotServed(String),
    /// The error differs from its description in the spec.
    Differs(Comparison<'m>),
}

/// Operation that is called, with its service, client and spec.
#[derive(Clone, Copy)]
pub(crate) struct CallContext<'m> {
    pub(crate) model: &'m Model,
    pub(crate) client: &'m Client,
    pub(crate) service: &'m Service,
    pub(crate) call: CallView<'m>,
    /// Time at which all work ends.
    pub(crate) until: Instant,
}

impl<'m> CallContext<'m> {
    /// Decides whether the error of a call contradicts the spec.
    pub(crate) fn judge(self, error: &Error, caller: &Caller) -> Verdict<'m> {
        let said = || shortened(&caller.redactor().text(error.to_string()));
        let Some(runtime) = error.runtime() else { return Verdict::NoAnswer(said()) };
        if let Some(code) = runtime.rpc_code() {
            let message = caller.redactor().text(runtime.server_message().unwrap_or_default().to_owned());
            let data = runtime.rpc_data().and_then(|data| serde_json::from_str(data.as_str()).ok());
            return self.judge_rpc_error(code, &message, data.map(|data| caller.redactor().json(data)).as_ref());
        }
        match error.class() {
            Class::Setup | Class::Parameter | Class::Connection | Class::Timeout | Class::RateLimited => {
                return Verdict::NoAnswer(said());
            }
            Class::Unreadable if runtime.status().is_none_or(|status| status.is_success()) => {
                let finding = self.finding(Kind::Unreadable, "$", said(), "", self.call.operation.span);
                return Verdict::Differs(vec![finding].into());
            }
            _ => {}
        }
        let Some(status) = runtime.status().map(|status| status.as_u16()) else { return Verdict::NoAnswer(said()) };
        if status < 300 {
            return Verdict::Refused(said());
        }
        let body = runtime.body().unwrap_or_default();
        self.judge_http_error(status, body, said(), caller)
    }

    /// Decides whether a JSON-RPC error contradicts the spec.
    fn judge_rpc_error(self, code: i64, message: &str, data: Option<&Value>) -> Verdict<'m> {
        let said = format!("{code} {}", shortened(message));
        if code == NO_METHOD || self.is_unknown(code, message) {
            return Verdict::NotServed(said);
        }
        let Some(known) = self.described_error(code) else {
            if STANDARD_CODES.contains(&code) {
                return Verdict::Refused(said);
            }
            let text = format!("the spec does not describe the code {code}");
            return Verdict::Differs(
                vec![self.finding(Kind::UndescribedError, "error.code", text, &said, self.call.operation.span)].into(),
            );
        };
        let of_data = known
            .data
            .iter()
            .zip(data)
            .map(|(ty, data)| compare_until(self.model, ty, data, known.span, Some(self.until)));
        match of_data.map(|compared| with_error_paths(compared, "error.data")).next() {
            Some(compared) if !compared.findings.is_empty() => Verdict::Differs(compared),
            _ => Verdict::Refused(format!("{} ({said})", known.name)),
        }
    }

    /// Decides whether an HTTP error contradicts the spec. `said` is its text for the report.
    fn judge_http_error(self, status: u16, body: &[u8], said: String, caller: &Caller) -> Verdict<'m> {
        let errors = self.client.errors.as_ref();
        let known = errors.is_some_and(|errors| errors.statuses.iter().any(|known| known.code == status));
        let value = serde_json::from_slice(body).ok().map(|value| caller.redactor().json(value));
        let compared: Option<Comparison<'m>> =
            errors.zip(value.as_ref()).filter(|_| self.service.rpc.is_none()).map(|(errors, value)| {
                let at = self.call.operation.span;
                with_error_paths(compare_until(self.model, &errors.body, value, at, Some(self.until)), "error")
            });
        let is_own =
            compared.as_ref().is_some_and(|all| !all.findings.iter().any(|one| one.kind != Kind::UndescribedMember));
        match (status, compared) {
            (404 | 405 | 501, _) if !is_own => Verdict::NotServed(format!("the status is {status}")),
            // Gateways send these statuses for any service, described or not.
            (502..=504 | 520..=524 | 529, _) | (401 | 403, _) if !known || !is_own => Verdict::NoAnswer(said),
            (_, Some(compared)) if known && compared.findings.is_empty() => Verdict::Refused(said),
            (_, Some(compared)) if known => Verdict::Differs(compared),
            (_, None) if known && self.service.rpc.is_none() => {
                let text = format!("the spec describes the body of errors; that of the status {status} is not JSON");
                let came = shortened(&caller.redactor().text(String::from_utf8_lossy(body).into_owned()));
                Verdict::Differs(
                    vec![self.finding(Kind::OtherError, "error", text, &came, self.call.operation.span)].into(),
                )
            }
            (503, _) if self.service.rpc.is_some() => Verdict::NoAnswer(said),
            _ => Verdict::Differs(vec![self.status(status)].into()),
        }
    }

    /// Returns the finding for a status that the spec does not describe.
    pub(crate) fn status(self, status: u16) -> Finding<'m> {
        let text = format!("the spec does not describe the status {status}");
        self.finding(Kind::UndescribedStatus, "status", text, &status.to_string(), self.call.operation.span)
    }

    /// Returns the finding of a media type that the spec does not describe for bytes or text; `None` for other results.
    pub(crate) fn media_type(self, came: &str) -> Option<Finding<'m>> {
        let (ResponseBody::Bytes(types) | ResponseBody::Text(types)) = &self.call.own.response.body else {
            return None;
        };
        let is_described = |media: &String| is_media_type(came, media) || is_media_type(media, BYTES);
        let text = || format!("the spec says `{}`; a client takes the response as it came", types.join("`, `"));
        let found = || self.finding(Kind::OtherMediaType, "content-type", text(), came, self.call.operation.span);
        (!types.is_empty() && !types.iter().any(is_described)).then(found)
    }

    /// Returns whether an error is the response that the spec describes for an unknown method.
    fn is_unknown(self, code: i64, message: &str) -> bool {
        let refusals = self.client.dialect_of(self.service).refusals;
        let situations =
            [Situation::UnknownMethod, Situation::UnknownNamespace, Situation::MethodForm, Situation::MethodCase];
        situations.iter().filter_map(|situation| refusals.of(*situation)).any(|refusal| match &refusal.body {
            RefusalBody::Error { code: known, message: text, .. } => {
                known.unwrap_or(NO_METHOD) == code && fits(&pattern(text), message)
            }
            RefusalBody::Text(_) => false,
        })
    }

    /// Returns the description of an error code, of the operation or else of its service.
    fn described_error(self, code: i64) -> Option<&'m RpcError> {
        let of_service = self.service.rpc.iter().flat_map(|rpc| &rpc.errors);
        self.call.operation.errors.iter().chain(of_service).find(|error| error.code == code)
    }

    /// Creates a finding for which no change of the spec can be suggested.
    pub(crate) fn finding(self, kind: Kind, path: &str, message: String, came: &str, span: Span) -> Finding<'m> {
        Finding {
            kind,
            path: path.to_owned(),
            shape: path.to_owned(),
            message,
            came: came.to_owned(),
            span,
            times: 1,
            about: About::Nothing,
        }
    }
}

/// Changes the paths of findings, so that they begin with a part of an error, such as `error.data`.
fn with_error_paths<'m>(mut compared: Comparison<'m>, part: &str) -> Comparison<'m> {
    for path in compared.findings.iter_mut().flat_map(|finding| [&mut finding.path, &mut finding.shape]) {
        *path = format!("{part}{}", path.trim_start_matches('$'));
    }
    compared
}
