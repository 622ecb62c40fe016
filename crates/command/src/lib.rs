//! Commands of chainloom; the programs `xtask` and `cli` parse their arguments and call this
//! library.
//!
//! Input: a [`Request`]. Output: files, and a [`Report`] with the output to print and the exit
//! code. The stages themselves are in `chainloom-codegen`, which touches no disk.
//!
//! A run reads the spec with `chainloom-disk`, runs the stages in `pipeline`, scans the output
//! folder in [`out`], and compares both with `plan` of the library. Then [`mod@write`] writes the
//! files, or `drift` reports the differences. [`watch`] repeats this.
//!
//! Imports are acyclic. `args`, `request`, `outcome` and `report` are data and words, the steps use
//! them, `codegen` uses the steps, and `watch` uses `codegen`.

mod args;
mod caught;
mod codegen;
mod compare;
mod diff;
mod drift;
mod exit;
mod explain;
mod import;
mod interrupt;
mod needs;
pub mod out;
mod outcome;
mod parse;
mod pipeline;
mod report;
mod request;
mod revision;
mod site;
mod spec;
mod timings;
mod unchanged;
mod unfinished;
mod watch;
pub mod write;

pub use args::{Color, Flags, Format};
pub use chainloom_codegen::{Options, Package};
pub use chainloom_disk::Failure;
pub use codegen::run;
pub use compare::{Diff, Shape, diff};
pub use exit::Exit;
pub use explain::{Explain, explain};
pub use import::{Document, From, Import, document_operations, import};
pub use parse::{parse, print_clap_error, with_near_flag};
pub use report::{Report, json_text};
pub use request::Request;
pub use revision::earliest_readable;
pub use site::write_site;
pub use spec::read_spec;
pub use watch::{execute, watch};
