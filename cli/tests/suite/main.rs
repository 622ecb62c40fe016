//! The program at work, as processes, in one test program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, missing_docs)]

mod bad_input;
#[path = "../../../tests/src/bless.rs"]
#[allow(dead_code, missing_docs, unreachable_pub)]
mod bless;
mod calling;
mod codegen;
mod color;
mod common;
mod completing;
mod diff;
mod explain;
#[cfg(target_os = "linux")]
mod full_disk;
mod handshake;
mod hints;
mod import;
#[cfg(target_os = "linux")]
mod interrupted;
mod killed;
mod mcp;
mod mended;
mod pages;
#[cfg(unix)]
mod people;
#[cfg(unix)]
mod progress;
mod same_bytes;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
mod sent_files;
mod served;
mod stored;
mod terminal;
mod tutorial;
mod types;
mod unfit;
mod watch;
#[cfg(target_os = "linux")]
mod webhook;
