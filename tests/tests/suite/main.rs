//! The tests of the whole, in one program: what is linked once is linked fast, and no core waits for a slow test.
//!
//! A module of it alone: `cargo test -p chainloom-tests --test suite counts`. `conformance` is a program of its own, because it
//! prints lines for people and has no tests in it.
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
