//! One exchange: a request goes out, and its answer is judged.
//!
//! Input: the request of a call. Output: an answer of success whose result is still to be read, or the
//! error. The timeout and the size limit are kept here, whatever the transport does.

use super::{Client, deadline, redirect};
use crate::{
    Error, RawReply, Read, ReadError, Reader, Reply, Request, Target,
    error::{Answer, Failure, RpcFailure, hints},
    rpc,
    schema::Operation,
    transport::{HAS_TLS, Limits, TransportError},
};
use bytes::Bytes;
use http::Response;

/// An answer of success; its result is still to be read.
pub(crate) struct Answered {
    client: Client,
    operation: &'static Operation,
    /// The id and the method of a JSON-RPC call.
    rpc: Option<(u64, String)>,
    answer: Response<Bytes>,
}

impl Client {
    /// Carries out a call up to its answer.
    pub(crate) async fn exchange(
        &self,
        operation: &'static Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
    ) -> Result<Answered, Error> {
        let request = self.prepare(operation, members, target)?;
        let timeout = self.settings().timeout;
        let exchange = super::trace::call(operation.id, 1, self.follow(&request));
        let exchange =
            deadline::within(timeout, exchange).map_err(|failure| Error::new(Some(operation.id), failure))?;
        let answer = match exchange.await {
            Ok(answer) => answer.map_err(|failure| self.no_answer(operation, failure))?,
            Err(_) => return Err(Error::new(Some(operation.id), Failure::Timeout(timeout))),
        };
        let answered = Answered { client: self.clone(), operation, rpc: request.rpc, answer };
        if answered.answer.status().is_success() { Ok(answered) } else { Err(answered.refused()) }
    }

    /// Sends a request, and again to where the server redirects.
    async fn follow(&self, request: &Request) -> Result<Response<Bytes>, Failure> {
        let settings = self.settings();
        let limits = Limits::new(settings.max_response_bytes);
        let (mut http, mut url) = (request.http.clone(), request.url.clone());
        for _ in 0..=redirect::MOST {
            let answer = settings.transport.send(http.clone(), limits).await.map_err(Failure::Transport)?;
            TransportError::check_size(answer.body().len(), limits).map_err(Failure::Transport)?;
            let Some(next) = redirect::next(&url, http.method(), &answer).map_err(Failure::Redirect)? else {
                return Ok(answer);
            };
            let uri = next.as_str().parse();
            *http.uri_mut() =
                uri.map_err(|_| Failure::Redirect("the server redirects to a place that is no URL".to_owned()))?;
            url = next;
        }
        Err(Failure::Redirect(format!("the server redirects more than {} times in a row", redirect::MOST)))
    }

    fn no_answer(&self, operation: &'static Operation, failure: Failure) -> Error {
        let error = Error::new(Some(operation.id), failure);
        if !error.is_connect() {
            return error;
        }
        let mut hints = vec![format!("is there a server at {}?", self.settings().origin())];
        if !HAS_TLS && self.settings().base_url.scheme() == "https" {
            hints.push("https needs one of the features `rustls` and `native-tls`".to_owned());
        }
        error.with_hints(hints)
    }
}

impl Answered {
    /// Reads the result as its type.
    pub(crate) fn decode<T: Read>(self) -> Result<Reply<T>, Error> {
        let mut value = T::blank();
        if let Some(ty) = self.operation.output {
            self.read(&mut |reader| value.fill(ty, reader))?;
        } else {
            // Nothing of interest is in the result, but it may be an error.
            self.read(&mut |reader| reader.skip())?;
        }
        let len = self.answer.body().len();
        Ok(Reply::new(value, self.into_reply(0..len)))
    }

