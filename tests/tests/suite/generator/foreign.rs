//! Public APIs of others: described in the spec language, compiled, and called against their
//! documented samples.
//!
//! A folder of `tests/data/foreign` is an API: a spec, and `wire.json` with samples from its public
//! documentation. Each sample has the arguments of a call, the request that must arrive, the
//! response to it, and the result of the call. All samples are called by their names here; the
//! calls that a person would write stand in a module for each API.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod arrived;
mod calls;
mod server;
mod specs;
mod wire;

use std::collections::BTreeSet;

use chainloom::runtime as rt;
use chainloom_tests::{equality, shape};
use rt::catalog::Entry;
use serde_json::Value;
use server::Server;
use wire::{Expectation, Sample, Wire};

#[tokio::test(crate = "chainloom_bounded")]
async fn every_sample_of_the_documentation_is_sent_and_read() {
    let (mut wrong, mut rows, mut all) = (Vec::new(), Vec::new(), 0);
    for (name, entries) in calls::APIS {
        let wire = Wire::of(name);
        let mut called = BTreeSet::new();
        for sample in wire.samples.iter().filter(|sample| !sample.is_typed_only) {
            called.insert(sample.operation.clone());
            if let Err(why) = call(entries, &wire, sample).await {
                wrong.push(format!("{name}, {}: {why}", sample.name));
            }
        }
        called.extend(wire.samples.iter().filter(|sample| sample.is_typed_only).map(|sample| sample.operation.clone()));
        let without = entries.iter().map(|entry| entry.operation().id).filter(|id| !called.contains(*id));
        wrong.extend(without.map(|id| format!("{name}: {id} has no sample")));
        all += wire.samples.len();
        rows.push(format!("{name}: {} operations, {} samples", entries.len(), wire.samples.len()));
    }
    assert!(wrong.is_empty(), "{} of {all} samples went wrong:\n{}", wrong.len(), wrong.join("\n"));
    println!("{}", rows.join("\n"));
}

/// Calls an operation that is known by its name only, and looks at what came to the server and what
/// came back.
async fn call(entries: &[Entry], wire: &Wire, sample: &Sample) -> Result<(), String> {
    let entry =
        entries.iter().find(|entry| entry.operation().id == sample.operation).ok_or("there is no such operation")?;
    let server = Server::answering(sample).await;
    let service = entry.operation().service;
    let mut builder = rt::Client::builder(service.client).base_url(server.url()).retry(rt::Retry::none());
    for (name, value) in &wire.vars {
        builder = builder.var(name, value);
    }
    for (name, value) in sample.secrets.as_ref().unwrap_or(&wire.secrets) {
        builder = builder.secret(name, value.as_str());
    }
    let target = rt::catalog::Target::new(builder.build().map_err(|error| error.to_string())?);
    let answer = entry.call(target, sample.input.to_string().as_bytes()).await;
    match (answer, &sample.expected) {
        (Ok(answer), Expectation::Value(expected)) => given(entry, expected, sample.status(), &answer)?,
        (Err(error), Expectation::Error(expected)) => expected.check(&error)?,
        (Err(error), Expectation::Value(_)) => return Err(error.to_string()),
        (Ok(answer), Expectation::Error(_)) => return Err(format!("it gave {}", String::from_utf8_lossy(&answer))),
    }
    server.check()
}

/// Checks that the typed response, written again, is the documented one.
fn given(entry: &Entry, expected: &Value, status: u16, answer: &[u8]) -> Result<(), String> {
    let answer: Value = serde_json::from_slice(answer).map_err(|error| error.to_string())?;
    // A body by status is written below its status.
    let told =
        answer.as_object().filter(|members| members.len() == 1).and_then(|members| members.get(&status.to_string()));
    let difference = match (told, entry.operation().output) {
        (Some(told), _) => equality::difference(expected, told),
        (None, Some(ty)) => equality::difference(&shape::canonical(expected, ty).0, &shape::canonical(&answer, ty).0),
        (None, None) => None,
    };
    difference.map_or(Ok(()), |place| Err(format!("the response differs at {place}")))
}
