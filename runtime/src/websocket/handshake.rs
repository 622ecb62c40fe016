//! Handshake: opens a websocket.
//!
//! Input: a client, and a service with a websocket. Output: an open link, or the error of calls.
//! The request goes through the transport of the client, with the secrets and headers of calls and
//! to their origin. Redirects are not followed.

use crate::{
    Body, Error, Target,
    client::{
        CallEndpoint, CallPlace, Client, EndpointState, Masking, Options, after, hint_of_wait, sign_request, with_io,
        within,
    },
    encode::template,
    error::{Failure, RedirectFault, RedirectReason},
    response::{FailedCall, error_response, hints},
    schema::{Effect, Service},
    transport::{TransportError, UpgradeKind},
    websocket::link::{Link, accepts, new_key},
};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, header};
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

const NO_FEATURE: &str = "websockets need the feature `ws` of this crate, which is off: turn it on in `Cargo.toml`";
const NO_UPGRADE: &str = "the transport of this client opens no websockets: implement `Transport::upgrade`";

/// Returns the websocket URL at the first base URL of the server, with the scheme of HTTP. The URL
/// identifies a shared websocket, whichever endpoint the websocket is connected to.
pub(crate) fn url(service: &'static Service, target: &Target) -> Result<Url, Failure> {
    let (_, endpoint) = target.client().settings().first(CallPlace::of_websocket(service))?;
    url_at(service, target, endpoint)
}

/// Returns the websocket URL at an endpoint, with the scheme of HTTP.
fn url_at(service: &Service, target: &Target, endpoint: &EndpointState) -> Result<Url, Failure> {
    let settings = target.client().settings();
    let Some(path) = service.websocket else {
        return Err(Failure::Building(format!("the service `{}` has no websocket", service.name)));
    };
    if endpoint.is_whole {
        return Ok((**endpoint.base_url).clone());
    }
    let path = template::fill(path, |name| {
        let value = target.value_in(settings, service, name).map_err(Failure::Building)?;
        let wrong = |why| Failure::InvalidRequest(vec![format!("`{name}` {why}")]);
        template::segment(value).map(|segment| segment.into_owned()).map_err(wrong)
    })?;
    let mut url = (**endpoint.base_url).clone();
    let base = url.path().trim_end_matches('/').to_owned();
    url.set_path(&format!("{base}{path}"));
    Ok(url)
}

/// Opens a websocket, with the retries of calls that only read.
pub(crate) async fn open(service: &'static Service, target: &Target) -> Result<Link, Error> {
    let settings = target.client().settings();
    let time = settings.deadline(&Options::default());
    let end = after(time);
    let (deadline, mut number) = (after(settings.retry.within().map_or(time, |within| within.min(time))), 1);
    loop {
        let error = match open_once(service, target, end.saturating_duration_since(Instant::now())).await {
            Ok(link) => return Ok(link),
            Err(error) => error,
        };
        let asked = error.retry_after();
        let wait = settings
            .resting_time(CallPlace::of_websocket(service))
            .unwrap_or_else(|| settings.retry.wait(number, asked));
        let left = deadline.saturating_duration_since(Instant::now());
        let may_repeat = number < settings.retry.most_attempts() && error.is_retryable();
        if !may_repeat || wait >= left {
            let too_long = asked.filter(|_| may_repeat);
            return Err(error
                .with_attempts(number)
                .with_hints(too_long.map(|asked| hint_of_wait(asked, left)).into_iter().collect()));
        }
        settings.websocket.retries(service, number, wait, || error.failure_text());
        number += 1;
        tokio::time::sleep(wait).await;
    }
}

/// Opens a websocket at the endpoint chosen for a call that only reads, within the timeout of an
/// attempt and the time that is left.
pub(crate) async fn open_once(service: &'static Service, target: &Target, left: Duration) -> Result<Link, Error> {
    let settings = target.client().settings();
    let chosen = settings.choose(CallPlace::of_websocket(service), Effect::Read);
    let (index, endpoint, _probe) = chosen.map_err(|failure| Error::new(Some(service.name), failure))?;
    let opened = open_at(service, target, (index, endpoint), settings.timeout.min(left)).await;
    settings.record_attempt(endpoint, opened.as_ref().err());
    opened
}