    /// Checks the result to be JSON, and remembers where it is.
    pub(crate) fn into_raw(self) -> Result<RawReply, Error> {
        let body = self.answer.body().clone();
        let mut range = 0..0;
        self.read(&mut |reader| {
            let json = reader.raw()?;
            let start = (json.as_ptr() as usize).wrapping_sub(body.as_ptr() as usize);
            // A null that stands for an absent result is not a part of the body.
            range = if start < body.len() { start..start + json.len() } else { 0..0 };
            Ok(())
        })?;
        Ok(self.into_reply(range))
    }

    fn into_reply(self, result: std::ops::Range<usize>) -> RawReply {
        let (head, raw) = self.answer.into_parts();
        let limits = &self.operation.service.client.rate_limit;
        RawReply { status: head.status, headers: head.headers, raw, result, limits }
    }

    /// Reads the result: the body of a REST answer, a member of a JSON-RPC answer.
    fn read(&self, result: rpc::ReadResult<'_>) -> Result<(), Error> {
        let body = self.answer.body();
        let Some((id, _)) = &self.rpc else {
            if self.operation.output.is_none() {
                return Ok(());
            }
            return read_body(body, result).map_err(|error| self.misfit(error));
        };
        rpc::read(body, *id, result).map_err(|failed| match failed {
            rpc::Failed::Rpc(failure) => self.rpc_error(failure),
            rpc::Failed::Protocol(text) => self.error(Failure::Protocol(self.without_secrets(text, *id))),
            rpc::Failed::Decode(error) => self.misfit(error),
        })
    }

    /// The result does not fit its type.
    fn misfit(&self, error: ReadError) -> Error {
        let mask = |part: &mut [u8]| self.client.settings().mask(part);
        self.error(Failure::Decode(error.masked(self.answer.body(), &mask)))
    }

    /// Why it is no answer to the call, without secrets. The text may quote the body up to the middle of one,
    /// so it is made again from a body without them.
    fn without_secrets(&self, text: String, id: u64) -> String {
        let mut body = self.answer.body().to_vec();
        if !self.client.settings().mask(&mut body) {
            return text;
        }
        match rpc::read(&body, id, &mut |reader| reader.skip()) {
            Err(rpc::Failed::Protocol(text)) => text,
            _ => "the body holds a secret, so it is not shown".to_owned(),
        }
    }

    /// The error of an answer whose status is not one of success.
    fn refused(&self) -> Error {
        let failure = self.rpc.as_ref().and_then(|(id, _)| rpc::failure(self.answer.body(), *id));
        match failure {
            Some(failure) => self.rpc_error(failure),
            None => {
                let answer = self.kept();
                let hints = hints(self.operation, self.client.settings().deployment, &answer, self.method(), None);
                Error::new(Some(self.operation.id), Failure::Status).with_hints(hints).with_answer(answer)
            }
        }
    }

    fn rpc_error(&self, mut failure: RpcFailure) -> Error {
        failure.message = self.client.settings().redact(failure.message);
        let answer = self.kept();
        let deployment = self.client.settings().deployment;
        let hints = hints(self.operation, deployment, &answer, self.method(), Some(&failure));
        Error::new(Some(self.operation.id), Failure::Rpc(failure)).with_hints(hints).with_answer(answer)
    }

    fn error(&self, failure: Failure) -> Error {
        Error::new(Some(self.operation.id), failure).with_answer(self.kept())
    }

    fn method(&self) -> Option<&str> {
        self.rpc.as_ref().map(|(_, method)| method.as_str())
    }

    /// What an error keeps of the answer.
    fn kept(&self) -> Answer {
        let settings = self.client.settings();
        let (status, headers) = (self.answer.status(), self.answer.headers().clone());
        let redact = |text| settings.redact(text);
        Answer::new(status, headers, self.answer.body().clone(), settings.description, redact)
    }
}

fn read_body(body: &[u8], result: rpc::ReadResult<'_>) -> Result<(), ReadError> {
    let text = std::str::from_utf8(body)
        .map_err(|error| ReadError::new(body, error.valid_up_to(), "valid UTF-8", "other bytes"))?;
    let mut reader = Reader::new(text);
    result(&mut reader)?;
    reader.finish()
}
