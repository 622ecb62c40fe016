//! Redirects to any place.
//!
//! Input: bytes, which choose a call and the places. Output: what is wrong. Secrets go to the
//! origin of the client only, only a download leaves it, and the number of requests is bounded.

use crate::Outcome;
use crate::hostile::{Response, Server, client, ended, places::place, run};
use crate::input::Input;

const STATUSES: [u16; 10] = [301, 302, 303, 307, 308, 300, 304, 305, 399, 200];
/// How many requests a call may make: each of three attempts follows some redirects.
const MOST: usize = 3 * 12;

/// Follows redirects.
///
/// # Errors
///
/// A request goes where it must not, there are too many, or a failure shows a secret.
pub fn check(data: &[u8]) -> Outcome {
    let mut input = Input::new(data);
    let call = input.below(5);
    let mut script = Vec::new();
    while !input.is_empty() && script.len() < 8 {
        let status = input.one_of(&STATUSES).unwrap_or(302);
        script.push(Response::new(status, "application/json", "{\"number\":1}").header("location", place(&mut input)));
    }
    script.push(Response::new(200, "application/json", "{\"number\":1}"));
    let server = Server::new(script);
    let client = client(server.clone())?;
    run(async {
        match call {
            0 => ended(client.find_book(1).await),
            1 => ended(client.lend_book(1, "ann").await),
            2 => ended(client.hall().count(1).await),
            3 => ended(client.cover(1).await),
            _ => downloaded(client.cover(1).stream().await).await,
        }
    })?;
    let sent = server.sent();
    if sent.len() > MOST {
        return Err(format!("{} requests for a call", sent.len()));
    }
    sent.iter().try_for_each(|sent| sent.check(call > 2))
}

/// Reads all parts of a body.
async fn downloaded(opened: Result<chainloom::runtime::ByteStream, chainloom::runtime::Error>) -> Outcome {
    let mut parts = match opened {
        Ok(parts) => parts,
        Err(error) => return ended::<()>(Err(error)),
    };
    while let Some(part) = parts.next().await {
        ended(part)?;
    }
    Ok(())
}
