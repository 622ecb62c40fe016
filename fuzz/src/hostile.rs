//! The client of an invented library, whose server is in memory and sends what a script says.
//!
//! Input: a script. Output: the client, the requests that it sent, and what is wrong with errors
//! that show too much. The clock stands still while something runs, so that waits take no time.

pub(crate) mod places;
mod server;

use std::error::Error as StdError;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chainloom::runtime as rt;

use crate::Outcome;

pub(crate) use self::client::library;
pub(crate) use self::server::{End, Response, Server};

/// The client that the macro makes.
mod client {
    chainloom::include_api!("library.yaml");
}

/// Where the server is.
pub(crate) const HERE: &str = "http://here.test/base";

/// The secrets of the client: in a header, in a cookie and in the query.
pub(crate) const SECRETS: [&str; 3] = ["card-hush-4711", "session-hush-4712", "key-hush-4713"];

/// The deadline of a call.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// A call that takes longer does not end.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Responses are read up to this size.
pub(crate) const LARGEST: usize = 4096;

/// Runs calls to their end.
pub(crate) fn run(work: impl Future<Output = Outcome>) -> Outcome {
    // The same waits each time.
    fastrand::seed(1);
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_time().start_paused(true).build().map_err(|error| error.to_string())?;
    let ended = runtime.block_on(async { tokio::time::timeout(LONGEST, work).await });
    ended.unwrap_or_else(|_| Err("a call does not end".to_owned()))
}

/// The client, with three attempts of each call.
pub(crate) fn client(transport: Arc<impl rt::Transport>) -> Result<library::Client, String> {
    let websocket = rt::Websocket::default().reconnect(rt::Retry::default().attempts(3));
    let configured = |builder: rt::Builder| {
        let builder = builder.transport(transport).deadline(DEADLINE).max_response_bytes(LARGEST);
        builder.retry(rt::Retry::default().attempts(3).without_budget()).websocket(websocket)
    };
    let [card, session, key] = SECRETS;
    let builder = library::Client::builder().url(HERE).card(card).session(session).key(key);
    builder.configure(configured).build().map_err(|error| format!("there is no client: {error}"))
}

/// Checks that a failure is one line, and that neither it nor a cause of it shows a secret.
pub(crate) fn told(error: &rt::Error) -> Outcome {
    let text = error.to_string();
    if text.is_empty() || text.contains('\n') {
        return Err(format!("the failure is not one line: {text:?}"));
    }
    let mut all = format!("{text} {error:?}");
    let mut cause = error.source();
    while let Some(one) = cause {
        all.push_str(&format!(" {one} {one:?}"));
        cause = one.source();
    }
    hushed(&all)
}

/// Checks that a text shows no secret.
pub(crate) fn hushed(text: &str) -> Outcome {
    match SECRETS.iter().find(|secret| text.contains(*secret)) {
        Some(secret) => Err(format!("the secret `{secret}` is shown: {text}")),
        None => Ok(()),
    }
}

/// Checks how a call ended.
pub(crate) fn ended<T>(result: Result<T, rt::Error>) -> Outcome {
    result.map_or_else(|error| told(&error), |_| Ok(()))
}
