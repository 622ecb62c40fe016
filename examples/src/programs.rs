//! All programs in one, which the tests compile and link in place of each: `PROGRAM` names the one
//! that runs.
#![allow(clippy::duplicate_mod, reason = "both programs of the orchard make the same tour")]

use std::process::ExitCode;

include!(concat!(env!("OUT_DIR"), "/programs.rs"));

fn main() -> ExitCode {
    run(&std::env::var("PROGRAM").unwrap_or_default())
}
