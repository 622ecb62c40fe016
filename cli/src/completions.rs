//! The command `completions`: a script that asks this program for completions.
//!
//! Input: a shell, or the words of a command line that the shell hands over. Output: the script, or
//! completions. A script with all operations and flags in it would have a megabyte, and would not know
//! another spec.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use chainloom_caller::Profiles;
use chainloom_codegen::NamedModel;
use chainloom_codegen::diagnostic::TABLE;
use chainloom_codegen::sentences::summary;
use chainloom_command::Report;
use chainloom_interpret::Api;
use chainloom_reference::{Item, Named, Operation, Protocol, Reference};
use chainloom_runtime::schema;
use clap::builder::PossibleValuesParser;
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
    let all: Vec<String> = env::args().collect();
    let spec = all.windows(2).find(|pair| pair[0] == "--spec").map(|pair| PathBuf::from(&pair[1]));
    let Ok(named) = (SpecArg { spec }).load() else { return commands };
    let known = Known { reference: Reference::of(&named), named, line: Line::of_process() };
    let commands = match known.line.words.first().map(String::as_str) {
        Some("call") => commands.mut_subcommand("call", |_| known.call()),
        Some("subscribe") => commands.mut_subcommand("subscribe", |_| known.subscribe()),
        Some("describe") => commands.mut_subcommand("describe", |describe| describe.subcommands(known.described())),
        _ => commands,
    };
    with_values(commands, &known.values())
}

/// Command line to complete: the words before the cursor, without the program, and the word at the cursor.
struct Line {
    words: Vec<String>,
    current: String,
}

impl Line {
    /// Reads what the completion script passes: the words after `--`, and the index of the word at the cursor.
    fn of_process() -> Self {
        let mut words: Vec<String> = env::args().skip_while(|word| word != "--").skip(2).collect();
        let index = env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|index| index.parse::<usize>().ok());
        let at = index.unwrap_or(words.len()).saturating_sub(1);
        // A new word is not among them.
        let current = words.get(at).cloned().unwrap_or_default();
        words.truncate(at);
        Self { words, current }
    }

    /// The words behind a command.
    fn behind(&self, command: &str) -> Vec<OsString> {
        self.words.iter().skip_while(|word| *word != command).skip(1).map(OsString::from).collect()
    }
}

/// Spec that completions are taken from, and the line to complete.
struct Known {
    reference: Reference,
    named: NamedModel,
    line: Line,
}

impl Known {
    fn call(&self) -> Command {
        let items = self.reference.operations.iter().map(Item::Operation);
        self.with_operations(&crate::call::options("call", "Calls an operation and prints its result"), items)
    }

    fn subscribe(&self) -> Command {
        let items = self.reference.subscriptions.iter().map(Item::Subscription);
        self.with_operations(&crate::subscribe::options(), items)
    }

    /// Returns a subcommand for each operation. Only the operation that the line names has flags.
    fn with_operations<'r>(&self, options: &Command, items: impl Iterator<Item = Item<'r>>) -> Command {
        let (name, rest) = chainloom_console::operation_name(options, self.line.behind(options.get_name()));
        let name = name.unwrap_or_default();
        let found = self.reference.find(&name).ok().map(Item::id);
        let table = found.and_then(|id| self.table(id));
        let below = items.map(|item| match table.filter(|_| found == Some(item.id())) {
            Some(operation) => {
                let command = chainloom_console::command(options, item, operation).no_binary_name(false);
                chainloom_console::with_values(command, operation, &rest).name(name.clone())
            }
            None => self.item_command(item),
        });
        let below: Vec<Command> = below.collect();
        options.clone().no_binary_name(false).subcommands(below)
    }

    /// Makes the tables of the spec, and returns that of an operation or a subscription.
    fn table(&self, id: &str) -> Option<&'static schema::Operation> {
        let api = Api::of(&self.named);
        let subscription = || api.subscriptions.iter().find(|table| table.id == id).map(|table| &table.call);
        api.operation(id).map(|operation| operation.schema).or_else(subscription)
    }

    /// Operations, subscriptions and webhooks, and types once a letter is typed.
    fn described(&self) -> Vec<Command> {
        let current = &self.line.current;
        let mut known: Vec<Command> = self.reference.items().map(|item| self.item_command(item)).collect();
        let is_one = |name: &str| matches!(self.reference.find_named(name), Ok(Named::Type(_)));
        let types = self.reference.types.iter().filter(|_| !current.is_empty());
        let names = types.flat_map(|one| [&one.name, &one.id].map(|name| (name, &one.doc)));
        let names = names.filter(|(name, _)| name.starts_with(current.as_str()) && is_one(name));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names.dedup_by_key(|(name, _)| *name);
        known.extend(names.into_iter().map(|(name, doc)| Command::new(name.clone()).about(summary(doc))));
        known
    }

    /// A command with the ID of an operation. Another of its names stands beside the ID once it is typed.
    fn item_command(&self, item: Item<'_>) -> Command {
        let (id, current) = (item.id(), self.line.current.as_str());
        let short = id.rsplit('.').next().unwrap_or_default();
        let path = match item {
            Item::Operation(Operation { protocol: Protocol::Rest { path, .. }, .. }) => path.as_str(),
            _ => "",
        };
        let is_its = |name: &str| self.reference.find(name).is_ok_and(|found| found.id() == id);
        let is_typed = |name: &&str| !current.is_empty() && name.starts_with(current) && !name.contains(' ');
        let names = [short, item.wire_name(), path].into_iter().filter(|name| *name != id).filter(is_typed);
        let mut names: Vec<String> = names.filter(|name| is_its(name)).map(str::to_owned).collect();
        names.dedup();
        Command::new(id.to_owned()).about(item.summary().to_owned()).visible_aliases(names)
    }

    /// The values of arguments, by their IDs.
    fn values(&self) -> [(&'static str, Vec<String>); 6] {
        let operations = self.reference.operations.iter().map(|one| one.id.clone());
        let path = Profiles::path(&|name| env::var_os(name));
        let profiles = path.and_then(|path| Profiles::read(&path).ok()).unwrap_or_default();
        [
            ("deployment", self.reference.deployments.iter().map(|one| one.name.clone()).collect()),
            ("services", self.reference.services.iter().map(|one| one.name.clone()).collect()),
            ("clients", self.reference.clients.iter().map(|one| one.name.clone()).collect()),
            ("allow_writes", operations.collect()),
            ("profile", profiles.profiles.into_keys().collect()),
            ("code", TABLE.iter().map(|info| info.name.to_owned()).collect()),
        ]
    }
}

/// Has the arguments of a command and of those below it offer values.
fn with_values(command: Command, values: &[(&'static str, Vec<String>)]) -> Command {
    let has = |command: &Command, id: &str| command.get_arguments().any(|arg| arg.get_id().as_str() == id);
    let command = values.iter().filter(|(_, values)| !values.is_empty()).fold(command, |command, (id, values)| {
        let parser = || PossibleValuesParser::new(values.clone());
        if has(&command, id) { command.mut_arg(id, |arg| arg.value_parser(parser())) } else { command }
    });
    let below: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    below.into_iter().fold(command, |command, name| command.mut_subcommand(name, |below| with_values(below, values)))
}
