//! Import of documents, in one program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, missing_docs)]

#[path = "../../../../tests/src/bless.rs"]
#[allow(dead_code, missing_docs, unreachable_pub)]
mod bless;
mod cases;
mod files;
mod into;
mod measure;
mod written;
