//! The command `completions`: a script that asks this program for completions.
//!
//! Input: a shell, or the words of a command line that the shell hands over. Output: the script, or
//! completions. A script with all operations and flags in it would have a megabyte, and would not know
//! another spec.

use std::cell::LazyCell;
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use chainloom_command::Report;
use chainloom_interpret::Api;
use chainloom_reference::{Item, Reference};
use chainloom_runtime::schema::Operation;
use clap::{Command, CommandFactory as _, ValueEnum};
use clap_complete::env::{CompleteEnv, Shells};

use crate::failure::mistake;
use crate::spec::SpecArg;

/// The variable by which the script asks for completions.
const VARIABLE: &str = "CHAINLOOM_COMPLETE";

/// Prints a completion script; it completes operations and their flags, too
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Shells that can ask a program.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shell {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let name = format!("{:?}", args.shell).to_lowercase();
    let mut out = Vec::new();
    let shells = Shells::builtins();
    let written = match shells.completer(&name) {
        Some(shell) => shell.write_registration(VARIABLE, "chainloom", "chainloom", "chainloom", &mut out),
        None => Ok(()),
    };
    match written {
        Ok(()) => Report { stdout: String::from_utf8_lossy(&out).into_owned(), ..Report::default() }.print(),
        Err(error) => mistake(error).print(),
    }
}

/// Answers the script, and ends the process, if it is the script that asks.
pub(crate) fn answer() {
    if env::var_os(VARIABLE).is_some() {
        CompleteEnv::with_factory(completed).var(VARIABLE).complete();
    }
}

/// The commands, with a command for each operation below those that take one.
fn completed() -> Command {
    let commands = crate::Cli::command();
    let words: Vec<String> = env::args().collect();
    let spec = words.windows(2).find(|pair| pair[0] == "--spec").map(|pair| PathBuf::from(&pair[1]));
    let Ok(named) = (SpecArg { spec }).load() else { return commands };
    let reference = Reference::of(&named);
    // Tables and flags are made for those operations only that are on the line.
    let api = LazyCell::new(|| Api::of(&named));
    let below = |options: &Command, item: Item<'_>| {
        let is_there = words.iter().any(|word| word == item.id() || word == item.wire_name());
        let command = match is_there.then(|| table(&api, item)).flatten() {
            Some(operation) => {
                let command = chainloom_console::command(options, item, operation).no_binary_name(false);
                chainloom_console::with_values(command, operation)
            }
            None => Command::new("").about(item.summary().to_owned()),
        };
        let command = command.name(item.id().to_owned());
        // Several operations may share a method, and that may be the ID of another one.
        let wire = item.wire_name();
        let is_shared = reference.items().filter(|other| other.wire_name() == wire || other.id() == wire).count() > 1;
        if is_shared || wire.contains(' ') || wire == item.id() {
            command
        } else {
            command.visible_alias(wire.to_owned())
        }
    };
    let options = crate::call::options("call", "Calls an operation and prints its result");
    let operations = reference.operations.iter().map(|one| below(&options, Item::Operation(one)));
    let call = options.clone().no_binary_name(false).subcommands(operations);
    let options = crate::subscribe::options();
    let subscriptions = reference.subscriptions.iter().map(|one| below(&options, Item::Subscription(one)));
    let subscribe = options.clone().no_binary_name(false).subcommands(subscriptions);
    let ids = reference.items().map(|item| Command::new(item.id().to_owned()).about(item.summary().to_owned()));
    commands
        .mut_subcommand("call", |_| call)
        .mut_subcommand("subscribe", |_| subscribe)
        .mut_subcommand("describe", |describe| describe.subcommands(ids))
}

/// Returns the table of what is called.
fn table(api: &Api, item: Item<'_>) -> Option<&'static Operation> {
    match item {
        Item::Operation(one) => api.operation(&one.id).map(|operation| operation.schema),
        Item::Subscription(one) => api.subscriptions.iter().find(|table| table.id == one.id).map(|table| &table.call),
        Item::Webhooks(_) => None,
    }
}
