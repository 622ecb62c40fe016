//! Exchange: sends a request and receives its response.
//!
//! Input: the request of a call. Output: a successful response whose result is not read yet, or the
//! error. The timeout and the size limit are enforced here, whatever the transport does.

use crate::{
    BodyStream, CallInfo, Error, RawReply, Request, Target,
    call::attempts::{Attempt, Attempts, LostResponse},
    client::{Amount, Client, Masking, Options, redirect, runtime, sign_request},
    encode::Members,
    error::{Failure, RedirectReason},
    events::until_end,
    request::CallRef,
    response::{TimedBody, UnreadResponse, content, read},
    rpc,
    schema::Operation,
    transport::{BoxFuture, Destination, HAS_TLS, Limits, TransportError},
    websocket,
};
use bytes::Bytes;
use http::{Response, header};
use std::sync::Arc;

/// A response of success whose body comes in parts.
pub(crate) struct OpenResponse {
    pub(crate) head: http::response::Parts,
    pub(crate) body: TimedBody,
    pub(crate) masking: Masking,
    /// The number of the attempt that opened it.
    pub(crate) attempt: u32,
}

/// Makes the reply of a response, or the error that it reports.
pub(crate) type ResponseReader<'r> = &'r mut (dyn FnMut(UnreadResponse) -> Result<RawReply, Error> + Send);

/// Owned form of [`CallRef`], kept to send the call again.
#[derive(Clone)]
pub(crate) struct OwnedCall {
    pub(crate) operation: &'static Operation,
    pub(crate) members: Members,
    pub(crate) target: Target,
    pub(crate) options: Options,
}

impl OwnedCall {
    /// Opens the response, for the first time or after a connection was lost.
    pub(crate) async fn open(&self, lost: Option<LostResponse>) -> Result<OpenResponse, Error> {
        let Self { operation, members, target, options } = self;
        target.client().open(CallRef { operation, members, target, options }, lost).await
    }
}

/// A body in parts, or the whole body of a response that reports a failure.
enum Body {
    Parts(BodyStream),
    Whole(Bytes),
}

impl Client {
    /// Carries out a call with all of its attempts. `read` reads the result of each attempt as its type, so a
    /// result that cannot be read is a failure of the attempt. This function and those below know no types of
    /// operations.
    pub(crate) async fn call(
        &self,
        operation: &'static Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
        options: &Options,
        read: ResponseReader<'_>,
    ) -> Result<RawReply, Error> {
        let sending = CallRef { operation, members, target, options };
        let mut attempts = Attempts::new(self.settings(), operation, options).to(target);
        loop {
            let mut attempt = attempts.next().await?;
            // Boxed: two small futures are allocated faster than a large one.
            let answered = Box::pin(self.exchange(sending, &attempts, &mut attempt)).await;
            match answered.and_then(&mut *read) {
                Ok(reply) => {
                    attempts.succeeded(attempt);
                    return Ok(reply);
                }
                // In a box, so that calls that succeed at once are not larger for it.
                Err(error) => Box::pin(attempts.again(attempt, error)).await?,
            }
        }
    }

