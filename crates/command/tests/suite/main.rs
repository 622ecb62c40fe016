//! The commands, run on projects in temporary folders, in one program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod check;
mod common;
mod json;
mod spec;
mod unchanged;
mod warnings;
mod write;
