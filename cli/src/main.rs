//! The command `chainloom`, for anyone's repository: argument parsing only.
//!
//! Input: the command line. Output: an exit code: 0 success, 1 mistakes, 2 wrong usage. The
//! commands are implemented in `chainloom-command` and `chainloom-sandbox`. To add a command, add a
//! module with its arguments and a line to [`Command`].

mod codegen;
mod diff;
mod sandbox;

use std::process::ExitCode;

use chainloom_command::{Diff, Explain, Import, explain, import, parse};
use clap::{Parser, Subcommand};

/// Generates typed Rust clients from a description of your APIs, and serves it for tests.
#[derive(Debug, Parser)]
#[command(name = "chainloom", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Codegen(codegen::Args),
    Diff(Diff),
    Explain(Explain),
    Import(Import),
    Sandbox(sandbox::Args),
}

/// Specs and tokens are many small allocations.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match parse::<Cli>().map(|cli| cli.command) {
        Ok(Command::Codegen(args)) => codegen::run(args),
        Ok(Command::Diff(args)) => diff::run(args),
        Ok(Command::Explain(args)) => explain(&args).print(),
        Ok(Command::Import(args)) => import(&args).print(),
        Ok(Command::Sandbox(args)) => sandbox::run(args),
        Err(code) => code,
    }
}
