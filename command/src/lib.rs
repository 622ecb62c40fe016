//! What the commands of chainloom do to the disk; `xtask` and `cli` are thin over this library.
//!
//! Input: a [`Request`]. Output: files, and a [`Report`] with what is to be printed and the exit
//! code. The pipeline itself is in `chainloom-codegen`, which touches no disk; argument parsing is
//! in the binaries.
//!
//! A run goes through [`spec`] (read the folder), the pipeline, [`out`] (look at the output folder),
//! `plan` of the library (compare), and then either [`mod@write`] or [`drift`].

mod codegen;
mod diff;
pub mod drift;
mod failure;
pub mod out;
mod pipeline;
pub mod spec;
mod timings;
pub mod write;

pub use chainloom_codegen::lower::Options;
pub use codegen::{Report, Request, color_wanted, command_line, run};
pub use failure::Failure;
