//! Commands of the maintainer, in one test program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[cfg(target_os = "linux")]
mod failing_tests;
mod generated;
