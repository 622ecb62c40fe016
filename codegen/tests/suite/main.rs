//! The generator from outside, in one program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;
mod dialect;
mod emitted;
mod explain;
mod files;
mod forms;
mod front;
mod language;
mod layouts;
mod lint;
mod media;
mod mutations;
mod names;
mod openapi;
mod openrpc;
mod packages;
mod parallel;
mod sentences;
mod spec_schema;
mod suggest;
mod words;
mod yaml;
