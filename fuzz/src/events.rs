//! Server-sent events of any kind, over connections that end anywhere.
//!
//! Input: bytes, which choose bodies and where they are cut. Output: what is wrong. The stream
//! ends, shows no secret, and is the same wherever its bodies are cut.

use chainloom::runtime as rt;
use rt::Incoming;

use crate::Outcome;
use crate::hostile::{End, Response, Server, client, hushed, run, told};
use crate::input::Input;

const PIECES: [&str; 40] = [
    "data: ",
    "data:",
    "data",
    "event: book\n",
    "event: door\n",
    "event: message\n",
    "event: alien\n",
    "event:\n",
    "id: 1\n",
    "id: 2\n",
    "id:\n",
    "id: \u{0}\n",
    "id: session-hush-4712\n",
    "retry: 10\n",
    "retry: 0\n",
    "retry: 99999999999999999999\n",
    "retry: -1\n",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\r\r",
    ": comment\n",
    ":\n",
    "\u{feff}",
    "{\"number\":1}",
    "{\"number\":1,\"title\":\"\u{e9}\u{1f980}\"}",
    "{\"number\":\"card-hush-4711\"}",
    "{\"number\":-1}",
    "\"open\"",
    "open",
    "null",
    "a b",
    "\u{0}",
    "\\ud800",
    "data: {\"number\":\ndata: 2}\n\n",
    "event: book\ndata: {\"number\":3}\n\n",
    "data: one\n\n",
    "event: door\ndata: \"closed\"\n\n",
    "event: key-hush-4713\ndata: [\n\n",
];
const KINDS: [&str; 4] = ["text/event-stream", "text/event-stream", "text/event-stream; charset=utf-8", "text/html"];
const STATUSES: [u16; 8] = [200, 200, 200, 200, 200, 204, 404, 503];
/// The most events that a stream gives.
const MOST: usize = 10_000;

/// Reads a stream of events to its end, as it was cut and whole.
///
/// # Errors
///
/// The stream does not end, differs, or shows a secret.
pub fn check(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let mut script = Vec::new();
    while script.is_empty() || (!input.is_empty() && script.len() < 3) {
        script.push(response(&mut input));
    }
    // The server has nothing more to say.
    script.push(Response::new(204, "text/event-stream", ""));
    let whole = script.clone().into_iter().map(|mut response| {
        response.parts = vec![response.parts.concat()];
        response
    });
    let whole = read(Server::new(whole))?;
    let cut = read(Server::new(script))?;
    if cut == whole { Ok(()) } else { Err(format!("cut: {cut:?}, whole: {whole:?}")) }
}

fn response(input: &mut Input<'_>) -> Response {
    let (status, kind) = (input.one_of(&STATUSES).unwrap_or(200), input.one_of(&KINDS).unwrap_or_default());
    let mut parts = vec![Vec::new()];
    while !input.is_empty() && parts.concat().len() < 8192 {
        let mut piece: Vec<u8> = match input.below(64) {
            choice @ 0..40 => PIECES[choice].into(),
            40..46 => input.bytes(16),
            46 => vec![b'x'; 64 * (1 + input.below(100))],
            47..56 => match parts.last_mut().filter(|part| !part.is_empty()) {
                // Cuts what has come last.
                Some(last) => last.split_off(input.below(last.len().min(256))),
                None => Vec::new(),
            },
            56..60 => Vec::new(),
            _ => break,
        };
        match input.below(3) {
            0 => parts.push(piece),
            _ => parts.last_mut().unwrap_or(&mut Vec::new()).append(&mut piece),
        }
    }
    let mut response = Response::new(status, kind, "");
    response.parts = parts;
    response.end = [End::Whole, End::Broken, End::Broken, End::Silent][input.below(4)];
    response
}

/// All that a stream gives, as text.
fn read(server: std::sync::Arc<Server>) -> Result<Vec<String>, String> {
    let client = client(server.clone())?;
    let mut all = Vec::new();
    run(async {
        let mut events = match client.news().stream().await {
            Ok(events) => events,
            Err(error) => {
                all.push(error.to_string());
                return told(&error);
            }
        };
        while let Some(item) = events.next().await {
            all.push(match item {
                Ok(Incoming::Event(event)) => format!("{event:?}"),
                Ok(Incoming::Gap(gap)) => {
                    hushed(&format!("{gap} {gap:?}"))?;
                    gap.error().map_or(Ok(()), told)?;
                    format!("{:?} {:?} {:?}", gap.reason(), gap.missed(), gap.error().map(ToString::to_string))
                }
                Ok(_) => return Err("neither event nor gap".to_owned()),
                Err(error) => {
                    told(&error)?;
                    error.to_string()
                }
            });
            if all.len() > MOST {
                return Err(format!("{MOST} events and more"));
            }
        }
        Ok(())
    })?;
    server.sent().iter().try_for_each(|sent| sent.check(false))?;
    Ok(all)
}
