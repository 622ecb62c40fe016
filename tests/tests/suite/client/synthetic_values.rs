//! Synthetic values are valid: parameters build requests, and the generated types read all of a
//! response.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::sync::Arc;

use chainloom::deployments::mainnet::MAINNET;
use chainloom::operations;
use chainloom::runtime as rt;
use chainloom::runtime::catalog::Entry;
use chainloom::runtime::schema::Bounds;
use chainloom_tests::full::is_full;
use chainloom_tests::round_trip;
use chainloom_values::{Draw, Members};
use serde_json::Value;

/// Sends nothing.
struct Nowhere;

impl rt::Transport for Nowhere {
    fn send(&self, _: rt::http::Request<bytes::Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        Box::pin(std::future::ready(Err(rt::TransportError::connect("nothing is sent"))))
    }
}

fn seeds() -> std::ops::Range<u64> {
    0..if is_full() { 300 } else { 6 }
}

/// A draw of each kind in turn.
fn draw(seed: u64) -> Draw {
    let members = [Members::Drawn, Members::All, Members::Required][(seed % 3) as usize];
    let draw = Draw::new(seed).members(members);
    if seed.is_multiple_of(2) { draw } else { draw.wild() }
}

fn refused(entry: &Entry, seed: u64) -> Option<String> {
    let operation = entry.operation();
    let service = operation.service;
    let builder = rt::Client::builder(service.client).deployment(&MAINNET).base_url("http://127.0.0.1");
    let client = builder.transport(Arc::new(Nowhere)).build().unwrap();
    let vars = service.vars.iter().filter(|var| var.default.is_none());
    let target = vars.fold(rt::catalog::Target::new(client), |target, var| target.var(var.name, "instance"));
    let input = Value::Object(draw(seed).input(operation)).to_string();
    let error = entry.request(target.client(), &target, input.as_bytes()).err()?;
    Some(format!("{} seed {seed}: {input}: {error}", operation.id))
}

/// Difference between a drawn response and the same response read and written by its type.
fn changed(entry: &Entry, draw: Draw) -> Option<String> {
    let (operation, mut draw) = (entry.operation(), draw);
    let drawn = draw.value(operation.output?, &Bounds::NONE);
    let place = round_trip::difference(entry, &drawn, &drawn)?;
    Some(format!("{}: {place} of {drawn}", operation.id))
}

fn none(found: Vec<String>) {
    assert!(found.is_empty(), "{} of them:\n{}", found.len(), found[..found.len().min(10)].join("\n"));
}

#[test]
fn drawn_parameters_keep_to_bounds_and_rules() {
    none(operations().iter().flat_map(|entry| seeds().filter_map(|seed| refused(entry, seed))).collect());
}

#[test]
fn drawn_answers_are_read_whole() {
    none(operations().iter().flat_map(|entry| seeds().filter_map(|seed| changed(entry, draw(seed)))).collect());
}

#[test]
fn surprises_are_read_and_written_back() {
    none(
        operations()
            .iter()
            .flat_map(|entry| seeds().filter_map(|seed| changed(entry, draw(seed).surprises())))
            .collect(),
    );
}

#[test]
fn equal_seeds_give_equal_values() {
    let all = |seed| -> Vec<Value> {
        let outputs = operations().iter().filter_map(|entry| entry.operation().output);
        outputs.map(|ty| draw(seed).value(ty, &Bounds::NONE)).collect()
    };
    assert_eq!(all(5), all(5));
    assert_ne!(all(5), all(6));
}
