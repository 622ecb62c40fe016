//! One exchange: a request goes out, and its answer comes back.
//!
//! Input: the request of a call. Output: an answer of success whose result is still to be read, or the
//! error. The timeout and the size limit are kept here, whatever the transport does.

use super::{Answered, Client, Masking, Options, answers, chosen, redirect, retry::Attempts, runtime};
use crate::{
    BodyStream, CallInfo, Error, RawReply, Request, Target,
    error::Failure,
    schema::Operation,
    stream::Awaited,
    transport::{BoxFuture, HAS_TLS, Limits, TransportError},
};
use bytes::Bytes;
use http::Response;
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// An attempt of a call: its number, from 1, and how long it may take.
#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    number: u32,
    time: Duration,
}

/// An answer of success whose body comes in parts.
pub(crate) struct Opened {
    pub(crate) head: http::response::Parts,
    pub(crate) body: Awaited,
    pub(crate) masking: Masking,
}

/// Makes the reply of an answer, or says what is wrong with it.
pub(crate) type Judging<'r> = &'r mut (dyn FnMut(Answered) -> Result<RawReply, Error> + Send);

/// A body that is still on its way, or all of one that tells of a failure.
enum Body {
    Parts(BodyStream),
    Whole(Bytes),
}

impl Client {
    /// Carries out a call whose answer is read by what is handed in. No type of an operation is known here or below, so
    /// that what decides over an attempt sees all that may be wrong with its answer.
    pub(crate) async fn call(
        &self,
        operation: &'static Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
        options: &Options,
        read: Judging<'_>,
    ) -> Result<RawReply, Error> {
        let mut attempts = self.attempts(operation, options);
        loop {
            let attempt = self.next_attempt(&attempts, options);
            let answered = self.exchange(operation, members, target, options, attempt).await;
            match answered.and_then(&mut *read) {
                Ok(reply) => {
                    attempts.succeeded();
                    return Ok(reply);
                }
                Err(error) => attempts.again(error).await?,
            }
        }
    }

