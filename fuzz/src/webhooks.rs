//! Requests of webhooks with any headers and bodies.
//!
//! Input: bytes, which choose a form of signatures, keys, a body, and what becomes of a request that was
//! rightly signed. Output: what is wrong. A receiver accepts what was rightly signed, also beside other
//! signatures, and nothing else. It shows no secret.

mod forms;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chainloom::runtime::http::{HeaderMap, HeaderName, HeaderValue};
use chainloom::runtime::webhooks::{Error, ErrorKind, Receiver, canonical_json};
use chainloom::runtime::{RawJson, Webhooks};

use self::forms::Form;
use crate::Outcome;
use crate::input::Input;

/// Keys of services; the last one is of another service.
const KEYS: [&str; 3] = ["key-hush-4711-old", "key-hush-4712-new", "key-hush-4713-other"];
const NAMES: [&str; 4] = ["x-sign", "x-time", "x-id", "content-type"];
const IDS: [&str; 4] = ["m1", "", "0-0", "a.b"];
/// Seconds of UNIX time, far from the clock of any machine.
const TIMES: [u64; 4] = [1_000_000_000, 0, 59, 99_999_999_999];
/// Other signatures and parts that may stand beside the right one.
const OTHERS: [&str; 8] = ["sha256=00", "v0=", "v1=ff", "v1,AAAA", "v1=", "v2=x", "", "é"];
const BODIES: [&str; 10] = [
    "{\"id\":\"m1\",\"n\":1}",
    "{ \"n\" : 1.0, \"id\" : \"m1\" }",
    "{\"id\":7,\"n\":9007199254740993}",
    "{\"id\":null,\"é\":\"\\u00e9\\ud83d\\ude00\"}",
    "{\"id\":\"m1\",\"id\":\"m2\"}",
    "[1e400,-0,0.1]",
    "\"\\ud800\"",
    "",
    "no JSON",
    "{\"id\":{\"id\":[",
];

/// A request.
#[derive(Clone, Debug)]
struct Request {
    headers: HeaderMap,
    body: Vec<u8>,
}

/// Signs a request, changes it, and has it received.
///
/// # Errors
///
/// A request is refused that was rightly signed, one is accepted that was not, or a secret is shown.
pub fn check(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let form = input.one_of(&Form::ALL).unwrap_or(Form::Raw);
    let keys = &KEYS[input.below(2)..2];
    let signed_with = input.one_of(&KEYS).unwrap_or_default();
    let time = UNIX_EPOCH + Duration::from_secs(input.one_of(&TIMES).unwrap_or_default());
    let id = input.one_of(&IDS).unwrap_or_default();
    let body = match input.below(3) {
        2 => input.bytes(40),
        _ => input.one_of(&BODIES).unwrap_or_default().into(),
    };
    let request = signed(form, signed_with, Request { headers: HeaderMap::new(), body }, (id, time))?;
    crate::show("request", &format!("{form:?} {request:?}"));
    let receiver = Webhooks::<RawJson>::new(form.table()).receiver(keys.iter().map(|key| form.secret(key)));
    let strict = receiver.map_err(|error| format!("there is no receiver: {error}"))?;
    let receiver = strict.clone().tolerance(Duration::MAX);
    match keys.contains(&signed_with) {
        true => {
            accepted(&receiver, &request, form.has_time().then_some(time))?;
            accepted(&receiver, &beside_others(form, &request, &mut input), form.has_time().then_some(time))?;
            refused_for_its_age(form, &strict, &request)?;
        }
        false => refused(&receiver, &request, ErrorKind::Mismatch)?,
    }
    let too_small = receiver.clone().max_bytes(request.body.len().saturating_sub(1));
    if !request.body.is_empty() {
        refused(&too_small, &request, ErrorKind::TooLarge)?;
    }
    let request = changed(form, request, &mut input);
    crate::show("changed", &format!("{request:?}"));
    let is_right = form.has_right(keys, &request.headers, &request.body);
    match receiver.receive(&request.headers, &request.body) {
        Ok(_) if !is_right => Err(format!("{form:?} accepts what was not signed: {request:?}")),
        Ok(_) => Ok(()),
        Err(error) if error.is_authentic() && !is_right => Err(format!("{form:?} believes {request:?}: {error}")),
        Err(error) => hushed(&error),
    }
}

/// The request with the headers of a signer; those of the second implementation where the body has no
/// canonical JSON, which is the first thing to sign of one form.
fn signed(form: Form, key: &str, request: Request, (id, time): (&str, SystemTime)) -> Result<Request, String> {
    let signer = Webhooks::<RawJson>::new(form.table()).signer(form.secret(key)).map_err(|error| error.to_string())?;
    let body = request.body;
    let headers = match signer.sign(&body, id, time) {
        Ok(headers) => headers,
        Err(_) if form == Form::Canonical && canonical_json(&body).is_err() => {
            let value = HeaderValue::from_str(&form.sign(key, &body)).map_err(|error| error.to_string())?;
            HeaderMap::from_iter([(HeaderName::from_static("x-sign"), value)])
        }
        Err(error) => return Err(format!("{form:?} cannot be signed: {error}")),
    };
    match form.has_right(&[key], &headers, &body) {
        true => Ok(Request { headers, body }),
        false => Err(format!("{form:?}: both implementations sign in different ways: {headers:?}")),
    }
}

