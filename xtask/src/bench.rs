//! `cargo xtask bench`: compares chainloom with the alternatives of a user, as ratios of one run.
//!
//! Input: the names of benchmarks. Output: tables in Markdown on stdout. Each benchmark is a
//! module, and `measure` is shared by all.

mod compile;
mod copies;
mod documents;
mod expansion;
mod generate;
mod generators;
mod guard;
mod measure;
mod openapi30;
mod rivals;
mod start;
mod unsafety;
mod watched;

use chainloom_command::Failure;

use crate::step::Steps;
use crate::workspace::Workspace;

pub(crate) use generate::{RELEASE, build as build_command};
pub(crate) use guard::check as check_instructions;
pub(crate) use measure::{CACHEGRIND, NO_VALGRIND, count_instructions, has_valgrind, valgrind};
pub(crate) use rivals::time as time_json;

/// Measures chainloom against other clients, generators and serde; prints tables in Markdown.
/// `docs/performance.md` explains them
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Parts to measure [default: all but `guard` and `documents`]
    #[arg(value_name = "PART", value_enum)]
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Reading and writing JSON, against serde derive and other readers: instructions and times
    Json,
    /// Calls, batches, events and pages, against other clients: instructions
    Calls,
    /// Instructions of chainloom alone, against checked-in figures: fails above 2 % more
    Guard,
    /// Generating from files to files, against other generators: times and memory
    Generate,
    /// Generating and checking clients of large public documents, against other generators: as far as each comes
    Documents,
    /// Starting the command, completions, and generating after an edit: times, and sizes of the command
    Start,
    /// Compiling the generated data client, against other generators: times, crates and size
    Compile,
    /// `include_api!` of the whole spec: the time of its expansion
    Expansion,
    /// `unsafe` in what a program with each client is linked from
    Unsafe,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    let is_asked = |part| args.parts.is_empty() || args.parts.contains(&part);
    if is_asked(Part::Json) {
        steps.run("JSON: instructions", || rivals::count(workspace, rivals::JSON))?;
        steps.run("JSON: times", || rivals::time(workspace))?;
    }
    if is_asked(Part::Calls) {
        steps.run("calls: instructions", || rivals::count(workspace, rivals::CALLS))?;
    }
    if args.parts.contains(&Part::Guard) {
        steps.run("guard: instructions", || guard::check(workspace))?;
    }
    if is_asked(Part::Generate) {
        steps.run("generating", || generate::measure(workspace))?;
    }
    if args.parts.contains(&Part::Documents) {
        steps.run("documents", || documents::measure(workspace))?;
    }
    if is_asked(Part::Start) {
        steps.run("start", || start::measure(workspace))?;
    }
    if is_asked(Part::Compile) {
        steps.run("compiling", || compile::measure(workspace))?;
    }
    if is_asked(Part::Expansion) {
        steps.run("include_api!", || expansion::measure(workspace))?;
    }
    if is_asked(Part::Unsafe) {
        steps.run("unsafe", || unsafety::measure(workspace))?;
    }
    if is_asked(Part::Generate) {
        generate::clean(workspace)?;
    }
    steps.close("cargo xtask bench");
    Ok(())
}
