//! Comparison of services with their specs, in one program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod anvil;
#[path = "../../../../tests/src/bless.rs"]
#[allow(dead_code, missing_docs, unreachable_pub)]
mod bless;
mod bounds;
mod plant;
mod plants;
mod sandbox;
mod texts;
mod walk;
