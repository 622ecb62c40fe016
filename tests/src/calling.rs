//! Calls operations that are known only as data, with a transport that responds from memory.
//!
//! Input: the operations of crates that were made for a test, and a file that says with what to
//! call them and the responses. Output: a line for each call that went wrong.

mod wire;

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

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
    let transport =
        Arc::new(FixedResponse { is_rpc: service.rpc.is_some(), call: call.clone(), wrong: Mutex::default() });
    let told = |error: rt::Error| error.to_string();
    let builder = rt::Client::builder(service.client).base_url("http://127.0.0.1:9").transport(transport.clone());
    let secrets = call["secrets"].as_object().into_iter().flatten();
    let builder =
        secrets.fold(builder, |builder, (name, value)| builder.secret(name, value.as_str().unwrap_or_default()));
    let servers = call["servers"].as_array().into_iter().flatten().enumerate();
    let builder = servers.fold(builder, |builder, (at, name)| {
        let secrets = call["secrets"].as_object().into_iter().flatten();
        let endpoint = rt::Endpoint::new(format!("http://127.0.0.1:{}", 10 + at));
        let endpoint =
            secrets.fold(endpoint, |endpoint, (name, value)| endpoint.secret(name, value.as_str().unwrap_or_default()));
        builder.server(name.as_str().unwrap_or_default(), endpoint)
    });
    let client = builder.build().map_err(told)?;
    let target = service.vars.iter().filter(|var| var.default.is_none());
    let target = target.fold(rt::catalog::Target::new(client.clone()), |target, var| target.var(var.name, "instance"));
    let input = call["request"].to_string();
    let response = entry.call(target.clone(), input.as_bytes()).await;
    let untyped = without_types(&client, entry.operation(), &target, input.as_bytes()).await;
    if let Some(parameter) = call["refused"].as_str() {
        return is_refused(parameter, response.map(drop)).and_then(|()| is_refused(parameter, untyped));
    }
    if let Some(why) = transport.wrong.lock().ok().and_then(|wrong| wrong.clone()) {
        return Err(format!("what is sent: {why}"));
    }
    untyped.map_err(|error| format!("without types: {error}"))?;
    let response: Value = serde_json::from_slice(&response.map_err(told)?).map_err(|error| error.to_string())?;
    let Some(ty) = entry.operation().output else { return Ok(()) };
    let expected = shape::canonical(&call["response"], ty).0;
    match equality::difference(&expected, &shape::canonical(&response, ty).0) {
        None => Ok(()),
        Some(place) => Err(format!("the response differs at {place}")),
    }
}

/// Makes the call from JSON alone. The request must equal that of the typed call.
async fn without_types(
    client: &rt::Client,
    operation: &'static rt::schema::Operation,
    target: &rt::catalog::Target,
    input: &[u8],
) -> Result<(), rt::Error> {
    let members = rt::catalog::Arguments::from_json(operation, input)?.into_members();
    client.execute(operation, &members, target).await.map(drop)
}

/// Checks that a value out of its bounds is refused with the name of its parameter, and not sent.
fn is_refused(parameter: &str, response: Result<(), rt::Error>) -> Result<(), String> {
    match response {
        Ok(()) => Err(format!("`{parameter}` is out of its bounds, but was sent")),
        Err(error) if error.to_string().contains(parameter) && error.status().is_none() => Ok(()),
        Err(error) => Err(format!("the refusal does not say `{parameter}`: {error}")),
    }
}

/// A transport with a fixed response, which keeps what is wrong with the request.
struct FixedResponse {
    is_rpc: bool,
    call: Value,
    wrong: Mutex<Option<String>>,
}

impl rt::Transport for FixedResponse {
    fn send(&self, request: http::Request<Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let expected = self.call.get("wire");
        if let (Some(Err(why)), Ok(mut wrong)) = (expected.map(|wire| wire::check(wire, &request)), self.wrong.lock()) {
            *wrong = Some(why);
        }
        let comes = &self.call["comes"];
        let body = match comes["text"].as_str() {
            Some(text) => text.to_owned(),
            None if self.is_rpc => {
                let asked: Value = serde_json::from_slice(request.body()).unwrap_or_default();
                json!({ "jsonrpc": "2.0", "id": asked["id"], "result": comes["json"] }).to_string()
            }
            None => comes.get("json").map(Value::to_string).unwrap_or_default(),
        };
        let status = comes["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(200);
        let mut response = http::Response::builder().status(status);
        if comes.get("json").is_some() {
            response = response.header("content-type", "application/json");
        }
        for (name, value) in comes["headers"].as_object().into_iter().flatten() {
            response = response.header(name, value.as_str().unwrap_or_default());
        }
        Box::pin(std::future::ready(response.body(body.into()).map_err(rt::TransportError::other)))
    }
}
