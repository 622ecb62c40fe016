//! What the commands of chainloom do to the disk; `xtask` and `cli` are thin over this library.
//!
//! Input: a [`Request`]. Output: files, and a [`Report`] with what is to be printed and the exit
//! code. The pipeline itself is in `chainloom-codegen`, which touches no disk; the arguments that the binaries share
//! are here, their commands are there.
//!
//! A run goes through `chainloom-disk` (read the spec), `pipeline` (the stages of the library), [`out`] (look at the
//! output folder), `plan` of the library (compare), and then either [`mod@write`] or `drift`. [`watch`] does so again
//! and again. Imports go one way: `args`, `request`, `outcome` and `report` are data and words, the steps use them,
//! `codegen` uses the steps, and `watch` uses `codegen`.

mod args;
mod caught;
mod codegen;
mod diff;
mod drift;
mod explain;
mod import;
mod interrupt;
pub mod out;
mod outcome;
mod parse;
mod pipeline;
mod report;
mod request;
mod timings;
mod watch;
pub mod write;

pub use args::{Color, Flags, Format};
pub use chainloom_codegen::{Options, Package};
pub use chainloom_disk::Failure;
pub use codegen::run;
pub use explain::{Explain, explain};
pub use import::{Document, From, Import, import};
pub use parse::parse;
pub use report::Report;
pub use request::Request;
pub use watch::{execute, watch};
