//! Tests of the whole, in one program, which is linked once and runs tests of all modules on all
//! cores.
//!
//! Run one module with `cargo test -p chainloom-tests --test suite counts`. `conformance` is a
//! program of its own, because it prints lines for people and has no tests in it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod client;
mod documents;
mod generator;
mod language;
mod loopback;
mod macros;
mod node;
mod repository;
mod sandbox;
