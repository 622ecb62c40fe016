//! What the commands of chainloom do to the disk; `xtask` and `cli` are thin over this library.
//!
//! Input: a [`Request`]. Output: files, and a [`Report`] with what is to be printed and the exit
//! code. The pipeline itself is in `chainloom-codegen`, which touches no disk; the arguments that the binaries share
//! are here, their commands are there.
//!
//! A run goes through `chainloom-folder` (read the spec), the pipeline, [`out`] (look at the output folder),
//! `plan` of the library (compare), and then either [`mod@write`] or [`drift`]. [`watch`] does so again and again.

mod args;
mod codegen;
mod diff;
pub mod drift;
mod explain;
pub mod out;
mod pipeline;
mod report;
mod timings;
mod watch;
pub mod write;

pub use args::{Color, Flags, Format};
pub use chainloom_codegen::{Options, Package};
pub use chainloom_disk::Failure;
pub use codegen::{Request, run};
pub use explain::{Explain, explain};
pub use report::Report;
pub use watch::{execute, watch};