    /// The attempts of a call, which begins now.
    fn attempts<'c>(&'c self, operation: &'static Operation, options: &'c Options) -> Attempts<'c> {
        let settings = self.settings();
        let deadline = Instant::now() + options.deadline.unwrap_or(settings.deadline);
        let policy = options.retry.as_ref().unwrap_or(&settings.retry);
        Attempts::new(policy, &settings.budget, operation.effect, deadline)
    }

    fn next_attempt(&self, attempts: &Attempts<'_>, options: &Options) -> Attempt {
        let timeout = options.timeout.unwrap_or(self.settings().timeout);
        Attempt { number: attempts.number, time: attempts.time(timeout) }
    }

    /// Makes an attempt of a call up to its answer.
    async fn exchange(
        &self,
        operation: &'static Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
        options: &Options,
        attempt: Attempt,
    ) -> Result<Answered, Error> {
        let request = Request::new(self.settings(), operation, members, target, options)?;
        let limits = Limits::new(self.settings().max_response_bytes);
        let sent = self.whole(operation, &request, limits, attempt);
        let answer = Self::within(operation, attempt, sent, |body| Some(body.len())).await;
        self.judged(operation, request, answer)
    }

    /// Carries out a call up to the head of its answer, whose body comes in parts.
    pub(crate) async fn open(
        &self,
        operation: &'static Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
        options: &Options,
    ) -> Result<Opened, Error> {
        let mut attempts = self.attempts(operation, options);
        loop {
            let attempt = self.next_attempt(&attempts, options);
            match self.open_once(operation, members, target, options, attempt).await {
                Ok(opened) => {
                    attempts.succeeded();
                    return Ok(opened);
                }
                Err(error) => attempts.again(error).await?,
            }
        }
    }

    async fn open_once(
        &self,
        operation: &'static Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
        options: &Options,
        attempt: Attempt,
    ) -> Result<Opened, Error> {
        let request = Request::new(self.settings(), operation, members, target, options)?;
        let answer = Self::within(operation, attempt, self.parts(operation, &request, attempt), |_| None).await;
        let (head, body) = match answer {
            Ok(answer) => answer.into_parts(),
            Err(failure) => return Err(self.no_answer(operation, &request, failure)),
        };
        match body {
            Body::Parts(body) => {
                let masking = Masking::new(self.clone(), &request);
                Ok(Opened { head, body: Awaited::new(body, self.settings().silence), masking })
            }
            Body::Whole(body) => match self.judged(operation, request, Ok(Response::from_parts(head, body))) {
                Ok(answered) => Err(answered.error(Failure::Status)),
                Err(error) => Err(error),
            },
        }
    }

    /// Makes an attempt within its time.
    async fn within<B>(
        operation: &'static Operation,
        attempt: Attempt,
        exchange: impl Future<Output = Result<Response<B>, Failure>>,
        size: fn(&B) -> Option<usize>,
    ) -> Result<Response<B>, Failure> {
        let exchange = super::trace::call(operation.id, attempt.number, runtime::with_io(exchange), size);
        match runtime::within(attempt.time, exchange)?.await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::Timeout(attempt.time)),
        }
    }

    /// Whether an answer is one of those that the operation describes.
    fn judged(
        &self,
        operation: &'static Operation,
        request: Request,
        answer: Result<Response<Bytes>, Failure>,
    ) -> Result<Answered, Error> {
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return Err(self.no_answer(operation, &request, failure)),
        };
        let status = answer.status();
        let masking = Masking::new(self.clone(), &request);
        let answered = Answered { masking, operation, request, answer };
        if answers::is_described(operation, status) { Ok(answered) } else { Err(answered.refused()) }
    }

    /// The whole answer to a request.
    async fn whole(
        &self,
        operation: &'static Operation,
        request: &Request,
        limits: Limits,
        attempt: Attempt,
    ) -> Result<Response<Bytes>, Failure> {
        let transport = &self.settings().transport;
        let answer = self.follow(operation, request, attempt, &|http| transport.send(http, limits)).await?;
        TransportError::check_size(answer.body().len(), limits).map_err(Failure::Transport)?;
        Ok(answer)
    }

    /// The head of an answer to a request; of one that is no success also the body.
    async fn parts(
        &self,
        operation: &'static Operation,
        request: &Request,
        attempt: Attempt,
    ) -> Result<Response<Body>, Failure> {
        let settings = self.settings();
        let answer = self.follow(operation, request, attempt, &|http| settings.transport.stream(http)).await?;
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
        attempt: Attempt,
        send: &Sender<'c, B>,
    ) -> Result<Response<B>, Failure> {
        let stays = redirect::Stays::of(operation, &self.settings().route);
        let (mut http, mut url, mut is_home) = (request.http.clone(), request.url.clone(), true);
        http.extensions_mut().insert(CallInfo::new(operation, attempt.number));
        for _ in 0..=redirect::MOST {
            let answer = send(http.clone()).await.map_err(Failure::Transport)?;
            let next = redirect::next(&url, http.method(), &answer, stays).map_err(Failure::Redirect)?;
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

    fn no_answer(&self, operation: &'static Operation, request: &Request, failure: Failure) -> Error {
        let masking = Masking::new(self.clone(), request);
        let error = Error::new(Some(operation.id), failure).redacted(|text| masking.redact(text));
        if !error.is_connect() {
            return error;
        }
        let settings = self.settings();
        let is_refused = settings.base_url.scheme() == "https" && error.to_string().contains("certificate");
        let untrusted = settings.route.hint_of_certificate().filter(|_| is_refused);
        let mut hints = vec![untrusted.map_or_else(|| settings.route.hint(&settings.origin()), str::to_owned)];
        if !HAS_TLS && settings.base_url.scheme() == "https" {
            hints.push("A base URL of `https` needs one of the features `rustls` and `native-tls`".to_owned());
        }
        error.with_hints(hints)
    }
}

/// How a transport sends a request.
type Sender<'c, B> = dyn Fn(http::Request<Bytes>) -> BoxFuture<'c, Result<Response<B>, TransportError>> + Sync + 'c;
