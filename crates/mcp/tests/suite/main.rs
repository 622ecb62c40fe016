//! The server, as a client of the protocol sees it: tools, calls, bounds, secrets and limits, over a
//! sandbox that serves the spec.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bounds;
mod common;
#[path = "../../../../tests/src/full.rs"]
#[allow(unreachable_pub, missing_docs)]
mod full;
mod ids;
mod limits;
mod protocol;
mod secrets;
mod tools;