    /// Makes an attempt of a call up to its response.
    async fn exchange<'c>(
        &'c self,
        sending: CallRef<'_>,
        attempts: &Attempts<'c>,
        attempt: &mut Attempt<'c>,
    ) -> Result<UnreadResponse, Error> {
        let operation = sending.operation;
        let mut request = Box::new(Request::new(self.settings(), &attempt.endpoint, sending)?);
        let masking = request.masking(self);
        // Dropped at the end, when the response is there.
        let _permit = attempts.admit(attempt, Amount::of_call(operation)).await?;
        let response = self.response(sending, &mut request, None, attempt).await;
        self.check_response(operation, request, masking, response)
    }

    /// Sends a request, and waits for its whole response as long as the attempt may take. `batch`
    /// are the IDs of several calls.
    pub(crate) async fn response(
        &self,
        sending: CallRef<'_>,
        request: &mut Request,
        batch: Option<rpc::Ids>,
        attempt: &mut Attempt<'_>,
    ) -> Result<Response<Bytes>, Failure> {
        let (operation, target) = (sending.operation, sending.target);
        let limits = Limits::new(self.settings().max_response_bytes);
        let sent: PendingResponse<'_, Bytes> = match target.via() {
            Some(via) => Box::pin(websocket::exchange(via, (operation.service, target), request, batch)),
            None => Box::pin(self.whole(sending, request, limits, attempt)),
        };
        let response = Self::within(attempt, sent).await;
        attempt.record_response(operation, &response, |body| Some(body.len()));
        response.map(|response| content::without_mark(operation, response))
    }

    /// Carries out a call up to the head of its response, whose body comes in parts. `lost` is an
    /// earlier response whose body broke off.
    pub(crate) async fn open(&self, sending: CallRef<'_>, lost: Option<LostResponse>) -> Result<OpenResponse, Error> {
        let mut attempts = match lost {
            Some(lost) => Attempts::after(self.settings(), sending, lost).await?,
            None => Attempts::new(self.settings(), sending.operation, sending.options).to(sending.target),
        };
        loop {
            let mut attempt = attempts.next().await?;
            match self.open_once(sending, &attempts, &mut attempt).await {
                Ok(opened) => {
                    attempts.succeeded(attempt);
                    return Ok(opened);
                }
                // In a box, so that calls that succeed at once are not larger for it.
                Err(error) => Box::pin(attempts.again(attempt, error)).await?,
            }
        }
    }

    /// Makes one attempt of a call, up to the head of its response.
    async fn open_once<'c>(
        &'c self,
        sending: CallRef<'_>,
        attempts: &Attempts<'c>,
        attempt: &mut Attempt<'c>,
    ) -> Result<OpenResponse, Error> {
        let operation = sending.operation;
        let mut request = Box::new(Request::new(self.settings(), &attempt.endpoint, sending)?);
        let masking = request.masking(self);
        // Dropped at the end, when the head of the response is there.
        let _permit = attempts.admit(attempt, Amount::of_call(operation)).await?;
        let response = Self::within(attempt, Box::pin(self.parts(sending, &mut request, attempt))).await;
        attempt.record_response(operation, &response, |_| None);
        let (head, body) = match response {
            Ok(response) => response.into_parts(),
            Err(failure) => return Err(Self::no_response(operation, &request, &masking, failure)),
        };
        match body {
            Body::Parts(body) => {
                if let Some(error) = read::other_kind(operation, (head.status, &head.headers), &masking) {
                    return Err(error);
                }
                let body = TimedBody::new(body, self.settings().read_timeout);
                Ok(OpenResponse { head, body, masking, attempt: attempt.number })
            }
            Body::Whole(body) => {
                match self.check_response(operation, request, masking, Ok(Response::from_parts(head, body))) {
                    Ok(answered) => Err(answered.error(Failure::Status)),
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// Makes an attempt within its time.
    async fn within<B>(attempt: &Attempt<'_>, exchange: PendingResponse<'_, B>) -> Result<Response<B>, Failure> {
        let (time, exchange) = (attempt.time(), attempt.in_span(runtime::with_io(exchange)));
        match runtime::within(time, exchange)?.await {
            Ok(response) => response,
            Err(_) => Err(Failure::Timeout(time)),
        }
    }

    /// Checks that the operation describes the status of a response, that the body reports no failure, and that
    /// the media type fits the described events or lines.
    fn check_response(
        &self,
        operation: &'static Operation,
        request: Box<Request>,
        masking: Masking,
        response: Result<Response<Bytes>, Failure>,
    ) -> Result<UnreadResponse, Error> {
        let response = match response {
            Ok(response) => response,
            Err(failure) => return Err(Self::no_response(operation, &request, &masking, failure)),
        };
        let status = response.status();
        if let Some(error) = read::other_kind(operation, (status, response.headers()), &masking) {
            return Err(error);
        }
        let answered = UnreadResponse { masking, operation, request, response };
        if !content::is_described(operation, status) {
            return Err(answered.undescribed_status());
        }
        answered.failure_in_body().map_or(Ok(answered), Err)
    }

    /// Requests the whole response.
    async fn whole(
        &self,
        sending: CallRef<'_>,
        request: &mut Request,
        limits: Limits,
        attempt: &Attempt<'_>,
    ) -> Result<Response<Bytes>, Failure> {
        let transport = &self.settings().transport;
        let Some(end) = sending.operation.response.stream.end else {
            let response = self.follow(sending, request, attempt, &|http, to| transport.send(http, to, limits)).await?;
            TransportError::check_size(response.body().len(), limits).map_err(Failure::Transport)?;
            return Ok(response);
        };
        // A server may keep the connection open after the event that ends the stream.
        let response = self.follow(sending, request, attempt, &|http, to| transport.stream(http, to)).await?;
        let (head, body) = response.into_parts();
        let body = body.collect_until(limits, until_end(end)).await.map_err(Failure::Transport)?;
        Ok(Response::from_parts(head, body))
    }

    /// Requests the head of a response; if its status is not a success, also the body.
    async fn parts(
        &self,
        sending: CallRef<'_>,
        request: &mut Request,
        attempt: &Attempt<'_>,
    ) -> Result<Response<Body>, Failure> {
        let settings = self.settings();
        let response = self.follow(sending, request, attempt, &|http, to| settings.transport.stream(http, to)).await?;
        let (head, body) = response.into_parts();
        if head.status.is_success() {
            return Ok(Response::from_parts(head, Body::Parts(body)));
        }
        let body = body.collect(Limits::new(settings.max_response_bytes)).await.map_err(Failure::Transport)?;
        Ok(Response::from_parts(head, Body::Whole(body)))
    }

    /// Sends a request and follows redirects.
    async fn follow<'c, B>(
        &self,
        sending: CallRef<'_>,
        request: &mut Request,
        attempt: &Attempt<'_>,
        send: &Sender<'c, B>,
    ) -> Result<Response<B>, Failure> {
        let operation = sending.operation;
        let stays = redirect::Stays::of(operation, &self.settings().route);
        let (mut to, mut is_at_origin, mut has_left) = (Arc::clone(&request.to), true, false);
        for _ in 0..=redirect::MAX_REDIRECTS {
            let mut http = request.take_http();
            if has_left {
                let headers = std::mem::take(http.headers_mut());
                *http.headers_mut() = redirect::harmless(headers);
                // The body of a call is meant for its own service only.
                *http.body_mut() = Bytes::new();
            }
            let signer = attempt.endpoint.state.signer.as_ref().filter(|_| !has_left);
            if signer.is_some() || self.settings().transport.reads_extensions() {
                http.extensions_mut().insert(CallInfo::new(operation, attempt.number));
            }
            if let Some(sign) = signer {
                http = Box::pin(sign_request(sign, http)).await?;
            }
            let known = Some(Arc::clone(&to)).filter(|to| signer.is_none() || to.uri == *http.uri());
            let asks_for_part = http.headers().contains_key(header::RANGE);
            let response = send(http, known).await.map_err(Failure::Transport)?;
            if !asks_for_part && content::is_part(response.status(), response.headers()) {
                return Err(Failure::Transport(TransportError::other(UNASKED_PART)));
            }
            let method = request.http.method();
            let next = redirect::next(&to, method, &response, stays).map_err(Failure::Redirect)?;
            let Some(mut next) = next else { return Ok(response) };
            if request.redirected.is_none() {
                // The request is built again: since few requests are redirected, no copy is kept.
                let again = Request::new(self.settings(), &attempt.endpoint, sending);
                request.http =
                    again.map_err(|error| Failure::Redirect(RedirectReason::Unbuilt(error.reason()).into()))?.http;
            }
            // After it has left the origin, a request carries no secrets, even if it is redirected back.
            is_at_origin &= !next.leaves_origin;
            if is_at_origin {
                attempt.endpoint.secrets.iter().for_each(|secret| secret.put_back(&mut next.url));
            }
            has_left |= next.leaves_origin;
            // Also for redirects within the other origin.
            if has_left {
                redirect::take_out(&mut next.url, |name, value| self.settings().is_key(name, value));
                if self.settings().has_key_in_path(next.url.path()) {
                    return Err(Failure::Redirect(RedirectReason::KeyInPath.into()));
                }
            }
            let wrong = |_| Failure::Redirect(RedirectReason::NoUrl.into());
            to = Destination::new(next.url).map_err(wrong)?;
            *request.http.uri_mut() = to.uri.clone();
            redirect::turn_to_get(&mut request.http, &response);
            request.redirected = Some(Arc::clone(&to));
        }
        Err(Failure::Redirect(RedirectReason::TooMany(redirect::MAX_REDIRECTS).into()))
    }

    /// Returns the error of a request without a response, with hints at the cause.
    pub(crate) fn no_response(
        operation: &'static Operation,
        request: &Request,
        masking: &Masking,
        failure: Failure,
    ) -> Error {
        let settings = masking.client().settings();
        let endpoint = settings.endpoint(masking.endpoint());
        let is_connect = matches!(&failure, Failure::Transport(error) if error.is_connect());
        let is_without_tls = matches!(&failure, Failure::Transport(error) if error.is_without_tls());
        let error = Error::new(Some(operation.id), failure).redacted(|text| masking.redact(text));
        let error = error.with_origin(masking.origin()).with_redirect(request.redirected.is_some());
        let Some(endpoint) = endpoint.filter(|_| is_connect) else { return error };
        let mut hints = Vec::new();
        let (mut origin, mut is_https) = (endpoint.origin().to_owned(), endpoint.base_url.scheme() == "https");
        if let Some(to) = &request.redirected {
            (origin, is_https) =
                (masking.redact(to.url().origin().ascii_serialization()), to.url().scheme() == "https");
            hints.push(format!("The service redirected the call to {origin}"));
        }
        let is_refused = is_https && error.to_string().contains("certificate");
        let untrusted = settings.route.hint_of_certificate().filter(|_| is_refused);
        let hint = || match is_without_tls {
            true => "The server speaks no TLS: does its URL begin with `http://`?".to_owned(),
            false => settings.route.hint(&origin),
        };
        hints.push(untrusted.map_or_else(hint, str::to_owned));
        if !HAS_TLS && is_https {
            hints.push("A base URL of `https` needs one of the features `rustls` and `native-tls`".to_owned());
        }
        error.with_hints(hints)
    }
}

/// Error of a response that would otherwise be taken for the whole body.
const UNASKED_PART: &str = "the server sent a part of the body (`Content-Range`), and the request names no range";

/// The response to a request in flight. It is boxed, since the futures around it would move it repeatedly.
type PendingResponse<'a, B> = BoxFuture<'a, Result<Response<B>, Failure>>;

/// Function by which a transport sends a request.
type Sender<'c, B> = dyn Fn(http::Request<Bytes>, Option<Arc<Destination>>) -> BoxFuture<'c, Result<Response<B>, TransportError>>
    + Sync
    + 'c;
