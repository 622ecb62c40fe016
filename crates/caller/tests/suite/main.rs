//! Calls without types, as programs of their users make them.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod dry_runs;
mod misfits;
mod profiles;
mod sandbox;
