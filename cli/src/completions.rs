//! The command `completions`: scripts that complete commands, operations and their flags.

use std::process::ExitCode;

use chainloom_command::Report;
use chainloom_interpret::Api;
use chainloom_reference::{Item, Reference};
use clap::{Command, CommandFactory as _};
use clap_complete::{Shell, generate};

use crate::spec::SpecArg;

/// Prints a completion script, with the operations and their flags
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
    #[command(flatten)]
    spec: SpecArg,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match args.spec.load() {
        Ok(named) => {
            let (reference, api) = (Reference::of(&named), Api::of(&named));
            let mut out = Vec::new();
            generate(args.shell, &mut completed(&reference, &api), "chainloom", &mut out);
            Report { stdout: String::from_utf8_lossy(&out).into_owned(), ..Report::default() }.print()
        }
        Err(report) => report.print(),
    }
}

/// The commands, with a command for each operation below those that call.
fn completed(reference: &Reference, api: &Api) -> Command {
    let options = crate::call::options("call", "Calls an operation and prints its result");
    let operations: Vec<Command> = reference
        .operations
        .iter()
        .filter_map(|one| Some(named(&options, Item::Operation(one), api.operation(&one.id)?.schema)))
        .collect();
    let options = crate::subscribe::options();
    let subscriptions: Vec<Command> = reference
        .subscriptions
        .iter()
        .filter_map(|one| {
            let table = api.subscriptions.iter().find(|table| table.id == one.id)?;
            Some(named(&options, Item::Subscription(one), &table.call))
        })
        .collect();
    let ids: Vec<Command> =
        reference.items().map(|item| Command::new(item.id().to_owned()).about(item.summary().to_owned())).collect();
    let call = Command::new("call").about("Calls an operation and prints its result").subcommands(operations);
    let subscribe = Command::new("subscribe").about("Prints the events of a subscription").subcommands(subscriptions);
    crate::Cli::command()
        .mut_subcommand("call", |_| call)
        .mut_subcommand("subscribe", |_| subscribe)
        .mut_subcommand("describe", |describe| describe.subcommands(ids))
}

fn named(options: &Command, item: Item<'_>, operation: &'static chainloom_runtime::schema::Operation) -> Command {
    chainloom_console::command(options.clone(), item, operation).name(item.id().to_owned()).no_binary_name(false)
}