/// Other signatures around the right one, in the same header and in others of its name. A part with a
/// timestamp stays the first of its kind.
fn beside_others(form: Form, request: &Request, input: &mut Input<'_>) -> Request {
    let mut values = Vec::new();
    let mut more = |most: usize| (0..input.below(most)).map(|_| input.one_of(&OTHERS).unwrap_or_default()).collect();
    let (before, after, lines): (Vec<&str>, Vec<&str>, Vec<&str>) = (more(5), more(5), more(5));
    values.extend(lines.iter().filter_map(|line| HeaderValue::from_bytes(line.as_bytes()).ok()));
    let right = request.headers.get("x-sign").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let separator = form.table().signature.and_then(|signature| signature.separator);
    let joined = match separator {
        Some(separator) => {
            let ascii = before.into_iter().chain([right]).chain(after).filter(|part| part.is_ascii());
            ascii.collect::<Vec<_>>().join(separator)
        }
        None => right.to_owned(),
    };
    values.extend(HeaderValue::from_str(&joined));
    let mut request = request.clone();
    request.headers.remove("x-sign");
    for value in values {
        request.headers.append("x-sign", value);
    }
    request
}

/// Changes the headers and the body as the bytes say.
fn changed(form: Form, mut request: Request, input: &mut Input<'_>) -> Request {
    for _ in 0..6 {
        if input.is_empty() {
            break;
        }
        let name = HeaderName::from_static(input.one_of(&NAMES).unwrap_or("x-sign"));
        let old = request.headers.get(&name).map(|value| value.as_bytes().to_vec()).unwrap_or_default();
        let value = match input.below(7) {
            0 => Some(input.bytes(80)),
            1 => Some(spliced(&old, input)),
            2 => Some(old.to_ascii_uppercase()),
            3 => Some(form.sign(input.one_of(&KEYS).unwrap_or_default(), &request.body).into_bytes()),
            4 => {
                request.body = spliced(&request.body, input);
                continue;
            }
            5 => Some([&old[..], b",v1=00,t=1 v1,AAAA"].concat()),
            _ => None,
        };
        let value = value.and_then(|value| HeaderValue::from_bytes(&value).ok());
        match (value, input.below(2)) {
            (Some(value), 0) => drop(request.headers.append(name, value)),
            (Some(value), _) => drop(request.headers.insert(name, value)),
            (None, _) => drop(request.headers.remove(name)),
        }
    }
    request
}

/// Replaces a few bytes by a few others.
fn spliced(bytes: &[u8], input: &mut Input<'_>) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let start = input.below(256) % (bytes.len() + 1);
    let end = bytes.len().min(start + input.below(4));
    bytes.splice(start..end, input.bytes(4));
    bytes
}

/// A request that was rightly signed: its event is read, or its body is no JSON.
fn accepted(receiver: &Receiver<RawJson>, request: &Request, time: Option<SystemTime>) -> Outcome {
    let verified = receiver.verify(&request.headers, &request.body);
    verified.map_err(|error| format!("what was rightly signed is refused: {error}: {request:?}"))?;
    match receiver.receive(&request.headers, &request.body) {
        Ok(delivery) if delivery.timestamp == time => Ok(()),
        Ok(delivery) => Err(format!("{:?} stands for the timestamp {time:?}", delivery.timestamp)),
        Err(error) if error.kind() == ErrorKind::Unreadable => hushed(&error),
        Err(error) => Err(format!("an authentic request is not read: {error}")),
    }
}

/// Without another tolerance, a timestamp far from the clock is refused.
fn refused_for_its_age(form: Form, strict: &Receiver<RawJson>, request: &Request) -> Outcome {
    if form.has_time() { refused(strict, request, ErrorKind::OutsideTolerance) } else { Ok(()) }
}

fn refused(receiver: &Receiver<RawJson>, request: &Request, kind: ErrorKind) -> Outcome {
    match receiver.receive(&request.headers, &request.body) {
        Err(error) if error.kind() == kind => hushed(&error),
        Err(error) => Err(format!("{kind:?} is expected, but is {:?}: {request:?}", error.kind())),
        Ok(_) => Err(format!("{kind:?} is expected, but {request:?} is accepted")),
    }
}

/// An error shows no key.
fn hushed(error: &Error) -> Outcome {
    let shown = format!("{error} {error:?}");
    if KEYS.iter().any(|key| shown.contains(key)) { Err(format!("an error shows a key: {shown}")) } else { Ok(()) }
}
