//! The generator from outside, in one program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;
mod emitted;
mod explain;
mod forms;
mod front;
mod language;
mod lint;
mod mutations;
mod openapi;
mod openrpc;
mod packages;
mod spec_schema;
