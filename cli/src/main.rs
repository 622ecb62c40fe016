//! The command `chainloom`, for anyone's repository: argument parsing only.
//!
//! Input: the command line. Output: an exit code; all of them are in [`chainloom_command::Exit`]. The
//! commands are implemented in the libraries of `crates/`. To add a command, add a module with its
//! arguments and a line to [`Command`].

mod call;
mod codegen;
mod completions;
mod conform;
mod connection;
mod describe;
mod diff;
mod doctor;
mod failure;
mod import;
mod list;
mod mcp;
mod progress;
mod reference;
mod sandbox;
mod schema;
mod spec;
mod subscribe;
mod webhook;

use std::process::ExitCode;

use chainloom_command::{Diff, Explain, Import, explain, parse};
use clap::{Parser, Subcommand};

/// Lists, describes and calls the operations of a spec, generates typed Rust clients from it, and serves it for tests.
#[derive(Debug, Parser)]
#[command(name = "chainloom", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Args),
    Describe(describe::Args),
    Call(call::Args),
    Subscribe(subscribe::Args),
    Doctor(doctor::Args),
    Conform(conform::Args),
    Mcp(mcp::Args),
    Completions(completions::Args),
    Schema(schema::Args),
    Codegen(codegen::Args),
    Diff(Diff),
    Explain(Explain),
    Import(Import),
    Sandbox(sandbox::Args),
    Reference(reference::Args),
    Webhook(webhook::Args),
}

/// Specs and tokens are many small allocations.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    completions::answer();
    match parse::<Cli>().map(|cli| cli.command) {
        Ok(Command::List(args)) => list::run(&args),
        Ok(Command::Describe(args)) => describe::run(&args),
        Ok(Command::Call(args)) => call::run(args),
        Ok(Command::Subscribe(args)) => subscribe::run(args),
        Ok(Command::Doctor(args)) => doctor::run(&args),
        Ok(Command::Conform(args)) => conform::run(&args),
        Ok(Command::Mcp(args)) => mcp::run(&args),
        Ok(Command::Completions(args)) => completions::run(&args),
        Ok(Command::Schema(args)) => schema::run(&args),
        Ok(Command::Codegen(args)) => codegen::run(args),
        Ok(Command::Diff(args)) => diff::run(args),
        Ok(Command::Explain(args)) => explain(&args).print(),
        Ok(Command::Import(args)) => import::run(args),
        Ok(Command::Sandbox(args)) => sandbox::run(args),
        Ok(Command::Reference(args)) => reference::run(args),
        Ok(Command::Webhook(args)) => webhook::run(args),
        Err(code) => code,
    }
}
