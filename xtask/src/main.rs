//! Commands of the maintainer: `cargo xtask codegen`, `diff`, `explain`, `test`, `ci`, `api`,
//! `documents`, `third-party`, `node`, `fuzz`, `soak`, `scaling`, `bench`.
//!
//! Input: the command line. Output: an exit code: 0 success, 1 mistakes, 2 usage. Argument parsing
//! and the order of steps are here; `chainloom-command` implements `codegen`.

mod api;
mod bench;
mod ci;
mod codegen;
mod diff;
mod failures;
mod full;
mod fuzz;
mod imports;
mod metadata;
mod node;
mod prepare;
mod scaling;
mod soak;
mod step;
mod supply;
mod test;
mod texts;
mod third_party;
mod tools;
mod validate;
mod workspace;

use std::process::ExitCode;

use chainloom_command::{Explain, explain, parse};
use clap::{Parser, Subcommand};

use workspace::Workspace;

/// Runs the commands of the maintainer
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Codegen(codegen::Args),
    Diff(diff::Args),
    Explain(Explain),
    Test(test::Args),
    Ci(ci::Args),
    Api(api::Args),
    Documents(validate::Args),
    ThirdParty(third_party::Args),
    Node(node::Args),
    Fuzz(fuzz::Args),
    Soak(soak::Args),
    Scaling(scaling::Args),
    Bench(bench::Args),
}

fn main() -> ExitCode {
    let command = match parse::<Cli>() {
        Ok(cli) => cli.command,
        Err(code) => return code,
    };
    let result = Workspace::find().and_then(|workspace| match command {
        Command::Codegen(args) => Ok(codegen::run(&workspace, &args)),
        Command::Diff(args) => Ok(diff::run(&workspace, &args)),
        Command::Explain(args) => Ok(explain(&args).print()),
        Command::Test(args) => test::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
        Command::Ci(args) => ci::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
        Command::Api(args) => api::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
        Command::Documents(args) => validate::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
        Command::ThirdParty(args) => third_party::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
        Command::Node(args) => node::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
        Command::Fuzz(args) => fuzz::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
        Command::Soak(args) => soak::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
        Command::Scaling(_) => scaling::run(&workspace).map(|()| ExitCode::SUCCESS),
        Command::Bench(args) => bench::run(&workspace, &args).map(|()| ExitCode::SUCCESS),
    });
    result.unwrap_or_else(|failure| {
        step::say(&failure.to_string());
        ExitCode::FAILURE
    })
}
