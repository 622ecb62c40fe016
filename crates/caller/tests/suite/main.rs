//! Calls without types, as programs of their users make them.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod constants;
mod dry_runs;
#[path = "../../../../tests/src/full.rs"]
#[allow(unreachable_pub, missing_docs)]
mod full;
mod misfits;
mod pages;
mod profiles;
mod sandbox;
mod texts;
