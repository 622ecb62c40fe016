//! One exchange: a request goes out, and its answer is judged.
//!
//! Input: the request of a call. Output: an answer of success whose result is still to be read, or the
//! error. The timeout and the size limit are kept here, whatever the transport does.

use super::{Client, answers, chosen, deadline, redirect};
use crate::{
    BodyStream, Error, RawReply, Read, ReadError, Reader, Reply, Request, Target,
    error::{Answer, Failure, RpcFailure, hints},
    rpc,
    schema::Operation,
    stream::Awaited,
    transport::{BoxFuture, HAS_TLS, Limits, TransportError},
};
use bytes::Bytes;
use http::Response;
use std::borrow::Cow;
use url::Url;

/// An answer of success whose body comes in parts.
pub(crate) struct Opened {
    pub(crate) head: http::response::Parts,
    pub(crate) body: Awaited,
}

/// A body that is still on its way, or all of one that tells of a failure.
enum Body {
    Parts(BodyStream),
    Whole(Bytes),
}

/// An answer of success; its result is still to be read.
pub(crate) struct Answered {
    client: Client,
    operation: &'static Operation,
    /// The id and the method of a JSON-RPC call.
    rpc: Option<(rpc::Id, String)>,
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
        let limits = Limits::new(self.settings().max_response_bytes);
        let answer = self.attempt(operation, self.whole(operation, &request, limits), |body| Some(body.len())).await?;
        self.judged(operation, request.rpc, answer)
    }

    /// Carries out a call up to the head of its answer, whose body comes in parts.
    pub(crate) async fn open(
        &self,
        operation: &'static Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
    ) -> Result<Opened, Error> {
        let request = self.prepare(operation, members, target)?;
        let answer = self.attempt(operation, self.parts(operation, &request), |_| None).await?;
        let (head, body) = answer.into_parts();
        match body {
            Body::Parts(body) => Ok(Opened { head, body: Awaited::new(body, self.settings().silence) }),
            Body::Whole(body) => match self.judged(operation, None, Response::from_parts(head, body)) {
                Ok(answered) => Err(answered.error(Failure::Status)),
                Err(error) => Err(error),
            },
        }
    }

    /// Makes an attempt within its time.
    async fn attempt<B>(
        &self,
        operation: &'static Operation,
        exchange: impl Future<Output = Result<Response<B>, Failure>>,
        size: fn(&B) -> Option<usize>,
    ) -> Result<Response<B>, Error> {
        let timeout = self.settings().timeout;
        let exchange = super::trace::call(operation.id, 1, exchange, size);
        let exchange =
            deadline::within(timeout, exchange).map_err(|failure| Error::new(Some(operation.id), failure))?;
        match exchange.await {
            Ok(answer) => answer.map_err(|failure| self.no_answer(operation, failure)),
            Err(_) => Err(Error::new(Some(operation.id), Failure::Timeout(timeout))),
        }
    }

    /// Whether an answer is one of those that the operation describes.
    fn judged(
        &self,
        operation: &'static Operation,
        rpc: Option<(rpc::Id, String)>,
        answer: Response<Bytes>,
    ) -> Result<Answered, Error> {
        let status = answer.status();
        let answered = Answered { client: self.clone(), operation, rpc, answer };
        if answers::is_described(operation, status) { Ok(answered) } else { Err(answered.refused()) }
    }

    /// The whole answer to a request.
    async fn whole(
        &self,
        operation: &'static Operation,
        request: &Request,
        limits: Limits,
    ) -> Result<Response<Bytes>, Failure> {
        let transport = &self.settings().transport;
        let answer = self.follow(operation, request, &|http| transport.send(http, limits)).await?;
        TransportError::check_size(answer.body().len(), limits).map_err(Failure::Transport)?;
        Ok(answer)
    }

    /// The head of an answer to a request; of one that is no success also the body.
    async fn parts(&self, operation: &'static Operation, request: &Request) -> Result<Response<Body>, Failure> {
        let settings = self.settings();
        let answer = self.follow(operation, request, &|http| settings.transport.stream(http)).await?;
        let (head, body) = answer.into_parts();
        if head.status.is_success() {
            return Ok(Response::from_parts(head, Body::Parts(body)));
        }
        let body = body.collect(Limits::new(settings.max_response_bytes)).await.map_err(Failure::Transport)?;
        Ok(Response::from_parts(head, Body::Whole(body)))
    }

    /// Sends a request, and again to where the server redirects.
    async fn follow<'c, B>(
        &self,
        operation: &'static Operation,
        request: &Request,
        send: &Sender<'c, B>,
    ) -> Result<Response<B>, Failure> {
        let may_leave = operation.answer.leaves_origin;
        let (mut http, mut url, mut is_home) = (request.http.clone(), request.url.clone(), true);
        for _ in 0..=redirect::MOST {
            let answer = send(http.clone()).await.map_err(Failure::Transport)?;
            let next = redirect::next(&url, http.method(), &answer, may_leave).map_err(Failure::Redirect)?;
            let Some(mut next) = next else { return Ok(answer) };
            // Once gone, a request holds no secrets, wherever it comes to.
            is_home &= !next.leaves_origin;
            if is_home {
                self.put_back_secrets(operation, &mut next.url)?;
            }
            if next.leaves_origin {
                let headers = std::mem::take(http.headers_mut());
                *http.headers_mut() = redirect::harmless(headers);
                // What the call says is meant for its own service.
                *http.body_mut() = Bytes::new();
                redirect::take_out(&mut next.url, |name, value| self.settings().is_key(name, value));
            }
            let uri = next.url.as_str().parse();
            *http.uri_mut() =
                uri.map_err(|_| Failure::Redirect("the server redirects to a place that is no URL".to_owned()))?;
            url = next.url;
        }
        Err(Failure::Redirect(format!("the server redirects more than {} times in a row", redirect::MOST)))
    }

    /// Those of the call that travel in a query.
    fn put_back_secrets(&self, operation: &'static Operation, url: &mut Url) -> Result<(), Failure> {
        let settings = self.settings();
        let ways = operation.security.or(settings.description.security);
        let secrets = chosen(&settings.secrets, ways).map_err(|error| Failure::Redirect(error.to_string()))?;
        secrets.into_iter().for_each(|secret| secret.put_back(url));
        Ok(())
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

/// How a transport sends a request.
type Sender<'c, B> = dyn Fn(http::Request<Bytes>) -> BoxFuture<'c, Result<Response<B>, TransportError>> + Sync + 'c;

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
        Ok(Reply::new(value, self.into_reply(0..len, None)))
    }

    /// Checks the result to be JSON, and remembers where it is.
    pub(crate) fn into_raw(self) -> Result<RawReply, Error> {
        let (body, status) = (self.answer.body().clone(), self.answer.status());
        let json = match &self.rpc {
            // The bytes of such an answer are its result.
            None => match answers::json(self.operation, status, &body).map_err(|error| self.misfit(error, &body))? {
                Some(json) => json,
                None => return Ok(self.into_reply(0..0, None)),
            },
            Some(_) => Cow::Borrowed(body.as_ref()),
        };
        let mut range = 0..0;
        self.read_in(&json, &mut |reader| {
            let found = reader.raw()?;
            let start = (found.as_ptr() as usize).wrapping_sub(json.as_ptr() as usize);
            // A null that stands for an absent result is not a part of the body.
            range = if start < json.len() { start..start + found.len() } else { 0..0 };
            Ok(())
        })?;
        let written = match json {
            Cow::Owned(json) => Some(Bytes::from(json)),
            Cow::Borrowed(_) => None,
        };
        Ok(self.into_reply(range, written))
    }

    fn into_reply(self, result: std::ops::Range<usize>, written: Option<Bytes>) -> RawReply {
        let (head, raw) = self.answer.into_parts();
        let (operation, client) = (self.operation, self.client);
        RawReply { status: head.status, headers: head.headers, raw, result, operation, client, written }
    }

    /// Reads the result: the body of a REST answer, a member of a JSON-RPC answer.
    fn read(&self, result: rpc::ReadResult<'_>) -> Result<(), Error> {
        let body = self.answer.body();
        if self.rpc.is_some() {
            return self.read_in(body, result);
        }
        match answers::json(self.operation, self.answer.status(), body).map_err(|error| self.misfit(error, body))? {
            Some(json) => self.read_in(&json, result),
            None => result(&mut Reader::of_bytes(body.clone().into())).map_err(|error| self.misfit(error, body)),
        }
    }

    /// The same in the JSON that the answer says.
    fn read_in(&self, json: &[u8], result: rpc::ReadResult<'_>) -> Result<(), Error> {
        let Some((id, _)) = &self.rpc else {
            if self.operation.output.is_none() {
                return Ok(());
            }
            return read_body(json, result).map_err(|error| self.misfit(error, json));
        };
        rpc::read(json, id, result).map_err(|failed| match failed {
            rpc::Failed::Rpc(failure) => self.rpc_error(failure),
            rpc::Failed::Protocol(text) => self.error(Failure::Protocol(self.without_secrets(text, id))),
            rpc::Failed::Decode(error) => self.misfit(error, json),
        })
    }

    /// The result does not fit its type.
    fn misfit(&self, error: ReadError, json: &[u8]) -> Error {
        let mask = |part: &mut [u8]| self.client.settings().mask(part);
        self.error(Failure::Decode(error.masked(json, &mask)))
    }

    /// Why it is no answer to the call, without secrets. The text may quote the body up to the middle of one,
    /// so it is made again from a body without them.
    fn without_secrets(&self, text: String, id: &rpc::Id) -> String {
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
        let failure = self.rpc.as_ref().and_then(|(id, _)| rpc::failure(self.answer.body(), id));
        match failure {
            Some(failure) => self.rpc_error(failure),
            None => {
                let answer = self.kept();
                let mut hints = hints(self.operation, self.client.settings().deployment, &answer, self.method(), None);
                hints.extend(answers::undescribed(self.operation, self.answer.status()));
                Error::new(Some(self.operation.id), Failure::Status).with_hints(hints).with_answer(answer)
            }
        }
    }

    fn rpc_error(&self, failure: RpcFailure) -> Error {
        let mut failure = failure.redacted(|text| self.client.settings().redact(text));
        failure.known = failure.number().and_then(|code| self.operation.rpc_error(code));
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
