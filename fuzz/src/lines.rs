//! JSON lines of any kind, over connections that end anywhere.
//!
//! Input: bytes, which choose bodies and where they are cut. Output: what is wrong. The stream
//! ends, shows no secret, gives each line once, and is the same wherever its body is cut; the list
//! of a call that waits for all lines is that of the stream.

use std::sync::Arc;

use crate::Outcome;
use crate::hostile::{End, LARGEST, Response, SECRETS, Server, client, library, run, told};
use crate::input::Input;

const PIECES: [&str; 32] = [
    "\n",
    "\n",
    "\r\n",
    "\n\n",
    "\r",
    " ",
    "\t",
    "\u{feff}",
    "{\"number\":1}\n",
    "{\"number\":2,\"title\":\"\u{e9}\u{1f980}\"}\n",
    "{\"number\":3,\"title\":\"a\\nb\"}\r\n",
    "{\"number\":4}{\"number\":5}\n",
    "{\"number\":6},\n",
    "{\"number\":-1}\n",
    "{\"number\":\"card-hush-4711\"}\n",
    "{\"number\":7,\"title\":\"session-hush-4712\"}\n",
    "{\"key-hush-4713\":\n",
    "{\"number\":",
    "8}",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "null\n",
    "[]\n",
    "\u{1e}{\"number\":9}\n",
    "data: {\"number\":10}\n",
    "\u{0}",
    "\\ud800",
    ",",
];
const KINDS: [&str; 4] =
    ["application/x-ndjson", "application/x-ndjson", "application/vnd.books+jsonl; charset=utf-8", "text/html"];
const STATUSES: [u16; 8] = [200, 200, 200, 200, 200, 204, 404, 503];
/// The most lines that a stream gives.
const MOST: usize = 10_000;

/// A line, or why there is none.
type Given = Result<library::Book, String>;

/// Reads lines to their end: as they were cut, whole, and as a list.
///
/// # Errors
///
/// The stream does not end, differs, or shows a secret.
pub fn check(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let response = response(&mut input);
    let mut whole = response.clone();
    whole.parts = vec![whole.parts.concat()];
    let cut = read(&response)?;
    let expected = read(&whole)?;
    if cut != expected {
        return Err(format!("cut: {cut:?}, whole: {expected:?}"));
    }
    if response.status != 200 || !response.is_lines() || response.end != End::Whole {
        return Ok(());
    }
    let (body, count) = (whole.parts.concat(), cut.len());
    if count != number_of_lines(&body) {
        return Err(format!("{count} lines of {}: {cut:?}", number_of_lines(&body)));
    }
    let is_good = body.len() <= LARGEST && cut.iter().all(Result::is_ok);
    match (listed(&whole)?, is_good) {
        (Ok(all), true) if all.iter().eq(cut.iter().flatten()) => Ok(()),
        (Err(_), false) => Ok(()),
        (list, _) => Err(format!("the list: {list:?}, the stream: {cut:?}")),
    }
}

impl Response {
    fn is_lines(&self) -> bool {
        !self.headers.iter().any(|(_, value)| value == b"text/html")
    }
}

/// The lines of a body by the words of the documentation: what is between line feeds, but for what
/// is empty.
fn number_of_lines(body: &[u8]) -> usize {
    let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
    body.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty() || line.len() > LARGEST).count()
}

fn response(input: &mut Input<'_>) -> Response {
    let (status, kind) = (input.one_of(&STATUSES).unwrap_or(200), input.one_of(&KINDS).unwrap_or_default());
    let end = [End::Whole, End::Whole, End::Broken, End::Silent][input.below(4)];
    let mut parts = vec![Vec::new()];
    while !input.is_empty() && parts.concat().len() < 2 * LARGEST {
        let mut piece: Vec<u8> = match input.below(64) {
            choice @ 0..32 => PIECES[choice].into(),
            32..40 => input.bytes(16),
            40..42 => vec![b'x'; 64 * (1 + input.below(100))],
            42..44 => SECRETS[input.below(3)].into(),
            44..56 => match parts.last_mut().filter(|part| !part.is_empty()) {
                // Cuts what has come last.
                Some(last) => last.split_off(input.below(last.len().min(256))),
                None => Vec::new(),
            },
            _ => Vec::new(),
        };
        match input.below(3) {
            0 => parts.push(piece),
            _ => parts.last_mut().unwrap_or(&mut Vec::new()).append(&mut piece),
        }
    }
    let mut response = Response::new(status, kind, "");
    (response.parts, response.end) = (parts, end);
    response
}

/// All that a stream gives.
fn read(response: &Response) -> Result<Vec<Given>, String> {
    let server = Server::new([response.clone()]);
    let client = client(Arc::clone(&server) as Arc<_>)?;
    let mut all = Vec::new();
    run(async {
        let mut lines = match client.log().stream().await {
            Ok(lines) => lines,
            Err(error) => {
                all.push(Err(error.to_string()));
                return told(&error);
            }
        };
        while let Some(line) = lines.next().await {
            if let Err(error) = &line {
                told(error)?;
            }
            all.push(line.map_err(|error| error.to_string()));
            if all.len() > MOST {
                return Err(format!("{MOST} lines and more"));
            }
        }
        Ok(())
    })?;
    server.sent().iter().try_for_each(|sent| sent.check(false))?;
    Ok(all)
}

/// What a call gives that waits for all lines.
fn listed(response: &Response) -> Result<Result<Vec<library::Book>, String>, String> {
    let client = client(Server::new([response.clone()]))?;
    let mut list = Ok(Vec::new());
    run(async {
        list = match client.log().await {
            Ok(all) => Ok(all),
            Err(error) => {
                told(&error)?;
                Err(error.to_string())
            }
        };
        Ok(())
    })?;
    Ok(list)
}
