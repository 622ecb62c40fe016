//! Reads the response to a call.
//!
//! Input: a response, and its request. Output: the result, read as a type or checked to be JSON; or
//! the error that the response reports.

use crate::{
    Error, Fill, RawReply, ReadError, Reader, Request,
    client::{Masking, Settings},
    error::{ErrorResponse, Failure, RpcFailure, shorten, status_line},
    json::{as_text, place_in},
    response::{
        content,
        error_response::error_response,
        hints::{FailedCall, hints},
        in_body,
    },
    rpc,
    schema::{Operation, ResponseBody, Type},
};
use bytes::Bytes;
use http::{HeaderMap, Response, StatusCode};
use std::borrow::Cow;
use url::Url;

/// The most characters of a path that are shown.
const MAX_PATH_LENGTH: usize = 200;

/// A response of success; its result is still to be read.
pub(crate) struct UnreadResponse {
    pub(crate) masking: Masking,
    pub(crate) operation: &'static Operation,
    pub(crate) request: Box<Request>,
    pub(crate) response: Response<Bytes>,
}

/// Reads the result of a response. It may be asked again for another response, and begins with a
/// fresh value each time.
pub(crate) type ResultReader<'r> = &'r mut (dyn FnMut(&mut Reader<'_>) -> Result<(), ReadError> + Send);

/// Returns a reader of results that reads into `value`, which must be blank, and resets it before each further
/// reading.
pub(crate) fn into(
    value: &mut dyn Fill,
    ty: Option<Type>,
) -> impl FnMut(&mut Reader<'_>) -> Result<(), ReadError> + Send {
    let mut is_blank = true;
    move |reader| {
        if !std::mem::take(&mut is_blank) {
            value.reset();
        }
        ty.map_or(Ok(()), |ty| reader.fill(ty, value))
    }
}

impl UnreadResponse {
    /// Reads the result with `reading`.
    pub(crate) fn read_by(self, reading: ResultReader<'_>) -> Result<RawReply, Error> {
        if self.operation.output.is_some() {
            let limits = self.masking.client().settings().read_limits();
            self.read(&mut |reader| {
                reader.limit(limits);
                reading(reader)?;
                trace_halves(self.operation, reader.halves());
                Ok(())
            })?;
        } else {
            // The result is ignored, but the response may report an error.
            self.read(&mut |reader| reader.skip())?;
        }
        let len = self.response.body().len();
        Ok(self.into_reply(0..len, None))
    }

    /// Checks the result to be JSON, and remembers where it is.
    pub(crate) fn into_raw(self) -> Result<RawReply, Error> {
        let (body, status) = (self.response.body().clone(), self.response.status());
        self.check_compression()?;
        let json = match &self.request.rpc {
            // The bytes of such a response are its result.
            None => {
                match content::json(self.operation, status, &body).map_err(|failure| self.body_error(failure, &body))? {
                    Some(json) => json,
                    None => return Ok(self.into_reply(0..0, None)),
                }
            }
            Some(_) => Cow::Borrowed(body.as_ref()),
        };
        let mut range = 0..0;
        self.read_in(&json, &mut |reader| {
            let found = reader.raw()?;
            // A null that was created for an absent result is not a part of the body.
            range = place_in(&json, found.as_bytes()).unwrap_or_default();
            Ok(())
        })?;
        let written = match json {
            Cow::Owned(json) => Some(Bytes::from(json)),
            Cow::Borrowed(_) => None,
        };
        Ok(self.into_reply(range, written))
    }

    fn into_reply(self, result: std::ops::Range<usize>, written: Option<Bytes>) -> RawReply {
        let (head, raw) = self.response.into_parts();
        let (operation, masking, endpoint) = (self.operation, self.masking, self.request.client_endpoint);
        RawReply { status: head.status, headers: head.headers, raw, result, operation, endpoint, masking, written }
    }

    /// Reads the result: the body of a REST response, a member of a JSON-RPC response.
    fn read(&self, result: rpc::ReadResult<'_>) -> Result<(), Error> {
        let body = self.response.body();
        self.check_compression()?;
        if self.request.rpc.is_some() {
            return self.read_in(body, result);
        }
        match content::json(self.operation, self.response.status(), body)
            .map_err(|failure| self.body_error(failure, body))?
        {
            Some(json) => self.read_in(&json, result),
            None => result(&mut Reader::of_bytes(body.clone().into())).map_err(|error| self.misfit(error, body)),
        }
    }

    /// Reads the result from the JSON of the response.
    fn read_in(&self, json: &[u8], result: rpc::ReadResult<'_>) -> Result<(), Error> {
        let Some((id, _)) = &self.request.rpc else {
            if self.operation.output.is_none() {
                return Ok(());
            }
            return read_body(json, result).map_err(|error| self.misfit(error, json));
        };
        rpc::read(json, id, result).map_err(|failed| match failed {
            rpc::Failed::Rpc(failure) => self.rpc_error(failure),
            rpc::Failed::Protocol(_) if json.trim_ascii().is_empty() => self.error(Failure::Protocol(self.no_body())),
            rpc::Failed::Protocol(text) => self.error(Failure::Protocol(self.without_secrets(text, id))),
            rpc::Failed::Decode(error) => self.misfit(error, json),
        })
    }

    /// Checks that text can be read from the body; bytes are returned as they are.
    pub(crate) fn check_compression(&self) -> Result<(), Error> {
        if let ResponseBody::Bytes(_) = self.operation.response.body {
            return Ok(());
        }
        let (headers, body) = (self.response.headers(), self.response.body());
        let Some(how) = content::compression(headers, body, &self.masking) else { return Ok(()) };
        let hint = match how.as_str() {
            "gzip" => "The feature `gzip` reads it",
            _ => "A server or a proxy compresses it: let it send responses as they are",
        };
        Err(self.error(Failure::Compressed(how)).with_hints(vec![hint.to_owned()]))
    }

    /// Returns the error of a body from which no JSON can be read.
    fn body_error(&self, failure: Failure, body: &[u8]) -> Error {
        match failure {
            Failure::Decode(error) => self.misfit(error, body),
            other => self.error(other),
        }
    }

    /// Returns the error of a result that does not fit its type.
    fn misfit(&self, error: ReadError, json: &[u8]) -> Error {
        let mask = |part: &mut [u8]| self.masking.mask(part);
        self.error(Failure::Decode(error.masked(json, &mask)))
    }

    /// Returns the reason why the body is not a response to the call, without secrets. The text may quote the body up
    /// to the middle of a secret, so it is created again from a body without secrets.
    fn without_secrets(&self, text: String, id: &rpc::Id) -> String {
        let mut body = self.response.body().to_vec();
        if !self.masking.mask(&mut body) {
            return text;
        }
        match rpc::read(&body, id, &mut |reader| reader.skip()) {
            Err(rpc::Failed::Protocol(text)) => text,
            _ => "the body holds a secret, so it is not shown".to_owned(),
        }
    }

    /// Returns the error text of an empty body, with its status.
    pub(crate) fn no_body(&self) -> String {
        format!("the body is empty ({})", status_line(self.response.status()))
    }

    /// Returns the error of a response whose status the operation does not describe.
    pub(crate) fn undescribed_status(&self) -> Error {
        let failure = self.request.rpc.as_ref().and_then(|(id, _)| rpc::failure(self.response.body(), id));
        match failure {
            Some(failure) => self.rpc_error(failure),
            None => {
                let undescribed = content::undescribed_hint(self.operation, self.response.status());
                self.reported_error(Failure::Status, undescribed)
            }
        }
    }

    /// Returns the error that the body of a success status reports, if there is one.
    pub(crate) fn failure_in_body(&self) -> Option<Error> {
        let fails = in_body::reports_failure(self.operation, self.response.status(), self.response.body());
        fails.then(|| self.reported_error(Failure::InBody, None))
    }

    /// Returns the error of a JSON-RPC error, without secrets.
    pub(crate) fn rpc_error(&self, failure: RpcFailure) -> Error {
        let failure = failure.with_known_error(self.operation).redacted(|text| self.masking.redact(text));
        self.reported_error(Failure::Rpc(failure), None)
    }

    /// Returns an error that the response itself reports.
    fn reported_error(&self, failure: Failure, hint: Option<String>) -> Error {
        let response = self.error_response();
        let asked = FailedCall::of_call(self.settings(), self.operation, &self.request);
        let mut hints = match &failure {
            Failure::Rpc(failure) => hints(&asked, &response, Some(failure)),
            _ => hints(&asked, &response, None),
        };
        hints.extend(hint);
        let error = Error::new(Some(self.operation.id), failure).with_asked(self.request_line());
        self.with_origin(error.with_hints(hints).with_response(response))
    }

    /// Returns the error of the response, with its request line and its body.
    pub(crate) fn error(&self, failure: Failure) -> Error {
        let error = Error::new(Some(self.operation.id), failure);
        self.with_origin(error.with_asked(self.request_line()).with_response(self.error_response()))
    }

    /// Adds the origin of the response, and whether it was redirected, to an error.
    fn with_origin(&self, error: Error) -> Error {
        error.with_origin(self.masking.origin()).with_redirect(self.request.redirected.is_some())
    }

    /// Returns the method and the path of the request, or of the handshake of its websocket, without secrets; also the
    /// origin, where there are several.
    fn request_line(&self) -> String {
        let path = |url: &Url| shorten(&self.masking.redact(url.path().to_owned()), MAX_PATH_LENGTH);
        if let Some(url) = self.request.websocket.as_deref().and_then(|url| Url::parse(url).ok()) {
            return format!("message over the websocket of `GET {}`", path(&url));
        }
        let origin = if self.settings().has_several_origins() { self.masking.origin() } else { "" };
        format!("{} {origin}{}", self.request.http.method(), path(self.request.to.url()))
    }

    fn settings(&self) -> &Settings {
        self.masking.client().settings()
    }

    /// Returns the part of the response that an error keeps.
    fn error_response(&self) -> ErrorResponse {
        let (status, headers) = (self.response.status(), self.response.headers().clone());
        error_response(self.operation.service, status, headers, self.response.body().clone(), &self.masking)
    }
}

/// Returns the error of a response whose media type is neither events nor lines, although the operation describes them.
pub(crate) fn other_kind(
    operation: &Operation,
    (status, headers): (StatusCode, &HeaderMap),
    masking: &Masking,
) -> Option<Error> {
    let (expected, kind) = content::other_kind(operation, status, headers)?;
    let found = format!("`{}`", shorten(&masking.redact(kind), MAX_PATH_LENGTH));
    let error = ReadError::new(b"", 0, format!("`{expected}`"), found).in_member("content-type").in_member("headers");
    let response = error_response(operation.service, status, headers.clone(), Bytes::new(), masking);
    Some(Error::decode(operation.id, error).with_response(response).with_origin(masking.origin()))
}

/// Reports texts that have U+FFFD in the place of half a surrogate pair.
#[cfg(feature = "tracing")]
pub(crate) fn trace_halves(operation: &Operation, halves: usize) {
    if halves > 0 {
        tracing::warn!(target: "chainloom", operation = operation.id, "half of a surrogate pair became U+FFFD");
    }
}

/// Reports nothing: the feature `tracing` is off.
#[cfg(not(feature = "tracing"))]
pub(crate) const fn trace_halves(_operation: &Operation, _halves: usize) {}

/// Reads the whole body as the result.
fn read_body(body: &[u8], result: rpc::ReadResult<'_>) -> Result<(), ReadError> {
    let mut reader = Reader::new(as_text(body)?);
    result(&mut reader)?;
    reader.finish()
}