/// Opens a websocket at an endpoint, within a time.
async fn open_at(
    service: &'static Service,
    target: &Target,
    (index, endpoint): (usize, &EndpointState),
    limit: Duration,
) -> Result<Link, Error> {
    let client = target.client();
    let masking = Masking::of_client(client.clone());
    let failed = |failure| Error::new(Some(service.name), failure).with_origin(endpoint.origin());
    let key = new_key().ok_or_else(|| building(service, NO_FEATURE))?;
    let url = url_at(service, target, endpoint).map_err(failed)?;
    let asked = format!("GET {}", masking.redact(url.path().to_owned()));
    let exchange = within(limit, with_io(connect(service, client, (index, endpoint), url, &key)));
    let response = match exchange {
        Ok(exchange) => exchange.await.unwrap_or(Err(Failure::Timeout(limit))),
        Err(failure) => Err(failure),
    };
    match response {
        Ok(Handshake::Link(link)) => Ok(link),
        Ok(Handshake::Refused(refused)) => {
            let (head, body) = refused.into_parts();
            let response = error_response(service, head.status, head.headers, body, &masking);
            let hints = hints(&FailedCall::of_websocket(client.settings(), service, target), &response, None);
            Err(failed(Failure::Status).with_asked(asked).with_hints(hints).with_response(response))
        }
        Err(failure) => {
            let error = failed(failure).redacted(|text| masking.redact(text));
            let hint = error.is_connect().then(|| client.settings().route.hint(endpoint.origin()));
            Err(error.with_hints(hint.into_iter().collect()))
        }
    }
}

/// Result of a handshake: a link, or the response of a server that refuses it.
enum Handshake {
    Link(Link),
    Refused(Response<Body>),
}

/// Sends the request of a handshake to an endpoint, and checks the response.
async fn connect(
    service: &'static Service,
    client: &Client,
    at: (usize, &EndpointState),
    url: Url,
    key: &str,
) -> Result<Handshake, Failure> {
    let settings = client.settings();
    let endpoint = CallEndpoint::of_websocket(settings, service, at).await?;
    let mut request = request(service, url, &endpoint, key)?;
    if let Some(sign) = &endpoint.state.signer {
        request = sign_request(sign, request).await?;
    }
    let asks_for_protocol = request.headers().contains_key(header::SEC_WEBSOCKET_PROTOCOL);
    let response = settings.transport.upgrade(request).await.map_err(Failure::Transport)?;
    if matches!(response.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
        endpoint.refuse();
    }
    let (head, upgrade) = response.into_parts();
    if head.status.is_redirection() {
        let fault = RedirectFault { status: Some(head.status), reason: RedirectReason::Handshake };
        return Err(Failure::Redirect(fault));
    }
    let io = match upgrade.0 {
        UpgradeKind::Unsupported => return Err(Failure::Building(NO_UPGRADE.to_owned())),
        UpgradeKind::Refused(body) => return Ok(Handshake::Refused(Response::from_parts(head, body))),
        UpgradeKind::Connection(_) if head.status != StatusCode::SWITCHING_PROTOCOLS => {
            return Ok(Handshake::Refused(Response::from_parts(head, Body::new())));
        }
        UpgradeKind::Connection(io) => io,
    };
    if let Some(name) = wrong_header(&head.headers, key, asks_for_protocol) {
        let text = format!("the server accepts the websocket with a wrong header `{name}`");
        return Err(Failure::Transport(TransportError::connect(text)));
    }
    let link = Link::new(io, settings.max_response_bytes).await;
    link.map(Handshake::Link).ok_or_else(|| Failure::Building(NO_FEATURE.to_owned()))
}

/// Returns the name of a header for which a client must fail a handshake by RFC 6455. No request asks for an extension.
fn wrong_header(headers: &HeaderMap, key: &str, asks_for_protocol: bool) -> Option<&'static str> {
    let values = |name: HeaderName| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let has = |name: HeaderName, word: &str| {
        values(name).flat_map(|value| value.split(',')).any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    let wrong = [
        (!has(header::UPGRADE, "websocket"), "Upgrade"),
        (!has(header::CONNECTION, "upgrade"), "Connection"),
        (!values(header::SEC_WEBSOCKET_ACCEPT).any(|value| accepts(key, value)), "Sec-WebSocket-Accept"),
        (!asks_for_protocol && headers.contains_key(header::SEC_WEBSOCKET_PROTOCOL), "Sec-WebSocket-Protocol"),
        (headers.contains_key(header::SEC_WEBSOCKET_EXTENSIONS), "Sec-WebSocket-Extensions"),
    ];
    wrong.into_iter().find_map(|(is_wrong, name)| is_wrong.then_some(name))
}

fn building(service: &Service, text: &str) -> Error {
    Error::building(text).with_operation(service.name)
}

/// Builds the request of a handshake.
fn request(service: &Service, mut url: Url, endpoint: &CallEndpoint<'_>, key: &str) -> Result<Request<Body>, Failure> {
    let mut headers: HeaderMap = endpoint.state.headers.clone();
    headers.remove(header::ACCEPT);
    for secret in &endpoint.secrets {
        secret.put(&mut headers, || &mut url).map_err(|error| Failure::Building(error.reason()))?;
    }
    let wrong = || Failure::Building(format!("the handshake of `{}` cannot be put into a request", service.name));
    headers.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    headers.insert(header::SEC_WEBSOCKET_KEY, HeaderValue::from_str(key).map_err(|_| wrong())?);
    let mut request = Request::new(Body::new());
    *request.uri_mut() = url.as_str().parse().map_err(|_| wrong())?;
    *request.headers_mut() = headers;
    Ok(request)
}
