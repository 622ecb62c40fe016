//! Comparison of specs, in one program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../../../../tests/src/bless.rs"]
#[allow(dead_code, missing_docs, unreachable_pub)]
mod bless;
mod cases;
mod common;
mod complete;
mod many_renames;
