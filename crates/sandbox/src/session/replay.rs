//! Replay: responses from a recorded session.
//!
//! Input: the files of a session, and a request. Output: the recorded response to an equal request.
//! If a request was recorded several times, its responses are replayed in order, and the last one
//! repeats.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use chainloom_runtime::catalog::Redactor;
use http::{Request, Response};
use serde_json::Value;

use super::conversation::{self, Message};
use super::exchange::{Exchange, key, target};
use super::played::Playback;

/// Recorded session that is replayed.
#[derive(Debug)]
pub(crate) struct Replay {
    exchanges: HashMap<String, Vec<Exchange>>,
    /// Recorded websockets of each path, each as its messages.
    conversations: HashMap<String, Vec<Vec<Message>>>,
    /// Number of requests for each key so far.
    asked: Mutex<HashMap<String, usize>>,
}

impl Replay {
    /// Reads the files of a folder, in the order of their names. The error is a message.
    pub(crate) fn read(folder: &Path) -> Result<Self, String> {
        let wrong = |path: &Path, error: &dyn std::fmt::Display| format!("cannot replay {}: {error}", path.display());
        let entries = fs::read_dir(folder).map_err(|error| wrong(folder, &error))?;
        let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
        let mut paths = paths.map_err(|error| wrong(folder, &error))?;
        paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
        paths.sort();
        if paths.is_empty() {
            return Err(wrong(folder, &"there is no recorded exchange"));
        }
        let (mut exchanges, mut conversations) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for path in &paths {
            let text = fs::read(path).map_err(|error| wrong(path, &error))?;
            let json: Value = serde_json::from_slice(&text).map_err(|error| wrong(path, &error))?;
            if let Some((target, messages)) = conversation::read(&json) {
                conversations.entry(target).or_default().push(messages);
                continue;
            }
            let exchange = Exchange::from_json(&json).ok_or_else(|| wrong(path, &"this is no recorded exchange"))?;
            exchanges.entry(exchange.key()).or_default().push(exchange);
        }
        Ok(Self { exchanges, conversations, asked: Mutex::default() })
    }

    /// Returns the recorded response to a request; `None` if the request was not recorded.
    pub(crate) fn response(
        &self,
        request: &Request<Bytes>,
        names: &[&str],
        secrets: &Redactor,
    ) -> Option<Response<Bytes>> {
        let found = self.next(&self.exchanges, key(request, names, secrets));
        // Another user may have recorded the session with other secrets, or without any.
        let exchange = found.or_else(|| self.next(&self.exchanges, key(request, names, &Redactor::default())))?;
        Some(exchange.response().map(|body| with_ids(&exchange.asked, request.body(), body)))
    }

    /// Returns the recorded websocket for a handshake; `None` if its path was not recorded.
    pub(crate) fn conversation(&self, head: &Request<Bytes>, names: &[&str], secrets: &Redactor) -> Option<Playback> {
        let found = self.next(&self.conversations, secrets.text(target(head, names)));
        let found = found.or_else(|| self.next(&self.conversations, target(head, names)));
        found.map(|messages| Playback::new(messages))
    }

    /// Returns the next of the entries under a key, and the last one again once all were returned;
    /// `None` for an unknown key.
    fn next<'s, T>(&self, recorded: &'s HashMap<String, Vec<T>>, key: String) -> Option<&'s T> {
        let recorded = recorded.get(&key)?;
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let count = asked.entry(key).or_insert(0);
        let found = recorded.get(*count).or_else(|| recorded.last());
        *count += 1;
        found
    }
}

/// Replaces the IDs of the calls in `recorded` by the IDs of the calls in `now`, in the replies.
pub(super) fn with_ids(recorded: &[u8], now: &[u8], replies: Bytes) -> Bytes {
    let changes: Vec<(Value, Value)> = ids(recorded).into_iter().zip(ids(now)).collect();
    let (false, Ok(mut value)) = (changes.is_empty(), serde_json::from_slice::<Value>(&replies)) else {
        return replies;
    };
    let all = match &mut value {
        Value::Array(replies) => replies.iter_mut().collect(),
        one => vec![one],
    };
    for id in all.into_iter().filter_map(|reply| reply.get_mut("id")) {
        if let Some((_, new)) = changes.iter().find(|(old, _)| old == id) {
            *id = new.clone();
        }
    }
    Bytes::from(value.to_string())
}

/// Returns the IDs of the JSON-RPC calls in a body, in order.
pub(super) fn ids(body: &[u8]) -> Vec<Value> {
    let id = |call: &Value| call.get("jsonrpc").and(call.get("id")).cloned();
    match serde_json::from_slice(body) {
        Ok(Value::Array(calls)) => calls.iter().filter_map(id).collect(),
        Ok(call) => id(&call).into_iter().collect(),
        Err(_) => Vec::new(),
    }
}
