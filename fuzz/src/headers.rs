//! Headers and statuses of any kind.
//!
//! Input: bytes, which choose calls and responses. Output: what is wrong. Each call ends within its
//! deadline, sends a change again only if nothing was done, and shows no secret.

use tokio::time::Instant;

use chainloom::runtime::ByteStream;

use crate::Outcome;
use crate::hostile::{DEADLINE, End, Response, Server, client, ended, hushed, places::place, run};
use crate::input::Input;

const STATUSES: [u16; 28] = [
    200, 200, 200, 201, 202, 204, 206, 299, 301, 303, 304, 308, 400, 401, 403, 404, 408, 409, 413, 425, 429, 429, 500,
    502, 503, 504, 599, 999,
];
const NAMES: [&str; 18] = [
    "content-type", "retry-after", "ratelimit-policy", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset",
    "x-request-id", "x-shelf", "x-marks", "location", "link", "content-length", "content-encoding",
    "transfer-encoding", "set-cookie", "date", "etag", "www-authenticate",
];
const VALUES: [&str; 36] = [
    "",
    "0",
    "-1",
    "1",
    "1.5",
    "59",
    "61",
    "1e9",
    "31536000",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999",
    "NaN",
    "Wed, 21 Oct 2026 07:28:00 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Wednesday, 99-Foo-99 99:99:99 GMT",
    "application/json",
    "application/json; charset=utf-16",
    "application/problem+json",
    "text/event-stream",
    "text/plain; charset=iso-8859-1",
    "text/html",
    "image/png",
    "multipart/mixed; boundary=x",
    ";",
    "/",
    "10;w=1, 1000;w=3600",
    "100, 100;w=60;burst=1000;comment=\"a, b\"",
    "a,b,,c",
    "gzip",
    "chunked",
    "the card is card-hush-4711",
    "session-hush-4712",
    "<x?key=key-hush-4713>; rel=\"next\"",
];
const BODIES: [&str; 12] = [
    "{\"number\":1}",
    "{\"number\":1,\"title\":\"Walden\"}",
    "{\"error\":{\"reason\":\"no card card-hush-4711\\nhere\"}}",
    "{\"error\":{\"reason\":\"key-hush\\u002d4713\"}}",
    "{\"error\":5}",
    "",
    "null",
    "data: one\n\n",
    "<html><title>session-hush-4712</title>",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":7}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32005,\"message\":\"limit of key-hush-4713\",\"data\":[1]}}",
    "\u{89}PNG",
];

/// Calls once, with up to four responses.
///
/// # Errors
///
/// A call takes too long, is sent too often, or shows a secret.
pub fn check(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let call = input.below(8);
    let mut script = Vec::new();
    while script.is_empty() || (!input.is_empty() && script.len() < 4) {
        script.push(response(&mut input));
    }
    let server = Server::new(script);
    let client = client(server.clone())?;
    run(async {
        let began = Instant::now();
        match call {
            0 => ended(client.find_book(1).with_headers().await)?,
            1 => ended(client.lend_book(1, "ann").await)?,
            2 => ended(client.motto().await)?,
            3 => ended(client.cover(1).await)?,
            4 => ended(client.hall().count(1).await)?,
            5 => ended(client.hall().take(1).await)?,
            6 => opened(client.cover(1).stream().await)?,
            _ => replied(client.find_book(1).reply().await)?,
        }
        match began.elapsed() {
            longer if longer > DEADLINE => Err(format!("the call took {longer:?}")),
            _ => Ok(()),
        }
    })?;
    let sent = server.sent();
    sent.iter().try_for_each(|sent| sent.check(call == 3 || call == 6))?;
    let is_change = call == 1 || call == 5;
    match sent.iter().rev().skip(1).find(|one| is_change && matches!(one.status, 200..=299 | 500 | 502 | 503)) {
        Some(one) => Err(format!("a change is sent again behind the status {}", one.status)),
        None => Ok(()),
    }
}

fn response(input: &mut Input<'_>) -> Response {
    let status = input.one_of(&STATUSES).unwrap_or(200);
    let mut response = match input.below(4) {
        3 => Response::new(status, "application/json", input.bytes(64)),
        _ => Response::new(status, "application/json", input.one_of(&BODIES).unwrap_or_default()),
    };
    if input.below(4) == 3 {
        response.headers.clear();
    }
    for _ in 0..input.below(5) {
        let name = match input.below(8) {
            7 => input.bytes(12),
            _ => input.one_of(&NAMES).unwrap_or("etag").into(),
        };
        let value = match input.below(8) {
            6 => place(input),
            7 => input.bytes(32),
            _ => input.one_of(&VALUES).unwrap_or_default().into(),
        };
        response.headers.push((name, value));
    }
    response.end = [End::Whole, End::Whole, End::Whole, End::Whole, End::Whole, End::Whole, End::Broken, End::Silent]
        [input.below(8)];
    response
}

/// Looks at all that a reply says of its headers.
fn replied<T>(replied: Result<chainloom::runtime::Reply<T>, chainloom::runtime::Error>) -> Outcome {
    match replied {
        Ok(reply) => {
            let limit = reply.rate_limit();
            let _ = (limit.policy(), limit.limit(), limit.remaining(), limit.reset(), limit.retry_after());
            let _ = reply.request_id();
            hushed(reply.origin())
        }
        Err(error) => {
            let _ = (error.retry_after(), error.request_id());
            ended::<()>(Err(error))
        }
    }
}

/// A download that is dropped before its first part.
fn opened(opened: Result<ByteStream, chainloom::runtime::Error>) -> Outcome {
    ended(opened)
}
