//! Calls operations that are known only as data, with a transport that answers from memory.
//!
//! Input: the operations of crates that were made for a test, and a file that says with what to call them and what is answered.
//! Output: a line for each call that went wrong.

use std::process::ExitCode;
use std::sync::Arc;

use bytes::Bytes;
use chainloom::runtime as rt;
use rt::catalog::Entry;
use rt::http;
use serde_json::{Value, json};

use crate::{equality, shape};

/// The id of an operation.
pub fn id(entry: &Entry) -> &'static str {
    entry.operation().id
}

/// The whole of a program that calls everything once.
///
/// # Panics
///
/// The file of the calls, named by the first argument, cannot be read.
#[expect(clippy::unwrap_used, reason = "a test")]
pub fn main(crates: &[(&str, &'static [Entry])]) -> ExitCode {
    let script = std::fs::read(std::env::args_os().nth(1).unwrap()).unwrap();
    let calls: Vec<Value> = serde_json::from_slice(&script).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let mut is_right = true;
    for call in calls {
        let (name, id) = (call["crate"].as_str().unwrap().to_owned(), call["id"].as_str().unwrap().to_owned());
        let entries = crates.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, entries)| entries);
        let entry = entries.iter().find(|entry| self::id(entry) == id).copied();
        let result = runtime.block_on(async {
            let entry = entry.ok_or_else(|| "it is not among the operations of the crate".to_owned())?;
            tokio::spawn(one(entry, call)).await.unwrap_or_else(|error| Err(error.to_string()))
        });
        if let Err(why) = result {
            println!("{name}\t{id}\t{}", why.replace('\n', " "));
            is_right = false;
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn one(entry: Entry, call: Value) -> Result<(), String> {
    let service = entry.operation().service;
    let transport = Arc::new(Canned { is_rpc: service.rpc.is_some(), answer: call["response"].clone() });
    let told = |error: rt::Error| error.to_string();
    let client = rt::Client::builder(service.client).base_url("http://127.0.0.1:9").transport(transport).build();
    let target = service.vars.iter().filter(|var| var.default.is_none());
    let target = target.fold(rt::Target::new(client.map_err(told)?), |target, var| target.var(var.name, "instance"));
    let answer = entry.call(target, call["request"].to_string().as_bytes()).await.map_err(told)?;
    let answer: Value = serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
    let Some(ty) = entry.operation().output else { return Ok(()) };
    let expected = shape::canonical(&call["response"], ty).0;
    match equality::difference(&expected, &shape::canonical(&answer, ty).0) {
        None => Ok(()),
        Some(place) => Err(format!("the answer differs at {place}")),
    }
}

/// Answers always the same.
struct Canned {
    is_rpc: bool,
    answer: Value,
}

impl rt::Transport for Canned {
    fn send(&self, request: http::Request<Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let body = if self.is_rpc {
            let asked: Value = serde_json::from_slice(request.body()).unwrap_or_default();
            json!({ "jsonrpc": "2.0", "id": asked["id"], "result": self.answer }).to_string()
        } else {
            self.answer.to_string()
        };
        let response = http::Response::builder().header("content-type", "application/json").body(body.into());
        Box::pin(std::future::ready(response.map_err(rt::TransportError::other)))
    }
}
